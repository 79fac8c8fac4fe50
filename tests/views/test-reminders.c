/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reminders in the window: set by the dialog, asked on Today, answered, told in a toast and taken back; and the switch
 * for the background. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "engine/om-reminders.h"
#include "test-views.h"
#include "views/om-background-row.h"
#include "views/om-due-box.h"
#include "views/om-due-row.h"
#include "views/om-memory-row.h"
#include "views/om-remind-dialog.h"
#include "views/om-reminder-acts.h"

#define DAY OM_MS_PER_DAY
#define NOON G_GINT64_CONSTANT (1749988800000)
#define ODD "<b>Heron</b> & lock"

static gint64 clock_now;

static gint64
test_clock (gpointer data)
{
  return clock_now;
}

static OmEngine *
engine_of (Fixture *fixture)
{
  return om_session_get_engine (fixture->session);
}

static void
open_at_noon (Fixture *fixture)
{
  clock_now = NOON;
  om_engine_set_clock (engine_of (fixture), test_clock, NULL);
  fixture_open (fixture);
}

static gint64
due_at (Fixture    *fixture,
        const char *id)
{
  g_autoptr (OmReminder) reminder = om_engine_get_reminder (engine_of (fixture), id, NULL, NULL);

  return reminder->due_at;
}

/* The dialog ------------------------------------------------------------------------------------ */

static void
choose (GtkWidget *dialog,
        guint      nth)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (test_find (dialog, GTK_TYPE_CHECK_BUTTON, nth)), TRUE);
}

static void
test_dialog (Fixture      *fixture,
             gconstpointer data)
{
  static const int days[] = { 3, 7 };
  OmWindow *window;
  GtkWidget *box;
  g_autofree char *id = NULL;
  g_autoptr (GDateTime) past = g_date_time_new_utc (2025, 6, 1, 0, 0, 0);
  g_autoptr (GDateTime) later = g_date_time_new_utc (2026, 2, 28, 0, 0, 0);
  GtkWidget *dialog;
  GtkWidget *button;
  GtkWidget *off;
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;

  open_at_noon (fixture);
  id = fixture_remember (fixture, ODD);
  window = fixture_show_window (fixture);
  box = test_find (GTK_WIDGET (window), OM_TYPE_DUE_BOX, 0);
  for (guint i = 0; i < G_N_ELEMENTS (days); i++)
    {
      OmMoment now = om_moment_at (NOON, om_session_get_zone (fixture->session));

      dialog = GTK_WIDGET (om_remind_dialog_new (box, fixture->session, id));
      gtk_window_present (GTK_WINDOW (dialog));
      wait_until (gtk_widget_get_mapped (dialog));
      test_assert_names (dialog);
      choose (dialog, i);
      button = test_find_button (dialog, "remind.set");
      wait_until (gtk_widget_get_sensitive (button));
      gtk_widget_activate_action (dialog, "remind.set", NULL);
      wait_until (due_at (fixture, id) ==
                  om_engine_get_reminder_morning (engine_of (fixture), om_moment_civil_day (&now) + days[i]));
    }
  when = om_reminder_acts_when (fixture->session, due_at (fixture, id));
  words = g_strdup_printf ("It wants to be seen on %s", when);
  test_undo_toast (GTK_WIDGET (window), words);
  wait_until (due_at (fixture, id) ==
              om_engine_get_reminder_morning (engine_of (fixture), om_date_to_day_number (2025, 6, 18)));

  /* A day of the calendar; one that is over cannot be chosen. */
  dialog = GTK_WIDGET (om_remind_dialog_new (box, fixture->session, id));
  gtk_window_present (GTK_WINDOW (dialog));
  wait_until (gtk_widget_get_mapped (dialog));
  choose (dialog, 5);
  button = test_find_button (dialog, "remind.set");
  gtk_calendar_select_day (GTK_CALENDAR (test_find (dialog, GTK_TYPE_CALENDAR, 0)), past);
  wait_until (!gtk_widget_get_sensitive (button));
  gtk_calendar_select_day (GTK_CALENDAR (test_find (dialog, GTK_TYPE_CALENDAR, 0)), later);
  wait_until (gtk_widget_get_sensitive (button));
  gtk_widget_activate_action (dialog, "remind.set", NULL);
  wait_until (due_at (fixture, id) == om_engine_get_reminder_morning (engine_of (fixture), om_date_to_day_number (2026, 2, 28)));

  /* There is one: it can be switched off. */
  dialog = GTK_WIDGET (om_remind_dialog_new (box, fixture->session, id));
  gtk_window_present (GTK_WINDOW (dialog));
  off = test_find_button (dialog, "remind.off");
  wait_until (gtk_widget_get_mapped (off));
  gtk_widget_activate_action (dialog, "remind.off", NULL);
  wait_until (due_at (fixture, id) == 0);
  test_close (GTK_WIDGET (window));
}

