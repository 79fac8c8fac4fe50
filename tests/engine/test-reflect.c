/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reflection: what comes of repetitions and themes, and that it does not depend on how often it ran. */
#include "config.h"

#include <string.h>

#include "test-engine.h"

#include "engine/om-reflect.h"

#define DAY OM_MS_PER_DAY

static OmReflectReport *
reflect (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmReflectReport *report = om_engine_reflect (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  return report;
}

/* One entry of the invented journal: the canal comes back, the rest is all sorts. */
static char *
write_day (Fixture *fixture,
           guint    day)
{
  static const char *const others[] = {
    "Tuned the piano with old Mr Brandt.", "Bought eleven blue tiles for the hall.", "The tax letter came at last.",
    "Soup with leeks, too much salt.", "Nadia rang about the ferry tickets.", "Mended the lamp on the stairs.",
    "A parcel of books from Tomas.", "Slept badly, the wind again.", "New chain for the green bicycle.",
    "Planted garlic behind the shed.", "The choir sang without sheet music.", "Read half of the fog novel.",
  };
  g_autofree char *text = day % 4 == 0 ? g_strdup_printf ("Yesterday heron canal morning walk%s", day % 8 == 0 ? " ice" : " fog")
                                       : g_strdup (others[(day - day / 4) % G_N_ELEMENTS (others)]);

  return fixture_remember_at (fixture, TEST_NOW + day * DAY, text);
}

static guint
count_reflections (Fixture *fixture)
{
  OmStats stats;

  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  return stats.by_type[OM_MEMORY_TYPE_REFLECTION];
}

static void
test_theme (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmReflectReport) first = NULL;
  g_autoptr (OmReflectReport) again = NULL;
  g_autoptr (OmMemory) reflection = NULL;
  g_autoptr (OmMemory) source = NULL;
  g_autoptr (GPtrArray) related = NULL;
  g_autoptr (GError) error = NULL;
  guint n_sources = 0;
  guint n_created;

  for (guint day = 0; day < 24; day++)
    g_free (write_day (fixture, day));
  fixture->now = TEST_NOW + 25 * DAY;
  first = reflect (fixture);
  g_assert_false (first->skipped);
  n_created = g_strv_length (first->created);
  g_assert_cmpuint (n_created, >=, 1);
  g_assert_cmpuint (count_reflections (fixture), ==, n_created);

  reflection = om_engine_get (fixture->engine, first->created[0], NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (reflection->origin, ==, OM_ORIGIN_DERIVED);
  g_assert_cmpint (reflection->sector, ==, OM_SECTOR_REFLECTIVE);
  g_assert_nonnull (strstr (reflection->content, "canal"));

  related = om_engine_get_related (fixture->engine, reflection->id, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < related->len; i++)
    {
      const OmRelated *end = g_ptr_array_index (related, i);

      if (end->waypoint.kind != OM_WAYPOINT_REFLECTION)
        continue;
      n_sources++;
      g_assert_true ((end->memory->flags & OM_FLAG_CONSOLIDATED) != 0);
      g_assert_nonnull (strstr (end->memory->content, "heron"));
    }
  g_assert_cmpuint (n_sources, >=, 2);

  again = reflect (fixture);
  g_assert_cmpuint (again->days, ==, 0);
  g_assert_cmpuint (count_reflections (fixture), ==, n_created);
}

static void
test_too_few (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmReflectReport) report = NULL;

  for (guint day = 0; day < 19; day++)
    g_free (write_day (fixture, day));
  fixture->now = TEST_NOW + 20 * DAY;
  report = reflect (fixture);
  g_assert_true (report->skipped && report->too_few);
  g_assert_cmpuint (count_reflections (fixture), ==, 0);
}

static void
test_running_day (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmReflectReport) over = NULL;
  g_autoptr (OmReflectReport) now = NULL;

  for (guint day = 0; day < 24; day++)
    g_free (write_day (fixture, day));
  over = reflect (fixture);
  g_assert_cmpuint (over->days, ==, 23);
  now = om_engine_reflect (fixture->engine, TRUE, NULL, NULL);
  g_assert_cmpuint (now->days, ==, 1);
}

/* Every day or once at the end: the same reflections of the same sources. */
static void
test_same_however_often (void)
{
  char *texts[2] = { NULL, NULL };

  for (int run = 0; run < 2; run++)
    {
      Fixture fixture = { 0 };
      g_autoptr (GArray) items = NULL;
      g_autoptr (OmFilter) filter = om_filter_new ();
      GString *text = g_string_new (NULL);

      fixture_set_up (&fixture, NULL);
      for (guint day = 0; day < 40; day++)
        {
          g_free (write_day (&fixture, day));
          if (run == 1 && day >= 20)
            om_reflect_report_free (reflect (&fixture));
        }
      fixture.now = TEST_NOW + 41 * DAY;
      om_reflect_report_free (reflect (&fixture));

      filter->types = 1u << OM_MEMORY_TYPE_REFLECTION;
      items = om_engine_list (fixture.engine, filter, OM_SORT_OLDEST, NULL, NULL);
      for (guint i = 0; i < items->len; i++)
        {
          g_autoptr (GPtrArray) memories = om_engine_get_rows (fixture.engine, &g_array_index (items, OmListItem, i).row, 1, NULL, NULL);
          const OmMemory *memory = g_ptr_array_index (memories, 0);

          g_string_append_printf (text, "%d %s\n", om_moment_civil_day (&memory->happened), memory->content);
        }
      texts[run] = g_string_free (text, FALSE);
      fixture_tear_down (&fixture, NULL);
    }
  g_assert_cmpstr (texts[0], !=, "");
  g_assert_cmpstr (texts[0], ==, texts[1]);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
}

void
test_reflect_add (void)
{
  g_test_add ("/reflect/theme", Fixture, NULL, fixture_set_up, test_theme, fixture_tear_down);
  g_test_add ("/reflect/too-few", Fixture, NULL, fixture_set_up, test_too_few, fixture_tear_down);
  g_test_add ("/reflect/running-day", Fixture, NULL, fixture_set_up, test_running_day, fixture_tear_down);
  g_test_add_func ("/reflect/same-however-often", test_same_however_often);
}
