/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphFilterBox: a check for each sector, kind of link and tier, with the shape and the dashes they have on the
 * map: the key to the map is its filter. What is chosen is remembered. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-filter-box.h"

#include <glib/gi18n.h>

#include "chart/om-chart-brush.h"
#include "chart/om-chart-shape.h"
#include "views/om-graph-paint.h"
#include "views/om-looks.h"

#define SAMPLE_PX 28

struct _OmGraphFilterBox
{
  GtkWidget parent_instance;

  GtkWidget      *scroller; /* bound, so that it is let go with the template */
  GtkBox         *sectors_box;
  GtkBox         *kinds_box;
  GtkBox         *tiers_box;
  GtkRange       *weight_scale;
  GtkCheckButton *resting_check;
  OmChartBrush   *brush;
  GtkWidget      *clear_button;
  GtkCheckButton *sectors[OM_N_SECTORS];
  GtkCheckButton *kinds[OM_N_WAYPOINT_KINDS];
  GtkCheckButton *tiers[OM_N_TIERS];

  OmGraphModel   *model;    /* (owned) (nullable) */
  GSettings      *settings; /* (owned) */
  gboolean        setting;  /* what the checks say is not chosen by the person */
  gboolean        ranged;   /* a stretch of time was chosen */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphFilterBox, om_graph_filter_box, GTK_TYPE_WIDGET)

/* As on the map ---------------------------------------------------------------------------------- */

static void
draw_sector_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        sector)
{
  GdkRGBA color;

  om_look_sector_color ((OmSector) GPOINTER_TO_INT (sector), GTK_WIDGET (area), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  om_chart_shape_trace (cr, (guint) GPOINTER_TO_INT (sector), width / 2.0, height / 2.0, 7);
  cairo_fill (cr);
}

static void
draw_kind_cb (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        kind)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_set_line_width (cr, 2);
  om_graph_paint_dashes (cr, (OmWaypointKind) GPOINTER_TO_INT (kind), 1);
  cairo_move_to (cr, 0, height / 2.0);
  cairo_line_to (cr, width, height / 2.0);
  cairo_stroke (cr);
}

/* Choosing --------------------------------------------------------------------------------------- */

static guint
left_out (GtkCheckButton *const *checks,
          guint                  n)
{
  guint bits = 0;

  for (guint i = 0; i < n; i++)
    bits |= gtk_check_button_get_active (checks[i]) ? 0 : 1u << i;
  return bits;
}

static void
apply (OmGraphFilterBox *self)
{
  OmGraphFilter filter = OM_GRAPH_FILTER_NONE;

  if (self->model == NULL)
    return;
  filter.sectors = left_out (self->sectors, OM_N_SECTORS);
  filter.kinds = left_out (self->kinds, OM_N_WAYPOINT_KINDS);
  filter.tiers = left_out (self->tiers, OM_N_TIERS);
  filter.min_weight = gtk_range_get_value (self->weight_scale);
  filter.resting = gtk_check_button_get_active (self->resting_check);
  if (self->ranged)
    om_chart_brush_get_range (self->brush, &filter.from, &filter.to);
  om_graph_model_set_filter (self->model, &filter);
  gtk_widget_set_sensitive (self->clear_button, om_graph_filter_box_is_set (self));
}

static void
choose (OmGraphFilterBox *self)
{
  const OmGraphFilter *filter;

  if (self->setting || self->model == NULL)
    return;
  apply (self);
  filter = om_graph_model_get_filter (self->model);
  g_settings_set (self->settings, "graph-filter", "(uuudb)", filter->sectors, filter->kinds, filter->tiers,
                  filter->min_weight, filter->resting);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
weight_changed_cb (GtkRange         *range,
                   OmGraphFilterBox *self)
{
  choose (self);
}

static void
resting_toggled_cb (GtkCheckButton   *check,
                    OmGraphFilterBox *self)
{
  choose (self);
}

static void
brush_changed_cb (OmChartBrush     *brush,
                  OmGraphFilterBox *self)
{
  if (self->setting)
    return;
  self->ranged = TRUE;
  choose (self);
}

static void
clear_clicked_cb (GtkButton        *button,
                  OmGraphFilterBox *self)
{
  om_graph_filter_box_clear (self);
}

static void
set_checks (GtkCheckButton *const *checks,
            guint                  n,
            guint                  bits)
{
  for (guint i = 0; i < n; i++)
    gtk_check_button_set_active (checks[i], (bits & 1u << i) == 0);
}

static void
restore (OmGraphFilterBox *self)
{
  guint sectors;
  guint kinds;
  guint tiers;
  double weight;
  gboolean resting;

  g_settings_get (self->settings, "graph-filter", "(uuudb)", &sectors, &kinds, &tiers, &weight, &resting);
  self->setting = TRUE;
  set_checks (self->sectors, OM_N_SECTORS, sectors);
  set_checks (self->kinds, OM_N_WAYPOINT_KINDS, kinds);
  set_checks (self->tiers, OM_N_TIERS, tiers);
  gtk_range_set_value (self->weight_scale, weight);
  gtk_check_button_set_active (self->resting_check, resting);
  self->setting = FALSE;
}

static void
show_times (OmGraphFilterBox *self)
{
  OmMap *map = om_graph_model_get_map (self->model);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint32 i = 0; map != NULL && i < map->nodes->len; i++)
    g_array_append_val (times, om_map_get_node (map, i)->happened.ms);
  self->setting = TRUE;
  om_chart_brush_set_times (self->brush, (const gint64 *) (gpointer) times->data, times->len,
                            om_session_get_zone (om_graph_model_get_session (self->model)));
  self->setting = FALSE;
  /* The same share of other times is another stretch. */
  if (self->ranged)
    apply (self);
}

