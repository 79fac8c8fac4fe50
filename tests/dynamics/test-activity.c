/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activity score over the golden files, whose inputs are as odd as hand-written metadata, and
 * what people see of it. */
#include "config.h"

#include "dynamics/om-activity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

#define DAY OM_MS_PER_DAY
#define NOW G_GINT64_CONSTANT (1750000000000)

/* A date of the golden file, without zone; %FALSE if it is none. */
static gboolean
parse_time (const char *text,
            double     *days)
{
  int year, month, day, end = 0;
  int hour = 0, minute = 0;
  double second = 0.0;

  if (sscanf (text, "%4d-%2d-%2d%n", &year, &month, &day, &end) != 3 || end != 10 ||
      !om_date_is_valid (year, month, day))
    return FALSE;
  if (text[end] != '\0')
    {
      int n_read = sscanf (text + end + 1, "%2d:%2d:%lf", &hour, &minute, &second);

      if (n_read < 2 || hour > 23 || minute > 59 || second >= 60.0)
        return FALSE;
    }

  *days = om_date_to_day_number (year, month, day) + (hour * 3600 + minute * 60 + second) / 86400.0;
  return TRUE;
}

/* A number, or a text that is one; @fallback for anything else. */
static double
lenient_number (JsonObject *object,
                const char *member,
                double      fallback)
{
  JsonNode *node = json_object_get_member (object, member);
  const char *text;
  char *end = NULL;
  double number;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return fallback;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return json_node_get_double (node);

  text = json_node_get_string (node);
  number = g_ascii_strtod (text, &end);
  return end == text || *end != '\0' ? fallback : number;
}

static gboolean
lenient_truth (JsonObject *object,
               const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_STRING)
    return *json_node_get_string (node) != '\0';
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);
  return json_node_get_double (node) != 0.0;
}

static gboolean
is_permanent (JsonObject *metadata)
{
  return g_strcmp0 (json_object_get_string_member_with_default (metadata, "type", ""),
                    "permanent") == 0;
}

static OmActivity
activity_of (JsonObject *metadata,
             const char *now)
{
  const char *member = json_object_has_member (metadata, "last_active") ? "last_active" : "created";
  JsonNode *active = json_object_get_member (metadata, member);
  OmActivity activity = {
    .importance = lenient_number (metadata, "importance", OM_IMPORTANCE_DEFAULT),
    .activation_count = lenient_number (metadata, "activation_count", 1.0),
    .days = NAN,
    .arousal = lenient_number (metadata, "arousal", NAN),
    .resolved = lenient_truth (metadata, "resolved"),
    .kept = is_permanent (metadata),
  };
  double now_days, then_days;

  g_assert_true (parse_time (now, &now_days));
  if (active != NULL && JSON_NODE_HOLDS_VALUE (active) &&
      json_node_get_value_type (active) == G_TYPE_STRING &&
      parse_time (json_node_get_string (active), &then_days))
    activity.days = now_days - then_days;

  return activity;
}

static OmModelConstants
constants_of (JsonObject *in)
{
  OmModelConstants constants = om_model_constants_default ();
  JsonObject *config;

  if (!json_object_has_member (in, "config"))
    return constants;

  config = json_object_get_object_member (in, "config");
  constants.pace_lambda = om_test_number (config, "lambda", constants.pace_lambda);
  constants.rest_threshold = om_test_number (config, "threshold", constants.rest_threshold);
  constants.emotion_base = om_test_number (config, "emotion_base", constants.emotion_base);
  constants.arousal_boost = om_test_number (config, "arousal_boost", constants.arousal_boost);
  return constants;
}

