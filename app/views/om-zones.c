/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the time zones this machine knows, from the table that comes with its zone data. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-zones.h"

#include <string.h>

/* The table has a zone a line: country codes, coordinates, name, remarks, parted by tabs. */
#define ZONE_TABLE "/usr/share/zoneinfo/zone1970.tab"
#define OLD_ZONE_TABLE "/usr/share/zoneinfo/zone.tab"

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_zones_dup_names:
 *
 * Blocks for reading a small file; not for the main thread.
 *
 * Returns: (transfer full): NULL-terminated: names like `Europe/Vienna`, sorted, `UTC` first; `UTC`
 *   alone where there is no table
 */
char **
om_zones_dup_names (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *table = NULL;

  if (g_file_get_contents (ZONE_TABLE, &table, NULL, NULL) || g_file_get_contents (OLD_ZONE_TABLE, &table, NULL, NULL))
    {
      g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

      for (char **line = lines; *line != NULL; line++)
        {
          g_auto (GStrv) fields = **line != '#' ? g_strsplit (*line, "\t", -1) : NULL;

          if (fields != NULL && g_strv_length (fields) >= 3)
            g_ptr_array_add (names, g_strdup (fields[2]));
        }
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_insert (names, 0, g_strdup ("UTC"));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}
