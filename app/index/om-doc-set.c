/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable set of documents, one bit each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-doc-set.h"

#include <string.h>

static void
ensure_words (OmDocSet *self,
              gsize     n_words)
{
  gsize wanted;

  if (n_words <= self->n_words)
    return;

  wanted = MAX (n_words, self->n_words + self->n_words / 2);
  self->words = g_renew (guint64, self->words, wanted);
  memset (self->words + self->n_words, 0, (wanted - self->n_words) * sizeof (guint64));
  self->n_words = wanted;
}

/**
 * om_doc_set_new:
 *
 * Returns: (transfer full): an empty set
 */
OmDocSet *
om_doc_set_new (void)
{
  return g_new0 (OmDocSet, 1);
}

/**
 * om_doc_set_copy:
 *
 * Returns: (transfer full): a set of its own with the same documents
 */
OmDocSet *
om_doc_set_copy (const OmDocSet *self)
{
  OmDocSet *copy = om_doc_set_new ();

  copy->words = g_memdup2 (self->words, self->n_words * sizeof (guint64));
  copy->n_words = self->n_words;
  return copy;
}

/**
 * om_doc_set_free:
 * @self: (transfer full): a set
 */
void
om_doc_set_free (OmDocSet *self)
{
  g_free (self->words);
  g_free (self);
}

/**
 * om_doc_set_add:
 * @doc: a document, not necessarily new to the set
 */
void
om_doc_set_add (OmDocSet *self,
                guint32   doc)
{
  ensure_words (self, doc / 64 + 1);
  self->words[doc / 64] |= G_GUINT64_CONSTANT (1) << (doc % 64);
}

/**
 * om_doc_set_add_range:
 * @first: a document
 * @last: the last to add; if it lies before @first nothing is added
 */
void
om_doc_set_add_range (OmDocSet *self,
                      guint32   first,
                      guint32   last)
{
  guint64 head = ~G_GUINT64_CONSTANT (0) << (first % 64);
  guint64 tail = ~G_GUINT64_CONSTANT (0) >> (63 - last % 64);

  if (last < first)
    return;

  ensure_words (self, last / 64 + 1);
  if (first / 64 == last / 64)
    {
      self->words[first / 64] |= head & tail;
      return;
    }
  self->words[first / 64] |= head;
  for (gsize i = first / 64 + 1; i < last / 64; i++)
    self->words[i] = ~G_GUINT64_CONSTANT (0);
  self->words[last / 64] |= tail;
}

/**
 * om_doc_set_remove:
 * @doc: a document, not necessarily in the set
 */
void
om_doc_set_remove (OmDocSet *self,
                   guint32   doc)
{
  if (doc / 64 < self->n_words)
    self->words[doc / 64] &= ~(G_GUINT64_CONSTANT (1) << (doc % 64));
}

/**
 * om_doc_set_clear:
 *
 * Empties the set and keeps its room.
 */
void
om_doc_set_clear (OmDocSet *self)
{
  if (self->n_words > 0)
    memset (self->words, 0, self->n_words * sizeof (guint64));
}

/**
 * om_doc_set_and:
 *
 * Leaves what is in both.
 */
void
om_doc_set_and (OmDocSet       *self,
                const OmDocSet *other)
{
  for (gsize i = 0; i < self->n_words; i++)
    self->words[i] &= i < other->n_words ? other->words[i] : 0;
}

/**
 * om_doc_set_or:
 *
 * Adds what is in @other.
 */
void
om_doc_set_or (OmDocSet       *self,
               const OmDocSet *other)
{
  ensure_words (self, other->n_words);
  for (gsize i = 0; i < other->n_words; i++)
    self->words[i] |= other->words[i];
}

/**
 * om_doc_set_and_not:
 *
 * Takes out what is in @other.
 */
void
om_doc_set_and_not (OmDocSet       *self,
                    const OmDocSet *other)
{
  gsize n = MIN (self->n_words, other->n_words);

  for (gsize i = 0; i < n; i++)
    self->words[i] &= ~other->words[i];
}

/**
 * om_doc_set_equal:
 *
 * Returns: %TRUE if both hold the same documents, whatever room they have
 */
gboolean
om_doc_set_equal (const OmDocSet *a,
                  const OmDocSet *b)
{
  gsize n = MAX (a->n_words, b->n_words);

  for (gsize i = 0; i < n; i++)
    {
      guint64 word_a = i < a->n_words ? a->words[i] : 0;
      guint64 word_b = i < b->n_words ? b->words[i] : 0;

      if (word_a != word_b)
        return FALSE;
    }
  return TRUE;
}

/**
 * om_doc_set_count:
 *
 * Returns: how many documents are in the set
 */
gsize
om_doc_set_count (const OmDocSet *self)
{
  gsize count = 0;

  for (gsize i = 0; i < self->n_words; i++)
    count += __builtin_popcountll (self->words[i]);
  return count;
}

/**
 * om_doc_set_next:
 * @self: a set
 * @doc: (inout): where to begin, that document included
 *
 * To visit all: `for (guint32 doc = 0; om_doc_set_next (set, &doc); doc++)`.
 *
 * Returns: %FALSE if no document of that number or higher is in the set
 */
gboolean
om_doc_set_next (const OmDocSet *self,
                 guint32        *doc)
{
  gsize i = *doc / 64;
  guint64 word;

  if (i >= self->n_words)
    return FALSE;

  word = self->words[i] & ~G_GUINT64_CONSTANT (0) << (*doc % 64);
  while (word == 0)
    {
      if (++i >= self->n_words)
        return FALSE;
      word = self->words[i];
    }
  *doc = i * 64 + __builtin_ctzll (word);
  return TRUE;
}
