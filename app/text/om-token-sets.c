/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of words as sorted numbers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-token-sets.h"

#include "text/om-similarity.h"

/**
 * OmTokenSets:
 * @numbers: (owned): word -> its number, 1 or more
 * @sets: (owned) (element-type GArray): each an array of #guint, ascending, none twice
 */
struct _OmTokenSets
{
  GHashTable *numbers;
  GPtrArray  *sets;
};

static void
free_set (gpointer set)
{
  g_array_unref (set);
}

/** om_token_sets_new: (transfer full): no set yet */
OmTokenSets *
om_token_sets_new (void)
{
  OmTokenSets *self = g_new (OmTokenSets, 1);

  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sets = g_ptr_array_new_with_free_func (free_set);
  return self;
}

/** om_token_sets_free: @self: (transfer full) (nullable) */
void
om_token_sets_free (OmTokenSets *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->sets);
  g_free (self);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;

  return (x > y) - (x < y);
}

static guint
number_of (OmTokenSets *self,
           const char  *word)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, word));

  if (number == 0)
    {
      number = g_hash_table_size (self->numbers) + 1;
      g_hash_table_insert (self->numbers, g_strdup (word), GUINT_TO_POINTER (number));
    }
  return number;
}

/**
 * om_token_sets_add_tokens:
 * @tokens: (nullable) (element-type utf8): words, in any order and as often as they like
 *
 * Returns: the place of their set, counted from 0
 */
guint
om_token_sets_add_tokens (OmTokenSets     *self,
                          const GPtrArray *tokens)
{
  GArray *set = g_array_sized_new (FALSE, FALSE, sizeof (guint), tokens != NULL ? tokens->len : 0);
  guint n = 0;

  for (guint i = 0; tokens != NULL && i < tokens->len; i++)
    {
      guint number = number_of (self, g_ptr_array_index (tokens, i));

      g_array_append_val (set, number);
    }
  g_array_sort (set, compare_numbers);
  for (guint i = 0; i < set->len; i++)
    {
      if (n == 0 || g_array_index (set, guint, i) != g_array_index (set, guint, n - 1))
        g_array_index (set, guint, n++) = g_array_index (set, guint, i);
    }
  g_array_set_size (set, n);
  g_ptr_array_add (self->sets, set);
  return self->sets->len - 1;
}

/**
 * om_token_sets_add_text:
 * @text: a text
 *
 * Its words as om_sim_txt() sees them.
 *
 * Returns: the place of their set, counted from 0
 */
guint
om_token_sets_add_text (OmTokenSets *self,
                        const char  *text)
{
  g_autoptr (GPtrArray) words = om_sim_txt_words (text);

  return om_token_sets_add_tokens (self, words);
}

/**
 * om_token_sets_jaccard:
 * @a: place of a set
 * @b: place of another
 *
 * Returns: what om_jaccard() says of them, to the bit
 */
double
om_token_sets_jaccard (const OmTokenSets *self,
                       guint              a,
                       guint              b)
{
  const GArray *left = g_ptr_array_index (self->sets, a);
  const GArray *right = g_ptr_array_index (self->sets, b);
  guint shared = 0;
  guint all;

  for (guint i = 0, j = 0; i < left->len && j < right->len;)
    {
      guint x = g_array_index (left, guint, i);
      guint y = g_array_index (right, guint, j);

      shared += x == y;
      i += x <= y;
      j += y <= x;
    }
  all = left->len + right->len - shared;
  return all > 0 ? (double) shared / all : 0;
}
