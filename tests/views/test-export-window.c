/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export: all, some or what was picked out; written, read back, told; cancelled without a trace. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "test-views.h"
#include "views/om-export-window.h"
#include "views/om-filter-bar.h"
#include "views/om-memory-list.h"

/* Three memories, one of them private. */
static OmWindow *
show_window (Fixture *fixture)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autoptr (GError) error = NULL;
  g_autofree char *heron = NULL;
  g_autofree char *kitchen = NULL;
  g_autofree char *secret = NULL;
  const char *tags[] = { "canal", NULL };
  const char *ids[] = { NULL, NULL };
  OmWindow *window;

  g_settings_reset (settings, "memories-filter");
  fixture_open (fixture);
  heron = fixture_remember (fixture, "Saw the heron at the lock again.");
  kitchen = fixture_remember (fixture, "Painted the kitchen door green.");
  secret = fixture_remember (fixture, "Nobody is to read this.");
  ids[0] = heron;
  om_engine_tag (om_session_get_engine (fixture->session), ids, tags, NULL, NULL, &error);
  g_assert_no_error (error);
  ids[0] = secret;
  om_engine_act (om_session_get_engine (fixture->session), OM_ACT_MAKE_PRIVATE, ids, NULL, NULL, &error);
  g_assert_no_error (error);
  window = fixture_show_window (fixture);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  return window;
}

static GtkWidget *
find_export (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      if (OM_IS_EXPORT_WINDOW (l->data))
        return l->data;
    }
  return NULL;
}

/* By the menu and the key. */
static GtkWidget *
open_export (OmWindow *window)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL));
  g_assert_nonnull (find_export ());
  return find_export ();
}

static GtkWidget *
row_of (GtkWidget  *window,
        const char *title)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (window, ADW_TYPE_PREFERENCES_ROW, i)) != NULL; i++)
    {
      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
        return row;
    }
  return NULL;
}

static void
choose (GtkWidget  *window,
        const char *title,
        guint       position)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (row_of (window, title)), position);
}

static gboolean
takes_private (GtkWidget *window)
{
  return gtk_switch_get_active (GTK_SWITCH (test_find (row_of (window, "Private memories"), GTK_TYPE_SWITCH, 0)));
}

static GFile *
write_to (Fixture    *fixture,
          GtkWidget  *export,
          const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  om_export_window_write (OM_EXPORT_WINDOW (export), file);
  return g_steal_pointer (&file);
}

static char *
dup_contents (GFile *file)
{
  char *contents;
  g_autoptr (GError) error = NULL;

  g_file_load_contents (file, NULL, &contents, NULL, NULL, &error);
  g_assert_no_error (error);
  return contents;
}

/* The person's own whole archive has private memories, too, unless they say otherwise. */
static void
test_whole (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  GtkWidget *export = open_export (window);
  g_autoptr (GFile) file = NULL;

  wait_until (test_is_ready (export, "Export…"));
  test_assert_names (export);
  g_assert_true (takes_private (export));
  g_assert_true (test_has_text (export, "3 memories, with former texts"));
  file = write_to (fixture, export, "all.openmemory");
  wait_until (test_find_label (export, "Export Finished") != NULL);
  test_assert_names (export);
  g_assert_true (test_has_text (export, "3 entries, 0 problems, read back"));
  g_assert_true (test_has_text (export, "1 of these is private"));
  g_assert_true (test_has_text (export, "all.openmemory"));
  g_assert_true (test_is_ready (export, "Show in Folder"));
  g_assert_true (g_file_query_exists (file, NULL));
  test_close (export);
  test_close (GTK_WIDGET (window));
}

/* What others read has none, unless they are asked for. */
static void
test_table (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  GtkWidget *export = open_export (window);
  g_autoptr (GFile) file = NULL;
  g_autofree char *contents = NULL;

  choose (export, "Format", 3);
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "2 memories"));
  g_assert_false (takes_private (export));
  file = write_to (fixture, export, "some.csv");
  wait_until (test_find_label (export, "Export Finished") != NULL);
  g_assert_true (test_has_text (export, "2 entries, 0 problems, read back"));
  g_assert_true (test_has_text (export, "1 private entry was left out."));
  contents = dup_contents (file);
  g_assert_nonnull (strstr (contents, "heron"));
  g_assert_null (strstr (contents, "Nobody"));
  test_close (export);

  /* Another format and the switch change the count at once. */
  export = open_export (window);
  choose (export, "Format", 2);
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "2 memories"));
  gtk_switch_set_active (GTK_SWITCH (test_find (row_of (export, "Private memories"), GTK_TYPE_SWITCH, 0)), TRUE);
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "3 memories"));
  choose (export, "Format", 0);
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "3 memories, with former texts"));
  test_close (export);
  test_close (GTK_WIDGET (window));
}

/* Some: by the chips of the page of memories and by a date, which is told if it is none. What is chosen here is
 * not what the page shows from now on. */
