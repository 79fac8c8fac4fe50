/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A large graph is laid out from its coarsest form on: few nodes find the shape, and each finer form begins
 * where the one before came to rest. Nothing is left to chance: where something needs a direction, it is that
 * of a number made from its key. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "graph/om-graph-layout.h"

#include <stdlib.h>
#include <string.h>

#include "graph/om-graph-coarse.h"
#include "graph/om-graph-forces.h"
#include "graph/om-graph-tree.h"

/* Fewer nodes need no coarser form. */
#define SMALLEST 160
#define MAX_FORMS 24
/* A form that is not smaller than this share of the one before helps nothing. */
#define LEAST_SHRINKING .9
/* Steps of the coarsest form, of those between, and of the nodes themselves. */
#define STEPS_ALONE 300
#define STEPS_COARSEST 200
#define STEPS_BETWEEN 60
#define STEPS_FINEST 70
#define STEPS_BESIDE 120
#define HEAT_FIRST 1.f
#define HEAT_BETWEEN .5f
#define HEAT_FINEST .35f
#define HEAT_BESIDE .4f
#define HEAT_LAST .001f
/* The golden angle: points after one another on such a spiral never lie on top of one another. */
#define TURN 2.39996323f

/**
 * Form:
 * A form of the graph, the finest first.
 * @coarse: (owned) (nullable): the form after it
 * @masses: (owned)
 * @links: (owned) (element-type OmGraphLink)
 * @places: (owned)
 * @n: nodes
 */
typedef struct
{
  OmGraphCoarse *coarse;
  float         *masses;
  GArray        *links;
  OmGraphPoint  *places;
  gsize          n;
} Form;

/**
 * OmGraphLayout:
 * @n: nodes
 * @order: (owned): by rank, the number of the node; ranks are by key
 * @keys: (owned): by rank
 * @held: (owned) (nullable): by rank, those that stay
 * @forms: the finest first
 * @n_forms: how many
 * @form: which is being laid out
 * @forces: (owned) (nullable): of it
 * @n_left: steps it still takes; at rest when the finest has none left
 * @heat: of the next step
 * @cooling: what is left of it after a step
 */
struct _OmGraphLayout
{
  gsize          n;
  guint32       *order;
  gint64        *keys;
  guint8        *held;
  Form           forms[MAX_FORMS];
  guint          n_forms;
  guint          form;
  OmGraphForces *forces;
  guint          n_left;
  float          heat;
  float          cooling;
};

