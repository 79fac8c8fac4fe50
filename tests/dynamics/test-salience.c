/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience's primitives and events, over the golden files. */
#include "config.h"

#include "dynamics/om-salience.h"

#include <math.h>

#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static gint64
time_member (JsonObject *object,
             const char *member,
             gint64      fallback)
{
  JsonNode *node = json_object_get_member (object, member);

  return node == NULL || json_node_is_null (node) || json_node_get_int (node) == 0
             ? fallback
             : json_node_get_int (node);
}

/* The source's fallbacks: never seen is seen when updated, never updated is now. */
static gint64
seen_member (JsonObject *in,
             const char *seen,
             const char *updated)
{
  gint64 now = json_object_get_int_member (in, "now_ms");

  return time_member (in, seen, time_member (in, updated, now));
}

static gboolean
check_decay (JsonObject *in,
             JsonNode   *out,
             guint       number)
{
  double days = om_test_number (in, "days", 0.0);

  /* Rule 3: a negative age is 0 here. */
  if (days < 0.0)
    return FALSE;

  om_assert_near (
      om_salience_decay (om_sector_from_nick (json_object_get_string_member (in, "sector")),
                         om_test_number (in, "salience", 0.0), days,
                         (guint) om_test_number (in, "segment", 0.0),
                         (guint) om_test_number (in, "max_segment", 0.0)),
      json_node_get_double (out), 1e-12);
  return TRUE;
}

static gboolean
check_tier (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  OmTier tier = om_tier_pick (seen_member (in, "last_seen_at", "updated_at"),
                              json_object_get_int_member (in, "now_ms"),
                              om_test_number (in, "salience", 0.0),
                              (guint) MAX (0.0, om_test_number (in, "coactivations", 0.0)));

  g_assert_cmpstr (om_tier_to_nick (tier), ==, json_node_get_string (out));
  return TRUE;
}

static gboolean
check_fade (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  JsonObject *right = json_node_get_object (out);
  gint64 now = json_object_get_int_member (in, "now_ms");
  gint64 seen = seen_member (in, "last_seen_ms", "updated_ms");
  double salience = om_test_number (in, "salience", 0.0);
  guint coactivations = (guint) MAX (0.0, om_test_number (in, "feedback_score", 0.0));
  OmTier tier = om_tier_pick (seen, now, salience, coactivations);
  double f = om_fade_factor (tier, salience, coactivations, om_age_days (seen, now));
  double after = om_test_number (right, "salience_after", 0.0);

  /* Rule 2: the source reads a salience of 0 as .5. */
  if (salience == 0.0)
    return FALSE;

  g_assert_cmpstr (om_tier_to_nick (tier), ==, json_object_get_string_member (right, "tier"));
  om_assert_near (f, om_test_number (right, "f", NAN), 1e-9);
  /* Rule 2: nor where recalls would raise it above what it was, which waiting never does here. */
  if (json_object_get_boolean_member (right, "row_written") && after <= salience)
    om_assert_near (om_salience_faded (salience, coactivations, f), after, 1e-9);
  return TRUE;
}

static gboolean
check_reinforcement (JsonObject *in,
                     JsonNode   *out,
                     guint       number)
{
  const char *op = json_object_get_string_member (in, "op");
  double salience = om_test_number (in, "salience", 0.0);
  double right = json_node_get_double (out);

  /* Rule 2, as above. */
  if (salience == 0.0)
    return FALSE;

  if (g_str_equal (op, "trace"))
    om_assert_near (om_reinforce_trace (salience), right, 1e-12);
  else if (g_str_equal (op, "query_hit"))
    om_assert_near (om_reinforce_query_hit (salience, OM_REINFORCE_STRONG), right, 1e-12);
  else if (g_str_equal (op, "dedup"))
    om_assert_near (om_reinforce_duplicate (salience), right, 1e-12);
  else if (g_str_equal (op, "reflect_boost"))
    om_assert_near (om_reinforce_reflection (salience), right, 1e-12);
  else
    g_error ("case %u: no such step: %s", number, op);
  return TRUE;
}

