/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves and outlooks: they say what the other ways of asking say, and what they foresee comes true. */
#include "config.h"

#include <math.h>

#include "engine/om-curves.h"
#include "engine/om-fade.h"
#include "engine/om-intake.h"
#include "engine/om-outlook.h"
#include "store/om-store-private.h"
#include "test-engine.h"

static OmCurves *
get_curves (Fixture      *fixture,
            OmCurvesQuery query)
{
  g_autoptr (GError) error = NULL;
  OmCurves *curves;

  query.n_points = query.n_points != 0 ? query.n_points : 50;
  query.to = query.to != 0 ? query.to : fixture->now;
  curves = om_engine_get_curves (fixture->engine, &query, NULL, &error);
  g_assert_no_error (error);
  return curves;
}

static const OmCurve *
curve_of (const OmCurves *curves,
          guint           i)
{
  g_assert_cmpuint (i, <, curves->curves->len);
  return g_ptr_array_index (curves->curves, i);
}

static OmOutlook *
get_outlook (Fixture *fixture,
             gint64   as_of,
             gint64   at)
{
  g_autoptr (GError) error = NULL;
  OmOutlook *outlook = om_engine_get_outlook (fixture->engine, as_of, at, 5, NULL, &error);

  g_assert_no_error (error);
  return outlook;
}