/* Object ----------------------------------------------------------------------------------------- */

static GtkCheckButton *
add_check (OmGraphFilterBox      *self,
           GtkBox                *box,
           const char            *name,
           GtkDrawingAreaDrawFunc draw,
           int                    number)
{
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (name);

  if (draw != NULL)
    {
      /* The name says it. */
      GtkWidget *sample = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), SAMPLE_PX);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample), SAMPLE_PX * 3 / 4);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw, GINT_TO_POINTER (number), NULL);
      gtk_box_append (GTK_BOX (content), sample);
    }
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (content), label);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), content);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect_object (check, "toggled", G_CALLBACK (resting_toggled_cb), self, 0);
  gtk_box_append (box, check);
  return GTK_CHECK_BUTTON (check);
}

static void
om_graph_filter_box_dispose (GObject *object)
{
  OmGraphFilterBox *self = OM_GRAPH_FILTER_BOX (object);

  self->setting = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_GRAPH_FILTER_BOX);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (om_graph_filter_box_parent_class)->dispose (object);
}

static void
om_graph_filter_box_finalize (GObject *object)
{
  g_clear_object (&OM_GRAPH_FILTER_BOX (object)->settings);

  G_OBJECT_CLASS (om_graph_filter_box_parent_class)->finalize (object);
}

static void
om_graph_filter_box_class_init (OmGraphFilterBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_graph_filter_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_graph_filter_box_finalize;

  /** OmGraphFilterBox::changed: the person chose otherwise. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);

  g_type_ensure (OM_TYPE_CHART_BRUSH);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-graph-filter-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, sectors_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, kinds_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, tiers_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, weight_scale);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, resting_check);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, brush);
  gtk_widget_class_bind_template_child (widget_class, OmGraphFilterBox, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, weight_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, resting_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, brush_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_graph_filter_box_init (OmGraphFilterBox *self)
{
  static const char *const kinds[OM_N_WAYPOINT_KINDS] = {
    [OM_WAYPOINT_ASSOCIATION] = NC_ ("links on the map", "What reminds of it"),
    [OM_WAYPOINT_HAND] = NC_ ("links on the map", "Linked by hand"),
    [OM_WAYPOINT_STRUCTURE] = NC_ ("links on the map", "Documents and sections"),
    [OM_WAYPOINT_DUPLICATE] = NC_ ("links on the map", "Says nearly the same"),
    [OM_WAYPOINT_REFLECTION] = NC_ ("links on the map", "Reflections"),
  };
  static const char *const tiers[OM_N_TIERS] = {
    [OM_TIER_HOT] = NC_ ("tier on the map", "Hot: recalled often and lately"),
    [OM_TIER_WARM] = NC_ ("tier on the map", "Warm"),
    [OM_TIER_COLD] = NC_ ("tier on the map", "Cold"),
  };

  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int i = 0; i < OM_N_SECTORS; i++)
    self->sectors[i] = add_check (self, self->sectors_box, om_look_sector_name ((OmSector) i), draw_sector_cb, i);
  for (int i = 0; i < OM_N_WAYPOINT_KINDS; i++)
    self->kinds[i] = add_check (self, self->kinds_box, g_dpgettext2 (NULL, "links on the map", kinds[i]), draw_kind_cb, i);
  for (int i = 0; i < OM_N_TIERS; i++)
    self->tiers[i] = add_check (self, self->tiers_box, g_dpgettext2 (NULL, "tier on the map", tiers[i]), NULL, i);
}

/** om_graph_filter_box_set_model: @model: what it filters, from now on as it was the last time; set once */
void
om_graph_filter_box_set_model (OmGraphFilterBox *self,
                               OmGraphModel     *model)
{
  g_return_if_fail (OM_IS_GRAPH_FILTER_BOX (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  restore (self);
  apply (self);
  g_signal_connect_object (model, "loaded", G_CALLBACK (show_times), self, G_CONNECT_SWAPPED);
}

/** om_graph_filter_box_clear: all is shown but what rests */
void
om_graph_filter_box_clear (OmGraphFilterBox *self)
{
  g_return_if_fail (OM_IS_GRAPH_FILTER_BOX (self));

  self->setting = TRUE;
  set_checks (self->sectors, OM_N_SECTORS, 0);
  set_checks (self->kinds, OM_N_WAYPOINT_KINDS, 0);
  set_checks (self->tiers, OM_N_TIERS, 0);
  gtk_range_set_value (self->weight_scale, 0);
  gtk_check_button_set_active (self->resting_check, FALSE);
  om_chart_brush_set_range (self->brush, 0, 1);
  self->setting = FALSE;
  self->ranged = FALSE;
  choose (self);
}

/** om_graph_filter_box_is_set: Returns: %TRUE if something is chosen */
gboolean
om_graph_filter_box_is_set (OmGraphFilterBox *self)
{
  const OmGraphFilter *filter;

  g_return_val_if_fail (OM_IS_GRAPH_FILTER_BOX (self), FALSE);

  if (self->model == NULL)
    return FALSE;
  filter = om_graph_model_get_filter (self->model);
  return filter->sectors != 0 || filter->kinds != 0 || filter->tiers != 0 || filter->min_weight > 0 || filter->resting ||
         self->ranged;
}
