/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories in the store: insert, edit, change fields. Reading them: om-store-records.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-memories.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "store/om-store-lookups.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-words.h"
#include "text/om-simhash.h"
#include "text/om-word-count.h"

/**
 * om_store_check_text:
 * @text: (nullable): a text
 * @what: what it is called in the message
 *
 * Returns: %FALSE with %OM_ERROR_ENCODING unless it is UTF-8
 */
gboolean
om_store_check_text (const char *text,
                     const char *what,
                     GError    **error)
{
  const char *end;

  if (text == NULL || g_utf8_validate (text, -1, &end))
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
               "The %s is not UTF-8 from byte %" G_GSIZE_FORMAT
               " on. Save it as UTF-8 and try again.",
               what, (gsize) (end - text));
  return FALSE;
}

/**
 * om_store_check_row:
 *
 * Returns: %FALSE with %OM_ERROR_NOT_FOUND unless there is such a memory
 */
gboolean
om_store_check_row (OmStore *self,
                    gint64   row,
                    GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT 1 FROM memories WHERE row = ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                 _("There is no memory number %lld. It may have been deleted."),
                 (long long) row);
  return step == OM_STEP_ROW;
}

/**
 * om_store_stamp:
 * @row: a memory whose record has changed in the open transaction
 *
 * Gives it the transaction's revision.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_stamp (OmStore *self,
                gint64   row,
                GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 || !om_statement_open (&s, self,
                                          "UPDATE memories SET revision = ? WHERE row = ?"
                                          " AND revision <> ?1",
                                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

static gboolean
is_within (double value,
           double least,
           double most)
{
  return value >= least && value <= most;
}

static gboolean
fail_invalid (const char *what,
              const char *range,
              GError    **error)
{
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, "The %s of a memory must be %s.", what, range);
  return FALSE;
}

static gboolean
check_fields (const OmMemory *m,
              OmStoreFields   fields,
              GError        **error)
{
  if (fields & OM_STORE_TYPE && !is_within (m->type, 0, OM_N_MEMORY_TYPES - 1))
    return fail_invalid ("type", "fact, episode, document, section or reflection", error);
  if (fields & OM_STORE_SECTOR &&
      !(is_within (m->sector, 0, OM_N_SECTORS - 1) && is_within (m->sector_confidence, 0, 1) &&
        m->extra_sectors < 1u << OM_N_SECTORS))
    return fail_invalid ("sector", "episodic, semantic, procedural, emotional or reflective",
                         error);
  if (fields & OM_STORE_IMPORTANCE && !is_within (m->importance, 1, 10))
    return fail_invalid ("importance", "a number from 1 to 10", error);
  if (fields & OM_STORE_MOOD && !((isnan (m->valence) || is_within (m->valence, -1, 1)) &&
                                  (isnan (m->arousal) || is_within (m->arousal, 0, 1))))
    return fail_invalid ("mood", "a valence from -1 to 1 and an arousal from 0 to 1", error);
  if (fields & OM_STORE_CONTEXT && !is_within (m->context, OM_CONTEXT_UNKNOWN, OM_N_CONTEXTS - 1))
    return fail_invalid ("context", "work, personal, social, learning or general", error);
  if (fields & OM_STORE_STAGE && !is_within (m->stage, 0, OM_N_VECTOR_STAGES - 1))
    return fail_invalid ("vector stage", "full, compressed or fingerprint", error);
  if (fields & OM_STORE_HAPPENED && !(is_within (m->happened.precision, 0, OM_N_PRECISIONS - 1) &&
                                      is_within (m->happened.offset_s, -93600, 93600)))
    return fail_invalid ("date", "an instant with an offset under 26 hours, a day, or unknown",
                         error);
  if (fields & OM_STORE_TAGS && m->tags != NULL)
    {
      for (gsize i = 0; m->tags[i] != NULL; i++)
        {
          if (!om_store_check_text (m->tags[i], "tag", error))
            return FALSE;
        }
    }
  return (!(fields & OM_STORE_FACT) || (om_store_check_text (m->subject, "subject", error) &&
                                        om_store_check_text (m->predicate, "predicate", error))) &&
         (!(fields & OM_STORE_SOURCE) ||
          (om_store_check_text (m->source_key, "key of the source", error) &&
           om_store_check_text (m->source_data, "data of the source", error)));
}

/* Binds to one row: the values in the order of the statement, then the row. */
typedef struct
{
  OmStoreFields field;
  const char   *sql;
  void (*bind) (OmStatement *s, const OmMemory *m);
} FieldUpdate;

