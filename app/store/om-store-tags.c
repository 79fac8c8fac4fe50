/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-tags.h"

#include <glib/gi18n.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-words.h"

/* The spelling that is shown: no leading #, white space as single blanks, for a list of tags has
 * one a line. */
static char *
clean_tag (const char *tag)
{
  GString *clean = g_string_new (NULL);
  gboolean blank = FALSE;

  while (*tag == '#' || g_unichar_isspace (g_utf8_get_char (tag)))
    tag = g_utf8_next_char (tag);
  for (; *tag != '\0'; tag = g_utf8_next_char (tag))
    {
      gunichar c = g_utf8_get_char (tag);

      if (g_unichar_isspace (c) || g_unichar_iscntrl (c))
        {
          blank = TRUE;
          continue;
        }
      if (blank)
        g_string_append_c (clean, ' ');
      blank = FALSE;
      g_string_append_unichar (clean, c);
    }
  return g_string_free (clean, FALSE);
}

/**
 * om_store_tag_key:
 * @tag: a tag as typed, UTF-8
 *
 * Returns: (transfer full) (nullable): what tags are compared by: NFC and case-folded, without
 *   surrounding white space and a leading #; %NULL for one that is blank
 */
char *
om_store_tag_key (const char *tag)
{
  g_autofree char *clean = clean_tag (tag);
  g_autofree char *composed = g_utf8_normalize (clean, -1, G_NORMALIZE_NFC);
  g_autofree char *folded = composed != NULL ? g_utf8_casefold (composed, -1) : NULL;

  /* Folding may take letters apart again. */
  return folded == NULL || *folded == '\0' ? NULL : g_utf8_normalize (folded, -1, G_NORMALIZE_NFC);
}

/* Number of a tag, made if it is new; -1 on error. */
static gint64
find_or_make (OmStore    *self,
              const char *tag,
              const char *key,
              GError    **error)
{
  g_auto (OmStatement) find = { 0 };
  g_auto (OmStatement) make = { 0 };
  g_autofree char *name = NULL;
  gint64 revision;
  OmStep step;

  if (!om_statement_open (&find, self, "SELECT id FROM tags WHERE key = ?", error))
    return -1;
  om_statement_add_text (&find, key);
  step = om_statement_step (&find, error);
  if (step != OM_STEP_DONE)
    return step == OM_STEP_ROW ? sqlite3_column_int64 (find.stmt, 0) : -1;

  name = clean_tag (tag);
  revision = om_store_next_revision (self, error);
  if (revision < 0 ||
      !om_statement_open (&make, self, "INSERT INTO tags (key, name, revision) VALUES (?, ?, ?)",
                          error))
    return -1;
  om_statement_add_text (&make, key);
  om_statement_add_text (&make, name);
  om_statement_add_int (&make, revision);
  return om_statement_run (&make, error) ? sqlite3_last_insert_rowid (self->db) : -1;
}

static gboolean
run_with_row (OmStore    *self,
              const char *sql,
              gint64      row,
              GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

/**
 * om_store_tags_write:
 * @row: a memory
 * @tags: (nullable): all its tags, NULL-terminated; blank ones and repetitions do not count
 *
 * For insert and update, which keep the full text in step.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_tags_write (OmStore *self,
                     gint64   row,
                     char   **tags,
                     GError **error)
{
  if (!run_with_row (self, "DELETE FROM memory_tags WHERE memory = ?", row, error))
    return FALSE;
  for (gsize i = 0; tags != NULL && tags[i] != NULL; i++)
    {
      g_autofree char *key = om_store_tag_key (tags[i]);
      g_auto (OmStatement) s = { 0 };
      gint64 tag;

      if (key == NULL)
        continue;
      tag = find_or_make (self, tags[i], key, error);
      if (tag < 0 ||
          !om_statement_open (&s, self,
                              "INSERT OR IGNORE INTO memory_tags (memory, tag) VALUES (?, ?)",
                              error))
        return FALSE;
      om_statement_add_int (&s, row);
      om_statement_add_int (&s, tag);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_store_tags_drop_unused:
 *
 * For wiping: a tag's name is a word of the person's, too.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_tags_drop_unused (OmStore *self,
                           GError **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self,
                            "DELETE FROM tags WHERE NOT EXISTS (SELECT 1"
                            " FROM memory_tags mt WHERE mt.tag = tags.id)",
                            error) &&
         om_statement_run (&s, error);
}

/**
 * om_store_tag_names:
 *
 * Returns: (transfer full) (nullable) (element-type utf8 utf8): the name of each tag by its key
 */
GHashTable *
om_store_tag_names (OmStore *self,
                    GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT key, name FROM tags", error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_hash_table_insert (names, g_strdup (om_statement_get_text (&s, 0)),
                         g_strdup (om_statement_get_text (&s, 1)));
  return step == OM_STEP_DONE ? g_steal_pointer (&names) : NULL;
}

