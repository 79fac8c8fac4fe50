/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A memory's page: each control changes the store, by keyboard alone; what cannot be saved stays and is
 * said; what others change is shown; nothing is left of a page that was closed. */
#include "config.h"

#include <adwaita.h>
#include <math.h>
#include <sqlite3.h>

#include "test-views.h"
#include "views/om-date-editor.h"
#include "views/om-history-box.h"
#include "views/om-kind-box.h"
#include "views/om-link-chooser.h"
#include "views/om-links-box.h"
#include "views/om-memory-details.h"
#include "views/om-memory-page.h"
#include "views/om-mood-box.h"
#include "views/om-mood-pad.h"
#include "views/om-standing-box.h"
#include "views/om-tag-editor.h"
#include "views/om-versions-window.h"

typedef struct
{
  Fixture      *fixture;
  GtkWidget    *window;
  OmMemoryPage *page;
  char         *id; /* (owned) */
} Page;

static OmMemory *
read_memory (Page *self)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory = om_engine_get (om_session_get_engine (self->fixture->session), self->id, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

/* A turn of the main loop, of 20 ms at most. */
static void
turn (void)
{
  guint tick = g_timeout_add (20, test_tick_cb, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
}

/* Runs the main loop until the stored @memory is as @condition says; a minute without it fails the test. */
#define wait_stored(page, condition)                                                              \
  G_STMT_START                                                                                    \
  {                                                                                               \
    gint64 limit_ = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;                                \
                                                                                                  \
    for (gboolean met_ = FALSE; !met_;)                                                           \
      {                                                                                           \
        g_autoptr (OmMemory) memory = read_memory (page);                                         \
                                                                                                  \
        met_ = (condition);                                                                       \
        if (!met_ && g_get_monotonic_time () > limit_)                                            \
          g_error ("%s:%d: never stored: %s", __FILE__, __LINE__, #condition);                    \
        if (!met_)                                                                                \
          turn ();                                                                                \
      }                                                                                           \
  }                                                                                               \
  G_STMT_END

static GtkWidget *
find (Page *self,
      GType type)
{
  GtkWidget *widget = test_find (GTK_WIDGET (self->page), type, 0);

  g_assert_nonnull (widget);
  return widget;
}

static OmSheet *
sheet_of (Page *self)
{
  return om_memory_page_get_sheet (self->page);
}

static void
wait_saved (Page *self)
{
  wait_until (om_sheet_is_settled (sheet_of (self)) && om_sheet_get_state (sheet_of (self)) == OM_SAVE_STATE_SAVED);
}

static void
show (Page       *self,
      const char *id)
{
  om_memory_page_show (self->page, id);
  wait_until (om_sheet_get_memory (sheet_of (self)) != NULL);
}

static void
page_open (Page       *self,
           Fixture    *fixture,
           const char *text)
{
  AdwFlap *flap;

  /* Scrolling is at its end at once. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  fixture_open (fixture);
  self->fixture = fixture;
  self->id = fixture_remember (fixture, text);
  self->window = gtk_window_new ();
  self->page = g_object_new (OM_TYPE_MEMORY_PAGE, NULL);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 800, 700);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->page));
  om_memory_page_set_session (self->page, fixture->session);
  gtk_window_present (GTK_WINDOW (self->window));
  wait_until (gtk_widget_get_mapped (self->window));
  show (self, self->id);
  flap = ADW_FLAP (find (self, ADW_TYPE_FLAP));
  test_reveal (GTK_WIDGET (flap));
  wait_until (gtk_widget_get_mapped (find (self, OM_TYPE_MEMORY_DETAILS)));
}

static void
page_close (Page *self)
{
  GtkWidget *page = GTK_WIDGET (self->page);

  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  test_close (self->window);
  wait_until (page == NULL);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_free (self->id);
}

/* As a key that is pressed on it. */
static gboolean
press (GtkWidget *widget,
       guint      keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0u, (GdkModifierType) 0, &handled);
    }
  return handled;
}

static void
click (GtkWidget *button)
{
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static GtkWidget *
find_button (GtkWidget  *root,
             const char *label)
{
  GtkWidget *button;

  for (guint i = 0; (button = test_find (root, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
  g_error ("no button %s", label);
}

/* The page itself ------------------------------------------------------------------------------- */

static void
test_title (Fixture      *fixture,
            gconstpointer data)
{
  Page page;
  GtkWidget *entry;
  g_autofree char *other = NULL;

  page_open (&page, fixture, "A heron on the lock.");
  other = fixture_remember (fixture, "Bread.");
  entry = test_find (GTK_WIDGET (page.page), GTK_TYPE_ENTRY, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  gtk_editable_set_text (GTK_EDITABLE (entry), "Heron");
  g_assert_cmpint (om_sheet_get_state (sheet_of (&page)), ==, OM_SAVE_STATE_CHANGED);
  g_assert_false (om_sheet_is_settled (sheet_of (&page)));
  /* Text and title of one save, and neither is in conflict with the other. */
  test_type (sheet_of (&page), " Grey.");
  om_sheet_save (sheet_of (&page));
  wait_saved (&page);
  wait_stored (&page, g_strcmp0 (memory->title, "Heron") == 0 &&
                        g_str_equal (memory->content, "A heron on the lock. Grey.") &&
                        (memory->flags & OM_FLAG_CONFLICT) == 0);

  /* Left with something typed: it is saved, and the other memory has its own title and undo. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "The heron");
  show (&page, other);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  gtk_widget_activate_action (gtk_widget_get_first_child (entry), "text.undo", NULL);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  wait_stored (&page, g_strcmp0 (memory->title, "The heron") == 0);
  show (&page, page.id);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "The heron");

  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  om_sheet_save (sheet_of (&page));
  wait_stored (&page, memory->title == NULL);
  page_close (&page);
}

/* A change that cannot be saved stays in view, is said, and is saved once it can be. */
static void
test_failure (Fixture      *fixture,
              gconstpointer data)
{
  Page page;
  GtkWidget *entry;
  GtkWidget *spin;
  sqlite3 *db = NULL;

  page_open (&page, fixture, "A heron.");
  entry = test_find (GTK_WIDGET (page.page), GTK_TYPE_ENTRY, 0);
  spin = test_find (find (&page, OM_TYPE_KIND_BOX), GTK_TYPE_SPIN_BUTTON, 0);
  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_busy_timeout (db, 10000), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Heron");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 9);
  wait_until (om_sheet_get_state (sheet_of (&page)) == OM_SAVE_STATE_FAILED);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Heron");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (spin)), ==, 9);
  g_assert_false (om_sheet_is_settled (sheet_of (&page)));

  sqlite3_close (db);
  wait_saved (&page);
  wait_stored (&page, g_strcmp0 (memory->title, "Heron") == 0 && memory->importance == 9);
  page_close (&page);
}

/* S3: nothing can be changed before the memory is there. */
static void
test_loading (Fixture      *fixture,
              gconstpointer data)
{
  Page page;
  g_autofree char *other = NULL;

  page_open (&page, fixture, "A heron.");
  other = fixture_remember (fixture, "Bread.");
  om_memory_page_show (page.page, other);
  g_assert_null (om_sheet_get_memory (sheet_of (&page)));
  g_assert_false (gtk_widget_is_sensitive (test_find (GTK_WIDGET (page.page), GTK_TYPE_ENTRY, 0)));
  g_assert_false (gtk_widget_is_sensitive (find (&page, OM_TYPE_KIND_BOX)));
  g_assert_false (gtk_widget_is_sensitive (find (&page, OM_TYPE_MOOD_BOX)));
  g_assert_false (gtk_widget_is_sensitive (find (&page, OM_TYPE_STANDING_BOX)));
  g_assert_false (gtk_widget_is_sensitive (test_find (find (&page, OM_TYPE_TAG_EDITOR), GTK_TYPE_ENTRY, 0)));
  g_assert_false (gtk_widget_is_sensitive (test_find (find (&page, OM_TYPE_DATE_EDITOR), GTK_TYPE_BUTTON, 0)));
  wait_until (om_sheet_get_memory (sheet_of (&page)) != NULL);
  g_assert_true (gtk_widget_is_sensitive (find (&page, OM_TYPE_KIND_BOX)));
  page_close (&page);
}

/* What another process changes is shown. */
static void
test_others (Fixture      *fixture,
             gconstpointer data)
{
  Page page;
  g_autoptr (OmEngine) other = om_engine_new ();
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GError) error = NULL;
  GtkWidget *entry;
  GtkWidget *spin;

  page_open (&page, fixture, "A heron.");
  entry = test_find (GTK_WIDGET (page.page), GTK_TYPE_ENTRY, 0);
  spin = test_find (find (&page, OM_TYPE_KIND_BOX), GTK_TYPE_SPIN_BUTTON, 0);
  g_assert_true (om_engine_open (other, fixture->path, OM_OPEN_DEFAULT, NULL, &error));
  values->title = g_strdup ("From elsewhere");
  values->importance = 2;
  g_assert_true (om_engine_edit (other, page.id, OM_CHANGE_TITLE | OM_CHANGE_IMPORTANCE, values, 0, NULL, &error));
  g_assert_no_error (error);
  wait_until (g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), "From elsewhere"));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (spin)), ==, 2);
  om_engine_close (other);
  page_close (&page);
}

/* A field that is changed while somebody else has written on: the text that is typed next is known to be
 * built on the old one, and both are kept. */
static void
test_behind (Fixture      *fixture,
             gconstpointer data)
{
  Page page;
  g_autoptr (OmEngine) other = om_engine_new ();
  g_autoptr (OmMemory) theirs = om_memory_new ();
  g_autoptr (OmMemory) ours = om_memory_new ();
  g_autoptr (GError) error = NULL;

  page_open (&page, fixture, "Common");
  g_assert_true (om_engine_open (other, fixture->path, OM_OPEN_DEFAULT, NULL, &error));
  theirs->content = g_strdup ("Common from there");
  g_assert_true (om_engine_edit (other, page.id, OM_CHANGE_CONTENT, theirs, 0, NULL, &error));
  om_engine_close (other);
  ours->importance = 7;
  om_sheet_set_fields (sheet_of (&page), OM_CHANGE_IMPORTANCE, ours);
  test_type (sheet_of (&page), " from here");
  wait_saved (&page);
  wait_stored (&page, g_str_equal (memory->content, "Common from here") && memory->importance == 7 &&
                        (memory->flags & OM_FLAG_CONFLICT) != 0);
  page_close (&page);
}

/* Tags ------------------------------------------------------------------------------------------ */

static void
type_tag (GtkWidget  *entry,
          const char *tag)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), tag);
  g_signal_emit_by_name (entry, "activate");
}

