/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journey's zip: a JSON for each entry, media beside them. A number it does not know is the largest
 * there is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-html-text.h"
#include "archive/om-json-source.h"
#include "archive/om-markdown-edit.h"

#define PROBE_FILES 5

/* Warmer than any weather: unknown. */
#define MAX_DEGREES 100

/* Numbers that stand for nothing are not kept. */
static void
drop_unset (OmJsonValue *entry)
{
  for (guint i = 0; i < entry->children->len; i++)
    {
      OmJsonValue *child = g_ptr_array_index (entry->children, i);

      if (child->kind == OM_JSON_NUMBER)
        {
          double value = g_ascii_strtod (child->text, NULL);

          child->used = child->used || !isfinite (value) || fabs (value) > 1e300 || value == 0;
        }
    }
}

static void
keep_weather (OmJsonValue  *entry,
              OmSourceData *data)
{
  OmJsonValue *weather = om_json_value_take (entry, "weather", OM_JSON_OBJECT_START);
  const char *words = om_json_value_take_string (weather, "description");
  g_autoptr (GString) text = g_string_new (NULL);
  double degrees;

  if (weather == NULL)
    return;
  if (om_json_value_take_number (weather, "degree_c", &degrees) && fabs (degrees) < MAX_DEGREES)
    g_string_append_printf (text, "%s%d.%d °C", degrees < 0 ? "-" : "", (int) fabs (degrees),
                            (int) (fabs (degrees) * 10) % 10);
  if (words != NULL && *words != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", words);
  if (text->len > 0)
    om_source_data_add (data, "weather", text->str);
}

static gboolean
read_entry (OmReadJob    *job,
            OmContainer  *container,
            OmMember     *member,
            OmJsonValue  *entry,
            GError      **error)
{
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *raw = om_json_value_take_text (entry, "text");
  const char *type = om_json_value_take_string (entry, "type");
  const char *zone_name = om_json_value_take_string (entry, "timezone");
  const char *id = om_json_value_take_string (entry, "id");
  const char *address = om_json_value_take_string (entry, "address");
  OmJsonValue *photos = om_json_value_take (entry, "photos", OM_JSON_ARRAY_START);
  gboolean html = type != NULL ? !g_str_equal (type, "markdown") : strchr (raw, '<') != NULL;
  g_autofree char *text = html ? om_html_to_markdown (raw) : g_strdup (raw);
  const char *content = text;
  g_autofree char *title = om_markdown_take_title (&content);
  OmDraft *draft = om_read_job_draft (job, title, title != NULL ? strlen (title) : 0, content,
                                      strlen (content));
  g_autofree char *folder = g_strndup (member->path, (gsize) (member->name - member->path));
  double when;

  if (zone_name != NULL && *zone_name != '\0')
    {
      GTimeZone *zone = g_time_zone_new_identifier (zone_name);

      if (zone != NULL)
        {
          g_time_zone_unref (draft->zone);
          draft->zone = zone;
        }
      om_source_data_add (data, "timezone", zone_name);
    }
  if (om_json_value_take_number (entry, "date_journal", &when))
    om_foreign_time_from_number (when, draft->zone, &draft->happened);
  if (om_json_value_take_true (entry, "favourite"))
    draft->flags |= OM_FLAG_STARRED;
  if (address != NULL && *address != '\0')
    om_source_data_add (data, "location", address);
  keep_weather (entry, data);
  om_json_value_take_string (entry, "preview_text");
  om_json_value_take_true (entry, "favourite");
  om_json_source_take_tags (entry, "tags", tags);
  for (guint i = 0; photos != NULL && i < photos->children->len; i++)
    {
      OmJsonValue *photo = g_ptr_array_index (photos->children, i);
      g_autofree char *path = NULL;

      if (photo->kind != OM_JSON_STRING)
        continue;
      path = g_strconcat (folder, photo->text, NULL);
      om_read_job_attach (job, data, OM_ATTACHED_PHOTO, photo->text,
                          om_container_find (container, path));
    }
  drop_unset (entry);
  return om_json_source_finish (job, draft, tags, entry, data, id != NULL ? id : member->name,
                                member->path, error);
}

static int
journey_probe (OmContainer  *look,
               GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;

  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!g_str_has_suffix (member->name, ".json"))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && strstr (head, "\"date_journal\"") != NULL)
        return 95;
    }
  return 0;
}

static gboolean
journey_read (OmReadJob    *job,
              OmContainer  *container,
              GError      **error)
{
  GPtrArray *members = om_container_get_members (container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autoptr (OmJsonValue) entry = NULL;

      if (!g_str_has_suffix (member->name, ".json") &&
          om_container_get_kind (container) != OM_CONTAINER_FILE)
        continue;
      if (!om_json_source_load (job, container, member, &entry, error))
        return FALSE;
      if (entry == NULL)
        continue;
      if (entry->kind != OM_JSON_OBJECT_START || om_json_value_find (entry, "text") == NULL)
        om_import_report_add (job->report, TRUE, member->path, _("It is no entry of Journey's."));
      else if (!read_entry (job, container, member, entry, error))
        return FALSE;
    }
  return TRUE;
}

const OmFormat om_journey_format = {
  .name = "journey",
  .title = "Journey",
  .probe = journey_probe,
  .read = journey_read,
};
