/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diarium's JSON: a list of entries in HTML, their times local and without a zone. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "archive/om-html-text.h"
#include "archive/om-json-source.h"

static gboolean
entry_cb (OmJsonValue  *entry,
          const char   *place,
          gpointer      job_data,
          GError      **error)
{
  OmReadJob *job = job_data;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *heading = om_json_value_take_text (entry, "heading");
  g_autofree char *html = om_json_value_take_text (entry, "html");
  g_autofree char *text = om_html_to_markdown (html);
  const char *date = om_json_value_take_string (entry, "date");
  OmJsonValue *location = om_json_value_take (entry, "location", OM_JSON_ARRAY_START);
  OmDraft *draft = om_read_job_draft (job, heading, strlen (heading), text, strlen (text));
  g_autofree char *id = NULL;
  OmMoment moment;

  if (date != NULL && om_moment_parse (date, job->options->zone, &moment, NULL))
    draft->happened = moment;
  else if (date != NULL)
    om_source_data_add (data, "date", date);
  if (location != NULL)
    {
      g_autoptr (GString) place_words = g_string_new (NULL);

      for (guint i = 0; i < location->children->len; i++)
        {
          OmJsonValue *part = g_ptr_array_index (location->children, i);

          if (part->text != NULL)
            g_string_append_printf (place_words, "%s%s", place_words->len > 0 ? ", " : "",
                                    part->text);
        }
      if (place_words->len > 0)
        om_source_data_add (data, "location", place_words->str);
    }
  om_json_source_take_tags (entry, "tags", tags);
  id = g_strconcat (date != NULL ? date : "undated", *heading != '\0' ? " " : "", heading, NULL);
  return om_json_source_finish (job, draft, tags, entry, data, id, place, error);
}

static int
diarium_probe (OmContainer  *look,
               GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  g_autofree char *head = NULL;

  if (om_container_get_kind (look) != OM_CONTAINER_FILE || members->len == 0)
    return 0;
  head = om_container_head (look, g_ptr_array_index (members, 0), OM_FORMAT_HEAD, cancellable);
  return head != NULL && head[strspn (head, " \t\n")] == '[' &&
         strstr (head, "\"date\"") != NULL && strstr (head, "\"html\"") != NULL &&
         strstr (head, "\"heading\"") != NULL ? 90 : 0;
}

static gboolean
diarium_read (OmReadJob    *job,
              OmContainer  *container,
              GError      **error)
{
  GPtrArray *members = om_container_get_members (container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      if ((g_str_has_suffix (member->name, ".json") ||
           om_container_get_kind (container) == OM_CONTAINER_FILE) &&
          !om_json_source_read (job, container, member, NULL, entry_cb, job, NULL, error))
        return FALSE;
    }
  return TRUE;
}

const OmFormat om_diarium_format = {
  .name = "diarium",
  .title = "Diarium",
  .probe = diarium_probe,
  .read = diarium_read,
};
