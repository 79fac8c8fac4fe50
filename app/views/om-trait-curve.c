/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of a trait's confidence, with the bands of its stages. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-curve.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-trait-event-words.h"
#include "memory/om-moment.h"
#include "views/om-trait-looks.h"

/* Lower bounds of the stages (design/traits.md 3), in per cent. */
static const struct
{
  OmTraitStage stage;
  double       from;
  double       to;
} bands[] = {
  { OM_TRAIT_STAGE_CANDIDATE, 10, 30 },
  { OM_TRAIT_STAGE_EMERGING, 30, 60 },
  { OM_TRAIT_STAGE_ESTABLISHED, 60, 85 },
  { OM_TRAIT_STAGE_CORE, 85, 100 },
};

/* What happened at @at, for the point there. */
static char *
dup_note (const OmTraitDetail *detail,
          gint64               at)
{
  for (guint i = 0; i < detail->events->len; i++)
    {
      const OmTraitEvent *event = &g_array_index (detail->events, OmTraitEvent, i);

      if (event->at == at)
        return g_strdup (om_trait_cause_words (event->cause));
    }
  return NULL;
}

/**
 * om_trait_curve_plot:
 * @detail: a trait with its events
 * @now: where the curve ends, ms UTC
 * @zone: of this place
 *
 * Returns: (transfer full) (nullable): the plot; %NULL while it is too early to say how sure it is
 */
OmChartPlot *
om_trait_curve_plot (const OmTraitDetail *detail,
                     gint64               now,
                     GTimeZone           *zone)
{
  g_autoptr (GArray) points = om_trait_detail_dup_curve (detail, now);
  g_autoptr (OmChartSeries) series = om_chart_series_new (_("Confidence"), OM_CHART_LINE, "accent_color");
  OmChartPlot *plot;
  double first = NAN;

  for (guint i = 0; i < points->len; i++)
    {
      const OmTraitPoint *point = &g_array_index (points, OmTraitPoint, i);
      g_autofree char *note = NULL;

      if (isnan (point->confidence))
        continue;
      if (isnan (first))
        first = (double) point->at;
      note = dup_note (detail, point->at);
      om_chart_series_add (series, (double) point->at, 100 * CLAMP (point->confidence, 0, 1),
                           note != NULL ? OM_CHART_POINT_MARK : 0, note);
    }
  if (om_chart_series_count (series) < 2)
    return NULL;
  plot = om_chart_plot_new (_("How sure it is"));
  om_chart_axis_set_times (&plot->x, _("Time"), (gint64) first, MAX (now, (gint64) first + OM_MS_PER_DAY), zone);
  om_chart_axis_set_numbers (&plot->y, _("Per cent"), 0, 100, 0);
  om_chart_plot_add_series (plot, series);
  for (gsize i = 0; i < G_N_ELEMENTS (bands); i++)
    om_chart_plot_add_band (plot, OM_CHART_ACROSS, bands[i].from, bands[i].to, om_trait_look_stage_name (bands[i].stage));
  om_chart_plot_set_labels (plot, C_ ("mark in a chart", "Something happened"), NULL);
  return plot;
}
