/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Google Keep as Takeout gives it: a JSON and an HTML for each note, media beside them. The HTML says
 * nothing that the JSON does not. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-html-text.h"
#include "archive/om-json-source.h"
#include "archive/om-text-edges.h"

/* How many files a look opens. */
#define PROBE_FILES 5

static gboolean
is_note (const OmMember *member)
{
  return g_str_has_suffix (member->name, ".json");
}

/* The file beside the note; Takeout writes .jpeg for what it stores as .jpg. */
static OmMember *
find_beside (OmContainer    *container,
             const OmMember *note,
             const char     *name)
{
  g_autofree char *folder = g_strndup (note->path, (gsize) (note->name - note->path));
  g_autofree char *path = g_strconcat (folder, name, NULL);
  OmMember *found = om_container_find (container, path);
  char *ending = strrchr (path, '.');

  if (found == NULL && ending != NULL && g_str_equal (ending, ".jpeg"))
    {
      strcpy (ending, ".jpg");
      found = om_container_find (container, path);
    }
  return found;
}

static char *
text_of (OmJsonValue *note)
{
  g_autofree char *own = om_json_value_take_text (note, "textContent");
  const char *html = om_json_value_take_string (note, "textContentHtml");
  g_autoptr (GString) text = g_string_new (own);
  OmJsonValue *list = om_json_value_take (note, "listContent", OM_JSON_ARRAY_START);
  OmJsonValue *links = om_json_value_take (note, "annotations", OM_JSON_ARRAY_START);

  /* Older exports have the HTML alone. */
  if (text->len == 0 && list == NULL && html != NULL)
    {
      g_autofree char *plain = om_html_to_markdown (html);

      g_string_assign (text, plain);
    }
  for (guint i = 0; list != NULL && i < list->children->len; i++)
    {
      OmJsonValue *item = g_ptr_array_index (list->children, i);
      g_autofree char *words = om_json_value_take_text (item, "text");
      gboolean done = om_json_value_take_true (item, "isChecked");

      if (!om_text_is_blank (words, strlen (words)))
        g_string_append_printf (text, "%s- [%c] %s", text->len > 0 ? "\n" : "", done ? 'x' : ' ',
                                words);
    }
  for (guint i = 0; links != NULL && i < links->children->len; i++)
    {
      OmJsonValue *link = g_ptr_array_index (links->children, i);
      const char *url = om_json_value_take_string (link, "url");
      const char *title = om_json_value_take_string (link, "title");

      if (url != NULL && strstr (text->str, url) == NULL)
        g_string_append_printf (text, "%s[%s](%s)", text->len > 0 ? "\n\n" : "",
                                title != NULL && *title != '\0' ? title : url, url);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
take_files (OmReadJob      *job,
            OmContainer    *container,
            const OmMember *member,
            OmJsonValue    *note,
            OmSourceData   *data)
{
  OmJsonValue *list = om_json_value_take (note, "attachments", OM_JSON_ARRAY_START);

  for (guint i = 0; list != NULL && i < list->children->len; i++)
    {
      const char *name = om_json_value_take_string (g_ptr_array_index (list->children, i),
                                                    "filePath");

      if (name != NULL)
        om_read_job_attach (job, data, OM_ATTACHED_FILE, name,
                            find_beside (container, member, name));
    }
}

static gboolean
read_note (OmReadJob    *job,
           OmContainer  *container,
           OmMember     *member,
           OmJsonValue  *note,
           guint        *n_archived,
           GError      **error)
{
  static const char *const times[] = { "createdTimestampUsec", "userEditedTimestampUsec" };
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *title = om_json_value_take_text (note, "title");
  g_autofree char *text = text_of (note);
  OmDraft *draft = om_read_job_draft (job, title, strlen (title), text, strlen (text));
  OmJsonValue *labels = om_json_value_take (note, "labels", OM_JSON_ARRAY_START);
  OmJsonValue *created = om_json_value_find (note, times[0]);
  g_autofree char *id = g_strdup (created != NULL && created->kind == OM_JSON_NUMBER &&
                                  !g_str_equal (created->text, "0") ? created->text : member->name);

  for (guint i = 0; i < G_N_ELEMENTS (times) && draft->happened.precision == OM_PRECISION_UNKNOWN;
       i++)
    {
      double value;

      if (om_json_value_take_number (note, times[i], &value))
        om_foreign_time_from_number (value, job->options->zone, &draft->happened);
    }
  for (guint i = 0; labels != NULL && i < labels->children->len; i++)
    {
      const char *name = om_json_value_take_string (g_ptr_array_index (labels->children, i), "name");

      if (name != NULL)
        om_tag_set_add (tags, name, -1);
    }
  if (om_json_value_take_true (note, "isPinned"))
    draft->flags |= OM_FLAG_STARRED;
  if (om_json_value_take_true (note, "isArchived"))
    {
      (*n_archived)++;
      om_source_data_add_json (data, "isArchived", "true");
    }
  om_json_value_take_true (note, "isTrashed");
  take_files (job, container, member, note, data);
  return om_json_source_finish (job, draft, tags, note, data, id, member->path, error);
}

static int
keep_probe (OmContainer  *look,
            GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;

  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!is_note (member))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && strstr (head, "\"isTrashed\"") != NULL &&
          (strstr (head, "\"textContent\"") != NULL || strstr (head, "\"listContent\"") != NULL ||
           strstr (head, "\"userEditedTimestampUsec\"") != NULL))
        return 95;
    }
  return 0;
}

static gboolean
keep_read (OmReadJob    *job,
           OmContainer  *container,
           GError      **error)
{
  GPtrArray *members = om_container_get_members (container);
  guint n_trashed = 0;
  guint n_archived = 0;

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autoptr (OmJsonValue) note = NULL;

      /* The same in other words, and lists of what there is. */
      if (g_str_has_suffix (member->name, ".html") || g_str_equal (member->name, "Labels.txt"))
        member->used = TRUE;
      if (!is_note (member) && om_container_get_kind (container) != OM_CONTAINER_FILE)
        continue;
      if (!om_json_source_load (job, container, member, &note, error))
        return FALSE;
      if (note == NULL)
        continue;
      if (note->kind != OM_JSON_OBJECT_START)
        om_import_report_add (job->report, TRUE, member->path, _("It is no note of Keep's."));
      else if (om_json_value_find (note, "isTrashed") != NULL &&
               om_json_value_find (note, "isTrashed")->kind == OM_JSON_TRUE)
        n_trashed++;
      else if (!read_note (job, container, member, note, &n_archived, error))
        return FALSE;
    }
  om_format_remark_trash (job, n_trashed);
  om_format_remark_archived (job, n_archived);
  return TRUE;
}

const OmFormat om_keep_format = {
  .name = "keep",
  .title = "Google Keep",
  .probe = keep_probe,
  .read = keep_read,
};