/* Today ----------------------------------------------------------------------------------------- */

static void
remind (Fixture    *fixture,
        const char *id)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_set_reminder (engine_of (fixture), id, NOON + DAY, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_today (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *heron = NULL;
  g_autofree char *hidden = NULL;
  OmMemory *values = om_memory_new ();
  OmWindow *window;
  GtkWidget *box;
  GtkWidget *row;
  GtkWidget *private_row;
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;

  open_at_noon (fixture);
  heron = fixture_remember (fixture, ODD);
  hidden = fixture_remember (fixture, "What nobody else shall read.");
  values->flags = OM_FLAG_PRIVATE;
  g_assert_true (om_engine_edit (engine_of (fixture), hidden, OM_CHANGE_FLAGS, values, 0, NULL, NULL));
  om_memory_unref (values);
  remind (fixture, heron);
  remind (fixture, hidden);
  window = fixture_show_window (fixture);
  box = test_find (GTK_WIDGET (window), OM_TYPE_DUE_BOX, 0);
  g_assert_false (gtk_widget_get_visible (box));

  clock_now = NOON + 2 * DAY;
  om_due_box_update (OM_DUE_BOX (box));
  wait_until (test_find (box, OM_TYPE_DUE_ROW, 1) != NULL);
  row = test_find (box, OM_TYPE_DUE_ROW, 0);
  private_row = test_find (box, OM_TYPE_DUE_ROW, 1);
  g_assert_true (gtk_widget_get_visible (box));
  g_assert_cmpstr (om_memory_item_get_snippet (om_due_row_get_item (OM_DUE_ROW (row)))->text, ==, ODD);
  g_assert_true (gtk_widget_get_visible (test_find (row, OM_TYPE_MEMORY_ROW, 0)));
  g_assert_null (test_find_label (private_row, "What nobody else shall read."));
  g_assert_false (gtk_widget_get_visible (test_find (private_row, OM_TYPE_MEMORY_ROW, 0)));
  test_assert_names (box);

  /* Answered, it leaves; taken back, it is there again. */
  gtk_widget_activate_action (row, "due.answer", "s", "vivid");
  wait_until (test_find (box, OM_TYPE_DUE_ROW, 1) == NULL);
  g_assert_cmpint (due_at (fixture, heron), >, clock_now);
  when = om_reminder_acts_when (fixture->session, due_at (fixture, heron));
  words = g_strdup_printf ("It wants to be seen again on %s", when);
  test_undo_toast (GTK_WIDGET (window), words);
  wait_until (test_find (box, OM_TYPE_DUE_ROW, 1) != NULL);
  g_assert_cmpint (due_at (fixture, heron), ==, NOON + DAY);
  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_activate_action (test_find (box, OM_TYPE_DUE_ROW, 0), "due.answer", "s", "gone");
      wait_until ((test_find (box, OM_TYPE_DUE_ROW, 1 - i)) == NULL);
    }
  g_assert_false (gtk_widget_get_visible (box));
  test_close (GTK_WIDGET (window));
}

/* The background -------------------------------------------------------------------------------- */

