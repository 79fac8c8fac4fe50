/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Import: recognised, counted, taken in, reported; refused in words; cancelled without a trace. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "tests/support/om-test-golden.h"

#include "test-views.h"
#include "views/om-import-window.h"

static GtkWidget *
import_sample (Fixture    *fixture,
               OmWindow   *window,
               const char *relative)
{
  g_autofree char *samples = om_test_samples_folder ();
  g_autofree char *path = g_build_filename (samples, relative, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  OmImportWindow *import = om_import_window_new (fixture->session, file, GTK_WINDOW (window));

  gtk_window_present (GTK_WINDOW (import));
  return GTK_WIDGET (import);
}

static void
test_taken_in (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/dates-edge.txt");

  wait_until (test_is_ready (import, "Import"));
  test_assert_names (import);
  g_assert_cmpuint (fixture_count (fixture), ==, 0);
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Import Finished") != NULL);
  g_assert_cmpuint (fixture_count (fixture), ==, 6);
  test_assert_names (import);
  test_close (import);

  /* Again: nothing new, and it is said. */
  import = import_sample (fixture, window, "jrnl/dates-edge.txt");
  wait_until (test_has_text (import, "0 entries will be taken in.") &&
              test_has_text (import, "6 were imported before and stay as they are."));
  g_assert_false (test_is_ready (import, "Import"));
  test_close (import);
  g_assert_cmpuint (fixture_count (fixture), ==, 6);
  test_close (GTK_WIDGET (window));
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "markdown/folder/picture.png");

  wait_until (test_find_label (import, "Not a Journal This Program Knows") != NULL);
  test_assert_names (import);
  test_close (import);
  test_close (GTK_WIDGET (window));
}

/* Cancel: the choices are there again, and nothing came in. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/twelve-thousand.txt");

  wait_until (test_is_ready (import, "Import"));
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Taking In Your Journal") != NULL);
  g_signal_emit_by_name (test_button_of (import, "Cancel"), "clicked");
  wait_until (test_button_of (import, "Import") != NULL);
  g_assert_cmpuint (fixture_count (fixture), ==, 0);

  /* Closing the window in the middle of it is cancelling, too. */
  wait_until (test_is_ready (import, "Import"));
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Taking In Your Journal") != NULL);
  test_close (import);
  test_close (GTK_WIDGET (window));
}

/* What a step of the main loop may take, in ms of its own processor time: the machine of a test may be busy. */
#ifdef __SANITIZE_ADDRESS__
#define LONGEST_STEP_MS 1000
#else
#define LONGEST_STEP_MS 200
#endif

static void
assert_steps (OmTestPulse *pulse,
              const char  *what)
{
  om_test_pulse_end ();
  g_test_message ("%s: %u steps, the longest %.1f ms, %.0f ms in all", what, pulse->n_steps, pulse->worst_ms,
                  pulse->total_ms);
  g_assert_cmpfloat (pulse->worst_ms, <, LONGEST_STEP_MS);
}

/* 12,000 entries: the window answers all the while, and Cancel is there at once. */
static void
test_answers (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/twelve-thousand.txt");
  OmTestPulse pulse;
  gint64 before;

  om_test_pulse_begin (&pulse);
  wait_until (test_is_ready (import, "Import"));
  assert_steps (&pulse, "counting");

  om_test_pulse_begin (&pulse);
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_has_text (import, "entries") && test_has_text (import, "Taking In Your Journal"));
  before = g_get_monotonic_time ();
  g_signal_emit_by_name (test_button_of (import, "Cancel"), "clicked");
  wait_until (test_button_of (import, "Import") != NULL);
  g_test_message ("cancelled after %" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - before) / 1000);
  g_assert_cmpuint (fixture_count (fixture), ==, 0);
  assert_steps (&pulse, "cancelling");

  wait_until (test_is_ready (import, "Import"));
  om_test_pulse_begin (&pulse);
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Import Finished") != NULL);
  test_close (import);
  wait_until (test_find_label (GTK_WIDGET (window), "Newest Memories") != NULL);
  assert_steps (&pulse, "taking in");
  g_assert_cmpuint (fixture_count (fixture), ==, 12000);
  test_close (GTK_WIDGET (window));
}

static AdwComboRow *
column_row (GtkWidget  *window,
            const char *title)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (window, ADW_TYPE_COMBO_ROW, i)) != NULL; i++)
    {
      if (gtk_widget_get_mapped (row) &&
          g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
        return ADW_COMBO_ROW (row);
    }
  return NULL;
}

/* A table's columns are shown with what they hold, and what a person says of them counts; afterwards the
 * report can be read again. */
