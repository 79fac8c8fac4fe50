/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window answers over a large store: its start, the steps of its main loop while one scrolls,
 * filters, types, imports and pastes, and what it takes of memory. Steps are in processor time of the
 * main thread: what is ours in them, apart from what the toolkit lays out and draws. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <adwaita.h>
#include <stdlib.h>
#include <string.h>

#include "bench/om-bench-frames.h"
#include "bench/om-bench-measure.h"
#include "bench/om-bench-program.h"
#include "bench/om-bench-store.h"
#include "om-application.h"
#include "support/om-test-golden.h"
#include "support/om-test-pulse.h"
#include "views/om-filter-bar.h"
#include "views/om-import-window.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"
#include "views/om-today-page.h"
#include "views/om-window.h"

#define PASTED_BYTES (1024 * 1024)

static gint arg_size = 100000;
static char *arg_only;

static const GOptionEntry entries[] = {
  { "size", 0, 0, G_OPTION_ARG_INT, &arg_size, "Memories in the store, 100000 if not said", "N" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &arg_only, "Of start, scroll, filter, type, paste, import only these", "NAME,..." },
  { NULL }
};

static gboolean
is_wanted (const char *name)
{
  g_auto (GStrv) names = arg_only != NULL ? g_strsplit (arg_only, ",", -1) : NULL;

  return names == NULL || g_strv_contains ((const char *const *) names, name);
}

static void
print_value (const char *label,
             double      value,
             const char *unit,
             double      bar)
{
  g_print ("  %-44s %8.1f %-2s", label, value, unit);
  if (bar > 0)
    g_print ("  bar %g: %s", bar, value <= bar ? "met" : "MISSED");
  g_print ("\n");
}

static GtkWidget *
find (GtkWidget *root,
      GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A button in view that reads so. */
static GtkWidget *
find_button (GtkWidget  *root,
             const char *label)
{
  if (GTK_IS_BUTTON (root) && gtk_widget_get_mapped (root) && gtk_button_get_label (GTK_BUTTON (root)) != NULL &&
      g_str_equal (gtk_button_get_label (GTK_BUTTON (root)), label))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Runs the loop for so long, by the clock on the wall: what was begun comes to its end. */
static void
run_for (guint ms)
{
  gint64 limit = g_get_monotonic_time () + (gint64) ms * 1000;
  guint tick = g_timeout_add (20, tick_cb, NULL);

  while (g_get_monotonic_time () < limit)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
}

static void
begin (OmTestPulse *pulse)
{
  om_bench_frames_reset ();
  om_test_pulse_begin (pulse);
}

static void
end (OmTestPulse *pulse,
     const char  *what,
     double       bar)
{
  g_autofree char *label = g_strdup_printf ("%s: longest step of ours", what);
  g_autofree char *frame = g_strdup_printf ("%s: longest of the toolkit's in a frame", what);

  om_test_pulse_end ();
  print_value (label, pulse->worst_ms, "ms", bar);
  print_value (frame, pulse->worst_other_ms, "ms", 0);
}

static OmWindow *
open_window (OmApplication *application,
             const char    *path,
             OmSession    **session)
{
  OmWindow *window;

  *session = om_session_new (path, FALSE);
  window = om_window_new (GTK_APPLICATION (application), *session);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 900);
  gtk_window_present (GTK_WINDOW (window));
  om_bench_frames_watch (GTK_WIDGET (window));
  om_session_open (*session);
  while (om_session_get_state (*session) != OM_SESSION_LOADED)
    {
      if (om_session_get_state (*session) == OM_SESSION_FAILED)
        g_error ("%s", om_session_get_error (*session)->message);
      g_main_context_iteration (NULL, TRUE);
    }
  run_for (1000);
  return window;
}

static void
close_window (OmWindow  *window,
              OmSession *session)
{
  gtk_window_close (GTK_WINDOW (window));
  run_for (500);
  om_session_close (session);
  g_object_unref (session);
  run_for (500);
}

static guint
count_rows (GtkWidget *page)
{
  GtkListView *view = GTK_LIST_VIEW (find (find (page, OM_TYPE_MEMORY_LIST), GTK_TYPE_LIST_VIEW));

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (view)));
}

/* What is measured ------------------------------------------------------------------------------ */

