/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving: once made, then edited; never lost, never emptied by a failure (S3), undo of its own (S4). */
#include "config.h"

#include <sqlite3.h>

#include "test-views.h"
#include "views/om-editor.h"

static void
assert_stored (Fixture    *fixture,
               const char *id,
               const char *content)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = om_engine_get (om_session_get_engine (fixture->session), id, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (memory->content, ==, content);
}

static OmSheet *
open_sheet (Fixture    *fixture,
            const char *id)
{
  OmSheet *sheet = om_desk_open (om_session_get_desk (fixture->session), id);

  wait_until (om_sheet_get_state (sheet) != OM_SAVE_STATE_LOADING);
  return sheet;
}

static void
remove_all (OmSheet *sheet)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet));
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  g_assert_true (gtk_text_buffer_delete_interactive (buffer, &start, &end, TRUE));
}

/* A new text becomes one memory, whatever is typed after; the indicator follows. */
static void
test_new (Fixture      *fixture,
          gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *id = NULL;

  fixture_open (fixture);
  sheet = om_desk_create (om_session_get_desk (fixture->session));
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_BLANK);
  g_assert_true (om_sheet_is_settled (sheet));

  test_type (sheet, "Walked home");
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_CHANGED);
  g_assert_false (om_sheet_is_settled (sheet));
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  id = g_strdup (om_sheet_get_id (sheet));
  g_assert_nonnull (id);
  assert_stored (fixture, id, "Walked home");

  test_type (sheet, " along the water.");
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_SAVING);
  /* Typed while the save is under way: the newest text wins. */
  test_type (sheet, " Rain.");
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  assert_stored (fixture, id, "Walked home along the water. Rain.");
  g_assert_cmpstr (om_sheet_get_id (sheet), ==, id);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);
}

/* The same words twice are two entries: the second is never taken for the first and written over it. */
static void
test_same_text (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *first = NULL;

  fixture_open (fixture);
  first = fixture_remember (fixture, "Went");
  sheet = om_desk_create (om_session_get_desk (fixture->session));
  test_type (sheet, "Went");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  test_type (sheet, " swimming");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  assert_stored (fixture, first, "Went");
  assert_stored (fixture, om_sheet_get_id (sheet), "Went swimming");
}

static void
test_blank (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;

  fixture_open (fixture);
  sheet = om_desk_create (om_session_get_desk (fixture->session));
  test_type (sheet, " \n\t ");
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_BLANK);
  g_assert_true (om_sheet_is_settled (sheet));
  g_assert_null (om_sheet_get_id (sheet));
  g_assert_cmpuint (fixture_count (fixture), ==, 0);
}

/* What is typed before the store is open is saved once it is. */
static void
test_before_open (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmSheet) sheet = om_desk_create (om_session_get_desk (fixture->session));

  test_type (sheet, "Typed at once");
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_CHANGED);
  fixture_open (fixture);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  assert_stored (fixture, om_sheet_get_id (sheet), "Typed at once");
}

/* S4: undo never reaches into another text, and is there again on coming back. */
static void
test_undo (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autoptr (OmSheet) sheet_a = NULL;
  g_autoptr (OmSheet) sheet_b = NULL;
  g_autoptr (OmSheet) again = NULL;
  g_autofree char *text_b = NULL;
  g_autofree char *text_a = NULL;

  fixture_open (fixture);
  a = fixture_remember (fixture, "alpha");
  b = fixture_remember (fixture, "beta");
  sheet_a = open_sheet (fixture, a);
  gtk_text_buffer_begin_user_action (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet_a)));
  test_type (sheet_a, " one");
  gtk_text_buffer_end_user_action (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet_a)));
  om_sheet_save (sheet_a);
  wait_until (om_sheet_get_state (sheet_a) == OM_SAVE_STATE_SAVED);

  sheet_b = open_sheet (fixture, b);
  for (int i = 0; i < 5; i++)
    gtk_text_buffer_undo (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet_b)));
  text_b = test_dup_text (sheet_b);
  g_assert_cmpstr (text_b, ==, "beta");

  again = open_sheet (fixture, a);
  g_assert_true (again == sheet_a);
  gtk_text_buffer_undo (GTK_TEXT_BUFFER (om_sheet_get_buffer (again)));
  text_a = test_dup_text (again);
  g_assert_cmpstr (text_a, ==, "alpha");
  om_sheet_save (again);
  wait_until (om_sheet_get_state (again) == OM_SAVE_STATE_SAVED);
  assert_stored (fixture, a, "alpha");
  assert_stored (fixture, b, "beta");
}

