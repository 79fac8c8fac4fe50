/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartView: a chart with its title, a table of the same points to switch to, and a menu: copy as a
 * picture, save as PNG, SVG or CSV. Says what came of it. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "chart/om-chart-rows.h"

/* A picture of a narrow window is not a narrow picture. */
#define LEAST_PICTURE_WIDTH 640
#define LEAST_PICTURE_HEIGHT 360

struct _OmChartView
{
  GtkWidget parent_instance;

  GtkWidget            *box; /* bound, so that it is let go with the template */
  GtkLabel             *title_label;
  GtkToggleButton      *table_button;
  GtkStack             *stack;
  OmChart              *chart;
  GtkColumnView        *table;

  OmChartPlot          *plot;    /* (owned) (nullable) */
  GtkFileChooserNative *chooser; /* (owned) (nullable): while it is open */
  OmChartFormat         format;  /* what it was asked for */
};

enum
{
  SIGNAL_ACTIVATED,
  SIGNAL_SAID,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmChartView, om_chart_view, GTK_TYPE_WIDGET)

/* The table ------------------------------------------------------------------------------------- */

static void
cell_setup_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item,
               gpointer                  column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_INT (column) == OM_CHART_COLUMN_Y ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
cell_bind_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item,
              gpointer                  column)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  GtkWidget *cell = gtk_widget_get_parent (label);
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  OmChartRow *point = gtk_list_item_get_item (item);
  g_autofree char *text = om_chart_row_dup_text (point, (OmChartColumn) GPOINTER_TO_INT (column));
  g_autofree char *words = om_chart_row_dup_words (point);

  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  if (cell != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : "", -1);
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
add_column (OmChartView  *self,
            const char   *title,
            OmChartColumn column,
            gboolean      expand)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) added = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (cell_setup_cb), GINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (cell_bind_cb), GINT_TO_POINTER (column));
  added = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (added, expand);
  gtk_column_view_column_set_resizable (added, TRUE);
  gtk_column_view_append_column (self->table, added);
}

static void
fill_table (OmChartView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->table);
  g_autoptr (GtkNoSelection) rows = NULL;
  guint flags = self->plot != NULL ? om_chart_plot_get_flags (self->plot) : 0;

  gtk_column_view_set_model (self->table, NULL);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->table, column);
    }
  if (self->plot == NULL)
    return;

  add_column (self, *self->plot->x.title != '\0' ? self->plot->x.title : C_ ("column", "Date"), OM_CHART_COLUMN_X, FALSE);
  add_column (self, *self->plot->y.title != '\0' ? self->plot->y.title : C_ ("column", "Value"), OM_CHART_COLUMN_Y, FALSE);
  if (self->plot->series->len > 1)
    add_column (self, C_ ("column", "Curve"), OM_CHART_COLUMN_SERIES, TRUE);
  if (flags != OM_CHART_POINT_PLAIN || self->plot->note != NULL)
    add_column (self, C_ ("column", "What it is"), OM_CHART_COLUMN_NOTE, TRUE);
  rows = gtk_no_selection_new (G_LIST_MODEL (om_chart_rows_new (self->plot)));
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (rows));
}

static void
table_toggled_cb (GtkToggleButton *button,
                  OmChartView     *self)
{
  gboolean table = gtk_toggle_button_get_active (button);

  if (table)
    fill_table (self);
  gtk_stack_set_visible_child_name (self->stack, table ? "table" : "chart");
}

static void
row_activated_cb (GtkColumnView *table,
                  guint          position,
                  OmChartView   *self)
{
  g_autoptr (OmChartRow) row = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (table)), position);
  OmChartCursor cursor;

  if (row == NULL)
    return;
  cursor = om_chart_row_get_cursor (row);
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0, cursor.series, cursor.point);
}

static void
chart_activated_cb (OmChart     *chart,
                    int          series,
                    int          point,
                    OmChartView *self)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0, series, point);
}

/* Out of the window ------------------------------------------------------------------------------ */

static int
picture_width (OmChartView *self)
{
  return MAX (LEAST_PICTURE_WIDTH, gtk_widget_get_width (GTK_WIDGET (self->chart)));
}

static int
picture_height (OmChartView *self)
{
  return MAX (LEAST_PICTURE_HEIGHT, gtk_widget_get_height (GTK_WIDGET (self->chart)));
}

static void
copy_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmChartView *self = OM_CHART_VIEW (widget);
  g_autoptr (GdkTexture) texture = NULL;

  if (self->plot == NULL)
    return;
  texture = om_chart_export_texture (self->plot, picture_width (self), picture_height (self), GTK_WIDGET (self->chart));
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  g_signal_emit (self, signals[SIGNAL_SAID], 0, _("The picture is in the clipboard"));
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  OmChartView *self = OM_CHART_VIEW (source);
  g_autoptr (GError) error = NULL;

  if (om_chart_view_save_finish (self, result, &error))
    g_signal_emit (self, signals[SIGNAL_SAID], 0, _("The chart was saved"));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[SIGNAL_SAID], 0, error->message);
}

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           OmChartView     *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                             ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser))
                             : NULL;

  g_clear_object (&self->chooser);
  if (file != NULL)
    om_chart_view_save_async (self, self->format, file, saved_cb, NULL);
}

