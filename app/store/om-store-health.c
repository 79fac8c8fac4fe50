/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is everything as it should be, and if not, make what is derived anew. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-health.h"

#include "store/om-store-blocks.h"
#include "store/om-store-private.h"
#include "store/om-store-ranges.h"
#include "store/om-store-statement.h"
#include "store/om-store-vectors.h"
#include "store/om-store-words.h"

/* So many of SQLite's own findings are told; more say nothing new. */
#define MAX_FINDINGS "20"

/**
 * om_store_health_free:
 * @self: (transfer full): what was found
 */
void
om_store_health_free (OmStoreHealth *self)
{
  g_ptr_array_unref (self->problems);
  g_free (self);
}

static void
add_problem (OmStoreHealth *health,
             gboolean      *kind,
             const char    *format,
             ...) G_GNUC_PRINTF (3, 4);

static void
add_problem (OmStoreHealth *health,
             gboolean      *kind,
             const char    *format,
             ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (health->problems, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  health->ok = FALSE;
  *kind = TRUE;
}

static gboolean
check_file (OmStore       *self,
            OmStoreHealth *health,
            GError       **error)
{
  g_auto (OmStatement) pages = { 0 };
  OmStep step;

  /* From 3.44 on SQLite checks the index of words too, but with the structure that this connection read
   * last: what another connection has written since would look damaged. A query reads it anew. */
  if (!om_store_exec (self, "SELECT rowid FROM memory_text LIMIT 1", error))
    return FALSE;
  if (!om_statement_open (&pages, self, "PRAGMA integrity_check (" MAX_FINDINGS ")", error))
    return FALSE;
  while ((step = om_statement_step (&pages, error)) == OM_STEP_ROW)
    {
      const char *finding = om_statement_get_text (&pages, 0);

      /* What a constraint would have refused is looked for column by column (check_ranges ()). */
      if (finding != NULL && g_str_has_prefix (finding, "CHECK constraint failed"))
        continue;
      if (g_strcmp0 (finding, "ok") != 0)
        add_problem (health, &health->file_damaged, "The file is damaged: %s.", finding);
    }
  return step == OM_STEP_DONE;
}

static gboolean
check_keys (OmStore       *self,
            OmStoreHealth *health,
            GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;
  guint n = 0;

  if (!om_statement_open (&s, self, "PRAGMA foreign_key_check", error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    n++;
  if (n > 0)
    add_problem (health, &health->derived_damaged, "%u rows belong to memories that are not there.",
                 n);
  return step == OM_STEP_DONE;
}

/* Our own rules that no constraint holds. Each gives a count of what breaks it. */
static const struct
{
  const char *sql;
  const char *message;
} rules[] = {
  { "SELECT count (*) FROM memories m"
    " WHERE NOT EXISTS (SELECT 1 FROM state s WHERE s.row = m.row)",
    "memories have no salience" },
  { "SELECT count (*) FROM vectors v WHERE v.block IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM vector_blocks b JOIN vector_block_data d ON"
    " d.id = b.id WHERE b.id = v.block"
    " AND b.embedder = v.embedder AND b.sector = v.sector)",
    "vectors have no place in the search rows" },
  { "SELECT count (*) FROM vector_blocks b WHERE b.used <>"
    " (SELECT count (*) FROM vectors v"
    " WHERE v.embedder = b.embedder AND v.sector = b.sector"
    " AND v.block = b.id)",
    "blocks of search rows are counted wrongly" },
};

static gboolean
check_rules (OmStore       *self,
             OmStoreHealth *health,
             GError       **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      gint64 n;

      if (!om_store_get_int64 (self, rules[i].sql, &n, error))
        return FALSE;
      if (n > 0)
        add_problem (health, &health->derived_damaged, "%" G_GINT64_FORMAT " %s.", n,
                     rules[i].message);
    }
  return TRUE;
}

/* Numbers that cannot be are taken for the nearest that can. */
static gboolean
check_ranges (OmStore       *self,
              OmStoreHealth *health,
              GError       **error)
{
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (g_free);

  if (!om_store_ranges_check (self, findings, error))
    return FALSE;
  for (guint i = 0; i < findings->len; i++)
    add_problem (health, &health->derived_damaged, "%s", (const char *) g_ptr_array_index (findings, i));
  return TRUE;
}

/* Texts that are missing cannot be made anew. */
static gboolean
check_texts (OmStore       *self,
             OmStoreHealth *health,
             GError       **error)
{
  gint64 n;

  if (!om_store_get_int64 (self,
                           "SELECT count (*) FROM memories m"
                           " WHERE NOT EXISTS (SELECT 1 FROM texts x WHERE x.row = m.row)",
                           &n, error))
    return FALSE;
  if (n > 0)
    add_problem (health, &health->file_damaged,
                 "%" G_GINT64_FORMAT " memories have lost their text. Look for it in a backup.", n);
  return TRUE;
}

/* Compares the index of words with the texts. It is asked through a table that must be writable. */
static gboolean
check_words (OmStore       *self,
             OmStoreHealth *health,
             GError       **error)
{
  int rc;

  if (!om_store_is_writer (self))
    return TRUE;
  rc = sqlite3_exec (self->db,
                     "INSERT INTO memory_text (memory_text, rank)"
                     " VALUES ('integrity-check', 1)",
                     NULL, NULL, NULL);
  if ((rc & 0xff) == SQLITE_CORRUPT)
    {
      add_problem (health, &health->text_damaged,
                   "The index of words does not agree with the texts.");
      return TRUE;
    }
  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}

static gboolean
check_slot_cb (gint64        row,
               OmSector      sector,
               float         scale,
               const guint8 *bytes,
               gpointer      data)
{
  g_hash_table_add (data, g_memdup2 (&row, sizeof row));
  return TRUE;
}

/* Every search row that is in use lies where its vector says, and the other way round. */
static gboolean
check_slots (OmStore       *self,
             gint64         embedder,
             OmSector       sector,
             OmStoreHealth *health,
             GError       **error)
{
  g_autoptr (GHashTable) rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_auto (OmStatement) s = { 0 };
  guint n_missing = 0;
  OmStep step;

  if (!om_store_slots_load (self, embedder, sector, check_slot_cb, rows, error) ||
      !om_statement_open (&s, self,
                          "SELECT memory FROM vectors WHERE embedder = ?"
                          " AND sector = ? AND block IS NOT NULL",
                          error))
    return FALSE;
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, sector);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gint64 row = sqlite3_column_int64 (s.stmt, 0);
      n_missing += !g_hash_table_remove (rows, &row);
    }
  if (n_missing > 0)
    add_problem (health, &health->derived_damaged,
                 "%u vectors of sector %s are missing among the search rows.", n_missing,
                 om_sector_to_nick (sector));
  if (g_hash_table_size (rows) > 0)
    add_problem (health, &health->derived_damaged,
                 "%u search rows of sector %s belong to no vector.", g_hash_table_size (rows),
                 om_sector_to_nick (sector));
  return step == OM_STEP_DONE;
}

