/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: they count everywhere and at once, change no memory, and resetting brings the same bits back. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/om-act.h"
#include "engine/om-doctor.h"
#include "engine/om-settings.h"
#include "store/om-store-meta.h"
#include "test-engine.h"

#define N_DAYS 400

static void
choose (OmEngine *engine,
        OmSetting setting,
        double    value)
{
  OmSettingChange change = { setting, FALSE, value };
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_change_settings (engine, &change, 1, NULL, &error));
  g_assert_no_error (error);
}

static void
reset_all (OmEngine *engine)
{
  OmSettingChange changes[OM_N_SETTINGS];
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < OM_N_SETTINGS; i++)
    changes[i] = (OmSettingChange){ i, TRUE, 0 };
  g_assert_true (om_engine_change_settings (engine, changes, OM_N_SETTINGS, NULL, &error));
  g_assert_no_error (error);
}

/** Picture: everything that is reckoned about a memory. */
typedef struct
{
  double      salience[N_DAYS];
  int         vividness[N_DAYS];
  double      present;
  int         percent;
  OmVividness word;
  OmForecast  forecast;
} Picture;

static void
draw (Fixture    *fixture,
      const char *id,
      Picture    *picture)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmHistory) history = om_engine_get_history (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  memset (picture, 0, sizeof *picture);
  for (int day = 0; day < N_DAYS; day++)
    {
      gint64 at = TEST_NOW + day * OM_MS_PER_DAY;

      picture->salience[day] = om_engine_salience_at (fixture->engine, history, memory, at);
      picture->vividness[day] = om_engine_vividness_at (fixture->engine, history, memory, at);
    }
  picture->present = om_engine_present_salience (fixture->engine, memory);
  picture->word = om_engine_get_vividness (fixture->engine, memory, &picture->percent);
  picture->forecast = history->forecast;
}

static guint
count_resting (Fixture *fixture)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = NULL;

  filter->vividness = 1u << OM_VIVIDNESS_RESTING;
  items = om_engine_list (fixture->engine, filter, OM_SORT_VIVIDNESS, NULL, &error);
  g_assert_no_error (error);
  return items->len;
}

static void
test_pace (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree Picture *natural = g_new (Picture, 1);
  g_autofree Picture *slow = g_new (Picture, 1);
  g_autofree Picture *again = g_new (Picture, 1);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fixture->now += 90 * OM_MS_PER_DAY;
  before = fixture_dump (fixture);
  draw (fixture, id, natural);
  g_assert_cmpint (natural->word, ==, OM_VIVIDNESS_RESTING);
  g_assert_cmpint (natural->forecast.resting_at, ==, 0);
  g_assert_cmpuint (count_resting (fixture), ==, 1);

  choose (fixture->engine, OM_SETTING_PACE, OM_PACE_SLOW);
  draw (fixture, id, slow);
  /* The past is drawn anew as well as the present and what is to come. */
  g_assert_cmpint (slow->vividness[0], ==, natural->vividness[0]);
  for (int day = 1; day < N_DAYS; day++)
    g_assert_cmpint (slow->vividness[day], >=, natural->vividness[day]);
  g_assert_cmpint (slow->vividness[40], >, natural->vividness[40]);
  g_assert_cmpint (slow->word, ==, OM_VIVIDNESS_CLEAR);
  g_assert_cmpint (slow->percent, ==, slow->vividness[90]);
  g_assert_cmpint (slow->forecast.fading_at, >, fixture->now);
  g_assert_cmpint (slow->forecast.resting_at, >, slow->forecast.fading_at);
  g_assert_cmpuint (count_resting (fixture), ==, 0);
  /* Pace is of activity; salience has its own numbers. */
  g_assert_cmpmem (slow->salience, sizeof slow->salience, natural->salience, sizeof natural->salience);

  choose (fixture->engine, OM_SETTING_PACE, OM_PACE_OFF);
  draw (fixture, id, again);
  g_assert_cmpint (again->forecast.resting_at, ==, G_MAXINT64);
  g_assert_cmpint (again->vividness[N_DAYS - 1], ==, again->vividness[0]);

  reset_all (fixture->engine);
  draw (fixture, id, again);
  g_assert_cmpmem (again, sizeof *again, natural, sizeof *natural);
  after = fixture_dump (fixture);
  /* Nothing was written but the number of the revision. */
  g_assert_cmpuint (strlen (after), ==, strlen (before));
}

