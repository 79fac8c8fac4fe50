/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Today: date, mood and tags of what is being written, on this day, the first run; preferences. */
#include "config.h"

#include <adwaita.h>
#include <errno.h>
#include <sqlite3.h>
#include <string.h>

#include "test-views.h"
#include "engine/om-settings.h"
#include "views/om-composer-mood.h"
#include "views/om-date-editor.h"
#include "views/om-memory-page.h"
#include "views/om-memory-row.h"
#include "views/om-mood-words.h"
#include "views/om-past-list.h"
#include "views/om-preferences-window.h"
#include "views/om-tag-editor.h"
#include "views/om-today-page.h"

static OmTodayPage *
today_of (OmWindow *window)
{
  return OM_TODAY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0));
}

static OmMemory *
stored (Fixture *fixture,
        OmSheet *sheet)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory;

  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  memory = om_engine_get (om_session_get_engine (fixture->session), om_sheet_get_id (sheet), NULL, &error);
  g_assert_no_error (error);
  return memory;
}

/* Opens what hangs on a button and waits for it. */
static GtkWidget *
open_popover (GtkWidget *composer)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (test_find (composer, GTK_TYPE_MENU_BUTTON, 0));
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));

  gtk_menu_button_popup (button);
  wait_until (gtk_widget_get_mapped (popover));
  return popover;
}

static GtkWidget *
open_date (GtkWidget *editor)
{
  GtkWidget *popover = test_find (editor, GTK_TYPE_POPOVER, 0);

  g_signal_emit_by_name (test_find (editor, GTK_TYPE_BUTTON, 0), "clicked");
  wait_until (gtk_widget_get_mapped (popover));
  return popover;
}

static GtkWidget *
find_with_label (GtkWidget  *root,
                 const char *text)
{
  GtkWidget *label = test_find_label (root, text);
  GtkWidget *parent;

  g_assert_nonnull (label);
  parent = gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON);
  return parent != NULL ? parent : gtk_widget_get_ancestor (label, GTK_TYPE_CHECK_BUTTON);
}

/* What is chosen before the first word goes into the draft, afterwards it is an edit. */
static void
test_mood (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *composer = test_find (GTK_WIDGET (today_of (window)), OM_TYPE_COMPOSER_MOOD, 0);
  OmSheet *sheet = om_today_page_get_sheet (today_of (window));
  GtkWidget *popover = open_popover (composer);

  test_assert_names (popover);
  gtk_widget_activate (find_with_label (popover, "Very pleasant"));
  wait_until (test_find_label (composer, "Happy") != NULL);
  gtk_widget_activate (find_with_label (popover, "Quiet"));
  wait_until (test_find_label (composer, "Content") != NULL);
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_BLANK);
  test_type (sheet, "Sat by the water");
  om_sheet_save (sheet);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpfloat (memory->valence, ==, 1);
    g_assert_cmpfloat (memory->arousal, <, .34);
    g_assert_true ((memory->flags & OM_FLAG_MOOD_BY_HAND) != 0);
    g_assert_cmpuint (memory->version, ==, 1);
  }

  gtk_widget_activate (find_with_label (popover, "Very unpleasant"));
  wait_until (test_find_label (composer, "Sad") != NULL);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpfloat (memory->valence, ==, -1);
    g_assert_cmpstr (memory->content, ==, "Sat by the water");
  }

  gtk_widget_activate (find_with_label (popover, "Leave It Unsaid"));
  wait_until (test_find_label (composer, "Sad") == NULL);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_true ((memory->flags & OM_FLAG_MOOD_BY_HAND) == 0);
  }
  test_close (GTK_WIDGET (window));
}

