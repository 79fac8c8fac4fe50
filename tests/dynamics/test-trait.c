/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits over the golden files, and what the files do not say. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-trait-history.h"
#include "dynamics/om-trait-life.h"
#include "dynamics/om-trait.h"
#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

static int
place_of (const char        *name,
          const char *const *names,
          int                n_names)
{
  for (int i = 0; i < n_names; i++)
    {
      if (g_strcmp0 (names[i], name) == 0)
        return i;
    }
  g_error ("%s is not known", name);
}

static gint64
time_of (JsonObject *object,
         const char *member)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (json_object_get_string_member (object, member), NULL);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * 1000 + g_date_time_get_microsecond (time) / 1000;
}

static void
assert_number (JsonObject *object,
               const char *member,
               double      value)
{
  if (json_object_get_null_member (object, member))
    g_assert_true (isnan (value));
  else
    om_assert_near (value, json_object_get_double_member (object, member), 1e-9);
}

static OmTraitGrade
grade_of (JsonObject *object)
{
  return (OmTraitGrade) (json_object_get_string_member (object, "grade")[0] - 'A');
}

/* Golden ---------------------------------------------------------------------------------------- */

static gboolean
check_confidence (JsonObject *in,
                  JsonNode   *out,
                  guint       number)
{
  JsonArray *evidence = json_object_get_array_member (in, "evidence");
  JsonArray *steps = json_object_get_array_member (json_node_get_object (out), "steps");
  gboolean promoted = json_object_get_null_member (in, "start_confidence");
  double confidence = promoted ? OM_TRAIT_CONFIDENCE_NEW : json_object_get_double_member (in, "start_confidence");
  OmTraitStage stage = promoted ? OM_TRAIT_STAGE_CANDIDATE : om_trait_band (confidence);

  if (json_object_has_member (in, "start_stage"))
    stage = om_trait_stage_from_nick (json_object_get_string_member (in, "start_stage"));
  for (guint i = 0; i < json_array_get_length (evidence); i++)
    {
      JsonObject *piece = json_array_get_object_element (evidence, i);
      JsonObject *step = json_array_get_object_element (steps, i);
      gboolean supports = g_str_equal (json_object_get_string_member (piece, "type"), "support");

      if (stage != OM_TRAIT_STAGE_DISSOLVED && supports)
        {
          confidence = om_trait_reinforce (confidence, grade_of (piece));
          stage = om_trait_band (confidence);
        }
      else if (stage != OM_TRAIT_STAGE_DISSOLVED)
        {
          confidence = om_trait_contradict (confidence, (guint) json_object_get_int_member (piece, "n"));
          stage = om_trait_lower_stage (stage, confidence);
        }
      assert_number (step, "confidence", confidence);
      g_assert_cmpstr (om_trait_stage_to_nick (stage), ==, json_object_get_string_member (step, "stage"));
    }
  return TRUE;
}

static gboolean
check_decay (JsonObject *in,
             JsonNode   *out,
             guint       number)
{
  JsonArray *at = json_object_get_array_member (json_node_get_object (out), "at");
  OmTraitTier tier = om_trait_tier_from_nick (json_object_get_string_member (in, "tier"));
  guint n = (guint) json_object_get_int_member (in, "reinforcement_count");
  double start = json_object_get_double_member (in, "confidence");
  gint64 anchor = time_of (in, "last_reinforced");
  OmTraitStage stage = om_trait_band (start);
  double confidence = start;

  if (json_object_has_member (in, "stage"))
    stage = om_trait_stage_from_nick (json_object_get_string_member (in, "stage"));
  om_assert_near (om_trait_lambda (tier, n), json_object_get_double_member (json_node_get_object (out), "effective_lambda"), 1e-9);
  for (guint i = 0; i < json_array_get_length (at); i++)
    {
      JsonObject *point = json_array_get_object_element (at, i);

      if (stage != OM_TRAIT_STAGE_DISSOLVED)
        {
          confidence = om_trait_decay (start, tier, n, anchor, time_of (point, "t"));
          stage = om_trait_lower_stage (stage, confidence);
        }
      assert_number (point, "confidence", confidence);
      g_assert_cmpstr (om_trait_stage_to_nick (stage), ==, json_object_get_string_member (point, "stage"));
    }
  return TRUE;
}