/* S4: everything taken away is not saved as nothing; one undo gives it back. */
static void
test_emptied (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *text = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "All of it");
  sheet = open_sheet (fixture, id);
  remove_all (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_EMPTIED);
  g_assert_true (om_sheet_is_settled (sheet));
  assert_stored (fixture, id, "All of it");

  gtk_text_buffer_undo (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet)));
  text = test_dup_text (sheet);
  g_assert_cmpstr (text, ==, "All of it");
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
}

/* S3: while a text is not there it cannot be edited, and nothing is saved over it. */
static void
test_load_failed (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;
  g_autoptr (OmSheet) loading = NULL;
  g_autofree char *id = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "Whole");
  loading = om_desk_open (om_session_get_desk (fixture->session), id);
  g_assert_cmpint (om_sheet_get_state (loading), ==, OM_SAVE_STATE_LOADING);
  g_assert_false (om_sheet_is_editable (loading));
  om_sheet_save (loading);
  wait_until (om_sheet_get_state (loading) == OM_SAVE_STATE_SAVED);
  g_assert_true (om_sheet_is_editable (loading));
  assert_stored (fixture, id, "Whole");

  sheet = open_sheet (fixture, "00000000-0000-4000-8000-000000000000");
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_LOAD_FAILED);
  g_assert_false (om_sheet_is_editable (sheet));
  g_assert_nonnull (om_sheet_get_message (sheet));
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_LOAD_FAILED);
  g_assert_cmpuint (fixture_count (fixture), ==, 1);
}

/* Takes the table of texts away under the engine, or puts it back: reading an entry fails, as on a bad disk. */
static void
hide_texts (Fixture *fixture,
            gboolean hide)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_busy_timeout (db, 10000), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA legacy_alter_table = ON", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 hide ? "ALTER TABLE texts RENAME TO texts_away" : "ALTER TABLE texts_away RENAME TO texts",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

/* S3: a text that is there and could not be read is read when it is opened again, and nothing that came into the
 * empty page meanwhile has been saved over it. */
static void
test_read_again (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;
  g_autoptr (OmSheet) again = NULL;
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;

  fixture_open (fixture);
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *other = g_strdup_printf ("Entry %u of a long winter.", i);

      g_free (fixture_remember (fixture, other));
    }
  id = fixture_remember (fixture, "The old text, whole.");
  hide_texts (fixture, TRUE);
  sheet = open_sheet (fixture, id);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_LOAD_FAILED);
  g_assert_false (om_sheet_is_editable (sheet));
  g_assert_nonnull (om_sheet_get_message (sheet));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet)), "x", -1);
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_LOAD_FAILED);

  hide_texts (fixture, FALSE);
  om_sheet_save (sheet);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_LOAD_FAILED);
  assert_stored (fixture, id, "The old text, whole.");
  again = open_sheet (fixture, id);
  g_assert_cmpint (om_sheet_get_state (again), ==, OM_SAVE_STATE_SAVED);
  text = test_dup_text (again);
  g_assert_cmpstr (text, ==, "The old text, whole.");
  test_type (again, " And a word.");
  om_sheet_save (again);
  wait_until (om_sheet_get_state (again) == OM_SAVE_STATE_SAVED);
  assert_stored (fixture, id, "The old text, whole. And a word.");
}

