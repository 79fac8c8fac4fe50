/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits as people read them in a terminal. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-trait-words.h"

#include <math.h>

#include "cli/om-cli-print.h"
#include "engine/om-trait-event-words.h"

#define SHORT_ID 8

static const char *const stage_words[OM_N_TRAIT_STAGES] = {
  [OM_TRAIT_STAGE_TREND] = NC_ ("stage of a trait", "just noticed"),
  [OM_TRAIT_STAGE_CANDIDATE] = NC_ ("stage of a trait", "possible"),
  [OM_TRAIT_STAGE_EMERGING] = NC_ ("stage of a trait", "emerging"),
  [OM_TRAIT_STAGE_ESTABLISHED] = NC_ ("stage of a trait", "established"),
  [OM_TRAIT_STAGE_CORE] = NC_ ("stage of a trait", "lasting"),
  [OM_TRAIT_STAGE_DISSOLVED] = NC_ ("stage of a trait", "let go"),
};

static const char *const tier_words[OM_N_TRAIT_TIERS] = {
  [OM_TRAIT_TIER_BEHAVIOR] = NC_ ("tier of a trait", "habit"),
  [OM_TRAIT_TIER_PREFERENCE] = NC_ ("tier of a trait", "preference"),
  [OM_TRAIT_TIER_CORE] = NC_ ("tier of a trait", "core value"),
};

static const char *const context_words[OM_N_CONTEXTS] = {
  [OM_CONTEXT_WORK] = NC_ ("context", "at work"),
  [OM_CONTEXT_PERSONAL] = NC_ ("context", "in private life"),
  [OM_CONTEXT_SOCIAL] = NC_ ("context", "with others"),
  [OM_CONTEXT_LEARNING] = NC_ ("context", "when learning"),
  [OM_CONTEXT_GENERAL] = NC_ ("context", "everywhere"),
};

/** om_cli_trait_stage_word: (transfer none): translated */
const char *
om_cli_trait_stage_word (OmTraitStage stage)
{
  return g_dpgettext2 (NULL, "stage of a trait", stage_words[stage]);
}

/** om_cli_trait_tier_word: (transfer none): translated */
const char *
om_cli_trait_tier_word (OmTraitTier tier)
{
  return g_dpgettext2 (NULL, "tier of a trait", tier_words[tier]);
}

static char *
dup_day (gint32 day)
{
  int y, m, d;

  om_date_from_day_number (day, &y, &m, &d);
  return g_strdup_printf ("%04d-%02d-%02d", y, m, d);
}

/* "8 of 19 days, since 2025-05-02": one line of a list has what matters to believe it. */
static char *
dup_numbers (const OmTrait *trait)
{
  g_autofree char *first = dup_day (trait->first_day);

  if (trait->n_of_days > 0)
    return g_strdup_printf (ngettext ("%u of %u day, since %s", "%u of %u days, since %s", trait->n_of_days), trait->n_days,
                            trait->n_of_days, first);
  return g_strdup_printf (ngettext ("%u day, since %s", "%u days, since %s", trait->n_days), trait->n_days, first);
}

/** om_cli_trait_line: one trait, on one line or two */
void
om_cli_trait_line (OmCli         *cli,
                   GString       *out,
                   const OmTrait *trait)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *numbers = dup_numbers (trait);

  g_string_append_printf (out, "%.*s  ", SHORT_ID, trait->id);
  om_cli_text_append (out, trait->text, &style);
  g_string_append (out, "\n          ");
  g_string_append_printf (out, "%s · %s", om_cli_trait_tier_word (trait->tier), om_cli_trait_stage_word (trait->shown_stage));
  if (!isnan (trait->confidence))
    g_string_append_printf (out, " %.2f", trait->confidence);
  if (trait->context != OM_CONTEXT_UNKNOWN && trait->context != OM_CONTEXT_GENERAL)
    g_string_append_printf (out, " · %s", g_dpgettext2 (NULL, "context", context_words[trait->context]));
  g_string_append_printf (out, " · %s", numbers);
  if (trait->needs_review)
    g_string_append_printf (out, " · %s", _("still true?"));
  g_string_append_c (out, '\n');
}

static void
append_evidence (OmCli                 *cli,
                 GString               *out,
                 const OmTraitEvidence *evidence)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *day = dup_day (evidence->day);

  g_string_append_printf (out, "  %s %s ", evidence->supports ? "+" : "-", day);
  if (evidence->supports)
    g_string_append_printf (out, "%c ", 'A' + evidence->grade);
  g_string_append (out, om_trait_signal_words (evidence->signal));
  if (evidence->reason != OM_TRAIT_GRADE_PLAIN)
    g_string_append_printf (out, " (%s)", om_trait_grade_reason_words (evidence->reason));
  if (evidence->closed)
    g_string_append_printf (out, " (%s)", _("closed"));
  if (evidence->memory_id != NULL)
    g_string_append_printf (out, " %.*s", SHORT_ID, evidence->memory_id);
  g_string_append_c (out, '\n');
  if (evidence->quote != NULL)
    {
      om_cli_text_wrap (out, evidence->quote, NULL, "      ", &style);
      g_string_append_c (out, '\n');
    }
}

static void
append_event (OmCli              *cli,
              GString            *out,
              const OmTraitEvent *event)
{
  g_autofree char *when = om_cli_dup_instant (cli, event->at);

  g_string_append_printf (out, "  %s  %s", when, om_trait_cause_words (event->cause));
  if (!isnan (event->confidence_after))
    g_string_append_printf (out, ", %.2f", event->confidence_after);
  if (event->stage_before != event->stage_after)
    g_string_append_printf (out, ", %s", om_cli_trait_stage_word (event->stage_after));
  g_string_append_c (out, '\n');
}

static void
append_family (OmCli      *cli,
               GString    *out,
               const char *heading,
               GPtrArray  *traits)
{
  if (traits->len == 0)
    return;
  g_string_append_printf (out, "\n%s\n", heading);
  for (guint i = 0; i < traits->len; i++)
    om_cli_trait_line (cli, out, g_ptr_array_index (traits, i));
}

/** om_cli_trait_details: a trait with all it rests on */
void
om_cli_trait_details (OmCli               *cli,
                      GString             *out,
                      const OmTraitDetail *detail)
{
  g_autoptr (GArray) history = om_trait_detail_dup_history (detail);

  om_cli_trait_line (cli, out, detail->trait);
  if (detail->trait->said_changed)
    g_string_append_printf (out, "          %s\n", _("You said that this has changed."));
  if (detail->trait->blocked)
    g_string_append_printf (out, "          %s\n", _("You said that this is not you: it does not come up again."));
  g_string_append_printf (out, "\n%s\n", _("Evidence"));
  for (guint i = 0; i < detail->evidence->len; i++)
    append_evidence (cli, out, g_ptr_array_index (detail->evidence, i));
  g_string_append_printf (out, "\n%s\n", _("History"));
  for (guint i = 0; i < history->len; i++)
    append_event (cli, out, &g_array_index (history, OmTraitEvent, i));
  append_family (cli, out, _("Part of"), detail->parents);
  append_family (cli, out, _("Made of"), detail->children);
}