static gint32
day_of (JsonObject *event)
{
  return atoi (json_object_get_string_member (event, "cycle") + 1);
}

static OmTraitLife *
begin (JsonObject *event)
{
  const char *tier = json_object_get_string_member_with_default (event, "tier", "behavior");

  return om_trait_life_new (om_trait_tier_from_nick (tier), time_of (event, "t"), day_of (event),
                            (guint) json_object_get_int_member_with_default (event, "window_days", OM_TRAIT_WINDOW_DAYS),
                            (guint) json_object_get_int_member_with_default (event, "evidence", 1));
}

/* Returns whether the event had an effect. */
static gboolean
apply (OmTraitLife *life,
       JsonObject  *event)
{
  static const char *const ops[] = { "tick", "support", "contradict", "review", "user" };
  static const char *const outcomes[] = { "modify", "split", "dissolve" };
  static const char *const actions[] = { "confirm", "reject", "restore" };
  gint64 at = time_of (event, "t");

  switch (place_of (json_object_get_string_member (event, "op"), ops, G_N_ELEMENTS (ops)))
    {
    case 0:
      om_trait_life_advance (life, at);
      return TRUE;
    case 1:
      return om_trait_life_support (life, at, day_of (event), grade_of (event));
    case 2:
      return om_trait_life_contradict (life, at, (guint) json_object_get_int_member_with_default (event, "n", 1));
    case 3:
      return om_trait_life_review (life, at, (OmTraitOutcome) place_of (json_object_get_string_member (event, "outcome"),
                                                                        outcomes, G_N_ELEMENTS (outcomes)));
    default:
      switch (place_of (json_object_get_string_member (event, "action"), actions, G_N_ELEMENTS (actions)))
        {
        case 0:
          return om_trait_life_confirm (life, at);
        case 1:
          return om_trait_life_reject (life, at);
        default:
          return om_trait_life_restore (life, at);
        }
    }
}

static void
assert_changes (const OmTraitLife *life,
                JsonArray         *history)
{
  g_assert_cmpuint (life->changes->len, ==, json_array_get_length (history));
  for (guint i = 0; i < life->changes->len; i++)
    {
      const OmTraitChange *change = &g_array_index (life->changes, OmTraitChange, i);
      JsonObject *row = json_array_get_object_element (history, i);

      g_assert_cmpint (change->at, ==, time_of (row, "t"));
      g_assert_cmpstr (om_trait_stage_to_nick (change->stage), ==, json_object_get_string_member (row, "stage"));
      g_assert_cmpstr (om_trait_cause_to_nick (change->cause), ==, json_object_get_string_member (row, "cause"));
      assert_number (row, "confidence", change->confidence);
    }
}

static void
assert_reviews (const OmTraitLife *life,
                JsonArray         *triggers)
{
  g_assert_cmpuint (life->reviews->len, ==, json_array_get_length (triggers));
  for (guint i = 0; i < life->reviews->len; i++)
    {
      const OmTraitReview *review = &g_array_index (life->reviews, OmTraitReview, i);
      JsonObject *row = json_array_get_object_element (triggers, i);

      g_assert_cmpint (review->at, ==, time_of (row, "t"));
      assert_number (row, "ratio", review->ratio);
    }
}

static gboolean
check_life (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  JsonArray *events = json_object_get_array_member (in, "events");
  JsonObject *expected = json_node_get_object (out);
  JsonArray *ignored = json_object_get_array_member (expected, "ignored_events");
  JsonObject *last = json_object_get_object_member (expected, "final");
  g_autoptr (OmTraitLife) life = begin (json_array_get_object_element (events, 0));
  guint n_ignored = 0;
  gint64 now = 0;

  for (guint i = 1; i < json_array_get_length (events); i++)
    {
      JsonObject *event = json_array_get_object_element (events, i);

      now = time_of (event, "t");
      if (apply (life, event))
        continue;
      g_assert_cmpuint (n_ignored, <, json_array_get_length (ignored));
      g_assert_cmpint (json_array_get_int_element (ignored, n_ignored++), ==, i);
    }
  g_assert_cmpuint (n_ignored, ==, json_array_get_length (ignored));
  assert_changes (life, json_object_get_array_member (expected, "history"));
  assert_reviews (life, json_object_get_array_member (expected, "review_triggers"));

  g_assert_cmpstr (om_trait_stage_to_nick (life->stage), ==, json_object_get_string_member (last, "stage"));
  assert_number (last, "confidence", om_trait_life_confidence (life, now));
  g_assert_cmpuint (life->n_reinforcements, ==, json_object_get_int_member (last, "reinforcement_count"));
  g_assert_cmpuint (life->n_supporting, ==, json_object_get_int_member (last, "supporting_evidence"));
  g_assert_cmpuint (life->n_open, ==, json_object_get_int_member (last, "open_contradictions"));
  g_assert_cmpuint (life->n_closed, ==, json_object_get_int_member (last, "closed_contradictions"));
  g_assert_true (life->needs_review == json_object_get_boolean_member (last, "needs_review"));
  return TRUE;
}