static sqlite3 *
lock_store (Fixture *fixture)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  /* What is done by itself may be at it. */
  g_assert_cmpint (sqlite3_busy_timeout (db, 10000), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  return db;
}

/* A text that cannot be saved stays, says why, and is saved once it can be. */
static void
test_save_failed (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;
  sqlite3 *db;

  fixture_open (fixture);
  id = fixture_remember (fixture, "Before");
  sheet = open_sheet (fixture, id);
  db = lock_store (fixture);
  test_type (sheet, " and after");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_FAILED);
  g_assert_error (om_sheet_get_error (sheet), OM_ERROR, OM_ERROR_LOCKED);
  g_assert_false (om_sheet_is_settled (sheet));
  g_assert_true (om_desk_get_failed (om_session_get_desk (fixture->session)) == sheet);
  text = test_dup_text (sheet);
  g_assert_cmpstr (text, ==, "Before and after");

  sqlite3_close (db);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  g_assert_null (om_desk_get_failed (om_session_get_desk (fixture->session)));
  assert_stored (fixture, id, "Before and after");
}

/* S1: somebody else wrote on what is open here: both texts are kept, and it is said. */
static void
test_conflict (Fixture      *fixture,
               gconstpointer data)
{
  OmEngine *engine = NULL;
  g_autoptr (OmEngine) other = om_engine_new ();
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *id = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;

  fixture_open (fixture);
  engine = om_session_get_engine (fixture->session);
  id = fixture_remember (fixture, "Common");
  sheet = open_sheet (fixture, id);
  test_type (sheet, " from here");

  g_assert_true (om_engine_open (other, fixture->path, OM_OPEN_DEFAULT, NULL, &error));
  values->content = g_strdup ("Common from there");
  g_assert_true (om_engine_edit (other, id, OM_CHANGE_CONTENT, values, 1, NULL, &error));
  g_assert_no_error (error);
  om_engine_close (other);

  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  g_assert_true (om_sheet_was_in_conflict (sheet));
  assert_stored (fixture, id, "Common from here");
  versions = om_engine_get_versions (engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, >=, 1);
}

/* Others' words are shown where nothing of ours is unsaved. */
static void
test_follows_others (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (OmEngine) other = om_engine_new ();
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *id = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "Old words");
  sheet = open_sheet (fixture, id);
  om_sheet_hold (sheet);
  g_assert_true (om_engine_open (other, fixture->path, OM_OPEN_DEFAULT, NULL, &error));
  values->content = g_strdup ("New words");
  g_assert_true (om_engine_edit (other, id, OM_CHANGE_CONTENT, values, 1, NULL, &error));
  g_assert_no_error (error);
  om_engine_close (other);

  wait_until ((g_free (text), text = test_dup_text (sheet), g_str_equal (text, "New words")));
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_SAVED);
  om_sheet_release (sheet);
}

static guint
count_versions (Fixture    *fixture,
                const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = om_engine_get_versions (om_session_get_engine (fixture->session), id, NULL, &error);

  g_assert_no_error (error);
  return versions->len;
}

static void
save (OmSheet *sheet)
{
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
}

/* What is saved while one writes on is one text; what it was when the writing began is kept, and so is a
 * page of it that is taken away. */
