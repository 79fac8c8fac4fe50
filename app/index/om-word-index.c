/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling the word index: adding, removing, clearing away. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-index.h"

#include <string.h>
#include <sys/mman.h>

#include "index/om-word-private.h"
#include "text/om-terms.h"

/* Dead entries are cleared away once they are more than a quarter, and worth the work. */
#define COMPACT_SHARE 4
#define COMPACT_MIN 64

/* A mapped snapshot from this size on is let go after each search. */
#define LET_GO_BYTES (16 * 1024 * 1024)

/* A document being cut into terms. */
typedef struct
{
  OmWordIndex *index;
  guint        length;
} Filling;

static void
clear_postings_cb (gpointer data)
{
  om_postings_clear (data);
}

static gboolean
is_letter (gunichar c)
{
  return !g_unichar_isdigit (c);
}

static void
add_letter (GArray   *letters,
            gunichar  c)
{
  guint i = 0;

  if (!is_letter (c))
    return;
  while (i < letters->len && g_array_index (letters, gunichar, i) < c)
    i++;
  if (i == letters->len || g_array_index (letters, gunichar, i) != c)
    g_array_insert_val (letters, i, c);
}

static void
free_postings_cb (gpointer data)
{
  om_postings_clear (data);
  g_free (data);
}

static guint32
intern_term (OmWordIndex *self,
             const char  *term,
             gsize        len)
{
  guint32 number = om_vocabulary_intern (&self->terms, term, len);

  if (number == self->terms.base.n_strings + self->postings->len)
    g_array_set_size (self->postings, self->postings->len + 1);
  return number;
}

/* The postings a term's next one goes to. */
static OmPostings *
open_postings (OmWordIndex *self,
               guint32      term)
{
  const OmPostings *postings = om_word_index_own_postings (self, term);
  OmPostings *tail;

  if (postings != NULL)
    return (OmPostings *) postings;
  tail = g_new0 (OmPostings, 1);
  tail->next = self->base_heads[term].next;
  g_hash_table_insert (self->tails, GUINT_TO_POINTER (term), tail);
  return tail;
}

/**
 * om_word_index_add_surface:
 * @surface: (array length=len): a word as it stands, folded
 * @term: its term
 *
 * Notes a word and what it is indexed under.
 */
void
om_word_index_add_surface (OmWordIndex *self,
                           const char  *surface,
                           gsize        len,
                           guint32      term)
{
  guint32 number = om_vocabulary_intern (&self->surfaces, surface, len);
  OmSurface fresh = { term, 0 };
  OmSurface *info;

  if (number == self->surface_info->len)
    {
      g_array_append_val (self->surface_info, fresh);
      for (const char *p = surface; p < surface + len; p = g_utf8_next_char (p))
        add_letter (self->letters, g_utf8_get_char (p));
      return;
    }
  info = &g_array_index (self->surface_info, OmSurface, number);
  while (info->term != term && info->more != 0)
    info = &g_array_index (self->more_surfaces, OmSurface, info->more - 1);
  if (info->term == term)
    return;
  info->more = self->more_surfaces->len + 1;
  g_array_append_val (self->more_surfaces, fresh);
}

static gboolean
is_term (const OmWordIndex *self,
         guint32            number,
         const OmTerm      *term)
{
  const char *string = om_vocabulary_get (&self->terms, number);

  return strncmp (string, term->term, term->term_len) == 0 && string[term->term_len] == '\0';
}

/* The number of a word's term. A word seen before knows its term, which saves looking for it. */
static guint32
intern_word (OmWordIndex  *self,
             const OmTerm *term)
{
  guint32 surface = om_vocabulary_lookup (&self->surfaces, term->surface, term->surface_len);
  guint32 number;

  if (surface != OM_NO_STRING && is_term (self, om_word_index_surface (self, surface)->term, term))
    return om_word_index_surface (self, surface)->term;
  number = intern_term (self, term->term, term->term_len);
  om_word_index_add_surface (self, term->surface, term->surface_len, number);
  return number;
}

