/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The display tests: real engine, real widgets, a store of their own. */
#include "config.h"

#include "test-views.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "support/om-test-folder.h"
#include "support/om-test-leaks.h"
#include "views/om-session-private.h"

/* The store ------------------------------------------------------------------------------------- */

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);

  /* What the test before has left: the page to begin with, and a window so narrow that what is chosen in a list
   * does not open beside it. */
  g_settings_reset (settings, "last-page");
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  g_settings_reset (settings, "window-maximized");
  g_settings_reset (settings, "first-run-done");
  g_settings_reset (settings, "salience-curves");
  g_settings_reset (settings, "salience-range");
  g_settings_reset (settings, "salience-measure");
  fixture->folder = g_dir_make_tmp ("openmemory-views-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->path = g_build_filename (fixture->folder, "store.db", NULL);
  fixture->session = om_session_new (fixture->path, FALSE);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  OmSession *session = fixture->session;

  om_session_close (session);
  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  g_object_unref (fixture->session);
  wait_until (session == NULL);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

/* A reflection among a test's own memories would come when it likes: on a busy machine in the middle of them. */
static void
wait_until_loaded (OmSession *session)
{
  wait_until (om_session_get_state (session) == OM_SESSION_LOADED || om_session_get_state (session) == OM_SESSION_FAILED);
  om_caretaker_stop (session->caretaker);
}

/** fixture_open: opens and loads the store; nobody fades it or reflects on it. */
void
fixture_open (Fixture *fixture)
{
  om_session_open (fixture->session);
  wait_until_loaded (fixture->session);
  g_assert_cmpint (om_session_get_state (fixture->session), ==, OM_SESSION_LOADED);
}

/** fixture_remember: (transfer full): id of a new memory; the store is open. */
char *
fixture_remember (Fixture    *fixture,
                  const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  draft->dedup = OM_DEDUP_OFF;
  remembered = om_engine_remember (om_session_get_engine (fixture->session), draft, NULL, &error);
  g_assert_no_error (error);
  return g_strdup (remembered->id);
}

/** fixture_count: memories in the store, which is open. */
guint
fixture_count (Fixture *fixture)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = om_engine_list (engine, NULL, OM_SORT_NEWEST, NULL, &error);

  g_assert_no_error (error);
  return rows->len;
}

/** fixture_show_window: (transfer none): the window over the store, on the screen and loaded. */
OmWindow *
fixture_show_window (Fixture *fixture)
{
  OmWindow *window = om_window_new (GTK_APPLICATION (test_application ()), fixture->session);

  gtk_window_present (GTK_WINDOW (window));
  if (om_session_get_state (fixture->session) == OM_SESSION_CLOSED)
    om_session_open (fixture->session);
  wait_until_loaded (fixture->session);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  return window;
}

/** test_application: (transfer none): one for all tests, started up but not running. */
OmApplication *
test_application (void)
{
  static OmApplication *application;
  g_autoptr (GError) error = NULL;

  if (application == NULL)
    {
      application = om_application_new (G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (application), NULL, &error);
      g_assert_no_error (error);
    }
  return application;
}

/* Widgets --------------------------------------------------------------------------------------- */

/** test_tick_cb: keeps a blocking main loop turning. */
gboolean
test_tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static GtkWidget *
find (GtkWidget *root,
      GType      type,
      guint     *nth)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type) && (*nth)-- == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, nth);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The button in view of that label. */
GtkWidget *
test_button_of (GtkWidget  *window,
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
gboolean
test_has_text (GtkWidget  *window,
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

/* Whether that button can be pressed. */
gboolean
test_is_ready (GtkWidget  *window,
               const char *label)
{
  GtkWidget *button = test_button_of (window, label);

  return button != NULL && gtk_widget_is_sensitive (button);
}

/** test_wheel_phase: when a spin button hears the wheel; %GTK_PHASE_NONE: never */
GtkPropagationPhase
test_wheel_phase (GtkWidget *spin)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (spin);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        return gtk_event_controller_get_propagation_phase (controller);
    }
  g_error ("no wheel");
}

static gboolean
press (GtkWidget          *widget,
       GtkPropagationPhase phase,
       guint               keyval,
       GdkModifierType     state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == phase)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
    }
  return handled;
}