static void
test_date (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *composer = test_find (GTK_WIDGET (today_of (window)), OM_TYPE_DATE_EDITOR, 0);
  OmSheet *sheet = om_today_page_get_sheet (today_of (window));
  GtkWidget *popover;
  gint32 day;

  g_assert_nonnull (test_find_label (composer, "Today"));
  popover = open_date (composer);
  test_assert_names (popover);
  gtk_widget_activate (find_with_label (popover, "Yesterday"));
  wait_until (!gtk_widget_get_mapped (popover));
  test_type (sheet, "The day before");
  om_sheet_save (sheet);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);
    OmMoment recorded = om_moment_at (memory->recorded_at, om_session_get_zone (fixture->session));

    day = om_moment_civil_day (&recorded);
    /* No time of day was said, so there is none. */
    g_assert_cmpint (memory->happened.precision, ==, OM_PRECISION_DAY);
    g_assert_cmpint (om_moment_civil_day (&memory->happened), ==, day - 1);
  }
  g_assert_nonnull (test_find_label (composer, "Yesterday"));

  popover = open_date (composer);
  gtk_widget_activate (find_with_label (popover, "Now"));
  wait_until (test_find_label (composer, "Today") != NULL);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpint (memory->happened.precision, ==, OM_PRECISION_INSTANT);
    g_assert_cmpint (memory->happened.ms, ==, memory->recorded_at);
  }

  /* Another day that is chosen is a day, and stored as the popover closes. */
  popover = open_date (composer);
  {
    g_autoptr (GDateTime) chosen = g_date_time_new_utc (2020, 2, 3, 0, 0, 0);

    gtk_calendar_select_day (GTK_CALENDAR (test_find (popover, GTK_TYPE_CALENDAR, 0)), chosen);
  }
  gtk_popover_popdown (GTK_POPOVER (popover));
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED && test_find_label (composer, "Today") == NULL);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpint (memory->happened.precision, ==, OM_PRECISION_DAY);
    g_assert_cmpint (om_moment_civil_day (&memory->happened), ==, om_date_to_day_number (2020, 2, 3));
  }
  test_close (GTK_WIDGET (window));
}

static guint
count_chips (GtkWidget *editor)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (editor); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_has_css_class (child, "tag-chip");
  return n;
}