static void
test_tags (Fixture      *fixture,
           gconstpointer data)
{
  Page page;
  const char *tags[] = { "Canal", "Café", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *other = NULL;
  const char *ids[] = { NULL, NULL };
  GtkWidget *editor;
  GtkWidget *entry;
  GtkWidget *offers;

  page_open (&page, fixture, "A heron.");
  ids[0] = other = fixture_remember (fixture, "Bread.");
  g_assert_true (om_engine_tag (om_session_get_engine (fixture->session), ids, tags, NULL, NULL, &error));
  editor = find (&page, OM_TYPE_TAG_EDITOR);
  entry = test_find (editor, GTK_TYPE_ENTRY, 0);
  offers = test_find (editor, GTK_TYPE_LIST_BOX, 0);

  /* Completion by Down and Enter, then the first spelling of one that is typed. */
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "caf");
  wait_until (gtk_list_box_get_row_at_index (GTK_LIST_BOX (offers), 0) != NULL);
  g_assert_true (press (entry, GDK_KEY_Down));
  g_signal_emit_by_name (entry, "activate");
  type_tag (entry, "CANAL, #slow");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_nonnull (test_find_label (editor, "Café"));
  g_assert_nonnull (test_find_label (editor, "Canal"));
  wait_stored (&page, g_strv_length (memory->tags) == 3);
  /* Twice is once. */
  type_tag (entry, "Slow");
  wait_saved (&page);
  wait_stored (&page, g_strv_length (memory->tags) == 3);

  /* Backspace goes to the last chip, and again removes it; then a button does. */
  g_assert_true (press (entry, GDK_KEY_BackSpace));
  g_assert_true (press (gtk_window_get_focus (GTK_WINDOW (page.window)), GDK_KEY_BackSpace));
  wait_stored (&page, g_strv_length (memory->tags) == 2);
  wait_saved (&page);
  click (test_find (editor, GTK_TYPE_BUTTON, 0));
  wait_stored (&page, g_strv_length (memory->tags) == 1);
  page_close (&page);
}

