/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the API of Memos lists, a page at a time; older versions gave a list with times in seconds. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-json-source.h"
#include "archive/om-markdown-text.h"

typedef struct
{
  OmReadJob *job;
  guint      n_archived;
} Memos;

static const char *
name_of (OmJsonValue *memo)
{
  OmJsonValue *name = memo != NULL && memo->kind == OM_JSON_OBJECT_START
                      ? om_json_value_find (memo, "name") : memo;

  return name != NULL && name->kind == OM_JSON_STRING ? name->text : NULL;
}

/* Memos this one refers to. */
static void
take_relations (OmJsonValue *memo,
                const char  *own,
                OmDraft     *draft)
{
  OmJsonValue *relations = om_json_value_take (memo, "relations", OM_JSON_ARRAY_START);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; relations != NULL && i < relations->children->len; i++)
    {
      OmJsonValue *relation = g_ptr_array_index (relations->children, i);
      const char *from = name_of (om_json_value_find (relation, "memo"));
      const char *to = name_of (om_json_value_find (relation, "relatedMemo"));

      /* The other memo lists it, too. */
      if (to != NULL && g_strcmp0 (to, own) != 0 && (from == NULL || g_strcmp0 (from, own) == 0))
        g_ptr_array_add (names, (gpointer) to);
    }
  if (names->len > 0)
    {
      g_ptr_array_add (names, NULL);
      draft->links = g_strdupv ((char **) names->pdata);
    }
}

static gboolean
memo_cb (OmJsonValue  *memo,
         const char   *place,
         gpointer      memos_data,
         GError      **error)
{
  Memos *self = memos_data;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *text = om_json_value_take_text (memo, "content");
  const char *name = om_json_value_take_string (memo, "name");
  const char *created = om_json_value_take_string (memo, "displayTime");
  OmJsonValue *location = om_json_value_find (memo, "location");
  OmJsonValue *state = om_json_value_find (memo, "state");
  OmJsonValue *old_state = om_json_value_find (memo, "rowStatus");
  OmJsonValue *number = om_json_value_find (memo, "id");
  OmDraft *draft = om_read_job_draft (self->job, NULL, 0, text, strlen (text));
  gboolean listed = om_json_value_find (memo, "tags") != NULL;
  OmMoment moment;
  double seconds;

  if (created == NULL)
    created = om_json_value_take_string (memo, "createTime");
  if (created != NULL && om_moment_parse (created, self->job->options->zone, &moment, NULL))
    draft->happened = moment.precision == OM_PRECISION_INSTANT
                      ? om_moment_at (moment.ms, self->job->options->zone) : moment;
  else if (om_json_value_take_number (memo, "createdTs", &seconds))
    om_foreign_time_from_number (seconds, self->job->options->zone, &draft->happened);

  if (om_json_value_take_true (memo, "pinned"))
    draft->flags |= OM_FLAG_STARRED;
  if ((state != NULL && g_strcmp0 (state->text, "ARCHIVED") == 0) ||
      (old_state != NULL && g_strcmp0 (old_state->text, "ARCHIVED") == 0))
    self->n_archived++;
  if (location != NULL && om_json_value_find (location, "placeholder") != NULL)
    {
      const char *words = om_json_value_take_string (location, "placeholder");

      if (words != NULL)
        om_source_data_add (data, "location", words);
    }
  om_json_source_take_tags (memo, "tags", tags);
  if (!listed)
    om_markdown_find_tags (text, strlen (text), tags);
  for (guint k = 0; k < 2; k++)
    {
      OmJsonValue *files = om_json_value_take (memo, k == 0 ? "attachments" : "resources",
                                               OM_JSON_ARRAY_START);

      for (guint i = 0; files != NULL && i < files->children->len; i++)
        {
          const char *file = om_json_value_take_string (g_ptr_array_index (files->children, i),
                                                        "filename");

          if (file != NULL)
            om_read_job_attach (self->job, data, OM_ATTACHED_FILE, file, NULL);
        }
    }
  take_relations (memo, name, draft);
  om_json_value_take_string (memo, "snippet");
  if (name == NULL && number != NULL)
    name = number->text;
  return om_json_source_finish (self->job, draft, tags, memo, data, name, place, error);
}

static int
memos_probe (OmContainer  *look,
             GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  g_autofree char *head = NULL;
  const char *start;

  if (om_container_get_kind (look) != OM_CONTAINER_FILE || members->len == 0)
    return 0;
  head = om_container_head (look, g_ptr_array_index (members, 0), OM_FORMAT_HEAD, cancellable);
  start = head != NULL ? head + strspn (head, " \t\n") : "";
  if (*start == '{' && strstr (start, "\"memos\"") != NULL && strstr (start, "\"content\"") != NULL)
    return 90;
  return *start == '[' && strstr (start, "\"createdTs\"") != NULL &&
         strstr (start, "\"content\"") != NULL ? 85 : 0;
}

static gboolean
memos_read (OmReadJob    *job,
            OmContainer  *container,
            GError      **error)
{
  GPtrArray *members = om_container_get_members (container);
  Memos self = { .job = job };

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autoptr (OmJsonValue) rest = NULL;
      const char *next;

      if (!g_str_has_suffix (member->name, ".json") &&
          om_container_get_kind (container) != OM_CONTAINER_FILE)
        continue;
      if (!om_json_source_read (job, container, member, "memos", memo_cb, &self, &rest, error))
        return FALSE;
      next = om_json_value_take_string (rest, "nextPageToken");
      if (next != NULL && *next != '\0')
        om_import_report_add (job->report, FALSE, member->path,
                              _("The file is not the whole: there are more pages, which have to be "
                                "saved and imported, too."));
    }
  om_format_remark_archived (job, self.n_archived);
  return TRUE;
}

const OmFormat om_memos_format = {
  .name = "memos",
  .title = "Memos",
  .probe = memos_probe,
  .read = memos_read,
};