static void
test_tags (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  OmSheet *sheet;
  GtkWidget *composer;
  GtkWidget *entry;
  g_autoptr (OmDraft) draft = om_draft_new ("Tagged before");
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;
  const char *const used[] = { "Garden", NULL };

  fixture_open (fixture);
  draft->tags = g_strdupv ((char **) used);
  remembered = om_engine_remember (om_session_get_engine (fixture->session), draft, NULL, &error);
  g_assert_no_error (error);

  window = fixture_show_window (fixture);
  composer = test_find (GTK_WIDGET (today_of (window)), OM_TYPE_TAG_EDITOR, 0);
  sheet = om_today_page_get_sheet (today_of (window));
  entry = test_find (composer, GTK_TYPE_ENTRY, 0);
  test_assert_names (composer);
  gtk_editable_set_text (GTK_EDITABLE (entry), "#canal");
  g_signal_emit_by_name (entry, "activate");
  wait_until (test_find_label (composer, "canal") != NULL);
  gtk_widget_grab_focus (entry);
  /* What is in use is offered. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "gar");
  wait_until (test_find_label (composer, "Garden") != NULL);
  g_signal_emit_by_name (test_find (composer, GTK_TYPE_LIST_BOX, 0), "row-activated",
                         gtk_widget_get_ancestor (test_find_label (composer, "Garden"), GTK_TYPE_LIST_BOX_ROW));
  wait_until (count_chips (composer) == 2);
  /* The same tag in another spelling is no second one. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "garden");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (count_chips (composer), ==, 2);
  test_assert_names (composer);
  test_type (sheet, "Beans by the canal");
  om_sheet_save (sheet);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpuint (g_strv_length (memory->tags), ==, 2);
    g_assert_true (g_strv_contains ((const char *const *) memory->tags, "canal"));
    g_assert_true (g_strv_contains ((const char *const *) memory->tags, "Garden"));
  }

  g_signal_emit_by_name (gtk_widget_get_next_sibling (test_find_label (composer, "canal")), "clicked");
  wait_until (count_chips (composer) == 1);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpuint (g_strv_length (memory->tags), ==, 1);
  }
  test_close (GTK_WIDGET (window));
}

static void
remember_years_ago (Fixture    *fixture,
                    const char *text,
                    int         years,
                    int         days,
                    guint       flags)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  OmMoment now = om_moment_at (om_engine_now (engine), om_session_get_zone (fixture->session));
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;
  int year;
  int month;
  int day;

  om_moment_civil_date (&now, &year, &month, &day);
  draft->happened = om_moment_on_day (year - years, month, day);
  draft->happened.ms += days * OM_MS_PER_DAY;
  draft->has_happened = TRUE;
  draft->flags = flags;
  remembered = om_engine_remember (engine, draft, NULL, &error);
  g_assert_no_error (error);
}

static void
test_on_this_day (Fixture      *fixture,
                  gconstpointer data)
{
  OmWindow *window;
  OmEngine *engine = om_session_get_engine (fixture->session);
  GtkWidget *past;
  GtkWidget *page;
  OmMemoryRow *row;

  fixture_open (fixture);
  remember_years_ago (fixture, "Now", 0, 0, 0);
  remember_years_ago (fixture, "The day after", 4, 1, 0);
  window = fixture_show_window (fixture);
  past = test_find (GTK_WIDGET (today_of (window)), OM_TYPE_PAST_LIST, 0);
  wait_until (test_find_label (GTK_WIDGET (today_of (window)), "Newest Memories") != NULL);
  g_assert_false (gtk_widget_get_mapped (past));

  /* Four and eight years: that day is there, whatever day it is today. */
  remember_years_ago (fixture, "A heron", 4, 0, 0);
  remember_years_ago (fixture, "A kingfisher", 8, 0, 0);
  remember_years_ago (fixture, "Not for everybody", 12, 0, OM_FLAG_PRIVATE);
  wait_until (test_find_label (past, "4 years ago") != NULL);
  wait_until (test_find_label (past, "8 years ago") != NULL);
  g_assert_null (test_find_label (past, "12 years ago"));
  g_assert_null (test_find_label (past, "0 years ago"));
  test_assert_names (past);

  /* Who does not want it does not see it. */
  g_assert_true (om_engine_change_settings (engine, &(OmSettingChange){ OM_SETTING_ON_THIS_DAY, FALSE, 0 }, 1, NULL, NULL));
  wait_until (!gtk_widget_get_mapped (past));
  g_assert_true (om_engine_change_settings (engine, &(OmSettingChange){ OM_SETTING_ON_THIS_DAY, TRUE, 0 }, 1, NULL, NULL));
  wait_until (gtk_widget_get_mapped (past));

  row = OM_MEMORY_ROW (test_find (past, OM_TYPE_MEMORY_ROW, 1));
  wait_until (om_memory_item_is_loaded (om_memory_row_get_item (row)));
  g_signal_emit_by_name (test_find (past, GTK_TYPE_LIST_BOX, 0), "row-activated", test_find (past, GTK_TYPE_LIST_BOX_ROW, 1));
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)) != NULL &&
              om_sheet_is_editable (om_memory_page_get_sheet (OM_MEMORY_PAGE (page))));
  {
    g_autofree char *text = test_dup_text (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)));

    g_assert_cmpstr (text, ==, "A kingfisher");
  }
  test_close (GTK_WIDGET (window));
}

/* The three ways to begin go with the first memory and do not come back. */
static void
test_first_run (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *today = GTK_WIDGET (today_of (window));
  OmSheet *sheet = om_today_page_get_sheet (today_of (window));
  const char *ids[] = { NULL, NULL };
  g_autoptr (GError) error = NULL;

  wait_until (test_find_label (today, "Welcome to OpenMemory") != NULL);
  g_assert_nonnull (test_find_button (today, "win.new-memory"));
  g_assert_nonnull (test_find_button (today, "win.import"));
  g_assert_nonnull (test_find_button (today, "app.open-sample"));
  g_assert_false (g_settings_get_boolean (settings, "first-run-done"));
  test_type (sheet, "The first");
  om_sheet_save (sheet);
  wait_until (test_find_label (today, "Newest Memories") != NULL);
  g_assert_true (g_settings_get_boolean (settings, "first-run-done"));

  ids[0] = om_sheet_get_id (sheet);
  om_engine_bin (om_session_get_engine (fixture->session), ids, NULL, &error);
  g_assert_no_error (error);
  wait_until (test_find_label (today, "What you write appears here.") != NULL);
  test_close (GTK_WIDGET (window));
}

