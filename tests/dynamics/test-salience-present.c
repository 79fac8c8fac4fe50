/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Present salience: values worked out by hand, and what must hold of every memory at any time. */
#include "config.h"

#include "dynamics/om-salience.h"

#include <math.h>
#include <string.h>

#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

#define DAY OM_MS_PER_DAY
#define NOW G_GINT64_CONSTANT (1750000000000)
#define N_STATES 1500

static OmSalienceState
random_state (GRand *random)
{
  guint section_count = g_rand_boolean (random) ? 0 : (guint) g_rand_int_range (random, 1, 12);
  gint64 salience_at =
      NOW - g_rand_int_range (random, 0, 40) * DAY - g_rand_int_range (random, 0, DAY);

  return (OmSalienceState){
    .salience = g_rand_double (random),
    .salience_at = salience_at,
    .last_seen_at = salience_at + g_rand_int_range (random, -10, 11) * DAY / 2,
    .coactivations = (guint) g_rand_int_range (random, 0, 9),
    .sector = g_rand_int_range (random, -1, OM_N_SECTORS),
    .kept = g_rand_int_range (random, 0, 20) == 0,
    .section_index =
        section_count > 0 ? (guint) g_rand_int_range (random, 0, (gint32) section_count) : 0,
    .section_count = section_count,
  };
}

static void
assert_within (const OmSalienceState  *state,
               double                  present,
               const OmModelConstants *constants)
{
  g_assert_false (isnan (present));
  g_assert_cmpfloat (present, >=, MIN (state->salience, constants->floor));
  g_assert_cmpfloat (present, <=, state->salience);
}

static void
test_by_hand (void)
{
  OmModelConstants constants = om_model_constants_default ();
  OmSalienceState state = {
    .salience = 0.8, .salience_at = NOW, .last_seen_at = NOW, .sector = OM_SECTOR_SEMANTIC
  };
  double f;

  /* Hot for six days, warm for four (.8 > .4); divisor .8 + .1. */
  f = exp (-(0.005 * 6 + 0.02 * 4) / 0.9);
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);
  om_assert_near (om_salience_present (&state, NOW + 10 * DAY, &constants),
                  0.08 + 0.72 * f * exp (-0.005 * 10), 1e-15);
  g_assert_cmpint (om_tier_present (&state, NOW + 6 * DAY - 1, &constants), ==, OM_TIER_HOT);
  g_assert_cmpint (om_tier_present (&state, NOW + 6 * DAY, &constants), ==, OM_TIER_WARM);

  /* Warm, then cold. */
  state.salience = 0.3;
  f = exp (-(0.02 * 6 + 0.05 * 4) / 0.4);
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);
  g_assert_cmpint (om_tier_present (&state, NOW + 10 * DAY, &constants), ==, OM_TIER_COLD);

  /* Recalls make it hot though it is faint, and lift the divisor; S0' is capped at 1. */
  state.coactivations = 6;
  f = exp (-(0.005 * 6 + 0.05 * 4) / (0.3 * (1 + log (7)) + 0.1));
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);
  state.coactivations = 100;
  f = exp (-(0.005 * 6 + 0.05 * 4) / 1.1);
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);

  /* Changed by an event without being seen: the six days were over four days before. */
  state.coactivations = 0;
  state.last_seen_at = NOW - 10 * DAY;
  f = exp (-0.05 * 10 / 0.4);
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);
  /* Seen two days before: four warm days are left. */
  state.last_seen_at = NOW - 2 * DAY;
  f = exp (-(0.02 * 4 + 0.05 * 6) / 0.4);
  om_assert_near (om_fade_factor_present (&state, NOW + 10 * DAY, &constants), f, 1e-15);

  /* A clock that was set back: the age is 0. */
  om_assert_near (om_salience_present (&state, NOW - 50 * DAY, &constants), 0.3, 0.0);

  /* The third of four sections. */
  state.section_count = 4;
  state.section_index = 2;
  om_assert_near (om_salience_present (&state, NOW + 10 * DAY, &constants),
                  0.08 + 0.22 * f * exp (-0.005 * (1 - sqrt (0.5)) * 10), 1e-15);
}

