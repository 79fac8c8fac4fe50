/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about the store itself. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-meta.h"

#include <string.h>
#include <sys/stat.h>

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* What callers set has a room of its own, apart from `revision`, `id` and their like. */
#define PREFIX "user."

/**
 * om_store_get_id:
 * @id: (out caller-allocates): 16 random bytes made with the store
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_get_id (OmStore *self,
                 guint8   id[16],
                 GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT value FROM meta WHERE key = 'id'", error))
    return FALSE;
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW && sqlite3_column_bytes (s.stmt, 0) == 16)
    {
      memcpy (id, sqlite3_column_blob (s.stmt, 0), 16);
      return TRUE;
    }
  return step != OM_STEP_ERROR && om_store_fail (self, SQLITE_CORRUPT, error);
}

/**
 * om_store_meta_get:
 * @key: a name
 *
 * Returns: (transfer full) (nullable): its value, %NULL if it was never set or on error
 */
char *
om_store_meta_get (OmStore    *self,
                   const char *key,
                   GError    **error)
{
  g_autofree char *full = g_strconcat (PREFIX, key, NULL);
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT value FROM meta WHERE key = ?", error))
    return NULL;
  om_statement_add_text (&s, full);
  return om_statement_step (&s, error) == OM_STEP_ROW ? g_strdup (om_statement_get_text (&s, 0))
                                                      : NULL;
}

/**
 * om_store_meta_set:
 * @key: a name
 * @value: (nullable): its value, %NULL to forget it
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_meta_set (OmStore    *self,
                   const char *key,
                   const char *value,
                   GError    **error)
{
  g_autofree char *full = g_strconcat (PREFIX, key, NULL);
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self,
                          value != NULL ? "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
                                        : "DELETE FROM meta WHERE key = ?",
                          error);
  if (ok)
    {
      om_statement_add_text (&s, full);
      if (value != NULL)
        om_statement_add_text (&s, value);
      ok = om_statement_run (&s, error);
    }
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_meta_list:
 * @prefix: what the names begin with, at least one character
 *
 * Returns: (transfer full) (nullable) (element-type utf8): names without @prefix, each followed by its
 *   value, in the order of the names
 */
GPtrArray *
om_store_meta_list (OmStore    *self,
                    const char *prefix,
                    GError    **error)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *first = g_strconcat (PREFIX, prefix, NULL);
  g_autofree char *after = g_strdup (first);
  gsize length = strlen (first);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  g_return_val_if_fail (*prefix != '\0', NULL);

  /* The first name that begins otherwise: a range of the key, so that nothing else is read. */
  after[length - 1]++;
  if (!om_statement_open (&s, self, "SELECT key, value FROM meta WHERE key >= ? AND key < ? ORDER BY key",
                          error))
    return NULL;
  om_statement_add_text (&s, first);
  om_statement_add_text (&s, after);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      const char *value = om_statement_get_text (&s, 1);

      g_ptr_array_add (pairs, g_strdup (om_statement_get_text (&s, 0) + length));
      g_ptr_array_add (pairs, g_strdup (value != NULL ? value : ""));
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&pairs) : NULL;
}

static gint64
file_size (const char *path,
           const char *ending)
{
  g_autofree char *full = g_strconcat (path, ending, NULL);
  struct stat status;

  return stat (full, &status) == 0 ? status.st_size : 0;
}

static void
count_memory (sqlite3_stmt *stmt,
              OmStoreStats *stats)
{
  int type = om_store_get_enum (stmt, 1, OM_N_MEMORY_TYPES, OM_MEMORY_TYPE_EPISODE);
  gboolean is_section = type == OM_MEMORY_TYPE_SECTION;
  OmMoment happened = {
    .ms = om_store_get_ms (stmt, 4),
    .offset_s = (gint32) om_store_get_int (stmt, 6, -OM_STORE_OFFSET_MAX, OM_STORE_OFFSET_MAX),
    .precision = (OmPrecision) om_store_get_enum (stmt, 5, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN),
  };

  if (sqlite3_column_int64 (stmt, 0) != 0)
    {
      stats->binned += !is_section;
      return;
    }
  stats->by_type[type]++;
  stats->sections += is_section;
  if (is_section)
    return;
  stats->memories++;
  stats->by_sector[om_store_get_enum (stmt, 2, OM_N_SECTORS, OM_SECTOR_SEMANTIC)]++;
  stats->by_stage[om_store_get_enum (stmt, 3, OM_N_VECTOR_STAGES, OM_VECTOR_STAGE_FULL)]++;
  if (happened.precision == OM_PRECISION_UNKNOWN)
    {
      stats->undated++;
      return;
    }
  if (stats->memories - stats->undated == 1 || happened.ms < stats->first_happened.ms)
    stats->first_happened = happened;
  if (stats->memories - stats->undated == 1 || happened.ms > stats->last_happened.ms)
    stats->last_happened = happened;
}

/* One pass over the narrow table, and what is counted elsewhere. */
static gboolean
count_all (OmStore      *self,
           OmStoreStats *stats,
           GError      **error)
{
  const struct
  {
    const char *sql;
    guint      *count;
  } counts[] = {
    { "SELECT count (*) FROM waypoints", &stats->waypoints },
    { "SELECT count (DISTINCT mt.tag) FROM memory_tags mt"
      " JOIN memories m ON m.row = mt.memory WHERE m.trashed_at = 0",
      &stats->tags },
    { "SELECT count (*) FROM versions", &stats->versions },
  };
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      gint64 count;

      if (!om_store_get_int64 (self, counts[i].sql, &count, error))
        return FALSE;
      *counts[i].count = (guint) count;
    }
  if (!om_statement_open (&s, self,
                          "SELECT trashed_at, type, sector, stage, happened_ms,"
                          " happened_precision, happened_offset FROM memories",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    count_memory (s.stmt, stats);
  return step == OM_STEP_DONE;
}

/**
 * om_store_get_stats:
 * @stats: (out): counts, all of one moment
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_get_stats (OmStore      *self,
                    OmStoreStats *stats,
                    GError      **error)
{
  gboolean own = !om_store_in_transaction (self) && !om_store_is_writer (self);
  gboolean ok;

  *stats = (OmStoreStats){ .first_happened = om_moment_unknown (0),
                           .last_happened = om_moment_unknown (0) };
  if (own && !om_store_begin (self, error))
    return FALSE;
  stats->revision = om_store_get_revision (self, error);
  ok = stats->revision >= 0 && count_all (self, stats, error);
  if (own)
    om_store_rollback (self);
  stats->bytes = file_size (self->path, "") + file_size (self->path, "-wal");
  return ok;
}