static void
test_joined (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *page = g_strnfill (300, 'a');
  g_autofree char *whole = g_strconcat ("A heron at the lock. ", page, NULL);
  g_autoptr (OmSheet) sheet = NULL;
  const char *id;

  fixture_open (fixture);
  sheet = om_desk_create (om_session_get_desk (fixture->session));
  om_sheet_hold (sheet);
  test_type (sheet, "A heron ");
  save (sheet);
  id = om_sheet_get_id (sheet);
  test_type (sheet, "at the lock. ");
  save (sheet);
  test_type (sheet, page);
  save (sheet);
  g_assert_cmpuint (count_versions (fixture, id), ==, 0);
  assert_stored (fixture, id, whole);

  remove_all (sheet);
  test_type (sheet, "Nothing.");
  save (sheet);
  g_assert_cmpuint (count_versions (fixture, id), ==, 1);
  test_type (sheet, " At all.");
  save (sheet);
  g_assert_cmpuint (count_versions (fixture, id), ==, 1);

  /* Another day, another writing. */
  om_sheet_release (sheet);
  om_sheet_hold (sheet);
  test_type (sheet, " Or was there?");
  save (sheet);
  g_assert_cmpuint (count_versions (fixture, id), ==, 2);
  test_type (sheet, " A swan.");
  save (sheet);
  g_assert_cmpuint (count_versions (fixture, id), ==, 2);
  om_sheet_release (sheet);
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (om_desk_flush_finish (OM_DESK (source), result, &error));
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static void
test_flush (Fixture      *fixture,
            gconstpointer data)
{
  OmDesk *desk = om_session_get_desk (fixture->session);
  g_autoptr (OmSheet) first = NULL;
  g_autoptr (OmSheet) second = NULL;
  gboolean flushed = FALSE;

  fixture_open (fixture);
  first = om_desk_create (desk);
  second = om_desk_create (desk);
  test_type (first, "one");
  test_type (second, "two");
  g_assert_false (om_desk_is_settled (desk));
  om_desk_flush_async (desk, NULL, flushed_cb, &flushed);
  wait_until (flushed);
  g_assert_true (om_desk_is_settled (desk));
  g_assert_cmpuint (fixture_count (fixture), ==, 2);
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       data)
{
  (*(guint *) data)++;
  return G_SOURCE_CONTINUE;
}

/* What one wrote on goes to the bin while the focus is on the button that takes it there: GTK 4.8 still blinks the
 * cursor of the text. */
static void
test_bin_from_button (Fixture      *fixture,
                      gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *editor = g_object_new (OM_TYPE_EDITOR, NULL);
  GtkWidget *button = gtk_button_new_with_label ("Bin");
  g_autoptr (OmSheet) sheet = NULL;
  g_autofree char *id = NULL;
  GtkWidget *view;
  gboolean blinks;
  guint frames = 0;

  g_object_get (gtk_settings_get_default (), "gtk-cursor-blink", &blinks, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", TRUE, NULL);
  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron");
  sheet = open_sheet (fixture, id);
  gtk_box_append (GTK_BOX (box), editor);
  gtk_box_append (GTK_BOX (box), button);
  gtk_window_set_child (GTK_WINDOW (window), box);
  om_editor_set_sheet (OM_EDITOR (editor), sheet);
  gtk_window_present (GTK_WINDOW (window));
  view = test_find (editor, GTK_TYPE_TEXT_VIEW, 0);
  wait_until (gtk_widget_get_mapped (view));
  om_editor_take_focus (OM_EDITOR (editor));
  wait_until (gtk_widget_has_focus (view));
  gtk_widget_add_tick_callback (button, count_frame_cb, &frames, NULL);
  wait_until (frames > 2);

  gtk_widget_grab_focus (button);
  om_session_bin (fixture->session, (const char *const[]){ id, NULL });
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_GONE);
  frames = 0;
  wait_until (frames > 2);
  g_assert_false (gtk_text_view_get_editable (GTK_TEXT_VIEW (view)));
  test_close (window);
  g_object_set (gtk_settings_get_default (), "gtk-cursor-blink", blinks, NULL);
}

#define add(name, func) g_test_add ("/views/sheet/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_sheet_add (void)
{
  add ("new", test_new);
  add ("same-text", test_same_text);
  add ("blank", test_blank);
  add ("before-open", test_before_open);
  add ("undo", test_undo);
  add ("emptied", test_emptied);
  add ("load-failed", test_load_failed);
  add ("read-again", test_read_again);
  add ("save-failed", test_save_failed);
  add ("conflict", test_conflict);
  add ("follows-others", test_follows_others);
  add ("joined", test_joined);
  add ("flush", test_flush);
  add ("bin-from-button", test_bin_from_button);
}