static gboolean
check_score (JsonObject *in,
             JsonNode   *out,
             guint       number)
{
  JsonObject *right = json_node_get_object (out);
  JsonNode *metadata = json_object_get_member (in, "metadata");
  OmModelConstants constants = constants_of (in);
  OmActivityCycle cycle;
  OmActivity activity;
  double score;

  /* Not a function of a memory any more: the source's answer to metadata that are none. */
  if (!JSON_NODE_HOLDS_OBJECT (metadata))
    {
      om_assert_near (om_test_number (right, "score", NAN), 0.0, 0.0);
      return TRUE;
    }

  activity =
      activity_of (json_node_get_object (metadata), json_object_get_string_member (in, "now"));
  score = om_activity_score (&activity, &constants);
  om_assert_near (score, om_test_number (right, "score", NAN), 1e-4);

  cycle = om_activity_cycle (&score, &activity.kept, 1, &constants, NULL);
  g_assert_cmpint (cycle.rested == 1, ==, json_object_get_boolean_member (right, "archive"));
  return TRUE;
}

static gboolean
check_cycle (JsonObject *in,
             JsonNode   *out,
             guint       number)
{
  JsonObject *right = json_node_get_object (out);
  JsonArray *buckets = json_object_get_array_member (in, "buckets");
  JsonArray *archived = json_object_get_array_member (right, "archived_ids");
  OmModelConstants constants = constants_of (in);
  guint n = json_array_get_length (buckets);
  g_autofree double *scores = g_new0 (double, n + 1);
  g_autofree gboolean *kept = g_new0 (gboolean, n + 1);
  g_autofree gboolean *rested = g_new0 (gboolean, n + 1);
  OmActivityCycle cycle;
  guint n_archived = 0;

  for (guint i = 0; i < n; i++)
    {
      JsonNode *metadata =
          json_object_get_member (json_array_get_object_element (buckets, i), "metadata");

      if (JSON_NODE_HOLDS_OBJECT (metadata))
        {
          OmActivity activity = activity_of (json_node_get_object (metadata),
                                             json_object_get_string_member (in, "now"));

          scores[i] = om_activity_score (&activity, &constants);
          kept[i] = activity.kept;
        }
    }

  cycle = om_activity_cycle (scores, kept, n, &constants, rested);
  g_assert_cmpuint (cycle.checked, ==, json_object_get_int_member (right, "checked"));
  g_assert_cmpuint (cycle.rested, ==, json_object_get_int_member (right, "archived"));
  om_assert_near (cycle.lowest_score, om_test_number (right, "lowest_score", NAN), 1e-4);
  for (guint i = 0; i < n; i++)
    {
      if (!rested[i])
        continue;
      g_assert_cmpuint (n_archived, <, json_array_get_length (archived));
      g_assert_cmpstr (
          json_object_get_string_member (json_array_get_object_element (buckets, i), "id"), ==,
          json_array_get_string_element (archived, n_archived++));
    }
  g_assert_cmpuint (n_archived, ==, json_array_get_length (archived));
  return TRUE;
}

static void
test_score (void)
{
  om_test_golden_run ("ombre_score", check_score);
}

static void
test_cycle (void)
{
  om_test_golden_run ("ombre_cycle", check_cycle);
}

static void
test_rounding (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  /* Exact ties go to the even digit. */
  om_assert_near (om_round_four_digits (0.03125), 0.0312, 0.0);
  om_assert_near (om_round_four_digits (0.09375), 0.0938, 0.0);
  om_assert_near (om_round_four_digits (-0.03125), -0.0312, 0.0);
  om_assert_near (om_round_four_digits (1024.40625), 1024.4062, 0.0);
  /* What looks like a tie is none: 2.00005 is a little less, 0.00005 a little more. */
  om_assert_near (om_round_four_digits (2.00005), 2.0, 0.0);
  om_assert_near (om_round_four_digits (0.00005), 0.0001, 0.0);
  om_assert_near (om_round_four_digits (999.0), 999.0, 0.0);
  om_assert_near (om_round_four_digits (0.0), 0.0, 0.0);
  g_assert_true (isnan (om_round_four_digits (NAN)));
  g_assert_true (isinf (om_round_four_digits (INFINITY)));

  /* The quick way and the exact way are the same. */
  for (guint i = 0; i < 20000; i++)
    {
      double value = g_rand_double_range (random, -30.0, 30.0);
      char decimal[64];

      if (i % 2 == 0)
        value = (g_rand_int_range (random, 0, 300000) + 0.5) / 1e4;
      g_ascii_formatd (decimal, sizeof decimal, "%.4f", value);
      g_assert_cmpfloat (om_round_four_digits (value), ==, g_ascii_strtod (decimal, NULL));
    }
}