/* A year with things that happen: three memories, recalls now and then, one tagged. */
static void
live (Fixture *fixture,
      char    *ids[4])
{
  static const char *const texts[] = { "The heron stood at the second lock.", "Baked sourdough bread with rye.",
                                       "I feel so sad and angry about the flat." };
  const char *tagged[] = { NULL, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;

  for (int i = 0; i < 3; i++)
    {
      ids[i] = fixture_remember (fixture, texts[i]);
      fixture->now += 20 * OM_MS_PER_DAY;
    }
  ids[3] = NULL;
  answer = fixture_recall (fixture, "heron");
  fixture->now += 15 * OM_MS_PER_DAY;
  tagged[0] = ids[0];
  g_assert_true (om_engine_tag (fixture->engine, tagged, (const char *const[]){ "Water", NULL }, NULL, NULL, &error));
  g_assert_no_error (error);
}

static gpointer
damage (const OmWriteContext *context,
        gpointer              data,
        GCancellable         *cancellable,
        GError              **error)
{
  /* A point of the year 1, salience 1. */
  g_autofree char *sql =
    g_strdup_printf ("INSERT INTO event_curves (memory, points) SELECT row, x'0028D3ED7CC7FFFF000000000000F03F'"
                     " FROM memories WHERE uuid = '%s'",
                     (const char *) data);

  return om_store_exec (context->store, sql, error) ? OM_ENGINE_DONE : NULL;
}

/* A damaged point of the past does not make everything begin in the year 1. */
static void
test_damaged_point (Fixture      *fixture,
                    gconstpointer data)
{
  char *ids[4];
  g_autoptr (OmCurves) memories = NULL;
  g_autoptr (OmCurves) sectors = NULL;
  gint64 begun = fixture->now;

  live (fixture, ids);
  fixture_write (fixture, damage, ids[0]);
  memories = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
  g_assert_cmpint (memories->from, ==, begun);
  sectors = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  g_assert_cmpint (sectors->from, ==, begun);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* "From the beginning" is 0, which is after all there is where the clock stands before 1970. */
static void
test_before_1970 (Fixture      *fixture,
                  gconstpointer data)
{
  char *ids[4];
  g_autoptr (OmCurves) memories = NULL;
  g_autoptr (OmCurves) sectors = NULL;
  gint64 begun;

  fixture->now = begun = -G_GINT64_CONSTANT (100000000000);
  live (fixture, ids);
  memories = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
  g_assert_cmpint (memories->from, ==, begun);
  g_assert_cmpuint (curve_of (memories, 0)->samples->len, >, 10);
  sectors = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  g_assert_cmpint (sectors->from, ==, begun);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* A recall that was taken back is told as such. */
static void
test_taken_back (Fixture      *fixture,
                 gconstpointer data)
{
  char *ids[4];
  g_autoptr (OmCurves) curves = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  guint n_recalls = 0;
  guint n_undone = 0;

  live (fixture, ids);
  answer = fixture_recall (fixture, "heron");
  fixture->now += OM_MS_PER_DAY;
  g_assert_true (om_engine_undo (fixture->engine, answer->group, NULL, NULL, NULL));
  fixture->now += OM_MS_PER_DAY;
  curves = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
  for (guint i = 0; i < curve_of (curves, 0)->samples->len; i++)
    {
      const OmCurveSample *sample = &g_array_index (curve_of (curves, 0)->samples, OmCurveSample, i);

      n_recalls += sample->cause == OM_EVENT_RECALLED;
      n_undone += sample->cause == OM_EVENT_RECALLED && sample->undone;
    }
  g_assert_cmpuint (n_recalls, ==, 2);
  g_assert_cmpuint (n_undone, ==, 1);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* Every sample of a memory is what the history says, and each event is a jump from the value before it. */
static void
test_memories (Fixture      *fixture,
               gconstpointer data)
{
  char *ids[4];
  g_autoptr (OmCurves) curves = NULL;
  guint n_events = 0;

  live (fixture, ids);
  curves = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids,
                                                 .to = fixture->now + 40 * OM_MS_PER_DAY });
  g_assert_cmpuint (curves->curves->len, ==, 3);
  for (guint c = 0; c < 3; c++)
    {
      const OmCurve *curve = curve_of (curves, c);
      g_autoptr (OmHistory) history = om_engine_get_history (fixture->engine, ids[c], NULL, NULL);
      gint64 last = 0;

      g_assert_cmpstr (curve->key, ==, ids[c]);
      g_assert_cmpint (curve->forecast.fading_at, ==, history->forecast.fading_at);
      for (guint i = 0; i < curve->samples->len; i++)
        {
          const OmCurveSample *sample = &g_array_index (curve->samples, OmCurveSample, i);
          gboolean jumps = i + 1 < curve->samples->len && (sample + 1)->at == sample->at && (sample + 1)->cause != OM_EVENT_UNKNOWN;

          g_assert_cmpint (sample->at, >=, last);
          g_assert_true (sample->forecast == (sample->at > fixture->now));
          if (jumps)
            g_assert_cmpfloat_with_epsilon (sample->value, om_engine_salience_at (fixture->engine, history, curve->memory,
                                                                                  sample->at - 1), 1e-8);
          else
            g_assert_cmpfloat (sample->value, ==,
                               om_engine_salience_at (fixture->engine, history, curve->memory, sample->at));
          n_events += sample->cause != OM_EVENT_UNKNOWN;
          last = sample->at;
        }
    }
  /* Three beginnings, and the recall of one. */
  g_assert_cmpuint (n_events, >=, 4);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* What was foreseen is what is: the clock is moved to each instant, and asked again. */
static void
test_forecast_meets_truth (Fixture      *fixture,
                           gconstpointer data)
{
  char *ids[4];
  g_autoptr (OmCurves) foreseen = NULL;
  g_autoptr (OmCurves) vivid = NULL;
  gint64 now;

  live (fixture, ids);
  now = fixture->now;
  foreseen = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids, .from = now + 1,
                                                   .to = now + 400 * OM_MS_PER_DAY });
  vivid = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .measure = OM_MEASURE_VIVIDNESS, .keys = ids,
                                                .from = now + 1, .to = now + 400 * OM_MS_PER_DAY });
  for (guint c = 0; c < 3; c++)
    {
      const OmCurve *curve = curve_of (foreseen, c);

      for (guint i = 0; i < curve->samples->len; i++)
        {
          const OmCurveSample *sample = &g_array_index (curve->samples, OmCurveSample, i);
          int percent;

          fixture->now = sample->at;
          om_engine_get_vividness (fixture->engine, curve->memory, &percent);
          g_assert_cmpfloat (om_engine_present_salience (fixture->engine, curve->memory), ==, sample->value);
          g_assert_cmpint (percent, ==, (int) g_array_index (curve_of (vivid, c)->samples, OmCurveSample, i).value);
        }
      /* To the millisecond. */
      g_assert_cmpint (curve->forecast.fading_at, <, G_MAXINT64);
      if (curve->forecast.fading_at > 0)
        {
          fixture->now = curve->forecast.fading_at - 1;
          g_assert_cmpint (om_engine_get_vividness (fixture->engine, curve->memory, NULL), <, OM_VIVIDNESS_FADING);
          fixture->now = curve->forecast.fading_at;
          g_assert_cmpint (om_engine_get_vividness (fixture->engine, curve->memory, NULL), >=, OM_VIVIDNESS_FADING);
        }
    }
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