static void
test_constants (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree Picture *published = g_new (Picture, 1);
  g_autofree Picture *changed = g_new (Picture, 1);

  fixture->now += 60 * OM_MS_PER_DAY;
  draw (fixture, id, published);
  for (int i = OM_SETTING_FADING_HOT; i <= OM_SETTING_REST_THRESHOLD; i++)
    {
      double minimum;
      double maximum;

      om_setting_get_range (i, &minimum, &maximum);
      for (int end = 0; end < 2; end++)
        {
          double value = end == 0 ? minimum : maximum;

          choose (fixture->engine, i, value);
          g_assert_cmpfloat (om_engine_get_setting (fixture->engine, i), ==, value);
          draw (fixture, id, changed);
          for (int day = 0; day < N_DAYS; day++)
            {
              g_assert_true (changed->salience[day] >= 0 && changed->salience[day] <= 1);
              g_assert_true (changed->vividness[day] >= 0 && changed->vividness[day] <= 100);
              g_assert_true (day == 0 || changed->salience[day] <= changed->salience[day - 1]);
            }
          reset_all (fixture->engine);
        }
    }
  choose (fixture->engine, OM_SETTING_FADING_COLD, 0.5);
  draw (fixture, id, changed);
  g_assert_cmpfloat (changed->present, <, published->present);
  reset_all (fixture->engine);
  draw (fixture, id, changed);
  g_assert_cmpmem (changed, sizeof *changed, published, sizeof *published);
}

static void
test_strength (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *first = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *second = fixture_remember (fixture, "Bought bread and onions.");
  g_autoptr (OmMemory) strong = NULL;
  g_autoptr (OmMemory) gentle = NULL;

  fixture->now += 30 * OM_MS_PER_DAY;
  om_answer_unref (fixture_recall (fixture, "heron"));
  choose (fixture->engine, OM_SETTING_RECALL_STRENGTH, OM_RECALL_STRENGTH_GENTLE);
  om_answer_unref (fixture_recall (fixture, "onions"));
  strong = fixture_get (fixture, first);
  gentle = fixture_get (fixture, second);
  g_assert_cmpfloat (gentle->salience, <, strong->salience - 0.2);
}

static void
changed_cb (OmEngine *engine,
            gint64    revision,
            guint    *n_told)
{
  (*n_told)++;
}

/* What recalling does to a memory and to its neighbour, by numbers of the table. */
static void
test_recall_numbers (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *neighbour = fixture_remember (fixture, "Bread, milk and a bag of onions.");
  g_autoptr (OmMemory) first = fixture_get (fixture, id);
  g_autoptr (OmMemory) other = fixture_get (fixture, neighbour);
  double salience = first->salience;
  g_autoptr (OmMemory) recalled = NULL;
  g_autoptr (OmMemory) spread = NULL;
  g_autoptr (OmMemory) reached = NULL;
  const char *ids[] = { id, NULL };

  g_assert_true (om_engine_link (fixture->engine, id, neighbour, NULL, NULL));
  choose (fixture->engine, OM_SETTING_RECALL_STRENGTH, OM_RECALL_STRENGTH_GENTLE);
  choose (fixture->engine, OM_SETTING_RECALL_TRACE, 0);
  choose (fixture->engine, OM_SETTING_PROPAGATE_SHARE, 0);
  choose (fixture->engine, OM_SETTING_CONTEXT_SHARE, 0);
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_REMEMBER, ids, NULL, NULL, NULL));
  recalled = fixture_get (fixture, id);
  g_assert_cmpfloat_with_epsilon (recalled->salience, salience + OM_REINFORCE_GENTLE, 1e-12);
  spread = fixture_get (fixture, neighbour);
  g_assert_cmpfloat (spread->salience, ==, other->salience);

  choose (fixture->engine, OM_SETTING_PROPAGATE_SHARE, 0.5);
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_REMEMBER, ids, NULL, NULL, NULL));
  reached = fixture_get (fixture, neighbour);
  g_assert_cmpfloat (reached->salience, >, other->salience + 0.1);
}

/* Another engine on the same store stands for another process: it reckons with the same at its next job,
 * and tells so. */