/* Date ------------------------------------------------------------------------------------------ */

static void
test_date (Fixture      *fixture,
           gconstpointer data)
{
  Page page;
  g_autoptr (GTimeZone) far_away = g_time_zone_new_offset (9 * 3600);
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GDateTime) day = g_date_time_new_utc (2024, 2, 29, 12, 0, 0);
  g_autoptr (GError) error = NULL;
  GtkWidget *button;
  GtkPopover *popover;
  GtkDropDown *precision;
  GtkWidget *hour;

  page_open (&page, fixture, "A heron.");
  button = test_find (find (&page, OM_TYPE_DATE_EDITOR), GTK_TYPE_BUTTON, 0);
  popover = GTK_POPOVER (test_find (find (&page, OM_TYPE_DATE_EDITOR), GTK_TYPE_POPOVER, 0));
  precision = GTK_DROP_DOWN (test_find (GTK_WIDGET (popover), GTK_TYPE_DROP_DOWN, 0));
  hour = test_find (GTK_WIDGET (popover), GTK_TYPE_SPIN_BUTTON, 0);

  /* Written far away: its day, its clock, its offset, and they stay when the hour is corrected (S5, S6). */
  g_assert_true (om_moment_from_local (far_away, 2024, 3, 1, 23, 30, 12, &values->happened));
  g_assert_true (om_engine_edit (om_session_get_engine (fixture->session), page.id, OM_CHANGE_HAPPENED, values, 0, NULL, &error));
  wait_until (test_find_label (button, "Friday, 1 March 2024, 23:30 (UTC+09:00)") != NULL);
  click (button);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (popover)));
  test_assert_names (GTK_WIDGET (popover));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (hour)), ==, 23);
  g_assert_cmpint (test_wheel_phase (GTK_WIDGET (hour)), ==, GTK_PHASE_NONE);
  gtk_popover_popdown (popover);
  wait_stored (&page, memory->happened.ms == values->happened.ms);
  click (button);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (hour), 7);
  gtk_popover_popdown (popover);
  wait_stored (&page, memory->happened.offset_s == 9 * 3600 &&
                        memory->happened.ms == values->happened.ms - (16 * 3600 + 12) * G_GINT64_CONSTANT (1000));
  wait_saved (&page);

  click (button);
  gtk_drop_down_set_selected (precision, OM_PRECISION_DAY);
  gtk_calendar_select_day (GTK_CALENDAR (test_find (GTK_WIDGET (popover), GTK_TYPE_CALENDAR, 0)), day);
  g_assert_false (gtk_widget_get_mapped (hour));
  gtk_popover_popdown (popover);
  wait_stored (&page, memory->happened.precision == OM_PRECISION_DAY);
  wait_saved (&page);
  g_assert_nonnull (test_find_label (button, "Thursday, 29 February 2024"));

  click (button);
  gtk_drop_down_set_selected (precision, OM_PRECISION_UNKNOWN);
  gtk_popover_popdown (popover);
  wait_stored (&page, memory->happened.precision == OM_PRECISION_UNKNOWN && memory->happened.ms == memory->recorded_at);
  page_close (&page);
}

