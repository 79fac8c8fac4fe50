/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reflection: what comes of repetitions and themes, and that it does not depend on how often it ran. */
#include "config.h"

#include <string.h>

#include "test-engine.h"

#include "engine/om-intake.h"
#include "engine/om-following.h"
#include "engine/om-reflect.h"
#include "engine/om-reflect-window.h"

#define DAY OM_MS_PER_DAY

static OmReflectReport *
reflect (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmReflectReport *report = om_engine_reflect (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  if (report->days > 0)
    g_assert_cmpint (om_engine_get_job_time (fixture->engine, "reflect", NULL, NULL), ==, fixture->now);
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

/* What is written on a day about an earlier one; 0 days ago is just now. */
static char *
write_about (Fixture    *fixture,
             const char *text,
             guint       day,
             guint       days_ago)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  fixture->now = TEST_NOW + day * DAY;
  draft->sector = OM_SECTOR_EPISODIC;
  draft->has_happened = TRUE;
  draft->happened = om_moment_at (fixture->now - days_ago * DAY, fixture->engine->zone);
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  g_assert_false (remembered->deduplicated);
  return g_strdup (remembered->id);
}

/* 20 days with nothing in common, so that reflection begins at all. */
static void
write_nothing_in_common (Fixture *fixture)
{
  for (guint day = 0; day < 20; day++)
    {
      g_autofree char *text = g_strdup_printf ("Number%u kept%u apart%u from%u everything%u else%u.", day, day, day, day, day, day);

      g_free (write_about (fixture, text, day, 0));
    }
}

static OmMemory *
only_reflection (Fixture *fixture)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GArray) items = NULL;
  g_autoptr (GPtrArray) memories = NULL;

  filter->types = 1u << OM_MEMORY_TYPE_REFLECTION;
  items = om_engine_list (fixture->engine, filter, OM_SORT_OLDEST, NULL, NULL);
  g_assert_cmpuint (items->len, ==, 1);
  memories = om_engine_get_rows (fixture->engine, &g_array_index (items, OmListItem, 0).row, 1, NULL, NULL);
  return om_memory_ref (g_ptr_array_index (memories, 0));
}

static guint
count_sources (Fixture    *fixture,
               const char *id)
{
  g_autoptr (GPtrArray) related = om_engine_get_related (fixture->engine, id, NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < related->len; i++)
    n += ((OmRelated *) g_ptr_array_index (related, i))->waypoint.kind == OM_WAYPOINT_REFLECTION;
  return n;
}

#define REPEATED "Fed the neighbour's three hungry cats early"

/* What is written down later about a day that was looked at is looked at all the same, and meets what
 * came after that day. */
static void
test_about_a_day_that_is_over (Fixture      *fixture,
                               gconstpointer data)
{
  g_autoptr (OmMemory) reflection = NULL;
  g_autoptr (OmMemory) extended = NULL;
  g_autoptr (OmReflectReport) again = NULL;

  write_nothing_in_common (fixture);
  g_free (write_about (fixture, REPEATED, 20, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  g_assert_cmpuint (count_reflections (fixture), ==, 0);

  g_free (write_about (fixture, REPEATED " today", 25, 22));
  om_reflect_report_free (reflect (fixture));
  reflection = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, reflection->id), ==, 2);
  g_assert_nonnull (strstr (reflection->content, "A pattern in 2 moments: "));
  /* It came to pass on the day of the second of the two. */
  g_assert_cmpint (om_moment_civil_day (&reflection->happened), ==, om_moment_civil_day (&(OmMoment){ .ms = TEST_NOW + 20 * DAY }));

  g_free (write_about (fixture, REPEATED " again", 26, 2));
  om_reflect_report_free (reflect (fixture));
  extended = only_reflection (fixture);
  g_assert_cmpstr (extended->id, ==, reflection->id);
  g_assert_cmpuint (count_sources (fixture, extended->id), ==, 3);
  again = reflect (fixture);
  g_assert_cmpuint (again->n_extended, ==, 0);
}

