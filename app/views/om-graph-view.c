/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphView: draws what is seen through the window, and tells screen readers which memory is chosen, as the value
 * of a slider; the list beside it says all of it again. The plane is not mirrored in languages that are written
 * from right to left: a place has no reading direction. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-view-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "chart/om-chart-surface.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"

#define LEAST_PX 180
#define NATURAL_PX 480
#define FIT_MARGIN_PX 48
#define LABEL_WIDTH_PX 150
/* A picture of a narrow window is not a narrow picture. */
#define PICTURE_WIDTH 1000
#define PICTURE_HEIGHT 750

enum
{
  SIGNAL_OPENED,
  SIGNAL_MENU,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphView, om_graph_view, GTK_TYPE_WIDGET)

/* Words ------------------------------------------------------------------------------------------ */

/**
 * om_graph_view_dup_words:
 *
 * Returns: (transfer full): a memory on the map in words: title, sector, how present it is, how many links
 */
char *
om_graph_view_dup_words (OmGraphView *self,
                         guint32      node)
{
  const OmMapNode *memory = om_map_get_node (om_graph_model_get_map (self->model), node);
  const char *title = om_graph_model_get_title (self->model, node);
  gsize n_nodes;
  const OmGraphNode *shown = &om_graph_model_get_nodes (self->model, &n_nodes)[node];
  g_autofree char *day = om_date_words_day (&memory->happened);
  g_autofree char *links = g_strdup_printf (ngettext ("%u link", "%u links", memory->degree), memory->degree);

  /* Translators: a memory on the map: its first line; its sector and day; how easily it comes to mind in per cent; how
   * many links it has */
  return g_strdup_printf (_("%s\n%s · %s · salience %d %% · %s"), title != NULL ? title : "…",
                          om_look_sector_name (memory->sector), day, (int) lround (100 * shown->size), links);
}

static void
tell (OmGraphView *self)
{
  guint32 node = self->model != NULL ? om_graph_model_get_selected (self->model) : OM_MAP_NONE;
  g_autofree char *words = node != OM_MAP_NONE ? om_graph_view_dup_words (self, node) : g_strdup ("");
  gsize n_nodes = 0;
  const OmGraphNode *nodes = self->model != NULL ? om_graph_model_get_nodes (self->model, &n_nodes) : NULL;

  g_strdelimit (words, "\n", ' ');
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, node != OM_MAP_NONE ? (double) nodes[node].size : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words,
                                  -1);
}

static void
describe (OmGraphView *self)
{
  OmMap *map = om_graph_model_get_map (self->model);
  guint n = om_graph_model_count_shown (self->model);
  g_autofree char *words = g_strdup_printf (ngettext ("%u memory, %u links", "%u memories, %u links", n), n,
                                            map != NULL ? map->edges->len : 0);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

/* Looking ---------------------------------------------------------------------------------------- */

/** om_graph_view_forget: what is seen has changed */
void
om_graph_view_forget (OmGraphView *self)
{
  self->looked = FALSE;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_style (OmGraphView *self)
{
  self->has_palette = FALSE;
  g_hash_table_remove_all (self->labels);
  g_clear_object (&self->numbers);
  om_graph_view_forget (self);
}

static void
fit_window (OmGraphView *self)
{
  gsize n_nodes;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);

  om_graph_window_fit (&self->window, nodes, n_nodes, OM_GRAPH_SHOWN, FIT_MARGIN_PX);
}

/** om_graph_view_look: the scene is as it is now */
void
om_graph_view_look (OmGraphView *self)
{
  gsize n_nodes;
  gsize n_edges;
  const OmGraphNode *nodes;
  const OmGraphEdge *edges;

  self->window.width = gtk_widget_get_width (GTK_WIDGET (self));
  self->window.height = gtk_widget_get_height (GTK_WIDGET (self));
  /* Before it has a place there is nothing to see, and nothing to fit into. */
  if (self->looked || self->model == NULL || self->window.width < 1 || self->window.height < 1)
    return;
  if (self->fitted)
    fit_window (self);
  nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  edges = om_graph_model_get_edges (self->model, &n_edges);
  om_graph_scene_look (self->scene, nodes, n_nodes, edges, n_edges, &self->window);
  self->looked = TRUE;
}

static void
model_changed_cb (OmGraphView *self)
{
  describe (self);
  tell (self);
  om_graph_view_forget (self);
}

static void
titles_cb (OmGraphView *self)
{
  g_hash_table_remove_all (self->labels);
  tell (self);
  om_graph_view_forget (self);
}

static void
loaded_cb (OmGraphView *self)
{
  self->hovered = OM_GRAPH_NONE;
  self->dragged = OM_GRAPH_NONE;
  g_hash_table_remove_all (self->labels);
  model_changed_cb (self);
}

/* Drawing ---------------------------------------------------------------------------------------- */

static PangoLayout *
create_label (OmGraphView  *self,
              PangoContext *context,
              guint32       node)
{
  const char *title = om_graph_model_get_title (self->model, node);
  PangoLayout *layout;

  if (title == NULL || *title == '\0')
    return NULL;
  layout = pango_layout_new (context);
  pango_layout_set_text (layout, title, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, LABEL_WIDTH_PX * PANGO_SCALE);
  /* As wide as it is, so that its middle is its middle. */
  {
    int width;

    pango_layout_get_pixel_size (layout, &width, NULL);
    pango_layout_set_width (layout, MIN (width + 1, LABEL_WIDTH_PX) * PANGO_SCALE);
  }
  return layout;
}

static PangoLayout *
label_of (guint32  node,
          gpointer data)
{
  OmGraphView *self = data;
  gint64 row = om_map_get_node (om_graph_model_get_map (self->model), node)->row;
  PangoLayout *layout = g_hash_table_lookup (self->labels, &row);

  if (layout == NULL)
    {
      layout = create_label (self, gtk_widget_get_pango_context (GTK_WIDGET (self)), node);
      if (layout != NULL)
        g_hash_table_insert (self->labels, g_memdup2 (&row, sizeof row), layout);
    }
  return layout;
}

static PangoLayout *
create_numbers (GtkWidget *widget)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, NULL);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (PANGO_SCALE_SMALL));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

