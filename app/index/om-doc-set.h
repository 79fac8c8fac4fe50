/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable set of documents, one bit each: the `allowed` mask of a search. A document is the
 * store's row number, so the numbers are small and dense. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmDocSet:
 * @words: (owned) (nullable): 64 documents a word, document d is bit d % 64 of word d / 64
 * @n_words: how many words there are; what lies beyond is not in the set
 *
 * The fields are open so that loops over documents can test 64 of them at once; they are changed by
 * the functions below alone.
 */
typedef struct
{
  guint64 *words;
  gsize    n_words;
} OmDocSet;

OmDocSet *om_doc_set_new       (void);
OmDocSet *om_doc_set_copy      (const OmDocSet *self);
void      om_doc_set_free      (OmDocSet       *self);
void      om_doc_set_add       (OmDocSet       *self,
                                guint32         doc);
void      om_doc_set_add_range (OmDocSet       *self,
                                guint32         first,
                                guint32         last);
void      om_doc_set_remove    (OmDocSet       *self,
                                guint32         doc);
void      om_doc_set_clear     (OmDocSet       *self);
void      om_doc_set_and       (OmDocSet       *self,
                                const OmDocSet *other);
void      om_doc_set_or        (OmDocSet       *self,
                                const OmDocSet *other);
void      om_doc_set_and_not   (OmDocSet       *self,
                                const OmDocSet *other);
gboolean  om_doc_set_equal     (const OmDocSet *a,
                                const OmDocSet *b);
gsize     om_doc_set_count     (const OmDocSet *self);
gboolean  om_doc_set_next      (const OmDocSet *self,
                                guint32        *doc);

/**
 * om_doc_set_has:
 * @self: a set
 * @doc: a document, any number
 *
 * Returns: %TRUE if @doc is in the set
 */
static inline gboolean
om_doc_set_has (const OmDocSet *self,
                guint32         doc)
{
  gsize word = doc / 64;

  return word < self->n_words && (self->words[word] >> (doc % 64) & 1) != 0;
}

/**
 * om_doc_set_allows:
 * @allowed: (nullable): a mask, %NULL for no bound
 * @doc: a document
 *
 * Returns: %TRUE if a search under the mask may answer @doc
 */
static inline gboolean
om_doc_set_allows (const OmDocSet *allowed,
                   guint32         doc)
{
  return allowed == NULL || om_doc_set_has (allowed, doc);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmDocSet, om_doc_set_free)

G_END_DECLS
