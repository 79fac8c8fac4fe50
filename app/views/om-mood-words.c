/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moods in words. A number nobody can name is chosen by steps; a number from elsewhere is told by the
 * nearest step. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-mood-words.h"

#include <glib/gi18n.h>
#include <math.h>

static const char *const valences[OM_N_VALENCE_STEPS] = {
  NC_ ("mood", "Very unpleasant"), NC_ ("mood", "Unpleasant"), NC_ ("mood", "Neither"),
  NC_ ("mood", "Pleasant"), NC_ ("mood", "Very pleasant"),
};

static const char *const arousals[OM_N_AROUSAL_STEPS] = {
  NC_ ("mood", "Quiet"), NC_ ("mood", "Awake"), NC_ ("mood", "Stirred"),
};

static const char *const names[OM_N_VALENCE_STEPS][OM_N_AROUSAL_STEPS] = {
  { NC_ ("mood", "Sad"), NC_ ("mood", "Unhappy"), NC_ ("mood", "Distressed") },
  { NC_ ("mood", "Weary"), NC_ ("mood", "Low"), NC_ ("mood", "Tense") },
  { NC_ ("mood", "Calm"), NC_ ("mood", "Even"), NC_ ("mood", "Alert") },
  { NC_ ("mood", "At ease"), NC_ ("mood", "Glad"), NC_ ("mood", "Lively") },
  { NC_ ("mood", "Content"), NC_ ("mood", "Happy"), NC_ ("mood", "Elated") },
};

/**
 * om_mood_words_valence:
 * @step: 0..4, the unpleasant first
 *
 * Returns: how pleasant, in words
 */
const char *
om_mood_words_valence (guint step)
{
  g_return_val_if_fail (step < OM_N_VALENCE_STEPS, NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "mood", valences[step]);
}

/**
 * om_mood_words_arousal:
 * @step: 0..2, the quiet first
 *
 * Returns: how stirred, in words
 */
const char *
om_mood_words_arousal (guint step)
{
  g_return_val_if_fail (step < OM_N_AROUSAL_STEPS, NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "mood", arousals[step]);
}

/** om_mood_words_step_valence: the number of a step, -1..1. */
double
om_mood_words_step_valence (guint step)
{
  return -1 + 2.0 * step / (OM_N_VALENCE_STEPS - 1);
}

/** om_mood_words_step_arousal: the number of a step, 0..1: the middle of its third. */
double
om_mood_words_step_arousal (guint step)
{
  return (step + .5) / OM_N_AROUSAL_STEPS;
}

/** om_mood_words_valence_step: the step nearest to a number of -1..1. */
guint
om_mood_words_valence_step (double valence)
{
  return (guint) lround ((CLAMP (valence, -1, 1) + 1) / 2 * (OM_N_VALENCE_STEPS - 1));
}

/** om_mood_words_arousal_step: the step a number of 0..1 falls into. */
guint
om_mood_words_arousal_step (double arousal)
{
  return MIN ((guint) (CLAMP (arousal, 0, 1) * OM_N_AROUSAL_STEPS), OM_N_AROUSAL_STEPS - 1);
}

/**
 * om_mood_words_name:
 * @valence: -1..1
 * @arousal: 0..1
 *
 * Returns: the mood in one word
 */
const char *
om_mood_words_name (double valence,
                    double arousal)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "mood",
                       names[om_mood_words_valence_step (valence)][om_mood_words_arousal_step (arousal)]);
}
