/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodPlane: how pleasant across, how stirred upwards, a point a memory; a brush below chooses the stretch of
 * time. A click or Return opens the memory. Not in view while no mood is known. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-mood-plane.h"

#include <glib/gi18n.h>

#include "chart/om-chart-brush.h"
#include "chart/om-chart-view.h"
#include "engine/om-outlook.h"
#include "views/om-salience-plot.h"
#include "views/om-toast.h"

struct _OmMoodPlane
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  OmChartView  *view;
  OmChartBrush *brush;

  OmSession    *session;     /* (owned) (nullable) */
  GArray       *moods;       /* (owned) (nullable) (element-type OmMoodPoint) */
  GCancellable *cancellable; /* (owned) (nullable): of what is being asked */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMoodPlane, om_mood_plane, GTK_TYPE_WIDGET)

static void
show_moods (OmMoodPlane *self)
{
  g_autoptr (OmChartPlot) plot = NULL;
  gint64 from;
  gint64 to;

  if (self->moods == NULL || self->session == NULL)
    return;
  om_chart_brush_get_range (self->brush, &from, &to);
  plot = om_salience_plot_of_moods (self->moods, from, to, om_session_get_zone (self->session));
  om_chart_view_set_plot (self->view, plot);
}

static void
moods_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmMoodPlane) self = OM_MOOD_PLANE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) moods = om_engine_get_moods_finish (OM_ENGINE (source), result, &error);
  g_autoptr (GArray) times = NULL;

  if (moods == NULL || self->session == NULL)
    return;
  times = g_array_sized_new (FALSE, FALSE, sizeof (gint64), moods->len);
  for (guint i = 0; i < moods->len; i++)
    g_array_append_val (times, g_array_index (moods, OmMoodPoint, i).happened.ms);
  om_chart_brush_set_times (self->brush, (const gint64 *) (gpointer) times->data, times->len,
                            om_session_get_zone (self->session));
  g_clear_pointer (&self->moods, g_array_unref);
  self->moods = g_steal_pointer (&moods);
  gtk_widget_set_visible (GTK_WIDGET (self), self->moods->len > 0);
  show_moods (self);
}

static void
brush_changed_cb (OmChartBrush *brush,
                  OmMoodPlane  *self)
{
  show_moods (self);
}

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmMoodPlane) self = OM_MOOD_PLANE (data);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  /* It may have been wiped since. */
  if (ids == NULL || ids[0] == NULL || self->session == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, ids[0], (gint64) 0);
}

static void
activated_cb (OmChartView *view,
              int          series,
              int          point,
              OmMoodPlane *self)
{
  OmChartPlot *plot = om_chart_get_plot (om_chart_view_get_chart (view));
  gint64 row = om_salience_plot_get_row (plot, (guint) series, (guint) point);

  om_engine_dup_ids_async (om_session_get_engine (self->session), &row, 1, self->cancellable, ids_cb, g_object_ref (self));
}

static void
om_mood_plane_dispose (GObject *object)
{
  OmMoodPlane *self = OM_MOOD_PLANE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MOOD_PLANE);
  g_clear_object (&self->session);
  g_clear_pointer (&self->moods, g_array_unref);

  G_OBJECT_CLASS (om_mood_plane_parent_class)->dispose (object);
}

static void
om_mood_plane_class_init (OmMoodPlaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_mood_plane_dispose;

  /**
   * OmMoodPlane::opened:
   * @id: a memory
   * @row: 0
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);

  g_type_ensure (OM_TYPE_CHART_VIEW);
  g_type_ensure (OM_TYPE_CHART_BRUSH);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-mood-plane.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMoodPlane, box);
  gtk_widget_class_bind_template_child (widget_class, OmMoodPlane, view);
  gtk_widget_class_bind_template_child (widget_class, OmMoodPlane, brush);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, om_toast_show);
  gtk_widget_class_bind_template_callback (widget_class, brush_changed_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_mood_plane_init (OmMoodPlane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** om_mood_plane_set_session: @session: whose memories; set once */
void
om_mood_plane_set_session (OmMoodPlane *self,
                           OmSession   *session)
{
  g_return_if_fail (OM_IS_MOOD_PLANE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
}

/** om_mood_plane_update: asks the engine again; what is shown stays until it has answered. */
void
om_mood_plane_update (OmMoodPlane *self)
{
  g_return_if_fail (OM_IS_MOOD_PLANE (self));

  if (self->session == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_get_moods_async (om_session_get_engine (self->session), self->cancellable, moods_cb, g_object_ref (self));
}