static gboolean
list_embedders (OmStore *self,
                GArray  *embedders,
                GError **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self, "SELECT id FROM embedders ORDER BY id", error) &&
         om_statement_collect (&s, embedders, error);
}

static gboolean
check_all_slots (OmStore       *self,
                 OmStoreHealth *health,
                 GError       **error)
{
  g_autoptr (GArray) embedders = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!list_embedders (self, embedders, error))
    return FALSE;
  for (guint i = 0; i < embedders->len; i++)
    {
      for (int sector = 0; sector < OM_STORE_N_ARENAS; sector++)
        {
          if (!check_slots (self, g_array_index (embedders, gint64, i), (OmSector) sector, health,
                            error))
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * om_store_health_check:
 * @self: a store; only a writer can compare the full text with the texts
 * @error: return location
 *
 * Reads the whole file. A file that is damaged is a finding, not an error.
 *
 * Returns: (transfer full) (nullable): what was found; %NULL if it could not be looked at
 */
OmStoreHealth *
om_store_health_check (OmStore *self,
                       GError **error)
{
  g_autoptr (OmStoreHealth) health = g_new0 (OmStoreHealth, 1);
  g_autoptr (GError) local = NULL;

  health->ok = TRUE;
  health->problems = g_ptr_array_new_with_free_func (g_free);
  if (check_file (self, health, &local) && check_texts (self, health, &local) &&
      check_keys (self, health, &local) && check_rules (self, health, &local) &&
      check_ranges (self, health, &local) && check_all_slots (self, health, &local) && check_words (self, health, &local))
    return g_steal_pointer (&health);

  if (!g_error_matches (local, OM_ERROR, OM_ERROR_NOT_A_STORE))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  add_problem (health, &health->file_damaged, "%s", local->message);
  return g_steal_pointer (&health);
}

/* Drops what belongs to nothing, and gives memories without salience that of a new one. */
static const char *const repair_statements[] = {
  "DELETE FROM state WHERE row NOT IN (SELECT row FROM memories)",
  "DELETE FROM texts WHERE row NOT IN (SELECT row FROM memories)",
  "DELETE FROM versions WHERE memory NOT IN (SELECT row FROM memories)",
  "DELETE FROM memory_tags WHERE memory NOT IN (SELECT row"
  " FROM memories) OR tag NOT IN (SELECT id FROM tags)",
  "DELETE FROM waypoints WHERE source NOT IN (SELECT row"
  " FROM memories) OR target NOT IN (SELECT row FROM memories)",
  "DELETE FROM events WHERE memory NOT IN (SELECT row FROM memories)",
  "UPDATE events SET related = NULL WHERE related NOT IN (SELECT row FROM memories)",
  "DELETE FROM event_curves WHERE memory NOT IN (SELECT row FROM memories)",
  "DELETE FROM trait_evidence WHERE memory NOT IN (SELECT row"
  " FROM memories) OR trait NOT IN (SELECT id FROM traits)",
  "DELETE FROM trait_history WHERE trait NOT IN (SELECT id FROM traits)",
  "DELETE FROM trait_readings WHERE memory NOT IN (SELECT row FROM memories)",
  "DELETE FROM trait_sightings WHERE memory NOT IN (SELECT row FROM memories)",
  "DELETE FROM trait_members WHERE parent NOT IN (SELECT id"
  " FROM traits) OR child NOT IN (SELECT id FROM traits)",
  "UPDATE traits SET predecessor = NULL WHERE predecessor NOT IN (SELECT uuid FROM traits)",
  "DELETE FROM memory_attachments WHERE memory NOT IN (SELECT row"
  " FROM memories) OR attachment NOT IN (SELECT id"
  " FROM attachments)",
  "UPDATE import_keys SET row = NULL WHERE row NOT IN (SELECT row FROM memories)",
  "UPDATE memories SET parent_row = NULL WHERE parent_row NOT IN (SELECT row FROM memories)",
  ("INSERT INTO state (row, revision, salience, salience_at, last_seen_at, last_active_at)"
   " SELECT row, revision, .4, recorded_at, recorded_at,"
   " recorded_at FROM memories WHERE row NOT IN (SELECT row"
   " FROM state)"),

};

static gboolean
delete_all_vectors (OmStore *self,
                    GError **error)
{
  om_store_blobs_close (self);
  return om_store_exec (self,
                        "DELETE FROM vectors; DELETE FROM vector_block_data; DELETE"
                        " FROM vector_blocks;",
                        error);
}

static gboolean
repair (OmStore *self,
        GError **error)
{
  g_autoptr (OmStoreHealth) slots = g_new0 (OmStoreHealth, 1);
  gint64 revision = om_store_next_revision (self, error);

  slots->ok = TRUE;
  slots->problems = g_ptr_array_new_with_free_func (g_free);
  if (revision < 0)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (repair_statements); i++)
    {
      if (!om_store_exec (self, repair_statements[i], error))
        return FALSE;
    }
  if (!om_store_ranges_repair (self, error) ||
      !om_store_exec (self,
                      "DELETE FROM vectors WHERE memory NOT IN (SELECT row"
                      " FROM memories) OR embedder NOT IN (SELECT id FROM embedders)",
                      error) ||
      !check_rules (self, slots, error) || !check_all_slots (self, slots, error))
    return FALSE;
  /* Vectors are made again from the texts; where their places are in disorder none is to be
   * trusted. */
  if (!slots->ok && !delete_all_vectors (self, error))
    return FALSE;
  return om_store_words_rebuild (self, error);
}

static gboolean
stamp_all (OmStore *self,
           GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 || !om_statement_open (&s, self, "UPDATE memories SET revision = ?", error))
    return FALSE;
  om_statement_add_int (&s, revision);
  return om_statement_run (&s, error);
}

/**
 * om_store_repair:
 * @self: a writer, not inside a transaction
 * @error: return location
 *
 * Makes the full text anew, drops what belongs to no memory, and all vectors if their places are in
 * disorder (om_store_vectors_find_missing() then finds them). Texts, versions and dates stay as
 * they are; a damaged file cannot be helped this way.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_repair (OmStore *self,
                 GError **error)
{
  gboolean ok;

  g_return_val_if_fail (!om_store_in_transaction (self), FALSE);

  /* Rows without their memory are what is to be repaired, so keys are not enforced meanwhile. */
  if (!om_store_exec (self, "PRAGMA foreign_keys = OFF", error))
    return FALSE;
  ok = om_store_change_begin (self, error);
  if (ok)
    ok = om_store_change_end (self, repair (self, error) && stamp_all (self, error), error);
  om_store_exec (self, "PRAGMA foreign_keys = ON", NULL);
  return ok;
}
