/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-places.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/**
 * om_store_places_load:
 *
 * Returns: (transfer full) (nullable) (element-type OmPlace): all, ascending by row
 */
GArray *
om_store_places_load (OmStore *self,
                      GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (OmPlace));
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT memory, x, y FROM map_places ORDER BY memory", error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmPlace place = { sqlite3_column_int64 (s.stmt, 0), sqlite3_column_double (s.stmt, 1),
                        sqlite3_column_double (s.stmt, 2) };

      g_array_append_val (places, place);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&places) : NULL;
}

/**
 * om_store_places_put:
 * @places: (array length=n_places): where they lie now; of memories that are gone nothing is kept
 *
 * In one transaction.
 */
gboolean
om_store_places_put (OmStore       *self,
                     const OmPlace *places,
                     gsize          n_places,
                     GError       **error)
{
  gboolean ok = TRUE;

  if (!om_store_change_begin (self, error))
    return FALSE;
  for (gsize i = 0; ok && i < n_places; i++)
    {
      g_auto (OmStatement) s = { 0 };

      ok = om_statement_open (&s, self,
                              "INSERT OR REPLACE INTO map_places (memory, x, y)"
                              " SELECT row, ?, ? FROM memories WHERE row = ?",
                              error);
      if (!ok)
        break;
      om_statement_add_real (&s, places[i].x);
      om_statement_add_real (&s, places[i].y);
      om_statement_add_int (&s, places[i].row);
      ok = om_statement_step (&s, error) == OM_STEP_DONE;
    }
  return om_store_change_end (self, ok, error);
}