static void
bind_happened (OmStatement    *s,
               const OmMemory *m)
{
  om_statement_add_int (s, m->happened.ms);
  om_statement_add_int (s, m->happened.offset_s);
  om_statement_add_int (s, m->happened.precision);
  om_statement_add_int (s, om_moment_civil_day (&m->happened));
  om_statement_add_int (s, om_moment_journal_day (&m->happened));
}

static void
bind_sector (OmStatement    *s,
             const OmMemory *m)
{
  om_statement_add_int (s, m->sector);
  om_statement_add_int (s, m->extra_sectors);
  om_statement_add_real (s, m->sector_confidence);
}

static void
bind_type (OmStatement    *s,
           const OmMemory *m)
{
  om_statement_add_int (s, m->type);
}

static void
bind_importance (OmStatement    *s,
                 const OmMemory *m)
{
  om_statement_add_int (s, m->importance);
}

static void
bind_mood (OmStatement    *s,
           const OmMemory *m)
{
  om_statement_add_real (s, m->valence);
  om_statement_add_real (s, m->arousal);
}

static void
bind_context (OmStatement    *s,
              const OmMemory *m)
{
  if (m->context == OM_CONTEXT_UNKNOWN)
    om_statement_add_real (s, NAN);
  else
    om_statement_add_int (s, m->context);
}

static void
bind_flags (OmStatement    *s,
            const OmMemory *m)
{
  om_statement_add_int (s, m->flags);
}

static void
bind_language (OmStatement    *s,
               const OmMemory *m)
{
  om_statement_add_text (s, m->language);
}

static void
bind_hashes (OmStatement    *s,
             const OmMemory *m)
{
  om_statement_add_int (s, (gint64) m->simhash);
  om_statement_add_int (s, om_simhash_half (m->simhash));
  om_statement_add_int (s, (gint64) m->same_hash);
}

static void
bind_fact (OmStatement    *s,
           const OmMemory *m)
{
  char *key = om_store_fact_key (m->subject, m->predicate);

  om_statement_add_text (s, m->subject);
  om_statement_add_text (s, m->predicate);
  sqlite3_bind_text (s->stmt, ++s->next, key, -1, g_free);
  om_statement_add_int (s, m->valid_from);
  om_statement_add_int (s, m->valid_until);
  om_statement_add_text (s, m->superseded_by);
}

static void
bind_archived (OmStatement    *s,
               const OmMemory *m)
{
  om_statement_add_int (s, m->archived_at);
}

static void
bind_stage (OmStatement    *s,
            const OmMemory *m)
{
  om_statement_add_int (s, m->stage);
}

static void
bind_section (OmStatement    *s,
              const OmMemory *m)
{
  om_statement_add_id (s, m->parent_row);
  om_statement_add_int (s, m->section_index);
  om_statement_add_int (s, m->section_count);
}

static void
bind_source (OmStatement    *s,
             const OmMemory *m)
{
  om_statement_add_text (s, m->source);
  om_statement_add_text (s, m->source_key);
}

static void
bind_source_data (OmStatement    *s,
                  const OmMemory *m)
{
  om_statement_add_text (s, m->source_data);
}

