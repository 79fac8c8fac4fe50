/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from one memory to another: fewest links, and of equal ways the one that goes by the strongest
 * link first. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-path.h"

#include <glib/gi18n.h>

#include "engine/om-engine-private.h"
#include "engine/om-filter-mask.h"
#include "store/om-store-memories.h"

/** om_path_free: */
void
om_path_free (OmPath *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->ids);
  g_array_unref (self->weights);
  g_array_unref (self->rows);
  g_free (self);
}

typedef struct
{
  const char     *from;
  const char     *to;
  guint           max_steps;
  const OmFilter *filter;
  gboolean        include_private;
} PathArgs;

/** Step: how a memory was reached. */
typedef struct
{
  guint32 doc;
  guint32 came_from; /* index among the steps */
  guint   n_steps;
  float   weight;
} Step;

/* Breadth first; the neighbours of a memory come by falling weight. FALSE if there is no way. */
static gboolean
search (const OmWaypointGraph *graph,
        const OmDocSet        *mask,
        guint32                from,
        guint32                to,
        guint                  max_steps,
        GArray                *steps,
        GCancellable          *cancellable)
{
  g_autoptr (OmDocSet) seen = om_doc_set_new ();
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (OmLinkEnd));
  Step first = { from, G_MAXUINT32, 0, 1 };

  g_array_append_val (steps, first);
  om_doc_set_add (seen, from);
  if (from == to)
    return TRUE;
  for (guint i = 0; i < steps->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      Step here = g_array_index (steps, Step, i);

      if (here.n_steps == max_steps)
        return FALSE;
      g_array_set_size (ends, 0);
      om_waypoint_graph_neighbours (graph, here.doc, OM_LINK_BOTH, ends);
      for (guint j = 0; j < ends->len; j++)
        {
          const OmLinkEnd *end = &g_array_index (ends, OmLinkEnd, j);
          Step next = { end->doc, i, here.n_steps + 1, end->weight };

          if (om_doc_set_has (seen, end->doc) || !om_doc_set_has (mask, end->doc))
            continue;
          om_doc_set_add (seen, end->doc);
          g_array_append_val (steps, next);
          if (end->doc == to)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
collect (OmStore      *store,
         const GArray *steps,
         OmPath       *path,
         GError      **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = steps->len - 1; i != G_MAXUINT32; i = g_array_index (steps, Step, i).came_from)
    {
      const Step *step = &g_array_index (steps, Step, i);
      double weight = step->weight;
      g_autoptr (OmMemory) memory = om_store_memory_get (store, step->doc, error);
      gint64 row;

      if (memory == NULL)
        return FALSE;
      row = memory->type == OM_MEMORY_TYPE_SECTION && memory->parent_row != 0 ? memory->parent_row : memory->row;
      if (path->rows->len == 0 || g_array_index (path->rows, gint64, 0) != row)
        g_array_prepend_val (path->rows, row);
      g_ptr_array_insert (ids, 0, g_strdup (memory->id));
      if (step->came_from != G_MAXUINT32)
        g_array_prepend_val (path->weights, weight);
    }
  g_ptr_array_add (ids, NULL);
  g_strfreev (path->ids);
  path->ids = (char **) g_ptr_array_steal (ids, NULL);
  return TRUE;
}

static gpointer
find_path (OmEngine     *self,
           OmStore      *store,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  const PathArgs *args = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (OmPath) path = g_new0 (OmPath, 1);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  gint64 from = om_store_memory_find_row (store, args->from, error);
  gint64 to = from > 0 ? om_store_memory_find_row (store, args->to, error) : 0;
  gboolean found;

  path->ids = g_new0 (char *, 1);
  path->weights = g_array_new (FALSE, FALSE, sizeof (double));
  path->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (from <= 0 || to <= 0)
    return NULL;
  if (!om_mirror_is_loaded (mirror))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_LOCKED, _("The links are still being loaded. Ask again in a moment."));
      return NULL;
    }
  om_mirror_lock (mirror);
  {
    g_autoptr (OmDocSet) mask = om_filter_mask_new (mirror, args->filter, args->include_private, FALSE,
                                                    &om_engine_get_params (self)->constants, om_engine_now (self));

    found = om_doc_set_has (mask, (guint32) from) && om_doc_set_has (mask, (guint32) to) &&
            search (om_mirror_get_graph (mirror), mask, (guint32) from, (guint32) to, args->max_steps, steps, cancellable);
  }
  om_mirror_unlock (mirror);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (found && !collect (store, steps, path, error))
    return NULL;
  return g_steal_pointer (&path);
}

/**
 * om_engine_find_path:
 * @from: a memory
 * @to: another
 * @max_steps: links, 1..%OM_PATH_MAX_STEPS
 * @filter: (nullable): which memories the way may lead over, both ends among them
 * @include_private: it may lead over private ones
 * @error: return location; %OM_ERROR_LOCKED while the links are still being loaded
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): the way with the fewest links
 */
OmPath *
om_engine_find_path (OmEngine       *self,
                     const char     *from,
                     const char     *to,
                     guint           max_steps,
                     const OmFilter *filter,
                     gboolean        include_private,
                     GCancellable   *cancellable,
                     GError        **error)
{
  PathArgs args = { from, to, MIN (max_steps, OM_PATH_MAX_STEPS), filter, include_private };

  return om_engine_read (self, find_path, &args, cancellable, error);
}

/* What an asynchronous search owns. */
static void
path_args_free (gpointer data)
{
  PathArgs *args = data;

  g_free ((char *) args->from);
  g_free ((char *) args->to);
  om_filter_free ((OmFilter *) args->filter);
  g_free (args);
}

/** om_engine_find_path_async: the same without blocking. */
void
om_engine_find_path_async (OmEngine            *self,
                           const char          *from,
                           const char          *to,
                           guint                max_steps,
                           const OmFilter      *filter,
                           gboolean             include_private,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  PathArgs *args = g_new0 (PathArgs, 1);

  args->from = g_strdup (from);
  args->to = g_strdup (to);
  args->max_steps = MIN (max_steps, OM_PATH_MAX_STEPS);
  args->filter = filter != NULL ? om_filter_copy (filter) : om_filter_new ();
  args->include_private = include_private;
  om_engine_read_async (self, find_path, args, path_args_free, (GDestroyNotify) om_path_free, om_engine_find_path_async,
                        cancellable, callback, data);
}

/** om_engine_find_path_finish: (transfer full) (nullable) */
OmPath *
om_engine_find_path_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return om_engine_finish (self, result, om_engine_find_path_async, error);
}