/* A reflection that grew on several days is one that grew; one that is new is told as new alone. */
static void
test_counted_once (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (OmReflectReport) made = NULL;
  g_autoptr (OmReflectReport) grown = NULL;
  g_autoptr (OmMemory) reflection = NULL;

  write_nothing_in_common (fixture);
  for (guint day = 20; day < 24; day++)
    {
      g_autofree char *text = g_strdup_printf (REPEATED " %u", day);

      g_free (write_about (fixture, text, day, 0));
    }
  fixture->now += DAY;
  made = reflect (fixture);
  g_assert_cmpuint (g_strv_length (made->created), ==, 1);
  g_assert_cmpuint (made->n_extended, ==, 0);

  for (guint day = 25; day < 29; day++)
    {
      g_autofree char *text = g_strdup_printf (REPEATED " %u", day);

      g_free (write_about (fixture, text, day, 0));
    }
  fixture->now += DAY;
  grown = reflect (fixture);
  reflection = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, reflection->id), ==, 8);
  g_assert_cmpuint (g_strv_length (grown->created), ==, 0);
  g_assert_cmpuint (grown->n_extended, ==, 1);
}

/* Thirty days of 2019, two of which repeat themselves. */
static void
import_old_tales (Fixture *fixture)
{
  g_autoptr (OmIntake) intake = NULL;
  g_autoptr (GError) error = NULL;

  intake = om_intake_new (fixture->engine, FALSE, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *text = i == 4 || i == 17 ? g_strdup (REPEATED) : g_strdup_printf ("Old%u tale%u of%u %u.", i, i, i, i * 7);
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      OmIntakeOutcome outcome;

      draft->sector = OM_SECTOR_EPISODIC;
      draft->origin = OM_ORIGIN_IMPORT;
      draft->source = g_strdup ("test");
      draft->source_key = g_steal_pointer (&key);
      draft->has_happened = TRUE;
      draft->happened = om_moment_on_day (2019, 3, (int) i + 1);
      om_intake_add (intake, draft, &outcome, NULL, &error);
      g_assert_no_error (error);
      fixture->now += 10;
    }
  om_intake_commit (intake, NULL, &error);
  g_assert_no_error (error);
}

/* An import after the job ran is reflected on as if each of its days had been lived. */
static void
test_import (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmReflectReport) report = NULL;
  g_autoptr (OmMemory) reflection = NULL;

  write_nothing_in_common (fixture);
  om_reflect_report_free (reflect (fixture));
  import_old_tales (fixture);
  report = reflect (fixture);
  g_assert_cmpuint (report->days, ==, 30);
  reflection = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, reflection->id), ==, 2);
  g_assert_cmpint (om_moment_civil_day (&reflection->happened), ==, om_date_to_day_number (2019, 3, 18));
  om_reflect_report_free (g_steal_pointer (&report));
  report = reflect (fixture);
  g_assert_cmpuint (report->days, ==, 0);
}

/** Alarm: a clock that cancels what is under way when it has been looked at so often. */
typedef struct
{
  Fixture      *fixture;
  GCancellable *cancellable;
  int           looks;
} Alarm;

static gint64
alarm_clock (gpointer data)
{
  Alarm *alarm = data;

  if (alarm->looks-- == 0)
    g_cancellable_cancel (alarm->cancellable);
  return alarm->fixture->now;
}

/* Cancelled within an import it goes on where it was, and nothing else comes of it. What has come to the import
 * meanwhile makes it begin with the import again. */
