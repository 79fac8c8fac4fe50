/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs along the links, each as stiff as its weight says and softer at a node with many; repulsion of all
 * by all; a pull to the middle, which keeps what is not linked in sight. Heat scales all of it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "graph/om-graph-forces.h"

#include "graph/om-graph-tree.h"

/* In the measure of OM_GRAPH_LINK_LENGTH. */
#define REPULSION 36.f
#define GRAVITY .02f
/* What is left of the speed after a step. */
#define GLIDE .6f
/* A weak link is looser, but holds. */
#define LEAST_PULL .35f
/* Nobody leaps further in a step, in lengths of a link. */
#define LONGEST_LEAP 8.f

/** Spring: a link as it pulls. */
typedef struct
{
  guint32 a;
  guint32 b;
  float   stiffness;
  float   share_b; /* how much of the pull moves b, the rest moves a: what has many links stays */
} Spring;

/**
 * OmGraphForces:
 * @n: nodes
 * @springs: (owned) (element-type Spring)
 * @masses: (owned)
 * @speeds: (owned)
 * @pushes: (owned): room for a step
 * @tree: (owned)
 * @length: of a link at rest
 */
struct _OmGraphForces
{
  gsize         n;
  GArray       *springs;
  float        *masses;
  OmGraphPoint *speeds;
  OmGraphPoint *pushes;
  OmGraphTree  *tree;
  float         length;
};

/**
 * om_graph_forces_new:
 * @links: (array length=n_links): between two nodes each, none twice
 * @masses: (array length=n_nodes): how hard each pushes
 * @length: of a link at rest
 *
 * Returns: (transfer full): nodes that stand still
 */
OmGraphForces *
om_graph_forces_new (gsize              n_nodes,
                     const OmGraphLink *links,
                     gsize              n_links,
                     const float       *masses,
                     float              length)
{
  OmGraphForces *self = g_new0 (OmGraphForces, 1);
  g_autofree guint32 *degrees = g_new0 (guint32, n_nodes + 1);

  self->n = n_nodes;
  self->length = length;
  self->masses = g_memdup2 (masses, n_nodes * sizeof (float));
  self->speeds = g_new0 (OmGraphPoint, n_nodes + 1);
  self->pushes = g_new0 (OmGraphPoint, n_nodes + 1);
  self->tree = om_graph_tree_new (n_nodes);
  self->springs = g_array_sized_new (FALSE, FALSE, sizeof (Spring), (guint) n_links);
  for (gsize i = 0; i < n_links; i++)
    {
      g_assert (links[i].a < n_nodes && links[i].b < n_nodes && links[i].a != links[i].b);
      degrees[links[i].a]++;
      degrees[links[i].b]++;
    }
  for (gsize i = 0; i < n_links; i++)
    {
      guint32 at_a = degrees[links[i].a];
      guint32 at_b = degrees[links[i].b];
      Spring spring = { links[i].a, links[i].b,
                        (LEAST_PULL + (1 - LEAST_PULL) * CLAMP (links[i].weight, 0, 1)) / (float) MIN (at_a, at_b),
                        (float) at_a / (float) (at_a + at_b) };

      g_array_append_val (self->springs, spring);
    }
  return self;
}

/** om_graph_forces_free: @self: (transfer full) */
void
om_graph_forces_free (OmGraphForces *self)
{
  g_array_unref (self->springs);
  g_free (self->masses);
  g_free (self->speeds);
  g_free (self->pushes);
  om_graph_tree_free (self->tree);
  g_free (self);
}

static void
pull (OmGraphForces      *self,
      const OmGraphPoint *places,
      float               heat)
{
  const Spring *springs = (const Spring *) self->springs->data;

  for (guint i = 0; i < self->springs->len; i++)
    {
      const Spring *spring = &springs[i];
      OmGraphPoint *a = &self->speeds[spring->a];
      OmGraphPoint *b = &self->speeds[spring->b];
      float dx = places[spring->b].x + b->x - places[spring->a].x - a->x;
      float dy = places[spring->b].y + b->y - places[spring->a].y - a->y;
      float distance = sqrtf (dx * dx + dy * dy);
      float by;

      /* In the same place there is no direction to pull in. */
      if (!(distance > 1e-6f))
        continue;
      by = (distance - self->length) / distance * heat * spring->stiffness;
      b->x -= dx * by * spring->share_b;
      b->y -= dy * by * spring->share_b;
      a->x += dx * by * (1 - spring->share_b);
      a->y += dy * by * (1 - spring->share_b);
    }
}

/**
 * om_graph_forces_step:
 * @places: (inout) (array length=n_nodes): where they are, each finite
 * @held: (nullable) (array length=n_nodes): not 0 for those that stay
 * @heat: 1 at the beginning, falling
 * @theta: see om_graph_tree_push()
 *
 * Moves all that are not held.
 */
void
om_graph_forces_step (OmGraphForces *self,
                      OmGraphPoint  *places,
                      const guint8  *held,
                      float          heat,
                      float          theta)
{
  float leap = LONGEST_LEAP * self->length;

  om_graph_tree_push (self->tree, places, self->masses, theta, self->pushes);
  pull (self, places, heat);
  for (gsize i = 0; i < self->n; i++)
    {
      OmGraphPoint *speed = &self->speeds[i];
      float length;

      if (held != NULL && held[i] != 0)
        {
          *speed = (OmGraphPoint){ 0, 0 };
          continue;
        }
      speed->x = GLIDE * (speed->x + heat * (REPULSION * self->pushes[i].x - GRAVITY * places[i].x));
      speed->y = GLIDE * (speed->y + heat * (REPULSION * self->pushes[i].y - GRAVITY * places[i].y));
      length = sqrtf (speed->x * speed->x + speed->y * speed->y);
      if (!(length <= leap))
        {
          float by = isfinite (length) && length > 0 ? leap / length : 0;

          speed->x *= by;
          speed->y *= by;
        }
      places[i].x += speed->x;
      places[i].y += speed->y;
    }
}
