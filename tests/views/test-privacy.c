/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page Privacy, the question about a program, and the small window for a new memory. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "engine/om-access.h"
#include "test-views.h"
#include "views/om-preferences-window.h"
#include "views/om-privacy-page.h"
#include "views/om-program-dialog.h"
#include "views/om-quick-window.h"

#define ODD "<b>Notes</b> & more"

static void
logged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(gboolean *) data = om_engine_log_access_finish (OM_ENGINE (source), result, NULL);
}

static void
log_call (Fixture *fixture)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) om_access_free);
  OmAccess *entry = om_access_new ();
  gboolean logged = FALSE;

  entry->at = om_engine_now (om_session_get_engine (fixture->session));
  entry->program = g_strdup ("flatpak:org.example.Notes");
  entry->name = g_strdup (ODD);
  entry->kind = OM_PROGRAM_FLATPAK;
  entry->what = g_strdup ("Search");
  entry->given = 3;
  g_ptr_array_add (entries, entry);
  om_engine_log_access_async (om_session_get_engine (fixture->session), entries, logged_cb, &logged);
  wait_until (logged);
}

static GtkWidget *
find_row (GtkWidget  *root,
          const char *title)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (root, ADW_TYPE_ACTION_ROW, i)) != NULL; i++)
    {
      if (g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title) == 0)
        return row;
    }
  return NULL;
}

static OmLeave
leave_of (Fixture    *fixture,
          const char *key)
{
  g_autoptr (GPtrArray) programs = om_engine_get_programs (om_session_get_engine (fixture->session), NULL, NULL);

  for (guint i = 0; i < programs->len; i++)
    {
      const OmProgram *program = g_ptr_array_index (programs, i);

      if (g_str_equal (program->key, key))
        return program->leave;
    }
  return OM_LEAVE_UNDECIDED;
}

static void
test_privacy_page (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  GtkWidget *window;
  GtkWidget *page;
  GtkWidget *row;

  fixture_open (fixture);
  log_call (fixture);
  window = GTK_WIDGET (om_preferences_window_new (fixture->session, NULL));
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (window));
  page = test_find (window, OM_TYPE_PRIVACY_PAGE, 0);
  g_assert_nonnull (page);
  adw_preferences_window_set_visible_page (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));

  /* A name is shown as it is. */
  wait_until (find_row (page, ODD) != NULL);
  wait_until (find_row (page, ODD ": Search") != NULL);
  row = find_row (page, ODD);
  g_assert_true (ADW_IS_COMBO_ROW (row));
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, OM_LEAVE_UNDECIDED);

  adw_combo_row_set_selected (ADW_COMBO_ROW (row), OM_LEAVE_DENIED);
  wait_until (leave_of (fixture, "flatpak:org.example.Notes") == OM_LEAVE_DENIED);

  g_settings_set_string (settings, "program-access", "off");
  row = find_row (page, "Access");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 2);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 0);
  g_assert_cmpint (g_settings_get_enum (settings, "program-access"), ==, 0);
  g_assert_false (g_settings_get_boolean (settings, "search-provider"));
  test_assert_names (window);
  test_close (window);
}

static void
test_question (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmProgram) program = om_program_new ("flatpak:org.example.Notes", ODD, OM_PROGRAM_FLATPAK);
  GtkWidget *dialog = om_program_dialog_new (NULL, program, FALSE);
  gboolean remember;

  gtk_window_present (GTK_WINDOW (dialog));
  wait_until (gtk_widget_get_mapped (dialog));
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (ADW_MESSAGE_DIALOG (dialog)), ODD));
  g_assert_false (adw_message_dialog_get_heading_use_markup (ADW_MESSAGE_DIALOG (dialog)));
  g_assert_cmpint (om_program_dialog_get_leave ("allow", &remember), ==, OM_LEAVE_ALLOWED);
  g_assert_true (remember);
  g_assert_cmpint (om_program_dialog_get_leave ("read", &remember), ==, OM_LEAVE_READ);
  g_assert_true (remember);
  g_assert_cmpint (om_program_dialog_get_leave ("deny", &remember), ==, OM_LEAVE_DENIED);
  g_assert_true (remember);
  /* Closed: not now, and asked again another time. */
  g_assert_cmpint (om_program_dialog_get_leave (adw_message_dialog_get_close_response (ADW_MESSAGE_DIALOG (dialog)), &remember),
                   ==, OM_LEAVE_DENIED);
  g_assert_false (remember);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The small window ------------------------------------------------------------------------------ */

static OmQuickWindow *
quick_window_new (Fixture *fixture)
{
  g_autoptr (OmSession) session = om_session_new (fixture->path, FALSE);
  OmQuickWindow *window;

  om_session_open (session);
  window = om_quick_window_new (GTK_APPLICATION (test_application ()), session);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  wait_until (om_session_get_state (session) == OM_SESSION_LOADED);
  return window;
}

static GtkTextBuffer *
buffer_of (OmQuickWindow *window)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, 0)));
}

static void
close_with (OmQuickWindow *window,
            const char    *action)
{
  gpointer gone = window;

  g_object_add_weak_pointer (G_OBJECT (window), &gone);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  wait_until (gone == NULL);
}

static char *
dup_all (OmQuickWindow *window)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer_of (window), &start, &end);
  return gtk_text_buffer_get_text (buffer_of (window), &start, &end, TRUE);
}

static void
test_quick_window (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  OmQuickWindow *window;
  g_autofree char *text = NULL;
  g_autofree char *fresh = NULL;
  g_autofree char *draft = NULL;

  g_settings_reset (settings, "quick-draft");
  window = quick_window_new (fixture);
  g_assert_nonnull (test_find_button (GTK_WIDGET (window), "quick.save"));
  g_assert_false (gtk_widget_get_sensitive (test_find_button (GTK_WIDGET (window), "quick.save")));
  gtk_text_buffer_set_text (buffer_of (window), "Bought <b>bread</b> & milk.", -1);
  wait_until (gtk_widget_get_sensitive (test_find_button (GTK_WIDGET (window), "quick.save")));

  /* Esc: it is kept, and gone on with. */
  close_with (window, "quick.leave");
  draft = g_settings_get_string (settings, "quick-draft");
  g_assert_cmpstr (draft, !=, "");
  window = quick_window_new (fixture);
  wait_until (gtk_text_buffer_get_char_count (buffer_of (window)) > 0);
  text = dup_all (window);
  g_assert_cmpstr (text, ==, "Bought <b>bread</b> & milk.");

  /* What is still being read is not saved. */
  wait_until (gtk_widget_get_sensitive (test_find_button (GTK_WIDGET (window), "quick.save")));

  /* Ctrl+Enter: it is done, and the next one is blank. */
  close_with (window, "quick.save");
  window = quick_window_new (fixture);
  fresh = dup_all (window);
  g_assert_cmpstr (fresh, ==, "");
  close_with (window, "quick.leave");

  fixture_open (fixture);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);
}

#define ADD(name, func) g_test_add ("/views/privacy/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_privacy_add (void)
{
  ADD ("page", test_privacy_page);
  ADD ("question", test_question);
  ADD ("quick-window", test_quick_window);
}
