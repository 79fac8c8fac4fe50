/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words and symbols of traits. Stages are told apart by how full a ring is, never by colour alone.
 * Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-looks.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-trait-event-words.h"
#include "memory/om-moment.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"

static const struct
{
  const char *name;
  const char *icon;
} stages[OM_N_TRAIT_STAGES] = {
  [OM_TRAIT_STAGE_TREND] = { NC_ ("stage of a trait", "Just Noticed"), "om-stage-trend-symbolic" },
  [OM_TRAIT_STAGE_CANDIDATE] = { NC_ ("stage of a trait", "Possible"), "om-stage-candidate-symbolic" },
  [OM_TRAIT_STAGE_EMERGING] = { NC_ ("stage of a trait", "Emerging"), "om-stage-emerging-symbolic" },
  [OM_TRAIT_STAGE_ESTABLISHED] = { NC_ ("stage of a trait", "Established"), "om-stage-established-symbolic" },
  [OM_TRAIT_STAGE_CORE] = { NC_ ("stage of a trait", "Lasting"), "om-stage-core-symbolic" },
  [OM_TRAIT_STAGE_DISSOLVED] = { NC_ ("stage of a trait", "Let Go"), "om-stage-dissolved-symbolic" },
};

static const struct
{
  const char *name;
  const char *icon;
} tiers[OM_N_TRAIT_TIERS] = {
  [OM_TRAIT_TIER_BEHAVIOR] = { NC_ ("tier of a trait", "Habit"), "om-tier-behavior-symbolic" },
  [OM_TRAIT_TIER_PREFERENCE] = { NC_ ("tier of a trait", "Preference"), "om-tier-preference-symbolic" },
  [OM_TRAIT_TIER_CORE] = { NC_ ("tier of a trait", "Core Value"), "om-tier-core-symbolic" },
};

static const char *const only[OM_N_CONTEXTS] = {
  [OM_CONTEXT_WORK] = NC_ ("where a trait holds", "Only at work"),
  [OM_CONTEXT_PERSONAL] = NC_ ("where a trait holds", "Only in private life"),
  [OM_CONTEXT_SOCIAL] = NC_ ("where a trait holds", "Only with others"),
  [OM_CONTEXT_LEARNING] = NC_ ("where a trait holds", "Only when learning"),
  [OM_CONTEXT_GENERAL] = NC_ ("where a trait holds", "Everywhere"),
};

/** om_trait_look_stage_name: (transfer none): translated */
const char *
om_trait_look_stage_name (OmTraitStage stage)
{
  g_return_val_if_fail (stage >= 0 && stage < OM_N_TRAIT_STAGES, "");

  return g_dpgettext2 (NULL, "stage of a trait", stages[stage].name);
}

/** om_trait_look_stage_icon: (transfer none): name of a symbolic icon */
const char *
om_trait_look_stage_icon (OmTraitStage stage)
{
  g_return_val_if_fail (stage >= 0 && stage < OM_N_TRAIT_STAGES, "");

  return stages[stage].icon;
}

/** om_trait_look_tier_name: (transfer none): translated */
const char *
om_trait_look_tier_name (OmTraitTier tier)
{
  g_return_val_if_fail (tier >= 0 && tier < OM_N_TRAIT_TIERS, "");

  return g_dpgettext2 (NULL, "tier of a trait", tiers[tier].name);
}

/** om_trait_look_tier_icon: (transfer none): name of a symbolic icon */
const char *
om_trait_look_tier_icon (OmTraitTier tier)
{
  g_return_val_if_fail (tier >= 0 && tier < OM_N_TRAIT_TIERS, "");

  return tiers[tier].icon;
}

/** om_trait_look_only_name: (transfer none): where it holds, translated: "Only at work" */
const char *
om_trait_look_only_name (OmContext context)
{
  g_return_val_if_fail (context >= 0 && context < OM_N_CONTEXTS, "");

  return g_dpgettext2 (NULL, "where a trait holds", only[context]);
}

/**
 * om_trait_look_sure_word:
 * @confidence: 0..1, or %NAN in a trend
 *
 * Returns: (transfer none): how sure that is, by the bounds of the stages (design/traits.md 3), translated
 */
const char *
om_trait_look_sure_word (double confidence)
{
  if (isnan (confidence))
    return C_ ("how sure a trait is", "Too early to say");
  if (confidence < 0.3)
    return C_ ("how sure a trait is", "Not sure yet");
  if (confidence < 0.6)
    return C_ ("how sure a trait is", "Somewhat sure");
  if (confidence < 0.85)
    return C_ ("how sure a trait is", "Sure");
  return C_ ("how sure a trait is", "Very sure");
}

/**
 * om_trait_look_dup_kind:
 *
 * Returns: (transfer full): what it is and where it holds: "Habit · Work"
 */
char *
om_trait_look_dup_kind (const OmTrait *trait)
{
  if (trait->context == OM_CONTEXT_UNKNOWN)
    return g_strdup (om_trait_look_tier_name (trait->tier));
  return g_strdup_printf ("%s · %s", om_trait_look_tier_name (trait->tier), om_look_context_name (trait->context));
}

/**
 * om_trait_look_dup_confidence:
 *
 * Returns: (transfer full): "Somewhat sure, 45 %", or that it is too early
 */
char *
om_trait_look_dup_confidence (const OmTrait *trait)
{
  if (isnan (trait->confidence))
    return g_strdup (om_trait_look_sure_word (trait->confidence));
  /* Translators: how sure a trait is, as a word and in per cent */
  return g_strdup_printf (_("%s, %d %%"), om_trait_look_sure_word (trait->confidence), (int) lround (100 * trait->confidence));
}

/**
 * om_trait_look_dup_numbers:
 *
 * Returns: (transfer full): on what it rests: "8 of 19 days, since May 2026"
 */
char *
om_trait_look_dup_numbers (const OmTrait *trait)
{
  OmMoment first = { .ms = (gint64) trait->first_day * OM_MS_PER_DAY, .precision = OM_PRECISION_DAY };
  g_autofree char *month = om_date_words_month (&first);

  if (trait->n_days == 0)
    return g_strdup (_("Your own word"));
  if (trait->n_of_days > 0)
    return g_strdup_printf (ngettext ("%u of %u day, since %s", "%u of %u days, since %s", trait->n_of_days), trait->n_days,
                            trait->n_of_days, month);
  return g_strdup_printf (ngettext ("%u day, since %s", "%u days, since %s", trait->n_days), trait->n_days, month);
}

/**
 * om_trait_look_dup_why:
 *
 * Returns: (transfer full): what a piece of evidence is, how much it says and why: "you did it · grade C"
 */
char *
om_trait_look_dup_why (const OmTraitEvidence *evidence)
{
  GString *text = g_string_new (om_trait_signal_words (evidence->signal));
  const char *reason = om_trait_grade_reason_words (evidence->reason);

  /* Translators: how much a piece of evidence says, from A to D */
  if (evidence->supports && evidence->counted)
    g_string_append_printf (text, " · %s %c", _("grade"), 'A' + evidence->grade);
  if (*reason != '\0')
    g_string_append_printf (text, " · %s", reason);
  if (evidence->closed)
    g_string_append_printf (text, " · %s", C_ ("evidence against a trait", "closed by a review"));
  if (evidence->context != OM_CONTEXT_UNKNOWN && evidence->context != OM_CONTEXT_GENERAL)
    g_string_append_printf (text, " · %s", om_look_context_name (evidence->context));
  return g_string_free (text, FALSE);
}
