/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories in the store: reading whole records. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-memories.h"

#include <glib/gi18n.h>

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

enum
{
  COLUMN_ROW,
  COLUMN_UUID,
  COLUMN_TYPE,
  COLUMN_CONTENT,
  COLUMN_TITLE,
  COLUMN_HAPPENED_MS,
  COLUMN_HAPPENED_OFFSET,
  COLUMN_HAPPENED_PRECISION,
  COLUMN_RECORDED_AT,
  COLUMN_CHANGED_AT,
  COLUMN_SECTOR,
  COLUMN_EXTRA_SECTORS,
  COLUMN_SECTOR_CONFIDENCE,
  COLUMN_TAGS,
  COLUMN_IMPORTANCE,
  COLUMN_VALENCE,
  COLUMN_AROUSAL,
  COLUMN_CONTEXT,
  COLUMN_FLAGS,
  COLUMN_ORIGIN,
  COLUMN_LANGUAGE,
  COLUMN_SALIENCE,
  COLUMN_SALIENCE_AT,
  COLUMN_LAST_SEEN_AT,
  COLUMN_COACTIVATIONS,
  COLUMN_LAST_ACTIVE_AT,
  COLUMN_ACTIVATION_COUNT,
  COLUMN_ARCHIVED_AT,
  COLUMN_TRASHED_AT,
  COLUMN_STAGE,
  COLUMN_SIMHASH,
  COLUMN_SAME_HASH,
  COLUMN_SUBJECT,
  COLUMN_PREDICATE,
  COLUMN_VALID_FROM,
  COLUMN_VALID_UNTIL,
  COLUMN_SUPERSEDED_BY,
  COLUMN_PARENT_ROW,
  COLUMN_SECTION_INDEX,
  COLUMN_SECTION_COUNT,
  COLUMN_VERSION,
  COLUMN_REVISION,
  COLUMN_SOURCE,
  COLUMN_SOURCE_KEY,
  COLUMN_SOURCE_DATA,
};

/* In the order of the columns above. The tags come as the full text sees them: one a line. */
#define SELECT_RECORD                                                                        \
  "SELECT m.row, m.uuid, m.type, x.content, x.title, m.happened_ms, m.happened_offset,"      \
  " m.happened_precision, m.recorded_at, m.changed_at, m.sector, m.extra_sectors,"           \
  " m.sector_confidence, (SELECT group_concat (name, char (10)) FROM (SELECT t.name AS name" \
  " FROM memory_tags mt JOIN tags t ON t.id = mt.tag WHERE mt.memory = m.row ORDER BY"       \
  " t.key)), m.importance, m.valence, m.arousal, m.context, m.flags, m.origin, m.language,"  \
  " s.salience, s.salience_at, s.last_seen_at, s.coactivations, s.last_active_at,"           \
  " s.activation_count, m.archived_at, m.trashed_at, m.stage, m.simhash, m.same_hash,"       \
  " m.subject, m.predicate, m.valid_from, m.valid_until, m.superseded_by, m.parent_row,"     \
  " m.section_index, m.section_count, m.version, max (m.revision, s.revision), m.source,"    \
  " m.source_key, x.source_data "

#define JOIN_RECORD "JOIN texts x ON x.row = m.row JOIN state s ON s.row = m.row "

static char *
dup_text (OmStatement *s,
          int          column)
{
  return g_strdup (om_statement_get_text (s, column));
}

