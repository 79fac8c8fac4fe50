/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mini Diary's JSON: an entry a day, the day its name. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "archive/om-json-source.h"

/* `Mon Jul 01 2019 21:00:00 GMT+0200`, as JavaScript writes it. */
static gboolean
parse_script_date (const char *text,
                   OmMoment   *moment)
{
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4] = "";
  int day, year, hour, minute, second, zone_hour, zone_minute;
  char sign;
  const char *found;
  g_autofree char *iso = NULL;

  if (sscanf (text, "%*3s %3s %2d %4d %2d:%2d:%2d GMT%c%2d%2d", month, &day, &year, &hour, &minute,
              &second, &sign, &zone_hour, &zone_minute) != 9 || strlen (month) != 3)
    return FALSE;
  found = strstr (months, month);
  if (found == NULL || (found - months) % 3 != 0)
    return FALSE;
  iso = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d%c%02d:%02d", year,
                         (int) (found - months) / 3 + 1, day, hour, minute, second, sign, zone_hour,
                         zone_minute);
  return om_moment_parse (iso, NULL, moment, NULL);
}

static gboolean
entry_cb (OmJsonValue  *entry,
          const char   *place,
          gpointer      job_data,
          GError      **error)
{
  OmReadJob *job = job_data;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *title = om_json_value_take_text (entry, "title");
  g_autofree char *text = om_json_value_take_text (entry, "text");
  const char *updated = om_json_value_take_string (entry, "dateUpdated");
  OmDraft *draft = om_read_job_draft (job, title, strlen (title), text, strlen (text));
  OmMoment moment;

  if (entry->name != NULL && strlen (entry->name) == strlen ("2019-07-01") &&
      om_moment_parse (entry->name, job->options->zone, &moment, NULL))
    draft->happened = moment;
  if (updated != NULL)
    {
      g_autofree char *iso = NULL;

      if (parse_script_date (updated, &moment))
        {
          g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

          moment = om_moment_at (moment.ms, utc);
          iso = om_moment_format (&moment);
        }
      om_source_data_add (data, "modified", iso != NULL ? iso : updated);
    }
  return om_json_source_finish (job, draft, tags, entry, data, entry->name, place, error);
}

static int
mini_diary_probe (OmContainer  *look,
                  GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  g_autofree char *head = NULL;

  if (om_container_get_kind (look) != OM_CONTAINER_FILE || members->len == 0)
    return 0;
  head = om_container_head (look, g_ptr_array_index (members, 0), OM_FORMAT_HEAD, cancellable);
  return head != NULL && strstr (head, "\"Mini Diary\"") != NULL &&
         strstr (head, "\"entries\"") != NULL ? 97 : 0;
}

static gboolean
mini_diary_read (OmReadJob    *job,
                 OmContainer  *container,
                 GError      **error)
{
  GPtrArray *members = om_container_get_members (container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      if ((g_str_has_suffix (member->name, ".json") ||
           om_container_get_kind (container) == OM_CONTAINER_FILE) &&
          !om_json_source_read (job, container, member, "entries", entry_cb, job, NULL, error))
        return FALSE;
    }
  return TRUE;
}

const OmFormat om_mini_diary_format = {
  .name = "minidiary",
  .title = "Mini Diary",
  .probe = mini_diary_probe,
  .read = mini_diary_read,
};
