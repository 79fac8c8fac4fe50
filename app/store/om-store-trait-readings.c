/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was seen in each entry. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-trait-readings.h"

#include "memory/om-memory.h"
#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* Written by the person, dated or not, theirs to be known from; the numbers are those of the enums. Flags:
 * private, not about me. */
#define IS_EVIDENCE "m.type IN (0, 1) AND m.origin <> 2 AND m.trashed_at = 0 AND m.flags & 1040 = 0"
#define IS_UP_TO_DATE "r.version = m.version AND r.changed_at = m.changed_at"

G_STATIC_ASSERT (OM_MEMORY_TYPE_FACT == 0 && OM_MEMORY_TYPE_EPISODE == 1 && OM_ORIGIN_DERIVED == 2);
G_STATIC_ASSERT ((OM_FLAG_PRIVATE | OM_FLAG_NOT_ABOUT_ME) == 1040);

/** om_store_readings_missing: (transfer full) (element-type gint64) (nullable): ascending */
GArray *
om_store_readings_missing (OmStore *self,
                           gint64   revision,
                           GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT m.row FROM memories m LEFT JOIN trait_readings r ON r.memory = m.row"
                          " WHERE m.revision > ? AND " IS_EVIDENCE " AND (r.memory IS NULL OR NOT (" IS_UP_TO_DATE "))"
                          " ORDER BY m.row",
                          error))
    return NULL;
  om_statement_add_int (&s, revision);
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

static gboolean
put_sightings (OmStore              *self,
               const OmStoreReading *reading,
               GError              **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO trait_sightings (memory, position, family, kind, key, polarity, retraction, sensitive,"
                          " language, text, quote, start, length) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  for (guint i = 0; i < reading->sightings->len; i++)
    {
      const OmTraitSighting *sighting = &g_array_index (reading->sightings, OmTraitSighting, i);

      om_statement_rewind (&s);
      om_statement_add_int (&s, reading->row);
      om_statement_add_int (&s, i);
      om_statement_add_int (&s, sighting->family);
      om_statement_add_text (&s, sighting->kind);
      om_statement_add_text (&s, sighting->key);
      om_statement_add_int (&s, sighting->polarity);
      om_statement_add_int (&s, sighting->retraction);
      om_statement_add_int (&s, sighting->sensitive);
      om_statement_add_text (&s, sighting->language);
      om_statement_add_text (&s, sighting->text);
      om_statement_add_text (&s, sighting->quote);
      om_statement_add_int (&s, sighting->start);
      om_statement_add_int (&s, sighting->length);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
delete_of (OmStore    *self,
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

/* What was wiped or made private since it was read is left alone. */
static gboolean
put (OmStore              *self,
     const OmStoreReading *reading,
     GError              **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!delete_of (self, "DELETE FROM trait_sightings WHERE memory = ?", reading->row, error) ||
      !om_statement_open (&s, self,
                          "INSERT OR REPLACE INTO trait_readings (memory, version, changed_at, context, words)"
                          " SELECT m.row, ?, ?, ?, ? FROM memories m WHERE m.row = ? AND " IS_EVIDENCE,
                          error))
    return FALSE;
  om_statement_add_int (&s, reading->version);
  om_statement_add_int (&s, reading->changed_at);
  om_statement_add_int (&s, reading->context == OM_CONTEXT_UNKNOWN ? OM_CONTEXT_GENERAL : reading->context);
  om_statement_add_int (&s, reading->n_words);
  om_statement_add_int (&s, reading->row);
  if (!om_statement_run (&s, error))
    return FALSE;
  return sqlite3_changes (self->db) == 0 || put_sightings (self, reading, error);
}

/** om_store_reading_put: writes what was seen in an entry, in the place of what was seen before. */
gboolean
om_store_reading_put (OmStore              *self,
                      const OmStoreReading *reading,
                      GError              **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, put (self, reading, error), error);
}

/** om_store_readings_drop: forgets what was seen in entries that are private or not about the person now. */
gboolean
om_store_readings_drop (OmStore *self,
                        gboolean all,
                        GError **error)
{
  const char *sql = all ? "DELETE FROM trait_sightings; DELETE FROM trait_readings;"
                        : "DELETE FROM trait_sightings WHERE memory IN (SELECT r.memory FROM trait_readings r"
                          " JOIN memories m ON m.row = r.memory WHERE m.flags & 1040 <> 0);"
                          " DELETE FROM trait_readings WHERE memory IN (SELECT row FROM memories WHERE flags & 1040 <> 0);";

  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, om_store_exec (self, sql, error), error);
}

/** om_store_readings_are_lost: cheap: only what changed since is looked at */
gboolean
om_store_readings_are_lost (OmStore  *self,
                            gint64    revision,
                            gboolean *lost,
                            GError  **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT 1 FROM memories m WHERE m.revision > ? AND NOT (" IS_EVIDENCE ")"
                          " AND EXISTS (SELECT 1 FROM trait_evidence e WHERE e.memory = m.row) LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  step = om_statement_step (&s, error);
  *lost = step == OM_STEP_ROW;
  return step != OM_STEP_ERROR;
}

/** om_store_sighting_keys: (transfer full) (nullable) */
GHashTable *
om_store_sighting_keys (OmStore *self,
                        GError **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT DISTINCT kind, key FROM trait_sightings", error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_hash_table_add (keys, g_strdup_printf ("%s\n%s", om_statement_get_text (&s, 0), om_statement_get_text (&s, 1)));
  return step == OM_STEP_DONE ? g_steal_pointer (&keys) : NULL;
}

/* The journal --------------------------------------------------------------------------------------- */

static gboolean
load_entries (OmStore        *self,
              OmTraitJournal *journal,
              GHashTable     *places,
              GError        **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT m.row, m.happened_ms, m.journal_day, m.happened_offset, m.happened_precision,"
                          " coalesce (m.context, r.context), m.valence, m.arousal, r.words"
                          " FROM trait_readings r JOIN memories m ON m.row = r.memory"
                          " WHERE " IS_EVIDENCE " AND " IS_UP_TO_DATE
                          " ORDER BY m.journal_day, m.happened_ms, m.same_hash, m.content_bytes, m.row",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmTraitEntry entry = {
        .memory = sqlite3_column_int64 (s.stmt, 0),
        .at = om_store_get_ms (s.stmt, 1),
        .day = om_store_get_day (s.stmt, 2),
        .offset_s = (gint32) om_store_get_int (s.stmt, 3, -OM_STORE_OFFSET_MAX, OM_STORE_OFFSET_MAX),
        .precision = (OmPrecision) om_store_get_enum (s.stmt, 4, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN),
        .context = (OmContext) om_store_get_enum (s.stmt, 5, OM_N_CONTEXTS, OM_CONTEXT_GENERAL),
        .valence = om_store_get_real (s.stmt, 6, -1, 1),
        .arousal = om_store_get_real (s.stmt, 7, 0, 1),
        .n_words = om_store_get_count (s.stmt, 8, 0),
      };

      g_array_append_val (journal->entries, entry);
      g_hash_table_insert (places, GSIZE_TO_POINTER ((gsize) entry.memory), GUINT_TO_POINTER (journal->entries->len));
    }
  return step == OM_STEP_DONE;
}