static void
test_preferences (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  OmWindow *window = fixture_show_window (fixture);
  OmPreferencesWindow *preferences = om_preferences_window_new (fixture->session, GTK_WINDOW (window));
  GtkWidget *lived;

  g_settings_reset (settings, "import-as-if-lived");
  gtk_window_present (GTK_WINDOW (preferences));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (preferences)));
  test_assert_names (GTK_WIDGET (preferences));
  g_assert_nonnull (test_find_label (GTK_WIDGET (preferences), fixture->path));
  lived = test_find (gtk_widget_get_ancestor (test_find_label (GTK_WIDGET (preferences), "As if lived"), ADW_TYPE_ACTION_ROW),
                     GTK_TYPE_SWITCH, 0);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (lived)));
  gtk_widget_activate (lived);
  wait_until (g_settings_get_boolean (settings, "import-as-if-lived"));
  g_settings_reset (settings, "import-as-if-lived");
  test_close (GTK_WIDGET (preferences));
  test_close (GTK_WIDGET (window));
}

/* Size and page are as they were left. */
static void
test_state (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autoptr (OmSession) again = om_session_new (fixture->path, FALSE);
  OmWindow *window = fixture_show_window (fixture);
  int width;
  int height;

  gtk_window_set_default_size (GTK_WINDOW (window), 801, 602);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories"));
  test_close (GTK_WIDGET (window));
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, 801);

  window = om_window_new (GTK_APPLICATION (test_application ()), again);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 801);
  g_assert_cmpint (height, ==, 602);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (test_find (GTK_WIDGET (window),
                                                                                      ADW_TYPE_VIEW_STACK, 0))),
                   ==, "memories");
  gtk_window_destroy (GTK_WINDOW (window));
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

/* What the next writes of SQLite to the disk fail with, 0 for not at all. Read by the writer's thread. */
static int write_errno;

typedef ssize_t (*WriteFunc) (int, const void *, size_t);
typedef ssize_t (*PwriteFunc) (int, const void *, size_t, off_t);

static WriteFunc usual_write;
static PwriteFunc usual_pwrite;
static PwriteFunc usual_pwrite64;

static ssize_t
failing_write (int         fd,
               const void *bytes,
               size_t      n)
{
  errno = g_atomic_int_get (&write_errno);
  return errno != 0 ? -1 : usual_write (fd, bytes, n);
}

static ssize_t
failing_pwrite (int         fd,
                const void *bytes,
                size_t      n,
                off_t       at)
{
  errno = g_atomic_int_get (&write_errno);
  return errno != 0 ? -1 : usual_pwrite (fd, bytes, n, at);
}

static ssize_t
failing_pwrite64 (int         fd,
                  const void *bytes,
                  size_t      n,
                  off_t       at)
{
  errno = g_atomic_int_get (&write_errno);
  return errno != 0 ? -1 : usual_pwrite64 (fd, bytes, n, at);
}

/* SQLite lets a test put itself before the system's calls; which of the three it uses it decides itself. */
static void
take_writes (void)
{
  sqlite3_vfs *vfs = sqlite3_vfs_find (NULL);

  if (usual_write != NULL)
    return;
  usual_write = (WriteFunc) vfs->xGetSystemCall (vfs, "write");
  usual_pwrite = (PwriteFunc) vfs->xGetSystemCall (vfs, "pwrite");
  usual_pwrite64 = (PwriteFunc) vfs->xGetSystemCall (vfs, "pwrite64");
  g_assert_cmpint (vfs->xSetSystemCall (vfs, "write", (sqlite3_syscall_ptr) failing_write), ==, SQLITE_OK);
  if (usual_pwrite != NULL)
    vfs->xSetSystemCall (vfs, "pwrite", (sqlite3_syscall_ptr) failing_pwrite);
  if (usual_pwrite64 != NULL)
    vfs->xSetSystemCall (vfs, "pwrite64", (sqlite3_syscall_ptr) failing_pwrite64);
}

