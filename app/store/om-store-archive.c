/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows for archives: out as they are, in as they were. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-archive.h"

#include <string.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-walks.h"

/**
 * om_store_rows_all:
 *
 * Returns: (transfer full) (nullable) (element-type gint64): every memory, in the bin or not, sections
 *   too, ascending
 */
GArray *
om_store_rows_all (OmStore *self,
                   GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT row FROM memories ORDER BY row", error))
    return NULL;
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

/**
 * om_store_acts_list:
 *
 * Returns: (transfer full) (nullable) (element-type gint64): the numbers of all acts that anything
 *   remembers, ascending
 */
GArray *
om_store_acts_list (OmStore *self,
                    GError **error)
{
  g_autoptr (GArray) acts = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) walks = om_store_walks_list (self, error);
  g_autoptr (GArray) all = NULL;
  g_auto (OmStatement) s = { 0 };
  guint i = 0;

  if (walks == NULL ||
      !om_statement_open (&s, self, "SELECT DISTINCT group_id FROM events WHERE group_id <> 0 ORDER BY group_id",
                          error) ||
      !om_statement_collect (&s, acts, error))
    return NULL;

  /* Walks are in the order of their acts, too. */
  all = g_array_sized_new (FALSE, FALSE, sizeof (gint64), acts->len);
  for (guint w = 0; w <= walks->len; w++)
    {
      gint64 act = w < walks->len ? g_array_index (walks, OmWalk, w).group : G_MAXINT64;

      for (; i < acts->len && g_array_index (acts, gint64, i) < act; i++)
        g_array_append_val (all, g_array_index (acts, gint64, i));
      if (w < walks->len && (i >= acts->len || g_array_index (acts, gint64, i) != act) &&
          (all->len == 0 || g_array_index (all, gint64, all->len - 1) < act))
        g_array_append_val (all, act);
    }
  return g_steal_pointer (&all);
}

/**
 * om_store_import_keys_foreach:
 * @func: (scope call): what to do with each, in their own order
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_import_keys_foreach (OmStore       *self,
                              OmStoreKeyFunc func,
                              gpointer       data,
                              GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT source, source_key, text_hash, coalesce (row, 0), uuid FROM import_keys"
                          " ORDER BY source, source_key, text_hash",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      if (!func (om_statement_get_text (&s, 0), om_statement_get_text (&s, 1),
                 (guint64) sqlite3_column_int64 (s.stmt, 2), sqlite3_column_int64 (s.stmt, 3),
                 om_statement_get_text (&s, 4), data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}

static gboolean
ask (OmStatement *s,
     gboolean    *yes,
     GError     **error)
{
  OmStep step = om_statement_step (s, error);

  *yes = step == OM_STEP_ROW;
  return step != OM_STEP_ERROR;
}

/**
 * om_store_is_wiped:
 * @id: a UUID
 * @wiped: (out): whether a memory of that name was here and was wiped for good
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_is_wiped (OmStore    *self,
                   const char *id,
                   gboolean   *wiped,
                   GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT 1 FROM tombstones WHERE uuid = ?", error))
    return FALSE;
  om_statement_add_text (&s, id);
  return ask (&s, wiped, error);
}

/**
 * om_store_has_rows:
 * @has: (out): whether there is any memory, in the bin or not, or ever was one
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_has_rows (OmStore  *self,
                   gboolean *has,
                   GError  **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self,
                            "SELECT 1 WHERE EXISTS (SELECT 1 FROM memories) OR EXISTS (SELECT 1 FROM tombstones)", error) &&
         ask (&s, has, error);
}

/* Writing --------------------------------------------------------------------------------------- */

/**
 * om_store_revisions_reserve:
 * @n: how many
 *
 * Takes numbers for acts that come from another store. First in a writing transaction, for everything
 * changed after it carries the number that follows them.
 *
 * Returns: the first, -1 on error
 */