static const char *
keep (OmTraitJournal *journal,
      const char     *text)
{
  return text != NULL ? g_string_chunk_insert (journal->strings, text) : NULL;
}

static int
compare_sightings (gconstpointer a,
                   gconstpointer b)
{
  const OmTraitSighting *x = a;
  const OmTraitSighting *y = b;

  if (x->entry != y->entry)
    return x->entry < y->entry ? -1 : 1;
  return x->start < y->start ? -1 : x->start > y->start;
}

static gboolean
load_sightings (OmStore        *self,
                OmTraitJournal *journal,
                GHashTable     *places,
                GError        **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT memory, family, kind, key, polarity, retraction, sensitive, language, text, quote, start, length"
                          " FROM trait_sightings ORDER BY memory, position",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, GSIZE_TO_POINTER ((gsize) sqlite3_column_int64 (s.stmt, 0))));
      const char *language = om_statement_get_text (&s, 7);
      OmTraitSighting sighting;

      if (place == 0)
        continue;
      sighting = (OmTraitSighting){
        .entry = place - 1,
        .family = (OmTraitFamily) om_store_get_enum (s.stmt, 1, OM_N_TRAIT_FAMILIES, OM_TRAIT_FAMILY_STATEMENT),
        .kind = g_string_chunk_insert_const (journal->strings, om_statement_get_text (&s, 2)),
        .key = g_string_chunk_insert_const (journal->strings, om_statement_get_text (&s, 3)),
        .polarity = sqlite3_column_int (s.stmt, 4) < 0 ? -1 : 1,
        .retraction = sqlite3_column_int (s.stmt, 5) != 0,
        .sensitive = (guint) sqlite3_column_int64 (s.stmt, 6),
        .language = language != NULL ? g_intern_string (language) : NULL,
        .text = keep (journal, om_statement_get_text (&s, 8)),
        .quote = keep (journal, om_statement_get_text (&s, 9)),
        .start = om_store_get_count (s.stmt, 10, 0),
        .length = om_store_get_count (s.stmt, 11, 0),
      };
      g_array_append_val (journal->sightings, sighting);
    }
  g_array_sort (journal->sightings, compare_sightings);
  return step == OM_STEP_DONE;
}

/** om_store_trait_journal_load: adds all entries that were read as they are now, and what was seen in them. */
gboolean
om_store_trait_journal_load (OmStore        *self,
                             OmTraitJournal *journal,
                             GError        **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  return load_entries (self, journal, places, error) && load_sightings (self, journal, places, error);
}

/** om_store_trait_revision: -1 with @error */
gint64
om_store_trait_revision (OmStore *self,
                         GError **error)
{
  gint64 revision;

  return om_store_get_int64 (self,
                             "SELECT max (coalesce ((SELECT max (revision) FROM memories), 0),"
                             " coalesce ((SELECT max (revision) FROM tombstones), 0),"
                             " coalesce ((SELECT max (revision) FROM trait_acts), 0))",
                             &revision, error)
           ? revision
           : -1;
}