static OmMemory *
read_record (OmStatement *s)
{
  OmMemory *m = om_memory_new ();
  sqlite3_stmt *stmt = s->stmt;
  const char *tags = om_statement_get_text (s, COLUMN_TAGS);

  m->row = sqlite3_column_int64 (stmt, COLUMN_ROW);
  m->id = dup_text (s, COLUMN_UUID);
  m->type = (OmMemoryType) om_store_get_enum (stmt, COLUMN_TYPE, OM_N_MEMORY_TYPES, OM_MEMORY_TYPE_EPISODE);
  m->content = dup_text (s, COLUMN_CONTENT);
  m->title = dup_text (s, COLUMN_TITLE);
  m->happened.ms = om_store_get_ms (stmt, COLUMN_HAPPENED_MS);
  m->happened.offset_s = (gint32) om_store_get_int (stmt, COLUMN_HAPPENED_OFFSET, -OM_STORE_OFFSET_MAX, OM_STORE_OFFSET_MAX);
  m->happened.precision = (OmPrecision) om_store_get_enum (stmt, COLUMN_HAPPENED_PRECISION, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN);
  m->recorded_at = om_store_get_ms (stmt, COLUMN_RECORDED_AT);
  m->changed_at = om_store_get_ms (stmt, COLUMN_CHANGED_AT);
  m->sector = (OmSector) om_store_get_enum (stmt, COLUMN_SECTOR, OM_N_SECTORS, OM_SECTOR_SEMANTIC);
  m->extra_sectors = (guint) sqlite3_column_int (stmt, COLUMN_EXTRA_SECTORS) & ((1u << OM_N_SECTORS) - 1);
  m->sector_confidence = om_store_get_share (stmt, COLUMN_SECTOR_CONFIDENCE);
  if (tags != NULL)
    {
      g_strfreev (m->tags);
      m->tags = g_strsplit (tags, "\n", -1);
    }
  m->importance = (int) om_store_get_int (stmt, COLUMN_IMPORTANCE, 1, 10);
  m->valence = om_store_get_real (stmt, COLUMN_VALENCE, -1, 1);
  m->arousal = om_store_get_real (stmt, COLUMN_AROUSAL, 0, 1);
  m->context = sqlite3_column_type (stmt, COLUMN_CONTEXT) == SQLITE_NULL
                   ? OM_CONTEXT_UNKNOWN
                   : (OmContext) om_store_get_enum (stmt, COLUMN_CONTEXT, OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
  m->flags = (guint) sqlite3_column_int64 (stmt, COLUMN_FLAGS);
  m->origin = (OmOrigin) om_store_get_enum (stmt, COLUMN_ORIGIN, OM_N_ORIGINS, OM_ORIGIN_USER);
  m->language = g_intern_string (om_statement_get_text (s, COLUMN_LANGUAGE));
  m->salience = om_store_get_share (stmt, COLUMN_SALIENCE);
  m->salience_at = om_store_get_ms (stmt, COLUMN_SALIENCE_AT);
  m->last_seen_at = om_store_get_ms (stmt, COLUMN_LAST_SEEN_AT);
  m->coactivations = om_store_get_count (stmt, COLUMN_COACTIVATIONS, 0);
  m->last_active_at = om_store_get_ms (stmt, COLUMN_LAST_ACTIVE_AT);
  m->activation_count = om_store_get_count (stmt, COLUMN_ACTIVATION_COUNT, 1);
  m->archived_at = om_store_get_ms (stmt, COLUMN_ARCHIVED_AT);
  m->trashed_at = om_store_get_ms (stmt, COLUMN_TRASHED_AT);
  m->stage = (OmVectorStage) om_store_get_enum (stmt, COLUMN_STAGE, OM_N_VECTOR_STAGES, OM_VECTOR_STAGE_FULL);
  m->simhash = (guint64) sqlite3_column_int64 (stmt, COLUMN_SIMHASH);
  m->same_hash = (guint64) sqlite3_column_int64 (stmt, COLUMN_SAME_HASH);
  m->subject = dup_text (s, COLUMN_SUBJECT);
  m->predicate = dup_text (s, COLUMN_PREDICATE);
  m->valid_from = om_store_get_ms (stmt, COLUMN_VALID_FROM);
  m->valid_until = om_store_get_ms (stmt, COLUMN_VALID_UNTIL);
  m->superseded_by = dup_text (s, COLUMN_SUPERSEDED_BY);
  m->parent_row = sqlite3_column_int64 (stmt, COLUMN_PARENT_ROW);
  m->section_index = om_store_get_count (stmt, COLUMN_SECTION_INDEX, 0);
  m->section_count = om_store_get_count (stmt, COLUMN_SECTION_COUNT, 0);
  m->version = om_store_get_count (stmt, COLUMN_VERSION, 1);
  m->revision = sqlite3_column_int64 (stmt, COLUMN_REVISION);
  m->source = dup_text (s, COLUMN_SOURCE);
  m->source_key = dup_text (s, COLUMN_SOURCE_KEY);
  m->source_data = dup_text (s, COLUMN_SOURCE_DATA);
  return m;
}

static void
set_not_found (const char *id,
               GError    **error)
{
  g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
               _("There is no memory %s. It may have been deleted."), id);
}