static void
test_others (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  OmEngine *other = engine_open (fixture, OM_OPEN_DEFAULT);
  g_autoptr (OmMemory) memory = NULL;
  guint n_told = 0;
  int percent;
  int slow;

  g_signal_connect (other, "changed", G_CALLBACK (changed_cb), &n_told);
  fixture->now += 60 * OM_MS_PER_DAY;
  choose (fixture->engine, OM_SETTING_PACE, OM_PACE_SLOW);
  memory = om_engine_get (other, id, NULL, NULL);
  g_assert_nonnull (memory);
  g_assert_cmpfloat (om_engine_get_setting (other, OM_SETTING_PACE), ==, OM_PACE_SLOW);
  om_engine_get_vividness (fixture->engine, memory, &slow);
  om_engine_get_vividness (other, memory, &percent);
  g_assert_cmpint (percent, ==, slow);
  while (n_told == 0)
    g_main_context_iteration (NULL, TRUE);

  choose (other, OM_SETTING_FLOOR, 0.2);
  memory = (om_memory_unref (memory), om_engine_get (fixture->engine, id, NULL, NULL));
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_FLOOR), ==, 0.2);
  g_assert_cmpfloat (om_engine_get_setting (other, OM_SETTING_PACE), ==, OM_PACE_SLOW);
  engine_close (other);

  /* And at the next start. */
  fixture_reopen (fixture);
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_PACE), ==, OM_PACE_SLOW);
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_FLOOR), ==, 0.2);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  static const struct
  {
    OmSetting   setting;
    const char *text;
  } bad[] = {
    { OM_SETTING_PACE, "fast" },          { OM_SETTING_PACE, "" },
    { OM_SETTING_HEAVY_MEMORIES, "yes" }, { OM_SETTING_REFLECTION_INTERVAL, "0" },
    { OM_SETTING_REFLECTION_INTERVAL, "1.5" }, { OM_SETTING_FLOOR, "nan" },
    { OM_SETTING_FLOOR, "-0.1" },         { OM_SETTING_FLOOR, "0.1 " },
    { OM_SETTING_FADING_COLD, "inf" },    { OM_SETTING_FADING_COLD, "1e300" },
    { OM_SETTING_FADING_COLD, "0,05" },   { OM_SETTING_FLOOR, "0x1p-2" },
    { OM_SETTING_REFLECTION_INTERVAL, "0X10" },
  };
  OmSettingChange changes[] = { { OM_SETTING_PACE, FALSE, OM_PACE_SLOW }, { OM_SETTING_FLOOR, FALSE, NAN } };
  g_autoptr (GError) refused = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      double value;

      g_assert_false (om_setting_parse (bad[i].setting, bad[i].text, &value, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, om_setting_get_key (bad[i].setting)));
    }
  /* All or nothing. */
  g_assert_false (om_engine_change_settings (fixture->engine, changes, 2, NULL, &refused));
  g_assert_error (refused, OM_ERROR, OM_ERROR_INVALID);
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_PACE), ==, OM_PACE_NATURAL);
}

static void
test_table (void)
{
  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      double minimum;
      double maximum;
      double value;
      g_autofree char *text = om_setting_format (i, om_setting_get_default (i));
      g_autoptr (GError) error = NULL;

      om_setting_get_range (i, &minimum, &maximum);
      g_assert_cmpfloat (minimum, <=, om_setting_get_default (i));
      g_assert_cmpfloat (maximum, >=, om_setting_get_default (i));
      g_assert_true (om_setting_parse (i, text, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (value, ==, om_setting_get_default (i));
      g_assert_cmpint (om_setting_from_key (om_setting_get_key (i)), ==, i);
      g_assert_cmpint (*om_setting_get_title (i), !=, '\0');
      g_assert_cmpint (*om_setting_get_description (i), !=, '\0');
    }
  /* Whole numbers stand in full. */
  for (int number = 1; number <= 1440; number++)
    {
      g_autofree char *text = om_setting_format (OM_SETTING_REFLECTION_INTERVAL, number);
      g_autofree char *full = g_strdup_printf ("%d", number);

      g_assert_cmpstr (text, ==, full);
    }
  /* Every bit comes back. */
  for (int i = 0; i < 1000; i++)
    {
      double number = g_test_rand_double_range (0, 0.5);
      g_autofree char *text = om_setting_format (OM_SETTING_FLOOR, number);
      double value;

      g_assert_true (om_setting_parse (OM_SETTING_FLOOR, text, &value, NULL));
      g_assert_cmpfloat (value, ==, number);
    }
}

static gpointer
spoil (const OmWriteContext *context,
       gpointer              args,
       GCancellable         *cancellable,
       GError              **error)
{
  return om_store_meta_set (context->store, "setting.pace", "fast", error) &&
             om_store_meta_set (context->store, "setting.floor", "NaN", error) &&
             om_store_meta_set (context->store, "setting.of-a-newer-version", "7", error)
           ? OM_ENGINE_DONE
           : NULL;
}

static void
test_doctor (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmDoctorReport) found = NULL;
  g_autoptr (OmDoctorReport) repaired = NULL;
  g_autoptr (OmDoctorReport) sound = NULL;

  fixture_write (fixture, spoil, NULL);
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_PACE), ==, OM_PACE_NATURAL);
  g_assert_cmpfloat (om_engine_get_setting (fixture->engine, OM_SETTING_FLOOR), ==, OM_SALIENCE_FLOOR);
  found = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_false (found->sound);
  g_assert_cmpuint (found->findings->len, ==, 2);
  repaired = om_engine_doctor (fixture->engine, TRUE, NULL, NULL);
  g_assert_true (repaired->sound);
  sound = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_true (sound->sound);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down)

void
test_settings_add (void)
{
  g_test_add_func ("/settings/table", test_table);
  ADD ("/settings/pace", test_pace);
  ADD ("/settings/constants", test_constants);
  ADD ("/settings/strength", test_strength);
  ADD ("/settings/recall-numbers", test_recall_numbers);
  ADD ("/settings/others", test_others);
  ADD ("/settings/refused", test_refused);
  ADD ("/settings/doctor", test_doctor);
}
