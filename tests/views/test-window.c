/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: list, write, search, bin and undo, trouble, names, nothing left after closing. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "test-views.h"
#include "views/om-editor.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-memory-row.h"
#include "views/om-today-page.h"
#include "views/om-trouble-page.h"

static OmTodayPage *
today_of (OmWindow *window)
{
  return OM_TODAY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0));
}

static OmMemoriesPage *
memories_of (OmWindow *window)
{
  return OM_MEMORIES_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0));
}

/* The list of all, the results of a search. */
static OmMemoryList *
list_of (OmWindow *window,
         gboolean  results)
{
  return OM_MEMORY_LIST (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, results ? 1 : 0));
}

static OmMemoryPage *
page_of (OmWindow *window)
{
  return OM_MEMORY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0));
}

/* Whether a row in view below @root reads @text. */
static gboolean
shows_row (GtkWidget  *root,
           const char *text)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (root, OM_TYPE_MEMORY_ROW, i)) != NULL; i++)
    {
      OmMemoryItem *item = om_memory_row_get_item (OM_MEMORY_ROW (row));

      if (gtk_widget_get_mapped (row) && item != NULL && om_memory_item_is_loaded (item) &&
          g_str_equal (om_memory_item_get_snippet (item)->text, text))
        return TRUE;
    }
  return FALSE;
}

static void
show_page (OmWindow   *window,
           const char *name)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", name));
}

static void
test_shows (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "One <b>& only"));
  g_free (fixture_remember (fixture, "Two"));
  window = fixture_show_window (fixture);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "OpenMemory");
  wait_until (shows_row (GTK_WIDGET (today_of (window)), "One <b>& only"));
  wait_until (shows_row (GTK_WIDGET (today_of (window)), "Two"));
  show_page (window, "memories");
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "One <b>& only"));
  test_close (GTK_WIDGET (window));
}

/* Typing works at once, before the store is open, and the indicator says when it is saved. */
static void
test_writes (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = om_window_new (GTK_APPLICATION (test_application ()), fixture->session);
  OmSheet *sheet;
  g_autofree char *first = NULL;

  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (window))));
  sheet = om_today_page_get_sheet (today_of (window));
  test_type (sheet, "Typed at once");
  g_assert_nonnull (test_find_label (GTK_WIDGET (today_of (window)), "Changed, saving in a moment"));
  om_session_open (fixture->session);
  wait_until (test_find_label (GTK_WIDGET (today_of (window)), "Saved") != NULL);
  wait_until (shows_row (GTK_WIDGET (today_of (window)), "Typed at once"));
  first = g_strdup (om_sheet_get_id (sheet));
  g_assert_nonnull (first);

  /* Done puts it away: the next one is another memory. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (today_of (window)), "today.finish", NULL));
  sheet = om_today_page_get_sheet (today_of (window));
  g_assert_null (om_sheet_get_id (sheet));
  test_type (sheet, "Another");
  show_page (window, "memories");
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  g_assert_cmpstr (om_sheet_get_id (sheet), !=, first);
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "Another"));
  test_close (GTK_WIDGET (window));
}

static void
test_welcomes (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);

  wait_until (test_find_button (GTK_WIDGET (today_of (window)), "app.open-sample") != NULL &&
              gtk_widget_get_mapped (test_find_button (GTK_WIDGET (today_of (window)), "app.open-sample")));
  g_assert_true (gtk_widget_get_mapped (test_find_button (GTK_WIDGET (today_of (window)), "win.import")));
  show_page (window, "memories");
  wait_until (test_find_label (GTK_WIDGET (memories_of (window)), "Nothing Here Yet") != NULL);
  test_close (GTK_WIDGET (window));
}

static void
search (OmWindow   *window,
        const char *query)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL));
  gtk_editable_set_text (GTK_EDITABLE (test_find_mapped (GTK_WIDGET (memories_of (window)), GTK_TYPE_SEARCH_ENTRY)), query);
}

static gboolean
has_background (PangoAttribute *attribute,
                gpointer        data)
{
  return attribute->klass->type == PANGO_ATTR_BACKGROUND;
}

static OmMemoryItem *
first_item (OmMemoryList *list)
{
  return om_memory_row_get_item (OM_MEMORY_ROW (test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, 0)));
}

static void
test_searches (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window;
  g_autofree char *id = NULL;
  OmMemoryItem *item;
  g_autoptr (PangoAttrList) attributes = NULL;
  g_autoptr (PangoAttrList) marks = NULL;
  g_autofree char *description = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron stood in the canal.");
  g_free (fixture_remember (fixture, "Bread and soup for dinner."));
  window = fixture_show_window (fixture);

  search (window, "heron");
  wait_until (shows_row (GTK_WIDGET (list_of (window, TRUE)), "A heron stood in the canal."));
  item = first_item (list_of (window, TRUE));
  attributes = om_snippet_get_attributes (om_memory_item_get_snippet (item));
  marks = pango_attr_list_filter (attributes, has_background, NULL);
  g_assert_nonnull (marks);
  description = om_memory_item_dup_description (item);
  g_assert_nonnull (strstr (description, "Found by: As typed"));

  /* Selecting opens it beside the list; reading it for three seconds recalls it. */
  om_memory_list_select (list_of (window, TRUE), 0);
  wait_until (g_strcmp0 (om_memory_page_get_id (page_of (window)), id) == 0);
  wait_until (om_memory_page_get_sheet (page_of (window)) != NULL &&
              om_sheet_get_memory (om_memory_page_get_sheet (page_of (window))) != NULL);
  wait_until (om_sheet_get_memory (om_memory_page_get_sheet (page_of (window)))->coactivations == 1);

  search (window, "zeppelin <b>&");
  wait_until (test_find_label (GTK_WIDGET (memories_of (window)), "Nothing Found") != NULL);
  g_assert_nonnull (test_find_label (GTK_WIDGET (memories_of (window)),
                                     "Nothing in your memories fits “zeppelin <b>&”. Try other words, or fewer."));

  g_signal_emit_by_name (test_find_mapped (GTK_WIDGET (memories_of (window)), GTK_TYPE_SEARCH_ENTRY), "stop-search");
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "Bread and soup for dinner."));
  test_close (GTK_WIDGET (window));
}