static void
save_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmChartView *self = OM_CHART_VIEW (widget);
  const char *wanted = g_variant_get_string (parameter, NULL);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *file_name = NULL;

  if (self->plot == NULL || self->chooser != NULL)
    return;
  for (int i = 0; i < OM_CHART_N_FORMATS; i++)
    {
      if (g_str_equal (wanted, om_chart_export_extension ((OmChartFormat) i)))
        self->format = (OmChartFormat) i;
    }
  file_name = g_strdup_printf ("%s.%s", self->plot->title, om_chart_export_extension (self->format));
  self->chooser = gtk_file_chooser_native_new (_("Save Chart"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), g_strdelimit (file_name, "/\\", '-'));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
om_chart_view_dispose (GObject *object)
{
  OmChartView *self = OM_CHART_VIEW (object);

  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_CHART_VIEW);
  g_clear_pointer (&self->plot, om_chart_plot_unref);

  G_OBJECT_CLASS (om_chart_view_parent_class)->dispose (object);
}

static void
om_chart_view_class_init (OmChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_chart_view_dispose;

  /**
   * OmChartView::activated:
   * @series: which series of the plot
   * @point: which point of it
   *
   * A point was clicked, or Return was pressed at it, in the chart or in the table.
   */
  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                            G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  /**
   * OmChartView::said:
   * @self: the view
   * @text: a sentence for the person, not markup
   *
   * A picture was copied or saved, or why it was not.
   */
  signals[SIGNAL_SAID] = g_signal_new ("said", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (OM_TYPE_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-chart-view.ui");
  gtk_widget_class_bind_template_child (widget_class, OmChartView, box);
  gtk_widget_class_bind_template_child (widget_class, OmChartView, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmChartView, table_button);
  gtk_widget_class_bind_template_child (widget_class, OmChartView, stack);
  gtk_widget_class_bind_template_child (widget_class, OmChartView, chart);
  gtk_widget_class_bind_template_child (widget_class, OmChartView, table);
  gtk_widget_class_bind_template_callback (widget_class, table_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, chart_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "chart.copy", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "chart.save", "s", save_cb);
}

static void
om_chart_view_init (OmChartView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* GTK leaves the row of titles and the list below it without a name. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (GTK_WIDGET (self->table))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Titles of the columns"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_last_child (GTK_WIDGET (self->table))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("The values of the chart"), -1);
}

/**
 * om_chart_view_new:
 *
 * Returns: (transfer floating): without a plot
 */
OmChartView *
om_chart_view_new (void)
{
  return g_object_new (OM_TYPE_CHART_VIEW, NULL);
}

/**
 * om_chart_view_set_plot:
 * @plot: (transfer none) (nullable): what to show; not changed any more
 */
void
om_chart_view_set_plot (OmChartView *self,
                        OmChartPlot *plot)
{
  g_return_if_fail (OM_IS_CHART_VIEW (self));

  if (plot != NULL)
    om_chart_plot_ref (plot);
  g_clear_pointer (&self->plot, om_chart_plot_unref);
  self->plot = plot;
  gtk_label_set_label (self->title_label, plot != NULL ? plot->title : "");
  om_chart_set_plot (self->chart, plot);
  if (gtk_toggle_button_get_active (self->table_button))
    fill_table (self);
}

/** om_chart_view_get_chart: Returns: (transfer none): the picture in it */
OmChart *
om_chart_view_get_chart (OmChartView *self)
{
  g_return_val_if_fail (OM_IS_CHART_VIEW (self), NULL);

  return self->chart;
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * om_chart_view_save_async:
 * @format: what kind of file
 * @file: where to; what was there is replaced once the new one is whole
 *
 * Draws the chart and writes it without blocking.
 */
void
om_chart_view_save_async (OmChartView        *self,
                          OmChartFormat       format,
                          GFile              *file,
                          GAsyncReadyCallback callback,
                          gpointer            data)
{
  GTask *task;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (OM_IS_CHART_VIEW (self));
  g_return_if_fail (self->plot != NULL);

  task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, om_chart_view_save_async);
  bytes = om_chart_export (self->plot, format, picture_width (self), picture_height (self), GTK_WIDGET (self->chart),
                           gtk_widget_get_pango_context (GTK_WIDGET (self->chart)), &error);
  if (bytes == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL, written_cb, task);
}

/** om_chart_view_save_finish: */
gboolean
om_chart_view_save_finish (OmChartView  *self,
                           GAsyncResult *result,
                           GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