static void
scroll (GtkWidget *list)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (find (list, GTK_TYPE_SCROLLED_WINDOW));
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (scroller);
  double page = gtk_adjustment_get_page_size (place);
  OmTestPulse pulse;

  begin (&pulse);
  for (int i = 0; i < 200; i++)
    {
      gtk_adjustment_set_value (place, gtk_adjustment_get_value (place) + 120);
      om_bench_frames_next ();
    }
  end (&pulse, "scrolling by the wheel", 16);

  begin (&pulse);
  for (int i = 0; i < 60; i++)
    {
      gtk_adjustment_set_value (place, gtk_adjustment_get_value (place) + page);
      om_bench_frames_next ();
    }
  end (&pulse, "scrolling by pages", 16);

  begin (&pulse);
  for (int i = 1; i <= 40; i++)
    {
      double span = gtk_adjustment_get_upper (place) - page;

      gtk_adjustment_set_value (place, (i * 7919) % 40 * span / 40);
      om_bench_frames_next ();
    }
  run_for (300);
  end (&pulse, "dragging to anywhere", 16);
}

static void
filter (GtkWidget *page)
{
  static const char *const answers[][2] = {
    { "filter.sector", "semantic" }, { "filter.sector", "" },         { "filter.show", "fading" },
    { "filter.show", "" },           { "filter.period", "year" },     { "filter.period", "" },
    { "filter.sort", "vividness" },  { "filter.sort", "recalled" },   { "filter.sort", "oldest" },
    { "filter.type", "episode" },    { "filter.sort", "newest" },     { "filter.type", "" },
  };
  GtkWidget *bar = find (page, OM_TYPE_FILTER_BAR);
  OmTestPulse pulse;

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s %s", answers[i][0], answers[i][1]);

      begin (&pulse);
      gtk_widget_activate_action (bar, answers[i][0], "s", answers[i][1]);
      run_for (2500);
      end (&pulse, what, 16);
    }
}

static void
type (GtkWidget *page)
{
  static const char *const queries[] = { "heron canal", "sourdough bread rising", "is:pinned walk", "\"in the garden\"" };
  GtkEditable *entry = GTK_EDITABLE (find (page, GTK_TYPE_SEARCH_ENTRY));
  OmTestPulse pulse;

  begin (&pulse);
  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      for (gsize n = 1; n <= strlen (queries[i]); n++)
        {
          g_autofree char *typed = g_strndup (queries[i], n);

          gtk_editable_set_text (entry, typed);
          /* Now and then a pause that is long enough for an answer. */
          run_for (n % 3 == 0 ? 400 : 60);
        }
      gtk_editable_set_text (entry, "");
      run_for (300);
    }
  end (&pulse, "typing in search", 16);
}

static char *
ordinary_text (void)
{
  static const char *const words[] = { "the", "heron", "stood", "at", "second", "lock", "and", "water", "was",
                                       "still", "we", "walked", "home", "by", "old", "road", "talking", "of", "bread" };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  GString *text = g_string_sized_new (PASTED_BYTES + 64);

  for (guint in_line = 0; text->len < PASTED_BYTES; in_line++)
    {
      g_string_append (text, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
      if (in_line % 90 == 89)
        g_string_append (text, ".\n\n");
      else
        g_string_append_c (text, ' ');
    }
  return g_string_free (text, FALSE);
}

static void
paste (OmWindow *window)
{
  OmTodayPage *today = OM_TODAY_PAGE (find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE));
  g_autofree char *text = ordinary_text ();
  OmTestPulse pulse;
  GtkTextBuffer *buffer;

  om_window_write (window);
  run_for (500);
  buffer = GTK_TEXT_BUFFER (om_sheet_get_buffer (om_today_page_get_sheet (today)));
  begin (&pulse);
  gtk_text_buffer_insert_interactive_at_cursor (buffer, text, -1, TRUE);
  for (int i = 0; i < 10; i++)
    {
      run_for (200);
      gtk_text_buffer_insert_interactive_at_cursor (buffer, "x", 1, TRUE);
    }
  run_for (5000);
  om_test_pulse_end ();
  print_value ("pasting 1 MB and typing: longest step, whole", pulse.worst_whole_ms, "ms", 500);
}

static gboolean
is_ready (GtkWidget  *window,
          const char *label)
{
  GtkWidget *button = find_button (window, label);

  return button != NULL && gtk_widget_is_sensitive (button);
}