static void
test_bins (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  g_autofree char *id = NULL;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "Stays"));
  id = fixture_remember (fixture, "Goes");
  window = fixture_show_window (fixture);
  show_page (window, "memories");
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "Goes"));
  om_memory_list_select (list_of (window, FALSE), 0);
  wait_until (g_strcmp0 (om_memory_page_get_id (page_of (window)), id) == 0);
  wait_until (om_sheet_get_state (om_memory_page_get_sheet (page_of (window))) == OM_SAVE_STATE_SAVED);
  test_type (om_memory_page_get_sheet (page_of (window)), ", and typed last");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (list_of (window, FALSE)), "list.bin", NULL));
  wait_until (!shows_row (GTK_WIDGET (list_of (window, FALSE)), "Goes"));
  wait_until (test_find_toast_button (GTK_WIDGET (window)) != NULL);
  /* The keys go on from the neighbour. */
  wait_until (om_memory_list_get_selected (list_of (window, FALSE)) != NULL);

  gtk_widget_activate (test_find_toast_button (GTK_WIDGET (window)));
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "Goes, and typed last"));
  test_close (GTK_WIDGET (window));
}

static GtkWidget *
dialog_in_view (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    {
      if (ADW_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_mapped (link->data))
        return link->data;
    }
  return NULL;
}

static gboolean
is_wiped (OmEngine   *engine,
          const char *id)
{
  g_autoptr (OmMemory) memory = om_engine_get (engine, id, NULL, NULL);

  return memory == NULL;
}

static GtkEditable *
title_of (OmWindow *window)
{
  GtkWidget *entry;

  for (guint i = 0; (entry = test_find (GTK_WIDGET (page_of (window)), GTK_TYPE_ENTRY, i)) != NULL; i++)
    {
      if (gtk_widget_has_css_class (entry, "title-entry"))
        return GTK_EDITABLE (entry);
    }
  g_assert_not_reached ();
}

/* Whichever way one came to see the bin, Delete in it asks, and then takes away for good. */
static void
test_deletes (Fixture      *fixture,
              gconstpointer data)
{
  static const char *const queries[] = { "is:bin", "is:binned Goes" };

  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      OmEngine *engine;
      OmWindow *window;
      g_autofree char *id = NULL;
      g_autoptr (GError) error = NULL;

      fixture_open (fixture);
      engine = om_session_get_engine (fixture->session);
      g_free (fixture_remember (fixture, "Stays"));
      id = fixture_remember (fixture, "Goes");
      om_engine_bin (engine, (const char *const[]){ id, NULL }, NULL, &error);
      g_assert_no_error (error);
      window = fixture_show_window (fixture);
      show_page (window, "memories");
      search (window, queries[i]);
      wait_until (shows_row (GTK_WIDGET (list_of (window, TRUE)), "Goes"));
      g_assert_null (test_find_label (GTK_WIDGET (list_of (window, TRUE)), "Tag"));
      om_memory_list_select (list_of (window, TRUE), 0);
      /* What lies in the bin is read as well as ever. */
      wait_until (g_strcmp0 (om_memory_page_get_id (page_of (window)), id) == 0);
      wait_until (gtk_widget_is_sensitive (GTK_WIDGET (title_of (window))));
      g_assert_false (gtk_editable_get_editable (title_of (window)));

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (list_of (window, TRUE)), "list.bin", NULL));
      wait_until (dialog_in_view () != NULL);
      adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog_in_view ()), "delete");
      wait_until (test_find_label (GTK_WIDGET (memories_of (window)), "Nothing Found") != NULL);
      wait_until (is_wiped (engine, id));
      test_close (GTK_WIDGET (window));
      while (dialog_in_view () != NULL)
        gtk_window_destroy (GTK_WINDOW (dialog_in_view ()));
    }
}

