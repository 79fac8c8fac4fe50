/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding memories by what they are, and reading many texts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-lookups.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "text/om-fold.h"

static gboolean
call_with_texts (OmStatement    *s,
                 OmStoreTextFunc func,
                 gpointer        data,
                 GError        **error)
{
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      if (!func (sqlite3_column_int64 (s->stmt, 0), om_statement_get_text (s, 1),
                 om_statement_get_text (s, 2), om_statement_get_text (s, 3), data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_texts_foreach:
 * @after_row: rows above this one, 0 for all
 * @func: called for each, ascending by row, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_texts_foreach (OmStore        *self,
                        gint64          after_row,
                        OmStoreTextFunc func,
                        gpointer        data,
                        GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row, title, content, tags FROM memory_words"
                          " WHERE row > ? ORDER BY row",
                          error))
    return FALSE;
  om_statement_add_int (&s, after_row);
  return call_with_texts (&s, func, data, error);
}

/**
 * om_store_texts_for_rows:
 * @rows: (array length=n_rows): rows
 * @func: called for each that is there, in the order asked for, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_texts_for_rows (OmStore        *self,
                         const gint64   *rows,
                         gsize           n_rows,
                         OmStoreTextFunc func,
                         gpointer        data,
                         GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT w.row, w.title, w.content, w.tags"
                          " FROM json_each (?) j CROSS JOIN memory_words w"
                          " ON w.row = j.value",
                          error))
    return FALSE;
  om_statement_add_rows (&s, rows, n_rows);
  return call_with_texts (&s, func, data, error);
}

/**
 * om_store_text_get:
 * @row: a memory
 * @title: (out) (transfer full) (nullable): its title
 * @content: (out) (transfer full): its text
 *
 * The text alone, for who looks at many: a whole record takes several times as long.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_text_get (OmStore *self,
                   gint64   row,
                   char   **title,
                   char   **content,
                   GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT title, content FROM texts WHERE row = ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    om_store_check_row (self, row, error);
  if (step != OM_STEP_ROW)
    return FALSE;
  *title = g_strdup (om_statement_get_text (&s, 0));
  *content = g_strdup (om_statement_get_text (&s, 1));
  return TRUE;
}

static GArray *
collect (OmStatement *s,
         GError     **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  return om_statement_collect (s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

/**
 * om_store_find_same:
 * @same_hash: hash of a folded text
 *
 * Returns: (transfer full) (nullable) (element-type gint64): rows with that hash; the texts are for
 *   the caller to compare
 */
GArray *
om_store_find_same (OmStore *self,
                    guint64  same_hash,
                    GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row FROM memories WHERE same_hash = ?"
                          " AND trashed_at = 0 ORDER BY row",
                          error))
    return NULL;
  om_statement_add_int (&s, (gint64) same_hash);
  return collect (&s, error);
}

/**
 * om_store_find_similar:
 * @halves: (array length=n_halves): halves of simhashes by om_simhash_half(): that of the text and
 *   the 32 that differ from it by a bit
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreSimilar): memories with one of these
 *   halves, ascending by row
 */
GArray *
om_store_find_similar (OmStore       *self,
                       const guint32 *halves,
                       gsize          n_halves,
                       GError       **error)
{
  g_autoptr (GArray) similar = g_array_new (FALSE, FALSE, sizeof (OmStoreSimilar));
  g_autofree gint64 *keys = g_new (gint64, n_halves + 1);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  for (gsize i = 0; i < n_halves; i++)
    keys[i] = halves[i];
  if (!om_statement_open (&s, self,
                          "SELECT row, simhash FROM memories"
                          " WHERE simhash_half IN (SELECT value FROM json_each (?))"
                          " AND trashed_at = 0 ORDER BY row",
                          error))
    return NULL;
  om_statement_add_rows (&s, keys, n_halves);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmStoreSimilar one = { sqlite3_column_int64 (s.stmt, 0),
                             (guint64) sqlite3_column_int64 (s.stmt, 1) };
      g_array_append_val (similar, one);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&similar) : NULL;
}

/**
 * om_store_fact_key:
 * @subject: (nullable): whom a fact is about
 * @predicate: (nullable): what of it
 *
 * Returns: (transfer full) (nullable): what facts are compared by: case and white space do not
 *   matter; %NULL unless both are there
 */
char *
om_store_fact_key (const char *subject,
                   const char *predicate)
{
  g_autofree char *s = NULL;
  g_autofree char *p = NULL;

  if (subject == NULL || predicate == NULL)
    return NULL;
  s = om_fold_same (subject);
  p = om_fold_same (predicate);
  return g_strconcat (s, "\x1f", p, NULL);
}

