/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers as charts over time: a point a month, or a year where the journal is very long. A month
 * without anything is there with nothing; a month without a known mood is not there. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-statistics-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "memory/om-moment.h"
#include "views/om-looks.h"

/* More points than this are years. */
#define MOST_MONTHS 360
#define YEAR 12

typedef double (*Measure) (const OmTally *tally,
                           int            which);

/** Span: the months of a journal, in steps. */
typedef struct
{
  GArray    *tallies;
  GTimeZone *zone;
  gint32     first; /* month */
  gint32     last;
  int        step; /* months */
} Span;

/* Returns %FALSE if nothing has a date. */
static gboolean
span_init (Span      *span,
           GArray    *tallies,
           GTimeZone *zone)
{
  guint start = tallies->len > 0 && g_array_index (tallies, OmTally, 0).month == OM_TALLY_UNDATED ? 1 : 0;

  if (start >= tallies->len)
    return FALSE;
  span->tallies = tallies;
  span->zone = zone;
  span->first = g_array_index (tallies, OmTally, start).month;
  span->last = g_array_index (tallies, OmTally, tallies->len - 1).month;
  span->step = span->last - span->first >= MOST_MONTHS ? YEAR : 1;
  if (span->step == YEAR)
    span->first -= span->first % YEAR;
  return TRUE;
}

static gint64
begin_of (const Span *span,
          gint32      month)
{
  OmMoment moment;

  /* Noon: on the first of a month no clock is put on or back then. */
  if (om_moment_from_local (span->zone, month / YEAR, month % YEAR + 1, 1, 12, 0, 0, &moment))
    return moment.ms;
  return (gint64) om_date_to_day_number (month / YEAR, month % YEAR + 1, 1) * OM_MS_PER_DAY;
}

/* What the months from @month on come to. */
static void
sum_step (const Span *span,
          gint32      month,
          OmTally    *sum)
{
  g_autoptr (GArray) part = g_array_new (FALSE, FALSE, sizeof (OmTally));

  for (guint i = 0; i < span->tallies->len; i++)
    {
      OmTally tally = g_array_index (span->tallies, OmTally, i);

      if (tally.month >= month && tally.month < month + span->step)
        g_array_append_val (part, tally);
    }
  om_tallies_sum (part, sum);
}

/* All steps, summed once for all series. */
static GArray *
list_steps (const Span *span)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (OmTally));

  for (gint32 month = span->first; month <= span->last; month += span->step)
    {
      OmTally sum;

      sum_step (span, month, &sum);
      sum.month = month;
      g_array_append_val (steps, sum);
    }
  return steps;
}

static double
add_series (OmChartPlot *plot,
            const Span  *span,
            GArray      *steps,
            const char  *name,
            const char  *color,
            Measure      measure,
            int          which)
{
  g_autoptr (OmChartSeries) series = om_chart_series_new (name, OM_CHART_LINE, color);
  double most = 0;

  for (guint i = 0; i < steps->len; i++)
    {
      const OmTally *tally = &g_array_index (steps, OmTally, i);
      double value = measure (tally, which);

      if (value != value)
        continue;
      om_chart_series_add (series, (double) begin_of (span, tally->month), value, OM_CHART_POINT_PLAIN, NULL);
      most = MAX (most, value);
    }
  if (om_chart_series_count (series) > 0)
    om_chart_plot_add_series (plot, series);
  return most;
}

static OmChartPlot *
plot_new (const char *title,
          const Span *span)
{
  OmChartPlot *plot = om_chart_plot_new (title);
  gint64 from = begin_of (span, span->first);
  gint64 to = begin_of (span, span->last);

  /* One month alone has room around it. */
  if (to - from < 27 * OM_MS_PER_DAY)
    {
      from -= 15 * OM_MS_PER_DAY;
      to += 15 * OM_MS_PER_DAY;
    }
  om_chart_axis_set_times (&plot->x, span->step == YEAR ? _("Year") : _("Month"), from, to, span->zone);
  return plot;
}

