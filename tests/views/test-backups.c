/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backups: made, listed, and back to one of them, from a journal that is open or one that cannot be opened. Nothing is
 * lost: what was unsaved, and what there was before. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "engine/om-backup.h"
#include "test-views.h"
#include "views/om-memories-page.h"
#include "views/om-memory-page.h"
#include "views/om-preferences-window.h"
#include "views/om-restore-window.h"
#include "views/om-session-backups.h"
#include "views/om-trouble-page.h"

static GtkWidget *
find_restore (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      if (OM_IS_RESTORE_WINDOW (l->data))
        return l->data;
    }
  return NULL;
}

static void
back_up (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmBackupReport) report = om_engine_back_up (om_session_get_engine (fixture->session), FALSE, NULL, &error);

  g_assert_no_error (error);
}

static OmBackup *
newest_backup (Fixture *fixture)
{
  g_autoptr (GPtrArray) backups = om_backups_list (fixture->path);

  g_assert_cmpuint (backups->len, >, 0);
  return om_backup_copy (g_ptr_array_index (backups, 0));
}

/* Memories of the store that was set aside. */
static guint
count_aside (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autoptr (OmEngine) engine = NULL;
      g_autoptr (GArray) items = NULL;
      g_autoptr (GError) error = NULL;

      if (strstr (name, ".before-restore-") == NULL || g_str_has_suffix (name, "-wal") || g_str_has_suffix (name, "-shm"))
        continue;
      engine = om_engine_new ();
      g_assert_true (om_engine_open (engine, path, OM_OPEN_READ_ONLY, NULL, &error));
      g_assert_no_error (error);
      items = om_engine_list (engine, NULL, OM_SORT_NEWEST, NULL, &error);
      g_assert_no_error (error);
      om_engine_close (engine);
      return items->len;
    }
  g_assert_not_reached ();
}

static GtkWidget *
open_page (OmWindow *window,
           Fixture  *fixture)
{
  GtkWidget *preferences = GTK_WIDGET (om_preferences_window_new (fixture->session, GTK_WINDOW (window)));

  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (preferences), "backups");
  gtk_window_present (GTK_WINDOW (preferences));
  wait_until (test_has_text (preferences, "There is no backup yet.") || test_button_of (preferences, "Restore…") != NULL);
  return preferences;
}

/* From the page of the preferences to one that is open again, with all that is on the screen of the restored one. */
static void
test_page (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *preferences;
  GtkWidget *restore;
  OmMemoryPage *page;
  OmSheet *sheet;
  g_autofree char *heron = NULL;
  g_autofree char *later = NULL;
  g_autofree char *again = NULL;

  fixture_open (fixture);
  heron = fixture_remember (fixture, "Saw the heron at the lock again.");
  window = fixture_show_window (fixture);
  preferences = open_page (window, fixture);
  test_assert_names (preferences);
  g_signal_emit_by_name (test_button_of (preferences, "Back Up Now"), "clicked");
  wait_until (test_button_of (preferences, "Restore…") != NULL);
  g_assert_true (test_has_text (preferences, "1 memory · "));
  test_assert_names (preferences);

  /* One that the backup does not have is in view, and another is being written. */
  later = fixture_remember (fixture, "Written after the backup.");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  om_window_open_memory (window, later);
  page = OM_MEMORY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0));
  wait_until (om_memory_page_get_sheet (page) != NULL && om_sheet_get_memory (om_memory_page_get_sheet (page)) != NULL);
  sheet = om_desk_create (om_session_get_desk (fixture->session));
  test_type (sheet, "Not saved yet.");

  g_signal_emit_by_name (test_button_of (preferences, "Restore…"), "clicked");
  restore = find_restore ();
  g_assert_nonnull (restore);
  wait_until (test_is_ready (restore, "Restore"));
  test_assert_names (restore);
  g_assert_true (test_has_text (restore, "In order"));
  g_assert_true (test_has_text (restore, "memories now."));
  g_signal_emit_by_name (test_button_of (restore, "Restore"), "clicked");
  wait_until (test_find_label (restore, "Restored") != NULL);
  test_assert_names (restore);
  g_assert_true (test_has_text (restore, "1 memory is back."));
  g_assert_true (test_has_text (restore, "before-restore"));
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  test_close (restore);

  g_assert_cmpuint (fixture_count (fixture), ==, 1);
  g_assert_cmpuint (count_aside (fixture), ==, 3);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_GONE);
  g_assert_null (om_memory_page_get_sheet (page));
  g_object_unref (sheet);

  /* It is a journal like any other: written to, and opened. */
  again = fixture_remember (fixture, "Written after the restore.");
  om_window_open_memory (window, heron);
  wait_until (om_memory_page_get_sheet (page) != NULL && om_sheet_get_memory (om_memory_page_get_sheet (page)) != NULL);
  g_assert_true (om_sheet_is_editable (om_memory_page_get_sheet (page)));
  wait_until (fixture_count (fixture) == 2);
  test_close (GTK_WIDGET (window));
}