static gboolean
fill_cb (const OmTerm *term,
         gpointer      data)
{
  Filling *filling = data;
  OmWordIndex *self = filling->index;
  guint32 number;
  guint8 *tf;

  if (term->kind == OM_TERM_WORD)
    number = intern_word (self, term);
  else
    number = intern_term (self, term->term, term->term_len);
  if (number >= self->tfs->len)
    g_array_set_size (self->tfs, number + 1);
  tf = &g_array_index (self->tfs, guint8, number);
  if (*tf == 0)
    g_array_append_val (self->touched, number);
  if (*tf < OM_POSTINGS_MAX_TF)
    *tf += 1;

  /* A pair is two characters that count already. */
  if (term->kind != OM_TERM_BIGRAM && !term->is_stopword)
    filling->length++;
  return TRUE;
}

static void
post_touched (OmWordIndex *self,
              guint32      entry)
{
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 term = g_array_index (self->touched, guint32, i);
      guint8 *tf = &g_array_index (self->tfs, guint8, term);

      om_postings_append (open_postings (self, term), entry, *tf);
      *tf = 0;
    }
  g_array_set_size (self->touched, 0);
}

static guint32
add_entry (OmWordIndex *self,
           guint32      doc,
           OmLanguage   language,
           guint        length)
{
  OmEntry entry = { doc, (guint16) MIN (length, G_MAXUINT16), (guint8) language, TRUE };
  guint32 number = self->entries->len;

  if (doc >= self->entry_of_doc->len)
    g_array_set_size (self->entry_of_doc, doc + 1 + doc / 8);
  g_array_append_val (self->entries, entry);
  g_array_index (self->entry_of_doc, guint32, doc) = number + 1;
  self->n_live++;
  self->total_length += entry.length;
  self->by_language[language]++;
  return number;
}

/**
 * om_word_index_new:
 *
 * Returns: (transfer full): an empty index
 */