static void
test_kept_and_faint (void)
{
  OmModelConstants constants = om_model_constants_default ();
  OmSalienceState state = {
    .salience = 0.05, .salience_at = NOW, .last_seen_at = NOW, .sector = OM_SECTOR_EMOTIONAL
  };

  /* Below the floor it neither fades nor is lifted to the floor; 0 is 0. */
  om_assert_near (om_salience_present (&state, NOW + 4000 * DAY, &constants), 0.05, 0.0);
  state.salience = 0.0;
  om_assert_near (om_salience_present (&state, NOW + 4000 * DAY, &constants), 0.0, 0.0);

  state.salience = 0.6;
  om_assert_near (om_salience_present (&state, NOW + 4000 * DAY, &constants), 0.08, 1e-12);
  state.kept = TRUE;
  om_assert_near (om_salience_present (&state, NOW + 4000 * DAY, &constants), 0.6, 0.0);
  om_assert_near (om_fade_factor_present (&state, NOW + 4000 * DAY, &constants), 1.0, 0.0);
}

static void
test_of_a_memory (void)
{
  g_autoptr (OmMemory) memory = om_memory_new ();
  OmSalienceState state;

  memory->salience = 0.5;
  memory->salience_at = NOW;
  memory->last_seen_at = NOW - DAY;
  memory->coactivations = 3;
  memory->sector = OM_SECTOR_PROCEDURAL;
  memory->section_index = 1;
  memory->section_count = 3;
  state = om_salience_state_from_memory (memory);
  g_assert_cmpfloat (state.salience, ==, 0.5);
  g_assert_cmpint (state.salience_at, ==, NOW);
  g_assert_cmpint (state.last_seen_at, ==, NOW - DAY);
  g_assert_cmpuint (state.coactivations, ==, 3);
  g_assert_cmpint (state.sector, ==, OM_SECTOR_PROCEDURAL);
  g_assert_cmpuint (state.section_index, ==, 1);
  g_assert_cmpuint (state.section_count, ==, 3);
  g_assert_false (state.kept);

  /* Pinned implies kept. */
  memory->flags = OM_FLAG_PINNED;
  g_assert_true (om_salience_state_from_memory (memory).kept);
  memory->flags = OM_FLAG_KEPT;
  g_assert_true (om_salience_state_from_memory (memory).kept);
  memory->flags = OM_FLAG_STARRED;
  g_assert_false (om_salience_state_from_memory (memory).kept);
}

/* engine.md 5.3: with f = 1 and S0 >= .08 it is the golden calc_decay. */
static void
test_is_calc_decay (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  OmModelConstants constants = om_model_constants_default ();

  memset (constants.tier_lambda, 0, sizeof constants.tier_lambda);
  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);
      double days = g_rand_double_range (random, 0.0, 3000.0);
      gint64 now = state.salience_at + (gint64) (days * DAY);

      state.salience = MAX (state.salience, constants.floor);
      state.kept = FALSE;
      om_assert_near (om_salience_present (&state, now, &constants),
                      om_salience_decay (state.sector, state.salience,
                                         om_age_days (state.salience_at, now), state.section_index,
                                         state.section_count),
                      1e-12);
    }
}

static void
test_never_rises (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  OmModelConstants constants = om_model_constants_default ();

  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);
      gint64 now = state.salience_at - 2 * DAY;
      double before = state.salience;

      for (guint step = 0; step < 60; step++)
        {
          double present = om_salience_present (&state, now, &constants);

          assert_within (&state, present, &constants);
          g_assert_cmpfloat (present, <=, before);
          before = present;
          /* Now by milliseconds, now by months. */
          now += (gint64) exp (g_rand_double_range (random, 0.0, 22.0));
        }
    }
}