gint64
om_store_revisions_reserve (OmStore *self,
                            guint    n,
                            GError **error)
{
  gint64 first = om_store_next_revision (self, error);
  g_auto (OmStatement) s = { 0 };

  if (first < 0 || !om_statement_open (&s, self, "UPDATE meta SET value = ? WHERE key = 'revision'", error))
    return -1;
  om_statement_add_int (&s, first + n);
  if (!om_statement_run (&s, error))
    return -1;
  self->revision = first + n;
  return first;
}

/**
 * om_store_version_put:
 * @version: a former text, as it is
 *
 * In the order in which they were replaced, the first first.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_version_put (OmStore         *self,
                      gint64           row,
                      const OmVersion *version,
                      GError         **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_store_check_text (version->content, "text", error) || !om_store_check_text (version->title, "title", error) ||
      !om_statement_open (&s, self,
                          "INSERT INTO versions (memory, version, content, title, changed_at, replaced_at, conflict)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, version->version);
  om_statement_add_text (&s, version->content);
  om_statement_add_text (&s, version->title);
  om_statement_add_int (&s, version->changed_at);
  om_statement_add_int (&s, version->replaced_at);
  om_statement_add_int (&s, version->conflict);
  return om_statement_run (&s, error);
}

static gboolean
put_event (OmStore       *self,
           gint64         row,
           const OmEvent *event,
           GError       **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO events (memory, at, cause, related, group_id, undone, salience_before,"
                          " salience_after, salience_at, last_seen_at, last_active_at, coactivations,"
                          " activation_count, archived_at, flags, flags_changed, way)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, event->at);
  om_statement_add_int (&s, event->cause);
  om_statement_add_id (&s, event->related);
  om_statement_add_int (&s, event->group);
  om_statement_add_int (&s, event->undone);
  om_statement_add_real (&s, event->before.salience);
  om_statement_add_real (&s, event->salience_after);
  om_statement_add_int (&s, event->before.salience_at);
  om_statement_add_int (&s, event->before.last_seen_at);
  om_statement_add_int (&s, event->before.last_active_at);
  om_statement_add_int (&s, event->before.coactivations);
  om_statement_add_int (&s, event->before.activation_count);
  om_statement_add_int (&s, event->archived_before);
  om_statement_add_int (&s, event->flags_before);
  om_statement_add_int (&s, event->flags_changed);
  om_statement_add_int (&s, event->way);
  return om_statement_run (&s, error);
}

/**
 * om_store_events_put:
 * @row: a memory without history
 * @events: (element-type OmEvent): its events in order; their ids and rows are not read
 * @curve: (element-type OmCurvePoint): what is left of older ones
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_events_put (OmStore      *self,
                     gint64        row,
                     const GArray *events,
                     const GArray *curve,
                     GError      **error)
{
  for (guint i = 0; i < events->len; i++)
    {
      if (!put_event (self, row, &g_array_index (events, OmEvent, i), error))
        return FALSE;
    }
  return curve->len == 0 || om_store_curve_write (self, row, curve, error);
}

/**
 * om_store_import_key_put:
 * @row: the memory, 0 if it was wiped
 *
 * One that is there already stays as it is.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_import_key_put (OmStore    *self,
                         const char *source,
                         const char *source_key,
                         guint64     text_hash,
                         gint64      row,
                         const char *id,
                         GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_store_check_text (source, "name of the source", error) ||
      !om_store_check_text (source_key, "key of the source", error) ||
      !om_statement_open (&s, self,
                          "INSERT OR IGNORE INTO import_keys (source, source_key, text_hash, row, uuid)"
                          " VALUES (?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_text (&s, source);
  om_statement_add_text (&s, source_key);
  om_statement_add_int (&s, (gint64) text_hash);
  om_statement_add_id (&s, row);
  om_statement_add_text (&s, id);
  return om_statement_run (&s, error);
}