static void
prepare_style (OmGraphView *self)
{
  if (self->has_palette)
    return;
  om_graph_palette_init (&self->palette, GTK_WIDGET (self));
  self->has_palette = TRUE;
  g_clear_object (&self->numbers);
  self->numbers = create_numbers (GTK_WIDGET (self));
}

static OmGraphPaint
paint_of (OmGraphView  *self,
          cairo_t      *cr,
          OmGraphScene *scene,
          double        width,
          double        height)
{
  gsize n_nodes;

  return (OmGraphPaint){ cr, scene, om_graph_model_get_nodes (self->model, &n_nodes), &self->palette, label_of, self,
                         self->numbers, width, height };
}

/* The mark in which a node is seen by itself. */
static const OmGraphMark *
find_mark (OmGraphView *self,
           guint32      node)
{
  guint n_marks;
  const OmGraphMark *marks = om_graph_scene_get_marks (self->scene, &n_marks);

  for (guint i = 0; i < n_marks; i++)
    {
      if (marks[i].node == node)
        return &marks[i];
    }
  return NULL;
}

static void
draw_rings (OmGraphView           *self,
            GtkSnapshot           *snapshot,
            const graphene_rect_t *area)
{
  guint32 selected = om_graph_model_get_selected (self->model);
  const OmGraphMark *chosen = selected != OM_MAP_NONE ? find_mark (self, selected) : NULL;
  const OmGraphMark *hovered = self->hovered != OM_GRAPH_NONE ? find_mark (self, self->hovered) : NULL;
  cairo_t *cr;

  if (chosen == NULL && hovered == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, area);
  if (hovered != NULL)
    om_graph_paint_ring (cr, &self->palette, hovered, FALSE);
  if (chosen != NULL)
    om_graph_paint_ring (cr, &self->palette, chosen, TRUE);
  cairo_destroy (cr);
}

static void
om_graph_view_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  OmGraphView *self = OM_GRAPH_VIEW (widget);
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                             (float) gtk_widget_get_height (widget));

  if (self->model == NULL || area.size.width < 1 || area.size.height < 1)
    return;
  prepare_style (self);
  om_graph_view_look (self);
  if (self->node == NULL)
    {
      g_autoptr (GtkSnapshot) own = gtk_snapshot_new ();
      cairo_t *cr = gtk_snapshot_append_cairo (own, &area);
      OmGraphPaint paint = paint_of (self, cr, self->scene, area.size.width, area.size.height);

      om_graph_paint (&paint);
      cairo_destroy (cr);
      self->node = gtk_snapshot_to_node (own);
    }
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
  draw_rings (self, snapshot, &area);
}

static void
om_graph_view_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  om_graph_view_forget (OM_GRAPH_VIEW (widget));
}