static void
test_trouble (Fixture      *fixture,
              gconstpointer data)
{
  static const char *const bytes = "This is no store, and it stays as it is. <b>&";
  OmWindow *window;
  g_autofree char *after = NULL;
  GtkWidget *page;

  g_assert_true (g_file_set_contents (fixture->path, bytes, -1, NULL));
  window = fixture_show_window (fixture);
  g_assert_cmpint (om_session_get_state (fixture->session), ==, OM_SESSION_FAILED);
  page = test_find (GTK_WIDGET (window), OM_TYPE_TROUBLE_PAGE, 0);
  wait_until (gtk_widget_get_mapped (page));
  g_assert_nonnull (test_find_label (page, "Damaged, or Not a Memory Store"));
  g_assert_nonnull (test_find_label (page, fixture->path));
  g_assert_nonnull (test_find_button (page, "win.try-again"));
  g_assert_nonnull (test_find_button (page, "win.open-another"));
  g_assert_nonnull (test_find_button (page, "app.quit"));
  test_assert_names (GTK_WIDGET (window));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.try-again", NULL));
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_FAILED);
  g_assert_true (g_file_get_contents (fixture->path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, bytes);

  /* Once the cause is gone, trying again opens it. */
  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.try-again", NULL));
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (today_of (window))));
  test_close (GTK_WIDGET (window));
}

static void
test_names (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);

  wait_until (gtk_widget_get_mapped (test_find_button (GTK_WIDGET (today_of (window)), "app.open-sample")));
  test_assert_names (GTK_WIDGET (window));
  show_page (window, "memories");
  wait_until (test_find_label (GTK_WIDGET (memories_of (window)), "Nothing Here Yet") != NULL);
  test_assert_names (GTK_WIDGET (window));

  g_free (fixture_remember (fixture, "A heron."));
  wait_until (shows_row (GTK_WIDGET (list_of (window, FALSE)), "A heron."));
  test_assert_names (GTK_WIDGET (window));
  om_memory_list_select (list_of (window, FALSE), 0);
  wait_until (om_memory_page_get_id (page_of (window)) != NULL);
  test_assert_names (GTK_WIDGET (window));
  show_page (window, "today");
  test_assert_names (GTK_WIDGET (window));
  test_close (GTK_WIDGET (window));
}

/* Closing with something unsaved saves it first. */
static void
test_closes (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  g_autoptr (OmSheet) sheet = g_object_ref (om_today_page_get_sheet (today_of (window)));
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  test_type (sheet, "The last words");
  test_close (GTK_WIDGET (window));
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_SAVED);

  wait_until (om_engine_open (om_session_get_engine (fixture->session), fixture->path, OM_OPEN_MUST_EXIST, NULL, NULL));
  rows = om_engine_list (om_session_get_engine (fixture->session), NULL, OM_SORT_NEWEST, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, 1);
  om_engine_close (om_session_get_engine (fixture->session));
}

/* SIGTERM, as at the end of the desktop's session: saved, then closed. */
static void
test_terminated (Fixture      *fixture,
                 gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  OmWindow *gone = window;
  g_autoptr (OmSheet) sheet = g_object_ref (om_today_page_get_sheet (today_of (window)));

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &gone);
  test_type (sheet, "Half a sentence");
  g_assert_cmpint (raise (SIGTERM), ==, 0);
  wait_until (gone == NULL);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_SAVED);
  g_assert_nonnull (om_sheet_get_id (sheet));
}

/* One window a store; another store has another window. */
static void
test_one_window (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *other_path = g_build_filename (fixture->folder, "other.db", NULL);
  GtkWindow *first = om_application_show_store (test_application (), fixture->path, FALSE);
  GtkWindow *again = om_application_show_store (test_application (), fixture->path, FALSE);
  GtkWindow *other = om_application_show_store (test_application (), other_path, FALSE);

  g_assert_true (first == again);
  g_assert_true (first != other);
  wait_until (om_session_get_state (om_window_get_session (OM_WINDOW (first))) == OM_SESSION_LOADED);
  wait_until (om_session_get_state (om_window_get_session (OM_WINDOW (other))) == OM_SESSION_LOADED);
  test_close (GTK_WIDGET (first));
  test_close (GTK_WIDGET (other));
}

#define add(name, func) g_test_add ("/views/window/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_window_add (void)
{
  add ("shows", test_shows);
  add ("writes", test_writes);
  add ("welcomes", test_welcomes);
  add ("searches", test_searches);
  add ("bins", test_bins);
  add ("deletes", test_deletes);
  add ("trouble", test_trouble);
  add ("names", test_names);
  add ("closes", test_closes);
  add ("terminated", test_terminated);
  add ("one-window", test_one_window);
}