/**
 * om_store_memory_get:
 * @row: a row
 *
 * Returns: (transfer full) (nullable): the memory, in the bin or not
 */
OmMemory *
om_store_memory_get (OmStore *self,
                     gint64   row,
                     GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, SELECT_RECORD "FROM memories m " JOIN_RECORD "WHERE m.row = ?",
                          error))
    return NULL;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                   _("There is no memory number %lld. It may have been deleted."), (long long) row);
    }
  return step == OM_STEP_ROW ? read_record (&s) : NULL;
}

/**
 * om_store_memory_get_by_id:
 * @id: a UUID
 *
 * Returns: (transfer full) (nullable): the memory, in the bin or not
 */
OmMemory *
om_store_memory_get_by_id (OmStore    *self,
                           const char *id,
                           GError    **error)
{
  g_autofree char *lower = g_ascii_strdown (id, -1);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, SELECT_RECORD "FROM memories m " JOIN_RECORD "WHERE m.uuid = ?",
                          error))
    return NULL;
  om_statement_add_text (&s, lower);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    set_not_found (id, error);
  return step == OM_STEP_ROW ? read_record (&s) : NULL;
}

/**
 * om_store_memories_get:
 * @rows: (array length=n_rows): rows
 *
 * Reads many in one statement.
 *
 * Returns: (transfer full) (nullable) (element-type OmMemory): those that are there, in the order
 *   asked for
 */
GPtrArray *
om_store_memories_get (OmStore      *self,
                       const gint64 *rows,
                       gsize         n_rows,
                       GError      **error)
{
  g_autoptr (GPtrArray) memories =
      g_ptr_array_new_with_free_func ((GDestroyNotify) om_memory_unref);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  /* CROSS JOIN keeps the order of the loops, and so that of the list. */
  if (!om_statement_open (&s, self,
                          SELECT_RECORD "FROM json_each (?) j"
                                        " CROSS JOIN memories m ON m.row = j.value " JOIN_RECORD,
                          error))
    return NULL;
  om_statement_add_rows (&s, rows, n_rows);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_ptr_array_add (memories, read_record (&s));
  return step == OM_STEP_DONE ? g_steal_pointer (&memories) : NULL;
}

/**
 * om_store_memory_find_row:
 * @id: a UUID
 *
 * Returns: its row, 0 with %OM_ERROR_NOT_FOUND if there is none, 0 on error
 */
gint64
om_store_memory_find_row (OmStore    *self,
                          const char *id,
                          GError    **error)
{
  g_autofree char *lower = g_ascii_strdown (id, -1);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT row FROM memories WHERE uuid = ?", error))
    return 0;
  om_statement_add_text (&s, lower);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    set_not_found (id, error);
  return step == OM_STEP_ROW ? sqlite3_column_int64 (s.stmt, 0) : 0;
}

/**
 * om_store_memory_dup_id:
 * @row: a row
 *
 * Returns: (transfer full) (nullable): its UUID
 */
char *
om_store_memory_dup_id (OmStore *self,
                        gint64   row,
                        GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_store_check_row (self, row, error) ||
      !om_statement_open (&s, self, "SELECT uuid FROM memories WHERE row = ?", error))
    return NULL;
  om_statement_add_int (&s, row);
  return om_statement_step (&s, error) == OM_STEP_ROW ? dup_text (&s, 0) : NULL;
}

/**
 * om_store_memories_count_marked:
 * @flag: one of #OmMemoryFlags
 * @except: a row that does not count, 0 for none
 * @n: (out): memories that carry it, without sections and what lies in the bin
 *
 * Reads through all of them: for acts of a person, not for lists.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_memories_count_marked (OmStore *self,
                                guint    flag,
                                gint64   except,
                                guint   *n,
                                GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT count(*) FROM memories WHERE trashed_at = 0 AND type <> 3"
                          " AND flags & ? AND row <> ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, flag);
  om_statement_add_int (&s, except);
  step = om_statement_step (&s, error);
  *n = step == OM_STEP_ROW ? (guint) sqlite3_column_int64 (s.stmt, 0) : 0;
  return step == OM_STEP_ROW;
}