/* Kind, mood, standing -------------------------------------------------------------------------- */

static void
test_kind (Fixture      *fixture,
           gconstpointer data)
{
  Page page;
  GtkWidget *kind;
  AdwComboRow *sector;
  OmSector chosen;

  page_open (&page, fixture, "Yesterday I went to the lake.");
  kind = find (&page, OM_TYPE_KIND_BOX);
  sector = ADW_COMBO_ROW (test_find (kind, ADW_TYPE_COMBO_ROW, 0));
  chosen = om_sheet_get_memory (sheet_of (&page))->sector;
  g_assert_cmpint (chosen, ==, OM_SECTOR_EPISODIC);
  g_assert_cmpuint (adw_combo_row_get_selected (sector), ==, 0);
  wait_until (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (sector)), "Episodic because of: "));

  /* What is chosen is whole, however many words stand before it. */
  {
    GtkWidget *label = test_find_label (GTK_WIDGET (sector), "By Itself");

    wait_until (gtk_widget_get_width (label) > 0);
    g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
    g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (label)), ==, PANGO_ELLIPSIZE_NONE);
  }

  adw_combo_row_set_selected (sector, OM_SECTOR_REFLECTIVE + 1);
  wait_stored (&page, memory->sector == OM_SECTOR_REFLECTIVE && (memory->flags & OM_FLAG_SECTOR_BY_HAND) != 0);
  wait_saved (&page);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (sector)), ==, "Chosen by you");
  adw_combo_row_set_selected (sector, 0);
  wait_stored (&page, memory->sector == OM_SECTOR_EPISODIC && (memory->flags & OM_FLAG_SECTOR_BY_HAND) == 0);
  wait_until (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (sector)), "Episodic because of: "));

  adw_combo_row_set_selected (ADW_COMBO_ROW (test_find (kind, ADW_TYPE_COMBO_ROW, 1)), 1);
  wait_stored (&page, memory->type == OM_MEMORY_TYPE_FACT);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_find (kind, ADW_TYPE_COMBO_ROW, 2)), OM_CONTEXT_LEARNING + 1);
  wait_stored (&page, memory->context == OM_CONTEXT_LEARNING);
  g_assert_cmpint (test_wheel_phase (test_find (kind, GTK_TYPE_SPIN_BUTTON, 0)), ==, GTK_PHASE_NONE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_find (kind, GTK_TYPE_SPIN_BUTTON, 0)), 8);
  wait_stored (&page, memory->importance == 8);
  wait_saved (&page);
  page_close (&page);
}