static void
assert_same (const OmCurves *one,
             const OmCurves *other)
{
  g_assert_cmpuint (one->curves->len, ==, other->curves->len);
  for (guint c = 0; c < one->curves->len; c++)
    {
      const OmCurve *a = curve_of (one, c);
      const OmCurve *b = curve_of (other, c);

      g_assert_cmpstr (a->key, ==, b->key);
      g_assert_cmpuint (a->samples->len, ==, b->samples->len);
      for (guint i = 0; i < a->samples->len; i++)
        {
          const OmCurveSample *x = &g_array_index (a->samples, OmCurveSample, i);
          const OmCurveSample *y = &g_array_index (b->samples, OmCurveSample, i);

          g_assert_cmpint (x->at, ==, y->at);
          g_assert_cmpfloat (x->value, ==, y->value);
          g_assert_cmpuint (x->n, ==, y->n);
          g_assert_true (x->forecast == y->forecast);
        }
    }
}

static void
assert_same_outlook (const OmOutlook *one,
                     const OmOutlook *other,
                     gboolean         with_stages)
{
  g_assert_cmpint (one->at, ==, other->at);
  g_assert_cmpuint (one->memories, ==, other->memories);
  g_assert_cmpmem (one->by_tier, sizeof one->by_tier, other->by_tier, sizeof other->by_tier);
  g_assert_cmpmem (one->by_vividness, sizeof one->by_vividness, other->by_vividness, sizeof other->by_vividness);
  if (with_stages)
    g_assert_cmpmem (one->by_stage, sizeof one->by_stage, other->by_stage, sizeof other->by_stage);
  g_assert_cmpuint (one->soonest->len, ==, other->soonest->len);
  for (guint i = 0; i < one->soonest->len; i++)
    {
      const OmSoon *a = g_ptr_array_index (one->soonest, i);
      const OmSoon *b = g_ptr_array_index (other->soonest, i);

      g_assert_cmpstr (a->memory->id, ==, b->memory->id);
      g_assert_cmpint (a->forecast.fading_at, ==, b->forecast.fading_at);
      g_assert_cmpint (a->forecast.resting_at, ==, b->forecast.resting_at);
    }
}

/* As of a day means: what one would have seen on that day, whatever happened since. */
static void
test_as_of (Fixture      *fixture,
            gconstpointer data)
{
  static const OmCurvesOf groups[] = { OM_CURVES_OF_MEMORIES, OM_CURVES_OF_SECTORS, OM_CURVES_OF_TIERS };
  char *ids[4];
  g_autoptr (OmOutlook) outlook_then = NULL;
  g_autoptr (OmOutlook) outlook_since = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  OmCurves *then[3][2];
  gint64 day;
  gint64 from;

  live (fixture, ids);
  day = fixture->now;
  from = day - 70 * OM_MS_PER_DAY;
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      for (int m = 0; m < 2; m++)
        then[i][m] = get_curves (fixture, (OmCurvesQuery){ .of = groups[i], .measure = (OmMeasure) m, .keys = ids, .from = from,
                                                           .to = day + 90 * OM_MS_PER_DAY });
    }
  outlook_then = get_outlook (fixture, 0, day);

  fixture->now += 33 * OM_MS_PER_DAY;
  answer = fixture_recall (fixture, "sourdough");
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      for (int m = 0; m < 2; m++)
        {
          g_autoptr (OmCurves) since = get_curves (fixture, (OmCurvesQuery){ .of = groups[i], .measure = (OmMeasure) m,
                                                                             .keys = ids, .from = from, .as_of = day,
                                                                             .to = day + 90 * OM_MS_PER_DAY });

          assert_same (then[i][m], since);
          om_curves_free (then[i][m]);
        }
    }
  outlook_since = get_outlook (fixture, day, day);
  /* No pass of fading ran on that day: the stages stored then were all full. */
  assert_same_outlook (outlook_then, outlook_since, FALSE);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* If nothing is recalled for so many days: what is seen then is what was said before, with its stages once the
 * pass of that day has run. */