static void
test_odd_inputs (void)
{
  OmModelConstants constants = om_model_constants_default ();
  OmActivity activity = { .importance = NAN, .activation_count = NAN, .days = NAN, .arousal = NAN };

  /* 5 x 1 x e^(-1.5) x 1.24 */
  om_assert_near (om_activity_score (&activity, &constants), 1.3834, 0.0);
  activity = (OmActivity){
    .importance = INFINITY, .activation_count = -3.0, .days = -10.0, .arousal = -1.0
  };
  om_assert_near (om_activity_score (&activity, &constants), 10.0, 0.0);
  activity.days = INFINITY;
  om_assert_near (om_activity_score (&activity, &constants), 0.0, 0.0);
  constants.pace_lambda = om_pace_to_lambda (OM_PACE_OFF);
  activity.days = 20 * 365;
  om_assert_near (om_activity_score (&activity, &constants), 10.0, 0.0);
}

/* A score whose vividness is just the number wanted. */
static OmActivity
activity_with_bare_score (double score)
{
  return (OmActivity){
    .importance = 10, .activation_count = 1, .arousal = 0.0, .days = log (10.0 / score) / 0.05
  };
}

static void
test_vividness_edges (void)
{
  OmModelConstants constants = om_model_constants_default ();
  const struct
  {
    double      exact; /* before rounding */
    int         percent;
    OmVividness word;
  } edges[] = {
    { 59.49, 59, OM_VIVIDNESS_CLEAR }, { 59.51, 60, OM_VIVIDNESS_VIVID },
    { 60.0, 60, OM_VIVIDNESS_VIVID },  { 29.49, 29, OM_VIVIDNESS_FADING },
    { 29.51, 30, OM_VIVIDNESS_CLEAR }, { 0.3, 0, OM_VIVIDNESS_FADING },
    { 96.0, 96, OM_VIVIDNESS_VIVID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    {
      OmActivity activity = activity_with_bare_score (-3.0 * log (1.0 - edges[i].exact / 100.0));

      g_assert_cmpint (om_activity_vividness (&activity, &constants), ==, edges[i].percent);
      g_assert_cmpint (om_vividness_from_percent (edges[i].percent, FALSE), ==, edges[i].word);
      g_assert_cmpint (om_vividness_from_percent (edges[i].percent, TRUE), ==,
                       OM_VIVIDNESS_RESTING);
    }

  g_assert_cmpint (om_vividness_from_percent (100, FALSE), ==, OM_VIVIDNESS_VIVID);
  g_assert_cmpint (om_vividness_from_percent (30, FALSE), ==, OM_VIVIDNESS_CLEAR);
  g_assert_cmpint (om_vividness_from_percent (0, FALSE), ==, OM_VIVIDNESS_FADING);
}

/* Vividness is the score without the resolved and the urgency factor. */
static void
test_vividness_is_bare (void)
{
  OmModelConstants constants = om_model_constants_default ();
  OmActivity activity = { .importance = 5, .activation_count = 2, .days = 12.0, .arousal = 0.9 };
  int vividness = om_activity_vividness (&activity, &constants);
  double urgent = om_activity_score (&activity, &constants);

  om_assert_near (om_activity_bare_score (&activity, &constants), urgent / 1.5, 1e-4);
  activity.resolved = TRUE;
  g_assert_cmpint (om_activity_vividness (&activity, &constants), ==, vividness);
  om_assert_near (om_activity_score (&activity, &constants), urgent / 1.5 * 0.05, 1e-4);
  activity.kept = TRUE;
  g_assert_cmpint (om_activity_vividness (&activity, &constants), ==, 100);
  om_assert_near (om_activity_score (&activity, &constants), 999.0, 0.0);
}

static void
test_days_to_vividness (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  OmModelConstants constants = om_model_constants_default ();
  OmActivity activity = { .importance = 5, .activation_count = 1, .arousal = 0.3 };

  for (guint i = 0; i < 500; i++)
    {
      int percent = g_rand_int_range (random, 1, 101);
      double days;

      activity.importance = g_rand_int_range (random, 1, 11);
      activity.days = g_rand_double_range (random, 0.0, 60.0);
      days = om_activity_days_to_vividness (&activity, percent, &constants);
      if (days == 0.0)
        {
          g_assert_cmpint (om_activity_vividness (&activity, &constants), <, percent);
          continue;
        }

      activity.days += days - 1e-6;
      g_assert_cmpint (om_activity_vividness (&activity, &constants), >=, percent);
      activity.days += 2e-6;
      g_assert_cmpint (om_activity_vividness (&activity, &constants), <, percent);
    }

  constants.pace_lambda = 0.0;
  activity.days = 0.0;
  g_assert_true (isinf (om_activity_days_to_vividness (&activity, 1, &constants)));
  constants = om_model_constants_default ();
  activity.kept = TRUE;
  g_assert_true (isinf (om_activity_days_to_vividness (&activity, 60, &constants)));
}

static void
test_days_to_rest (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  OmModelConstants constants = om_model_constants_default ();
  OmActivity activity = { .activation_count = 1 };

  for (guint i = 0; i < 500; i++)
    {
      double days;

      activity.importance = g_rand_int_range (random, 1, 11);
      activity.days = g_rand_double_range (random, 0.0, 90.0);
      activity.arousal = g_rand_double (random);
      activity.resolved = g_rand_int_range (random, 0, 4) == 0;
      days = om_activity_days_to_rest (&activity, &constants);
      if (days == 0.0)
        {
          g_assert_cmpfloat (om_activity_score (&activity, &constants), <, constants.rest_threshold);
          continue;
        }

      activity.days += days - 1e-6;
      g_assert_cmpfloat (om_activity_score (&activity, &constants), >=, constants.rest_threshold);
      activity.days += 2e-6;
      g_assert_cmpfloat (om_activity_score (&activity, &constants), <, constants.rest_threshold);
    }

  activity.days = 0.0;
  activity.kept = TRUE;
  g_assert_true (isinf (om_activity_days_to_rest (&activity, &constants)));
  activity.kept = FALSE;
  activity.resolved = FALSE;
  constants.pace_lambda = 0.0;
  g_assert_true (isinf (om_activity_days_to_rest (&activity, &constants)));
}

static OmMemory *
old_memory (void)
{
  OmMemory *memory = om_memory_new ();

  memory->last_active_at = NOW - 400 * DAY;
  return memory;
}

static void
test_rests (void)
{
  g_autoptr (OmMemory) memory = old_memory ();
  OmModelConstants constants = om_model_constants_default ();
  int percent = -1;

  g_assert_true (om_memory_rests (memory, NOW, &constants));
  g_assert_cmpint (om_memory_vividness (memory, NOW, &constants, &percent), ==,
                   OM_VIVIDNESS_RESTING);
  g_assert_cmpint (percent, ==, 0);

  /* Used again it wakes; the pace switched off keeps all awake. */
  memory->last_active_at = NOW;
  g_assert_false (om_memory_rests (memory, NOW, &constants));
  g_assert_cmpint (om_memory_vividness (memory, NOW, &constants, NULL), ==, OM_VIVIDNESS_VIVID);
  memory->last_active_at = NOW - 400 * DAY;
  constants.pace_lambda = om_pace_to_lambda (OM_PACE_OFF);
  g_assert_false (om_memory_rests (memory, NOW, &constants));
}

static void
test_rest_exceptions (void)
{
  OmModelConstants constants = om_model_constants_default ();
  const guint flags[] = { OM_FLAG_KEPT, OM_FLAG_PINNED, OM_FLAG_PINNED | OM_FLAG_KEPT };
  const OmMemoryType types[] = { OM_MEMORY_TYPE_DOCUMENT, OM_MEMORY_TYPE_SECTION };

  for (int importance = 1; importance <= 10; importance++)
    {
      g_autoptr (OmMemory) memory = old_memory ();

      memory->importance = importance;
      g_assert_cmpint (om_memory_rests (memory, NOW, &constants), ==, importance < 8);
    }

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      g_autoptr (OmMemory) memory = old_memory ();

      memory->flags = flags[i];
      g_assert_false (om_memory_rests (memory, NOW, &constants));
      g_assert_cmpint (om_memory_vividness (memory, NOW, &constants, NULL), ==, OM_VIVIDNESS_VIVID);
    }

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (OmMemory) memory = old_memory ();

      memory->type = types[i];
      g_assert_false (om_memory_rests (memory, NOW, &constants));
      g_assert_cmpint (om_memory_vividness (memory, NOW, &constants, NULL), ==,
                       OM_VIVIDNESS_FADING);
      /* What the person put to rest rests, whatever it is. */
      memory->archived_at = NOW - DAY;
      g_assert_true (om_memory_rests (memory, NOW, &constants));
    }
}

