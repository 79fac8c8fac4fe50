/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person has put aside on Today, for the rest of the day: "DAY ID:FLAGS ID:FLAGS ..." in the store. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-aside.h"

#include <string.h>

#include "store/om-store-meta.h"

#define ASIDE "aside"

/**
 * om_aside_read:
 * @store: a connection of the caller's
 * @journal_day: the running one
 *
 * Returns: (transfer full): id or %OM_CARD_RESTED -> #OmMemoryFlags that putting it aside has set; empty on
 *   another day than the one it was written on
 */
GHashTable *
om_aside_read (OmStore *store,
               gint32   journal_day)
{
  GHashTable *aside = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = om_store_meta_get (store, ASIDE, NULL);
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", " ", -1);

  if (words[0] == NULL || g_ascii_strtoll (words[0], NULL, 10) != journal_day)
    return aside;
  for (char **word = words + 1; *word != NULL; word++)
    {
      char *flags = strchr (*word, ':');

      if (flags != NULL)
        *flags++ = '\0';
      g_hash_table_insert (aside, g_strdup (*word),
                           GUINT_TO_POINTER (flags != NULL ? (guint) g_ascii_strtoull (flags, NULL, 10) : 0));
    }
  return aside;
}

/**
 * om_aside_write:
 * @store: the writer's connection
 * @journal_day: the running one
 * @aside: as om_aside_read() gives it
 * @error: return location
 */
gboolean
om_aside_write (OmStore    *store,
                gint32      journal_day,
                GHashTable *aside,
                GError    **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GList) ids = g_list_sort (g_hash_table_get_keys (aside), (GCompareFunc) strcmp);

  g_string_append_printf (text, "%d", journal_day);
  for (GList *id = ids; id != NULL; id = id->next)
    g_string_append_printf (text, " %s:%u", (char *) id->data, GPOINTER_TO_UINT (g_hash_table_lookup (aside, id->data)));
  return om_store_meta_set (store, ASIDE, text->str, error);
}