static double
entries_of (const OmTally *tally,
            int            sector)
{
  return tally->entries[sector];
}

static double
words_of (const OmTally *tally,
          int            which)
{
  return (double) tally->words;
}

static double
recalls_of (const OmTally *tally,
            int            which)
{
  return tally->recalls;
}

static double
mood_of (const OmTally *tally,
         int            which)
{
  return tally->n_moods > 0 ? (which == 0 ? tally->valence : tally->arousal) / tally->n_moods : NAN;
}

/**
 * om_statistics_plot_sectors:
 * @tallies: (element-type OmTally): months
 * @zone: of this place
 *
 * Returns: (transfer full) (nullable): entries by sector over time; %NULL if nothing has a date
 */
OmChartPlot *
om_statistics_plot_sectors (GArray    *tallies,
                            GTimeZone *zone)
{
  static const char *const colors[OM_N_SECTORS] = {
    [OM_SECTOR_EPISODIC] = "sector_episodic_color",     [OM_SECTOR_SEMANTIC] = "sector_semantic_color",
    [OM_SECTOR_PROCEDURAL] = "sector_procedural_color", [OM_SECTOR_EMOTIONAL] = "sector_emotional_color",
    [OM_SECTOR_REFLECTIVE] = "sector_reflective_color",
  };
  g_autoptr (GArray) steps = NULL;
  OmChartPlot *plot;
  double most = 1;
  Span span;

  if (!span_init (&span, tallies, zone))
    return NULL;
  steps = list_steps (&span);
  plot = plot_new (_("Entries by Sector"), &span);
  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      double of_sector = add_series (plot, &span, steps, om_look_sector_name (i), colors[i], entries_of, i);

      most = MAX (most, of_sector);
    }
  om_chart_axis_set_numbers (&plot->y, _("Entries"), 0, most, 0);
  return plot;
}

static OmChartPlot *
plot_single (GArray     *tallies,
             GTimeZone  *zone,
             const char *title,
             const char *name,
             const char *color,
             Measure     measure)
{
  g_autoptr (GArray) steps = NULL;
  OmChartPlot *plot;
  double most;
  Span span;

  if (!span_init (&span, tallies, zone))
    return NULL;
  steps = list_steps (&span);
  plot = plot_new (title, &span);
  most = add_series (plot, &span, steps, name, color, measure, 0);
  om_chart_axis_set_numbers (&plot->y, name, 0, MAX (1, most), 0);
  return plot;
}

/** om_statistics_plot_words: (transfer full) (nullable): words over time */
OmChartPlot *
om_statistics_plot_words (GArray    *tallies,
                          GTimeZone *zone)
{
  return plot_single (tallies, zone, _("Words"), _("Words"), "chart_1_color", words_of);
}

/** om_statistics_plot_recalls: (transfer full) (nullable): recalls over time */
OmChartPlot *
om_statistics_plot_recalls (GArray    *tallies,
                            GTimeZone *zone)
{
  return plot_single (tallies, zone, _("Recalls"), _("Recalls"), "chart_3_color", recalls_of);
}

/** om_statistics_plot_moods: (transfer full) (nullable): the mean mood over time; %NULL if none is known */
OmChartPlot *
om_statistics_plot_moods (GArray    *tallies,
                          GTimeZone *zone)
{
  g_autoptr (GArray) steps = NULL;
  OmChartPlot *plot;
  Span span;

  if (!span_init (&span, tallies, zone))
    return NULL;
  steps = list_steps (&span);
  plot = plot_new (_("Mood"), &span);
  add_series (plot, &span, steps, C_ ("mood", "How pleasant (−1 to 1)"), "chart_2_color", mood_of, 0);
  add_series (plot, &span, steps, C_ ("mood", "How stirred (0 to 1)"), "chart_4_color", mood_of, 1);
  if (plot->series->len == 0)
    {
      om_chart_plot_unref (plot);
      return NULL;
    }
  om_chart_axis_set_numbers (&plot->y, _("Mood"), -1, 1, 2);
  return plot;
}