/* Names the widest path below @root, so that whoever made it too wide is found. */
static void
tell_widest (GtkWidget *root)
{
  GtkWidget *widest = NULL;
  int most = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int minimum = 0;

      if (gtk_widget_should_layout (child))
        gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      if (minimum > most)
        {
          most = minimum;
          widest = child;
        }
    }
  if (widest == NULL)
    return;
  g_test_message ("%s: %d", G_OBJECT_TYPE_NAME (widest), most);
  tell_widest (widest);
}

/* The window goes into 360 pixels, whichever page is in view. */
static void
test_narrow (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window;
  int minimum;

  fixture_open (fixture);
  remember_years_ago (fixture, "A heron", 4, 0, 0);
  window = fixture_show_window (fixture);
  wait_until (test_find_label (GTK_WIDGET (today_of (window)), "4 years ago") != NULL);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  tell_widest (GTK_WIDGET (window));
  g_assert_cmpint (minimum, <=, 360);
  test_close (GTK_WIDGET (window));
}

/* S15: the disk takes nothing while one types: the text stays, it is said why, and it is saved once it
 * can be, without a hand being moved. */
static void
assert_stays (Fixture    *fixture,
              int         error_number,
              const char *reason)
{
  OmWindow *window = fixture_show_window (fixture);
  OmSheet *sheet = om_today_page_get_sheet (today_of (window));
  g_autofree char *text = NULL;

  take_writes ();
  test_type (sheet, "Before.");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);

  g_atomic_int_set (&write_errno, error_number);
  test_type (sheet, " While there is no room.");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_FAILED);
  g_test_message ("said: %s", om_sheet_get_message (sheet));
  g_assert_nonnull (strstr (om_sheet_get_message (sheet), reason));
  /* Typing goes on, and the failure stays in view. */
  test_type (sheet, " Still typing.");
  g_assert_cmpint (om_sheet_get_state (sheet), ==, OM_SAVE_STATE_FAILED);
  text = test_dup_text (sheet);
  g_assert_cmpstr (text, ==, "Before. While there is no room. Still typing.");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (today_of (window))));

  g_atomic_int_set (&write_errno, 0);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  {
    g_autoptr (OmMemory) memory = stored (fixture, sheet);

    g_assert_cmpstr (memory->content, ==, text);
  }
  test_close (GTK_WIDGET (window));
}

static void
test_no_room (Fixture      *fixture,
              gconstpointer data)
{
  assert_stays (fixture, ENOSPC, "is full. Make room");
}

static void
test_read_only (Fixture      *fixture,
                gconstpointer data)
{
  assert_stays (fixture, EROFS, "can only be read");
}

/* Keys that widgets have of their own, by no action of the program. */
static const char *const own_keys[] = {
  "<Primary>Return", "<Primary>a", "<Primary>z", "<Primary><Shift>z", "Return", "Escape", "Delete", "F9", "F10", "Menu",
  "Left", "Right", "<Primary>Left", "<Primary>Right", "Up", "Down", "Home", "End",
  /* In the calendar. */
  "<Primary>d", "Page_Up", "Page_Down", "<Primary>Page_Up", "<Primary>Page_Down",
  /* On the map; test-graph-page.c presses them. */
  "<Shift>Left", "<Shift>Right", "<Shift>Up", "<Shift>Down", "plus", "minus", "0", "<Shift>F10",
  /* On a memory's page; test-acts.c presses them. */
  "<Primary>r", "<Primary>p", "<Primary>k", "<Primary>l", "<Primary><Shift>l", "<Primary>h", "<Primary>m", "<Primary><Shift>p",
  NULL
};

