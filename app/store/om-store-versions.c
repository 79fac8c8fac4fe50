/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Former texts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-versions.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/**
 * om_version_free:
 * @self: (transfer full): a version
 */
void
om_version_free (OmVersion *self)
{
  g_free (self->content);
  g_free (self->title);
  g_free (self);
}

/**
 * om_store_versions_list:
 * @row: a memory
 *
 * Returns: (transfer full) (nullable) (element-type OmVersion): its former texts, the one replaced
 *   last first
 */
GPtrArray *
om_store_versions_list (OmStore *self,
                        gint64   row,
                        GError **error)
{
  g_autoptr (GPtrArray) versions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) om_version_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT version, content, title, changed_at, replaced_at,"
                          " conflict FROM versions WHERE memory = ? ORDER BY id DESC",
                          error))
    return NULL;
  om_statement_add_int (&s, row);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmVersion *version = g_new0 (OmVersion, 1);

      version->version = (guint) sqlite3_column_int64 (s.stmt, 0);
      version->content = g_strdup (om_statement_get_text (&s, 1));
      version->title = g_strdup (om_statement_get_text (&s, 2));
      version->changed_at = sqlite3_column_int64 (s.stmt, 3);
      version->replaced_at = sqlite3_column_int64 (s.stmt, 4);
      version->conflict = sqlite3_column_int (s.stmt, 5) != 0;
      g_ptr_array_add (versions, version);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&versions) : NULL;
}

/**
 * om_store_version_drop:
 * @row: a memory
 * @version: number of a former text
 *
 * For a text that was saved in the middle of being written, and was no text of its own.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_version_drop (OmStore *self,
                       gint64   row,
                       guint    version,
                       GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "DELETE FROM versions WHERE memory = ? AND version = ? AND conflict = 0", error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, version);
  return om_statement_run (&s, error);
}

/**
 * om_store_version_add:
 * @row: a memory
 * @content: a wording that was never its current text: that of a duplicate merged into it
 * @title: (nullable): its title
 * @changed_at: when it had been written, ms UTC
 * @now: ms UTC
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_version_add (OmStore    *self,
                      gint64      row,
                      const char *content,
                      const char *title,
                      gint64      changed_at,
                      gint64      now,
                      GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_check_text (content, "text", error) ||
      !om_store_check_text (title, "title", error) || !om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, row, error) &&
       om_statement_open (&s, self,
                          "INSERT INTO versions (memory, version, content, title,"
                          " changed_at, replaced_at) VALUES (?, 0, ?, ?, ?, ?)",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, row);
      om_statement_add_text (&s, content);
      om_statement_add_text (&s, title);
      om_statement_add_int (&s, changed_at);
      om_statement_add_int (&s, now);
      ok = om_statement_run (&s, error);
    }
  ok = ok && om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}