static const FieldUpdate updates[] = {
  { OM_STORE_HAPPENED,
    "UPDATE memories SET happened_ms = ?, happened_offset = ?,"
    " happened_precision = ?, civil_day = ?, journal_day = ?"
    " WHERE row = ?",
    bind_happened },
  { OM_STORE_SECTOR,
    "UPDATE memories SET sector = ?, extra_sectors = ?,"
    " sector_confidence = ? WHERE row = ?",
    bind_sector },
  { OM_STORE_TYPE, "UPDATE memories SET type = ? WHERE row = ?", bind_type },
  { OM_STORE_IMPORTANCE, "UPDATE memories SET importance = ? WHERE row = ?", bind_importance },
  { OM_STORE_MOOD, "UPDATE memories SET valence = ?, arousal = ? WHERE row = ?", bind_mood },
  { OM_STORE_CONTEXT, "UPDATE memories SET context = ? WHERE row = ?", bind_context },
  { OM_STORE_FLAGS, "UPDATE memories SET flags = ? WHERE row = ?", bind_flags },
  { OM_STORE_LANGUAGE, "UPDATE memories SET language = ? WHERE row = ?", bind_language },
  { OM_STORE_HASHES,
    "UPDATE memories SET simhash = ?, simhash_half = ?, same_hash = ?"
    " WHERE row = ?",
    bind_hashes },
  { OM_STORE_FACT,
    "UPDATE memories SET subject = ?, predicate = ?, fact_key = ?,"
    " valid_from = ?, valid_until = ?, superseded_by = ?"
    " WHERE row = ?",
    bind_fact },
  { OM_STORE_ARCHIVED, "UPDATE memories SET archived_at = ? WHERE row = ?", bind_archived },
  { OM_STORE_STAGE, "UPDATE memories SET stage = ? WHERE row = ?", bind_stage },
  { OM_STORE_SECTION,
    "UPDATE memories SET parent_row = ?, section_index = ?,"
    " section_count = ? WHERE row = ?",
    bind_section },
  { OM_STORE_SOURCE, "UPDATE memories SET source = ?, source_key = ? WHERE row = ?", bind_source },
  { OM_STORE_SOURCE, "UPDATE texts SET source_data = ? WHERE row = ?", bind_source_data },
};

static gboolean
write_tags (OmStore        *self,
            const OmMemory *m,
            GError        **error)
{
  return om_store_words_remove (self, m->row, error) &&
         om_store_tags_write (self, m->row, m->tags, error) &&
         om_store_words_add (self, m->row, error);
}

/* What decides, besides the words themselves, how they are indexed. */
#define WORD_FIELDS (OM_STORE_LANGUAGE | OM_STORE_TYPE | OM_STORE_SECTION)

/**
 * om_store_memory_update:
 * @values: a record whose row says which memory; only the fields named are read
 * @fields: which fields are written
 *
 * Returns: %FALSE on error: %OM_ERROR_NOT_FOUND, %OM_ERROR_INVALID
 */
gboolean
om_store_memory_update (OmStore        *self,
                        const OmMemory *values,
                        OmStoreFields   fields,
                        GError        **error)
{
  gboolean ok;

  if (!check_fields (values, fields, error) || !om_store_change_begin (self, error))
    return FALSE;

  ok = om_store_check_row (self, values->row, error);
  for (gsize i = 0; ok && i < G_N_ELEMENTS (updates); i++)
    {
      g_auto (OmStatement) s = { 0 };

      if (!(fields & updates[i].field))
        continue;
      ok = om_statement_open (&s, self, updates[i].sql, error);
      if (ok)
        {
          updates[i].bind (&s, values);
          om_statement_add_int (&s, values->row);
          ok = om_statement_run (&s, error);
        }
    }
  if (ok && fields & OM_STORE_TAGS)
    ok = write_tags (self, values, error);
  else if (ok && fields & WORD_FIELDS)
    ok = om_store_words_stamp (self, values->row, error);
  ok = ok && om_store_stamp (self, values->row, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_memory_set_flags:
 * @set: #OmMemoryFlags to switch on
 * @unset: #OmMemoryFlags to switch off
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_memory_set_flags (OmStore *self,
                           gint64   row,
                           guint    set,
                           guint    unset,
                           GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, row, error) &&
       om_statement_open (&s, self, "UPDATE memories SET flags = (flags | ?) & ~? WHERE row = ?",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, set);
      om_statement_add_int (&s, unset);
      om_statement_add_int (&s, row);
      ok = om_statement_run (&s, error);
    }
  ok = ok && om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}