static void
test_columns (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "csv/generic.csv");
  GtkWidget *form;
  GtkWidget *row;

  wait_until (test_is_ready (import, "Import") && column_row (import, "Tags") != NULL);
  test_assert_names (import);
  g_assert_true (test_has_text (import, "2024-06-01 · 2024-06-02 · 2024-06-04"));
  g_assert_true (test_has_text (import, "5 entries will be taken in."));
  g_assert_cmpuint (adw_combo_row_get_selected (column_row (import, "Tags")), ==, 5);

  /* Without its date each entry needs one. */
  adw_combo_row_set_selected (column_row (import, "Date"), 0);
  wait_until (test_has_text (import, "5 have no date and need one."));
  adw_combo_row_set_selected (column_row (import, "Date"), 1);
  wait_until (test_is_ready (import, "Import") && test_has_text (import, "1 has no date and needs one."));

  /* A form of dates that is none is told; another one reads other dates. */
  form = test_find_mapped (import, ADW_TYPE_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (form), "%Q");
  wait_until (test_has_text (import, "is not a form of dates"));
  g_assert_false (test_is_ready (import, "Import"));
  gtk_editable_set_text (GTK_EDITABLE (form), "");
  wait_until (test_is_ready (import, "Import") && test_has_text (import, "1 has no date and needs one."));

  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Import Finished") != NULL);
  g_assert_cmpuint (fixture_count (fixture), ==, 5);
  test_close (import);

  import = GTK_WIDGET (om_import_window_new (fixture->session, NULL, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (import));
  wait_until (test_is_ready (import, "Earlier Imports"));
  g_signal_emit_by_name (test_button_of (import, "Earlier Imports"), "clicked");
  wait_until (test_find_label (import, "generic.csv") != NULL);
  test_assert_names (import);
  row = gtk_widget_get_ancestor (test_find_label (import, "generic.csv"), ADW_TYPE_ACTION_ROW);
  adw_action_row_activate (ADW_ACTION_ROW (row));
  wait_until (test_has_text (import, "5 entries were taken in."));
  g_signal_emit_by_name (test_button_of (import, "Back"), "clicked");
  wait_until (test_find_label (import, "generic.csv") != NULL);
  test_close (import);
  test_close (GTK_WIDGET (window));
}

/* Where to import from is asked in the assistant, and can be changed. */
static void
test_chooses (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = GTK_WIDGET (om_import_window_new (fixture->session, NULL, GTK_WINDOW (window)));

  gtk_window_present (GTK_WINDOW (import));
  wait_until (test_is_ready (import, "Choose a File…"));
  g_assert_true (test_is_ready (import, "Choose a Folder…"));
  test_assert_names (import);
  test_close (import);

  import = import_sample (fixture, window, "jrnl/dates-edge.txt");
  wait_until (test_is_ready (import, "Import"));
  g_signal_emit_by_name (test_button_of (import, "Change…"), "clicked");
  wait_until (test_is_ready (import, "Choose a File…"));
  test_close (import);
  test_close (GTK_WIDGET (window));
}

/* Refused for its encoding: what would let it in is offered, and lets it in. */
static void
test_encoding (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/bad-utf8.txt");

  wait_until (test_has_text (import, "The text is not UTF-8"));
  g_assert_nonnull (test_find_label (import, "Older encoding"));
  g_assert_false (test_is_ready (import, "Import"));
  for (guint i = 0; ; i++)
    {
      GtkWidget *row = gtk_widget_get_ancestor (test_find (import, GTK_TYPE_SWITCH, i), ADW_TYPE_ACTION_ROW);

      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), "Older encoding"))
        {
          gtk_switch_set_active (GTK_SWITCH (test_find (import, GTK_TYPE_SWITCH, i)), TRUE);
          break;
        }
    }
  wait_until (test_is_ready (import, "Import"));
  test_close (import);
  test_close (GTK_WIDGET (window));
}

static void
got_text_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  char **text = data;
  g_autoptr (GError) error = NULL;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);
  g_assert_no_error (error);
}

/* The report can be copied, whole. */
static void
test_copied (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/text-before-first.txt");
  g_autofree char *text = NULL;

  wait_until (test_is_ready (import, "Import"));
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Import Finished") != NULL);
  g_signal_emit_by_name (test_button_of (import, "Copy"), "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (import), NULL, got_text_cb, &text);
  wait_until (text != NULL);
  g_assert_nonnull (strstr (text, "text-before-first.txt"));
  g_assert_nonnull (strstr (text, "taken in."));
  g_assert_nonnull (test_find_label (import, "Copied"));
  test_close (import);
  test_close (GTK_WIDGET (window));
}

/* A file that is dropped on the window is an import. */
static void
test_dropped (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_autofree char *samples = om_test_samples_folder ();
  g_autofree char *path = g_build_filename (samples, "jrnl", "dates-edge.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList files = { .data = file };
  g_auto (GValue) value = G_VALUE_INIT;
  GtkWidget *import = NULL;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, &files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  g_assert_true (taken);
  {
    g_autoptr (GList) windows = gtk_window_list_toplevels ();

    for (GList *l = windows; l != NULL; l = l->next)
      {
        if (OM_IS_IMPORT_WINDOW (l->data))
          import = l->data;
      }
  }
  g_assert_nonnull (import);
  wait_until (test_is_ready (import, "Import"));
  g_signal_emit_by_name (test_button_of (import, "Import"), "clicked");
  /* The window says it, too, for whoever closes the report at once. */
  wait_until (test_find_label (GTK_WIDGET (window), "6 entries were taken in") != NULL);
  test_close (import);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/import-window/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_import_window_add (void)
{
  add ("taken-in", test_taken_in);
  add ("refused", test_refused);
  add ("cancelled", test_cancelled);
  add ("chooses", test_chooses);
  add ("columns", test_columns);
  add ("encoding", test_encoding);
  add ("copied", test_copied);
  add ("dropped", test_dropped);
  add ("answers", test_answers);
}