static void
import (OmWindow  *window,
        OmSession *session)
{
  g_autofree char *samples = om_test_samples_folder ();
  g_autofree char *path = g_build_filename (samples, "jrnl", "twelve-thousand.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *assistant = GTK_WIDGET (om_import_window_new (session, file, GTK_WINDOW (window)));
  OmTestPulse pulse;
  gint64 since;

  gtk_window_present (GTK_WINDOW (assistant));
  begin (&pulse);
  while (!is_ready (assistant, "_Import"))
    run_for (50);
  end (&pulse, "counting 12,000", 200);

  begin (&pulse);
  g_signal_emit_by_name (find_button (assistant, "_Import"), "clicked");
  run_for (600);
  since = g_get_monotonic_time ();
  g_signal_emit_by_name (find_button (assistant, "_Cancel"), "clicked");
  while (find_button (assistant, "_Import") == NULL)
    run_for (5);
  end (&pulse, "cancelling it", 200);
  print_value ("from Cancel to the choices again", (double) (g_get_monotonic_time () - since) / 1000, "ms", 0);

  while (!is_ready (assistant, "_Import"))
    run_for (50);
  begin (&pulse);
  g_signal_emit_by_name (find_button (assistant, "_Import"), "clicked");
  while (find_button (assistant, "Co_py") == NULL)
    run_for (50);
  run_for (2000);
  end (&pulse, "taking 12,000 in", 200);
  gtk_window_close (GTK_WINDOW (assistant));
  run_for (300);
}

/* The programs ---------------------------------------------------------------------------------- */

static void
measure_start (const char *full)
{
  g_autofree char *empty = g_strconcat (full, ".empty", NULL);
  OmBenchStart first;
  OmBenchStart large;

  om_bench_program_start (empty, &first);
  /* Once for the caches of the machine, once for what a person sees. */
  om_bench_program_start (full, &large);
  om_bench_program_start (full, &large);
  print_value ("first frame after the start", large.first_frame_ms, "ms", 600);
  print_value ("  processor time of the main thread until then", large.first_frame_cpu_ms, "ms", 0);
  print_value ("searchable after the first frame", MAX (0, large.searchable_ms - large.first_frame_ms), "ms", 300);
  print_value ("  processor time of all threads until then", large.searchable_cpu_ms, "ms", 0);
  print_value ("resident, empty window", first.resident_mb, "MB", 0);
  print_value ("resident above an empty window", large.resident_mb - first.resident_mb, "MB", 120);
  om_bench_store_remove (empty);
}

static void
measure_steps (const char *full)
{
  OmApplication *application = om_application_new (G_APPLICATION_NON_UNIQUE);
  OmSession *session;
  OmWindow *window;
  GtkWidget *page;

  g_application_register (G_APPLICATION (application), NULL, NULL);
  om_bench_frames_begin ();
  if (is_wanted ("scroll") || is_wanted ("filter") || is_wanted ("type") || is_wanted ("paste"))
    {
      window = open_window (application, full, &session);
      page = find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE);
      print_value ("rows in the list", count_rows (page), "", 0);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
      run_for (1000);
      if (is_wanted ("scroll"))
        scroll (find (page, OM_TYPE_MEMORY_LIST));
      if (is_wanted ("filter"))
        filter (page);
      if (is_wanted ("type"))
        type (page);
      if (is_wanted ("paste"))
        paste (window);
      close_window (window, session);
    }
  if (is_wanted ("import"))
    {
      g_autofree char *empty = g_strconcat (full, ".empty", NULL);

      window = open_window (application, empty, &session);
      import (window, session);
      close_window (window, session);
      om_bench_store_remove (empty);
    }
  g_object_unref (application);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- how the window answers");
  g_autofree char *machine = om_bench_dup_machine ();
  g_autofree char *store = NULL;
  g_autofree char *copy = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  store = om_bench_store_prepare ((guint) arg_size, &error) ? om_bench_store_ensure ((guint) arg_size, &error) : NULL;
  copy = store != NULL ? om_bench_store_copy (store, &error) : NULL;
  if (copy == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }

  g_print ("%s\nThe window over %d memories. Steps are processor time of the main thread.\n", machine, arg_size);
  if (is_wanted ("start"))
    measure_start (copy);
  adw_init ();
  measure_steps (copy);
  om_bench_store_remove (copy);
  return 0;
}
