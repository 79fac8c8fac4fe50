/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One text against many that its hash suspects: a new entry among 100,000 has hundreds of suspects. They
 * share their words, so each word is brought to its canonical tokens once and known by a number then. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-near-test.h"

#include <string.h>

#include "text/om-similarity.h"
#include "text/om-tokens.h"

/* No token goes on over one of these. */
#define BLANKS " \n"

struct _OmNearTest
{
  char       *text;    /* (owned) */
  GHashTable *pieces;  /* (owned) (element-type utf8 GArray): numbers of the tokens between two blanks */
  GHashTable *numbers; /* (owned) (element-type utf8 guint): of a canonical token */
  GArray     *seen_in; /* (owned) (element-type guint): by number, the comparison that saw it last */
  guint       n_own;   /* the numbers below are those of @text */
  guint       n_compared;
};

static guint
number_of (OmNearTest *self,
           const char *token)
{
  guint never = 0;
  gpointer number;

  if (g_hash_table_lookup_extended (self->numbers, token, NULL, &number))
    return GPOINTER_TO_UINT (number);
  g_hash_table_insert (self->numbers, g_strdup (token), GUINT_TO_POINTER (self->seen_in->len));
  g_array_append_val (self->seen_in, never);
  return self->seen_in->len - 1;
}

static const GArray *
tokens_of (OmNearTest *self,
           const char *start,
           gsize       len)
{
  g_autofree char *piece = g_strndup (start, len);
  g_autoptr (GPtrArray) tokens = NULL;
  GArray *numbers = g_hash_table_lookup (self->pieces, piece);

  if (numbers != NULL)
    return numbers;

  tokens = om_tokens_canonical (piece);
  numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint), tokens->len);
  for (guint i = 0; i < tokens->len; i++)
    {
      guint number = number_of (self, g_ptr_array_index (tokens, i));
      g_array_append_val (numbers, number);
    }
  g_hash_table_insert (self->pieces, g_steal_pointer (&piece), numbers);
  return numbers;
}

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
  self->pieces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->seen_in = g_array_new (FALSE, FALSE, sizeof (guint));
  for (const char *p = text; *p != '\0'; p += strspn (p, BLANKS))
    {
      gsize len = strcspn (p, BLANKS);

      tokens_of (self, p, len);
      p += len;
    }
  self->n_own = self->seen_in->len;
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

  g_hash_table_unref (self->pieces);
  g_hash_table_unref (self->numbers);
  g_array_unref (self->seen_in);
  g_free (self->text);
  g_free (self);
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
  guint n_shared = 0;
  guint n_foreign = 0;

  self->n_compared++;
  for (const char *p = other; *p != '\0'; p += strspn (p, BLANKS))
    {
      gsize len = strcspn (p, BLANKS);
      const GArray *numbers = tokens_of (self, p, len);

      for (guint i = 0; i < numbers->len; i++)
        {
          guint number = g_array_index (numbers, guint, i);
          guint *seen_in = &g_array_index (self->seen_in, guint, number);

          if (*seen_in == self->n_compared)
            continue;
          *seen_in = self->n_compared;
          if (number < self->n_own)
            n_shared++;
          else
            n_foreign++;
        }
      /* At best all of ours are still to come. */
      if (n_foreign > 0 &&
          (double) self->n_own / (self->n_own + n_foreign) < OM_NEAR_DUPLICATE_JACCARD)
        return FALSE;
      p += len;
    }

  return self->n_own + n_foreign > 0 &&
         (double) n_shared / (self->n_own + n_foreign) >= OM_NEAR_DUPLICATE_JACCARD &&
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