static void
test_mood (Fixture      *fixture,
           gconstpointer data)
{
  Page page;
  GtkWidget *pad;
  GtkWidget *clear;
  double estimated;

  page_open (&page, fixture, "I was so happy, a wonderful day.");
  pad = find (&page, OM_TYPE_MOOD_PAD);
  clear = find_button (find (&page, OM_TYPE_MOOD_BOX), "_Clear");
  estimated = om_sheet_get_memory (sheet_of (&page))->valence;
  g_assert_cmpfloat (estimated, >, 0);
  g_assert_false (gtk_widget_is_sensitive (clear));
  g_assert_true (gtk_test_accessible_has_role (GTK_ACCESSIBLE (pad), GTK_ACCESSIBLE_ROLE_SLIDER));
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (pad), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT));

  for (int i = 0; i < 25; i++)
    g_assert_true (press (pad, GDK_KEY_Left));
  for (int i = 0; i < 25; i++)
    g_assert_true (press (pad, GDK_KEY_Up));
  wait_stored (&page, memory->valence == -1 && memory->arousal == 1 && (memory->flags & OM_FLAG_MOOD_BY_HAND) != 0);
  wait_saved (&page);
  g_assert_nonnull (test_find_label (find (&page, OM_TYPE_MOOD_BOX), "Distressed: Very unpleasant, Stirred"));

  click (clear);
  wait_stored (&page, fabs (memory->valence - estimated) < 1e-9 && (memory->flags & OM_FLAG_MOOD_BY_HAND) == 0);
  wait_saved (&page);
  wait_until (!gtk_widget_is_sensitive (clear));
  page_close (&page);
}

static void
test_standing (Fixture      *fixture,
               gconstpointer data)
{
  static const guint flags[] = { OM_FLAG_KEPT, OM_FLAG_RESOLVED, OM_FLAG_HIDDEN, OM_FLAG_PRIVATE, OM_FLAG_PINNED };
  static const guint places[] = { 1, 2, 3, 4, 0 };
  Page page;
  GtkWidget *standing;

  page_open (&page, fixture, "A heron.");
  standing = find (&page, OM_TYPE_STANDING_BOX);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      GtkSwitch *button = GTK_SWITCH (test_find (standing, GTK_TYPE_SWITCH, places[i]));

      gtk_switch_set_active (button, TRUE);
      wait_stored (&page, (memory->flags & flags[i]) != 0);
      wait_saved (&page);
      g_assert_true (gtk_switch_get_active (button));
      gtk_switch_set_active (button, FALSE);
      wait_stored (&page, (memory->flags & flags[i]) == 0);
      wait_saved (&page);
    }

  click (find_button (standing, "Rest"));
  wait_stored (&page, memory->archived_at != 0);
  wait_until (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (test_find (standing, GTK_TYPE_BUTTON, 0))), "Wake") == 0);
  click (find_button (standing, "Wake"));
  wait_stored (&page, memory->archived_at == 0);
  wait_until (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (test_find (standing, GTK_TYPE_BUTTON, 0))), "Rest") == 0);
  page_close (&page);
}

