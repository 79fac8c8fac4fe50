/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reckons the points of a memory's curve: some hundred of the closed form, and each event with its jump. A
 * matter of microseconds, so it is done where it is shown. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-curve.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-history-words.h"
#include "views/om-looks.h"

/* Steps between the ends; jumps come on top. */
#define STEPS 120
/* So far ahead at least, and at most. */
#define LEAST_AHEAD_MS (30 * OM_MS_PER_DAY)
#define MOST_AHEAD_MS (366 * OM_MS_PER_DAY)
/* Vividness below Clear (engine.md section 6). */
#define FADING_LINE 30

typedef struct
{
  OmEngine        *engine;
  const OmHistory *history;
  const OmMemory  *memory;
  gint64           from;
  gint64           now;
  gint64           to;
} Span;

/** Measure: a height from 0 to 100 at an instant, NAN where none is known. */
typedef double (*Measure) (const Span *span,
                           gint64      at);

static double
vividness (const Span *span,
           gint64      at)
{
  int percent = om_engine_vividness_at (span->engine, span->history, span->memory, at);

  return percent >= 0 ? percent : NAN;
}

static double
salience (const Span *span,
          gint64      at)
{
  return 100 * om_engine_salience_at (span->engine, span->history, span->memory, at);
}

static void
add_point (OmChartSeries *series,
           const Span    *span,
           Measure        measure,
           gint64         at,
           guint          flags,
           const char    *note)
{
  guint n = om_chart_series_count (series);
  double y = measure (span, at);
  /* Several things of one moment, or of a clock that was set back, stand above one another. */
  double x = n > 0 ? MAX ((double) at, om_chart_series_get (series, n - 1)->x) : (double) at;

  if (isfinite (y))
    om_chart_series_add (series, x, y, flags | (at > span->now ? OM_CHART_POINT_FORECAST : 0), note);
}

/* What happened until @at, from event number *@next on: the height just before it, and after it. */
static void
add_events (OmChartSeries *series,
            const Span    *span,
            Measure        measure,
            guint         *next,
            gint64         at)
{
  const GPtrArray *events = span->history->events;

  for (; *next < events->len; (*next)++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (events, *next);
      const OmHistoryEvent *previous = *next > 0 ? g_ptr_array_index (events, *next - 1) : NULL;
      gboolean recalled = event->cause == OM_EVENT_RECALLED && !event->undone;
      g_autofree char *words = om_history_event_words (event, previous);
      g_autofree char *taken_back = event->undone ? om_history_taken_back_words (words) : NULL;

      if (event->at > at)
        return;
      if (event->at > span->from)
        add_point (series, span, measure, event->at - 1, 0, NULL);
      add_point (series, span, measure, event->at, recalled ? OM_CHART_POINT_MARK : 0,
                 taken_back != NULL ? taken_back : words);
    }
}

static OmChartSeries *
series_new (const Span *span,
            Measure     measure,
            const char *name,
            const char *color)
{
  OmChartSeries *series = om_chart_series_new (name, OM_CHART_LINE, color);
  guint next = 0;

  for (guint i = 0; i <= STEPS; i++)
    {
      gint64 at = span->from + (gint64) ((double) (span->to - span->from) * i / STEPS);
      gint64 before = span->from + (gint64) ((double) (span->to - span->from) * (i > 0 ? i - 1 : 0) / STEPS);

      add_events (series, span, measure, &next, at);
      /* Past and forecast meet at this very moment. */
      if (before < span->now && span->now < at)
        add_point (series, span, measure, span->now, 0, NULL);
      add_point (series, span, measure, at, 0, NULL);
    }
  return series;
}

static gint64
find_beginning (const OmHistory *history,
                gint64           now)
{
  gint64 from = now;

  if (history->points->len > 0)
    from = MIN (from, g_array_index (history->points, OmSaliencePoint, 0).at);
  if (history->events->len > 0)
    from = MIN (from, ((OmHistoryEvent *) g_ptr_array_index (history->events, 0))->at);
  return from;
}

static gint64
find_end (const OmForecast *forecast,
          gint64            now)
{
  gint64 ahead = LEAST_AHEAD_MS;
  const gint64 lines[] = { forecast->fading_at, forecast->resting_at };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      /* A little beyond the line, so that one sees it crossed. */
      if (lines[i] > now && lines[i] < G_MAXINT64)
        ahead = MAX (ahead, MIN (lines[i] - now + (lines[i] - now) / 8, MOST_AHEAD_MS));
    }
  return now + ahead;
}

/**
 * om_memory_curve_plot:
 * @history: the history of @memory
 * @zone: of this place
 *
 * Vividness and salience, both from 0 to 100: what was as it is now reckoned, recalls as marks, what is to
 * come as the forecast, and the lines at which it is Fading and goes to rest.
 *
 * Returns: (transfer full): the plot
 */
OmChartPlot *
om_memory_curve_plot (OmEngine        *engine,
                      const OmHistory *history,
                      const OmMemory  *memory,
                      GTimeZone       *zone)
{
  OmChartPlot *plot = om_chart_plot_new (_("Its course"));
  gint64 now = om_engine_now (engine);
  Span span = { engine, history, memory, find_beginning (history, now), now, find_end (&history->forecast, now) };
  g_autoptr (OmChartSeries) vivid = series_new (&span, vividness, _("Vividness"), "accent_color");
  g_autoptr (OmChartSeries) salient = series_new (&span, salience, _("Salience"), "window_fg_color");
  int resting = om_engine_get_resting_line (engine, memory);

  om_chart_axis_set_times (&plot->x, _("Time"), span.from, span.to, zone);
  om_chart_axis_set_numbers (&plot->y, _("Of 100"), 0, 100, 0);
  om_chart_plot_add_series (plot, vivid);
  om_chart_plot_add_series (plot, salient);
  om_chart_plot_add_line (plot, OM_CHART_ACROSS, FADING_LINE, om_look_vividness_name (OM_VIVIDNESS_FADING));
  if (resting > 0)
    om_chart_plot_add_line (plot, OM_CHART_ACROSS, resting, om_look_vividness_name (OM_VIVIDNESS_RESTING));
  om_chart_plot_set_labels (plot, C_ ("mark in a chart", "Recalled"), C_ ("dashed line in a chart", "If nothing recalls it"));
  return plot;
}
