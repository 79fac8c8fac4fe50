/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyword sets: tokens, their windows of three characters, and neighbours joined. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-keywords.h"

#include <string.h>

#include "text/om-tokens.h"

#define MIN_KEYWORD 3
#define WINDOW 3
#define PHRASE_WEIGHT 2.0

static void
add_keyword (GHashTable *keywords,
             char       *keyword)
{
  if (g_utf8_strlen (keyword, -1) >= MIN_KEYWORD)
    g_hash_table_add (keywords, keyword);
  else
    g_free (keyword);
}

static void
add_windows (GHashTable *keywords,
             const char *token)
{
  glong n = g_utf8_strlen (token, -1);
  const char *start = token;

  for (glong i = 0; i + WINDOW <= n; i++, start = g_utf8_next_char (start))
    {
      const char *end = g_utf8_offset_to_pointer (start, WINDOW);

      g_hash_table_add (keywords, g_strndup (start, (gsize) (end - start)));
    }
}

/**
 * om_keywords_extract:
 * @text: UTF-8
 *
 * Returns: (transfer full) (element-type utf8): the keyword set of @text
 *   (golden/keywords_extract.json): canonical tokens of three code points or more, every window of
 *   three code points of these, and two and three neighbouring tokens joined by `_`
 */
GHashTable *
om_keywords_extract (const char *text)
{
  GHashTable *keywords = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) tokens = om_tokens_canonical (text);
  char **words = (char **) tokens->pdata;

  for (guint i = 0; i < tokens->len; i++)
    {
      if (g_utf8_strlen (words[i], -1) >= MIN_KEYWORD)
        {
          g_hash_table_add (keywords, g_strdup (words[i]));
          add_windows (keywords, words[i]);
        }
      if (i + 1 < tokens->len)
        add_keyword (keywords, g_strdup_printf ("%s_%s", words[i], words[i + 1]));
      if (i + 2 < tokens->len)
        add_keyword (keywords, g_strdup_printf ("%s_%s_%s", words[i], words[i + 1], words[i + 2]));
    }

  return keywords;
}

/**
 * om_keywords_overlap:
 * @query: (element-type utf8): keyword set of the query
 * @memory: (element-type utf8): keyword set of the memory
 *
 * Returns: weight of the query's keywords that the memory has, as a share of the weight of all of
 *   them, 0..1; joined words weigh double (golden/keyword_match.json, `overlap`)
 */
double
om_keywords_overlap (GHashTable *query,
                     GHashTable *memory)
{
  GHashTableIter iter;
  gpointer keyword;
  double total = 0, found = 0;

  g_hash_table_iter_init (&iter, query);
  while (g_hash_table_iter_next (&iter, &keyword, NULL))
    {
      double weight = strchr (keyword, '_') != NULL ? PHRASE_WEIGHT : 1;

      total += weight;
      if (g_hash_table_contains (memory, keyword))
        found += weight;
    }

  return total > 0 ? found / total : 0;
}

typedef struct
{
  const char *token;
  guint       count;
  guint       first; /* place of its first appearance */
} Frequency;

static int
compare_frequency (gconstpointer a,
                   gconstpointer b)
{
  const Frequency *left = a;
  const Frequency *right = b;

  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  return left->first < right->first ? -1 : left->first > right->first;
}

/**
 * om_keywords_top:
 * @text: UTF-8
 * @k: how many at most
 *
 * Returns: (transfer full) (element-type utf8): the most frequent canonical tokens, ties in order
 *   of appearance (golden/top_keywords.json); frees its elements
 */
GPtrArray *
om_keywords_top (const char *text,
                 guint       k)
{
  GPtrArray *top = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) tokens = om_tokens_canonical (text);
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (Frequency));

  for (guint i = 0; i < tokens->len; i++)
    {
      const char *token = g_ptr_array_index (tokens, i);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, token));

      if (place == 0)
        {
          Frequency fresh = { token, 0, i };

          g_array_append_val (counts, fresh);
          place = counts->len;
          g_hash_table_insert (places, (gpointer) token, GUINT_TO_POINTER (place));
        }
      g_array_index (counts, Frequency, place - 1).count++;
    }

  g_array_sort (counts, compare_frequency);
  for (guint i = 0; i < counts->len && i < k; i++)
    g_ptr_array_add (top, g_strdup (g_array_index (counts, Frequency, i).token));
  return top;
}