static void
test_some (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  GtkWidget *export = open_export (window);
  GtkEditable *after;
  g_autoptr (GFile) file = NULL;
  g_autofree char *contents = NULL;
  g_autoptr (GVariant) remembered = NULL;

  choose (export, "Memories", 1);
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "2 memories"));
  test_assert_names (export);
  after = GTK_EDITABLE (row_of (export, "Lived after this day, month or year"));
  gtk_editable_set_text (after, "next week");
  wait_until (test_has_text (export, "Write a day as"));
  g_assert_false (test_is_ready (export, "Export…"));
  gtk_editable_set_text (after, "9998");
  wait_until (test_has_text (export, "0 memories"));
  g_assert_false (test_is_ready (export, "Export…"));
  gtk_editable_set_text (after, "1999-12");
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "2 memories"));

  g_assert_true (gtk_widget_activate_action (test_find (export, OM_TYPE_FILTER_BAR, 0), "filter.tag", "s", "canal"));
  wait_until (test_is_ready (export, "Export…") && test_has_text (export, "1 memory"));
  choose (export, "Format", 2);
  file = write_to (fixture, export, "some.json");
  wait_until (test_find_label (export, "Export Finished") != NULL);
  contents = dup_contents (file);
  g_assert_nonnull (strstr (contents, "heron"));
  g_assert_null (strstr (contents, "kitchen"));
  remembered = g_settings_get_value (settings, "memories-filter");
  g_assert_cmpuint (g_variant_n_children (remembered), ==, 0);
  test_close (export);
  test_close (GTK_WIDGET (window));
}

/* What is selected in the list is offered first. */
static void
test_picked (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  GtkWidget *list;
  GtkWidget *view;
  GtkWidget *export;
  g_autoptr (GFile) file = NULL;
  g_autofree char *contents = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories"));
  wait_until ((list = test_find_mapped (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST)) != NULL);
  view = test_find (list, GTK_TYPE_LIST_VIEW, 0);
  wait_until (g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view)))) == 3);
  gtk_selection_model_select_all (gtk_list_view_get_model (GTK_LIST_VIEW (view)));
  wait_until (test_find_button (GTK_WIDGET (window), "win.export") != NULL &&
              gtk_widget_get_mapped (test_find_button (GTK_WIDGET (window), "win.export")));

  export = open_export (window);
  wait_until (test_is_ready (export, "Export…"));
  g_assert_true (test_has_text (export, "3 selected memories"));
  g_assert_false (takes_private (export));
  choose (export, "Format", 2);
  wait_until (test_is_ready (export, "Export…"));
  file = write_to (fixture, export, "picked.json");
  wait_until (test_find_label (export, "Export Finished") != NULL);
  g_assert_true (test_has_text (export, "2 entries, 0 problems, read back"));
  g_assert_true (test_has_text (export, "1 private entry was left out."));
  contents = dup_contents (file);
  g_assert_null (strstr (contents, "Nobody"));
  test_close (export);
  test_close (GTK_WIDGET (window));
}

/* A folder is made anew each time, beside what is there. */
static void
test_folder (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *export = open_export (window);
      g_autoptr (GFile) place = NULL;

      choose (export, "Format", 1);
      wait_until (test_is_ready (export, "Export…"));
      place = write_to (fixture, export, "");
      wait_until (test_find_label (export, "Export Finished") != NULL);
      g_assert_true (test_has_text (export, "2 entries, 0 problems, read back"));
      test_close (export);
    }
  dir = g_dir_open (fixture->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_prefix (name, "Memories ");
  g_assert_cmpuint (n, ==, 2);
  test_close (GTK_WIDGET (window));
}

/* Something that is neither the store nor a whole export. */
static gboolean
has_leftover (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (!g_str_has_prefix (name, "store.db") && !g_str_equal (name, "backups") && !g_str_has_suffix (name, ".openmemory"))
        return TRUE;
    }
  return FALSE;
}

/* Cancelled, or the window closed: the choices are there again, and no file, but for one that was whole already. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  GtkWidget *export = open_export (window);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) other = NULL;

  wait_until (test_is_ready (export, "Export…"));
  file = write_to (fixture, export, "cancelled.openmemory");
  g_signal_emit_by_name (test_button_of (export, "Cancel"), "clicked");
  wait_until (test_is_ready (export, "Export…") || test_find_label (export, "Export Finished") != NULL);
  g_assert_cmpint (g_file_query_exists (file, NULL), ==, !test_is_ready (export, "Export…"));
  g_assert_false (has_leftover (fixture));

  other = write_to (fixture, export, "closed.openmemory");
  test_close (export);
  wait_until (find_export () == NULL);
  test_close (GTK_WIDGET (window));
  wait_until (!has_leftover (fixture));
}

/* What went wrong is said, and one can choose again. */
static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window = show_window (fixture);
  GtkWidget *export = open_export (window);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) far = g_file_new_for_uri ("sftp://example.invalid/x");

  wait_until (test_is_ready (export, "Export…"));
  file = write_to (fixture, export, "not there/x.openmemory");
  wait_until (test_find_label (export, "Nothing Was Exported") != NULL);
  test_assert_names (export);
  g_signal_emit_by_name (test_button_of (export, "Back"), "clicked");
  wait_until (test_is_ready (export, "Export…"));
  om_export_window_write (OM_EXPORT_WINDOW (export), far);
  g_assert_true (test_has_text (export, "not on this computer"));
  test_close (export);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/export-window/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_export_window_add (void)
{
  add ("whole", test_whole);
  add ("table", test_table);
  add ("some", test_some);
  add ("picked", test_picked);
  add ("folder", test_folder);
  add ("cancelled", test_cancelled);
  add ("refused", test_refused);
}
