/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, colours and lines for curves and moods. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-salience-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-history-words.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"
#include "views/om-salience-words.h"

/* Colours of ui/style*.css for what has none of its own. */
static const char *const colors[] = { "chart_1_color", "chart_2_color", "chart_3_color",
                                      "chart_4_color", "chart_5_color", "chart_6_color" };

static const char *const sector_colors[OM_N_SECTORS] = {
  [OM_SECTOR_EPISODIC] = "sector_episodic_color",
  [OM_SECTOR_SEMANTIC] = "sector_semantic_color",
  [OM_SECTOR_PROCEDURAL] = "sector_procedural_color",
  [OM_SECTOR_EMOTIONAL] = "sector_emotional_color",
  [OM_SECTOR_REFLECTIVE] = "sector_reflective_color",
};

/* Titles are lines of the legend, not texts. */
#define TITLE_CHARS 40

static char *
dup_name (const OmCurve *curve,
          OmCurvesOf     of,
          guint          i)
{
  g_autofree char *title = NULL;
  g_autofree char *cut = NULL;

  switch (of)
    {
    case OM_CURVES_OF_SECTORS:
      return g_strdup (om_look_sector_name ((OmSector) i));
    case OM_CURVES_OF_TIERS:
      return g_strdup (om_salience_words_tier ((OmTier) i));
    case OM_CURVES_OF_MEMORIES:
      title = om_memory_dup_title (curve->memory);
      if (g_utf8_strlen (title, -1) <= TITLE_CHARS)
        return g_steal_pointer (&title);
      cut = g_utf8_substring (title, 0, TITLE_CHARS);
      return g_strconcat (g_strchomp (cut), "…", NULL);
    case OM_CURVES_OF_TAGS:
    default:
      return g_strdup (curve->key);
    }
}

static OmChartSeries *
series_new (const OmCurve *curve,
            OmCurvesOf     of,
            guint          i,
            guint          slot)
{
  g_autofree char *name = dup_name (curve, of, i);
  const char *color = of == OM_CURVES_OF_SECTORS ? sector_colors[i] : colors[slot % G_N_ELEMENTS (colors)];
  OmChartSeries *series = om_chart_series_new (name, OM_CHART_LINE, color);

  for (guint j = 0; j < curve->samples->len; j++)
    {
      const OmCurveSample *sample = &g_array_index (curve->samples, OmCurveSample, j);
      guint flags = sample->forecast ? OM_CHART_POINT_FORECAST : OM_CHART_POINT_PLAIN;
      const char *words = sample->cause != OM_EVENT_UNKNOWN ? om_event_cause_words (sample->cause) : NULL;
      g_autofree char *taken_back = sample->undone && words != NULL ? om_history_taken_back_words (words) : NULL;

      /* One that was taken back is told of, but no mark stands for it. */
      if (sample->cause == OM_EVENT_RECALLED && !sample->undone)
        flags |= OM_CHART_POINT_MARK;
      om_chart_series_add (series, (double) sample->at, sample->value, flags, taken_back != NULL ? taken_back : words);
    }
  return series;
}

static const char *
title_of (OmCurvesOf of,
          OmMeasure  measure)
{
  static const char *const titles[][2] = {
    [OM_CURVES_OF_MEMORIES] = { N_("Salience of Memories"), N_("Vividness of Memories") },
    [OM_CURVES_OF_SECTORS] = { N_("Mean Salience by Sector"), N_("Mean Vividness by Sector") },
    [OM_CURVES_OF_TIERS] = { N_("Mean Salience by Tier"), N_("Mean Vividness by Tier") },
    [OM_CURVES_OF_TAGS] = { N_("Mean Salience by Tag"), N_("Mean Vividness by Tag") },
  };

  return _(titles[of][measure]);
}

static void
add_line_ahead (OmChartPlot *plot,
                gint64       at,
                OmVividness  word)
{
  if (at > 0 && (double) at < plot->x.max)
    om_chart_plot_add_line (plot, OM_CHART_UPRIGHT, (double) at, om_look_vividness_name (word));
}

/* On a scale of vividness the lines lie at a height; on one of salience there is none, so they stand at the days
 * on which a memory will cross them. */
static void
add_lines (OmChartPlot    *plot,
           const OmCurves *curves,
           OmCurvesOf      of,
           OmMeasure       measure,
           double          fading,
           double          resting)
{
  if (curves->as_of > curves->from && curves->as_of < curves->to)
    {
      g_autofree char *day = om_chart_axis_dup_words (&plot->x, (double) curves->as_of);

      /* Translators: where the past of a chart ends */
      om_chart_plot_add_line (plot, OM_CHART_UPRIGHT, (double) curves->as_of, curves->is_now ? C_ ("chart", "Now") : day);
    }
  if (measure == OM_MEASURE_VIVIDNESS)
    {
      om_chart_plot_add_line (plot, OM_CHART_ACROSS, fading, om_look_vividness_name (OM_VIVIDNESS_FADING));
      om_chart_plot_add_line (plot, OM_CHART_ACROSS, resting, om_look_vividness_name (OM_VIVIDNESS_RESTING));
    }
  else if (of == OM_CURVES_OF_MEMORIES && curves->curves->len == 1)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, 0);

      add_line_ahead (plot, curve->forecast.fading_at, OM_VIVIDNESS_FADING);
      add_line_ahead (plot, curve->forecast.resting_at, OM_VIVIDNESS_RESTING);
    }
}

