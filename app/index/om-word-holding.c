/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a piece of text, of which the first may be the end of a longer one and the last the beginning. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-holding.h"

#include <string.h>

#include "index/om-word-private.h"
#include "text/om-terms.h"

/** Finding: while the words of a piece are gone through. */
typedef struct
{
  const OmWordIndex *index;
  gsize              length; /* of the piece */
  OmDocSet          *docs;   /* (owned) (nullable): that hold all words so far; %NULL while no word said anything */
  GCancellable      *cancellable;
} Finding;

static void
add_term (const OmWordIndex *index,
          guint32            term,
          OmDocSet          *docs)
{
  OmPostingsIter iter;
  guint32 entry;
  guint tf;

  om_word_index_iter_init (index, term, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    om_doc_set_add (docs, om_word_index_entry (index, entry)->doc);
}

/* A sign parts words here as in the text that holds the piece. */
static gboolean
can_be (const char   *whole,
        const OmTerm *term,
        gboolean      begins,
        gboolean      ends)
{
  gsize length = strlen (whole);

  if (begins && strncmp (whole, term->surface, term->surface_len) != 0)
    return FALSE;
  return !ends || strncmp (whole + length - term->surface_len, term->surface, term->surface_len) == 0;
}

/* Every document with a word of which this can be a part. */
static OmDocSet *
find_word (const OmWordIndex *index,
           const OmTerm      *term,
           gboolean           begins,
           gboolean           ends)
{
  g_autoptr (GHashTable) terms = g_hash_table_new (NULL, NULL);
  OmDocSet *docs = om_doc_set_new ();
  guint32 surface = 0;

  while ((surface = om_vocabulary_find_part (&index->surfaces, term->surface, term->surface_len, surface)) != OM_NO_STRING)
    {
      if (can_be (om_vocabulary_get (&index->surfaces, surface), term, begins, ends))
        {
          for (const OmSurface *info = om_word_index_surface (index, surface); info != NULL;
               info = om_word_index_next_term (index, info))
            {
              if (g_hash_table_add (terms, GUINT_TO_POINTER (info->term)))
                add_term (index, info->term, docs);
            }
        }
      surface++;
    }
  return docs;
}

static gboolean
word_cb (const OmTerm *term,
         gpointer      data)
{
  Finding *finding = data;
  g_autoptr (OmDocSet) docs = NULL;

  /* Characters of scripts without blanks are found by pairs, and not as parts of anything; of a word that was cut
   * only the beginning is known. */
  if (term->kind != OM_TERM_WORD || term->surface_len >= OM_TERMS_MAX_BYTES)
    return TRUE;
  docs = find_word (finding->index, term, term->start > 0, term->end < finding->length);
  if (finding->docs == NULL)
    finding->docs = g_steal_pointer (&docs);
  else
    om_doc_set_and (finding->docs, docs);
  return !g_cancellable_is_cancelled (finding->cancellable);
}

/**
 * om_word_index_find_holding:
 * @piece: text as it stands in the middle of another, without blanks around it
 * @cancellable: (nullable): if it is cancelled the answer is incomplete
 *
 * Of a word of more than %OM_TERMS_MAX_BYTES bytes the index knows the beginning alone, and a sign that stands for
 * letters (№ for no) is not known as these.
 *
 * Returns: (transfer full) (nullable): a set in which every document is that can hold it; %NULL if its words do not
 *   tell
 */
OmDocSet *
om_word_index_find_holding (const OmWordIndex *self,
                            const char        *piece,
                            GCancellable      *cancellable)
{
  Finding finding = { self, strlen (piece), NULL, cancellable };

  om_terms_foreach (piece, -1, OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_STEMS | OM_TERMS_NO_BIGRAMS, word_cb, &finding);
  return finding.docs;
}