static void
collect_keys (GtkWidget  *root,
              GHashTable *keys)
{
  if (GTK_IS_SHORTCUTS_SHORTCUT (root))
    {
      g_autofree char *accelerator = NULL;

      g_object_get (root, "accelerator", &accelerator, NULL);
      if (accelerator != NULL)
        {
          g_auto (GStrv) each = g_strsplit (accelerator, " ", -1);

          for (char **accel = each; *accel != NULL; accel++)
            g_hash_table_add (keys, g_strdup (*accel));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_keys (child, keys);
}

/* However its modifiers are written. */
static gboolean
is_shown (GHashTable *shown,
          const char *accel)
{
  GHashTableIter iter;
  gpointer key;
  guint value;
  GdkModifierType modifiers;

  g_assert_true (gtk_accelerator_parse (accel, &value, &modifiers));
  g_hash_table_iter_init (&iter, shown);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint other;
      GdkModifierType other_modifiers;

      if (gtk_accelerator_parse (key, &other, &other_modifiers) && other == value && other_modifiers == modifiers)
        return TRUE;
    }
  return FALSE;
}

/* The window of shortcuts says what is, and all of it. */
static void
test_shortcuts (Fixture      *fixture,
                gconstpointer data)
{
  GtkApplication *application = GTK_APPLICATION (test_application ());
  OmWindow *window = fixture_show_window (fixture);
  GtkShortcutsWindow *overlay = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
  g_autoptr (GHashTable) shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  GHashTableIter iter;
  gpointer key;

  g_assert_nonnull (overlay);
  collect_keys (GTK_WIDGET (overlay), shown);
  g_assert_cmpuint (g_hash_table_size (shown), >, 10);
  g_hash_table_iter_init (&iter, shown);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_auto (GStrv) acts = gtk_application_get_actions_for_accel (application, key);

      if (*acts == NULL && !g_strv_contains (own_keys, key))
        g_error ("%s is shown but does nothing", (const char *) key);
    }
  for (char **action = actions; *action != NULL; action++)
    {
      g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, *action);

      for (char **accel = accels; *accel != NULL; accel++)
        {
          if (!is_shown (shown, *accel))
            g_error ("%s does %s but is not shown", *accel, *action);
        }
    }
  test_close (GTK_WIDGET (window));
}

/* About is there, says the version, and leaves nothing. */
static void
test_about (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *about = NULL;

  g_action_group_activate_action (G_ACTION_GROUP (test_application ()), "about", NULL);
  {
    g_autoptr (GList) windows = gtk_window_list_toplevels ();

    for (GList *l = windows; l != NULL; l = l->next)
      {
        if (ADW_IS_ABOUT_WINDOW (l->data))
          about = l->data;
      }
  }
  g_assert_nonnull (about);
  wait_until (test_find_label (about, PACKAGE_VERSION) != NULL);
  test_close (about);
  test_close (GTK_WIDGET (window));
}

static void
test_mood_words (void)
{
  for (guint i = 0; i < OM_N_VALENCE_STEPS; i++)
    g_assert_cmpuint (om_mood_words_valence_step (om_mood_words_step_valence (i)), ==, i);
  for (guint i = 0; i < OM_N_AROUSAL_STEPS; i++)
    g_assert_cmpuint (om_mood_words_arousal_step (om_mood_words_step_arousal (i)), ==, i);
  g_assert_cmpuint (om_mood_words_arousal_step (1), ==, OM_N_AROUSAL_STEPS - 1);
  g_assert_cmpuint (om_mood_words_arousal_step (0), ==, 0);
  g_assert_cmpstr (om_mood_words_name (1, 0), ==, "Content");
  g_assert_cmpstr (om_mood_words_name (-.9, .9), ==, "Distressed");
  g_assert_cmpstr (om_mood_words_name (0, .5), ==, "Even");
}

#define add(name, func) g_test_add ("/views/today/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_today_add (void)
{
  g_test_add_func ("/views/today/mood-words", test_mood_words);
  add ("mood", test_mood);
  add ("date", test_date);
  add ("tags", test_tags);
  add ("on-this-day", test_on_this_day);
  add ("first-run", test_first_run);
  add ("preferences", test_preferences);
  add ("shortcuts", test_shortcuts);
  add ("about", test_about);
  add ("state", test_state);
  add ("narrow", test_narrow);
  add ("no-room", test_no_room);
  add ("read-only", test_read_only);
}