static void
test_outlook_meets_truth (Fixture      *fixture,
                          gconstpointer data)
{
  static const int days[] = { 1, 10, 45, 200, 2000 };
  char *ids[4];
  OmOutlook *foreseen[G_N_ELEMENTS (days)];
  gint64 now;

  live (fixture, ids);
  now = fixture->now;
  for (gsize i = 0; i < G_N_ELEMENTS (days); i++)
    foreseen[i] = get_outlook (fixture, 0, now + days[i] * OM_MS_PER_DAY);
  g_assert_cmpuint (foreseen[0]->memories, ==, 3);
  g_assert_cmpuint (foreseen[4]->by_vividness[OM_VIVIDNESS_RESTING], ==, 3);
  for (gsize i = 0; i < G_N_ELEMENTS (days); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmFadeReport) report = NULL;
      g_autoptr (OmOutlook) truth = NULL;

      fixture->now = now + days[i] * OM_MS_PER_DAY;
      report = om_engine_fade (fixture->engine, FALSE, NULL, &error);
      g_assert_no_error (error);
      truth = get_outlook (fixture, 0, fixture->now);
      assert_same_outlook (foreseen[i], truth, TRUE);
      om_outlook_free (foreseen[i]);
    }
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* A mean is the mean of its memories; a tag finds its own, however it is spelled. */
static void
test_means (Fixture      *fixture,
            gconstpointer data)
{
  char *ids[4];
  char *tags[] = { (char *) "wAtEr", (char *) "none", NULL };
  g_autoptr (OmCurves) sectors = NULL;
  g_autoptr (OmCurves) tiers = NULL;
  g_autoptr (OmCurves) tagged = NULL;
  g_autoptr (OmCurves) one = NULL;

  live (fixture, ids);
  sectors = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  tiers = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_TIERS });
  tagged = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_TAGS, .keys = tags });
  one = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
  g_assert_cmpuint (sectors->curves->len, ==, OM_N_SECTORS);
  g_assert_cmpuint (tiers->curves->len, ==, OM_N_TIERS);
  g_assert_cmpint (sectors->from, ==, one->from);

  for (guint i = 0; i < 50; i++)
    {
      double sums[3] = { 0 };
      guint counts[3] = { 0 };
      const OmCurves *all[] = { sectors, tiers, one };

      for (int a = 0; a < 3; a++)
        {
          for (guint c = 0; c < all[a]->curves->len; c++)
            {
              const GArray *samples = curve_of (all[a], c)->samples;
              gint64 at = one->from + (gint64) ((double) (one->to - one->from) * i / 49);

              /* The last of an instant: after a jump. */
              for (guint j = samples->len; j > 0; j--)
                {
                  const OmCurveSample *sample = &g_array_index (samples, OmCurveSample, j - 1);

                  if (sample->at != at)
                    continue;
                  sums[a] += sample->value * sample->n;
                  counts[a] += sample->n;
                  break;
                }
            }
        }
      g_assert_cmpuint (counts[0], ==, counts[2]);
      g_assert_cmpuint (counts[1], ==, counts[2]);
      g_assert_cmpfloat_with_epsilon (sums[0], sums[2], 1e-12);
      g_assert_cmpfloat_with_epsilon (sums[1], sums[2], 1e-12);
    }
  g_assert_cmpuint (curve_of (tagged, 0)->samples->len, >, 10);
  g_assert_cmpuint (curve_of (tagged, 1)->samples->len, ==, 0);
  g_assert_cmpuint (g_array_index (curve_of (tagged, 0)->samples, OmCurveSample, 20).n, ==, 1);
  for (int i = 0; i < 3; i++)
    g_free (ids[i]);
}

/* More events than are kept: the scan of all reads the same as the history of one, bare points included. */
static void
test_bare_points (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  char *ids[] = { id, NULL };
  g_autoptr (OmCurves) one = NULL;
  g_autoptr (OmCurves) sectors = NULL;
  double most = 0;

  for (int i = 0; i < 60; i++)
    {
      g_autoptr (OmAnswer) answer = NULL;

      fixture->now += 3 * OM_MS_PER_DAY;
      answer = fixture_recall (fixture, "heron");
    }
  one = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
  sectors = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  g_assert_cmpint (one->from, ==, TEST_NOW);
  g_assert_cmpint (sectors->from, ==, TEST_NOW);
  for (guint c = 0; c < OM_N_SECTORS; c++)
    {
      const GArray *samples = curve_of (sectors, c)->samples;

      for (guint i = 0; i < samples->len; i++)
        most = MAX (most, g_array_index (samples, OmCurveSample, i).value);
    }
  g_assert_cmpfloat (most, >, .5);
}

