/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case S5: the day of an entry is its day in the source, whichever zone it was imported in: in the list, in the
 * calendar and its heat map, and in every export. The command is asked in tests/cli/test-cli-import.c, the bus
 * in tests/bus/test-archive.c. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-export.h"
#include "archive/om-import.h"
#include "engine/om-days.h"
#include "support/om-test-folder.h"

/* What has a day and no time, in order. */
static const struct
{
  const char *relative;
  const char *days[6];
} samples[] = {
  { "obsidian/vault", { "2024-01-05", "2024-01-06", "2024-01-09" } },
  { "rednotebook/real/data", { "1899-12-31", "2024-01-01", "2024-01-02", "2024-01-31", "2024-02-29" } },
  { "minidiary/mini-diary.json", { "2019-07-01", "2019-07-02" } },
};

static void
import (OmEngine   *engine,
        const char *path,
        GTimeZone  *zone)
{
  OmImportOptions options = { .read = test_options (zone) };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, &error);
  g_autoptr (OmImportReport) report = NULL;

  g_assert_no_error (error);
  report = om_import (engine, reader, file, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static char *
format_day (int year,
            int month,
            int day)
{
  return g_strdup_printf ("%04d-%02d-%02d", year, month, day);
}

/* The days that are listed without a time, oldest first, and on each of them the calendar counts this one. */
static char *
list_days (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (engine, NULL, OM_SORT_OLDEST, NULL, &error);
  g_autoptr (GArray) days = om_engine_count_days (engine, NULL, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < items->len; i++)
    {
      const OmMoment *happened = &g_array_index (items, OmListItem, i).happened;
      g_autofree char *name = NULL;
      gint32 number;
      int year;
      int month;
      int day;

      if (happened->precision != OM_PRECISION_DAY)
        continue;
      om_moment_civil_date (happened, &year, &month, &day);
      name = format_day (year, month, day);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", name);
      number = om_date_to_day_number (year, month, day);
      g_assert_cmpuint (om_days_count_between (days, number, number), ==, 1);
    }
  return g_string_free (text, FALSE);
}

/* The same of a JSON export. */
static char *
list_exported (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  JsonArray *list;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  list = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "entries");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *entry = json_array_get_object_element (list, i);

      if (!g_str_equal (json_object_get_string_member (entry, "precision"), "day"))
        continue;
      g_assert_cmpstr (json_object_get_string_member (entry, "when"), ==, json_object_get_string_member (entry, "date"));
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", json_object_get_string_member (entry, "date"));
    }
  return g_string_free (text, FALSE);
}

static char *
export (OmEngine         *engine,
        const char       *folder,
        const OmExporter *exporter,
        const char       *name)
{
  OmExportOptions options = { .choice = { .whole = TRUE } };
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmExportReport) report = om_export (engine, exporter, path, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return path;
}

/* What comes out in one zone and goes in in another has the same days. */
static void
assert_exports (OmEngine   *engine,
                const char *folder,
                const char *expected)
{
  static const struct
  {
    const OmExporter *exporter;
    const char       *name;
  } exports[] = {
    { &om_archive_exporter, "all.openmemory" },
    { &om_markdown_exporter, "notes" },
    { &om_csv_exporter, "entries.csv" },
    { &om_json_exporter, "entries.json" },
  };
  g_autoptr (GTimeZone) elsewhere = g_time_zone_new_identifier ("Pacific/Pago_Pago");

  for (gsize i = 0; i < G_N_ELEMENTS (exports); i++)
    {
      g_autofree char *path = export (engine, folder, exports[i].exporter, exports[i].name);
      g_autofree char *days = NULL;

      if (exports[i].exporter == &om_json_exporter)
        days = list_exported (path);
      else
        {
          g_autofree char *second = g_strdup_printf ("%s/of-%s", folder, exports[i].name);
          OmEngine *other = test_open_store (second);

          import (other, path, elsewhere);
          days = list_days (other);
          om_engine_close (other);
          g_assert_finalize_object (other);
        }
      g_assert_cmpstr (days, ==, expected);
    }
}

static void
test_days (gconstpointer data)
{
  const char *name = data;
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (name);

  g_assert_nonnull (zone);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *folder = test_make_folder ();
      g_autofree char *expected = g_strjoinv (" ", (char **) samples[i].days);
      g_autofree char *path = test_sample_path (samples[i].relative);
      OmEngine *engine = test_open_store (folder);
      g_autofree char *days = NULL;

      import (engine, path, zone);
      days = list_days (engine);
      g_assert_cmpstr (days, ==, expected);
      assert_exports (engine, folder, expected);
      om_engine_close (engine);
      g_assert_finalize_object (engine);
      om_test_folder_remove (folder);
    }
}

void
test_add_days (void)
{
  g_test_add_data_func ("/archive/days/los-angeles", "America/Los_Angeles", test_days);
  g_test_add_data_func ("/archive/days/tokyo", "Asia/Tokyo", test_days);
  g_test_add_data_func ("/archive/days/kiritimati", "Pacific/Kiritimati", test_days);
}
