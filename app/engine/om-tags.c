/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags are the same whatever their case; the spelling that was there first stays. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-tags.h"

#include "store/om-store-tags.h"

static gboolean
is_named (const char        *tag,
          const char *const *names)
{
  g_autofree char *key = om_store_tag_key (tag);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *other = om_store_tag_key (names[i]);

      if (g_strcmp0 (key, other) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * om_tags_changed:
 * @tags: what a memory has
 * @add: (nullable): what it gets
 * @remove: (nullable): what it loses
 *
 * Returns: (transfer full): its tags then
 */
char **
om_tags_changed (const char *const *tags,
                 const char *const *add,
                 const char *const *remove)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; tags[i] != NULL; i++)
    {
      if (!is_named (tags[i], remove))
        g_strv_builder_add (builder, tags[i]);
    }
  for (guint i = 0; add != NULL && add[i] != NULL; i++)
    {
      if (!is_named (add[i], tags))
        g_strv_builder_add (builder, add[i]);
    }
  return g_strv_builder_end (builder);
}