/* What was taken in as if lived has faded since it was lived; a fresh import begins with the import. */
static void
test_as_if_lived (Fixture      *fixture,
                  gconstpointer data)
{
  for (gboolean as_if_lived = FALSE; as_if_lived <= TRUE; as_if_lived++)
    {
      gint64 lived = fixture->now - 200 * OM_MS_PER_DAY;
      g_autoptr (GError) error = NULL;
      g_autoptr (OmIntake) intake = om_intake_new (fixture->engine, as_if_lived, &error);
      g_autoptr (OmDraft) draft = om_draft_new (as_if_lived ? "A kingfisher at the weir." : "Rain on the roof.");
      g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
      g_autoptr (GArray) items = NULL;
      g_autoptr (GPtrArray) memories = NULL;
      g_autoptr (OmCurves) curves = NULL;
      char *ids[] = { NULL, NULL };
      OmIntakeOutcome outcome;
      const OmCurve *curve;
      const OmCurveSample *first;

      draft->has_happened = TRUE;
      draft->happened = om_moment_at (lived, zone);
      draft->origin = OM_ORIGIN_IMPORT;
      draft->source = g_strdup ("test");
      draft->source_key = g_strdup (draft->content);
      g_assert_true (om_intake_add (intake, draft, &outcome, NULL, &error));
      g_assert_true (om_intake_commit (intake, NULL, &error));
      g_assert_no_error (error);
      items = om_engine_list (fixture->engine, NULL, OM_SORT_RECORDED, NULL, &error);
      memories = om_engine_get_rows (fixture->engine, &g_array_index (items, OmListItem, 0).row, 1, NULL, &error);
      g_assert_no_error (error);
      ids[0] = ((OmMemory *) g_ptr_array_index (memories, 0))->id;

      curves = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = ids });
      curve = curve_of (curves, 0);
      g_assert_cmpint (curves->from, ==, as_if_lived ? lived : fixture->now);
      first = &g_array_index (curve->samples, OmCurveSample, 0);
      g_assert_cmpfloat (first->value, ==, curve->memory->salience);
      if (as_if_lived)
        {
          g_autoptr (OmCurves) sectors = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
          g_autoptr (OmOutlook) then = get_outlook (fixture, lived + OM_MS_PER_DAY, 0);
          const OmCurveSample *last = first + curve->samples->len - 1;

          g_assert_cmpint (sectors->from, ==, lived);
          g_assert_cmpuint (then->memories, ==, 1);
          g_assert_cmpfloat (last->value, <, .5 * first->value);
          g_assert_cmpfloat (last->value, ==, om_engine_present_salience (fixture->engine, curve->memory));
        }
      fixture->now += OM_MS_PER_DAY;
    }
}