/** test_press: what a key does, as the widget's own controllers get it. */
void
test_press (GtkWidget      *widget,
            guint           keyval,
            GdkModifierType state)
{
  if (!press (widget, GTK_PHASE_CAPTURE, keyval, state))
    press (widget, GTK_PHASE_BUBBLE, keyval, state);
}

/** test_find: (nullable) (transfer none): the @nth widget of @type below @root, from 0. */
GtkWidget *
test_find (GtkWidget *root,
           GType      type,
           guint      nth)
{
  return find (root, type, &nth);
}

/* The first of a type that is in view; others may wait in popovers and on other pages. */
GtkWidget *
test_find_mapped (GtkWidget *root,
                  GType      type)
{
  GtkWidget *widget;

  for (guint i = 0; (widget = test_find (root, type, i)) != NULL; i++)
    {
      if (gtk_widget_get_mapped (widget))
        return widget;
    }
  return NULL;
}

/** test_find_button: (nullable) (transfer none): the button of an action. */
GtkWidget *
test_find_button (GtkWidget  *root,
                  const char *action)
{
  GtkWidget *button;

  for (guint i = 0; (button = test_find (root, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0)
        return button;
    }
  return NULL;
}

/** test_find_toast_button: (nullable) (transfer none): the button of the toast in view. */
GtkWidget *
test_find_toast_button (GtkWidget *window)
{
  GtkWidget *button = test_find_button (window, "toast.button");
  GtkWidget *label;

  if (button != NULL)
    return button;
  label = test_find_label (window, "Undo");
  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON) : NULL;
}

/** test_find_toast: (nullable): the toast with these words. Looked for where toasts are alone: a condition that takes longer than
 * the tick of wait_until() would keep the window from being drawn. */
GtkWidget *
test_find_toast (GtkWidget  *window,
                 const char *words)
{
  GtkWidget *overlay = test_find (window, ADW_TYPE_TOAST_OVERLAY, 0);

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = g_str_equal (G_OBJECT_TYPE_NAME (child), "AdwToastWidget") ? test_find (child, GTK_TYPE_LABEL, 0) : NULL;

      if (label != NULL && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), words))
        return child;
    }
  return NULL;
}

/** test_undo_toast: takes back what the toast with these words tells */
void
test_undo_toast (GtkWidget  *window,
                 const char *words)
{
  wait_until (test_find_toast (window, words) != NULL);
  g_signal_emit_by_name (test_find (test_find_toast (window, words), GTK_TYPE_BUTTON, 0), "clicked");
}

/** test_reveal: shows the side of the flap that @inside is in or is. */
void
test_reveal (GtkWidget *inside)
{
  AdwFlap *flap = ADW_FLAP (gtk_widget_get_ancestor (inside, ADW_TYPE_FLAP));

  /* Folding at its first layout hides what was revealed before. */
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (flap)) && gtk_widget_get_width (GTK_WIDGET (flap)) > 0);
  adw_flap_set_reveal_flap (flap, TRUE);
}

/** test_count_toasts: in view, or just going. */
guint
test_count_toasts (GtkWidget *window)
{
  GtkWidget *overlay = test_find (window, ADW_TYPE_TOAST_OVERLAY, 0);
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += g_str_equal (G_OBJECT_TYPE_NAME (child), "AdwToastWidget");
  return n;
}

/** test_find_label: (nullable) (transfer none): a label in view that reads @text. */
GtkWidget *
test_find_label (GtkWidget  *root,
                 const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = test_find (root, GTK_TYPE_LABEL, i)) != NULL; i++)
    {
      if (gtk_widget_get_mapped (label) && g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text))
        return label;
    }
  return NULL;
}

/** test_type: as a person types it, at the end. */
void
test_type (OmSheet    *sheet,
           const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet));

  GtkTextIter end;

  g_assert_true (om_sheet_is_editable (sheet));
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_place_cursor (buffer, &end);
  g_assert_true (gtk_text_buffer_insert_interactive_at_cursor (buffer, text, -1, TRUE));
}