/* Means lie low: the scale ends at the quarter above them, so that they can be told apart. */
static double
top_of (const OmCurves *curves)
{
  double most = 0;

  for (guint i = 0; i < curves->curves->len; i++)
    {
      const GArray *samples = ((OmCurve *) g_ptr_array_index (curves->curves, i))->samples;

      for (guint j = 0; j < samples->len; j++)
        most = MAX (most, g_array_index (samples, OmCurveSample, j).value);
    }
  return CLAMP (ceil (most * 1.05 * 4) / 4, .25, 1);
}

/**
 * om_salience_plot_of_curves:
 * @curves: what the engine answered
 * @of: what it was asked
 * @slots: (nullable) (array): for each curve which of the colours it has, so that it keeps it while others
 *   come and go; %NULL in order
 * @measure: what it was asked
 * @fading: vividness below which a memory is Fading
 * @resting: vividness below which it rests
 * @zone: whose days and months
 *
 * Returns: (transfer full): what to show; a curve without points is left out
 */
OmChartPlot *
om_salience_plot_of_curves (const OmCurves *curves,
                            OmCurvesOf      of,
                            const guint    *slots,
                            OmMeasure       measure,
                            double          fading,
                            double          resting,
                            GTimeZone      *zone)
{
  OmChartPlot *plot = om_chart_plot_new (title_of (of, measure));

  om_chart_axis_set_times (&plot->x, "", curves->from, curves->to, zone);
  if (measure == OM_MEASURE_SALIENCE)
    om_chart_axis_set_numbers (&plot->y, C_ ("chart", "Salience"), 0,
                               of == OM_CURVES_OF_MEMORIES ? 1 : top_of (curves), 2);
  else
    om_chart_axis_set_numbers (&plot->y, C_ ("chart", "Vividness"), 0, 100, 0);
  om_chart_plot_set_labels (plot, C_ ("chart", "Recall"), C_ ("chart", "If nothing is recalled"));
  for (guint i = 0; i < curves->curves->len; i++)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, i);
      g_autoptr (OmChartSeries) series = series_new (curve, of, i, slots != NULL ? slots[i] : i);

      if (om_chart_series_count (series) > 0)
        om_chart_plot_add_series (plot, series);
    }
  add_lines (plot, curves, of, measure, fading, resting);
  return plot;
}

/* Moods ------------------------------------------------------------------------------------------ */

/** Moods: what the points of a mood plane stand for. */
typedef struct
{
  GArray    *moods;           /* (owned) (element-type OmMoodPoint) */
  GArray    *places;          /* (owned) (element-type guint): series after series, which mood a point is */
  guint      starts[OM_N_SECTORS]; /* where a series begins in it */
  GTimeZone *zone;            /* (owned) */
} Moods;

static void
moods_free (gpointer data)
{
  Moods *moods = data;

  g_array_unref (moods->moods);
  g_array_unref (moods->places);
  g_time_zone_unref (moods->zone);
  g_free (moods);
}

static const OmMoodPoint *
mood_of (const Moods *moods,
         guint        series,
         guint        point)
{
  return &g_array_index (moods->moods, OmMoodPoint, g_array_index (moods->places, guint, moods->starts[series] + point));
}

static char *
dup_note (guint    series,
          guint    point,
          gpointer data)
{
  const Moods *moods = data;

  return om_date_words_full (&mood_of (moods, series, point)->happened, moods->zone);
}

/**
 * om_salience_plot_of_moods:
 * @moods: (element-type OmMoodPoint): the moods, ascending in valence
 * @from: what was lived before is left out, ms UTC
 * @to: what was lived after is left out, ms UTC
 * @zone: of this place
 *
 * Returns: (transfer full): valence across, arousal upwards, a series a sector
 */
OmChartPlot *
om_salience_plot_of_moods (GArray    *moods,
                           gint64     from,
                           gint64     to,
                           GTimeZone *zone)
{
  OmChartPlot *plot = om_chart_plot_new (_("Moods"));
  Moods *notes = g_new0 (Moods, 1);
  guint n = 0;

  notes->moods = g_array_ref (moods);
  notes->places = g_array_new (FALSE, FALSE, sizeof (guint));
  notes->zone = g_time_zone_ref (zone);
  om_chart_axis_set_numbers (&plot->x, C_ ("chart", "Pleasant"), -1, 1, 2);
  om_chart_axis_set_numbers (&plot->y, C_ ("chart", "Stirred"), 0, 1, 2);
  om_chart_plot_add_line (plot, OM_CHART_UPRIGHT, 0, "");
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      g_autoptr (OmChartSeries) series = om_chart_series_new (om_look_sector_name ((OmSector) sector), OM_CHART_SCATTER,
                                                              sector_colors[sector]);

      if (n < OM_N_SECTORS)
        notes->starts[n] = notes->places->len;
      for (guint i = 0; i < moods->len; i++)
        {
          const OmMoodPoint *mood = &g_array_index (moods, OmMoodPoint, i);

          if ((int) mood->sector != sector || mood->happened.ms < from || mood->happened.ms > to)
            continue;
          om_chart_series_add (series, mood->valence, mood->arousal, OM_CHART_POINT_PLAIN, NULL);
          g_array_append_val (notes->places, i);
        }
      if (om_chart_series_count (series) == 0)
        continue;
      om_chart_plot_add_series (plot, series);
      n++;
    }
  om_chart_plot_set_note (plot, dup_note, notes, moods_free);
  return plot;
}

/**
 * om_salience_plot_get_row:
 * @plot: of om_salience_plot_of_moods()
 *
 * Returns: the memory that a point stands for
 */
gint64
om_salience_plot_get_row (OmChartPlot *plot,
                          guint        series,
                          guint        point)
{
  return mood_of (plot->note_data, series, point)->row;
}