static void
test_bad (Fixture      *fixture,
          gconstpointer data)
{
  char *nobody[] = { (char *) "00000000-0000-4000-8000-000000000000", NULL };
  OmCurvesQuery few = { .of = OM_CURVES_OF_SECTORS, .from = 0, .to = 10, .n_points = 1 };
  OmCurvesQuery backwards = { .of = OM_CURVES_OF_SECTORS, .from = 11, .to = 10, .n_points = 10 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OmCurves) none = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = nobody });
  g_autoptr (OmCurves) empty = get_curves (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  g_autoptr (OmOutlook) outlook = get_outlook (fixture, 0, 0);
  g_autofree char *id = NULL;

  g_assert_cmpuint (none->curves->len, ==, 0);
  g_assert_cmpuint (curve_of (empty, 0)->samples->len, ==, 0);
  g_assert_cmpuint (outlook->memories, ==, 0);
  g_assert_null (om_engine_get_curves (fixture->engine, &few, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (om_engine_get_curves (fixture->engine, &backwards, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);

  id = fixture_remember (fixture, "The heron stood at the second lock.");
  few.n_points = 10;
  g_cancellable_cancel (cancellable);
  g_assert_null (om_engine_get_curves (fixture->engine, &few, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What was last used under a clock that was far ahead fades after all else, or on no day there is. */
static void
test_clock_ahead (Fixture      *fixture,
                  gconstpointer data)
{
  const gint64 now = fixture->now;
  const gint64 ahead[] = { 275 * 365, 7972 * G_GINT64_CONSTANT (365), 1000 };
  g_autofree char *last = NULL;
  gint64 before = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (ahead); i++)
    {
      g_autofree char *text = g_strdup_printf ("Written by the clock number %u at the canal.", (guint) i);

      fixture->now = now + ahead[i] * OM_MS_PER_DAY;
      g_free (last);
      last = fixture_remember (fixture, text);
    }
  fixture->now = now;
  for (int n = 0; n < 7; n++)
    {
      g_autoptr (OmOutlook) outlook = get_outlook (fixture, 0, 0);
      g_autofree char *text = g_strdup_printf ("Saw heron number %d by the %x lock.", n, n * 7919);

      /* The one of 1000 days ahead has a day, and comes last. */
      g_assert_cmpuint (outlook->soonest->len, ==, MIN (n + 1, 5));
      before = now;
      for (guint i = 0; i < outlook->soonest->len; i++)
        {
          const OmSoon *soon = g_ptr_array_index (outlook->soonest, i);

          g_assert_cmpint (soon->forecast.fading_at, >=, before);
          before = soon->forecast.fading_at;
          g_assert_cmpint (before, <, now + 3000 * OM_MS_PER_DAY);
          g_assert_true (g_str_equal (soon->memory->id, last) == (i == (guint) n));
        }
      g_free (fixture_remember (fixture, text));
    }
}

static gint64
clock_cb (gpointer fixture)
{
  return ((Fixture *) fixture)->now;
}

/* The page may be the first that is seen: it is answered before the indexes are loaded. */
static void
test_not_loaded (Fixture      *fixture,
                 gconstpointer data)
{
  g_free (fixture_remember (fixture, "I feel so happy and calm."));
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (OmEngine) engine = om_engine_new ();
      g_autoptr (GError) error = NULL;
      OmCurvesQuery query = { .of = OM_CURVES_OF_TIERS, .to = fixture->now + OM_MS_PER_DAY, .n_points = 10 };

      om_engine_set_clock (engine, clock_cb, fixture);
      g_assert_true (om_engine_open (engine, fixture->path, OM_OPEN_READ_ONLY, NULL, &error));
      g_assert_no_error (error);
      g_assert_false (om_engine_is_loaded (engine));
      if (i == 0)
        {
          g_autoptr (OmOutlook) outlook = om_engine_get_outlook (engine, 0, 0, 1, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (outlook->memories, ==, 1);
        }
      else if (i == 1)
        {
          g_autoptr (OmCurves) curves = om_engine_get_curves (engine, &query, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (curve_of (curves, OM_TIER_WARM)->samples->len, >, 0);
        }
      else
        {
          g_autoptr (GArray) moods = om_engine_get_moods (engine, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (moods->len, ==, 1);
        }
      om_engine_close (engine);
    }
}

static void
test_moods (Fixture      *fixture,
            gconstpointer data)
{
  static const double moods[][2] = { { .5, .2 }, { -.9, .8 }, { 0, 0 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (moods) + 1; i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new ("Went for a walk along the canal.");
      g_autoptr (OmRemembered) remembered = NULL;

      draft->dedup = OM_DEDUP_OFF;
      draft->valence = moods[i % 3][0];
      draft->arousal = moods[i % 3][1];
      draft->flags = i == 3 ? OM_FLAG_PRIVATE : 0;
      remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
      om_engine_settle (fixture->engine);
      g_assert_no_error (error);
    }
  found = om_engine_get_moods (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 3);
  g_assert_cmpfloat_with_epsilon (g_array_index (found, OmMoodPoint, 0).valence, -.9, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_array_index (found, OmMoodPoint, 2).arousal, .2, 1e-6);
}

void
test_curves_add (void)
{
#define CASE(name, func) g_test_add ("/engine/curves/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  CASE ("memories", test_memories);
  CASE ("damaged-point", test_damaged_point);
  CASE ("before-1970", test_before_1970);
  CASE ("taken-back", test_taken_back);
  CASE ("forecast-meets-truth", test_forecast_meets_truth);
  CASE ("as-of", test_as_of);
  CASE ("outlook-meets-truth", test_outlook_meets_truth);
  CASE ("means", test_means);
  CASE ("bare-points", test_bare_points);
  CASE ("as-if-lived", test_as_if_lived);
  CASE ("bad", test_bad);
  CASE ("clock-ahead", test_clock_ahead);
  CASE ("not-loaded", test_not_loaded);
  CASE ("moods", test_moods);
#undef CASE
}