static void
test_golden_confidence (void)
{
  om_test_golden_run ("trait_confidence", check_confidence);
}

static void
test_golden_decay (void)
{
  om_test_golden_run ("trait_decay", check_decay);
}

static void
test_golden_life (void)
{
  om_test_golden_run ("trait_stage_machine", check_life);
}

/* Own ------------------------------------------------------------------------------------------- */

/* Looking at a trait changes nothing: however often it is brought forward, the same life comes out. */
static void
test_looks_do_nothing (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (OmTraitLife) once = om_trait_life_new (OM_TRAIT_TIER_BEHAVIOR, 0, 0, OM_TRAIT_WINDOW_DAYS, 1);
      g_autoptr (OmTraitLife) often = om_trait_life_new (OM_TRAIT_TIER_BEHAVIOR, 0, 0, OM_TRAIT_WINDOW_DAYS, 1);
      gint64 at = 0;

      for (guint event = 0; event < 30; event++)
        {
          gint64 next = at + g_rand_int_range (rand, 1, event < 4 ? 8 : 60) * OM_MS_PER_DAY;
          gint32 day = (gint32) (next / OM_MS_PER_DAY);
          gboolean supports = g_rand_int_range (rand, 0, 4) > 0;
          OmTraitGrade grade = (OmTraitGrade) g_rand_int_range (rand, 0, OM_N_TRAIT_GRADES);

          for (gint64 look = at; look < next; look += g_rand_int_range (rand, 1, 9) * OM_MS_PER_DAY / 2)
            om_trait_life_advance (often, look);
          at = next;
          if (supports)
            g_assert_true (om_trait_life_support (once, at, day, grade) == om_trait_life_support (often, at, day, grade));
          else
            g_assert_true (om_trait_life_contradict (once, at, 1) == om_trait_life_contradict (often, at, 1));
        }
      /* When a fall was seen differs, and so does at which value what dissolved stopped; nothing else. */
      g_assert_true (once->stage == often->stage);
      g_assert_cmpuint (once->n_supporting, ==, often->n_supporting);
      g_assert_cmpuint (once->n_reinforcements, ==, often->n_reinforcements);
      if (once->stage != OM_TRAIT_STAGE_DISSOLVED && once->stage != OM_TRAIT_STAGE_TREND)
        g_assert_cmpfloat (om_trait_life_confidence (once, at), ==, om_trait_life_confidence (often, at));
    }
}

static void
test_shown_stage (void)
{
  g_assert_cmpint (om_trait_shown_stage (OM_TRAIT_STAGE_ESTABLISHED, OM_TRAIT_STAGE_EMERGING, 0.58), ==, OM_TRAIT_STAGE_ESTABLISHED);
  g_assert_cmpint (om_trait_shown_stage (OM_TRAIT_STAGE_ESTABLISHED, OM_TRAIT_STAGE_EMERGING, 0.56), ==, OM_TRAIT_STAGE_EMERGING);
  g_assert_cmpint (om_trait_shown_stage (OM_TRAIT_STAGE_EMERGING, OM_TRAIT_STAGE_ESTABLISHED, 0.61), ==, OM_TRAIT_STAGE_ESTABLISHED);
  g_assert_cmpint (om_trait_shown_stage (OM_TRAIT_STAGE_CANDIDATE, OM_TRAIT_STAGE_DISSOLVED, 0.09), ==, OM_TRAIT_STAGE_DISSOLVED);
  g_assert_cmpint (om_trait_shown_stage (OM_TRAIT_STAGE_TREND, OM_TRAIT_STAGE_CANDIDATE, 0.3), ==, OM_TRAIT_STAGE_CANDIDATE);
}