static void
test_facts_rest_when_over (void)
{
  g_autoptr (OmMemory) fact = old_memory ();
  OmModelConstants constants = om_model_constants_default ();

  fact->type = OM_MEMORY_TYPE_FACT;
  g_assert_false (om_memory_rests (fact, NOW, &constants));
  fact->valid_until = NOW + 1;
  g_assert_false (om_memory_rests (fact, NOW, &constants));
  fact->valid_until = NOW;
  g_assert_true (om_memory_rests (fact, NOW, &constants));
  fact->valid_until = 0;
  fact->superseded_by = g_strdup ("another");
  g_assert_true (om_memory_rests (fact, NOW, &constants));
  fact->last_active_at = NOW;
  g_assert_false (om_memory_rests (fact, NOW, &constants));
}

/* The line itself: a score of .3 does not rest, the last digit below it does. */
static void
test_rest_threshold (void)
{
  OmModelConstants constants = om_model_constants_default ();
  const double scores[] = { 0.3, 0.2999, 0.3001 };
  gboolean rested[3];
  OmActivityCycle cycle = om_activity_cycle (scores, NULL, 3, &constants, rested);

  g_assert_false (rested[0]);
  g_assert_true (rested[1]);
  g_assert_false (rested[2]);
  g_assert_cmpuint (cycle.checked, ==, 3);
  g_assert_cmpuint (cycle.rested, ==, 1);
  om_assert_near (cycle.lowest_score, 0.2999, 0.0);
}

void
test_activity_add (void)
{
  g_test_add_func ("/dynamics/activity/score", test_score);
  g_test_add_func ("/dynamics/activity/cycle", test_cycle);
  g_test_add_func ("/dynamics/activity/rounding", test_rounding);
  g_test_add_func ("/dynamics/activity/odd-inputs", test_odd_inputs);
  g_test_add_func ("/dynamics/activity/vividness-edges", test_vividness_edges);
  g_test_add_func ("/dynamics/activity/vividness-is-bare", test_vividness_is_bare);
  g_test_add_func ("/dynamics/activity/days-to-vividness", test_days_to_vividness);
  g_test_add_func ("/dynamics/activity/days-to-rest", test_days_to_rest);
  g_test_add_func ("/dynamics/activity/rests", test_rests);
  g_test_add_func ("/dynamics/activity/rest-exceptions", test_rest_exceptions);
  g_test_add_func ("/dynamics/activity/facts-rest-when-over", test_facts_rest_when_over);
  g_test_add_func ("/dynamics/activity/rest-threshold", test_rest_threshold);
}
