/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Likeness of texts by their sets of words. */
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

/**
 * om_sim_txt_words:
 * @text: a text
 *
 * Returns: (transfer full) (element-type utf8): what stands between white space, in lower case
 */
GPtrArray *
om_sim_txt_words (const char *text)
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
  g_autoptr (GPtrArray) left = om_sim_txt_words (a);
  g_autoptr (GPtrArray) right = om_sim_txt_words (b);

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
