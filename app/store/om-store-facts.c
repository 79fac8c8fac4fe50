/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-facts.h"

#include "memory/om-memory.h"
#include "store/om-store-lookups.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "text/om-fold.h"

/* Facts and episodes that the person wrote or took in; the numbers are those of the enums. */
#define IS_READ "m.type IN (0, 1) AND m.origin <> 2"

/* What may be told of: not in the bin, not private, not "not about me". */
#define IS_TOLD "m.trashed_at = 0 AND m.flags & 1040 = 0"

G_STATIC_ASSERT (OM_MEMORY_TYPE_FACT == 0 && OM_MEMORY_TYPE_EPISODE == 1 && OM_ORIGIN_DERIVED == 2);
G_STATIC_ASSERT ((OM_FLAG_PRIVATE | OM_FLAG_NOT_ABOUT_ME) == 1040);

/**
 * om_store_facts_missing:
 * @reader: number of the patterns they are to be read by
 * @limit: how many at most
 *
 * Returns: (transfer full) (nullable) (element-type gint64): entries that are not read as they are now
 */
GArray *
om_store_facts_missing (OmStore *self,
                        int      reader,
                        guint    limit,
                        GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT m.row FROM memories m LEFT JOIN fact_readings r ON r.memory = m.row"
                          " WHERE " IS_READ " AND (r.memory IS NULL OR r.revision <> m.revision OR r.reader <> ?)"
                          " ORDER BY m.row LIMIT ?",
                          error))
    return NULL;
  om_statement_add_int (&s, reader);
  om_statement_add_int (&s, limit);
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

static gboolean
forget (OmStore *self,
        gint64   row,
        GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "DELETE FROM facts WHERE memory = ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  return om_statement_step (&s, error) == OM_STEP_DONE;
}

static gboolean
note (OmStore *self,
      gint64   row,
      int      reader,
      GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT OR REPLACE INTO fact_readings (memory, revision, reader)"
                          " SELECT row, revision, ? FROM memories WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, reader);
  om_statement_add_int (&s, row);
  return om_statement_step (&s, error) == OM_STEP_DONE;
}

static gboolean
put_one (OmStore            *self,
         gint64              row,
         guint               position,
         const OmFactRecord *fact,
         GError            **error)
{
  g_auto (OmStatement) s = { 0 };
  g_autofree char *key = om_store_fact_key (fact->subject, fact->predicate);
  g_autofree char *value_key = om_fold_same (fact->value);

  if (!om_statement_open (&s, self,
                          "INSERT INTO facts (memory, position, subject, predicate, key, value, value_key, start, length)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, position);
  om_statement_add_text (&s, fact->subject);
  om_statement_add_text (&s, fact->predicate);
  om_statement_add_text (&s, key);
  om_statement_add_text (&s, fact->value);
  om_statement_add_text (&s, value_key);
  om_statement_add_int (&s, fact->start);
  om_statement_add_int (&s, fact->length);
  return om_statement_step (&s, error) == OM_STEP_DONE;
}

/**
 * om_store_facts_put:
 * @row: an entry
 * @reader: number of the patterns it was read by
 * @facts: (element-type OmFactRecord): what it states; subject, predicate, value, start and length are read
 *
 * Takes the place of what was read off it before. Joins the open transaction.
 */
gboolean
om_store_facts_put (OmStore   *self,
                    gint64     row,
                    int        reader,
                    GPtrArray *facts,
                    GError   **error)
{
  if (!forget (self, row, error) || !note (self, row, reader, error))
    return FALSE;
  for (guint i = 0; i < facts->len; i++)
    if (!put_one (self, row, i, g_ptr_array_index (facts, i), error))
      return FALSE;
  return TRUE;
}

/**
 * om_store_facts_list:
 *
 * Returns: (transfer full) (nullable) (element-type OmFactRecord): all that may be told of, by subject and
 *   predicate, and then in the order in which it was lived; @until is not worked out
 */
GPtrArray *
om_store_facts_list (OmStore *self,
                     GError **error)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_fact_record_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT f.subject, f.predicate, f.value, m.uuid, m.row, m.happened_ms, f.start, f.length, f.key,"
                          " f.value_key FROM facts f JOIN memories m ON m.row = f.memory WHERE " IS_TOLD
                          " ORDER BY f.key, m.happened_ms, m.row, f.position",
                          error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmFactRecord *fact = g_new0 (OmFactRecord, 1);

      fact->subject = g_strdup ((const char *) sqlite3_column_text (s.stmt, 0));
      fact->predicate = g_strdup ((const char *) sqlite3_column_text (s.stmt, 1));
      fact->value = g_strdup ((const char *) sqlite3_column_text (s.stmt, 2));
      fact->memory_id = g_strdup ((const char *) sqlite3_column_text (s.stmt, 3));
      fact->memory = sqlite3_column_int64 (s.stmt, 4);
      fact->since = sqlite3_column_int64 (s.stmt, 5);
      fact->start = (guint) sqlite3_column_int64 (s.stmt, 6);
      fact->length = (guint) sqlite3_column_int64 (s.stmt, 7);
      fact->key = g_strdup ((const char *) sqlite3_column_text (s.stmt, 8));
      fact->value_key = g_strdup ((const char *) sqlite3_column_text (s.stmt, 9));
      g_ptr_array_add (facts, fact);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&facts) : NULL;
}