static void
test_interrupted (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) rest = NULL;
  g_autoptr (OmReflectReport) nothing = NULL;
  g_autoptr (OmMemory) reflection = NULL;
  Alarm alarm = { fixture, cancellable, 12 };
  OmClock clock = fixture->engine->clock;
  gpointer clock_data = fixture->engine->clock_data;

  write_nothing_in_common (fixture);
  om_reflect_report_free (reflect (fixture));
  import_old_tales (fixture);
  om_engine_set_clock (fixture->engine, alarm_clock, &alarm);
  g_assert_null (om_engine_reflect (fixture->engine, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  om_engine_set_clock (fixture->engine, clock, clock_data);

  rest = reflect (fixture);
  g_assert_cmpuint (rest->days, >, 10);
  g_assert_cmpuint (rest->days, <, 25);
  reflection = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, reflection->id), ==, 2);
  nothing = reflect (fixture);
  g_assert_cmpuint (nothing->days, ==, 0);
}

/* A reflection that grows tells of all its sources, also of those that are out of sight by now, and is
 * found by what it says; a text that the person has changed stays. */
static void
test_growing (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmMemory) first = NULL;
  g_autoptr (OmMemory) grown = NULL;
  g_autoptr (OmMemory) edited = NULL;
  OmMemory *values = om_memory_new ();

  write_nothing_in_common (fixture);
  g_free (write_about (fixture, REPEATED, 20, 0));
  g_free (write_about (fixture, REPEATED " today", 21, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  first = only_reflection (fixture);

  for (guint i = 0; i < 110; i++)
    {
      g_autofree char *text = g_strdup_printf ("Thing%u lies%u between%u those%u days%u.", i, i, i, i, i);

      g_free (write_about (fixture, text, 22, 0));
    }
  g_free (write_about (fixture, REPEATED " zebra", 23, 0));
  g_free (write_about (fixture, REPEATED, 24, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  /* Out of sight is out of reach: what repeats after a hundred others is a repetition of its own. */
  g_assert_cmpuint (count_reflections (fixture), ==, 2);

  g_free (write_about (fixture, REPEATED " once", 25, 4));
  om_reflect_report_free (reflect (fixture));
  grown = fixture_get (fixture, first->id);
  g_assert_cmpuint (count_sources (fixture, grown->id), ==, 3);
  g_assert_true (g_str_has_prefix (grown->content, "A pattern in 3 moments: "));
  g_assert_cmpuint (fixture_count_hits (fixture, "\"pattern in 3 moments\"", NULL), ==, 1);

  values->content = g_strdup ("The cats, always the cats.");
  om_memory_unref (fixture_edit (fixture, first->id, OM_CHANGE_CONTENT, values));
  g_free (write_about (fixture, REPEATED " twice", 26, 5));
  om_reflect_report_free (reflect (fixture));
  edited = fixture_get (fixture, first->id);
  g_assert_cmpuint (count_sources (fixture, edited->id), ==, 4);
  g_assert_cmpstr (edited->content, ==, "The cats, always the cats.");
}

/* Two that are not alike belong together by the third that is like both. */
static void
test_bridge (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmMemory) reflection = NULL;

  write_nothing_in_common (fixture);
  g_free (write_about (fixture, "one two three four five six seven eight nine ten", 20, 0));
  g_free (write_about (fixture, "one two three four five six seven eight nine ten eleven twelve", 20, 0));
  g_free (write_about (fixture, "one two three four five six seven eight nine ten eleven twelve thirteen fourteen", 20, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  reflection = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, reflection->id), ==, 3);
}

/* A theme that comes back once more is the same theme. */
static void
test_theme_goes_on (Fixture      *fixture,
                    gconstpointer data)
{
  static const char *const lines[] = {
    "heron canal morning walk ice", "heron canal morning walk fog boots", "heron canal walk rain gloves morning",
    "heron canal morning walk sun hat", "heron canal walk wind scarf morning",
  };
  g_autoptr (OmMemory) theme = NULL;

  write_nothing_in_common (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_free (write_about (fixture, lines[i], 20 + i, 0));
      fixture->now += DAY;
      om_reflect_report_free (reflect (fixture));
      g_assert_cmpuint (count_reflections (fixture), ==, i >= 2 ? 1 : 0);
    }
  theme = only_reflection (fixture);
  g_assert_cmpuint (count_sources (fixture, theme->id), ==, 5);
  g_assert_nonnull (strstr (theme->content, "(5 entries, "));
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

/* A reflection on Chinese entries is Chinese, and goes on as one. */
static void
test_chinese (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmMemory) theme = NULL;
  g_autoptr (OmMemory) extended = NULL;

  write_nothing_in_common (fixture);
  g_free (write_about (fixture, "今天又去河边跑步，跑了五公里", 20, 0));
  g_free (write_about (fixture, "晚上去河边跑步，跑了五公里", 22, 0));
  g_free (write_about (fixture, "早上去河边跑步，跑了六公里", 24, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  theme = only_reflection (fixture);
  g_assert_true (g_str_has_prefix (theme->content, "你一再写到：去河边跑步、"));
  g_assert_nonnull (strstr (theme->content, "（3 篇日记，"));
  g_assert_true (om_reflect_text_is_theme (theme->content));
  g_assert_false (om_reflect_text_is_repetition (theme->content));
  g_assert_true (om_reflect_text_is_repetition ("3 篇情景日记反复出现：给妈妈打电话"));
  g_assert_false (om_reflect_text_is_repetition ("3 篇日记反复出现：给妈妈打电话"));
  g_assert_true (om_reflect_text_is_repetition ("A pattern in 2 feelings: Sad again."));
  g_assert_false (om_reflect_text_is_repetition ("A pattern in 2 places: Sad again."));
  g_assert_false (om_reflect_text_is_repetition ("A pattern in feelings: Sad again."));
  /* As stores of before hold it. */
  g_assert_true (om_reflect_text_is_repetition ("3 episodic pattern: Went for a run."));
  g_assert_false (om_reflect_text_is_repetition ("A pattern in 3 episodic pattern: Went for a run."));

  g_free (write_about (fixture, "中午去河边跑步，跑了五公里", 26, 0));
  fixture->now += DAY;
  om_reflect_report_free (reflect (fixture));
  extended = only_reflection (fixture);
  g_assert_cmpstr (extended->id, ==, theme->id);
  g_assert_nonnull (strstr (extended->content, "（4 篇日记，"));
}

void
test_reflect_add (void)
{
  g_test_add ("/reflect/theme", Fixture, NULL, fixture_set_up, test_theme, fixture_tear_down);
  g_test_add ("/reflect/chinese", Fixture, NULL, fixture_set_up, test_chinese, fixture_tear_down);
  g_test_add ("/reflect/too-few", Fixture, NULL, fixture_set_up, test_too_few, fixture_tear_down);
  g_test_add ("/reflect/running-day", Fixture, NULL, fixture_set_up, test_running_day, fixture_tear_down);
  g_test_add ("/reflect/about-a-day-that-is-over", Fixture, NULL, fixture_set_up, test_about_a_day_that_is_over,
              fixture_tear_down);
  g_test_add ("/reflect/counted-once", Fixture, NULL, fixture_set_up, test_counted_once, fixture_tear_down);
  g_test_add ("/reflect/import", Fixture, NULL, fixture_set_up, test_import, fixture_tear_down);
  g_test_add ("/reflect/interrupted", Fixture, NULL, fixture_set_up, test_interrupted, fixture_tear_down);
  g_test_add ("/reflect/growing", Fixture, NULL, fixture_set_up, test_growing, fixture_tear_down);
  g_test_add ("/reflect/bridge", Fixture, NULL, fixture_set_up, test_bridge, fixture_tear_down);
  g_test_add ("/reflect/theme-goes-on", Fixture, NULL, fixture_set_up, test_theme_goes_on, fixture_tear_down);
  g_test_add_func ("/reflect/same-however-often", test_same_however_often);
}
