/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table says what every number may be; what checks and what repairs is made from it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-ranges.h"

#include "memory/om-enums.h"
#include "store/om-store-bounds.h"
#include "store/om-store-private.h"

/** Kind: what a column holds. */
typedef enum
{
  SHARE,  /* 0..1 */
  SIGNED, /* -1..1 */
  TIME,   /* ms UTC */
  DAY,    /* days since 1970 */
  OFFSET, /* seconds from UTC */
  LEVEL,  /* 1..10 */
  COUNT,  /* whole, from the given number on */
  ONE_OF, /* 0..n - 1; any other is the fallback, -1 for NULL */
} Kind;

static const struct
{
  const char *table;
  const char *column;
  Kind        kind;
  int         n; /* of COUNT the least, of ONE_OF how many */
  int         fallback;
} ranges[] = {
  { "state", "salience", SHARE },
  { "state", "salience_at", TIME },
  { "state", "last_seen_at", TIME },
  { "state", "last_active_at", TIME },
  { "state", "coactivations", COUNT, 0 },
  { "state", "activation_count", COUNT, 1 },
  { "memories", "type", ONE_OF, OM_N_MEMORY_TYPES, OM_MEMORY_TYPE_EPISODE },
  { "memories", "sector", ONE_OF, OM_N_SECTORS, OM_SECTOR_SEMANTIC },
  { "memories", "extra_sectors", ONE_OF, 1 << OM_N_SECTORS, 0 },
  { "memories", "sector_confidence", SHARE },
  { "memories", "importance", LEVEL },
  { "memories", "valence", SIGNED },
  { "memories", "arousal", SHARE },
  { "memories", "context", ONE_OF, OM_N_CONTEXTS, -1 },
  { "memories", "flags", COUNT, 0 },
  { "memories", "origin", ONE_OF, OM_N_ORIGINS, OM_ORIGIN_USER },
  { "memories", "stage", ONE_OF, OM_N_VECTOR_STAGES, OM_VECTOR_STAGE_FULL },
  { "memories", "happened_ms", TIME },
  { "memories", "happened_offset", OFFSET },
  { "memories", "happened_precision", ONE_OF, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN },
  { "memories", "civil_day", DAY },
  { "memories", "journal_day", DAY },
  { "memories", "recorded_at", TIME },
  { "memories", "changed_at", TIME },
  { "memories", "archived_at", TIME },
  { "memories", "trashed_at", TIME },
  { "memories", "valid_from", TIME },
  { "memories", "valid_until", TIME },
  { "memories", "version", COUNT, 1 },
  { "memories", "section_index", COUNT, 0 },
  { "memories", "section_count", COUNT, 0 },
  { "waypoints", "weight", SHARE },
  { "waypoints", "created_at", TIME },
  { "waypoints", "walked_at", TIME },
  { "events", "at", TIME },
  { "events", "salience_before", SHARE },
  { "events", "salience_after", SHARE },
  { "events", "salience_at", TIME },
  { "events", "last_seen_at", TIME },
  { "events", "last_active_at", TIME },
  { "events", "archived_at", TIME },
  { "events", "coactivations", COUNT, 0 },
  { "events", "activation_count", COUNT, 1 },
};

/* The lowest and the highest value that is right. */
static void
get_limits (gsize   i,
            gint64 *low,
            gint64 *high)
{
  *low = 0;
  *high = 1;
  switch (ranges[i].kind)
    {
    case SIGNED:
      *low = -1;
      break;
    case TIME:
      *low = OM_STORE_MS_MIN - OM_STORE_MS_MARGIN;
      *high = OM_STORE_MS_MAX + OM_STORE_MS_MARGIN;
      break;
    case DAY:
      *low = OM_STORE_DAY_MIN - 1; /* the night before belongs to it */
      *high = OM_STORE_DAY_MAX;
      break;
    case OFFSET:
      *low = -OM_STORE_OFFSET_MAX;
      *high = OM_STORE_OFFSET_MAX;
      break;
    case LEVEL:
      *low = 1;
      *high = 10;
      break;
    case COUNT:
      *low = ranges[i].n;
      *high = OM_STORE_COUNT_MAX;
      break;
    case ONE_OF:
      *high = ranges[i].n - 1;
      break;
    case SHARE:
    default:
      break;
    }
}

/* Not by way of the cache of statements, which knows literals alone. */
static gboolean
count (OmStore    *self,
       const char *sql,
       gint64     *n,
       GError    **error)
{
  sqlite3_stmt *stmt;
  int rc;

  *n = 0;
  rc = sqlite3_prepare_v2 (self->db, sql, -1, &stmt, NULL);

  if (rc == SQLITE_OK)
    rc = sqlite3_step (stmt);
  if (rc == SQLITE_ROW)
    *n = sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  return rc == SQLITE_ROW || om_store_fail (self, rc, error);
}

/**
 * om_store_ranges_check:
 * @findings: (element-type utf8): a sentence is added for each column that holds what it cannot
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_ranges_check (OmStore   *self,
                       GPtrArray *findings,
                       GError   **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *sql = NULL;
      gint64 low, high;
      gint64 n;

      get_limits (i, &low, &high);
      sql = g_strdup_printf ("SELECT count (*) FROM %s WHERE %s NOT BETWEEN %" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT,
                             ranges[i].table, ranges[i].column, low, high);
      if (!count (self, sql, &n, error))
        return FALSE;
      if (n > 0)
        g_ptr_array_add (findings, g_strdup_printf ("%" G_GINT64_FORMAT " numbers are out of range: %s of %s.", n,
                                                    ranges[i].column, ranges[i].table));
    }
  return TRUE;
}

/* What reading makes of it, in the file as well. */
static char *
dup_right_value (gsize i)
{
  const char *column = ranges[i].column;
  gint64 low, high;

  get_limits (i, &low, &high);
  if (ranges[i].kind == ONE_OF)
    return ranges[i].fallback < 0 ? g_strdup ("NULL") : g_strdup_printf ("%d", ranges[i].fallback);
  if (ranges[i].kind == TIME)
    return g_strdup_printf ("CASE WHEN %s < 0 THEN %" G_GINT64_FORMAT " ELSE %" G_GINT64_FORMAT " END", column, OM_STORE_MS_MIN,
                            OM_STORE_MS_MAX);
  return g_strdup_printf ("max (%" G_GINT64_FORMAT ", min (%" G_GINT64_FORMAT ", %s))", low, high, column);
}

/**
 * om_store_ranges_repair:
 *
 * Puts every number that is out of its range to what it is taken for. Joins the open transaction.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_ranges_repair (OmStore *self,
                        GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autofree char *value = dup_right_value (i);
      g_autofree char *sql = NULL;
      gint64 low, high;

      get_limits (i, &low, &high);
      sql = g_strdup_printf ("UPDATE %s SET %s = %s WHERE %s NOT BETWEEN %" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT,
                             ranges[i].table, ranges[i].column, value, ranges[i].column, low, high);
      if (!om_store_exec (self, sql, error))
        return FALSE;
    }
  return TRUE;
}
