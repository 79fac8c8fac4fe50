/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits that a question is about: those at emerging and above, beside the memories and never in the place
 * of one (engine.md section 7.5). */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-recall-traits.h"

#include "dynamics/om-trait.h"
#include "engine/om-query.h"
#include "engine/om-trait-present.h"
#include "store/om-store-traits.h"
#include "text/om-terms.h"

/* More would crowd out the memories they were read off. */
#define MOST_TRAITS 3

/* Of the words of the question so many must be the trait's. */
#define LEAST_OVERLAP 0.5

static gboolean
add_term (const OmTerm *term,
          gpointer      data)
{
  if (!term->is_stopword)
    g_hash_table_add (data, g_strndup (term->term, term->term_len));
  return TRUE;
}

/* (transfer full): the words that say what it is about. */
static GHashTable *
terms_of (const char *text)
{
  GHashTable *terms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  om_terms_foreach (text, -1, om_language_detect (text), OM_TERMS_NO_BIGRAMS, add_term, terms);
  return terms;
}

static double
overlap_of (GHashTable *query,
            const char *text)
{
  g_autoptr (GHashTable) terms = terms_of (text);
  GHashTableIter iter;
  gpointer term;
  guint n = 0;

  g_hash_table_iter_init (&iter, query);
  while (g_hash_table_iter_next (&iter, &term, NULL))
    n += g_hash_table_contains (terms, term) ? 1 : 0;
  return g_hash_table_size (query) > 0 ? (double) n / g_hash_table_size (query) : 0;
}

/* The score of a memory that is about the same as much, with the boost of the stage inside 1 + .... */
static double
score_of (const OmRecallContext *context,
          const OmTrait         *trait,
          double                 overlap)
{
  const OmScoreWeights *weights = &context->params->weights;
  OmScoreTerms terms = {
    .similarity = overlap, .token_overlap = overlap, .keyword_part = weights->keyword * overlap,
  };

  return om_hybrid_score (&terms, weights) * (1 + om_trait_boost (trait->stage));
}

static int
compare_score (gconstpointer a,
               gconstpointer b)
{
  const OmTraitHit *x = *(OmTraitHit *const *) a;
  const OmTraitHit *y = *(OmTraitHit *const *) b;

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return g_strcmp0 (x->trait->id, y->trait->id);
}

/* After the last memory that scores as high; a phrase that stands in a memory as typed comes first. */
static guint
place_of (const OmAnswer *answer,
          double          score)
{
  guint place = 0;

  while (place < answer->hits->len)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, place);

      if (hit->score < score && (hit->reasons & (OM_HIT_EXACT | OM_HIT_TITLE)) == 0)
        break;
      place++;
    }
  return place;
}

/* Private memories may be left out all the same: no trait was read off one. */
static gboolean
is_plain (const OmQuery *query)
{
  g_autoptr (OmFilter) filter = om_filter_copy (query->filter);

  filter->flags_unset &= ~(guint) OM_FLAG_PRIVATE;
  return om_filter_equal (filter, NULL) && query->phrases[0] == NULL && *query->text != '\0';
}

/**
 * om_recall_add_traits:
 * @answer: (inout): gets its traits
 * @error: return location
 *
 * Traits have no place in an answer about one tag, time or phrase. Finding one changes nothing.
 *
 * Returns: %FALSE on error
 */
gboolean
om_recall_add_traits (const OmRecallContext *context,
                      const OmSearch        *search,
                      OmAnswer              *answer,
                      GError               **error)
{
  g_autoptr (OmQuery) query = om_query_parse (search->query, search->filter);
  g_autoptr (GHashTable) terms = NULL;
  g_autoptr (GPtrArray) traits = NULL;

  if (!is_plain (query))
    return TRUE;
  terms = terms_of (query->text);
  traits = om_store_traits_list (context->store, error);
  if (traits == NULL)
    return FALSE;
  for (guint i = 0; i < traits->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (traits, i);
      OmTraitHit *hit;
      double overlap;

      om_trait_bring_forward (trait, context->now);
      if (om_trait_boost (trait->stage) <= 0)
        continue;
      overlap = overlap_of (terms, trait->text);
      if (overlap < LEAST_OVERLAP)
        continue;
      hit = g_new0 (OmTraitHit, 1);
      hit->trait = om_trait_ref (trait);
      hit->score = score_of (context, trait, overlap);
      g_ptr_array_add (answer->traits, hit);
    }
  g_ptr_array_sort (answer->traits, compare_score);
  if (answer->traits->len > MOST_TRAITS)
    g_ptr_array_set_size (answer->traits, MOST_TRAITS);
  for (guint i = 0; i < answer->traits->len; i++)
    {
      OmTraitHit *hit = g_ptr_array_index (answer->traits, i);

      hit->place = place_of (answer, hit->score);
    }
  return TRUE;
}
