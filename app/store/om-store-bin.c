/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bin, and the only place where a text is ever removed. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-bin.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-vectors.h"
#include "store/om-store-words.h"

/* Pages of the full text that are merged in one transaction: some tenths of a second. */
#define MERGE_PAGES 500

/**
 * om_store_bin_put:
 * @rows: (array length=n_rows): memories; a document takes its sections with it
 * @now: ms UTC
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_bin_put (OmStore      *self,
                  const gint64 *rows,
                  gsize         n_rows,
                  gint64        now,
                  GError      **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  revision = om_store_next_revision (self, error);
  ok = revision >= 0 &&
       om_statement_open (&s, self,
                          "UPDATE memories SET trashed_at = ?, revision = ?"
                          " WHERE trashed_at = 0 AND row IN"
                          " (SELECT value FROM json_each (?3) UNION SELECT m.row"
                          " FROM json_each (?3) j JOIN memories m"
                          " ON m.parent_row = j.value)",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, now);
      om_statement_add_int (&s, revision);
      om_statement_add_rows (&s, rows, n_rows);
      ok = om_statement_run (&s, error);
    }
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_bin_restore:
 * @rows: (array length=n_rows): memories in the bin; a document brings back the sections that went
 *   with it
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_bin_restore (OmStore      *self,
                      const gint64 *rows,
                      gsize         n_rows,
                      GError      **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  revision = om_store_next_revision (self, error);
  ok = revision >= 0 &&
       om_statement_open (&s, self,
                          "UPDATE memories SET trashed_at = 0, revision = ?"
                          " WHERE trashed_at <> 0 AND row IN"
                          " (SELECT value FROM json_each (?2) UNION SELECT m.row"
                          " FROM json_each (?2) j JOIN memories d ON d.row = j.value"
                          "  JOIN memories m ON m.parent_row = d.row"
                          " AND m.trashed_at = d.trashed_at)",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, revision);
      om_statement_add_rows (&s, rows, n_rows);
      ok = om_statement_run (&s, error);
    }
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_bin_list:
 * @before: ms UTC; %G_MAXINT64 for all
 *
 * Returns: (transfer full) (nullable) (element-type gint64): memories in the bin since before then,
 *   the one that lies there longest first; without the sections of documents, which are wiped with
 *   them
 */
GArray *
om_store_bin_list (OmStore *self,
                   gint64   before,
                   GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row FROM memories WHERE trashed_at <> 0"
                          " AND trashed_at < ? AND type <> 3 ORDER BY trashed_at, row",
                          error))
    return NULL;
  om_statement_add_int (&s, before);
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

/* What goes with a memory, in this order; what hangs on it by a foreign key goes with the last. */
static const char *const wipe_statements[] = {
  "UPDATE state SET links_revision = ?2"
  " WHERE row IN (SELECT source FROM waypoints WHERE target = ?1)",
  "DELETE FROM waypoints WHERE source = ?1 OR target = ?1",
  "UPDATE memories SET superseded_by = NULL, revision = ?2"
  " WHERE superseded_by = (SELECT uuid FROM memories"
  " WHERE row = ?1)",
  "INSERT INTO tombstones (row, uuid, revision) SELECT row, uuid, ?2 FROM memories WHERE row = ?1",
  "DELETE FROM memories WHERE row = ?1",
};

static gboolean
wipe_one (OmStore *self,
          gint64   row,
          gint64   revision,
          GError **error)
{
  if (!om_store_words_remove (self, row, error) || !om_store_vectors_remove (self, 0, row, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (wipe_statements); i++)
    {
      g_auto (OmStatement) s = { 0 };

      if (!om_statement_open (&s, self, wipe_statements[i], error))
        return FALSE;
      sqlite3_bind_int64 (s.stmt, 1, row);
      if (sqlite3_bind_parameter_count (s.stmt) > 1)
        sqlite3_bind_int64 (s.stmt, 2, revision);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
wipe (OmStore      *self,
      const gint64 *rows,
      gsize         n_rows,
      guint        *n_wiped,
      GError      **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) find = { 0 };
  g_auto (OmStatement) files = { 0 };
  gint64 revision;

  /* Sections first, so that none goes by its document's key alone, its words still indexed. */
  if (!om_statement_open (&find, self,
                          "SELECT m.row FROM memories m WHERE m.row IN (SELECT j.value"
                          " FROM json_each (?1) j) AND m.trashed_at <> 0"
                          " UNION SELECT m.row FROM memories d"
                          " JOIN memories m ON m.parent_row = d.row"
                          "  WHERE d.row IN (SELECT j.value FROM json_each (?1) j)"
                          " AND d.trashed_at <> 0"
                          " ORDER BY 1 DESC",
                          error))
    return FALSE;
  om_statement_add_rows (&find, rows, n_rows);
  if (!om_statement_collect (&find, all, error))
    return FALSE;
  if (all->len == 0)
    return TRUE;

  revision = om_store_next_revision (self, error);
  if (revision < 0)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      if (!wipe_one (self, g_array_index (all, gint64, i), revision, error))
        return FALSE;
    }
  *n_wiped = all->len;
  return om_statement_open (&files, self,
                            "DELETE FROM attachments WHERE NOT EXISTS (SELECT 1"
                            " FROM memory_attachments ma"
                            " WHERE ma.attachment = attachments.id)",
                            error) &&
         om_statement_run (&files, error) && om_store_tags_drop_unused (self, error);
}

/**
 * om_store_bin_wipe:
 * @rows: (array length=n_rows): memories in the bin; others are left alone; a document's sections
 *   go with it
 * @n_wiped: (out) (optional): how many are gone
 *
 * Removes record, text, versions, full text, vectors and their slots, waypoints, events and
 * evidence. The import key stays, so that a second import does not bring it back, and a tombstone
 * tells other processes. om_store_bin_scrub() must follow outside the transaction.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_bin_wipe (OmStore      *self,
                   const gint64 *rows,
                   gsize         n_rows,
                   guint        *n_wiped,
                   GError      **error)
{
  guint n = 0;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_change_end (self, wipe (self, rows, n_rows, &n, error), error);
  if (n_wiped != NULL)
    *n_wiped = ok ? n : 0;
  return ok;
}

/**
 * om_store_bin_scrub:
 *
 * Takes the words of what was wiped out of the bytes of the files: secure_delete zeroes what SQLite
 * frees, but the full text only notes that a word was taken out until its pieces are merged. Merges
 * them step by step, so that others can write in between, then empties the log. Not inside a
 * transaction.
 *
 * Returns: %FALSE on error; %OM_ERROR_LOCKED if a reader did not let go of the log: try again later
 */
gboolean
om_store_bin_scrub (OmStore *self,
                    GError **error)
{
  gboolean more = TRUE;

  g_return_val_if_fail (!om_store_in_transaction (self), FALSE);

  /* The first, negative, puts all pieces into one job, which the others finish. */
  for (int pages = -MERGE_PAGES; more; pages = MERGE_PAGES)
    {
      if (!om_store_words_merge (self, pages, &more, error))
        return FALSE;
    }
  return om_store_checkpoint (self, TRUE, error);
}