static gboolean
insert_record (OmStore  *self,
               OmMemory *m,
               gint64    revision,
               GError  **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO memories (uuid, revision, recorded_at, changed_at,"
                          " origin, version, trashed_at, content_bytes, words,"
                          " happened_ms, happened_offset, happened_precision, civil_day,"
                          " journal_day,"
                          " sector, extra_sectors, sector_confidence, type, importance,"
                          " valence, arousal, context, flags, language,"
                          " simhash, simhash_half, same_hash, subject, predicate,"
                          " fact_key, valid_from, valid_until, superseded_by,"
                          " archived_at, stage, parent_row, section_index, section_count,"
                          " source, source_key)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?,  ?, ?, ?, ?,"
                          " ?, ?, ?, ?, ?, ?,"
                          "         ?, ?, ?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_text (&s, m->id);
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, m->recorded_at);
  om_statement_add_int (&s, m->changed_at);
  om_statement_add_int (&s, m->origin);
  om_statement_add_int (&s, m->version);
  om_statement_add_int (&s, m->trashed_at);
  om_statement_add_int (&s, (gint64) strlen (m->content));
  om_statement_add_int (&s, om_word_count (m->content, strlen (m->content)));
  bind_happened (&s, m);
  bind_sector (&s, m);
  bind_type (&s, m);
  bind_importance (&s, m);
  bind_mood (&s, m);
  bind_context (&s, m);
  bind_flags (&s, m);
  bind_language (&s, m);
  bind_hashes (&s, m);
  bind_fact (&s, m);
  bind_archived (&s, m);
  bind_stage (&s, m);
  bind_section (&s, m);
  bind_source (&s, m);
  return om_statement_run (&s, error);
}

static gboolean
insert_text (OmStore        *self,
             gint64          row,
             const OmMemory *m,
             GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO texts (row, title, content, source_data)"
                          " VALUES (?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_text (&s, m->title);
  om_statement_add_text (&s, m->content);
  om_statement_add_text (&s, m->source_data);
  return om_statement_run (&s, error);
}