/* 0..1, from a number; evenly spread. */
static float
chance_of (gint64 key)
{
  guint64 v = (guint64) key + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  v = (v ^ v >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  v = (v ^ v >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  v ^= v >> 31;
  return (float) (v >> 40) / 16777216.f;
}

/* The i-th place on a spiral around a middle. */
static OmGraphPoint
place_on_spiral (OmGraphPoint middle,
                 gsize        i,
                 float        begin,
                 float        distance)
{
  float radius = distance * sqrtf ((float) i + .5f);
  float angle = begin * 2 * (float) G_PI + (float) i * TURN;

  return (OmGraphPoint){ middle.x + radius * cosf (angle), middle.y + radius * sinf (angle) };
}

/* Ranks ------------------------------------------------------------------------------------------ */

typedef struct
{
  gint64  key;
  guint32 number;
} Ranked;

static int
compare_ranked (gconstpointer a,
                gconstpointer b)
{
  const Ranked *one = a;
  const Ranked *other = b;

  if (one->key != other->key)
    return one->key < other->key ? -1 : 1;
  return (one->number > other->number) - (one->number < other->number);
}

static void
rank (OmGraphLayout     *self,
      const gint64      *keys,
      const OmGraphLink *links,
      gsize              n_links)
{
  g_autofree Ranked *ranked = g_new0 (Ranked, self->n + 1);
  g_autofree guint32 *rank_of = g_new0 (guint32, self->n + 1);
  g_autofree OmGraphLink *by_rank = g_new0 (OmGraphLink, n_links + 1);

  for (gsize i = 0; i < self->n; i++)
    ranked[i] = (Ranked){ keys[i], (guint32) i };
  qsort (ranked, self->n, sizeof (Ranked), compare_ranked);
  for (gsize i = 0; i < self->n; i++)
    {
      self->order[i] = ranked[i].number;
      self->keys[i] = ranked[i].key;
      rank_of[ranked[i].number] = (guint32) i;
    }
  for (gsize i = 0; i < n_links; i++)
    {
      g_assert (links[i].a < self->n && links[i].b < self->n);
      by_rank[i] = (OmGraphLink){ rank_of[links[i].a], rank_of[links[i].b], links[i].weight };
    }
  self->forms[0].links = om_graph_links_tidy (by_rank, n_links);
}

static float *
weigh (gsize         n,
       const GArray *links)
{
  float *masses = g_new0 (float, n + 1);

  for (guint i = 0; i < links->len; i++)
    {
      masses[g_array_index (links, OmGraphLink, i).a]++;
      masses[g_array_index (links, OmGraphLink, i).b]++;
    }
  for (gsize i = 0; i < n; i++)
    masses[i] = sqrtf (1 + .5f * masses[i]);
  return masses;
}

/* Forms ------------------------------------------------------------------------------------------ */

static float
length_of (const OmGraphLayout *self,
           guint                form)
{
  return OM_GRAPH_LINK_LENGTH * sqrtf ((float) self->n / (float) MAX (1, self->forms[form].n));
}

static void
begin_form (OmGraphLayout *self,
            guint          form,
            guint          n_steps,
            float          heat)
{
  const Form *of = &self->forms[form];

  g_clear_pointer (&self->forces, om_graph_forces_free);
  self->form = form;
  self->forces = om_graph_forces_new (of->n, (const OmGraphLink *) of->links->data, of->links->len, of->masses,
                                      length_of (self, form));
  self->n_left = of->n > 1 ? n_steps : 0;
  self->heat = heat;
  self->cooling = powf (HEAT_LAST / heat, 1.f / (float) n_steps);
}

/* Each part begins around the place of the whole. */
static void
unfold (OmGraphLayout *self)
{
  const Form *from = &self->forms[self->form];
  Form *to = &self->forms[self->form - 1];
  g_autofree guint32 *n_parts = g_new0 (guint32, from->n + 1);
  float distance = .4f * length_of (self, self->form - 1);

  for (gsize i = 0; i < to->n; i++)
    {
      guint32 parent = to->coarse->parents[i];

      to->places[i] = place_on_spiral (from->places[parent], n_parts[parent]++, chance_of (parent), distance);
    }
}

static void
add_coarser_forms (OmGraphLayout *self)
{
  while (self->n_forms < MAX_FORMS && self->forms[self->n_forms - 1].n > SMALLEST)
    {
      Form *last = &self->forms[self->n_forms - 1];
      OmGraphCoarse *coarse = om_graph_coarse_new (last->n, (const OmGraphLink *) last->links->data, last->links->len,
                                                   last->masses);
      Form *form = &self->forms[self->n_forms];

      if ((double) coarse->n_nodes > LEAST_SHRINKING * (double) last->n)
        {
          om_graph_coarse_free (coarse);
          return;
        }
      last->coarse = coarse;
      form->n = coarse->n_nodes;
      form->masses = g_memdup2 (coarse->masses, coarse->n_nodes * sizeof (float));
      form->links = g_array_ref (coarse->links);
      form->places = g_new0 (OmGraphPoint, form->n + 1);
      self->n_forms++;
    }
}

static void
begin_anew (OmGraphLayout *self)
{
  guint last;

  add_coarser_forms (self);
  last = self->n_forms - 1;
  for (gsize i = 0; i < self->forms[last].n; i++)
    self->forms[last].places[i] = place_on_spiral ((OmGraphPoint){ 0, 0 }, i, 0, .6f * length_of (self, last));
  begin_form (self, last, last == 0 ? STEPS_ALONE : STEPS_COARSEST, HEAT_FIRST);
}

/* Beside ----------------------------------------------------------------------------------------- */

/* Those that have no place get one around the middle of their neighbours that have; once more for those whose
 * neighbours have just got one, and so on. */
static void
place_beside (OmGraphLayout *self)
{
  Form *form = &self->forms[0];
  g_autofree OmGraphPoint *sums = g_new0 (OmGraphPoint, self->n + 1);
  g_autofree float *weights = g_new0 (float, self->n + 1);
  float radius = 0;
  gsize n_left = 0;
  gboolean moved;

  do
    {
      moved = FALSE;
      memset (sums, 0, self->n * sizeof *sums);
      memset (weights, 0, self->n * sizeof *weights);
      for (guint i = 0; i < form->links->len; i++)
        {
          const OmGraphLink *link = &g_array_index (form->links, OmGraphLink, i);
          gboolean at_a = om_graph_is_placed (form->places[link->a]);
          gboolean at_b = om_graph_is_placed (form->places[link->b]);
          guint32 known = at_a ? link->a : link->b;
          guint32 other = at_a ? link->b : link->a;
          float weight = .1f + link->weight;

          if (at_a == at_b)
            continue;
          sums[other].x += weight * form->places[known].x;
          sums[other].y += weight * form->places[known].y;
          weights[other] += weight;
        }
      for (gsize i = 0; i < self->n; i++)
        {
          if (weights[i] <= 0)
            continue;
          form->places[i] = place_on_spiral ((OmGraphPoint){ sums[i].x / weights[i], sums[i].y / weights[i] }, 0,
                                             chance_of (self->keys[i]), OM_GRAPH_LINK_LENGTH);
          moved = TRUE;
        }
    }
  while (moved);

  /* Linked with nothing that has a place: around all the rest. */
  for (gsize i = 0; i < self->n; i++)
    {
      if (om_graph_is_placed (form->places[i]))
        radius = MAX (radius, hypotf (form->places[i].x, form->places[i].y));
    }
  for (gsize i = 0; i < self->n; i++)
    {
      float angle = (float) n_left * TURN;

      if (om_graph_is_placed (form->places[i]))
        continue;
      radius += OM_GRAPH_LINK_LENGTH / (2 * (float) G_PI) / (1 + (float) n_left++ / 8);
      form->places[i] = (OmGraphPoint){ radius * cosf (angle), radius * sinf (angle) };
    }
}

/* Two in one place would stay together for ever: the later one steps aside. */
static void
part_same_places (OmGraphLayout *self)
{
  Form *form = &self->forms[0];
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);

  G_STATIC_ASSERT (sizeof (OmGraphPoint) == sizeof (gint64));
  for (gsize i = 0; i < self->n; i++)
    {
      for (guint n = 0; g_hash_table_contains (seen, &form->places[i]) && n < 64; n++)
        form->places[i] = place_on_spiral (form->places[i], n, chance_of (self->keys[i]), .05f * OM_GRAPH_LINK_LENGTH);
      g_hash_table_add (seen, &form->places[i]);
    }
}

static void
begin_beside (OmGraphLayout *self,
              gsize          n_placed)
{
  Form *form = &self->forms[0];

  self->held = g_new0 (guint8, self->n + 1);
  for (gsize i = 0; i < self->n; i++)
    self->held[i] = om_graph_is_placed (form->places[i]);
  place_beside (self);
  if (n_placed == self->n)
    return;
  part_same_places (self);
  begin_form (self, 0, STEPS_BESIDE, HEAT_BESIDE);
}

/* ------------------------------------------------------------------------------------------------ */

/**
 * om_graph_layout_new:
 * @keys: (array length=n_nodes): a number for each node, the same each time, none twice
 * @links: (array length=n_links): between nodes, by their places in @keys
 * @places: (nullable) (array length=n_nodes): where they were the last time; %OM_GRAPH_NOWHERE for new ones. If
 *   fewer than half have a place all begin anew
 *
 * Returns: (transfer full): a layout; at rest from the beginning if every node has a place
 */
OmGraphLayout *
om_graph_layout_new (const gint64       *keys,
                     gsize               n_nodes,
                     const OmGraphLink  *links,
                     gsize               n_links,
                     const OmGraphPoint *places)
{
  OmGraphLayout *self = g_new0 (OmGraphLayout, 1);
  Form *form = &self->forms[0];
  gsize n_placed = 0;

  self->n = n_nodes;
  self->order = g_new0 (guint32, n_nodes + 1);
  self->keys = g_new0 (gint64, n_nodes + 1);
  self->n_forms = 1;
  form->n = n_nodes;
  form->places = g_new0 (OmGraphPoint, n_nodes + 1);
  rank (self, keys, links, n_links);
  form->masses = weigh (n_nodes, form->links);
  for (gsize i = 0; i < n_nodes; i++)
    {
      form->places[i] = places != NULL ? places[self->order[i]] : OM_GRAPH_NOWHERE;
      n_placed += om_graph_is_placed (form->places[i]);
    }
  if (n_nodes == 0)
    return self;
  if (n_placed > 0 && 2 * n_placed >= n_nodes)
    begin_beside (self, n_placed);
  else
    begin_anew (self);
  return self;
}

/** om_graph_layout_free: @self: (transfer full) */
void
om_graph_layout_free (OmGraphLayout *self)
{
  for (guint i = 0; i < self->n_forms; i++)
    {
      Form *form = &self->forms[i];

      g_clear_pointer (&form->coarse, om_graph_coarse_free);
      g_free (form->masses);
      g_free (form->places);
      g_array_unref (form->links);
    }
  g_clear_pointer (&self->forces, om_graph_forces_free);
  g_free (self->order);
  g_free (self->keys);
  g_free (self->held);
  g_free (self);
}

/** om_graph_layout_is_at_rest: Returns: %TRUE if nothing moves any more */
gboolean
om_graph_layout_is_at_rest (const OmGraphLayout *self)
{
  return self->form == 0 && self->n_left == 0;
}

/** om_graph_layout_get_heat: Returns: 1 at the beginning, falling, 0 at rest; it rises where a finer form begins */
double
om_graph_layout_get_heat (const OmGraphLayout *self)
{
  return om_graph_layout_is_at_rest (self) ? 0 : self->heat;
}

/**
 * om_graph_layout_step:
 *
 * Moves all nodes a little, and cools.
 *
 * Returns: %FALSE once it is at rest
 */
gboolean
om_graph_layout_step (OmGraphLayout *self)
{
  Form *form = &self->forms[self->form];

  if (om_graph_layout_is_at_rest (self))
    return FALSE;
  if (self->n_left > 0)
    {
      om_graph_forces_step (self->forces, form->places, self->form == 0 ? self->held : NULL, self->heat, OM_GRAPH_THETA);
      self->heat *= self->cooling;
      self->n_left--;
    }
  if (self->n_left == 0 && self->form > 0)
    {
      unfold (self);
      begin_form (self, self->form - 1, self->form == 1 ? STEPS_FINEST : STEPS_BETWEEN,
                  self->form == 1 ? HEAT_FINEST : HEAT_BETWEEN);
    }
  return !om_graph_layout_is_at_rest (self);
}

/**
 * om_graph_layout_get_places:
 * @places: (out caller-allocates): one a node, each finite; while a coarse form is laid out, that of the whole
 *   they are part of
 */
void
om_graph_layout_get_places (const OmGraphLayout *self,
                            OmGraphPoint        *places)
{
  for (gsize i = 0; i < self->n; i++)
    {
      guint32 part = (guint32) i;

      for (guint form = 0; form < self->form; form++)
        part = self->forms[form].coarse->parents[part];
      places[self->order[i]] = self->forms[self->form].places[part];
    }
}
