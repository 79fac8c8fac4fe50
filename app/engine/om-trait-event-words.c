/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened to a trait and what speaks for it, in words. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-event-words.h"

#include <glib/gi18n.h>

static const char *const signal_words[OM_N_TRAIT_SIGNALS] = {
  [OM_TRAIT_SIGNAL_SAID] = N_("you wrote so"),
  [OM_TRAIT_SIGNAL_DONE] = N_("you did it"),
  [OM_TRAIT_SIGNAL_RHYTHM] = N_("written so"),
  [OM_TRAIT_SIGNAL_MOOD] = N_("how the days read"),
  [OM_TRAIT_SIGNAL_MEMBER] = N_("another trait of the kind"),
  [OM_TRAIT_SIGNAL_DENIED] = N_("you wrote the opposite"),
  [OM_TRAIT_SIGNAL_RETRACTED] = N_("you wrote that it has changed"),
  [OM_TRAIT_SIGNAL_OPPOSITE] = N_("you wrote what does not go with it"),
  [OM_TRAIT_SIGNAL_REVERSED] = N_("the last entries are otherwise"),
  [OM_TRAIT_SIGNAL_SILENT] = N_("not a word of it while you wrote on"),
};

static const char *const reason_words[OM_N_TRAIT_GRADE_REASONS] = {
  [OM_TRAIT_GRADE_PLAIN] = "",
  [OM_TRAIT_GRADE_CONTEXTS] = N_("in another part of life"),
  [OM_TRAIT_GRADE_MASSED] = N_("within three days of the one before"),
  [OM_TRAIT_GRADE_SAME_DAY] = N_("the day has another, not counted"),
  [OM_TRAIT_GRADE_UNDATED] = N_("without a date"),
  [OM_TRAIT_GRADE_CAPPED] = N_("no more than emerging"),
};

static const char *const cause_words[OM_N_TRAIT_CAUSES] = {
  [OM_TRAIT_CAUSE_CREATED] = N_("first seen"),
  [OM_TRAIT_CAUSE_TREND_EXPIRED] = N_("not seen again in time"),
  [OM_TRAIT_CAUSE_TREND_PROMOTED] = N_("seen on three days"),
  [OM_TRAIT_CAUSE_REINFORCED] = N_("seen again"),
  [OM_TRAIT_CAUSE_CONTRADICTED] = N_("contradicted"),
  [OM_TRAIT_CAUSE_DECAY] = N_("faded"),
  [OM_TRAIT_CAUSE_REVIEWED] = N_("reviewed"),
  [OM_TRAIT_CAUSE_USER_CONFIRM] = N_("you said it is true"),
  [OM_TRAIT_CAUSE_USER_REJECT] = N_("you said this is not you"),
  [OM_TRAIT_CAUSE_USER_RESTORE] = N_("you restored it"),
  [OM_TRAIT_CAUSE_FORMED] = N_("made of others"),
  [OM_TRAIT_CAUSE_SPLIT] = N_("split off another"),
};

/** om_trait_signal_words: (transfer none): what a piece of evidence is, in lower case, translated */
const char *
om_trait_signal_words (OmTraitSignal signal)
{
  g_return_val_if_fail (signal >= 0 && signal < OM_N_TRAIT_SIGNALS, "");

  return _(signal_words[signal]);
}

/** om_trait_grade_reason_words: (transfer none): why it has its grade, translated; empty if there is nothing to say */
const char *
om_trait_grade_reason_words (OmTraitGradeReason reason)
{
  g_return_val_if_fail (reason >= 0 && reason < OM_N_TRAIT_GRADE_REASONS, "");

  return *reason_words[reason] != '\0' ? _(reason_words[reason]) : "";
}

/** om_trait_cause_words: (transfer none): what happened, in lower case, translated */
const char *
om_trait_cause_words (OmTraitCause cause)
{
  g_return_val_if_fail (cause >= 0 && cause < OM_N_TRAIT_CAUSES, "");

  return _(cause_words[cause]);
}
