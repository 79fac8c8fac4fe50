/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thread and who asks share it by reference: who asks lets go and does not wait for a step to end. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-map-mover.h"

#include "graph/om-graph-layout.h"

struct _OmMapMover
{
  gint           ref_count;  /* (atomic) */
  GMutex         mutex;
  GCond          taken;      /* (mutex): what was put there was taken, or nobody waits for it any more */
  OmGraphLayout *layout;     /* (owned) (nullable): of the thread alone */
  gint64        *keys;       /* (owned): likewise, as are the next two */
  OmGraphLink   *links;      /* (owned) */
  OmGraphPoint  *own;        /* (owned) */
  OmGraphPoint  *places;     /* (owned) (mutex): the newest */
  gsize          n;
  gsize          n_links;
  guint          pace;       /* (mutex): steps between one taking and the next; 0: none until it is at rest */
  gboolean       is_new;     /* (mutex): not taken yet */
  gboolean       at_rest;    /* (mutex) */
  gboolean       let_go;     /* (mutex) */
};

static void
mover_unref (OmMapMover *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_clear_pointer (&self->layout, om_graph_layout_free);
  g_free (self->keys);
  g_free (self->links);
  g_free (self->own);
  g_free (self->places);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->taken);
  g_free (self);
}

/* Under the mutex. FALSE if nobody wants to know. */
static gboolean
hand_over (OmMapMover *self,
           gboolean    at_rest)
{
  while (!self->let_go && self->is_new && self->pace > 0)
    g_cond_wait (&self->taken, &self->mutex);
  for (gsize i = 0; i < self->n; i++)
    self->places[i] = self->own[i];
  self->is_new = TRUE;
  self->at_rest = at_rest;
  return !self->let_go;
}

static gpointer
move_thread (gpointer data)
{
  OmMapMover *self = data;
  gboolean moving = TRUE;
  gboolean wanted = TRUE;
  guint n_steps = 0;

  self->layout = om_graph_layout_new (self->keys, self->n, self->links, self->n_links, self->own);
  while (moving && wanted)
    {
      moving = om_graph_layout_step (self->layout);
      n_steps++;
      g_mutex_lock (&self->mutex);
      wanted = !self->let_go;
      if (wanted && (!moving || (self->pace > 0 && n_steps >= self->pace)))
        {
          om_graph_layout_get_places (self->layout, self->own);
          wanted = hand_over (self, !moving);
          n_steps = 0;
        }
      g_mutex_unlock (&self->mutex);
    }
  mover_unref (self);
  return NULL;
}

/**
 * om_map_mover_new:
 * @map: a map; it is not read any more afterwards
 * @anew: all places are found anew; otherwise those that have one stay
 *
 * Returns: (transfer full): it is at work
 */
OmMapMover *
om_map_mover_new (const OmMap *map,
                  gboolean     anew)
{
  OmMapMover *self = g_new0 (OmMapMover, 1);

  self->ref_count = 2;
  self->n = map->nodes->len;
  self->n_links = map->edges->len;
  self->keys = g_new0 (gint64, self->n + 1);
  self->links = g_new0 (OmGraphLink, self->n_links + 1);
  self->own = g_new0 (OmGraphPoint, self->n + 1);
  self->places = g_new0 (OmGraphPoint, self->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    {
      self->keys[i] = om_map_get_node (map, i)->row;
      self->own[i] = anew ? OM_GRAPH_NOWHERE : om_map_get_node (map, i)->place;
    }
  for (guint32 i = 0; i < self->n_links; i++)
    {
      const OmMapEdge *edge = om_map_get_edge (map, i);

      self->links[i] = (OmGraphLink){ edge->source, edge->target, edge->stored };
    }
  g_mutex_init (&self->mutex);
  g_cond_init (&self->taken);
  g_thread_unref (g_thread_new ("map", move_thread, self));
  return self;
}

/** om_map_mover_free: @self: (transfer full): it stops after the step it is at */
void
om_map_mover_free (OmMapMover *self)
{
  g_mutex_lock (&self->mutex);
  self->let_go = TRUE;
  g_cond_signal (&self->taken);
  g_mutex_unlock (&self->mutex);
  mover_unref (self);
}

/**
 * om_map_mover_set_pace:
 * @n_steps: so many between one om_map_mover_take() and the next, for who looks on; 0: as fast as can be, and
 *   nothing to take before it is at rest
 */
void
om_map_mover_set_pace (OmMapMover *self,
                       guint       n_steps)
{
  g_mutex_lock (&self->mutex);
  self->pace = n_steps;
  g_cond_signal (&self->taken);
  g_mutex_unlock (&self->mutex);
}

/**
 * om_map_mover_take:
 * @places: (out caller-allocates): by node of the map
 * @at_rest: (out): these are the last
 *
 * Returns: %FALSE if there are none that are new
 */
gboolean
om_map_mover_take (OmMapMover   *self,
                   OmGraphPoint *places,
                   gboolean     *at_rest)
{
  gboolean is_new;

  g_mutex_lock (&self->mutex);
  is_new = self->is_new;
  if (is_new)
    {
      for (gsize i = 0; i < self->n; i++)
        places[i] = self->places[i];
      *at_rest = self->at_rest;
      self->is_new = FALSE;
      g_cond_signal (&self->taken);
    }
  g_mutex_unlock (&self->mutex);
  return is_new;
}
