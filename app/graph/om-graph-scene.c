/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of many are made by a grid that lies still on the plane and doubles its width where the scale halves, so
 * that they stay the same while one moves about. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "graph/om-graph-scene.h"

#include <string.h>

/* So many are seen one by one. */
#define MOST_ALONE 600
/* A cell of the grid is between this and twice as wide, pixels. */
#define CELL_PX 26
/* The weakest of more than these are left out. */
#define MOST_LINES 1800
/* What is just outside reaches into the window. */
#define MARGIN_PX 40
/* A step that goes so far has to lie twice as well in the direction. */
#define FAR_AWAY 160

struct _OmGraphScene
{
  GArray     *marks;   /* (owned) (element-type OmGraphMark) */
  GArray     *lines;   /* (owned) (element-type OmGraphLine) */
  GArray     *mark_of; /* (owned) (element-type guint32): by node, OM_GRAPH_NONE outside the window */
  GArray     *pairs;   /* (owned) (element-type guint64): table of pairs of marks that have a line */
  GArray     *line_of; /* (owned) (element-type guint32): their lines */
};

/** om_graph_scene_new: Returns: (transfer full): nothing to see yet */
OmGraphScene *
om_graph_scene_new (void)
{
  OmGraphScene *self = g_new0 (OmGraphScene, 1);

  self->marks = g_array_new (FALSE, TRUE, sizeof (OmGraphMark));
  self->lines = g_array_new (FALSE, TRUE, sizeof (OmGraphLine));
  self->mark_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pairs = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->line_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

/** om_graph_scene_free: @self: (transfer full) */
void
om_graph_scene_free (OmGraphScene *self)
{
  g_array_unref (self->marks);
  g_array_unref (self->lines);
  g_array_unref (self->mark_of);
  g_array_unref (self->pairs);
  g_array_unref (self->line_of);
  g_free (self);
}

/* The window ------------------------------------------------------------------------------------- */

/** om_graph_window_project: Returns: where a place of the plane lies in the window */
OmGraphPoint
om_graph_window_project (const OmGraphWindow *window,
                         OmGraphPoint         place)
{
  return (OmGraphPoint){ (float) ((place.x - window->x) * window->scale + window->width / 2),
                         (float) ((place.y - window->y) * window->scale + window->height / 2) };
}

/** om_graph_window_unproject: Returns: the place of the plane that is seen there */
OmGraphPoint
om_graph_window_unproject (const OmGraphWindow *window,
                           double               x,
                           double               y)
{
  return (OmGraphPoint){ (float) ((x - window->width / 2) / window->scale + window->x),
                         (float) ((y - window->height / 2) / window->scale + window->y) };
}

#define LEAST_SCALE .004
#define GREATEST_SCALE 12.

/**
 * om_graph_window_zoom:
 * @by: greater than 1 to go nearer
 * @x: in the window; what is seen there stays there
 * @y: in the window
 */
void
om_graph_window_zoom (OmGraphWindow *window,
                      double         by,
                      double         x,
                      double         y)
{
  double scale = CLAMP (window->scale * by, LEAST_SCALE, GREATEST_SCALE);

  window->x += (x - window->width / 2) * (1 / window->scale - 1 / scale);
  window->y += (y - window->height / 2) * (1 / window->scale - 1 / scale);
  window->scale = scale;
}

/**
 * om_graph_window_fit:
 * @flags: all of these a node has to have
 * @margin: pixels around
 *
 * All such nodes are seen. A few are not made larger than life.
 */
void
om_graph_window_fit (OmGraphWindow     *window,
                     const OmGraphNode *nodes,
                     gsize              n_nodes,
                     guint8             flags,
                     double             margin)
{
  double min_x = G_MAXDOUBLE;
  double max_x = -G_MAXDOUBLE;
  double min_y = G_MAXDOUBLE;
  double max_y = -G_MAXDOUBLE;
  double width = MAX (1, window->width - 2 * margin);
  double height = MAX (1, window->height - 2 * margin);

  for (gsize i = 0; i < n_nodes; i++)
    {
      if ((nodes[i].flags & flags) != flags || !om_graph_is_placed (nodes[i].place))
        continue;
      min_x = MIN (min_x, nodes[i].place.x);
      max_x = MAX (max_x, nodes[i].place.x);
      min_y = MIN (min_y, nodes[i].place.y);
      max_y = MAX (max_y, nodes[i].place.y);
    }
  if (min_x > max_x)
    return;
  window->x = (min_x + max_x) / 2;
  window->y = (min_y + max_y) / 2;
  window->scale = CLAMP (MIN (width / MAX (1, max_x - min_x), height / MAX (1, max_y - min_y)), LEAST_SCALE, 2);
}

/** om_graph_radius: Returns: how large a node is drawn, pixels */
float
om_graph_radius (float  size,
                 double scale)
{
  return (4 + 9 * sqrtf (CLAMP (size, 0, 1))) * (float) CLAMP (sqrt (scale), .75, 1.7);
}

/* Marks ------------------------------------------------------------------------------------------ */

static gboolean
is_inside (const OmGraphWindow *window,
           OmGraphPoint         at)
{
  return at.x >= -MARGIN_PX && at.y >= -MARGIN_PX && at.x <= window->width + MARGIN_PX &&
         at.y <= window->height + MARGIN_PX;
}

static guint32
add_mark (OmGraphScene        *self,
          const OmGraphWindow *window,
          const OmGraphNode   *node,
          guint32              number,
          OmGraphPoint         at)
{
  OmGraphMark mark = { at.x, at.y, om_graph_radius (node->size, window->scale), number, 1, node->group, node->flags };

  g_array_append_val (self->marks, mark);
  return self->marks->len - 1;
}

/** Cell: what a mark of many is made from. */
typedef struct
{
  guint32 mark; /* 1 + its number, 0 if there is none */
  double  x;
  double  y;
  double  weight;
  float   size; /* of the greatest */
  guint32 groups[OM_GRAPH_MAX_GROUPS];
} Cell;

static void
add_to_cell (OmGraphScene        *self,
             Cell                *cell,
             const OmGraphWindow *window,
             const OmGraphNode   *node,
             guint32              number,
             OmGraphPoint         at)
{
  double weight = .1 + node->size;
  OmGraphMark *mark;

  if (cell->mark == 0)
    {
      cell->mark = add_mark (self, window, node, number, at) + 1;
      cell->size = node->size;
    }
  else
    {
      mark = &g_array_index (self->marks, OmGraphMark, cell->mark - 1);
      mark->count++;
      if (node->size > cell->size)
        {
          cell->size = node->size;
          mark->node = number;
        }
      mark->flags = (guint8) (((mark->flags | node->flags) & ~OM_GRAPH_DIM) | (mark->flags & node->flags & OM_GRAPH_DIM));
    }
  cell->x += weight * at.x;
  cell->y += weight * at.y;
  cell->weight += weight;
  cell->groups[node->group % OM_GRAPH_MAX_GROUPS]++;
  g_array_index (self->mark_of, guint32, number) = cell->mark - 1;
}

static void
finish_cells (OmGraphScene *self,
              const Cell   *cells,
              gsize         n_cells,
              double        cell_px)
{
  for (gsize i = 0; i < n_cells; i++)
    {
      OmGraphMark *mark;
      guint most = 0;

      if (cells[i].mark == 0)
        continue;
      mark = &g_array_index (self->marks, OmGraphMark, cells[i].mark - 1);
      if (mark->count == 1)
        continue;
      mark->x = (float) (cells[i].x / cells[i].weight);
      mark->y = (float) (cells[i].y / cells[i].weight);
      mark->radius = MIN (6 + 1.6f * log2f ((float) mark->count), (float) cell_px / 2);
      for (guint group = 1; group < OM_GRAPH_MAX_GROUPS; group++)
        {
          if (cells[i].groups[group] > cells[i].groups[most])
            most = group;
        }
      mark->group = (guint8) most;
    }
}

static void
see_marks (OmGraphScene        *self,
           const OmGraphNode   *nodes,
           gsize                n_nodes,
           const OmGraphWindow *window)
{
  double cell = exp2 (ceil (log2 (CELL_PX / window->scale))); /* in units of the plane */
  double left = floor ((window->x - (window->width / 2 + MARGIN_PX) / window->scale) / cell);
  double top = floor ((window->y - (window->height / 2 + MARGIN_PX) / window->scale) / cell);
  gsize n_columns = (gsize) ((window->width + 2 * MARGIN_PX) / window->scale / cell) + 2;
  gsize n_rows = (gsize) ((window->height + 2 * MARGIN_PX) / window->scale / cell) + 2;
  g_autofree Cell *cells = NULL;
  gsize n_inside = 0;

  for (gsize i = 0; i < n_nodes; i++)
    n_inside += (nodes[i].flags & OM_GRAPH_SHOWN) != 0 &&
                is_inside (window, om_graph_window_project (window, nodes[i].place));
  if (n_inside > MOST_ALONE)
    cells = g_new0 (Cell, n_columns * n_rows);
  for (gsize i = 0; i < n_nodes; i++)
    {
      OmGraphPoint at = om_graph_window_project (window, nodes[i].place);

      if ((nodes[i].flags & OM_GRAPH_SHOWN) == 0 || !is_inside (window, at))
        continue;
      if (cells == NULL || (nodes[i].flags & OM_GRAPH_ALONE) != 0)
        {
          g_array_index (self->mark_of, guint32, i) = add_mark (self, window, &nodes[i], (guint32) i, at);
        }
      else
        {
          gsize column = (gsize) CLAMP (floor (nodes[i].place.x / cell) - left, 0, (double) n_columns - 1);
          gsize row = (gsize) CLAMP (floor (nodes[i].place.y / cell) - top, 0, (double) n_rows - 1);

          add_to_cell (self, &cells[row * n_columns + column], window, &nodes[i], (guint32) i, at);
        }
    }
  if (cells != NULL)
    finish_cells (self, cells, n_columns * n_rows, cell * window->scale);
}

/* Lines ------------------------------------------------------------------------------------------ */

static void
add_line (OmGraphScene      *self,
          const OmGraphEdge *edge,
          OmGraphPoint       from,
          OmGraphPoint       to)
{
  OmGraphLine line = { from.x, from.y, to.x, to.y, edge->weight, edge->kind, edge->flags };

  g_array_append_val (self->lines, line);
}

static guint64
mix (guint64 v)
{
  v = (v ^ v >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return v ^ v >> 33;
}

/* The line between two marks, if there is one already. */
static OmGraphLine *
find_line (OmGraphScene *self,
           guint32       a,
           guint32       b)
{
  guint64 pair = ((guint64) MIN (a, b) << 32 | MAX (a, b)) + 1;
  guint mask = self->pairs->len - 1;
  guint at = (guint) mix (pair) & mask;

  while (g_array_index (self->pairs, guint64, at) != 0 && g_array_index (self->pairs, guint64, at) != pair)
    at = (at + 1) & mask;
  if (g_array_index (self->pairs, guint64, at) == pair)
    return &g_array_index (self->lines, OmGraphLine, g_array_index (self->line_of, guint32, at));
  g_array_index (self->pairs, guint64, at) = pair;
  g_array_index (self->line_of, guint32, at) = self->lines->len;
  return NULL;
}

/* A table at least twice as large as what may come into it. */
static void
clear_pairs (OmGraphScene *self,
             gsize         n_edges)
{
  guint size = 64;

  while (size < 2 * n_edges)
    size *= 2;
  g_array_set_size (self->pairs, 0);
  g_array_set_size (self->pairs, size);
  g_array_set_size (self->line_of, size);
}

/* The strongest stay, and what is on the way that is shown. */
static void
drop_weak_lines (OmGraphScene *self)
{
  enum { N_BINS = 256 };
  guint bins[N_BINS] = { 0 };
  guint n = 0;
  guint kept = 0;
  int least = N_BINS;

  if (self->lines->len <= MOST_LINES)
    return;
  for (guint i = 0; i < self->lines->len; i++)
    bins[(int) (CLAMP (g_array_index (self->lines, OmGraphLine, i).weight, 0, 1) * (N_BINS - 1))]++;
  while (least > 0 && n + bins[least - 1] <= MOST_LINES)
    n += bins[--least];
  for (guint i = 0; i < self->lines->len; i++)
    {
      OmGraphLine line = g_array_index (self->lines, OmGraphLine, i);
      int bin = (int) (CLAMP (line.weight, 0, 1) * (N_BINS - 1));

      /* Of those as strong as the weakest that stays there is room for some. */
      if (bin < least - 1 || (bin == least - 1 && n >= MOST_LINES))
        {
          if ((line.flags & OM_GRAPH_ON_PATH) == 0)
            continue;
        }
      else if (bin == least - 1)
        n++;
      g_array_index (self->lines, OmGraphLine, kept++) = line;
    }
  g_array_set_size (self->lines, kept);
}

static void
see_lines (OmGraphScene        *self,
           const OmGraphNode   *nodes,
           const OmGraphEdge   *edges,
           gsize                n_edges,
           const OmGraphWindow *window)
{
  clear_pairs (self, n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      const OmGraphEdge *edge = &edges[i];
      guint32 a = g_array_index (self->mark_of, guint32, edge->a);
      guint32 b = g_array_index (self->mark_of, guint32, edge->b);
      const OmGraphMark *from = a != OM_GRAPH_NONE ? &g_array_index (self->marks, OmGraphMark, a) : NULL;
      const OmGraphMark *to = b != OM_GRAPH_NONE ? &g_array_index (self->marks, OmGraphMark, b) : NULL;
      OmGraphLine *line;

      if ((edge->flags & OM_GRAPH_SHOWN) == 0 || (from == NULL && to == NULL) || a == b)
        continue;
      if (from == NULL || to == NULL)
        {
          /* From a single one it leads out of the window; from many there would be too many. */
          if ((from != NULL ? from : to)->count == 1)
            add_line (self, edge, om_graph_window_project (window, nodes[edge->a].place),
                      om_graph_window_project (window, nodes[edge->b].place));
          continue;
        }
      line = from->count > 1 || to->count > 1 ? find_line (self, a, b) : NULL;
      if (line == NULL)
        add_line (self, edge, (OmGraphPoint){ from->x, from->y }, (OmGraphPoint){ to->x, to->y });
      else
        {
          if (edge->weight > line->weight)
            {
              line->weight = edge->weight;
              line->kind = edge->kind;
            }
          line->flags |= edge->flags & ~OM_GRAPH_DIM;
        }
    }
  drop_weak_lines (self);
}

/**
 * om_graph_scene_look:
 * @nodes: (array length=n_nodes): each placed
 * @edges: (array length=n_edges): between them
 * @window: through which one looks
 *
 * Finds out what is seen.
 */
void
om_graph_scene_look (OmGraphScene        *self,
                     const OmGraphNode   *nodes,
                     gsize                n_nodes,
                     const OmGraphEdge   *edges,
                     gsize                n_edges,
                     const OmGraphWindow *window)
{
  g_array_set_size (self->marks, 0);
  g_array_set_size (self->lines, 0);
  g_array_set_size (self->mark_of, (guint) n_nodes);
  if (n_nodes == 0)
    return;
  memset (self->mark_of->data, 0xff, n_nodes * sizeof (guint32));
  if (window->width < 1 || window->height < 1)
    return;
  see_marks (self, nodes, n_nodes, window);
  see_lines (self, nodes, edges, n_edges, window);
}

/** om_graph_scene_get_marks: Returns: (transfer none) (array length=n_marks): what is seen, valid until the next look */
const OmGraphMark *
om_graph_scene_get_marks (const OmGraphScene *self,
                          guint              *n_marks)
{
  *n_marks = self->marks->len;
  return (const OmGraphMark *) self->marks->data;
}

/** om_graph_scene_get_lines: Returns: (transfer none) (array length=n_lines): what is seen, valid until the next look */
const OmGraphLine *
om_graph_scene_get_lines (const OmGraphScene *self,
                          guint              *n_lines)
{
  *n_lines = self->lines->len;
  return (const OmGraphLine *) self->lines->data;
}

/**
 * om_graph_scene_find:
 * @slack: so far beside a mark still hits it, pixels
 *
 * Returns: (transfer none) (nullable): the mark there; of several the one whose middle is nearest
 */
const OmGraphMark *
om_graph_scene_find (const OmGraphScene *self,
                     double              x,
                     double              y,
                     double              slack)
{
  const OmGraphMark *best = NULL;
  double nearest = G_MAXDOUBLE;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const OmGraphMark *mark = &g_array_index (self->marks, OmGraphMark, i);
      double distance = hypot (mark->x - x, mark->y - y);

      if (distance > mark->radius + slack || distance >= nearest)
        continue;
      nearest = distance;
      best = mark;
    }
  return best;
}

/**
 * om_graph_walk:
 * @from: a node
 * @dx: to the right
 * @dy: down
 *
 * Returns: the node an edge leads to in about this direction: the more exactly the better, of two the nearer;
 *   %OM_GRAPH_NONE if there is none
 */
guint32
om_graph_walk (const OmGraphNode *nodes,
               const OmGraphEdge *edges,
               gsize              n_edges,
               guint32            from,
               int                dx,
               int                dy)
{
  guint32 best = OM_GRAPH_NONE;
  double best_score = 0;

  for (gsize i = 0; i < n_edges; i++)
    {
      guint32 other = edges[i].a == from ? edges[i].b : edges[i].a;
      double x;
      double y;
      double distance;
      double along;
      double score;

      if ((edges[i].a != from && edges[i].b != from) || other == from ||
          (edges[i].flags & OM_GRAPH_SHOWN) == 0 || (nodes[other].flags & OM_GRAPH_SHOWN) == 0)
        continue;
      x = nodes[other].place.x - nodes[from].place.x;
      y = nodes[other].place.y - nodes[from].place.y;
      distance = hypot (x, y);
      along = distance > 0 ? (x * dx + y * dy) / distance / hypot (dx, dy) : 1;
      if (along <= .3)
        continue;
      score = along / (1 + distance / FAR_AWAY);
      if (score > best_score || (score == best_score && other < best))
        {
          best = other;
          best_score = score;
        }
    }
  return best;
}
