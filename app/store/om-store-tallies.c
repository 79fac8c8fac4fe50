/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts by month. Words are counted when a text is written, so nothing here reads a text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-tallies.h"

#include "memory/om-moment.h"
#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "text/om-word-count.h"

G_STATIC_ASSERT (OM_MEMORY_TYPE_SECTION == 3 && OM_PRECISION_UNKNOWN == 2 && OM_EVENT_RECALLED == 2);

#define HOUR_MS G_GINT64_CONSTANT (3600000)

static void
word_count_cb (sqlite3_context *context,
               int              n_values,
               sqlite3_value  **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);
  int length = sqlite3_value_bytes (values[0]);

  sqlite3_result_int64 (context, text != NULL && g_utf8_validate (text, length, NULL) ? om_word_count (text, (gsize) length) : 0);
}

/**
 * om_store_word_count_register:
 * @self: a connection
 *
 * Makes `om_word_count (text)` known to the connection: the step of the schema that brings the column counts what is
 * there.
 */
gboolean
om_store_word_count_register (OmStore *self,
                              GError **error)
{
  int rc = sqlite3_create_function (self->db, "om_word_count", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
                                    word_count_cb, NULL, NULL);

  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}

static gint32
month_of_day (gint32 civil_day)
{
  int year;
  int month;
  int day;

  om_date_from_day_number (civil_day, &year, &month, &day);
  return year * 12 + month - 1;
}

/* The tally of a month, made if there is none. */
static OmTally *
tally_of (GHashTable *months,
          gint32      month)
{
  OmTally *tally = g_hash_table_lookup (months, GINT_TO_POINTER (month));

  if (tally == NULL)
    {
      tally = g_new0 (OmTally, 1);
      tally->month = month;
      g_hash_table_insert (months, GINT_TO_POINTER (month), tally);
    }
  return tally;
}

/* By day, for that is what the store knows; it is a walk over one narrow table. */
static gboolean
add_entries (OmStore    *self,
             GHashTable *months,
             GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT happened_precision = 2, civil_day, sector, count (*), sum (words), count (valence),"
                          " total (valence), total (CASE WHEN valence IS NOT NULL THEN arousal END)"
                          " FROM memories WHERE trashed_at = 0 AND type <> 3 GROUP BY 1, 2, 3",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gboolean undated = sqlite3_column_int (s.stmt, 0);
      gint32 day = sqlite3_column_int (s.stmt, 1);
      OmTally *tally = tally_of (months, undated ? OM_TALLY_UNDATED : month_of_day (day));

      tally->entries[om_store_get_enum (s.stmt, 2, OM_N_SECTORS, OM_SECTOR_SEMANTIC)] += (guint) sqlite3_column_int (s.stmt, 3);
      tally->words += (guint64) MAX (0, sqlite3_column_int64 (s.stmt, 4));
      tally->n_moods += (guint) sqlite3_column_int (s.stmt, 5);
      tally->valence += sqlite3_column_double (s.stmt, 6);
      tally->arousal += sqlite3_column_double (s.stmt, 7);
    }
  return step == OM_STEP_DONE;
}

/* By hour, so that the clocks of the place can say which day that was. */
static gboolean
add_recalls (OmStore    *self,
             GTimeZone  *zone,
             GHashTable *months,
             GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT e.at / 3600000, count (*) FROM events e JOIN memories m ON m.row = e.memory"
                          " WHERE e.cause = 2 AND e.undone = 0 AND m.trashed_at = 0 GROUP BY 1",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmMoment moment = om_moment_at (sqlite3_column_int64 (s.stmt, 0) * HOUR_MS, zone);

      tally_of (months, month_of_day (om_moment_civil_day (&moment)))->recalls += (guint) sqlite3_column_int (s.stmt, 1);
    }
  return step == OM_STEP_DONE;
}

static int
compare_tallies (gconstpointer a,
                 gconstpointer b)
{
  const OmTally *x = a;
  const OmTally *y = b;

  return x->month < y->month ? -1 : x->month > y->month;
}

/**
 * om_store_list_tallies:
 * @zone: where recalls happened
 *
 * Returns: (transfer full) (element-type OmTally) (nullable): the months in which there is anything, the first one
 *   first; what has no date comes before all
 */
GArray *
om_store_list_tallies (OmStore   *self,
                       GTimeZone *zone,
                       GError   **error)
{
  g_autoptr (GHashTable) months = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *tallies;
  GHashTableIter iter;
  gpointer tally;

  if (!add_entries (self, months, error) || !add_recalls (self, zone, months, error))
    return NULL;
  tallies = g_array_sized_new (FALSE, FALSE, sizeof (OmTally), g_hash_table_size (months));
  g_hash_table_iter_init (&iter, months);
  while (g_hash_table_iter_next (&iter, NULL, &tally))
    g_array_append_vals (tallies, tally, 1);
  g_array_sort (tallies, compare_tallies);
  return tallies;
}
