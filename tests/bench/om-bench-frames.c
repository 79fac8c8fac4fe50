/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A frame is measured from its beginning to its end by the signals of the frame clock. Of it, the update
 * of what moves and the rows of our lists, that measure and draw themselves, are ours. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-frames.h"

#include "views/om-memory-row.h"

typedef void (*SnapshotFunc) (GtkWidget *widget, GtkSnapshot *snapshot);
typedef void (*MeasureFunc) (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                             int *minimum_baseline, int *natural_baseline);

static SnapshotFunc usual_snapshot;
static MeasureFunc usual_measure;
static gboolean in_frame;
static double   frame_began;
static double   own_ms; /* of the frame under way */
static guint    n_frames;

static void
timed_snapshot (GtkWidget   *widget,
                GtkSnapshot *snapshot)
{
  double began = om_test_thread_ms ();

  usual_snapshot (widget, snapshot);
  own_ms += om_test_thread_ms () - began;
}

static void
timed_measure (GtkWidget      *widget,
               GtkOrientation  orientation,
               int             for_size,
               int            *minimum,
               int            *natural,
               int            *minimum_baseline,
               int            *natural_baseline)
{
  double began = om_test_thread_ms ();

  usual_measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
  own_ms += om_test_thread_ms () - began;
}

static void
before_paint_cb (GdkFrameClock *clock,
                 gpointer       data)
{
  in_frame = TRUE;
  own_ms = 0;
  frame_began = om_test_thread_ms ();
  om_test_pulse_pause ();
}

static void
updated_cb (GdkFrameClock *clock,
            gpointer       data)
{
  if (in_frame)
    own_ms += om_test_thread_ms () - frame_began;
}

static void
after_paint_cb (GdkFrameClock *clock,
                gpointer       data)
{
  if (in_frame)
    om_test_pulse_resume (own_ms);
  in_frame = FALSE;
  n_frames++;
}

/**
 * om_bench_frames_begin:
 *
 * Once, after GTK has been initialised.
 */
void
om_bench_frames_begin (void)
{
  /* Kept, as all classes are. */
  GtkWidgetClass *klass = g_type_class_ref (OM_TYPE_MEMORY_ROW);

  usual_snapshot = klass->snapshot;
  usual_measure = klass->measure;
  klass->snapshot = timed_snapshot;
  klass->measure = timed_measure;
}

/**
 * om_bench_frames_watch:
 * @window: a window that is realized
 */
void
om_bench_frames_watch (GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), NULL);
  g_signal_connect_after (clock, "update", G_CALLBACK (updated_cb), NULL);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), NULL);
}

/**
 * om_bench_frames_reset:
 *
 * Before steps are counted anew.
 */
void
om_bench_frames_reset (void)
{
  in_frame = FALSE;
  own_ms = 0;
}

static gboolean
give_up_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/**
 * om_bench_frames_next:
 *
 * Runs the loop until another frame has been drawn, half a second at most.
 */
void
om_bench_frames_next (void)
{
  guint before = n_frames;
  gboolean given_up = FALSE;
  guint id = g_timeout_add (500, give_up_cb, &given_up);

  while (n_frames == before && !given_up)
    g_main_context_iteration (NULL, TRUE);
  if (!given_up)
    g_source_remove (id);
}