/* Of what happened last. */
static GtkWidget *
find_undo (Page *self)
{
  GtkWidget *history = find (self, OM_TYPE_HISTORY_BOX);
  GtkWidget *button;

  for (guint i = 0; (button = test_find (history, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "_Undo") == 0)
        return button;
    }
  return NULL;
}

static void
test_remember (Fixture      *fixture,
               gconstpointer data)
{
  Page page;

  page_open (&page, fixture, "A heron.");
  click (find_button (find (&page, OM_TYPE_STANDING_BOX), "I _Remember This"));
  wait_stored (&page, memory->coactivations == 1);
  wait_until (find_undo (&page) != NULL);
  g_assert_nonnull (test_find_label (find (&page, OM_TYPE_HISTORY_BOX), "Recalled with “I Remember This”"));
  click (find_undo (&page));
  wait_stored (&page, memory->coactivations == 0);
  wait_until (test_find_label (find (&page, OM_TYPE_HISTORY_BOX), "Recalled with “I Remember This” (taken back)") != NULL);
  g_assert_null (find_undo (&page));
  page_close (&page);
}

/* Links ----------------------------------------------------------------------------------------- */

static GtkListBox *
links_of (Page *self)
{
  return GTK_LIST_BOX (test_find (find (self, OM_TYPE_LINKS_BOX), GTK_TYPE_LIST_BOX, 0));
}

static gboolean
is_in_view (Page      *self,
            GtkWidget *widget)
{
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (widget, self->window, &bounds) && bounds.origin.y > 0 &&
         bounds.origin.y + bounds.size.height < gtk_widget_get_height (self->window);
}

/* As with Tab: what gets the focus is scrolled into view. Once more if links that were read meanwhile
 * moved it on. */
static gboolean
focus_in_view (Page      *self,
               GtkWidget *widget)
{
  if (is_in_view (self, widget))
    return TRUE;
  gtk_window_set_focus (GTK_WINDOW (self->window), NULL);
  g_assert_true (gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD));
  return FALSE;
}

/* The row of a link by hand: it has a button. */
static GtkWidget *
hand_row (Page *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (links_of (self), i)) != NULL; i++)
    {
      if (test_find (GTK_WIDGET (row), GTK_TYPE_BUTTON, 0) != NULL)
        return GTK_WIDGET (row);
    }
  return NULL;
}

static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  Page page;
  g_autofree char *other = NULL;
  GtkMenuButton *add;
  GtkWidget *chooser;
  GtkWidget *entry;
  GtkWidget *list;

  page_open (&page, fixture, "A heron on the lock.");
  other = fixture_remember (fixture, "Bread <b>&</b> butter, quite another thing.");
  add = GTK_MENU_BUTTON (test_find (find (&page, OM_TYPE_LINKS_BOX), GTK_TYPE_MENU_BUTTON, 0));
  chooser = GTK_WIDGET (gtk_menu_button_get_popover (add));
  wait_until (focus_in_view (&page, GTK_WIDGET (add)));
  gtk_menu_button_popup (add);
  wait_until (gtk_widget_get_mapped (chooser));
  entry = test_find (chooser, GTK_TYPE_SEARCH_ENTRY, 0);
  list = test_find (chooser, GTK_TYPE_LIST_BOX, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "butter");
  wait_until (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) != NULL);
  test_assert_names (chooser);
  g_signal_emit_by_name (entry, "activate");
  wait_until (hand_row (&page) != NULL);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (hand_row (&page))), ==,
                   "Bread <b>&</b> butter, quite another thing.");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (hand_row (&page))), ==, "Linked to it by hand, strong · Vivid");
  test_assert_names (GTK_WIDGET (page.page));

  /* There and back along the link. */
  g_signal_emit_by_name (links_of (&page), "row-activated", hand_row (&page));
  g_assert_cmpstr (om_memory_page_get_id (page.page), ==, other);
  wait_until (hand_row (&page) != NULL);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (hand_row (&page))), ==, "Linked from it by hand, strong · Vivid");
  click (test_find (hand_row (&page), GTK_TYPE_BUTTON, 0));
  wait_until (hand_row (&page) == NULL);
  page_close (&page);
}

