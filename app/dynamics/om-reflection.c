/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups memories that repeat themselves or keep coming back to one thing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-reflection.h"

#include <math.h>

#include "text/om-token-sets.h"

#define SUMMARY_CHARS_EACH 60
#define SUMMARY_CHARS 200
/* calc_sal.json, notes. */
#define SALIENCE_SIZE_SHARE 0.6
#define SALIENCE_FULL_SIZE 10.0
#define SALIENCE_AGE_SHARE 0.3
#define SALIENCE_HALF_DAY_MS 43200000.0

static void
free_group (gpointer group)
{
  g_array_unref (group);
}

/**
 * om_reflection_repetitions:
 * @items: memories, in the order they are looked at
 *
 * The model's rule (golden cluster): a seed that is neither reflective nor consolidated takes every
 * memory of its sector that no group has yet and whose word set is more than .8 alike; a consolidated
 * one, which is no seed itself, may come before it.
 *
 * Returns: (transfer full) (element-type GArray): groups of two or more; each an array of #guint places
 */
GPtrArray *
om_reflection_repetitions (const OmReflectionItem *items,
                           gsize                   n_items)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  g_autofree gboolean *used = g_new0 (gboolean, n_items + 1);
  g_autoptr (OmTokenSets) sets = om_token_sets_new ();

  for (gsize i = 0; i < n_items; i++)
    om_token_sets_add_text (sets, items[i].content);
  for (gsize i = 0; i < n_items; i++)
    {
      g_autoptr (GArray) group = NULL;
      guint place = (guint) i;

      if (used[i] || items[i].settled || items[i].sector == OM_SECTOR_REFLECTIVE || items[i].consolidated)
        continue;
      group = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (group, place);
      used[i] = TRUE;
      for (gsize j = 0; j < n_items; j++)
        {
          if (used[j] || items[j].sector != items[i].sector ||
              om_token_sets_jaccard (sets, (guint) i, (guint) j) <= OM_REPETITION_SIMILARITY)
            continue;
          place = (guint) j;
          g_array_append_val (group, place);
          used[j] = TRUE;
        }
      if (group->len >= OM_REPETITION_MIN_MEMBERS)
        g_ptr_array_add (groups, g_steal_pointer (&group));
    }
  return groups;
}

/* Whether an item is linked with every member of a group. */
static gboolean
fits_theme (const OmReflectionItem *items,
            const OmTokenSets      *sets,
            const GArray           *group,
            gsize                   candidate)
{
  for (guint i = 0; i < group->len; i++)
    {
      guint member = g_array_index (group, guint, i);

      if (ABS (items[member].journal_day - items[candidate].journal_day) > OM_THEME_DAYS ||
          om_token_sets_jaccard (sets, member, (guint) candidate) < OM_THEME_JACCARD)
        return FALSE;
    }
  return TRUE;
}

static guint
count_days (const OmReflectionItem *items,
            const GArray           *group)
{
  g_autoptr (GHashTable) days = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < group->len; i++)
    g_hash_table_add (days, GINT_TO_POINTER (items[g_array_index (group, guint, i)].journal_day));
  return g_hash_table_size (days);
}

/**
 * om_reflection_themes:
 * @items: memories with @tokens, in the order they are looked at
 *
 * Real prose seldom repeats itself word for word: a theme is at least three memories of one sector on
 * three different days within 30, each pair of which shares a third of its tokens; at most twelve. Those
 * of a theme that was reflected already may be among them: then it gets a new member.
 *
 * Returns: (transfer full) (element-type GArray): groups; each an array of #guint places
 */
