/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over sectors, and the table of constants. */
#include "config.h"

#include "dynamics/om-sectors.h"

#include "dynamics/om-constants.h"
#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

static OmSector
sector_member (JsonObject *object,
               const char *member)
{
  return om_sector_from_nick (json_object_get_string_member (object, member));
}

static gboolean
check_resonance (JsonObject *in,
                 JsonNode   *out,
                 guint       number)
{
  om_assert_near (om_sector_resonance (sector_member (in, "memory_sector"),
                                       sector_member (in, "query_sector"),
                                       om_test_number (in, "score", 0.0)),
                  json_node_get_double (out), 1e-12);
  return TRUE;
}

static gboolean
check_penalty (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  om_assert_near (
      om_sector_penalty (sector_member (in, "query_sector"), sector_member (in, "memory_sector")),
      json_node_get_double (out), 1e-12);
  return TRUE;
}

static void
test_resonance (void)
{
  om_test_golden_run ("resonance", check_resonance);
}

static void
test_penalty (void)
{
  om_test_golden_run ("sector_penalty", check_penalty);
}

/* The tables as a whole against those of constants.json. */
static void
test_constants (void)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("constants");
  JsonObject *constants = json_object_get_object_member (file, "constants");
  JsonObject *sectors = json_object_get_object_member (constants, "sectors");
  JsonObject *penalties =
      json_object_get_object_member (constants, "sector_penalty_by_query_then_memory");
  JsonObject *tiers = json_object_get_object_member (constants, "decay_lambdas_per_day");
  JsonArray *matrix = json_object_get_array_member (constants, "resonance_matrix");
  OmModelConstants model = om_model_constants_default ();

  for (int s = 0; s < OM_N_SECTORS; s++)
    {
      JsonObject *sector = json_object_get_object_member (sectors, om_sector_to_nick (s));
      JsonObject *penalty = json_object_get_object_member (penalties, om_sector_to_nick (s));
      JsonArray *row = json_array_get_array_element (matrix, s);

      om_assert_near (om_sector_lambda (s), om_test_number (sector, "decay_lambda", -1.0), 0.0);
      om_assert_near (model.sector_lambda[s], om_sector_lambda (s), 0.0);
      for (int m = 0; m < OM_N_SECTORS; m++)
        {
          double factor = om_test_number (penalty, om_sector_to_nick (m), 1.0);

          om_assert_near (om_sector_resonance (s, m, 1.0), json_array_get_double_element (row, m),
                          0.0);
          om_assert_near (om_sector_penalty (s, m), factor, 0.0);
        }
    }

  for (int t = 0; t < OM_N_TIERS; t++)
    om_assert_near (model.tier_lambda[t], om_test_number (tiers, om_tier_to_nick (t), -1.0), 0.0);
  om_assert_near (OM_SECTOR_PENALTY_UNKNOWN,
                  om_test_number (constants, "sector_penalty_default", -1.0), 0.0);
}

static void
test_unknown (void)
{
  om_assert_near (om_sector_lambda (OM_SECTOR_UNKNOWN), 0.0, 0.0);
  om_assert_near (om_sector_lambda (OM_SECTOR_MEAN), 0.0, 0.0);
  om_assert_near (om_sector_penalty (OM_SECTOR_EPISODIC, OM_SECTOR_MEAN), 0.3, 0.0);
}

static void
test_initial_salience (void)
{
  om_assert_near (om_initial_salience (0), 0.4, 1e-15);
  om_assert_near (om_initial_salience (2), 0.6, 1e-15);
  om_assert_near (om_initial_salience (6), 1.0, 0.0);
  om_assert_near (om_initial_salience (G_MAXUINT), 1.0, 0.0);
}

static void
test_preferences (void)
{
  const double lambdas[OM_N_PACES] = { 0.05, 0.02, 0.01, 0.0 };

  for (int i = 0; i < OM_N_PACES; i++)
    {
      g_assert_cmpint (om_pace_from_nick (om_pace_to_nick (i)), ==, i);
      om_assert_near (om_pace_to_lambda (i), lambdas[i], 0.0);
    }
  g_assert_cmpint (om_pace_from_nick ("Slow"), ==, OM_PACE_SLOW);
  g_assert_cmpint (om_pace_from_nick ("fast"), ==, OM_PACE_UNKNOWN);
  g_assert_cmpint (om_pace_from_nick (NULL), ==, OM_PACE_UNKNOWN);
  g_assert_cmpstr (om_pace_to_nick (OM_PACE_UNKNOWN), ==, "unknown");
  om_assert_near (om_pace_to_lambda (OM_PACE_UNKNOWN), 0.05, 0.0);

  for (int i = 0; i < OM_N_RECALL_STRENGTHS; i++)
    g_assert_cmpint (om_recall_strength_from_nick (om_recall_strength_to_nick (i)), ==, i);
  om_assert_near (om_recall_strength_to_boost (OM_RECALL_STRENGTH_GENTLE), 0.15, 0.0);
  om_assert_near (om_recall_strength_to_boost (OM_RECALL_STRENGTH_STRONG), 0.5, 0.0);
  om_assert_near (om_recall_strength_to_boost (OM_RECALL_STRENGTH_UNKNOWN), 0.5, 0.0);
  g_assert_cmpint (om_recall_strength_from_nick ("weak"), ==, OM_RECALL_STRENGTH_UNKNOWN);
}

static void
test_age (void)
{
  om_assert_near (om_age_days (0, OM_MS_PER_DAY), 1.0, 0.0);
  om_assert_near (om_age_days (-OM_MS_PER_DAY, OM_MS_PER_DAY / 2), 1.5, 0.0);
  om_assert_near (om_age_days (OM_MS_PER_DAY, 0), 0.0, 0.0);
  om_assert_near (om_age_days (5, 5), 0.0, 0.0);
  /* 2^64 - 1 ms, beyond what a signed difference holds. */
  om_assert_near (om_age_days (G_MININT64, G_MAXINT64), 18446744073709551615.0 / 86400000.0, 1e-3);
  om_assert_near (om_age_days (G_MAXINT64, G_MININT64), 0.0, 0.0);
}

void
test_sectors_add (void)
{
  g_test_add_func ("/dynamics/sectors/resonance", test_resonance);
  g_test_add_func ("/dynamics/sectors/penalty", test_penalty);
  g_test_add_func ("/dynamics/sectors/constants", test_constants);
  g_test_add_func ("/dynamics/sectors/unknown", test_unknown);
  g_test_add_func ("/dynamics/sectors/initial-salience", test_initial_salience);
  g_test_add_func ("/dynamics/constants/preferences", test_preferences);
  g_test_add_func ("/dynamics/constants/age", test_age);
}
