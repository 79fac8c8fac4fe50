/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The phrases of a search: those in quotes, and the query as a whole. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-exact.h"
#include "engine/om-recall-private.h"
#include "index/om-word-holding.h"
#include "store/om-store-memories.h"
#include "store/om-store-text.h"

/* Phrases are looked up for what could be one; a long question is none. */
#define PHRASE_MAX_CHARS 80
#define MAX_PHRASE_ROWS 200
/* Texts read at once to look for signs. */
#define ROWS_AT_ONCE 256
/* One text after the other is read so many times as slowly as all in a row. */
#define READ_ALL_FROM 4
/* So many of the newest texts are read for who asks at every letter. */
#define QUICK_ROWS 2000

static gboolean
holds_loosely (const OmMemory *memory,
               const char     *phrase)
{
  if (om_exact_holds_loosely (memory->content, phrase) ||
      (memory->title != NULL && om_exact_holds_loosely (memory->title, phrase)))
    return TRUE;
  for (char **tag = memory->tags; tag != NULL && *tag != NULL; tag++)
    {
      g_autofree char *written = g_strconcat ("#", *tag, NULL);

      if (om_exact_holds_loosely (written, phrase))
        return TRUE;
    }
  return FALSE;
}

/* The index of words does not know signs: of the rows that hold the words, those with the signs, too. */
static GArray *
keep_with_signs (OmRecallRun  *self,
                 const char   *phrase,
                 const GArray *rows,
                 GError      **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < rows->len; i += ROWS_AT_ONCE)
    {
      g_autoptr (GPtrArray) memories =
        om_store_memories_get (self->context->store, &g_array_index (rows, gint64, i),
                               MIN (ROWS_AT_ONCE, rows->len - i), error);

      if (memories == NULL)
        return NULL;
      for (guint j = 0; j < memories->len; j++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, j);

          if (holds_loosely (memory, phrase))
            g_array_append_val (kept, memory->row);
        }
    }
  return g_steal_pointer (&kept);
}

static int
compare_newest (gconstpointer a,
                gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x < y) - (x > y);
}

/* (transfer full): the rows of these documents, newest first; for who asks at every letter the newest alone. */
static GArray *
list_rows (const OmRecallRun *self,
           const OmDocSet    *docs)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint32 doc = 0; om_doc_set_next (docs, &doc); doc++)
    {
      gint64 row = doc;

      g_array_append_val (rows, row);
    }
  g_array_sort (rows, compare_newest);
  if (self->search->quick)
    g_array_set_size (rows, MIN (rows->len, QUICK_ROWS));
  return rows;
}

/* (transfer full) (nullable): the rows whose texts have to be read to look for the signs in @text, newest first; %NULL
 * for all of them, where that is as quick. */
static GArray *
find_to_read (OmRecallRun  *self,
              const char   *text,
              GCancellable *cancellable)
{
  const OmWordIndex *words = om_mirror_get_words (self->context->mirror);
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (OmDocSet) docs = om_word_index_find_holding (words, stripped, cancellable);

  if (docs == NULL)
    return self->search->quick ? list_rows (self, self->allowed) : NULL;
  om_doc_set_and (docs, self->allowed);
  if (!self->search->quick && om_doc_set_count (docs) > om_word_index_count (words) / READ_ALL_FROM)
    return NULL;
  return list_rows (self, docs);
}

/**
 * om_recall_find_phrase:
 * @phrase: words in a row, signs among them, or signs alone
 * @limit: no more rows than these
 * @error: return location
 *
 * Returns: (transfer full) (nullable) (element-type gint64): the rows that hold it
 */
GArray *
om_recall_find_phrase (OmRecallRun *self,
                       const char  *phrase,
                       guint        limit,
                       GError     **error)
{
  OmTextFlags flags = self->query->filter->binned ? OM_TEXT_BINNED : 0;
  g_autoptr (GArray) rows = NULL;

  if (self->search->quick)
    limit = MIN (limit, QUICK_ROWS);
  if (!om_exact_has_word (phrase))
    {
      g_autoptr (GArray) to_read = self->search->quick && self->allowed != NULL ? list_rows (self, self->allowed) : NULL;

      return om_store_text_find_substring_among (self->context->store, phrase, to_read, flags, limit, error);
    }

  rows = om_store_text_find_phrase (self->context->store, phrase, flags, limit, error);
  if (rows == NULL || !om_exact_has_signs (phrase))
    return g_steal_pointer (&rows);
  return keep_with_signs (self, phrase, rows, error);
}