static gboolean
collect_tag (OmStore    *self,
             const char *key,
             GArray     *rows,
             GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT mt.memory FROM tags t JOIN memory_tags mt"
                          " ON mt.tag = t.id JOIN memories m ON m.row = mt.memory"
                          " WHERE t.key = ? AND m.trashed_at = 0 ORDER BY mt.memory",
                          error))
    return FALSE;
  om_statement_add_text (&s, key);
  return om_statement_collect (&s, rows, error);
}

/* Both ascending: what stands in both stays in @rows. */
static void
intersect (GArray       *rows,
           const GArray *others)
{
  guint n = 0;
  guint j = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);

      while (j < others->len && g_array_index (others, gint64, j) < row)
        j++;
      if (j < others->len && g_array_index (others, gint64, j) == row)
        g_array_index (rows, gint64, n++) = row;
    }
  g_array_set_size (rows, n);
}

/**
 * om_store_tags_find:
 * @tags: NULL-terminated tags as typed; blank ones do not count
 *
 * Returns: (transfer full) (nullable) (element-type gint64): memories outside the bin that carry
 *   all of them, ascending; none if there is no tag
 */
GArray *
om_store_tags_find (OmStore           *self,
                    const char *const *tags,
                    GError           **error)
{
  g_autoptr (GArray) rows = NULL;

  for (gsize i = 0; tags[i] != NULL; i++)
    {
      g_autofree char *key = om_store_tag_key (tags[i]);
      g_autoptr (GArray) tagged = g_array_new (FALSE, FALSE, sizeof (gint64));

      if (key == NULL)
        continue;
      if (!collect_tag (self, key, tagged, error))
        return NULL;
      if (rows == NULL)
        rows = g_steal_pointer (&tagged);
      else
        intersect (rows, tagged);
    }
  return rows != NULL ? g_steal_pointer (&rows) : g_array_new (FALSE, FALSE, sizeof (gint64));
}

