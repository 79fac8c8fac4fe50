/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Likeness of texts by their sets of words, and the test of near duplicates. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-similarity.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"
#include "text/om-tokens.h"

static GHashTable *
make_set (GPtrArray *tokens)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < tokens->len; i++)
    g_hash_table_add (set, g_ptr_array_index (tokens, i));
  return set;
}

static guint
count_shared (GHashTable *a,
              GHashTable *b)
{
  GHashTableIter iter;
  gpointer token;
  guint n = 0;

  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &token, NULL))
    n += g_hash_table_contains (b, token) ? 1 : 0;
  return n;
}

/**
 * om_token_overlap:
 * @query: (element-type utf8): canonical tokens
 * @memory: (element-type utf8): canonical tokens
 *
 * Returns: share of the query's different tokens that the memory has, 0..1; 0 for an empty query
 *   (golden/token_overlap.json)
 */
double
om_token_overlap (GPtrArray *query,
                  GPtrArray *memory)
{
  g_autoptr (GHashTable) wanted = make_set (query);
  g_autoptr (GHashTable) there = make_set (memory);
  guint n = g_hash_table_size (wanted);

  return n > 0 ? (double) count_shared (wanted, there) / n : 0;
}

/**
 * om_jaccard:
 * @a: (element-type utf8): tokens
 * @b: (element-type utf8): tokens
 *
 * Returns: shared tokens as a share of all of both, as sets, 0..1; 0 if both are empty
 */
double
om_jaccard (GPtrArray *a,
            GPtrArray *b)
{
  g_autoptr (GHashTable) left = make_set (a);
  g_autoptr (GHashTable) right = make_set (b);
  guint shared = count_shared (left, right);
  guint all = g_hash_table_size (left) + g_hash_table_size (right) - shared;

  return all > 0 ? (double) shared / all : 0;
}

static GPtrArray *
split_words (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *lower = om_fold_lower (text);
  const char *start = NULL;
  const char *p;

  for (p = lower; *p != '\0'; p = g_utf8_next_char (p))
    {
      gboolean space = om_script_is_space (g_utf8_get_char (p));

      if (space && start != NULL)
        g_ptr_array_add (words, g_strndup (start, (gsize) (p - start)));
      if (space)
        start = NULL;
      else if (start == NULL)
        start = p;
    }
  if (start != NULL)
    g_ptr_array_add (words, g_strndup (start, (gsize) (p - start)));

  return words;
}

/**
 * om_sim_txt:
 *
 * Returns: Jaccard of the sets of words between white space, in lower case, signs left on them,
 *   0..1 (golden/sim_txt.json)
 */
double
om_sim_txt (const char *a,
            const char *b)
{
  g_autoptr (GPtrArray) left = split_words (a);
  g_autoptr (GPtrArray) right = split_words (b);

  return om_jaccard (left, right);
}

static gboolean
is_han_numeral (gunichar c)
{
  switch (c)
    {
    case 0x3007: /* 〇 */
    case 0x4E00: /* 一 */
    case 0x4E8C: /* 二 */
    case 0x4E09: /* 三 */
    case 0x56DB: /* 四 */
    case 0x4E94: /* 五 */
    case 0x516D: /* 六 */
    case 0x4E03: /* 七 */
    case 0x516B: /* 八 */
    case 0x4E5D: /* 九 */
    case 0x5341: /* 十 */
    case 0x767E: /* 百 */
    case 0x5343: /* 千 */
    case 0x4E07: /* 万 */
    case 0x842C: /* 萬 */
    case 0x4E24: /* 两 */
    case 0x5169: /* 兩 */
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
joins_digits (const char *p)
{
  return strchr (".,:/", *p) != NULL && *p != '\0' && g_unichar_isdigit (g_utf8_get_char (p + 1));
}

/* Numbers as they stand: 1.5, 10:30, 24/5, -3; and runs of Chinese numerals. */
static GPtrArray *
find_numbers (const char *text)
{
  GPtrArray *numbers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) number = g_string_new (NULL);
  gunichar before = ' ';

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);
      gboolean minus = (c == '-' || c == 0x2212) && !g_unichar_isalnum (before) &&
                       g_unichar_isdigit (g_utf8_get_char (g_utf8_next_char (p)));

      g_string_truncate (number, 0);
      if (minus)
        {
          g_string_append_c (number, '-');
          p = g_utf8_next_char (p);
          c = g_utf8_get_char (p);
        }
      if (g_unichar_isdigit (c))
        {
          for (; g_unichar_isdigit (c) || (*p != '\0' && joins_digits (p)); c = g_utf8_get_char (p))
            {
              if (g_unichar_isdigit (c))
                g_string_append_c (number, (char) ('0' + g_unichar_digit_value (c)));
              else
                g_string_append_c (number, *p);
              p = g_utf8_next_char (p);
            }
          before = '0';
        }
      else
        {
          for (; is_han_numeral (c); c = g_utf8_get_char (p))
            {
              g_string_append_unichar (number, c);
              p = g_utf8_next_char (p);
            }
          before = c;
        }

      if (number->len > 0)
        g_ptr_array_add (numbers, g_strdup (number->str));
      else
        p = g_utf8_next_char (p);
    }

  return numbers;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_same_numbers:
 *
 * Returns: %TRUE if the same numbers stand in both texts, each as often, in any order
 */
