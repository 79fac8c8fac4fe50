/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `x`, `x (2)`, `x (3)`. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-unique-name.h"

/**
 * om_unique_names_new:
 *
 * Returns: (transfer full) (element-type utf8 guint): no name given out yet
 */
GHashTable *
om_unique_names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * om_unique_name:
 * @names: those given out, each with how often it was asked for
 * @name: a name
 *
 * The same names in the same order are always given the same numbers.
 *
 * Returns: (transfer full): @name, or @name with a number that nobody has
 */
char *
om_unique_name (GHashTable *names,
                const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
  char *unique = g_strdup (name);

  while (n > 0)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s (%u)", name, ++n);
      if (!g_hash_table_contains (names, unique))
        break;
    }

  g_hash_table_replace (names, g_strdup (name), GUINT_TO_POINTER (MAX (n, 1)));
  if (n > 0)
    g_hash_table_insert (names, g_strdup (unique), GUINT_TO_POINTER (1));
  return unique;
}
