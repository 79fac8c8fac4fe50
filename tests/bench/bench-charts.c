/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the data of the Salience page takes in a worker, and how long drawing it takes after that. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "bench/om-bench-measure.h"
#include "bench/om-bench-store.h"
#include "chart/om-chart-paint.h"
#include "engine/om-curves.h"
#include "engine/om-outlook.h"

#define N_MEMORIES 100000
#define N_POINTS 90
#define N_PASSES 5

#define WIDTH 1000
#define HEIGHT 420

static OmEngine *
open_store (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = om_bench_store_ensure (N_MEMORIES, &error);
  OmEngine *engine = om_engine_new ();

  om_engine_set_clock (engine, om_bench_clock, NULL);
  if (path == NULL || !om_engine_open (engine, path, OM_OPEN_READ_ONLY, NULL, &error) || !om_engine_load (engine, NULL, &error))
    g_error ("%s", error->message);
  return engine;
}

static void
print (const char   *what,
       OmBenchTimes *times)
{
  printf ("%-52s %8.1f ms  (%.1f ms of processor)\n", what, om_bench_percentile (times->wall, .5),
          om_bench_percentile (times->cpu, .5));
  fflush (stdout);
}

static OmCurves *
measure_curves (OmEngine     *engine,
                const char   *what,
                OmCurvesQuery query)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (OmCurves) curves = NULL;

  query.to = om_engine_now (engine) + 60 * OM_MS_PER_DAY;
  query.n_points = N_POINTS;
  for (int i = 0; i < N_PASSES; i++)
    {
      g_autoptr (GError) error = NULL;

      g_clear_pointer (&curves, om_curves_free);
      om_bench_times_start (times);
      curves = om_engine_get_curves (engine, &query, NULL, &error);
      om_bench_times_stop (times);
      if (curves == NULL)
        g_error ("%s", error->message);
    }
  print (what, times);
  return g_steal_pointer (&curves);
}

static void
measure_outlook (OmEngine   *engine,
                 const char *what,
                 gint64      as_of,
                 gint64      at)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (int i = 0; i < N_PASSES; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmOutlook) outlook = NULL;

      om_bench_times_start (times);
      outlook = om_engine_get_outlook (engine, as_of, at, 10, NULL, &error);
      om_bench_times_stop (times);
      if (outlook == NULL || outlook->memories > N_MEMORIES || (as_of == 0 && outlook->memories < N_MEMORIES / 2))
        g_error ("A wrong count of memories: %u", outlook != NULL ? outlook->memories : 0);
    }
  print (what, times);
}

static void
measure_painting (const char  *what,
                  OmChartPlot *plot)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  for (int i = 0; i < N_PASSES + 1; i++)
    {
      g_autoptr (PangoLayout) text = om_chart_paint_create_text (context);
      g_autoptr (OmChartPalette) palette = om_chart_palette_new_plain (plot);
      g_autoptr (OmChartLayout) layout = NULL;
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surface);
      OmChartPaint paint = { cr, text, 1, plot, NULL, palette };

      om_bench_times_start (times);
      layout = om_chart_layout_new (plot, WIDTH, HEIGHT, FALSE, om_chart_paint_measure, text);
      paint.layout = layout;
      om_chart_paint (&paint);
      om_bench_times_stop (times);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  print (what, times);
  g_object_unref (context);
}

static OmChartPlot *
plot_of_curves (const OmCurves *curves)
{
  OmChartPlot *plot = om_chart_plot_new ("Curves");
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();

  om_chart_axis_set_times (&plot->x, "", curves->from, curves->to, zone);
  for (guint c = 0; c < curves->curves->len; c++)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, c);
      g_autoptr (OmChartSeries) series = om_chart_series_new (curve->key, OM_CHART_LINE, "x");

      for (guint i = 0; i < curve->samples->len; i++)
        {
          const OmCurveSample *sample = &g_array_index (curve->samples, OmCurveSample, i);

          om_chart_series_add (series, (double) sample->at, sample->value,
                               sample->forecast ? OM_CHART_POINT_FORECAST : OM_CHART_POINT_PLAIN, NULL);
        }
      om_chart_plot_add_series (plot, series);
    }
  return plot;
}

static void
measure_moods (OmEngine *engine)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (OmBenchTimes) building = om_bench_times_new ();
  g_autoptr (OmChartPlot) plot = NULL;
  g_autoptr (OmChartSeries) series = NULL;

  for (int i = 0; i < N_PASSES; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) moods = NULL;

      om_bench_times_start (times);
      moods = om_engine_get_moods (engine, NULL, &error);
      om_bench_times_stop (times);
      if (moods == NULL)
        g_error ("%s", error->message);

      /* Those whose mood the made-up journal leaves open lie anywhere: as many as there can be. */
      om_bench_times_start (building);
      g_clear_pointer (&series, om_chart_series_unref);
      series = om_chart_series_new ("Moods", OM_CHART_SCATTER, "x");
      for (guint j = 0; j < N_MEMORIES; j++)
        om_chart_series_add (series, -1 + 2.0 * j / N_MEMORIES, (double) (j * 7919u % N_MEMORIES) / N_MEMORIES, 0, NULL);
      om_bench_times_stop (building);
    }
  print ("moods of 100,000 memories: data", times);
  print ("moods of 100,000 memories: the plot", building);
  plot = om_chart_plot_new ("Moods");
  om_chart_axis_set_numbers (&plot->x, "Valence", -1, 1, 2);
  om_chart_plot_add_series (plot, series);
  measure_painting ("moods of 100,000 memories: drawing", plot);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *machine = om_bench_dup_machine ();
  g_autoptr (OmEngine) engine = open_store ();
  gint64 now = om_engine_now (engine);
  char *tags[] = { NULL, NULL, NULL };
  g_autoptr (OmCurves) sectors = NULL;
  g_autoptr (OmChartPlot) plot = NULL;
  g_autoptr (GPtrArray) used = om_engine_get_tags (engine, NULL, NULL);

  printf ("%s\n", machine);
  sectors = measure_curves (engine, "curves of 5 sectors, all: data", (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  plot = plot_of_curves (sectors);
  measure_painting ("curves of 5 sectors: drawing", plot);
  om_curves_free (measure_curves (engine, "curves of 3 tiers, all: data", (OmCurvesQuery){ .of = OM_CURVES_OF_TIERS }));
  om_curves_free (measure_curves (engine, "curves of 5 sectors, vividness, a year: data",
                                  (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS, .measure = OM_MEASURE_VIVIDNESS,
                                                   .from = now - 365 * OM_MS_PER_DAY }));
  for (guint i = 0; used != NULL && i < 2 && i < used->len; i++)
    tags[i] = ((OmTagUse *) g_ptr_array_index (used, i))->name;
  om_curves_free (measure_curves (engine, "curves of 2 tags, all: data", (OmCurvesQuery){ .of = OM_CURVES_OF_TAGS, .keys = tags }));
  measure_outlook (engine, "counts and fading soonest in 30 days", 0, now + 30 * OM_MS_PER_DAY);
  measure_outlook (engine, "counts and fading soonest as of a year ago", now - 365 * OM_MS_PER_DAY, 0);
  measure_moods (engine);
  om_engine_close (engine);
  return 0;
}