/* A look in between changes nothing: neither the state, nor what is seen later, to the bit. */
static void
test_looking_changes_nothing (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  const OmModelConstants constants = om_model_constants_default ();

  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);
      const OmSalienceState before = state;
      gint64 end = state.salience_at + g_rand_int_range (random, 0, 4000) * DAY;
      double at_once = om_salience_present (&before, end, &constants);

      for (guint look = 0; look < 30; look++)
        om_salience_present (&state, state.salience_at + look * (end - state.salience_at) / 30,
                             &constants);

      g_assert_cmpfloat (om_salience_present (&state, end, &constants), ==, at_once);
      g_assert_cmpint (state.salience_at, ==, before.salience_at);
      g_assert_cmpfloat (state.salience, ==, before.salience);
    }
}

/* The exponent is an integral: two parts of the way make the whole, wherever it is cut. */
static void
test_parts_make_the_whole (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  OmModelConstants constants = om_model_constants_default ();

  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);
      OmSalienceState later = state;
      gint64 cut = state.salience_at + g_rand_int_range (random, 0, 20) * DAY / 2;
      gint64 end = cut + g_rand_int_range (random, 0, 20) * DAY / 2;

      later.salience_at = cut;
      om_assert_near (om_fade_factor_present (&state, end, &constants),
                      om_fade_factor_present (&state, cut, &constants) *
                        om_fade_factor_present (&later, end, &constants),
                      1e-12);
    }
}

static void
test_continuous_at_tiers (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  OmModelConstants constants = om_model_constants_default ();

  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);
      gint64 change = state.last_seen_at + OM_TIER_RECENT_DAYS * DAY;
      double before = om_salience_present (&state, change - 1, &constants);
      double at = om_salience_present (&state, change, &constants);
      double after = om_salience_present (&state, change + 1, &constants);

      /* One ms of the fastest fading there is (.05 / .1 + .02 a day) is 6.1e-9. */
      om_assert_near (before, at, 1e-8);
      om_assert_near (at, after, 1e-8);
    }
}

/* Each number of the tiers, of the trace and of spreading counts, and none of another's doing. */
static void
test_numbers_count (void)
{
  const OmModelConstants published = om_model_constants_default ();
  const OmSalienceState often = { .salience = 0.3, .salience_at = NOW, .last_seen_at = NOW, .coactivations = 6,
                                  .sector = OM_SECTOR_SEMANTIC };
  const OmSalienceState strong = { .salience = 0.8, .salience_at = NOW, .last_seen_at = NOW, .sector = OM_SECTOR_SEMANTIC };
  OmModelConstants other = published;

  other.tier_recent_days = 2;
  g_assert_cmpint (om_tier_present (&strong, NOW + 3 * DAY, &published), ==, OM_TIER_HOT);
  g_assert_cmpint (om_tier_present (&strong, NOW + 3 * DAY, &other), ==, OM_TIER_WARM);
  g_assert_cmpfloat (om_salience_present (&strong, NOW + 9 * DAY, &other), <,
                     om_salience_present (&strong, NOW + 9 * DAY, &published));

  other = published;
  other.tier_hot_coactivations = 6;
  g_assert_cmpint (om_tier_present (&often, NOW, &published), ==, OM_TIER_HOT);
  g_assert_cmpint (om_tier_present (&often, NOW, &other), ==, OM_TIER_WARM);
  g_assert_cmpfloat (om_salience_present (&often, NOW + 5 * DAY, &other), <,
                     om_salience_present (&often, NOW + 5 * DAY, &published));

  other = published;
  other.tier_hot_salience = 0.9;
  g_assert_cmpint (om_tier_present (&strong, NOW, &other), ==, OM_TIER_WARM);
  other = published;
  other.tier_warm_salience = 0.85;
  g_assert_cmpint (om_tier_present (&strong, NOW + 9 * DAY, &published), ==, OM_TIER_WARM);
  g_assert_cmpint (om_tier_present (&strong, NOW + 9 * DAY, &other), ==, OM_TIER_COLD);

  other = published;
  other.recall_boost = 0.1;
  other.recall_trace = 0.5;
  om_assert_near (om_reinforce_recall (0.2, &other), 0.2 + 0.4 + 0.1, 1e-12);
  other = published;
  other.propagate_share = 0.5;
  other.context_share = 0;
  om_assert_near (om_reinforce_neighbour (0.8, 0.5, 0.2, 10, &other), 0.2 + 0.5 * 0.5 * 0.8, 1e-12);
  other.propagate_share = 0;
  other.context_share = 0.5;
  other.context_lambda = 0;
  om_assert_near (om_reinforce_neighbour (0.8, 0.5, 0.2, 10, &other), 0.5, 1e-12);
}