/**
 * om_recall_demand_phrases:
 * @error: return location
 *
 * What stands in quotes must be in every result: nothing else is allowed from here on.
 */
gboolean
om_recall_demand_phrases (OmRecallRun *self,
                          GError     **error)
{
  for (guint i = 0; self->query->phrases[i] != NULL; i++)
    {
      g_autoptr (GArray) rows = om_recall_find_phrase (self, self->query->phrases[i], G_MAXINT, error);
      g_autoptr (OmDocSet) with_phrase = om_doc_set_new ();

      if (rows == NULL)
        return FALSE;
      for (guint j = 0; j < rows->len; j++)
        om_doc_set_add (with_phrase, (guint32) g_array_index (rows, gint64, j));
      om_doc_set_and (self->allowed, with_phrase);
    }
  return TRUE;
}

static void
add_rows (OmRecallRun  *self,
          const GArray *rows,
          guint         reason)
{
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 doc = (guint32) g_array_index (rows, gint64, i);

      if (om_doc_set_has (self->allowed, doc))
        om_candidates_add (self->candidates, doc, reason);
    }
}

/**
 * om_recall_add_phrase_rows:
 * @error: return location
 *
 * Adds what holds the whole query as one phrase; signs that the index of words does not keep are looked for
 * in the texts.
 */
gboolean
om_recall_add_phrase_rows (OmRecallRun  *self,
                           GCancellable *cancellable,
                           GError      **error)
{
  const char *text = self->query->text;
  g_autoptr (GArray) rows = NULL;

  if (self->needle == NULL || g_utf8_strlen (text, -1) > PHRASE_MAX_CHARS)
    return TRUE;
  if (self->ranking.n_words != 1 && om_exact_has_word (text))
    {
      rows = om_store_text_find_phrase (self->context->store, text, 0, MAX_PHRASE_ROWS, error);
      if (rows == NULL)
        return FALSE;
      add_rows (self, rows, OM_HIT_WORDS);
      if (rows->len > 0)
        return TRUE;
      g_clear_pointer (&rows, g_array_unref);
    }
  if (!om_exact_has_word (text) || om_exact_has_signs (text))
    {
      g_autoptr (GArray) to_read = find_to_read (self, text, cancellable);

      rows = om_store_text_find_substring_among (self->context->store, text, to_read, 0, MAX_PHRASE_ROWS, error);
      if (rows == NULL)
        return FALSE;
      add_rows (self, rows, OM_HIT_PART);
    }
  return TRUE;
}

/**
 * om_recall_find_exact:
 *
 * Marks the candidates whose text or title holds the query word for word.
 */
void
om_recall_find_exact (OmRecallRun *self)
{
  guint64 all_words = self->ranking.n_words >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << self->ranking.n_words) - 1;

  if (self->needle == NULL)
    return;
  for (guint i = 0; i < self->candidates->list->len; i++)
    {
      OmCandidate *candidate = &g_array_index (self->candidates->list, OmCandidate, i);
      const OmMemory *memory = g_hash_table_lookup (self->memories, GUINT_TO_POINTER (candidate->doc));

      /* Only who holds every word can hold the phrase; signs and parts are not among the words. */
      if (memory == NULL || ((candidate->words & all_words) != all_words && (candidate->reasons & OM_HIT_PART) == 0))
        continue;
      if (om_exact_contains (memory->content, self->needle))
        {
          candidate->exact = TRUE;
          candidate->reasons |= OM_HIT_EXACT;
        }
      if (memory->title != NULL && om_exact_contains (memory->title, self->needle))
        {
          candidate->exact = TRUE;
          candidate->reasons |= OM_HIT_TITLE;
        }
    }
}