/** test_dup_text: (transfer full): what stands in it. */
char *
test_dup_text (OmSheet *sheet)
{
  return om_text_buffer_dup_content (om_sheet_get_buffer (sheet));
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  GtkWidget *label;

  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return TRUE;
  if (GTK_IS_LABEL (widget))
    return *gtk_label_get_text (GTK_LABEL (widget)) != '\0';
  if (GTK_IS_BUTTON (widget) || ADW_IS_PREFERENCES_ROW (widget))
    {
      label = test_find (widget, GTK_TYPE_LABEL, 0);
      if (label != NULL && *gtk_label_get_text (GTK_LABEL (label)) != '\0')
        return TRUE;
    }
  /* The inside of a control that has the name itself, or of a row that gives it. */
  if (parent != NULL && (GTK_IS_TEXT (widget) || GTK_IS_MENU_BUTTON (parent) || GTK_IS_DROP_DOWN (parent)))
    return has_name (parent);
  /* What is chosen in a list of choices stands in the button that opens it. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget") &&
      gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN) != NULL)
    return has_name (gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN));
  /* In a row of choices it is the row that says what they are for. */
  return gtk_widget_get_ancestor (widget, ADW_TYPE_ACTION_ROW) != NULL;
}

static gboolean
is_control (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_WINDOW (widget) || GTK_IS_SCROLLED_WINDOW (widget))
    return FALSE;
  /* The insides of a calendar and of a spin button are GTK's; their buttons have no names in later
   * versions. */
  if (gtk_widget_get_ancestor (widget, GTK_TYPE_CALENDAR) != NULL ||
      (GTK_IS_BUTTON (widget) && GTK_IS_SPIN_BUTTON (gtk_widget_get_parent (widget))))
    return FALSE;
  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_EDITABLE (widget) || GTK_IS_TEXT_VIEW (widget) ||
         GTK_IS_LIST_VIEW (widget) || GTK_IS_LIST_BOX (widget) || GTK_IS_LIST_BOX_ROW (widget) ||
         GTK_IS_SWITCH (widget) || GTK_IS_PROGRESS_BAR (widget) ||
         g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget");
}

/** test_assert_names: every control in view below @root says what it is. */
void
test_assert_names (GtkWidget *root)
{
  if (is_control (root) && !has_name (root))
    g_error ("a %s in a %s has no name", G_OBJECT_TYPE_NAME (root),
             G_OBJECT_TYPE_NAME (gtk_widget_get_parent (root)));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    test_assert_names (child);
}

/** test_close: closes a window as its button does and waits until nothing of it is left. */
void
test_close (GtkWidget *window)
{
  GtkWidget *gone = window;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &gone);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (gone == NULL);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = NULL;
  int status;

  /* The child of test-kill.c, before GTest sees the arguments. */
  if (argc == 3 && g_str_equal (argv[1], "--type-into"))
    {
      adw_init ();
      test_kill_type (argv[2]);
    }
  home = om_test_folder_make_home ();

  om_test_leaks_expect_quarks ();
  g_test_init (&argc, &argv, NULL);
  /* As om_application_startup() does, for here the first icon is often drawn before there is an application. */
  g_content_type_get_mime_dirs ();
  adw_init ();
  test_chart_view_add ();
  test_text_buffer_add ();
  test_markdown_add ();
  test_words_add ();
  test_sheet_add ();
  test_list_model_add ();
  test_filter_bar_add ();
  test_calendar_add ();
  test_completion_add ();
  test_finder_add ();
  test_window_add ();
  test_keys_add ();
  test_opening_add ();
  test_narrow_add ();
  test_contrast_add ();
  test_popovers_add ();
  test_memory_page_add ();
  test_attachments_add ();
  test_acts_add ();
  test_preferences_add ();
  test_import_window_add ();
  test_export_window_add ();
  test_backups_add ();
  test_graph_page_add ();
  test_salience_page_add ();
  test_privacy_add ();
  test_traits_add ();
  test_statistics_add ();
  test_program_add ();
  test_reminders_add ();
  test_reminding_add ();
  test_today_add ();
  test_cards_add ();
  test_hidings_add ();
  test_help_add ();
  test_kill_add ();
  status = g_test_run ();
  om_test_folder_remove (home);
  return status;
}