static void
om_graph_view_measure (GtkWidget     *widget,
                       GtkOrientation orientation,
                       int            for_size,
                       int           *minimum,
                       int           *natural,
                       int           *minimum_baseline,
                       int           *natural_baseline)
{
  *minimum = LEAST_PX;
  *natural = NATURAL_PX;
}

static void
om_graph_view_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (om_graph_view_parent_class)->css_changed (widget, change);
  forget_style (OM_GRAPH_VIEW (widget));
}

static gboolean
om_graph_view_query_tooltip (GtkWidget  *widget,
                             int         x,
                             int         y,
                             gboolean    by_keyboard,
                             GtkTooltip *tooltip)
{
  OmGraphView *self = OM_GRAPH_VIEW (widget);
  const OmGraphMark *mark;
  g_autofree char *words = NULL;

  if (self->model == NULL || om_graph_model_get_map (self->model) == NULL)
    return FALSE;
  om_graph_view_look (self);
  if (by_keyboard)
    {
      guint32 selected = om_graph_model_get_selected (self->model);

      if (selected == OM_MAP_NONE)
        return FALSE;
      words = om_graph_view_dup_words (self, selected);
    }
  else
    {
      mark = om_graph_scene_find (self->scene, x, y, 4);
      if (mark == NULL)
        return FALSE;
      words = mark->count == 1 ? om_graph_view_dup_words (self, mark->node)
                               : g_strdup_printf (ngettext ("%u memory close together. Click to look nearer.",
                                                            "%u memories close together. Click to look nearer.",
                                                            mark->count),
                                                  mark->count);
    }
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* Object ----------------------------------------------------------------------------------------- */

static void
om_graph_view_dispose (GObject *object)
{
  OmGraphView *self = OM_GRAPH_VIEW (object);

  g_clear_object (&self->model);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->numbers);
  if (self->labels != NULL)
    g_hash_table_remove_all (self->labels);

  G_OBJECT_CLASS (om_graph_view_parent_class)->dispose (object);
}

static void
om_graph_view_finalize (GObject *object)
{
  OmGraphView *self = OM_GRAPH_VIEW (object);

  om_graph_scene_free (self->scene);
  g_hash_table_unref (self->labels);

  G_OBJECT_CLASS (om_graph_view_parent_class)->finalize (object);
}

static void
om_graph_view_class_init (OmGraphViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = om_graph_view_dispose;
  object_class->finalize = om_graph_view_finalize;
  widget_class->snapshot = om_graph_view_snapshot;
  widget_class->size_allocate = om_graph_view_size_allocate;
  widget_class->measure = om_graph_view_measure;
  widget_class->css_changed = om_graph_view_css_changed;
  widget_class->query_tooltip = om_graph_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "graph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * OmGraphView::opened:
   * @node: a node
   *
   * It was clicked, or Return was pressed at it.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_UINT);
  /**
   * OmGraphView::menu:
   * @node: the chosen node
   *
   * What can be done with it is wanted.
   */
  signals[SIGNAL_MENU] = g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
om_graph_view_init (OmGraphView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->scene = om_graph_scene_new ();
  self->labels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_object_unref);
  self->window.scale = 1;
  self->fitted = TRUE;
  self->hovered = self->dragged = OM_GRAPH_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  om_graph_view_add_input (self);
  /* The colours by name change without the widget's own style changing. */
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (forget_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (forget_style), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (forget_style), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Map of memories and the links between them"),
                                  /* Translators: what a screen reader calls it */
                                  GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, C_ ("role", "map"), -1);
  tell (self);
}

/** om_graph_view_set_model: @model: what it shows; set once */
void
om_graph_view_set_model (OmGraphView  *self,
                         OmGraphModel *model)
{
  g_return_if_fail (OM_IS_GRAPH_VIEW (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "moved", G_CALLBACK (om_graph_view_forget), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selected", G_CALLBACK (model_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "titles", G_CALLBACK (titles_cb), self, G_CONNECT_SWAPPED);
}

/** om_graph_view_open: tells that a node is to be opened */
void
om_graph_view_open (OmGraphView *self,
                    guint32      node)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, node);
}

/** om_graph_view_ask_menu: tells that what can be done with a node is wanted */
void
om_graph_view_ask_menu (OmGraphView *self,
                        guint32      node)
{
  g_signal_emit (self, signals[SIGNAL_MENU], 0, node);
}

/** om_graph_view_zoom: @by: greater than 1 to look nearer; the middle stays where it is */
void
om_graph_view_zoom (OmGraphView *self,
                    double       by)
{
  g_return_if_fail (OM_IS_GRAPH_VIEW (self));

  om_graph_view_look (self);
  self->fitted = FALSE;
  om_graph_window_zoom (&self->window, by, self->window.width / 2, self->window.height / 2);
  om_graph_view_forget (self);
}

