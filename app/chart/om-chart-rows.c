/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartRows: one row a point, series after series. A row is made when the list asks for it, so that a
 * hundred thousand points cost nothing until they are scrolled to. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-rows.h"

struct _OmChartRow
{
  GObject parent_instance;

  OmChartPlot  *plot; /* (owned) */
  OmChartCursor cursor;
};

G_DEFINE_FINAL_TYPE (OmChartRow, om_chart_row, G_TYPE_OBJECT)

struct _OmChartRows
{
  GObject parent_instance;

  OmChartPlot *plot; /* (owned) */
};

static GType
get_item_type (GListModel *list)
{
  return OM_TYPE_CHART_ROW;
}

static guint
get_n_items (GListModel *list)
{
  OmChartRows *self = OM_CHART_ROWS (list);
  guint n = 0;

  for (guint i = 0; i < self->plot->series->len; i++)
    n += om_chart_series_count (om_chart_plot_get_series (self->plot, i));
  return n;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  OmChartRows *self = OM_CHART_ROWS (list);

  for (guint i = 0; i < self->plot->series->len; i++)
    {
      guint n = om_chart_series_count (om_chart_plot_get_series (self->plot, i));

      if (position < n)
        {
          OmChartRow *row = g_object_new (OM_TYPE_CHART_ROW, NULL);

          row->plot = om_chart_plot_ref (self->plot);
          row->cursor = (OmChartCursor){ (int) i, (int) position };
          return row;
        }
      position -= n;
    }
  return NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (OmChartRows, om_chart_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
om_chart_row_finalize (GObject *object)
{
  om_chart_plot_unref (OM_CHART_ROW (object)->plot);

  G_OBJECT_CLASS (om_chart_row_parent_class)->finalize (object);
}

static void
om_chart_row_class_init (OmChartRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_chart_row_finalize;
}

static void
om_chart_row_init (OmChartRow *self)
{
}

static void
om_chart_rows_finalize (GObject *object)
{
  om_chart_plot_unref (OM_CHART_ROWS (object)->plot);

  G_OBJECT_CLASS (om_chart_rows_parent_class)->finalize (object);
}

static void
om_chart_rows_class_init (OmChartRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_chart_rows_finalize;
}

static void
om_chart_rows_init (OmChartRows *self)
{
}

/**
 * om_chart_rows_new:
 * @plot: (transfer none): whose points
 *
 * Returns: (transfer full): a #GListModel of #OmChartRow
 */
OmChartRows *
om_chart_rows_new (OmChartPlot *plot)
{
  OmChartRows *self = g_object_new (OM_TYPE_CHART_ROWS, NULL);

  self->plot = om_chart_plot_ref (plot);
  return self;
}

/** om_chart_row_get_cursor: Returns: which point it is */
OmChartCursor
om_chart_row_get_cursor (OmChartRow *self)
{
  g_return_val_if_fail (OM_IS_CHART_ROW (self), OM_CHART_CURSOR_NONE);

  return self->cursor;
}

/** om_chart_row_dup_text: Returns: (transfer full): what stands in a column */
char *
om_chart_row_dup_text (OmChartRow   *self,
                       OmChartColumn column)
{
  const OmChartPoint *point;
  char *note;

  g_return_val_if_fail (OM_IS_CHART_ROW (self), NULL);

  point = om_chart_walk_point (self->plot, self->cursor);
  switch (column)
    {
    case OM_CHART_COLUMN_X:
      return om_chart_axis_dup_words (&self->plot->x, point->x);
    case OM_CHART_COLUMN_Y:
      return om_chart_axis_dup_words (&self->plot->y, point->y);
    case OM_CHART_COLUMN_NOTE:
      note = om_chart_plot_dup_note (self->plot, (guint) self->cursor.series, (guint) self->cursor.point);
      if (note != NULL)
        return note;
      return g_strdup (point->flags & OM_CHART_POINT_FORECAST ? self->plot->forecast_label : "");
    case OM_CHART_COLUMN_SERIES:
    default:
      return g_strdup (om_chart_series_get_name (om_chart_plot_get_series (self->plot, (guint) self->cursor.series)));
    }
}

/** om_chart_row_dup_words: Returns: (transfer full): the whole row, for a screen reader */
char *
om_chart_row_dup_words (OmChartRow *self)
{
  g_return_val_if_fail (OM_IS_CHART_ROW (self), NULL);

  return om_chart_walk_dup_words (self->plot, self->cursor);
}
