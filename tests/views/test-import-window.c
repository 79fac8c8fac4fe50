/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Import: recognised, counted, taken in, reported; refused in words; cancelled without a trace. */
#include "config.h"

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

static GtkWidget *
button_of (GtkWidget  *window,
           const char *label)
{
  GtkWidget *button;

  for (guint i = 0; (button = test_find (window, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (gtk_widget_get_mapped (button) && test_find_label (button, label) != NULL)
        return button;
    }
  return NULL;
}

/* Whether a label in view has @text among its lines. */
static gboolean
says (GtkWidget  *window,
      const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = test_find (window, GTK_TYPE_LABEL, i)) != NULL; i++)
    {
      if (gtk_widget_get_mapped (label) && strstr (gtk_label_get_text (GTK_LABEL (label)), text) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_ready (GtkWidget  *window,
          const char *label)
{
  GtkWidget *button = button_of (window, label);

  return button != NULL && gtk_widget_is_sensitive (button);
}

static void
test_taken_in (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *import = import_sample (fixture, window, "jrnl/dates-edge.txt");

  wait_until (is_ready (import, "Import"));
  test_assert_names (import);
  g_assert_cmpuint (fixture_count (fixture), ==, 0);
  g_signal_emit_by_name (button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Import Finished") != NULL);
  g_assert_cmpuint (fixture_count (fixture), ==, 6);
  test_assert_names (import);
  test_close (import);

  /* Again: nothing new, and it is said. */
  import = import_sample (fixture, window, "jrnl/dates-edge.txt");
  wait_until (says (import, "0 entries will be taken in.") &&
              says (import, "6 were imported before and stay as they are."));
  g_assert_false (is_ready (import, "Import"));
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

  wait_until (is_ready (import, "Import"));
  g_signal_emit_by_name (button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Taking In Your Journal") != NULL);
  g_signal_emit_by_name (button_of (import, "Cancel"), "clicked");
  wait_until (button_of (import, "Import") != NULL);
  g_assert_cmpuint (fixture_count (fixture), ==, 0);

  /* Closing the window in the middle of it is cancelling, too. */
  wait_until (is_ready (import, "Import"));
  g_signal_emit_by_name (button_of (import, "Import"), "clicked");
  wait_until (test_find_label (import, "Taking In Your Journal") != NULL);
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
}
