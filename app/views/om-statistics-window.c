/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStatisticsWindow: the journal in numbers: entries, words, days, recalls, and how sectors, words, mood and recalls
 * went over time. It counts what there is and praises nothing: no streaks, no goals. Thread: main; the counting runs in
 * the engine's threads. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-statistics-window.h"

#include <glib/gi18n.h>

#include "chart/om-chart-view.h"
#include "engine/om-days.h"
#include "engine/om-tallies.h"
#include "views/om-child-window.h"
#include "views/om-statistics-plots.h"

struct _OmStatisticsWindow
{
  AdwWindow parent_instance;

  GtkStack     *stack;
  GtkLabel     *entries_label;
  GtkLabel     *words_label;
  GtkLabel     *days_label;
  GtkLabel     *recalls_label;
  GtkLabel     *undated_label;
  GtkWidget    *undated_row;
  OmChartView  *sectors_view;
  OmChartView  *words_view;
  OmChartView  *moods_view;
  OmChartView  *recalls_view;
  GtkLabel     *message_label;

  OmSession    *session;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): counting */
};

G_DEFINE_FINAL_TYPE (OmStatisticsWindow, om_statistics_window, ADW_TYPE_WINDOW)

static void
show_number (GtkLabel *label,
             guint64   number)
{
  g_autofree char *text = g_strdup_printf ("%'" G_GUINT64_FORMAT, number);

  gtk_label_set_label (label, text);
}

/* @plot: (transfer full) (nullable) */
static void
show_plot (OmChartView *view,
           OmChartPlot *plot)
{
  gtk_widget_set_visible (GTK_WIDGET (view), plot != NULL);
  om_chart_view_set_plot (view, plot);
  g_clear_pointer (&plot, om_chart_plot_unref);
}

static void
show_failure (OmStatisticsWindow *self,
              const GError       *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  gtk_label_set_label (self->message_label, error->message);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
days_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmStatisticsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) days = om_engine_count_days_finish (OM_ENGINE (source), result, &error);

  if (days == NULL)
    show_failure (self, error);
  else if (self->session != NULL)
    {
      show_number (self->days_label, days->len);
      gtk_stack_set_visible_child_name (self->stack, "numbers");
    }
}

static void
tallies_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmStatisticsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) tallies = om_engine_get_tallies_finish (OM_ENGINE (source), result, &error);
  const OmTally *first;
  GTimeZone *zone;
  OmTally sum;
  guint undated;

  if (tallies == NULL)
    {
      show_failure (self, error);
      return;
    }
  if (self->session == NULL)
    return;
  om_tallies_sum (tallies, &sum);
  first = tallies->len > 0 ? &g_array_index (tallies, OmTally, 0) : NULL;
  undated = first != NULL && first->month == OM_TALLY_UNDATED ? om_tally_count_entries (first) : 0;
  show_number (self->entries_label, om_tally_count_entries (&sum));
  show_number (self->words_label, sum.words);
  show_number (self->recalls_label, sum.recalls);
  show_number (self->undated_label, undated);
  gtk_widget_set_visible (self->undated_row, undated > 0);
  zone = om_session_get_zone (self->session);
  show_plot (self->sectors_view, om_statistics_plot_sectors (tallies, zone));
  show_plot (self->words_view, om_statistics_plot_words (tallies, zone));
  show_plot (self->moods_view, om_statistics_plot_moods (tallies, zone));
  show_plot (self->recalls_view, sum.recalls > 0 ? om_statistics_plot_recalls (tallies, zone) : NULL);
  om_engine_count_days_async (om_session_get_engine (self->session), NULL, self->cancellable, days_cb, g_object_ref (self));
}

static void
om_statistics_window_dispose (GObject *object)
{
  OmStatisticsWindow *self = OM_STATISTICS_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_STATISTICS_WINDOW);

  G_OBJECT_CLASS (om_statistics_window_parent_class)->dispose (object);
}

static void
om_statistics_window_finalize (GObject *object)
{
  g_object_unref (OM_STATISTICS_WINDOW (object)->cancellable);

  G_OBJECT_CLASS (om_statistics_window_parent_class)->finalize (object);
}

static void
om_statistics_window_class_init (OmStatisticsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_statistics_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_statistics_window_finalize;

  g_type_ensure (OM_TYPE_CHART_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-statistics-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, entries_label);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, words_label);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, days_label);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, recalls_label);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, undated_label);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, undated_row);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, sectors_view);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, words_view);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, moods_view);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, recalls_view);
  gtk_widget_class_bind_template_child (widget_class, OmStatisticsWindow, message_label);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_statistics_window_init (OmStatisticsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_statistics_window_new:
 * @session: whose journal; it is open
 * @parent: the window it belongs to
 *
 * Returns: (transfer none): a window that counts; GTK owns it
 */
OmStatisticsWindow *
om_statistics_window_new (OmSession *session,
                          GtkWindow *parent)
{
  OmStatisticsWindow *self = g_object_new (OM_TYPE_STATISTICS_WINDOW, NULL);

  om_child_window_attach (GTK_WINDOW (self), parent);
  self->session = g_object_ref (session);
  om_engine_get_tallies_async (om_session_get_engine (session), self->cancellable, tallies_cb, g_object_ref (self));
  return self;
}