gboolean
om_same_numbers (const char *a,
                 const char *b)
{
  g_autoptr (GPtrArray) left = find_numbers (a);
  g_autoptr (GPtrArray) right = find_numbers (b);

  if (left->len != right->len)
    return FALSE;
  g_ptr_array_sort (left, compare_numbers);
  g_ptr_array_sort (right, compare_numbers);
  for (guint i = 0; i < left->len; i++)
    {
      if (!g_str_equal (g_ptr_array_index (left, i), g_ptr_array_index (right, i)))
        return FALSE;
    }
  return TRUE;
}

/* Near duplicates ------------------------------------------------------------------------------- */

/* The other text is looked at piece by piece: most differ enough in the first. */
#define PIECE_BYTES 160

struct _OmNearTest
{
  char       *text;   /* (owned) */
  GPtrArray  *tokens; /* (owned) (element-type utf8): canonical */
  GHashTable *set;    /* (owned): the same, each once; points into @tokens */
};

/**
 * om_near_test_new:
 * @text: UTF-8
 *
 * Returns: (transfer full): the text, ready to be compared with others
 */
OmNearTest *
om_near_test_new (const char *text)
{
  OmNearTest *self = g_new0 (OmNearTest, 1);

  self->text = g_strdup (text);
  self->tokens = om_tokens_canonical (text);
  self->set = make_set (self->tokens);
  return self;
}

/**
 * om_near_test_free:
 * @self: (transfer full) (nullable): a test
 */
void
om_near_test_free (OmNearTest *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->set);
  g_ptr_array_unref (self->tokens);
  g_free (self->text);
  g_free (self);
}

/* The end of a piece that begins at @p: before a blank, where no token goes on. */
static const char *
find_piece_end (const char *p)
{
  gsize n = strnlen (p, PIECE_BYTES);

  if (n < PIECE_BYTES)
    return p + n;
  return p + n + strcspn (p + n, " \n");
}

/* Adds the tokens of a piece to those seen; the shared ones and the others are counted. */
static void
see_piece (OmNearTest *self,
           const char *start,
           const char *end,
           GHashTable *seen,
           guint      *n_shared)
{
  g_autofree char *piece = g_strndup (start, (gsize) (end - start));
  g_autoptr (GPtrArray) tokens = om_tokens_canonical (piece);

  for (guint i = 0; i < tokens->len; i++)
    {
      char *token = g_ptr_array_index (tokens, i);

      if (g_hash_table_contains (seen, token))
        continue;
      *n_shared += g_hash_table_contains (self->set, token) ? 1 : 0;
      g_hash_table_add (seen, g_strdup (token));
    }
}

/**
 * om_near_test_matches:
 * @other: another text
 *
 * The test on the texts themselves of what the hashes only suspect (design/engine.md section 2). Stops
 * reading as soon as too many words are foreign.
 *
 * Returns: %TRUE if the canonical token sets have a Jaccard of at least .9 and the numbers are the
 *   same
 */
gboolean
om_near_test_matches (OmNearTest *self,
                      const char *other)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_own = g_hash_table_size (self->set);
  guint n_shared = 0;
  guint n_foreign;

  for (const char *p = other; *p != '\0';)
    {
      const char *end = find_piece_end (p);

      see_piece (self, p, end, seen, &n_shared);
      n_foreign = g_hash_table_size (seen) - n_shared;
      /* At best all of ours are still to come. */
      if (n_foreign > 0 && (double) n_own / (n_own + n_foreign) < OM_NEAR_DUPLICATE_JACCARD)
        return FALSE;
      p = end;
    }

  n_foreign = g_hash_table_size (seen) - n_shared;
  return n_own + n_foreign > 0 && (double) n_shared / (n_own + n_foreign) >= OM_NEAR_DUPLICATE_JACCARD &&
         om_same_numbers (self->text, other);
}

/**
 * om_is_near_duplicate:
 *
 * The same for two texts alone.
 *
 * Returns: %TRUE if the canonical token sets have a Jaccard of at least .9 and the numbers are the
 *   same
 */
gboolean
om_is_near_duplicate (const char *a,
                      const char *b)
{
  g_autoptr (OmNearTest) test = om_near_test_new (a);

  return om_near_test_matches (test, b);
}
