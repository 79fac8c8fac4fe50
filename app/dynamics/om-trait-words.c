/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person said of traits, in its time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-rise.h"

static void
rename_trait (OmTrait    *trait,
              const char *name)
{
  g_free (trait->text);
  trait->text = g_strdup (name);
  trait->renamed = name != NULL;
}

static void
set_context (OmTraitGrowth *growth,
             OmContext      context)
{
  OmTrait *trait = growth->story->trait;

  trait->context_by_hand = context != OM_CONTEXT_UNKNOWN;
  if (trait->context_by_hand)
    trait->context = context;
  else
    trait->context = growth->story->slot >= 0 ? (OmContext) growth->story->slot : om_trait_context (growth->by_context);
}

static void
answer (OmTraitReplay     *replay,
        OmTraitGrowth     *growth,
        const OmTraitWord *word)
{
  switch (word->answer)
    {
    case OM_TRAIT_ANSWER_TRUE:
      om_trait_growth_settle (growth, word->at);
      break;
    case OM_TRAIT_ANSWER_MODIFIED:
      om_trait_growth_review (growth, word->at, OM_TRAIT_OUTCOME_MODIFY);
      break;
    case OM_TRAIT_ANSWER_SPLIT:
      om_trait_review_split (replay, growth, word->at, word->day, word->context);
      break;
    case OM_TRAIT_ANSWER_LET_GO:
      om_trait_growth_review (growth, word->at, OM_TRAIT_OUTCOME_DISSOLVE);
      break;
    case OM_N_TRAIT_ANSWERS:
    default:
      break;
    }
}

/**
 * om_trait_words_apply:
 * @word: what was said
 *
 * What was said of a trait that no longer comes about says nothing, but for "Not me", which holds for
 * whatever comes up under its key.
 */
void
om_trait_words_apply (OmTraitReplay     *replay,
                      const OmTraitWord *word)
{
  OmTraitGrowth *growth = om_trait_heads_by_id (replay, word);

  if (word->verb == OM_TRAIT_VERB_REJECT && growth != NULL)
    growth->head->blocked = TRUE;
  else if (word->verb == OM_TRAIT_VERB_REJECT)
    om_trait_heads_block (replay, word);
  if (word->verb == OM_TRAIT_VERB_NAME_GROUP)
    om_trait_rise_name (replay, word);
  if (growth == NULL)
    return;
  switch (word->verb)
    {
    case OM_TRAIT_VERB_CONFIRM:
      om_trait_growth_confirm (growth, word->at);
      break;
    case OM_TRAIT_VERB_REJECT:
      om_trait_growth_reject (growth, word->at);
      break;
    case OM_TRAIT_VERB_RESTORE:
      growth->head->blocked = FALSE;
      om_trait_growth_restore (growth, word->at);
      break;
    case OM_TRAIT_VERB_UNBLOCK:
      growth->head->blocked = FALSE;
      break;
    case OM_TRAIT_VERB_RENAME:
      rename_trait (growth->story->trait, word->text);
      break;
    case OM_TRAIT_VERB_SET_CONTEXT:
      set_context (growth, word->context);
      break;
    case OM_TRAIT_VERB_REVIEW:
      answer (replay, growth, word);
      break;
    case OM_TRAIT_VERB_MERGE:      /* taken before the first day */
    case OM_TRAIT_VERB_NAME_GROUP: /* said of no trait */
    case OM_N_TRAIT_VERBS:
    default:
      break;
    }
}