/* Former texts ---------------------------------------------------------------------------------- */

static GtkWidget *
find_versions (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      if (OM_IS_VERSIONS_WINDOW (l->data))
        return l->data;
    }
  return NULL;
}

static void
test_versions (Fixture      *fixture,
               gconstpointer data)
{
  Page page;
  GtkWidget *window;
  GtkWidget *list;
  GtkTextBuffer *buffer;
  GtkTextTag *tag;
  GtkTextIter iter;
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;

  page_open (&page, fixture, "A grey heron.");
  om_sheet_replace (sheet_of (&page), "A white heron, flying.", "Heron");
  wait_saved (&page);
  click (find_button (find (&page, OM_TYPE_MEMORY_DETAILS), "_Compare…"));
  wait_until (find_versions () != NULL);
  window = find_versions ();
  list = test_find (window, GTK_TYPE_LIST_BOX, 0);
  wait_until (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0) != NULL && gtk_widget_get_mapped (list));
  test_assert_names (window);
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (test_find (window, GTK_TYPE_TEXT_VIEW, 0)));
  g_object_get (buffer, "text", &text, NULL);
  g_assert_cmpstr (text, ==, "A greywhite heron, flying.");
  gtk_text_buffer_get_iter_at_offset (buffer, &iter, 2);
  tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "removed");
  g_assert_true (gtk_text_iter_starts_tag (&iter, tag));
  g_assert_nonnull (test_find_label (window, "It had no title."));

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  click (find_button (window, "_Restore"));
  wait_until (window == NULL);
  wait_stored (&page, g_str_equal (memory->content, "A grey heron.") && memory->title == NULL);
  wait_saved (&page);
  after = test_dup_text (sheet_of (&page));
  g_assert_cmpstr (after, ==, "A grey heron.");
  gtk_text_buffer_undo (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet_of (&page))));
  undone = test_dup_text (sheet_of (&page));
  g_assert_cmpstr (undone, ==, "A white heron, flying.");
  om_sheet_save (sheet_of (&page));
  wait_saved (&page);
  page_close (&page);
}

/* Every control has a name, and Tab comes to it. */
static void
test_reach (Fixture      *fixture,
            gconstpointer data)
{
  Page page;
  g_autofree char *other = NULL;

  page_open (&page, fixture, "A heron.");
  other = fixture_remember (fixture, "Bread.");
  type_tag (test_find (find (&page, OM_TYPE_TAG_EDITOR), GTK_TYPE_ENTRY, 0), "bird");
  g_assert_true (om_engine_link (om_session_get_engine (fixture->session), page.id, other, NULL, NULL));
  wait_until (hand_row (&page) != NULL);
  wait_saved (&page);
  test_assert_names (GTK_WIDGET (page.page));
  test_assert_all_reached (GTK_WINDOW (page.window));
  page_close (&page);
}

/* At 360 px with text twice as large, the page has room. */
static void
test_large_text (Fixture      *fixture,
                 gconstpointer data)
{
  Page page;
  int dpi;
  int width;

  page_open (&page, fixture, "A heron.");
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  gtk_widget_measure (GTK_WIDGET (page.page), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  g_assert_cmpint (width, <=, 360);
  page_close (&page);
}

#define add(name, func) g_test_add ("/views/memory-page/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_memory_page_add (void)
{
  add ("title", test_title);
  add ("failure", test_failure);
  add ("loading", test_loading);
  add ("others", test_others);
  add ("behind", test_behind);
  add ("tags", test_tags);
  add ("date", test_date);
  add ("kind", test_kind);
  add ("mood", test_mood);
  add ("standing", test_standing);
  add ("remember", test_remember);
  add ("links", test_links);
  add ("versions", test_versions);
  add ("reach", test_reach);
  add ("large-text", test_large_text);
}