static void
test_context (void)
{
  static const struct
  {
    guint     days[OM_N_CONTEXTS];
    OmContext context;
  } cases[] = {
    { { 0, 0, 0, 0, 0 }, OM_CONTEXT_UNKNOWN }, { { 7, 3, 0, 0, 0 }, OM_CONTEXT_WORK },
    { { 6, 4, 0, 0, 0 }, OM_CONTEXT_GENERAL }, { { 2, 1, 0, 0, 0 }, OM_CONTEXT_WORK },
    { { 0, 3, 2, 0, 0 }, OM_CONTEXT_GENERAL }, { { 0, 0, 0, 1, 0 }, OM_CONTEXT_LEARNING },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (om_trait_context (cases[i].days), ==, cases[i].context);
}

/* Every week a habit fades a little under the bound of its stage and is seen again: no change is told but the
 * first rise and the fall in the end. Whatever was said or asked is told. */
static void
test_history (void)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (OmTraitEvent));
  g_autoptr (GArray) history = NULL;
  OmTraitEvent event = { 0, OM_TRAIT_CAUSE_CREATED, NAN, NAN, OM_TRAIT_STAGE_TREND, OM_TRAIT_STAGE_TREND, 0 };
  static const OmTraitCause told[] = { OM_TRAIT_CAUSE_CREATED, OM_TRAIT_CAUSE_REINFORCED, OM_TRAIT_CAUSE_CONTRADICTED,
                                       OM_TRAIT_CAUSE_DECAY };

  g_array_append_val (events, event);
  for (int i = 0; i < 20; i++)
    {
      event = (OmTraitEvent){ 7 * i + 1, OM_TRAIT_CAUSE_REINFORCED, .59, .61, OM_TRAIT_STAGE_EMERGING, OM_TRAIT_STAGE_ESTABLISHED, 0 };
      g_array_append_val (events, event);
      event = (OmTraitEvent){ 7 * i + 6, OM_TRAIT_CAUSE_DECAY, .6, .59, OM_TRAIT_STAGE_ESTABLISHED, OM_TRAIT_STAGE_EMERGING, 0 };
      g_array_append_val (events, event);
    }
  event = (OmTraitEvent){ 200, OM_TRAIT_CAUSE_CONTRADICTED, .62, .58, OM_TRAIT_STAGE_ESTABLISHED, OM_TRAIT_STAGE_EMERGING, 0 };
  g_array_append_val (events, event);
  event = (OmTraitEvent){ 210, OM_TRAIT_CAUSE_DECAY, .5, .5, OM_TRAIT_STAGE_EMERGING, OM_TRAIT_STAGE_EMERGING, 0 };
  g_array_append_val (events, event);
  history = om_trait_history (events);
  g_assert_cmpuint (history->len, ==, G_N_ELEMENTS (told));
  for (guint i = 0; i < history->len; i++)
    g_assert_cmpint (g_array_index (history, OmTraitEvent, i).cause, ==, told[i]);
  /* The contradiction took it down exactly, and was not shown so; what was shown falls once. */
  g_assert_cmpint (g_array_index (history, OmTraitEvent, 1).stage_after, ==, OM_TRAIT_STAGE_ESTABLISHED);
  g_assert_cmpint (g_array_index (history, OmTraitEvent, 2).stage_after, ==, OM_TRAIT_STAGE_ESTABLISHED);
  g_assert_cmpint (g_array_index (history, OmTraitEvent, 3).stage_after, ==, OM_TRAIT_STAGE_EMERGING);
}

void
test_trait_add (void)
{
  g_test_add_func ("/trait/golden/trait_confidence", test_golden_confidence);
  g_test_add_func ("/trait/golden/trait_decay", test_golden_decay);
  g_test_add_func ("/trait/golden/trait_stage_machine", test_golden_life);
  g_test_add_func ("/trait/looks-do-nothing", test_looks_do_nothing);
  g_test_add_func ("/trait/shown-stage", test_shown_stage);
  g_test_add_func ("/trait/context", test_context);
  g_test_add_func ("/trait/history", test_history);
}
