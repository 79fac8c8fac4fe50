/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points are put in the order of a curve that fills the plane quarter by quarter. Eight of them in a row are
 * a leaf, four leaves in a row a cell, four cells a greater one: a quadtree without a pointer, which stays
 * balanced whatever lies on top of one another. A leaf walks the tree once for all its eight points. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "graph/om-graph-tree.h"

#include <string.h>

#define LEAF 8
#define FAN 4
/* 4^16 leaves are more than there are numbers for. */
#define MAX_LEVELS 17
/* Two that are nearer push no harder. */
#define NEAREST_SQUARED 1.f

/** Cell: what is below it, as one. */
typedef struct
{
  float min_x;
  float min_y;
  float max_x;
  float max_y;
  float x; /* centre of mass */
  float y;
  float mass;
} Cell;

/**
 * OmGraphTree:
 * @n: points
 * @n_levels: leaves are level 0, the last has one cell
 * @first: where each level begins in @cells
 * @n_cells: how many each level has
 * @order: (owned): the points along the curve
 * @codes: (owned): their places on it
 * @x: (owned): along the curve, filled up to whole leaves by what weighs nothing
 */
struct _OmGraphTree
{
  gsize    n;
  guint    n_levels;
  gsize    first[MAX_LEVELS];
  gsize    n_cells[MAX_LEVELS];
  Cell    *cells;
  guint32 *order;
  guint32 *codes;
  guint32 *spare_order;
  guint32 *spare_codes;
  float   *x;
  float   *y;
  float   *mass;
  float   *push_x;
  float   *push_y;
};

/** om_graph_tree_new: Returns: (transfer full): room for so many points */
OmGraphTree *
om_graph_tree_new (gsize n_points)
{
  OmGraphTree *self = g_new0 (OmGraphTree, 1);
  gsize n_cells = MAX (1, (n_points + LEAF - 1) / LEAF);
  gsize n_filled = n_cells * LEAF;
  gsize total = 0;

  g_assert (n_points < G_MAXUINT32);
  self->n = n_points;
  for (;; n_cells = (n_cells + FAN - 1) / FAN)
    {
      self->first[self->n_levels] = total;
      self->n_cells[self->n_levels++] = n_cells;
      total += n_cells;
      if (n_cells == 1)
        break;
    }
  self->cells = g_new0 (Cell, total);
  self->order = g_new0 (guint32, n_points + 1);
  self->codes = g_new0 (guint32, n_points + 1);
  self->spare_order = g_new0 (guint32, n_points + 1);
  self->spare_codes = g_new0 (guint32, n_points + 1);
  self->x = g_new0 (float, n_filled);
  self->y = g_new0 (float, n_filled);
  self->mass = g_new0 (float, n_filled);
  self->push_x = g_new0 (float, n_filled);
  self->push_y = g_new0 (float, n_filled);
  return self;
}

/** om_graph_tree_free: @self: (transfer full) */
void
om_graph_tree_free (OmGraphTree *self)
{
  g_free (self->cells);
  g_free (self->order);
  g_free (self->codes);
  g_free (self->spare_order);
  g_free (self->spare_codes);
  g_free (self->x);
  g_free (self->y);
  g_free (self->mass);
  g_free (self->push_x);
  g_free (self->push_y);
  g_free (self);
}

/* Building --------------------------------------------------------------------------------------- */

/* Every bit of 16 gets a zero before it. */
static guint32
spread_bits (guint32 v)
{
  v = (v | v << 8) & 0x00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f;
  v = (v | v << 2) & 0x33333333;
  return (v | v << 1) & 0x55555555;
}

/* Where each point lies on the curve. */
static void
find_codes (OmGraphTree        *self,
            const OmGraphPoint *points)
{
  float min_x = points[0].x;
  float max_x = points[0].x;
  float min_y = points[0].y;
  float max_y = points[0].y;
  float extent;
  float scale;

  for (gsize i = 1; i < self->n; i++)
    {
      min_x = MIN (min_x, points[i].x);
      max_x = MAX (max_x, points[i].x);
      min_y = MIN (min_y, points[i].y);
      max_y = MAX (max_y, points[i].y);
    }
  extent = MAX (max_x - min_x, max_y - min_y);
  scale = extent > 0 ? 65535.f / extent : 0;
  for (gsize i = 0; i < self->n; i++)
    {
      guint32 x = (guint32) ((points[i].x - min_x) * scale);
      guint32 y = (guint32) ((points[i].y - min_y) * scale);

      self->codes[i] = spread_bits (MIN (x, 65535)) | spread_bits (MIN (y, 65535)) << 1;
      self->order[i] = (guint32) i;
    }
}

/* By code; what has the same one stays in the order of its numbers. */
static void
sort_points (OmGraphTree *self)
{
  for (guint shift = 0; shift < 32; shift += 8)
    {
      gsize counts[257] = { 0 };
      guint32 *other;

      for (gsize i = 0; i < self->n; i++)
        counts[(self->codes[i] >> shift & 0xff) + 1]++;
      for (guint i = 1; i < 257; i++)
        counts[i] += counts[i - 1];
      for (gsize i = 0; i < self->n; i++)
        {
          gsize at = counts[self->codes[i] >> shift & 0xff]++;

          self->spare_codes[at] = self->codes[i];
          self->spare_order[at] = self->order[i];
        }
      other = self->codes;
      self->codes = self->spare_codes;
      self->spare_codes = other;
      other = self->order;
      self->order = self->spare_order;
      self->spare_order = other;
    }
}

