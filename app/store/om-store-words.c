/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the full text in step with the texts. The table of FTS5 holds no texts of its own, so that
 * it has to be told the old words to take them out. Its rows are written one statement each, with
 * VALUES: a statement that might be undone in the middle would make FTS5 write its cache to the
 * disk first. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-words.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "text/om-terms.h"

#define ADD "INSERT INTO memory_text (rowid, title, content, tags) VALUES (?, ?, ?, ?)"
#define REMOVE                                                                                     \
  "INSERT INTO memory_text (rowid, title, content, tags, memory_text) VALUES (?, ?, ?, ?, 'delete')"

static gboolean
read_languages (OmStore *self,
                gint64  *languages,
                GError **error)
{
  return om_store_get_int64 (self, "SELECT value FROM meta WHERE key = 'languages'", languages,
                             error);
}

static gboolean
write_number (OmStore    *self,
              const char *key,
              gint64      value,
              GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
                          error))
    return FALSE;
  om_statement_add_text (&s, key);
  om_statement_add_int (&s, value);
  return om_statement_run (&s, error);
}

/* Readers learn from the store in which languages a query word is to be stemmed. */
static gboolean
note_languages (OmStore *self,
                GError **error)
{
  gint64 known;

  if ((self->languages_seen & ~self->languages_searched) == 0)
    return TRUE;
  if (!read_languages (self, &known, error))
    return FALSE;
  if ((self->languages_seen & ~(guint) known) != 0 &&
      !write_number (self, "languages", (gint64) (self->languages_seen | (guint) known), error))
    return FALSE;
  self->languages_searched = self->languages_seen | (guint) known;
  return TRUE;
}

static gboolean
change (OmStore    *self,
        gint64      row,
        const char *sql,
        GError    **error)
{
  g_auto (OmStatement) words = { 0 };
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&words, self,
                          "SELECT title, content, tags FROM memory_words WHERE row = ?", error))
    return FALSE;
  om_statement_add_int (&words, row);
  step = om_statement_step (&words, error);
  if (step != OM_STEP_ROW)
    return step == OM_STEP_DONE;

  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  om_statement_add_int (&s, row);
  for (int i = 0; i < 3; i++)
    om_statement_add_text (&s, om_statement_get_text (&words, i));
  return om_statement_run (&s, error);
}

/**
 * om_store_words_stamp:
 * @row: a memory of which the words, or how they are indexed, have changed in the open transaction
 *
 * Notes it for who keeps an index of words of his own (om_store_words_since()).
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_stamp (OmStore *self,
                      gint64   row,
                      GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 || !om_statement_open (&s, self,
                                          "UPDATE memories SET words_revision = ? WHERE row = ?"
                                          " AND words_revision <> ?1",
                                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

/**
 * om_store_words_add:
 * @row: a memory whose words are not in the full text
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_add (OmStore *self,
                    gint64   row,
                    GError **error)
{
  self->words_scattered = TRUE;
  return change (self, row, ADD, error) && note_languages (self, error) &&
         om_store_words_stamp (self, row, error);
}

/**
 * om_store_words_remove:
 * @row: a memory whose words are in the full text as they stand in the store now
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_remove (OmStore *self,
                       gint64   row,
                       GError **error)
{
  self->words_scattered = TRUE;
  return change (self, row, REMOVE, error);
}

/**
 * om_store_words_rebuild:
 *
 * Makes the whole full text anew from the texts: seconds at 100,000 memories.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_rebuild (OmStore *self,
                        GError **error)
{
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  self->languages_seen = 0;
  ok = om_store_exec (self, "INSERT INTO memory_text (memory_text) VALUES ('rebuild')", error) &&
       write_number (self, "languages", (gint64) self->languages_seen, error) &&
       write_number (self, "words", (gint64) om_terms_fingerprint (), error);
  self->languages_searched = self->languages_seen;
  return om_store_change_end (self, ok, error);
}

/* FTS5 would now and then put its pieces together within the transaction that writes the next one. Where
 * that cannot be noted, for lack of room, it still does. */
static void
keep_merging_apart (OmStore *self)
{
  gint64 automerge;

  if (om_store_get_int64 (self,
                          "SELECT coalesce ((SELECT v FROM memory_text_config WHERE k = 'automerge'), -1)",
                          &automerge, NULL) &&
      automerge != 0)
    om_store_exec (self, "INSERT INTO memory_text (memory_text, rank) VALUES ('automerge', 0)", NULL);
}

/**
 * om_store_words_merge:
 * @pages: about how much is written at most; negative: all pieces are put into one job first
 * @more: (out): there is something left to do
 *
 * One step of putting the pieces of the full text together. Each writing transaction leaves one, and
 * they are not merged by themselves before there are 16 alike.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_merge (OmStore  *self,
                      int       pages,
                      gboolean *more,
                      GError  **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;
  int before;

  *more = FALSE;
  if (!om_store_change_begin (self, error))
    return FALSE;
  before = sqlite3_total_changes (self->db);
  ok = om_statement_open (&s, self,
                          "INSERT INTO memory_text (memory_text, rank) VALUES ('merge', ?)", error);
  if (ok)
    {
      om_statement_add_int (&s, pages);
      ok = om_statement_run (&s, error);
    }
  *more = ok && sqlite3_total_changes (self->db) - before >= 2;
  om_statement_close (&s);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_words_refresh:
 *
 * When a store is opened for writing: makes the full text anew if the rules by which texts are cut into
 * words have changed since, and sees to it that its pieces are merged by om_store_words_merge() alone.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_refresh (OmStore *self,
                        GError **error)
{
  gint64 fingerprint;

  keep_merging_apart (self);
  if (!om_store_get_int64 (self, "SELECT value FROM meta WHERE key = 'words'", &fingerprint, error))
    return FALSE;
  return fingerprint == (gint64) om_terms_fingerprint () || om_store_words_rebuild (self, error);
}

/**
 * om_store_words_prepare:
 *
 * Before a question: which languages are there?
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_words_prepare (OmStore *self,
                        GError **error)
{
  gint64 languages;

  if (!read_languages (self, &languages, error))
    return FALSE;
  self->languages_searched = (guint) languages;
  return TRUE;
}