static gboolean
insert_state (OmStore        *self,
              gint64          row,
              const OmMemory *m,
              gint64          revision,
              GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO state (row, revision, salience, salience_at,"
                          " last_seen_at, coactivations, last_active_at, activation_count)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, revision);
  om_statement_add_real (&s, m->salience);
  om_statement_add_int (&s, m->salience_at);
  om_statement_add_int (&s, m->last_seen_at);
  om_statement_add_int (&s, m->coactivations);
  om_statement_add_int (&s, m->last_active_at);
  om_statement_add_int (&s, m->activation_count);
  return om_statement_run (&s, error);
}

static gboolean
check_new (const OmMemory *m,
           GError        **error)
{
  if (m->content == NULL)
    return fail_invalid ("text", "given", error);
  if (m->id != NULL && !g_uuid_string_is_valid (m->id))
    return fail_invalid ("id", "a UUID", error);
  if (!is_within (m->origin, 0, OM_N_ORIGINS - 1))
    return fail_invalid ("origin", "user, import or derived", error);
  if (!is_within (m->salience, 0, 1) || m->activation_count < 1 || m->version < 1)
    return fail_invalid ("salience", "from 0 to 1, with at least one activation and version 1",
                         error);
  return om_store_check_text (m->content, "text", error) &&
         om_store_check_text (m->title, "title", error) && check_fields (m, ~0u, error);
}

/**
 * om_store_memory_insert:
 * @memory: a new record: its row must be 0; @row, @revision and, if it has none, @id are filled; an
 *   id is put into small letters
 *
 * Stores record, text, tags, activity and full text. With an id that is in the store already it
 * fails with %OM_ERROR_INVALID and spoils the transaction.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_memory_insert (OmStore  *self,
                        OmMemory *memory,
                        GError  **error)
{
  gint64 revision;
  gint64 row = 0;
  char *id;
  gboolean ok;

  g_return_val_if_fail (memory->row == 0, FALSE);

  if (!check_new (memory, error) || !om_store_change_begin (self, error))
    return FALSE;

  id = memory->id != NULL ? g_ascii_strdown (memory->id, -1) : g_uuid_string_random ();
  g_free (memory->id);
  memory->id = id;
  revision = om_store_next_revision (self, error);
  ok = revision >= 0 && insert_record (self, memory, revision, error);
  if (ok)
    {
      row = sqlite3_last_insert_rowid (self->db);
      ok = insert_text (self, row, memory, error) &&
           insert_state (self, row, memory, revision, error) &&
           om_store_tags_write (self, row, memory->tags, error) &&
           om_store_words_add (self, row, error);
    }
  if (!om_store_change_end (self, ok, error))
    return FALSE;

  memory->row = row;
  memory->revision = revision;
  return TRUE;
}

static gboolean
keep_former (OmStore *self,
             gint64   row,
             gboolean conflict,
             gint64   now,
             GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO versions (memory, version, content, title,"
                          " changed_at, replaced_at, conflict)"
                          " SELECT m.row, m.version, x.content, x.title, m.changed_at, ?, ?"
                          "   FROM memories m JOIN texts x ON x.row = m.row WHERE m.row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, now);
  om_statement_add_int (&s, conflict);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

static gboolean
write_text (OmStore    *self,
            gint64      row,
            const char *content,
            const char *title,
            guint       flags,
            gint64      now,
            GError    **error)
{
  g_auto (OmStatement) text = { 0 };
  g_auto (OmStatement) record = { 0 };

  if (!om_statement_open (&text, self, "UPDATE texts SET title = ?, content = ? WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_text (&text, title);
  om_statement_add_text (&text, content);
  om_statement_add_int (&text, row);
  if (!om_statement_run (&text, error) ||
      !om_statement_open (&record, self,
                          "UPDATE memories SET version = version + 1, changed_at = ?,"
                          " content_bytes = ?, words = ?, flags = flags | ? WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&record, now);
  om_statement_add_int (&record, (gint64) strlen (content));
  om_statement_add_int (&record, om_word_count (content, strlen (content)));
  om_statement_add_int (&record, flags);
  om_statement_add_int (&record, row);
  return om_statement_run (&record, error);
}

/* What the entry holds now, against what is to be written. */
static gboolean
compare_text (OmStore       *self,
              gint64         row,
              guint          base_version,
              const char    *content,
              const char    *title,
              OmEditOutcome *outcome,
              GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT m.version, x.content, x.title FROM memories m"
                          " JOIN texts x ON x.row = m.row WHERE m.row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    om_store_check_row (self, row, error);
  if (step != OM_STEP_ROW)
    return FALSE;

  outcome->version = (guint) sqlite3_column_int64 (s.stmt, 0);
  outcome->changed = g_strcmp0 (om_statement_get_text (&s, 1), content) != 0 ||
                     g_strcmp0 (om_statement_get_text (&s, 2), title) != 0;
  outcome->conflict = outcome->changed && base_version != 0 && base_version != outcome->version;
  return TRUE;
}

/**
 * om_store_memory_edit:
 * @row: a memory
 * @base_version: version of the text the person started from, 0 if that does not matter
 * @content: the new text
 * @title: (nullable): the new title
 * @now: ms UTC
 * @outcome: (out): what became of it
 *
 * The former text becomes a version. If the entry has changed since @base_version, the new text is
 * current all the same, the one it replaces is among the versions with its mark, and the memory
 * gets %OM_FLAG_CONFLICT. Hashes, language and sector are the caller's to write after.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_memory_edit (OmStore       *self,
                      gint64         row,
                      guint          base_version,
                      const char    *content,
                      const char    *title,
                      gint64         now,
                      OmEditOutcome *outcome,
                      GError       **error)
{
  gboolean ok;

  g_return_val_if_fail (content != NULL, FALSE);

  if (!om_store_check_text (content, "text", error) ||
      !om_store_check_text (title, "title", error) || !om_store_change_begin (self, error))
    return FALSE;

  ok = compare_text (self, row, base_version, content, title, outcome, error);
  if (ok && outcome->changed)
    {
      outcome->version++;
      ok = keep_former (self, row, outcome->conflict, now, error) &&
           om_store_words_remove (self, row, error) &&
           write_text (self, row, content, title, outcome->conflict ? OM_FLAG_CONFLICT : 0, now,
                       error) &&
           om_store_words_add (self, row, error) && om_store_stamp (self, row, error);
    }
  return om_store_change_end (self, ok, error);
}
