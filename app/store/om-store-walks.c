/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One text in the table of single values, newest act last: a line for each link, which is what few
 * recalls walk. Lines that make no sense are left out. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-walks.h"

#include "store/om-store-meta.h"
#include "store/om-store-private.h"
#include "store/om-store-waypoints.h"

#define KEY "walks"

/* group source target kind weight walked_at weight walked_at */
#define N_FIELDS 8

static gboolean
parse_integer (const char *text,
               gint64     *value)
{
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL);
}

static gboolean
parse_weight (const char *text,
              double     *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && *value >= 0 && *value <= 1;
}

static gboolean
parse (const char *line,
       OmWalk       *walk)
{
  g_auto (GStrv) fields = g_strsplit (line, " ", -1);
  gint64 kind;

  *walk = (OmWalk){ 0 };
  if (g_strv_length (fields) != N_FIELDS || !parse_integer (fields[0], &walk->group) ||
      !parse_integer (fields[1], &walk->before.source) || !parse_integer (fields[2], &walk->before.target) ||
      !parse_integer (fields[3], &kind) || !parse_weight (fields[4], &walk->before.weight) ||
      !parse_integer (fields[5], &walk->before.walked_at) || !parse_weight (fields[6], &walk->weight_after) ||
      !parse_integer (fields[7], &walk->walked_after) || kind < 0 || kind >= OM_N_WAYPOINT_KINDS)
    return FALSE;
  walk->before.kind = (OmWaypointKind) kind;
  return TRUE;
}

static void
append (GString    *text,
        const OmWalk *walk)
{
  char before[G_ASCII_DTOSTR_BUF_SIZE];
  char after[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (before, sizeof before, walk->before.weight);
  g_ascii_dtostr (after, sizeof after, walk->weight_after);
  g_string_append_printf (text,
                          "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %s %" G_GINT64_FORMAT
                          " %s %" G_GINT64_FORMAT "\n",
                          walk->group, walk->before.source, walk->before.target, (int) walk->before.kind, before,
                          walk->before.walked_at, after, walk->walked_after);
}

/**
 * om_store_walks_list:
 *
 * Returns: (transfer full) (nullable) (element-type OmWalk): the links of the newest acts, in the order
 *   of the acts
 */
GArray *
om_store_walks_list (OmStore *self,
                     GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *text = om_store_meta_get (self, KEY, &local);
  g_autoptr (GArray) walks = g_array_new (FALSE, FALSE, sizeof (OmWalk));
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  for (guint i = 0; lines[i] != NULL; i++)
    {
      OmWalk walk;

      if (parse (lines[i], &walk))
        g_array_append_val (walks, walk);
    }
  return g_steal_pointer (&walks);
}

/* The newest acts alone. */
static gboolean
write_walks (OmStore      *self,
             const GArray *walks,
             GError      **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint first = walks->len;
  gint64 group = 0;

  for (guint n = 0; first > 0; first--)
    {
      const OmWalk *walk = &g_array_index (walks, OmWalk, first - 1);

      if (walk->group != group && ++n > OM_STORE_WALKS_MAX)
        break;
      group = walk->group;
    }
  for (guint i = first; i < walks->len; i++)
    append (text, &g_array_index (walks, OmWalk, i));
  return om_store_meta_set (self, KEY, text->len > 0 ? text->str : NULL, error);
}

/**
 * om_store_walks_note:
 * @group: number of an act that walks links
 * @before: (element-type OmWaypoint): what they were
 * @after: (element-type OmWaypoint): the same links, what they are now
 *
 * In the transaction of the act. Only the newest sixteen acts are known afterwards.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_walks_note (OmStore      *self,
                     gint64        group,
                     const GArray *before,
                     const GArray *after,
                     GError      **error)
{
  g_autoptr (GArray) walks = NULL;

  g_return_val_if_fail (before->len == after->len, FALSE);

  if (before->len == 0)
    return TRUE;
  walks = om_store_walks_list (self, error);
  if (walks == NULL)
    return FALSE;
  for (guint i = 0; i < before->len; i++)
    {
      const OmWaypoint *now = &g_array_index (after, OmWaypoint, i);
      OmWalk walk = { group, g_array_index (before, OmWaypoint, i), now->weight, now->walked_at };

      g_array_append_val (walks, walk);
    }
  return write_walks (self, walks, error);
}

/**
 * om_store_walks_put:
 * @walks: (element-type OmWalk): links of acts that are newer than all that are known
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_walks_put (OmStore      *self,
                    const GArray *walks,
                    GError      **error)
{
  g_autoptr (GArray) all = NULL;

  if (walks->len == 0)
    return TRUE;
  all = om_store_walks_list (self, error);
  if (all == NULL)
    return FALSE;
  g_array_append_vals (all, walks->data, walks->len);
  return write_walks (self, all, error);
}

/* A link that is not what the act made of it has been walked since, or pruned: it is left alone. */
static gboolean
restore (OmStore    *self,
         const OmWalk *walk,
         guint      *n_restored,
         GError    **error)
{
  g_autoptr (GArray) links = om_store_waypoints_from_rows (self, &walk->before.source, 1, error);

  for (guint i = 0; links != NULL && i < links->len; i++)
    {
      OmWaypoint link = g_array_index (links, OmWaypoint, i);

      if (link.target != walk->before.target || link.kind != walk->before.kind || link.weight != walk->weight_after ||
          link.walked_at != walk->walked_after)
        continue;
      link.weight = walk->before.weight;
      link.walked_at = walk->before.walked_at;
      if (!om_store_waypoint_put (self, &link, error))
        return FALSE;
      *n_restored += 1;
    }
  return links != NULL;
}

/**
 * om_store_walks_undo:
 * @group: an act
 * @n_restored: (out): links that are as they were before it
 *
 * In the transaction that takes the act back.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_walks_undo (OmStore *self,
                     gint64   group,
                     guint   *n_restored,
                     GError **error)
{
  g_autoptr (GArray) walks = om_store_walks_list (self, error);
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (OmWalk));

  *n_restored = 0;
  if (walks == NULL)
    return FALSE;
  for (guint i = 0; i < walks->len; i++)
    {
      const OmWalk *walk = &g_array_index (walks, OmWalk, i);

      if (walk->group != group)
        g_array_append_vals (left, walk, 1);
      else if (!restore (self, walk, n_restored, error))
        return FALSE;
    }
  return left->len == walks->len || write_walks (self, left, error);
}
