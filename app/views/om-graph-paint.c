/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links first, then nodes, then labels. A sector has the colour and the shape it has in the charts; the kind of a
 * link is told by its dashes, its weight by its width and by how faint it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-paint.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "chart/om-chart-shape.h"
#include "views/om-looks.h"

#define MOST_LABELS 40
#define MOST_TRIED 120
#define LABEL_GAP_PX 3
/* Steps of faintness: lines of one step are drawn at once. */
#define N_STEPS 5

/**
 * om_graph_palette_init:
 * @self: (out caller-allocates): the colours as they are now
 * @widget: whose style counts
 */
void
om_graph_palette_init (OmGraphPalette *self,
                       GtkWidget      *widget)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);

  gtk_style_context_get_color (style, &self->text);
  if (!gtk_style_context_lookup_color (style, "window_bg_color", &self->ground))
    self->ground = (GdkRGBA){ 1, 1, 1, 1 };
  if (!gtk_style_context_lookup_color (style, "accent_color", &self->accent))
    self->accent = self->text;
  for (int i = 0; i < OM_N_SECTORS; i++)
    om_look_sector_color ((OmSector) i, widget, &self->sectors[i]);
  self->strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
}

/* Links ------------------------------------------------------------------------------------------ */

/**
 * om_graph_paint_dashes:
 * @kind: of a link
 * @width: of its line
 *
 * What is drawn from now on is dashed as that kind.
 */
void
om_graph_paint_dashes (cairo_t       *cr,
                       OmWaypointKind kind,
                       double         width)
{
  static const struct
  {
    int    n;
    double dashes[4];
  } styles[OM_N_WAYPOINT_KINDS] = {
    [OM_WAYPOINT_ASSOCIATION] = { 0, { 0 } },
    [OM_WAYPOINT_HAND] = { 2, { 9, 3 } },
    [OM_WAYPOINT_STRUCTURE] = { 2, { 2, 3 } },
    [OM_WAYPOINT_DUPLICATE] = { 4, { 8, 3, 2, 3 } },
    [OM_WAYPOINT_REFLECTION] = { 2, { 4, 4 } },
  };
  double dashes[4];

  if (kind < 0 || kind >= OM_N_WAYPOINT_KINDS)
    return;
  for (int i = 0; i < styles[kind].n; i++)
    dashes[i] = styles[kind].dashes[i] * MAX (1, width * .7);
  cairo_set_dash (cr, dashes, styles[kind].n, 0);
}

static int
step_of (float weight)
{
  return CLAMP ((int) (weight * N_STEPS), 0, N_STEPS - 1);
}

/**
 * om_graph_palette_get_link:
 * @weight: of a link, 0..1
 * @color: (out caller-allocates): of its line
 *
 * The weaker the fainter; the weakest still stands out 3:1 from the ground, as what carries meaning must.
 */
void
om_graph_palette_get_link (const OmGraphPalette *self,
                           double                weight,
                           GdkRGBA              *color)
{
  *color = self->text;
  color->alpha *= (float) (self->strong ? .6 + .4 * weight : .55 + .16 * weight);
}

/* The lines that look alike. One stroke each: the toolkit would work out where those of one path cross. */
static void
stroke_lines (const OmGraphPaint *self,
              const OmGraphLine  *lines,
              guint               n_lines,
              OmWaypointKind      kind,
              int                 step,
              guint8              flags)
{
  double weight = (step + .5) / N_STEPS;
  double width = .9 + 2.2 * weight;
  gboolean on_path = (flags & OM_GRAPH_ON_PATH) != 0;
  GdkRGBA color = self->palette->accent;

  if (!on_path)
    {
      om_graph_palette_get_link (self->palette, weight, &color);
      color.alpha *= (flags & OM_GRAPH_DIM) != 0 ? .4f : 1;
    }
  else
    width = MAX (3, width + 1);
  gdk_cairo_set_source_rgba (self->cr, &color);
  cairo_set_line_width (self->cr, self->palette->strong ? width + .5 : width);
  om_graph_paint_dashes (self->cr, kind, width);
  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].kind != kind || step_of (lines[i].weight) != step ||
          (lines[i].flags & (OM_GRAPH_ON_PATH | OM_GRAPH_DIM)) != flags)
        continue;
      cairo_move_to (self->cr, lines[i].x0, lines[i].y0);
      cairo_line_to (self->cr, lines[i].x1, lines[i].y1);
      cairo_stroke (self->cr);
    }
}