/* A backup that is damaged is named so, and cannot be chosen; one that is cancelled changes nothing. */
static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *restore;
  g_autofree char *heron = NULL;
  g_autofree char *bytes = NULL;
  g_autoptr (OmBackup) backup = NULL;
  gsize length;

  fixture_open (fixture);
  heron = fixture_remember (fixture, "Saw the heron at the lock again.");
  back_up (fixture);
  backup = newest_backup (fixture);
  window = fixture_show_window (fixture);
  restore = GTK_WIDGET (om_restore_window_new (fixture->session, backup, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (restore));
  wait_until (test_is_ready (restore, "Restore"));
  g_signal_emit_by_name (test_button_of (restore, "Restore"), "clicked");
  g_signal_emit_by_name (test_button_of (restore, "Cancel"), "clicked");
  wait_until (find_restore () == NULL);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);

  g_assert_true (g_file_get_contents (backup->path, &bytes, &length, NULL));
  memset (bytes + 4096, 0x5a, 3 * 4096);
  g_assert_true (g_file_set_contents (backup->path, bytes, (gssize) length, NULL));
  restore = GTK_WIDGET (om_restore_window_new (fixture->session, backup, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (restore));
  wait_until (test_button_of (restore, "Restore") != NULL);
  g_assert_false (test_is_ready (restore, "Restore"));
  test_close (restore);
  test_close (GTK_WIDGET (window));
}

typedef struct
{
  gboolean done;
  gboolean restored;
  char    *aside;
  GError  *error;
} Answer;

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  Answer *answer = data;

  answer->restored = om_session_restore_backup_finish (OM_SESSION (source), result, &answer->aside, &answer->error);
  answer->done = TRUE;
}

/* What takes the place of the journal fails halfway: the one that was there is open again. The session that is closed
 * meanwhile stays closed. */
static void
test_session (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *heron = NULL;
  g_autofree char *missing = g_build_filename (fixture->folder, "no-such.db", NULL);
  g_autoptr (OmBackup) backup = NULL;
  Answer answer = { 0 };

  fixture_open (fixture);
  heron = fixture_remember (fixture, "Saw the heron at the lock again.");
  back_up (fixture);
  backup = newest_backup (fixture);
  om_session_restore_backup_async (fixture->session, missing, NULL, answered_cb, &answer);
  wait_until (answer.done);
  g_assert_false (answer.restored);
  g_assert_nonnull (answer.error);
  g_clear_error (&answer.error);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);

  answer = (Answer){ 0 };
  om_session_restore_backup_async (fixture->session, backup->path, NULL, answered_cb, &answer);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_OPENING);
  om_session_close (fixture->session);
  wait_until (answer.done);
  g_assert_cmpint (om_session_get_state (fixture->session), ==, OM_SESSION_CLOSED);
  g_clear_error (&answer.error);
  g_free (answer.aside);
  fixture_open (fixture);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);
}

/* A journal that cannot be opened: the newest backup in order is offered, and what was written meanwhile is saved into
 * it. */
static void
test_trouble (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *restore;
  OmSheet *sheet;
  g_autofree char *heron = NULL;
  g_autofree char *second = NULL;
  g_autofree char *bad = NULL;

  fixture_open (fixture);
  heron = fixture_remember (fixture, "Saw the heron at the lock again.");
  second = fixture_remember (fixture, "Painted the kitchen door green.");
  back_up (fixture);
  om_session_close (fixture->session);
  om_engine_close (om_session_get_engine (fixture->session));
  /* A newer one, which is none. */
  bad = g_build_filename (fixture->folder, "backups", "store-99980101T000000Z-900.db", NULL);
  g_assert_true (g_file_set_contents (bad, "Not a store at all.", -1, NULL));
  g_assert_true (g_file_set_contents (fixture->path, "Not a store either, and long enough to be seen as one.", -1, NULL));

  sheet = om_desk_create (om_session_get_desk (fixture->session));
  test_type (sheet, "Written before anybody knew.");
  om_session_open (fixture->session);
  window = fixture_show_window (fixture);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_FAILED);
  wait_until (test_has_text (GTK_WIDGET (window), "holds 2 memories."));
  test_assert_names (GTK_WIDGET (window));
  g_signal_emit_by_name (test_button_of (GTK_WIDGET (window), "Restore It…"), "clicked");
  restore = find_restore ();
  g_assert_nonnull (restore);
  wait_until (test_is_ready (restore, "Restore"));
  g_signal_emit_by_name (test_button_of (restore, "Restore"), "clicked");
  wait_until (test_find_label (restore, "Restored") != NULL);
  g_assert_true (test_has_text (restore, "2 memories are back."));
  test_close (restore);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  g_assert_cmpuint (fixture_count (fixture), ==, 3);
  g_object_unref (sheet);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/backups/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_backups_add (void)
{
  add ("page", test_page);
  add ("refused", test_refused);
  add ("session", test_session);
  add ("trouble", test_trouble);
}