GPtrArray *
om_reflection_themes (const OmReflectionItem *items,
                      gsize                   n_items)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (free_group);
  g_autofree gboolean *used = g_new0 (gboolean, n_items + 1);
  g_autoptr (OmTokenSets) sets = om_token_sets_new ();

  for (gsize i = 0; i < n_items; i++)
    om_token_sets_add_tokens (sets, items[i].tokens);
  for (gsize i = 0; i < n_items; i++)
    {
      g_autoptr (GArray) group = NULL;
      guint place = (guint) i;

      if (used[i] || items[i].settled || items[i].sector == OM_SECTOR_REFLECTIVE || items[i].consolidated ||
          items[i].tokens == NULL || items[i].tokens->len == 0)
        continue;
      group = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (group, place);
      for (gsize j = 0; j < n_items && group->len < OM_THEME_MAX_MEMBERS; j++)
        {
          if (j == i || used[j] || items[j].sector != items[i].sector || (items[j].consolidated && !items[j].in_theme) ||
              items[j].tokens == NULL || !fits_theme (items, sets, group, j))
            continue;
          place = (guint) j;
          g_array_append_val (group, place);
        }
      if (group->len < OM_THEME_MIN_MEMBERS || count_days (items, group) < OM_THEME_MIN_MEMBERS)
        continue;
      for (guint m = 0; m < group->len; m++)
        used[g_array_index (group, guint, m)] = TRUE;
      g_ptr_array_add (groups, g_steal_pointer (&group));
    }
  return groups;
}

/**
 * om_reflection_salience:
 * @created_at: (array length=n): when the members were written, ms UTC
 * @now: ms UTC
 *
 * Returns: how much a group weighs, 0..1: its size and how fresh it is (golden calc_sal); ages are
 *   never negative
 */
double
om_reflection_salience (const gint64 *created_at,
                        gsize         n,
                        gint64        now)
{
  double freshness = 0;

  if (n == 0)
    return 0;
  for (gsize i = 0; i < n; i++)
    freshness += exp (-(double) MAX (0, now - created_at[i]) / SALIENCE_HALF_DAY_MS);
  return MIN (1.0, SALIENCE_SIZE_SHARE * (double) n / SALIENCE_FULL_SIZE + SALIENCE_AGE_SHARE * freshness / (double) n);
}

static char *
first_chars (const char *text,
             glong       n)
{
  return g_utf8_strlen (text, -1) <= n ? g_strdup (text) : g_utf8_substring (text, 0, n);
}

/**
 * om_reflection_summary:
 * @members: (element-type guint): places of a group, at least one
 *
 * Returns: (transfer full): the model's text of a repetition (golden summ)
 */
char *
om_reflection_summary (const OmReflectionItem *items,
                       const GArray           *members)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *beginnings = NULL;

  for (guint i = 0; i < members->len; i++)
    {
      g_autofree char *beginning = first_chars (items[g_array_index (members, guint, i)].content, SUMMARY_CHARS_EACH);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", beginning);
    }
  beginnings = first_chars (text->str, SUMMARY_CHARS);
  return g_strdup_printf ("%u %s pattern: %s", members->len,
                          om_sector_to_nick (items[g_array_index (members, guint, 0)].sector), beginnings);
}

typedef struct
{
  const char *token;
  guint       n;
  guint       first;
} TokenCount;

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const TokenCount *x = a;
  const TokenCount *y = b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/**
 * om_reflection_keywords:
 * @members: (element-type guint): places of a theme
 * @k: how many at the most
 *
 * Returns: (transfer full): the tokens that most members share, ties in order of first appearance
 */
char **
om_reflection_keywords (const OmReflectionItem *items,
                        const GArray           *members,
                        guint                   k)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (TokenCount));
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  char **keywords;

  for (guint i = 0; i < members->len; i++)
    {
      const GPtrArray *tokens = items[g_array_index (members, guint, i)].tokens;
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

      for (guint j = 0; tokens != NULL && j < tokens->len; j++)
        {
          const char *token = g_ptr_array_index (tokens, j);
          guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, token));

          if (!g_hash_table_add (seen, (gpointer) token))
            continue;
          if (place == 0)
            {
              TokenCount count = { token, 0, counts->len };

              g_array_append_val (counts, count);
              place = counts->len;
              g_hash_table_insert (places, (gpointer) token, GUINT_TO_POINTER (place));
            }
          g_array_index (counts, TokenCount, place - 1).n++;
        }
    }
  g_array_sort (counts, compare_counts);
  k = MIN (k, counts->len);
  keywords = g_new0 (char *, k + 1);
  for (guint i = 0; i < k; i++)
    keywords[i] = g_strdup (g_array_index (counts, TokenCount, i).token);
  return keywords;
}
