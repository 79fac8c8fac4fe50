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
 * @count: how often it was seen; only to choose between words of one term
 * @more: 1 + the place in @more_surfaces of a further term it has in another language, 0 if none
 */
typedef struct
{
  guint32 term;
  guint32 count;
  guint32 more;
} OmSurface;

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
 * @postings: (owned) (element-type OmPostings): by term
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
 * @base_postings: (nullable): the postings in there
 * @tfs: (owned) (element-type guint8): counts of the document being added, by term, else all 0
 * @touched: (owned) (element-type guint32): the terms of the document being added
 */
struct _OmWordIndex
{
  OmVocabulary  terms;
  GArray       *postings;
  OmVocabulary  surfaces;
  GArray       *surface_info;
  GArray       *more_surfaces;
  GArray       *letters;
  GArray       *entries;
  GArray       *entry_of_doc;
  guint32       n_live;
  guint32       n_dead;
  guint64       total_length;
  guint32       by_language[OM_N_LANGUAGES];
  GMappedFile  *map;
  const guint8 *base_postings;
  GArray       *tfs;
  GArray       *touched;
};

guint32 om_word_index_live_df       (const OmWordIndex *self,
                                     guint32            term);
void    om_word_index_add_surface   (OmWordIndex       *self,
                                     const char        *surface,
                                     gsize              len,
                                     guint32            term,
                                     guint32            count);
guint   om_word_index_get_languages (const OmWordIndex *self);
OmWordIndex *om_word_index_copy_live (const OmWordIndex *self);
guint32 om_word_index_correct       (const OmWordIndex *self,
                                     const char        *word,
                                     gsize              len);
GArray *om_word_index_find_parts    (const OmWordIndex *self,
                                     const char        *part,
                                     gsize              len,
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
  return surface->more != 0 ? &g_array_index (self->more_surfaces, OmSurface, surface->more - 1) : NULL;
}

static inline void
om_word_index_iter_init (const OmWordIndex *self,
                         guint32            term,
                         OmPostingsIter    *iter)
{
  om_postings_iter_init (iter, &g_array_index (self->postings, OmPostings, term), self->base_postings,
                         self->entries->len);
}

G_END_DECLS
