/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nicks of the closed sets: one table each, looked up in both directions. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-enums.h"

static const char *const sector_nicks[OM_N_SECTORS + 1] = { "episodic", "semantic", "procedural", "emotional", "reflective", "mean" };
static const char *const type_nicks[OM_N_MEMORY_TYPES] = { "fact", "episode", "document", "section", "reflection" };
static const char *const context_nicks[OM_N_CONTEXTS] = { "work", "personal", "social", "learning", "general" };
static const char *const origin_nicks[OM_N_ORIGINS] = { "user", "import", "derived" };
static const char *const stage_nicks[OM_N_VECTOR_STAGES] = { "full", "compressed", "fingerprint" };
static const char *const kind_nicks[OM_N_WAYPOINT_KINDS] = { "association", "hand", "structure", "duplicate", "reflection" };
static const char *const tier_nicks[OM_N_TIERS] = { "hot", "warm", "cold" };
static const char *const vividness_nicks[OM_N_VIVIDNESS] = { "vivid", "clear", "fading", "resting" };
static const char *const precision_nicks[OM_N_PRECISIONS] = { "instant", "day", "unknown" };
static const char *const cause_nicks[OM_N_EVENT_CAUSES] = {
  "created", "imported", "recalled", "spread", "near-duplicate", "reflected", "edited",
  "changed-by-hand", "woken", "reopened", "undone"
};
static const char *const way_nicks[OM_N_RECALL_WAYS] = {
  "unknown", "read", "remembered", "window", "command", "reminder", "program",
};
static const char *const trait_tier_nicks[OM_N_TRAIT_TIERS] = { "behavior", "preference", "core" };
static const char *const trait_stage_nicks[OM_N_TRAIT_STAGES] = { "trend", "candidate", "emerging", "established", "core", "dissolved" };
static const char *const trait_cause_nicks[OM_N_TRAIT_CAUSES] = {
  "created", "trend_expired", "trend_promoted", "reinforced", "contradicted", "decay", "reviewed",
  "user_confirm", "user_reject", "user_restore", "formed", "split"
};

static const char *
to_nick (const char *const *nicks,
         int                n_nicks,
         int                value)
{
  return value >= 0 && value < n_nicks ? nicks[value] : "unknown";
}

static int
from_nick (const char *const *nicks,
           int                n_nicks,
           const char        *nick)
{
  if (nick == NULL)
    return -1;

  for (int i = 0; i < n_nicks; i++)
    {
      if (g_ascii_strcasecmp (nicks[i], nick) == 0)
        return i;
    }

  return -1;
}

/**
 * om_sector_to_nick:
 * @sector: a sector
 *
 * Returns: (transfer none): the stored name, `unknown` for a value outside the set
 */
const char *
om_sector_to_nick (OmSector sector)
{
  return to_nick (sector_nicks, OM_N_SECTORS + 1, sector);
}

/**
 * om_sector_from_nick:
 * @nick: (nullable): a name in any case
 *
 * Returns: the sector, or %OM_SECTOR_UNKNOWN; `mean` is no sector a person can name
 */
OmSector
om_sector_from_nick (const char *nick)
{
  return from_nick (sector_nicks, OM_N_SECTORS, nick);
}

#define DEFINE_TO_NICK(type, name, table, count) \
  const char *                                   \
  om_##name##_to_nick (type value)               \
  {                                              \
    return to_nick (table, count, (int) value);  \
  }

#define DEFINE_FROM_NICK(type, name, table, count) \
  type                                             \
  om_##name##_from_nick (const char *nick)         \
  {                                                \
    return from_nick (table, count, nick);         \
  }

DEFINE_TO_NICK (OmMemoryType, memory_type, type_nicks, OM_N_MEMORY_TYPES)
DEFINE_FROM_NICK (OmMemoryType, memory_type, type_nicks, OM_N_MEMORY_TYPES)
DEFINE_TO_NICK (OmContext, context, context_nicks, OM_N_CONTEXTS)
DEFINE_FROM_NICK (OmContext, context, context_nicks, OM_N_CONTEXTS)
DEFINE_TO_NICK (OmOrigin, origin, origin_nicks, OM_N_ORIGINS)
DEFINE_FROM_NICK (OmOrigin, origin, origin_nicks, OM_N_ORIGINS)
DEFINE_TO_NICK (OmVectorStage, vector_stage, stage_nicks, OM_N_VECTOR_STAGES)
DEFINE_TO_NICK (OmWaypointKind, waypoint_kind, kind_nicks, OM_N_WAYPOINT_KINDS)
DEFINE_FROM_NICK (OmWaypointKind, waypoint_kind, kind_nicks, OM_N_WAYPOINT_KINDS)
DEFINE_TO_NICK (OmTier, tier, tier_nicks, OM_N_TIERS)
DEFINE_TO_NICK (OmVividness, vividness, vividness_nicks, OM_N_VIVIDNESS)
DEFINE_FROM_NICK (OmVividness, vividness, vividness_nicks, OM_N_VIVIDNESS)
DEFINE_TO_NICK (OmPrecision, precision, precision_nicks, OM_N_PRECISIONS)
DEFINE_TO_NICK (OmEventCause, event_cause, cause_nicks, OM_N_EVENT_CAUSES)
DEFINE_TO_NICK (OmRecallWay, recall_way, way_nicks, OM_N_RECALL_WAYS)
DEFINE_TO_NICK (OmTraitTier, trait_tier, trait_tier_nicks, OM_N_TRAIT_TIERS)
DEFINE_FROM_NICK (OmTraitTier, trait_tier, trait_tier_nicks, OM_N_TRAIT_TIERS)
DEFINE_TO_NICK (OmTraitStage, trait_stage, trait_stage_nicks, OM_N_TRAIT_STAGES)
DEFINE_FROM_NICK (OmTraitStage, trait_stage, trait_stage_nicks, OM_N_TRAIT_STAGES)
DEFINE_TO_NICK (OmTraitCause, trait_cause, trait_cause_nicks, OM_N_TRAIT_CAUSES)