OmWordIndex *
om_word_index_new (void)
{
  OmWordIndex *self = g_new0 (OmWordIndex, 1);

  om_vocabulary_init (&self->terms);
  self->postings = g_array_new (FALSE, TRUE, sizeof (OmPostings));
  g_array_set_clear_func (self->postings, clear_postings_cb);
  self->tails = g_hash_table_new_full (NULL, NULL, NULL, free_postings_cb);
  om_vocabulary_init (&self->surfaces);
  self->surface_info = g_array_new (FALSE, FALSE, sizeof (OmSurface));
  self->more_surfaces = g_array_new (FALSE, FALSE, sizeof (OmSurface));
  self->letters = g_array_new (FALSE, FALSE, sizeof (gunichar));
  self->entries = g_array_new (FALSE, FALSE, sizeof (OmEntry));
  self->entry_of_doc = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->tfs = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

/**
 * om_word_index_free:
 * @self: (transfer full): an index
 */
void
om_word_index_free (OmWordIndex *self)
{
  om_vocabulary_clear (&self->terms);
  g_array_unref (self->postings);
  g_hash_table_unref (self->tails);
  om_vocabulary_clear (&self->surfaces);
  g_array_unref (self->surface_info);
  g_array_unref (self->more_surfaces);
  g_array_unref (self->letters);
  g_array_unref (self->entries);
  g_array_unref (self->entry_of_doc);
  g_array_unref (self->tfs);
  g_array_unref (self->touched);
  g_clear_pointer (&self->map, g_mapped_file_unref);
  g_free (self);
}

/**
 * om_word_index_add:
 * @doc: a document, 1 or more
 * @language: (nullable): two letters; %NULL for a language not known
 * @title: (nullable): UTF-8
 * @content: (nullable): UTF-8
 * @tags: (array zero-terminated=1) (nullable): UTF-8
 *
 * Indexes the words of a document, instead of what was known of it. A document without words is
 * known too: its day can lift it.
 */
void
om_word_index_add (OmWordIndex       *self,
                   guint32            doc,
                   const char        *language,
                   const char        *title,
                   const char        *content,
                   const char *const *tags)
{
  OmLanguage code = language != NULL ? om_language_from_code (language) : OM_LANGUAGE_UNKNOWN;
  Filling filling = { self, 0 };

  g_assert (doc > 0 && doc <= G_MAXINT32);
  om_word_index_remove (self, doc);
  if (title != NULL)
    om_terms_foreach (title, -1, code, OM_TERMS_DEFAULT, fill_cb, &filling);
  if (content != NULL)
    om_terms_foreach (content, -1, code, OM_TERMS_DEFAULT, fill_cb, &filling);
  for (gsize i = 0; tags != NULL && tags[i] != NULL; i++)
    om_terms_foreach (tags[i], -1, code, OM_TERMS_DEFAULT, fill_cb, &filling);
  post_touched (self, add_entry (self, doc, code, filling.length));
}

/**
 * om_word_index_remove:
 *
 * Forgets a document. Its postings stay until a quarter of the entries are such; nothing finds
 * them.
 *
 * Returns: %FALSE if it is not known
 */
gboolean
om_word_index_remove (OmWordIndex *self,
                      guint32      doc)
{
  guint32 found = om_word_index_find_entry (self, doc);
  OmEntry *entry;

  if (found == 0)
    return FALSE;

  entry = &g_array_index (self->entries, OmEntry, found - 1);
  entry->live = FALSE;
  g_array_index (self->entry_of_doc, guint32, doc) = 0;
  self->n_live--;
  self->n_dead++;
  self->total_length -= entry->length;
  self->by_language[entry->language]--;
  if (self->n_dead >= COMPACT_MIN && self->n_dead > self->entries->len / COMPACT_SHARE)
    om_word_index_compact (self);
  return TRUE;
}

/* Copies the postings of the live entries under their new numbers. Returns the term's new number,
 * OM_NO_STRING if it stands in none of them. */
static guint32
copy_term (const OmWordIndex *self,
           OmWordIndex       *copy,
           guint32            term,
           const guint32     *new_entries)
{
  const char *string = om_vocabulary_get (&self->terms, term);
  OmPostings postings = { 0 };
  OmPostingsIter iter;
  guint32 entry;
  guint32 number;
  guint tf;

  om_word_index_iter_init (self, term, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    if (new_entries[entry] != G_MAXUINT32)
      om_postings_append (&postings, new_entries[entry], tf);
  if (postings.n == 0)
    return OM_NO_STRING;

  number = intern_term (copy, string, strlen (string));
  g_array_index (copy->postings, OmPostings, number) = postings;
  return number;
}

static void
copy_surfaces (const OmWordIndex *self,
               OmWordIndex       *copy,
               const guint32     *new_terms)
{
  for (guint32 i = 0; i < om_vocabulary_count (&self->surfaces); i++)
    {
      const char *string = om_vocabulary_get (&self->surfaces, i);

      for (const OmSurface *info = om_word_index_surface (self, i); info != NULL;
           info = om_word_index_next_term (self, info))
        if (new_terms[info->term] != OM_NO_STRING)
          om_word_index_add_surface (copy, string, strlen (string), new_terms[info->term]);
    }
}

/**
 * om_word_index_copy_live:
 *
 * Returns: (transfer full): an index of the live entries alone: no word that only removed documents
 *   held is in it
 */
OmWordIndex *
om_word_index_copy_live (const OmWordIndex *self)
{
  OmWordIndex *copy = om_word_index_new ();
  g_autofree guint32 *new_entries = g_new (guint32, self->entries->len);
  g_autofree guint32 *new_terms = g_new (guint32, om_vocabulary_count (&self->terms));

  for (guint32 i = 0; i < self->entries->len; i++)
    {
      const OmEntry *entry = om_word_index_entry (self, i);

      new_entries[i] = G_MAXUINT32;
      if (entry->live)
        new_entries[i] = add_entry (copy, entry->doc, (OmLanguage) entry->language, entry->length);
    }
  for (guint32 i = 0; i < om_vocabulary_count (&self->terms); i++)
    new_terms[i] = copy_term (self, copy, i, new_entries);
  copy_surfaces (self, copy, new_terms);
  return copy;
}

/**
 * om_word_index_compact:
 *
 * Clears away what removed documents left. Done by itself when it is a quarter.
 */
void
om_word_index_compact (OmWordIndex *self)
{
  OmWordIndex *copy;
  OmWordIndex old;

  if (self->n_dead == 0)
    return;

  copy = om_word_index_copy_live (self);
  old = *self;
  *self = *copy;
  *copy = old;
  om_word_index_free (copy);
}

/**
 * om_word_index_has:
 *
 * Returns: whether the document is known
 */
gboolean
om_word_index_has (const OmWordIndex *self,
                   guint32            doc)
{
  return om_word_index_find_entry (self, doc) != 0;
}

/**
 * om_word_index_count:
 *
 * Returns: how many documents are known
 */
guint32
om_word_index_count (const OmWordIndex *self)
{
  return self->n_live;
}

/**
 * om_word_index_get_languages:
 *
 * Returns: bit per language (1 << #OmLanguage) in which there are documents
 */
guint
om_word_index_get_languages (const OmWordIndex *self)
{
  guint languages = 0;

  for (int i = 0; i < OM_N_LANGUAGES; i++)
    if (self->by_language[i] > 0)
      languages |= 1u << i;
  return languages;
}

/**
 * om_word_index_live_df:
 * @term: a term's number
 *
 * Returns: in how many documents it stands
 */
guint32
om_word_index_live_df (const OmWordIndex *self,
                       guint32            term)
{
  guint32 count = 0;
  guint32 entry;
  guint tf;
  OmPostingsIter iter;

  if (self->n_dead == 0)
    {
      const OmPostingsHead *head = om_word_index_base_head (self, term);
      const OmPostings *own = om_word_index_own_postings (self, term);

      return (head != NULL ? head->n : 0) + (own != NULL ? own->n : 0);
    }

  om_word_index_iter_init (self, term, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    count += om_word_index_entry (self, entry)->live;
  return count;
}

/**
 * om_word_index_count_term:
 * @term: a term as om_terms_foreach() gives it
 *
 * Returns: in how many documents it stands
 */
guint32
om_word_index_count_term (const OmWordIndex *self,
                          const char        *term)
{
  guint32 number = om_vocabulary_lookup (&self->terms, term, strlen (term));

  return number != OM_NO_STRING ? om_word_index_live_df (self, number) : 0;
}

/**
 * om_word_index_get_tf:
 * @term: a term as om_terms_foreach() gives it
 * @doc: a document
 *
 * Returns: how often it stands there, at most 255
 */
guint
om_word_index_get_tf (const OmWordIndex *self,
                      const char        *term,
                      guint32            doc)
{
  guint32 number = om_vocabulary_lookup (&self->terms, term, strlen (term));
  guint32 found = om_word_index_find_entry (self, doc);
  guint32 entry;
  guint tf;
  OmPostingsIter iter;

  if (number == OM_NO_STRING || found == 0)
    return 0;

  om_word_index_iter_init (self, number, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    if (entry == found - 1)
      return tf;
  return 0;
}

/**
 * om_word_index_let_go:
 *
 * What has been read of the snapshot need not stay in memory: the file is in the system's own store of
 * files as long as there is room, and the next search maps in some ten steps what it needs. Left
 * alone, some hundred searches hold all of it. Searches let go by themselves; after adding it is for
 * the caller to say when it is enough. A small one is not worth the call.
 */
void
om_word_index_let_go (const OmWordIndex *self)
{
  if (self->map != NULL && g_mapped_file_get_length (self->map) >= LET_GO_BYTES)
    madvise (g_mapped_file_get_contents (self->map), g_mapped_file_get_length (self->map), MADV_DONTNEED);
}

/**
 * om_word_index_get_stats:
 * @stats: (out caller-allocates): sizes
 */
void
om_word_index_get_stats (const OmWordIndex *self,
                         OmWordStats       *stats)
{
  stats->n_docs = self->n_live;
  stats->n_terms = om_vocabulary_count (&self->terms);
  stats->n_surfaces = om_vocabulary_count (&self->surfaces);
  stats->n_dead = self->n_dead;
  stats->mean_length = self->n_live > 0 ? (double) self->total_length / self->n_live : 0;
  stats->bytes = om_vocabulary_get_bytes (&self->terms) +
                 om_vocabulary_get_bytes (&self->surfaces) +
                 (self->postings->len + g_hash_table_size (self->tails)) * sizeof (OmPostings) +
                 (self->surface_info->len + self->more_surfaces->len) * sizeof (OmSurface) +
                 self->entries->len * sizeof (OmEntry) +
                 self->entry_of_doc->len * sizeof (guint32) + self->tfs->len;
  for (guint i = 0; i < self->postings->len; i++)
    stats->bytes += g_array_index (self->postings, OmPostings, i).capacity;
  stats->mapped = self->map != NULL ? g_mapped_file_get_length (self->map) : 0;
}
