/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the Salience page. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-salience-words.h"

#include <glib/gi18n.h>

/** om_salience_words_tier: Returns: (transfer none): how lately and strongly it was seen, translated */
const char *
om_salience_words_tier (OmTier tier)
{
  static const char *const names[OM_N_TIERS] = {
    [OM_TIER_HOT] = NC_ ("tier of salience", "Hot"),
    [OM_TIER_WARM] = NC_ ("tier of salience", "Warm"),
    [OM_TIER_COLD] = NC_ ("tier of salience", "Cold"),
  };

  return tier >= 0 && tier < OM_N_TIERS ? g_dpgettext2 (NULL, "tier of salience", names[tier]) : "";
}

/** om_salience_words_stage: Returns: (transfer none): how much of its vector is kept, translated */
const char *
om_salience_words_stage (OmVectorStage stage)
{
  static const char *const names[OM_N_VECTOR_STAGES] = {
    [OM_VECTOR_STAGE_FULL] = NC_ ("how much of a vector is kept", "Full"),
    [OM_VECTOR_STAGE_COMPRESSED] = NC_ ("how much of a vector is kept", "Compressed"),
    [OM_VECTOR_STAGE_FINGERPRINT] = NC_ ("how much of a vector is kept", "Fingerprint"),
  };

  return stage >= 0 && stage < OM_N_VECTOR_STAGES ? g_dpgettext2 (NULL, "how much of a vector is kept", names[stage]) : "";
}
