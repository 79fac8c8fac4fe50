/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One going through all histories answers for every instant, so that a slider through time waits for nothing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-map-past.h"

#include <math.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-engine-private.h"
#include "engine/om-history.h"

/* As many instants as may be reckoned with in a moment, within bounds. */
#define MOST_CELLS 3000000
#define FEWEST_INSTANTS 40
#define MOST_INSTANTS 160

/* A cell: salience in thousandths, then the tier, whether it rests, whether it is there. */
#define CELL_SALIENCE 0x3ff
#define CELL_TIER_SHIFT 10
#define CELL_TIER 0x3
#define CELL_RESTS (1u << 12)
#define CELL_THERE (1u << 15)

/** om_map_past_free: @self: (transfer full) (nullable) */
void
om_map_past_free (OmMapPast *self)
{
  if (self == NULL)
    return;

  g_free (self->instants);
  g_free (self->cells);
  g_free (self);
}

/**
 * om_map_past_get:
 * @instant: number of an instant
 * @node: number of a node of the map
 * @salience: (out): then
 * @tier: (out): then
 * @rests: (out): whether it rested
 *
 * Returns: %FALSE if it was not there yet
 */
gboolean
om_map_past_get (const OmMapPast *self,
                 guint            instant,
                 guint32          node,
                 float           *salience,
                 OmTier          *tier,
                 gboolean        *rests)
{
  guint cell;

  g_return_val_if_fail (instant < self->n_instants && node < self->n_nodes, FALSE);

  cell = self->cells[(gsize) instant * self->n_nodes + node];
  *salience = (float) (cell & CELL_SALIENCE) / 1000.f;
  *tier = (OmTier) (cell >> CELL_TIER_SHIFT & CELL_TIER);
  *rests = (cell & CELL_RESTS) != 0;
  return (cell & CELL_THERE) != 0;
}

/** Look: one going through the histories. */
typedef struct
{
  OmMap                  *map;
  OmMapPast              *past;
  const OmModelConstants *constants;
  GArray                 *states; /* (owned) (element-type OmDocState): by node */
  guint                   n_seen;
  GCancellable           *cancellable;
} Look;

static guint16
cell_of (const OmMemory         *then,
         gint64                  at,
         const OmModelConstants *constants)
{
  OmSalienceState state = om_salience_state_from_memory (then);
  guint cell = (guint) lround (1000 * CLAMP (om_salience_present (&state, at, constants), 0, 1));

  cell |= (guint) om_tier_present (&state, at, constants) << CELL_TIER_SHIFT;
  if (om_memory_vividness (then, at, constants, NULL) == OM_VIVIDNESS_RESTING)
    cell |= CELL_RESTS;
  return (guint16) (cell | CELL_THERE);
}

static gboolean
history_cb (gint64        row,
            const GArray *events,
            const GArray *curve,
            gpointer      data)
{
  Look *look = data;
  guint32 node = om_map_find (look->map, row);
  g_autoptr (OmHistory) history = NULL;
  OmMemory memory;

  if (look->n_seen++ % 256 == 0 && g_cancellable_is_cancelled (look->cancellable))
    return FALSE;
  if (node == OM_MAP_NONE || !g_array_index (look->states, OmDocState, node).present)
    return TRUE;
  om_doc_state_to_memory (&g_array_index (look->states, OmDocState, node), &memory);
  history = om_history_of_events (&memory, events, curve, look->constants);
  for (guint i = 0; i < look->past->n_instants; i++)
    {
      gint64 at = look->past->instants[i];
      OmMemory then;

      if (om_history_memory_at (history, &memory, at, &then))
        look->past->cells[(gsize) i * look->past->n_nodes + node] = cell_of (&then, at, look->constants);
    }
  return TRUE;
}

static void
copy_states (Look     *look,
             OmMirror *mirror)
{
  const OmStateTable *states;

  g_array_set_size (look->states, look->map->nodes->len);
  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 i = 0; i < look->map->nodes->len; i++)
    {
      const OmDocState *state = om_state_table_get (states, (guint32) om_map_get_node (look->map, i)->row);

      /* It may have been wiped since the map was made. */
      if (state != NULL)
        g_array_index (look->states, OmDocState, i) = *state;
    }
  om_mirror_unlock (mirror);
}

static void
choose_instants (OmMapPast *past,
                 gint64     first,
                 gint64     last,
                 gsize      n_nodes)
{
  past->n_instants = (guint) CLAMP (MOST_CELLS / MAX (1, n_nodes), FEWEST_INSTANTS, MOST_INSTANTS);
  past->instants = g_new0 (gint64, past->n_instants);
  for (guint i = 0; i < past->n_instants; i++)
    past->instants[i] = first + (gint64) ((double) (last - first) * i / (past->n_instants - 1));
  past->instants[past->n_instants - 1] = last;
}

static gpointer
get_past (OmEngine     *self,
          OmStore      *store,
          gpointer      data,
          GCancellable *cancellable,
          GError      **error)
{
  OmMap *map = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (OmMapPast) past = g_new0 (OmMapPast, 1);
  g_autoptr (GArray) states = g_array_new (FALSE, TRUE, sizeof (OmDocState));
  Look look = { .map = map, .past = past, .constants = &om_engine_get_params (self)->constants, .states = states,
                .cancellable = cancellable };
  gint64 first;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  if (!om_store_events_first (store, &first, error))
    return NULL;
  choose_instants (past, MIN (first, map->at), map->at, map->nodes->len);
  past->n_nodes = map->nodes->len;
  past->cells = g_new0 (guint16, (gsize) past->n_instants * past->n_nodes + 1);
  copy_states (&look, mirror);
  if (!om_store_events_scan (store, history_cb, &look, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&past);
}

/**
 * om_engine_get_map_past:
 * @map: a map
 *
 * Returns: (transfer full) (nullable): how its memories stood, from the first event of the journal to when the
 *   map was made
 */
OmMapPast *
om_engine_get_map_past (OmEngine     *self,
                        OmMap        *map,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_past, map, cancellable, error);
}

/** om_engine_get_map_past_async: the same without blocking. */
void
om_engine_get_map_past_async (OmEngine            *self,
                              OmMap               *map,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_read_async (self, get_past, om_map_ref (map), (GDestroyNotify) om_map_unref, (GDestroyNotify) om_map_past_free,
                        om_engine_get_map_past_async, cancellable, callback, data);
}

/** om_engine_get_map_past_finish: (transfer full) (nullable) */
OmMapPast *
om_engine_get_map_past_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_map_past_async, error);
}