/** om_graph_view_fit: all is in view, and stays so until one moves about */
void
om_graph_view_fit (OmGraphView *self)
{
  g_return_if_fail (OM_IS_GRAPH_VIEW (self));

  self->fitted = TRUE;
  om_graph_view_forget (self);
}

/** om_graph_view_show_node: a node that is out of view, or at its edge, comes into its middle */
void
om_graph_view_show_node (OmGraphView *self,
                         guint32      node)
{
  gsize n_nodes;
  const OmGraphNode *nodes;
  OmGraphPoint at;

  g_return_if_fail (OM_IS_GRAPH_VIEW (self));

  om_graph_view_look (self);
  nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  /* Where all stays in view it is there already. */
  if (self->fitted || node >= n_nodes || !om_graph_is_placed (nodes[node].place))
    return;
  at = om_graph_window_project (&self->window, nodes[node].place);
  if (at.x < FIT_MARGIN_PX / 2 || at.y < FIT_MARGIN_PX / 2 || at.x > self->window.width - FIT_MARGIN_PX / 2 ||
      at.y > self->window.height - FIT_MARGIN_PX / 2)
    {
      self->fitted = FALSE;
      self->window.x = nodes[node].place.x;
      self->window.y = nodes[node].place.y;
    }
  om_graph_view_forget (self);
}

/**
 * om_graph_view_get_place:
 * @place: (out): where it is seen
 *
 * Returns: %FALSE if it is not seen by itself
 */
gboolean
om_graph_view_get_place (OmGraphView  *self,
                         guint32       node,
                         GdkRectangle *place)
{
  const OmGraphMark *mark;
  int radius;

  g_return_val_if_fail (OM_IS_GRAPH_VIEW (self), FALSE);

  om_graph_view_look (self);
  mark = find_mark (self, node);
  if (mark == NULL || mark->count > 1)
    return FALSE;
  radius = (int) ceilf (mark->radius);
  *place = (GdkRectangle){ (int) mark->x - radius, (int) mark->y - radius, 2 * radius, 2 * radius };
  return TRUE;
}

/** om_graph_view_get_scale: Returns: pixels a unit of the plane */
double
om_graph_view_get_scale (OmGraphView *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_VIEW (self), 1);

  return self->window.scale;
}

/* Out of the window ------------------------------------------------------------------------------ */

static void
draw_cb (cairo_t *cr,
         int      width,
         int      height,
         double   scale,
         gpointer data)
{
  OmGraphView *self = data;
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  OmGraphWindow window = self->window;
  OmGraphPaint paint = paint_of (self, cr, scene, width, height);
  gsize n_nodes;
  gsize n_edges;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  const OmGraphEdge *edges = om_graph_model_get_edges (self->model, &n_edges);

  /* The same stretch of the plane, as large as the picture lets it be. */
  window.scale *= MIN (width / MAX (1, self->window.width), height / MAX (1, self->window.height));
  window.width = width;
  window.height = height;
  om_graph_scene_look (scene, nodes, n_nodes, edges, n_edges, &window);
  gdk_cairo_set_source_rgba (cr, &self->palette.ground);
  cairo_paint (cr);
  om_graph_paint (&paint);
}

static int
picture_width (OmGraphView *self)
{
  return MAX (PICTURE_WIDTH, gtk_widget_get_width (GTK_WIDGET (self)));
}

static int
picture_height (OmGraphView *self)
{
  return MAX (PICTURE_HEIGHT, gtk_widget_get_height (GTK_WIDGET (self)));
}

/**
 * om_graph_view_export:
 * @as_svg: %FALSE for PNG
 *
 * Returns: (transfer full) (nullable): what is in view, as a file's content
 */
GBytes *
om_graph_view_export (OmGraphView *self,
                      gboolean     as_svg,
                      GError     **error)
{
  g_return_val_if_fail (OM_IS_GRAPH_VIEW (self), NULL);

  prepare_style (self);
  om_graph_view_look (self);
  return om_chart_surface_write (as_svg, picture_width (self), picture_height (self), draw_cb, self, error);
}

/** om_graph_view_get_picture: Returns: (transfer full): what is in view, for the clipboard */
GdkTexture *
om_graph_view_get_picture (OmGraphView *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_VIEW (self), NULL);

  prepare_style (self);
  om_graph_view_look (self);
  return om_chart_surface_texture (picture_width (self), picture_height (self), draw_cb, self);
}
