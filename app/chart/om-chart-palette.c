/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours by their names in the style. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-palette.h"

#include <adwaita.h>

static void
look_up (GtkStyleContext *style,
         const char      *name,
         const GdkRGBA   *otherwise,
         GdkRGBA         *color)
{
  if (!gtk_style_context_lookup_color (style, name, color))
    *color = *otherwise;
}

/**
 * om_chart_palette_new:
 * @widget: whose style counts
 *
 * Returns: (transfer full): the colours as they are now
 */
OmChartPalette *
om_chart_palette_new (GtkWidget         *widget,
                      const OmChartPlot *plot)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  OmChartPalette *self = g_new0 (OmChartPalette, 1);

  gtk_style_context_get_color (style, &self->text);
  look_up (style, "window_bg_color", &(GdkRGBA){ 1, 1, 1, 1 }, &self->ground);
  look_up (style, "accent_color", &self->text, &self->accent);
  self->strong = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  self->series = g_new0 (GdkRGBA, MAX (1, plot->series->len));
  for (guint i = 0; i < plot->series->len; i++)
    look_up (style, om_chart_series_get_color (om_chart_plot_get_series (plot, i)), &self->text, &self->series[i]);
  return self;
}

/**
 * om_chart_palette_new_plain:
 *
 * Returns: (transfer full): black on white, where there is no style
 */
OmChartPalette *
om_chart_palette_new_plain (const OmChartPlot *plot)
{
  OmChartPalette *self = g_new0 (OmChartPalette, 1);

  self->text = self->accent = (GdkRGBA){ 0, 0, 0, 1 };
  self->ground = (GdkRGBA){ 1, 1, 1, 1 };
  self->series = g_new0 (GdkRGBA, MAX (1, plot->series->len));
  for (guint i = 0; i < plot->series->len; i++)
    self->series[i] = self->text;
  return self;
}

/** om_chart_palette_free: @self: (transfer full) (nullable) */
void
om_chart_palette_free (OmChartPalette *self)
{
  if (self == NULL)
    return;

  g_free (self->series);
  g_free (self);
}