/**
 * om_store_find_facts:
 * @subject: whom they are about
 * @predicate: what of it
 *
 * Returns: (transfer full) (nullable) (element-type gint64): facts with this subject and predicate,
 *   those that no longer hold too
 */
GArray *
om_store_find_facts (OmStore    *self,
                     const char *subject,
                     const char *predicate,
                     GError    **error)
{
  g_autofree char *key = om_store_fact_key (subject, predicate);
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row FROM memories WHERE fact_key = ?"
                          " AND trashed_at = 0 ORDER BY row",
                          error))
    return NULL;
  om_statement_add_text (&s, key);
  return collect (&s, error);
}

/**
 * om_store_find_journal_days:
 * @first_day: journal day
 * @last_day: journal day, inclusive
 *
 * Returns: (transfer full) (nullable) (element-type gint64): memories of these days, sections too
 */
GArray *
om_store_find_journal_days (OmStore *self,
                            gint32   first_day,
                            gint32   last_day,
                            GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row FROM memories WHERE journal_day BETWEEN ? AND ?"
                          " AND trashed_at = 0 ORDER BY row",
                          error))
    return NULL;
  om_statement_add_int (&s, first_day);
  om_statement_add_int (&s, last_day);
  return collect (&s, error);
}

/**
 * om_store_find_sections:
 * @document: row of a document
 *
 * Returns: (transfer full) (nullable) (element-type gint64): its sections in the order of the text,
 *   also while it lies in the bin
 */
GArray *
om_store_find_sections (OmStore *self,
                        gint64   document,
                        GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT row FROM memories WHERE parent_row = ?"
                          " ORDER BY section_index",
                          error))
    return NULL;
  om_statement_add_int (&s, document);
  return collect (&s, error);
}

/**
 * om_store_list:
 * @after: (nullable): last row of the page before, %NULL for the first
 * @limit: length of the page
 *
 * Along an index, for the first screen before anything else is loaded.
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreListRow): newest first
 */
GArray *
om_store_list (OmStore              *self,
               const OmStoreListRow *after,
               guint                 limit,
               GError              **error)
{
  g_autoptr (GArray) page = g_array_new (FALSE, FALSE, sizeof (OmStoreListRow));
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT row, happened_ms, happened_offset, happened_precision"
                          " FROM memories"
                          " WHERE trashed_at = 0 AND type <> 3 AND (happened_ms, row) < (?, ?)"
                          " ORDER BY happened_ms DESC, row DESC LIMIT ?",
                          error))
    return NULL;
  om_statement_add_int (&s, after != NULL ? after->happened.ms : G_MAXINT64);
  om_statement_add_int (&s, after != NULL ? after->row : G_MAXINT64);
  om_statement_add_int (&s, limit);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmStoreListRow one = {
        .row = sqlite3_column_int64 (s.stmt, 0),
        .happened = {
          om_store_get_ms (s.stmt, 1),
          (gint32) om_store_get_int (s.stmt, 2, -OM_STORE_OFFSET_MAX, OM_STORE_OFFSET_MAX),
          (OmPrecision) om_store_get_enum (s.stmt, 3, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN),
        },
      };
      g_array_append_val (page, one);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&page) : NULL;
}

/**
 * om_store_memory_find_prefix:
 * @prefix: the beginning of an id, at least 4 characters
 * @error: return location; %OM_ERROR_NOT_FOUND, %OM_ERROR_INVALID if it is too short or not of one
 *   memory alone
 *
 * Returns: (transfer full) (nullable): the id
 */
char *
om_store_memory_find_prefix (OmStore    *self,
                             const char *prefix,
                             GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  g_autofree char *lower = g_ascii_strdown (prefix, -1);
  g_autofree char *upper = g_strconcat (lower, "~", NULL);
  g_autofree char *id = NULL;
  OmStep step;

  if (strlen (prefix) < 4)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is too short for an id. Give at least its first four"
                   " characters."),
                   prefix);
      return NULL;
    }
  if (!om_statement_open (&s, self,
                          "SELECT uuid FROM memories WHERE uuid >= ? AND uuid < ?"
                          " ORDER BY uuid LIMIT 2",
                          error))
    return NULL;
  om_statement_add_text (&s, lower);
  om_statement_add_text (&s, upper);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      if (id != NULL)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                       _("Several memories have an id that begins with “%s”. Give more of"
                       " it."),
                       prefix);
          return NULL;
        }
      id = g_strdup (om_statement_get_text (&s, 0));
    }
  if (step == OM_STEP_ERROR)
    return NULL;
  if (id == NULL)
    g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                 _("There is no memory whose id begins with “%s”."), prefix);
  return g_steal_pointer (&id);
}