static void
paint_lines (const OmGraphPaint *self)
{
  static const guint8 flags[] = { OM_GRAPH_DIM, 0, OM_GRAPH_ON_PATH | OM_GRAPH_DIM, OM_GRAPH_ON_PATH };
  guint n_lines;
  const OmGraphLine *lines = om_graph_scene_get_lines (self->scene, &n_lines);
  gboolean there[G_N_ELEMENTS (flags)][OM_N_WAYPOINT_KINDS][N_STEPS] = { 0 };

  for (guint i = 0; i < n_lines; i++)
    {
      for (gsize j = 0; j < G_N_ELEMENTS (flags); j++)
        {
          if ((lines[i].flags & (OM_GRAPH_ON_PATH | OM_GRAPH_DIM)) == flags[j] && lines[i].kind < OM_N_WAYPOINT_KINDS)
            there[j][lines[i].kind][step_of (lines[i].weight)] = TRUE;
        }
    }
  for (gsize j = 0; j < G_N_ELEMENTS (flags); j++)
    {
      for (int kind = 0; kind < OM_N_WAYPOINT_KINDS; kind++)
        {
          for (int step = 0; step < N_STEPS; step++)
            {
              if (there[j][kind][step])
                stroke_lines (self, lines, n_lines, (OmWaypointKind) kind, step, flags[j]);
            }
        }
    }
  cairo_set_dash (self->cr, NULL, 0, 0);
}

/* Nodes ------------------------------------------------------------------------------------------ */

/**
 * om_graph_paint_ring:
 * @mark: around which
 * @strong: it is the chosen one
 */
void
om_graph_paint_ring (cairo_t              *cr,
                     const OmGraphPalette *palette,
                     const OmGraphMark    *mark,
                     gboolean              strong)
{
  gdk_cairo_set_source_rgba (cr, &palette->accent);
  cairo_set_line_width (cr, strong ? 3 : 2);
  cairo_new_sub_path (cr);
  cairo_arc (cr, mark->x, mark->y, mark->radius * 1.15 + 4, 0, 2 * G_PI);
  cairo_stroke (cr);
}

static void
paint_count (const OmGraphPaint *self,
             const OmGraphMark  *mark)
{
  g_autofree char *number = mark->count < 1000 ? g_strdup_printf ("%u", mark->count)
                                               /* Translators: thousands, in very little room */
                                               : g_strdup_printf (C_ ("graph", "%uk"), mark->count / 1000);
  int width;
  int height;

  pango_layout_set_text (self->numbers, number, -1);
  pango_layout_get_pixel_size (self->numbers, &width, &height);
  if (width > 2 * mark->radius + 2)
    return;
  gdk_cairo_set_source_rgba (self->cr, &self->palette->text);
  cairo_move_to (self->cr, mark->x - width / 2.0, mark->y - height / 2.0);
  pango_cairo_show_layout (self->cr, self->numbers);
}

static void
paint_mark (const OmGraphPaint *self,
            const OmGraphMark  *mark)
{
  GdkRGBA color = self->palette->sectors[MIN (mark->group, OM_N_SECTORS - 1)];
  gboolean dim = (mark->flags & OM_GRAPH_DIM) != 0;

  if (dim)
    color.alpha *= self->palette->strong ? .45f : .25f;
  if (mark->count == 1)
    {
      gdk_cairo_set_source_rgba (self->cr, &color);
      om_chart_shape_trace (self->cr, mark->group, mark->x, mark->y, mark->radius);
      cairo_fill_preserve (self->cr);
      /* A rim of the ground keeps neighbours apart. */
      gdk_cairo_set_source_rgba (self->cr, &self->palette->ground);
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
    }
  else
    {
      cairo_new_sub_path (self->cr);
      cairo_arc (self->cr, mark->x, mark->y, mark->radius, 0, 2 * G_PI);
      gdk_cairo_set_source_rgba (self->cr, &self->palette->ground);
      cairo_fill_preserve (self->cr);
      gdk_cairo_set_source_rgba (self->cr, &color);
      cairo_set_line_width (self->cr, 2);
      cairo_stroke_preserve (self->cr);
      color.alpha *= .25f;
      gdk_cairo_set_source_rgba (self->cr, &color);
      cairo_fill (self->cr);
      if (!dim)
        paint_count (self, mark);
    }
  if ((mark->flags & (OM_GRAPH_LIT | OM_GRAPH_ON_PATH)) != 0)
    om_graph_paint_ring (self->cr, self->palette, mark, FALSE);
}

/* Labels ----------------------------------------------------------------------------------------- */

/** Candidate: a mark that may get a label. */
typedef struct
{
  const OmGraphMark *mark;
  float              rank;
} Candidate;

static int
compare_candidates (gconstpointer a,
                    gconstpointer b)
{
  const Candidate *one = a;
  const Candidate *other = b;

  if (one->rank != other->rank)
    return one->rank > other->rank ? -1 : 1;
  return (one->mark->node > other->mark->node) - (one->mark->node < other->mark->node);
}

