/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the word index, shared by the files that fill, ask, search and save it. */
#pragma once

#include "index/om-postings.h"
#include "index/om-vocabulary.h"
#include "index/om-word-index.h"
#include "text/om-language.h"

G_BEGIN_DECLS

/**
 * OmSurface:
 * @term: the term of a word as it stands
 * @more: 1 + the place in @more_surfaces of a further term it has in another language, 0 if none
 */
typedef struct
{
  guint32 term;
  guint32 more;
} OmSurface;

/**
 * OmPostingsHead:
 * @n: how many
 * @next: one past the last entry
 * @at: where they begin
 * @len: their bytes
 *
 * The postings of one term in a snapshot.
 */
typedef struct
{
  guint32 n;
  guint32 next;
  guint32 at;
  guint32 len;
} OmPostingsHead;

/** OmEntry: what is known of one entry besides its words. */
typedef struct
{
  guint32 doc;
  guint16 length;   /* terms, without stop words and pairs */
  guint8  language; /* OmLanguage */
  guint8  live;     /* FALSE: its document was removed or indexed again */
} OmEntry;

/**
 * OmWordIndex:
 * @terms: stems, characters and pairs
 * @postings: (owned) (element-type OmPostings): by term, those of the snapshot left out
 * @tails: (owned): term of the snapshot -> OmPostings: what came to it since
 * @surfaces: words as they stand, folded
 * @surface_info: (owned) (element-type OmSurface): by surface
 * @more_surfaces: (owned) (element-type OmSurface): the further terms of surfaces
 * @letters: (owned) (element-type gunichar): all that occur in surfaces, but digits
 * @entries: (owned) (element-type OmEntry): by entry
 * @entry_of_doc: (owned) (element-type guint32): 1 + the live entry of each document, 0 for none
 * @n_live: documents
 * @n_dead: entries that are not live
 * @total_length: sum of the lengths of the live ones
 * @by_language: live entries of each language
 * @map: (owned) (nullable): the snapshot it was opened from
 * @base_heads: (nullable): the postings in there, by term
 * @base_postings: (nullable): their bytes
 * @tfs: (owned) (element-type guint8): counts of the document being added, by term, else all 0
 * @touched: (owned) (element-type guint32): the terms of the document being added
 */
struct _OmWordIndex
{
  OmVocabulary          terms;
  GArray               *postings;
  GHashTable           *tails;
  OmVocabulary          surfaces;
  GArray               *surface_info;
  GArray               *more_surfaces;
  GArray               *letters;
  GArray               *entries;
  GArray               *entry_of_doc;
  guint32               n_live;
  guint32               n_dead;
  guint64               total_length;
  guint32               by_language[OM_N_LANGUAGES];
  GMappedFile          *map;
  const OmPostingsHead *base_heads;
  const guint8         *base_postings;
  GArray               *tfs;
  GArray               *touched;
};

guint32 om_word_index_live_df       (const OmWordIndex *self,
                                     guint32            term);
void    om_word_index_add_surface   (OmWordIndex       *self,
                                     const char        *surface,
                                     gsize              len,
                                     guint32            term);
guint   om_word_index_get_languages (const OmWordIndex *self);
OmWordIndex *om_word_index_copy_live (const OmWordIndex *self);
guint32 om_word_index_correct       (const OmWordIndex *self,
                                     const char        *word,
                                     gsize              len);
GArray *om_word_index_find_parts    (const OmWordIndex *self,
                                     const char        *part,
                                     gsize              len,
                                     gboolean           at_start,
                                     guint              limit);

static inline const OmEntry *
om_word_index_entry (const OmWordIndex *self,
                     guint32            entry)
{
  return &g_array_index (self->entries, OmEntry, entry);
}

/** om_word_index_find_entry: 1 + the live entry of a document, 0 for none */
static inline guint32
om_word_index_find_entry (const OmWordIndex *self,
                          guint32            doc)
{
  return doc < self->entry_of_doc->len ? g_array_index (self->entry_of_doc, guint32, doc) : 0;
}

static inline const OmSurface *
om_word_index_surface (const OmWordIndex *self,
                       guint32            surface)
{
  return &g_array_index (self->surface_info, OmSurface, surface);
}

/** om_word_index_next_term: the further term of a surface, %NULL at the end */
static inline const OmSurface *
om_word_index_next_term (const OmWordIndex *self,
                         const OmSurface   *surface)
{
  if (surface->more == 0)
    return NULL;
  return &g_array_index (self->more_surfaces, OmSurface, surface->more - 1);
}

/** om_word_index_own_postings: what is not in the snapshot, %NULL for nothing */
static inline const OmPostings *
om_word_index_own_postings (const OmWordIndex *self,
                            guint32            term)
{
  if (term >= self->terms.base.n_strings)
    return &g_array_index (self->postings, OmPostings, term - self->terms.base.n_strings);
  if (g_hash_table_size (self->tails) == 0)
    return NULL;
  return g_hash_table_lookup (self->tails, GUINT_TO_POINTER (term));
}

/** om_word_index_base_head: what is in the snapshot, %NULL for nothing */
static inline const OmPostingsHead *
om_word_index_base_head (const OmWordIndex *self,
                         guint32            term)
{
  return term < self->terms.base.n_strings ? &self->base_heads[term] : NULL;
}

static inline void
om_word_index_iter_init (const OmWordIndex *self,
                         guint32            term,
                         OmPostingsIter    *iter)
{
  const OmPostingsHead *head = om_word_index_base_head (self, term);

  om_postings_iter_init (iter, head != NULL ? self->base_postings + head->at : NULL,
                         head != NULL ? head->len : 0, om_word_index_own_postings (self, term),
                         self->entries->len);
}

G_END_DECLS