static void
test_extremes (void)
{
  const double saliences[] = {
    0.0, 1e-320, 0.08, 0.4, 0.7, 1.0, 1.3, -0.5, NAN, INFINITY, -INFINITY
  };
  const gint64 times[] = { G_MININT64,           -1,        0, NOW - 20 * 365 * DAY, NOW,
                           NOW + 20 * 365 * DAY, G_MAXINT64 };
  const guint counts[] = { 0, 5, 6, G_MAXUINT };
  OmModelConstants constants = om_model_constants_default ();
  guint n_checked = 0;

  for (guint s = 0; s < G_N_ELEMENTS (saliences); s++)
    for (guint t = 0; t < G_N_ELEMENTS (times); t++)
      for (guint seen = 0; seen < G_N_ELEMENTS (times); seen++)
        for (guint now = 0; now < G_N_ELEMENTS (times); now++)
          for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
            {
              OmSalienceState state = {
                .salience = saliences[s], .salience_at = times[t], .last_seen_at = times[seen],
                .coactivations = counts[c], .sector = (int) (n_checked % 8) - 1,
                .section_index = counts[(c + s) % 4], .section_count = counts[(c + t) % 4]
              };
              double present = om_salience_present (&state, times[now], &constants);
              double f = om_fade_factor_present (&state, times[now], &constants);

              g_assert_true (present >= 0.0 && present <= 1.0);
              g_assert_true (f >= 0.0 && f <= 1.0);
              n_checked++;
            }

  g_assert_cmpuint (n_checked, ==, 11 * 7 * 7 * 7 * 4);
}

/* Twenty years, and every number of the model at its default: still there, still a number. */
static void
test_twenty_years (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  OmModelConstants constants = om_model_constants_default ();

  for (guint i = 0; i < N_STATES; i++)
    {
      OmSalienceState state = random_state (random);

      assert_within (&state, om_salience_present (&state, NOW + 20 * 365 * DAY, &constants),
                     &constants);
    }
}

void
test_salience_present_add (void)
{
  g_test_add_func ("/dynamics/present/by-hand", test_by_hand);
  g_test_add_func ("/dynamics/present/kept-and-faint", test_kept_and_faint);
  g_test_add_func ("/dynamics/present/of-a-memory", test_of_a_memory);
  g_test_add_func ("/dynamics/present/is-calc-decay", test_is_calc_decay);
  g_test_add_func ("/dynamics/present/never-rises", test_never_rises);
  g_test_add_func ("/dynamics/present/looking-changes-nothing", test_looking_changes_nothing);
  g_test_add_func ("/dynamics/present/parts-make-the-whole", test_parts_make_the_whole);
  g_test_add_func ("/dynamics/present/continuous-at-tiers", test_continuous_at_tiers);
  g_test_add_func ("/dynamics/present/numbers-count", test_numbers_count);
  g_test_add_func ("/dynamics/present/extremes", test_extremes);
  g_test_add_func ("/dynamics/present/twenty-years", test_twenty_years);
}