static gboolean
overlaps (const GArray          *taken,
          const graphene_rect_t *wanted)
{
  for (guint i = 0; i < taken->len; i++)
    {
      if (graphene_rect_intersection (&g_array_index (taken, graphene_rect_t, i), wanted, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Below, above, or to either side; a place where it covers no label and no mark. */
static gboolean
find_place (const OmGraphPaint *self,
            const OmGraphMark  *mark,
            const GArray       *labels,
            const GArray       *marks,
            graphene_rect_t    *at)
{
  float beside = mark->radius + LABEL_GAP_PX;
  const graphene_point_t places[] = {
    { mark->x - at->size.width / 2, mark->y + beside },
    { mark->x - at->size.width / 2, mark->y - beside - at->size.height },
    { mark->x + beside, mark->y - at->size.height / 2 },
    { mark->x - beside - at->size.width, mark->y - at->size.height / 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      at->origin.x = floorf (places[i].x);
      at->origin.y = floorf (places[i].y);
      if (at->origin.x >= 0 && at->origin.y >= 0 && at->origin.x + at->size.width <= self->width &&
          at->origin.y + at->size.height <= self->height && !overlaps (labels, at) && !overlaps (marks, at))
        return TRUE;
    }
  /* At the edge it is moved in, so that it can be read. */
  at->origin.x = CLAMP (floorf (places[0].x), 2, MAX (2, (float) self->width - at->size.width - 2));
  at->origin.y = MIN (floorf (places[0].y), (float) self->height - at->size.height);
  return FALSE;
}

static void
paint_label (const OmGraphPaint    *self,
             const graphene_rect_t *at,
             PangoLayout           *layout)
{
  GdkRGBA behind = self->palette->ground;

  /* Over links a text would not be read. */
  behind.alpha = .78f;
  gdk_cairo_set_source_rgba (self->cr, &behind);
  gdk_cairo_rectangle (self->cr, &(GdkRectangle){ (int) at->origin.x, (int) at->origin.y, (int) ceilf (at->size.width),
                                                  (int) ceilf (at->size.height) });
  cairo_fill (self->cr);
  gdk_cairo_set_source_rgba (self->cr, &self->palette->text);
  cairo_move_to (self->cr, at->origin.x, at->origin.y);
  pango_cairo_show_layout (self->cr, layout);
}

static gboolean
is_wanted (const OmGraphMark *mark)
{
  return (mark->flags & (OM_GRAPH_LIT | OM_GRAPH_ON_PATH | OM_GRAPH_ALONE)) != 0;
}

static GArray *
gather_candidates (const OmGraphPaint *self,
                   GArray             *taken)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  guint n_marks;
  const OmGraphMark *marks = om_graph_scene_get_marks (self->scene, &n_marks);

  for (guint i = 0; i < n_marks; i++)
    {
      const OmGraphMark *mark = &marks[i];
      Candidate candidate = { mark, self->nodes[mark->node].size };
      graphene_rect_t at = GRAPHENE_RECT_INIT (mark->x - mark->radius, mark->y - mark->radius, 2 * mark->radius,
                                               2 * mark->radius);

      g_array_append_val (taken, at);
      if (mark->count > 1 || (mark->flags & OM_GRAPH_DIM) != 0 || mark->x < 0 || mark->y < 0 || mark->x > self->width ||
          mark->y > self->height)
        continue;
      if (is_wanted (mark))
        candidate.rank += 2;
      g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

/* What is chosen, looked for or on the way comes first, then what is greatest; as many as have room. */
static void
paint_labels (const OmGraphPaint *self)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) candidates = gather_candidates (self, marks);

  for (guint i = 0; i < MIN (candidates->len, MOST_TRIED) && labels->len < MOST_LABELS; i++)
    {
      const OmGraphMark *mark = g_array_index (candidates, Candidate, i).mark;
      PangoLayout *layout = self->text_of (mark->node, self->data);
      graphene_rect_t at;
      int width;
      int height;

      if (layout == NULL)
        continue;
      pango_layout_get_pixel_size (layout, &width, &height);
      graphene_rect_init (&at, 0, 0, (float) width, (float) height);
      /* One that is wanted is told whatever it covers, but for another label. */
      if (!find_place (self, mark, labels, marks, &at) && (!is_wanted (mark) || overlaps (labels, &at)))
        continue;
      paint_label (self, &at, layout);
      graphene_rect_inset (&at, -4, -1);
      g_array_append_val (labels, at);
    }
}

/** om_graph_paint: draws all that is seen */
void
om_graph_paint (const OmGraphPaint *self)
{
  guint n_marks;
  const OmGraphMark *marks = om_graph_scene_get_marks (self->scene, &n_marks);

  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  paint_lines (self);
  for (guint i = 0; i < n_marks; i++)
    paint_mark (self, &marks[i]);
  paint_labels (self);
}