static void
add_to_cell (Cell        *cell,
             const Cell  *part,
             gboolean     is_first)
{
  if (is_first)
    {
      *cell = *part;
      cell->x *= part->mass;
      cell->y *= part->mass;
      return;
    }
  cell->min_x = MIN (cell->min_x, part->min_x);
  cell->min_y = MIN (cell->min_y, part->min_y);
  cell->max_x = MAX (cell->max_x, part->max_x);
  cell->max_y = MAX (cell->max_y, part->max_y);
  cell->x += part->x * part->mass;
  cell->y += part->y * part->mass;
  cell->mass += part->mass;
}

static void
finish_cell (Cell *cell)
{
  if (cell->mass > 0)
    {
      cell->x /= cell->mass;
      cell->y /= cell->mass;
    }
}

static void
build (OmGraphTree        *self,
       const OmGraphPoint *points,
       const float        *masses)
{
  gsize n_filled = self->n_cells[0] * LEAF;

  find_codes (self, points);
  sort_points (self);
  for (gsize i = 0; i < n_filled; i++)
    {
      /* What fills up the last leaf lies where its last point does. */
      guint32 point = self->order[MIN (i, self->n - 1)];

      self->x[i] = points[point].x;
      self->y[i] = points[point].y;
      self->mass[i] = i < self->n ? masses[point] : 0;
    }
  for (gsize leaf = 0; leaf < self->n_cells[0]; leaf++)
    {
      Cell *cell = &self->cells[leaf];

      for (gsize i = leaf * LEAF; i < (leaf + 1) * LEAF; i++)
        {
          Cell part = { self->x[i], self->y[i], self->x[i], self->y[i], self->x[i], self->y[i], self->mass[i] };

          add_to_cell (cell, &part, i == leaf * LEAF);
        }
      finish_cell (cell);
    }
  for (guint level = 1; level < self->n_levels; level++)
    {
      for (gsize i = 0; i < self->n_cells[level]; i++)
        {
          Cell *cell = &self->cells[self->first[level] + i];

          for (gsize j = i * FAN; j < MIN ((i + 1) * FAN, self->n_cells[level - 1]); j++)
            add_to_cell (cell, &self->cells[self->first[level - 1] + j], j == i * FAN);
          finish_cell (cell);
        }
    }
}

/* Walking ---------------------------------------------------------------------------------------- */

/* What one mass at a place does to the eight points of a leaf. */
static inline void
push_leaf (OmGraphTree *self,
           gsize        start,
           float        x,
           float        y,
           float        mass)
{
  const float *restrict xs = self->x + start;
  const float *restrict ys = self->y + start;
  float *restrict push_x = self->push_x + start;
  float *restrict push_y = self->push_y + start;

  for (int i = 0; i < LEAF; i++)
    {
      float dx = xs[i] - x;
      float dy = ys[i] - y;
      float squared = dx * dx + dy * dy;
      float force = mass / MAX (squared, NEAREST_SQUARED);

      push_x[i] += dx * force;
      push_y[i] += dy * force;
    }
}

/* Whether the cell is so far from all points of the leaf that it counts as one. */
static inline gboolean
is_far (const Cell *cell,
        const Cell *leaf,
        float       theta_squared)
{
  float width = cell->max_x - cell->min_x;
  float height = cell->max_y - cell->min_y;
  float size = MAX (width, height);
  float dx = MAX (0, MAX (leaf->min_x - cell->x, cell->x - leaf->max_x));
  float dy = MAX (0, MAX (leaf->min_y - cell->y, cell->y - leaf->max_y));

  return size * size < theta_squared * (dx * dx + dy * dy);
}

static void
walk (OmGraphTree *self,
      gsize        leaf,
      float        theta_squared)
{
  struct
  {
    guint32 level;
    guint32 cell;
  } stack[MAX_LEVELS * FAN];
  guint n = 0;
  const Cell *own = &self->cells[leaf];

  stack[n].level = self->n_levels - 1;
  stack[n++].cell = 0;
  while (n > 0)
    {
      guint level = stack[--n].level;
      gsize number = stack[n].cell;
      const Cell *cell = &self->cells[self->first[level] + number];

      if (is_far (cell, own, theta_squared))
        push_leaf (self, leaf * LEAF, cell->x, cell->y, cell->mass);
      else if (level == 0)
        {
          /* What lies at the very place of a point, itself first of all, does not push it. */
          for (gsize i = number * LEAF; i < (number + 1) * LEAF; i++)
            push_leaf (self, leaf * LEAF, self->x[i], self->y[i], self->mass[i]);
        }
      else
        {
          for (gsize i = number * FAN; i < MIN ((number + 1) * FAN, self->n_cells[level - 1]); i++)
            {
              stack[n].level = level - 1;
              stack[n++].cell = (guint32) i;
            }
        }
    }
}

/**
 * om_graph_tree_push:
 * @points: as many as there is room for, each finite
 * @masses: how much each weighs
 * @theta: a cell that is smaller than this share of its distance counts as one point; 0 reckons exactly
 * @pushes: (out caller-allocates): for each the sum of mass x difference / distance² over all others; at a
 *   distance under 1 of mass x difference
 */
void
om_graph_tree_push (OmGraphTree        *self,
                    const OmGraphPoint *points,
                    const float        *masses,
                    float               theta,
                    OmGraphPoint       *pushes)
{
  if (self->n == 0)
    return;
  build (self, points, masses);
  memset (self->push_x, 0, self->n_cells[0] * LEAF * sizeof (float));
  memset (self->push_y, 0, self->n_cells[0] * LEAF * sizeof (float));
  for (gsize leaf = 0; leaf < self->n_cells[0]; leaf++)
    walk (self, leaf, theta * theta);
  for (gsize i = 0; i < self->n; i++)
    pushes[self->order[i]] = (OmGraphPoint){ self->push_x[i], self->push_y[i] };
}