static gboolean
call_with_tags (OmStatement   *s,
                OmStoreTagFunc func,
                gpointer       data,
                GError       **error)
{
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      if (!func (sqlite3_column_int64 (s->stmt, 0), om_statement_get_text (s, 1), data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_tags_load:
 * @func: called for each tag of each memory, ascending by row, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_tags_load (OmStore       *self,
                    OmStoreTagFunc func,
                    gpointer       data,
                    GError       **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self,
                            "SELECT mt.memory, t.key FROM memory_tags mt CROSS"
                            " JOIN tags t ON t.id = mt.tag ORDER BY mt.memory",
                            error) &&
         call_with_tags (&s, func, data, error);
}

/**
 * om_store_tags_for_rows:
 * @rows: (array length=n_rows): rows, ascending
 * @func: called for each of their tags, in the order of @rows, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_tags_for_rows (OmStore       *self,
                        const gint64  *rows,
                        gsize          n_rows,
                        OmStoreTagFunc func,
                        gpointer       data,
                        GError       **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT mt.memory, t.key FROM json_each (?) j CROSS"
                          " JOIN memory_tags mt ON mt.memory = j.value"
                          " CROSS JOIN tags t ON t.id = mt.tag",
                          error))
    return FALSE;
  om_statement_add_rows (&s, rows, n_rows);
  return call_with_tags (&s, func, data, error);
}

static gboolean
move_memories (OmStore *self,
               gint64   from,
               gint64   to,
               GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT OR IGNORE INTO memory_tags (memory, tag) SELECT memory,"
                          " ? FROM memory_tags WHERE tag = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, to);
  om_statement_add_int (&s, from);
  return om_statement_run (&s, error) &&
         run_with_row (self, "DELETE FROM memory_tags WHERE tag = ?", from, error) &&
         run_with_row (self, "DELETE FROM tags WHERE id = ?", from, error);
}

static gboolean
set_name (OmStore    *self,
          gint64      tag,
          const char *name,
          GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 ||
      !om_statement_open (&s, self, "UPDATE tags SET name = ?, revision = ? WHERE id = ?", error))
    return FALSE;
  om_statement_add_text (&s, name);
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, tag);
  return om_statement_run (&s, error);
}

/* Members of one tag and of the other, each once. */
static gboolean
collect_members (OmStore    *self,
                 const char *key,
                 const char *other_key,
                 GArray     *rows,
                 GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT DISTINCT mt.memory FROM tags t"
                          " JOIN memory_tags mt ON mt.tag = t.id"
                          " WHERE t.key IN (?, ?) ORDER BY mt.memory",
                          error))
    return FALSE;
  om_statement_add_text (&s, key);
  om_statement_add_text (&s, other_key);
  return om_statement_collect (&s, rows, error);
}

static gboolean
check_tag (OmStore    *self,
           const char *key,
           GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT 1 FROM tags WHERE key = ?", error))
    return FALSE;
  om_statement_add_text (&s, key);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                 _("There is no such tag. See the list of tags for its spelling."));
  return step == OM_STEP_ROW;
}

static gboolean
rename_in_transaction (OmStore    *self,
                       const char *old_key,
                       const char *new_key,
                       const char *name,
                       GError    **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 tag;
  gint64 other;

  if (!check_tag (self, old_key, error) || !collect_members (self, old_key, new_key, rows, error))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    {
      if (!om_store_words_remove (self, g_array_index (rows, gint64, i), error))
        return FALSE;
    }

  tag = find_or_make (self, old_key, old_key, error);
  other = find_or_make (self, name, new_key, error);
  if (tag < 0 || other < 0 || (tag != other && !move_memories (self, tag, other, error)) ||
      !set_name (self, other, name, error))
    return FALSE;

  for (guint i = 0; i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);

      if (!om_store_words_add (self, row, error) || !om_store_stamp (self, row, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_store_tag_rename:
 * @tag: a tag in any spelling
 * @name: its new name, which may be that of another tag: both are one from then on
 *
 * Returns: %FALSE on error: %OM_ERROR_NOT_FOUND, %OM_ERROR_INVALID
 */
gboolean
om_store_tag_rename (OmStore    *self,
                     const char *tag,
                     const char *name,
                     GError    **error)
{
  g_autofree char *old_key = NULL;
  g_autofree char *new_key = NULL;
  g_autofree char *clean = NULL;

  if (!om_store_check_text (tag, "tag", error) ||
      !om_store_check_text (name, "name of the tag", error))
    return FALSE;
  old_key = om_store_tag_key (tag);
  new_key = om_store_tag_key (name);
  if (old_key == NULL || new_key == NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("A tag needs a name of at least one letter."));
      return FALSE;
    }
  if (!om_store_change_begin (self, error))
    return FALSE;
  clean = clean_tag (name);
  return om_store_change_end (self, rename_in_transaction (self, old_key, new_key, clean, error),
                              error);
}