static gboolean
check_propagation (JsonObject *in,
                   JsonNode   *out,
                   guint       number)
{
  JsonArray *links = json_object_get_array_member (in, "links");
  JsonArray *right = json_node_get_array (out);
  guint n_right = 0;

  for (guint i = 0; i < json_array_get_length (links); i++)
    {
      JsonObject *link = json_array_get_object_element (links, i);
      JsonNode *salience = json_object_get_member (link, "salience");
      JsonObject *expected;

      if (JSON_NODE_HOLDS_VALUE (salience) && json_node_get_value_type (salience) == G_TYPE_STRING)
        continue;

      g_assert_cmpuint (n_right, <, json_array_get_length (right));
      expected = json_array_get_object_element (right, n_right++);
      g_assert_cmpstr (json_object_get_string_member (expected, "id"), ==,
                       json_object_get_string_member (link, "id"));
      om_assert_near (om_propagate (om_test_number (in, "source_salience", 0.0),
                                    om_test_number (link, "weight", 0.0),
                                    om_test_number (link, "salience", 0.0)),
                      om_test_number (expected, "salience", NAN), 1e-12);
    }

  g_assert_cmpuint (n_right, ==, json_array_get_length (right));
  return TRUE;
}

static void
test_decay (void)
{
  om_test_golden_run ("calc_decay", check_decay);
}

static void
test_tier (void)
{
  om_test_golden_run ("pick_tier", check_tier);
}

static void
test_fade (void)
{
  om_test_golden_run ("apply_decay", check_fade);
}

static void
test_reinforcement (void)
{
  om_test_golden_run ("reinforcement", check_reinforcement);
}

static void
test_propagation (void)
{
  om_test_golden_run ("propagation", check_propagation);
}

static void
test_negative_age (void)
{
  OmModelConstants constants = om_model_constants_default ();

  om_assert_near (om_salience_decay (OM_SECTOR_EMOTIONAL, 0.7, -2.0, 0, 0), 0.7, 0.0);
  om_assert_near (om_fade_factor (OM_TIER_COLD, 0.7, 0, -2.0), 1.0, 0.0);
  om_assert_near (om_reinforce_neighbour (0.8, 0.0, 0.2, -5.0, &constants), 0.2 + 0.2 * 0.6, 1e-12);
}

static void
test_recall (void)
{
  OmModelConstants strong = om_model_constants_default ();
  OmModelConstants gentle = strong;

  gentle.recall_boost = om_recall_strength_to_boost (OM_RECALL_STRENGTH_GENTLE);

  /* .4 -> .508, then the boost. A salience of 0 is 0, not a default. */
  om_assert_near (om_reinforce_recall (0.4, &gentle), 0.658, 1e-12);
  om_assert_near (om_reinforce_recall (0.0, &gentle), 0.33, 1e-12);
  om_assert_near (om_reinforce_recall (0.0, &strong), 0.68, 1e-12);
  om_assert_near (om_reinforce_recall (0.4, &strong), 1.0, 0.0);
  om_assert_near (om_reinforce_recall (1.0, &strong), 1.0, 0.0);
  om_assert_near (om_reinforce_trace (0.0), 0.18, 1e-15);
  om_assert_near (om_reinforce_duplicate (0.0), 0.15, 0.0);
}

static void
test_neighbour (void)
{
  OmModelConstants strong = om_model_constants_default ();
  g_autoptr (GRand) random = g_rand_new_with_seed (20240506);

  /* .3 + .18 x .5 x .9 = .381, then .2 (.9 - .381) e^(-.2). */
  om_assert_near (om_reinforce_neighbour (0.9, 0.5, 0.3, 10.0, &strong), 0.381 + 0.2 * 0.519 * exp (-0.2),
                  1e-12);
  /* A neighbour above the recalled one is not drawn down. */
  om_assert_near (om_reinforce_neighbour (0.2, 0.0, 0.9, 0.0, &strong), 0.9, 0.0);
  om_assert_near (om_reinforce_neighbour (0.2, -0.5, 0.9, 0.0, &strong), 0.9, 0.0);

  for (guint i = 0; i < 2000; i++)
    {
      double source = g_rand_double (random);
      double before = g_rand_double (random);
      double after = om_reinforce_neighbour (source, g_rand_double_range (random, -0.2, 1.2),
                                             before, g_rand_double_range (random, 0.0, 8000.0), &strong);

      g_assert_cmpfloat (after, >=, before);
      g_assert_cmpfloat (after, <=, 1.0);
    }
}

void
test_salience_add (void)
{
  g_test_add_func ("/dynamics/salience/decay", test_decay);
  g_test_add_func ("/dynamics/salience/tier", test_tier);
  g_test_add_func ("/dynamics/salience/fade", test_fade);
  g_test_add_func ("/dynamics/salience/reinforcement", test_reinforcement);
  g_test_add_func ("/dynamics/salience/propagation", test_propagation);
  g_test_add_func ("/dynamics/salience/negative-age", test_negative_age);
  g_test_add_func ("/dynamics/salience/recall", test_recall);
  g_test_add_func ("/dynamics/salience/neighbour", test_neighbour);
}
