/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sectors by the patterns of the lexicons. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-classify.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-lexicon.h"

#define CONFIDENCE_NONE 0.2
#define EXTRA_SHARE 0.3
#define EXTRA_LEAST 1.0
#define MAX_LEXICONS 3

static const double weights[OM_N_SECTORS] = {
  [OM_SECTOR_EPISODIC] = 1.2, [OM_SECTOR_SEMANTIC] = 1.0,   [OM_SECTOR_PROCEDURAL] = 1.1,
  [OM_SECTOR_EMOTIONAL] = 1.3, [OM_SECTOR_REFLECTIVE] = 0.8,
};

/**
 * om_sector_weight:
 *
 * Returns: the weight of @sector in classifying and in the built-in embedder
 *   (golden/constants.json)
 */
double
om_sector_weight (OmSector sector)
{
  g_return_val_if_fail (sector >= 0 && sector < OM_N_SECTORS, 1.0);
  return weights[sector];
}

/* English always; besides it the language of the text, and Chinese wherever there is some. */
static guint
choose_lexicons (const char      *text,
                 const OmLexicon *lexicons[MAX_LEXICONS])
{
  OmLanguage language = om_language_detect (text);
  guint n = 0;

  lexicons[n++] = om_lexicon_get (OM_LANGUAGE_EN);
  if (language != OM_LANGUAGE_EN && language != OM_LANGUAGE_ZH && om_lexicon_get (language) != NULL)
    lexicons[n++] = om_lexicon_get (language);
  if (om_language_has_chinese (text))
    lexicons[n++] = om_lexicon_get (OM_LANGUAGE_ZH);
  return n;
}

static guint
count_matches (const GRegex *pattern,
               const char   *text)
{
  g_autoptr (GMatchInfo) match = NULL;
  guint n = 0;

  g_regex_match (pattern, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    n++;
  return n;
}

static void
add_scores (const OmLexicon *lexicon,
            const char      *text,
            double           scores[OM_N_SECTORS])
{
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      for (guint i = 0; i < om_lexicon_get_n_patterns (lexicon, sector); i++)
        {
          const GRegex *pattern = om_lexicon_get_pattern (lexicon, sector, i);

          scores[sector] += count_matches (pattern, text) * weights[sector];
        }
    }
}

/* The order of the enumeration breaks ties, as it does for the model. */
static void
rank (OmClassification *result)
{
  OmSector order[OM_N_SECTORS];
  double best;

  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      int k = i;

      for (; k > 0 && result->scores[order[k - 1]] < result->scores[i]; k--)
        order[k] = order[k - 1];
      order[k] = (OmSector) i;
    }

  best = result->scores[order[0]];
  if (best <= 0)
    {
      result->primary = OM_SECTOR_SEMANTIC;
      result->confidence = CONFIDENCE_NONE;
      return;
    }

  result->primary = order[0];
  result->confidence = MIN (1, best / (best + result->scores[order[1]] + 1));
  for (int i = 1; i < OM_N_SECTORS; i++)
    {
      double score = result->scores[order[i]];

      if (score > 0 && score >= MAX (EXTRA_LEAST, EXTRA_SHARE * best))
        {
          result->extras[result->n_extras++] = order[i];
          result->extra |= 1u << order[i];
        }
    }
}

static OmClassification
classify (const char             *text,
          OmSector                explicit_sector,
          const OmLexicon *const *lexicons,
          guint                   n_lexicons)
{
  OmClassification result = { .primary = explicit_sector, .confidence = 1 };

  g_return_val_if_fail (explicit_sector < OM_N_SECTORS, result);

  if (explicit_sector != OM_SECTOR_UNKNOWN)
    return result;

  for (guint i = 0; i < n_lexicons; i++)
    add_scores (lexicons[i], text, result.scores);
  rank (&result);
  return result;
}

/**
 * om_classify:
 * @text: UTF-8
 * @explicit_sector: a sector that somebody chose, taken as it is; or %OM_SECTOR_UNKNOWN
 *
 * Scores the sectors by matches x weight over the patterns of English, of the language of the text
 * and, where it holds some, of Chinese. Highest wins, semantic if nothing matches; others count as
 * extra if they reach 1 and 30 % of the best. Confidence = p / (p + second + 1).
 *
 * Returns: the sector, the extra ones, the scores and the confidence
 */
OmClassification
om_classify (const char *text,
             OmSector    explicit_sector)
{
  const OmLexicon *lexicons[MAX_LEXICONS];
  guint n = explicit_sector == OM_SECTOR_UNKNOWN ? choose_lexicons (text, lexicons) : 0;

  return classify (text, explicit_sector, lexicons, n);
}

/**
 * om_classify_reference:
 *
 * As om_classify() with the English patterns alone, which is all the model has: for
 * golden/classify.json and for whole queries with the `reference` parameters.
 *
 * Returns: as om_classify()
 */
OmClassification
om_classify_reference (const char *text,
                       OmSector    explicit_sector)
{
  const OmLexicon *english = om_lexicon_get (OM_LANGUAGE_EN);

  return classify (text, explicit_sector, &english, 1);
}

/* A word of the text that spoke for the sector. */
typedef struct
{
  int   start;
  char *word;  /* (owned) */
} Reason;

static void
reason_clear (gpointer data)
{
  g_free (((Reason *) data)->word);
}

static int
compare_reasons (gconstpointer a,
                 gconstpointer b)
{
  const Reason *left = a;
  const Reason *right = b;

  return left->start < right->start ? -1 : left->start > right->start;
}

static void
add_reasons (GArray       *reasons,
             const GRegex *pattern,
             const char   *text)
{
  g_autoptr (GMatchInfo) match = NULL;

  g_regex_match (pattern, text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      Reason reason = { 0, g_match_info_fetch (match, 0) };

      g_match_info_fetch_pos (match, 0, &reason.start, NULL);
      g_array_append_val (reasons, reason);
    }
}

/**
 * om_classify_explain:
 * @text: UTF-8
 * @sector: a sector
 *
 * Returns: (transfer full): NULL-terminated: the different words and phrases of @text, as written,
 *   that spoke for @sector in om_classify(), in the order of the text
 */
char **
om_classify_explain (const char *text,
                     OmSector    sector)
{
  const OmLexicon *lexicons[MAX_LEXICONS];
  guint n = choose_lexicons (text, lexicons);
  g_autoptr (GArray) reasons = g_array_new (FALSE, FALSE, sizeof (Reason));
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_val_if_fail (sector >= 0 && sector < OM_N_SECTORS, NULL);

  g_array_set_clear_func (reasons, reason_clear);
  for (guint i = 0; i < n; i++)
    {
      for (guint k = 0; k < om_lexicon_get_n_patterns (lexicons[i], sector); k++)
        add_reasons (reasons, om_lexicon_get_pattern (lexicons[i], sector, k), text);
    }

  g_array_sort (reasons, compare_reasons);
  for (guint i = 0; i < reasons->len; i++)
    {
      const char *word = g_array_index (reasons, Reason, i).word;

      if (g_hash_table_add (seen, om_fold_same (word)))
        g_strv_builder_add (words, word);
    }

  return g_strv_builder_end (words);
}