/* The switch says what is so: it goes back, and the row says why, where it cannot be had. */
static void
test_background (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autofree char *folder = g_build_filename (fixture->folder, "autostart", NULL);
  g_autofree char *path = g_build_filename (folder, APP_ID ".desktop", NULL);
  const OmBackgroundWay way = { .folder = folder, .command = "/usr/bin/openmemory-desktop" };
  const OmBackgroundWay refused = { .folder = "/proc/none", .command = "/usr/bin/openmemory-desktop" };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *list = gtk_list_box_new ();
  OmBackgroundRow *row = g_object_new (OM_TYPE_BACKGROUND_ROW, NULL);
  GtkWidget *toggle = test_find (GTK_WIDGET (row), GTK_TYPE_SWITCH, 0);
  g_autofree char *words = g_strdup (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)));

  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (row));
  gtk_window_set_child (GTK_WINDOW (window), list);
  om_background_row_set_way (row, &way);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  wait_until (g_settings_get_boolean (settings, "background"));
  wait_until (gtk_widget_get_sensitive (toggle));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (toggle)));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_switch_set_active (GTK_SWITCH (toggle), FALSE);
  wait_until (!g_settings_get_boolean (settings, "background"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  wait_until (gtk_widget_get_sensitive (toggle));

  om_background_row_set_way (row, &refused);
  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  wait_until (gtk_widget_get_sensitive (toggle));
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  g_assert_false (g_settings_get_boolean (settings, "background"));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), !=, words);

  /* Somebody has taken the file away. */
  om_background_row_set_way (row, &way);
  g_settings_set_boolean (settings, "background", TRUE);
  wait_until (gtk_switch_get_active (GTK_SWITCH (toggle)));
  gtk_widget_set_visible (window, FALSE);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (!gtk_switch_get_active (GTK_SWITCH (toggle)));
  g_assert_false (g_settings_get_boolean (settings, "background"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_rmdir (folder);
}

static GDBusConnection *
join (TestBus *bus)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    bus->address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL,
    &error);

  g_assert_no_error (error);
  return connection;
}

static GDBusMessage *
swallow_cb (GDBusConnection *connection,
            GDBusMessage    *message,
            gboolean         incoming,
            gpointer         data)
{
  if (!incoming || g_dbus_message_get_message_type (message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL)
    return message;
  g_object_unref (message);
  return NULL;
}

/* A portal that hangs does not keep the switch for ever. */
static void
test_hanging_portal (Fixture      *fixture,
                     gconstpointer data)
{
  TestBus bus = { 0 };
  g_autoptr (GDBusConnection) portal = NULL;
  g_autoptr (GDBusConnection) client = NULL;
  g_autoptr (GVariant) owned = NULL;
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autoptr (GError) error = NULL;
  OmBackgroundWay way = { .portal = TRUE, .command = "openmemory-desktop", .limit_ms = 200 };
  OmBackgroundRow *row = g_object_ref_sink (g_object_new (OM_TYPE_BACKGROUND_ROW, NULL));
  GtkWidget *toggle = test_find (GTK_WIDGET (row), GTK_TYPE_SWITCH, 0);
  g_autofree char *usual = g_strdup (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)));

  test_bus_up (&bus);
  portal = join (&bus);
  client = join (&bus);
  owned = g_dbus_connection_call_sync (portal, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                       "RequestName", g_variant_new ("(su)", "org.freedesktop.portal.Desktop", 0), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_add_filter (portal, swallow_cb, NULL, NULL);
  way.connection = client;
  om_background_row_set_way (row, &way);

  gtk_switch_set_active (GTK_SWITCH (toggle), TRUE);
  g_assert_false (gtk_widget_get_sensitive (toggle));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), !=, usual);
  wait_until (gtk_widget_get_sensitive (toggle));
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  g_assert_false (g_settings_get_boolean (settings, "background"));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "has not answered"));

  g_object_unref (row);
  g_dbus_connection_close_sync (client, NULL, NULL);
  g_dbus_connection_close_sync (portal, NULL, NULL);
  test_bus_down (&bus);
}

#define add(name, func) g_test_add ("/views/reminders/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_reminders_add (void)
{
  add ("dialog", test_dialog);
  add ("today", test_today);
  add ("background", test_background);
  add ("hanging-portal", test_hanging_portal);
}
