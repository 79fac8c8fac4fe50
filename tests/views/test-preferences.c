/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preferences: what is chosen counts at once, follows what others choose, and goes back. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "test-views.h"
#include "views/om-preferences-window.h"
#include "views/om-setting-row.h"

static OmEngine *
engine_of (Fixture *fixture)
{
  return om_session_get_engine (fixture->session);
}

static GtkWidget *
window_new (Fixture *fixture)
{
  GtkWidget *window = GTK_WIDGET (om_preferences_window_new (fixture->session, NULL));

  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (window));
  return window;
}

/* The control in the row of a setting. */
static GtkWidget *
control_of (GtkWidget *window,
            OmSetting  setting,
            GType      type)
{
  GtkWidget *row;

  for (guint i = 0; (row = test_find (window, OM_TYPE_SETTING_ROW, i)) != NULL; i++)
    {
      if (g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), om_setting_get_title (setting)) == 0)
        return test_find (row, type, 0);
    }
  g_error ("no row for %s", om_setting_get_key (setting));
}

static void
choose (Fixture  *fixture,
        OmSetting setting,
        double    value)
{
  OmSettingChange change = { setting, FALSE, value };

  g_assert_true (om_engine_change_settings (engine_of (fixture), &change, 1, NULL, NULL));
}

static void
test_choices (Fixture      *fixture,
              gconstpointer data)
{
  GtkWidget *window;
  GtkDropDown *pace;
  GtkSwitch *heavy;
  GtkSpinButton *interval;

  fixture_open (fixture);
  window = window_new (fixture);
  pace = GTK_DROP_DOWN (control_of (window, OM_SETTING_PACE, GTK_TYPE_DROP_DOWN));
  heavy = GTK_SWITCH (control_of (window, OM_SETTING_HEAVY_MEMORIES, GTK_TYPE_SWITCH));
  interval = GTK_SPIN_BUTTON (control_of (window, OM_SETTING_REFLECTION_INTERVAL, GTK_TYPE_SPIN_BUTTON));
  g_assert_cmpuint (gtk_drop_down_get_selected (pace), ==, 0);

  gtk_drop_down_set_selected (pace, 2);
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_PACE) == 2);
  gtk_switch_set_active (heavy, TRUE);
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_HEAVY_MEMORIES) == 1);
  gtk_spin_button_set_value (interval, 30);
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_REFLECTION_INTERVAL) == 30);

  /* Somebody else's choice is shown. */
  choose (fixture, OM_SETTING_PACE, 1);
  wait_until (gtk_drop_down_get_selected (pace) == 1);
  test_close (window);
}

/* What was typed just before the window was closed counts. */
static void
test_closed_at_once (Fixture      *fixture,
                     gconstpointer data)
{
  GtkWidget *window;

  fixture_open (fixture);
  window = window_new (fixture);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (control_of (window, OM_SETTING_REFLECTION_INTERVAL, GTK_TYPE_SPIN_BUTTON)), 45);
  test_close (window);
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_REFLECTION_INTERVAL) == 45);
}

static GtkWidget *
find_labelled (GtkWidget  *root,
               const char *label)
{
  GtkWidget *button;

  for (guint i = 0; (button = test_find (root, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0)
        return button;
    }
  return NULL;
}

static void
test_constants (Fixture      *fixture,
                gconstpointer data)
{
  GtkWidget *window;
  GtkSpinButton *cold;
  GtkWidget *row;
  GtkWidget *reset;
  GtkWidget *reset_all;

  fixture_open (fixture);
  window = window_new (fixture);
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (window), "advanced");
  cold = GTK_SPIN_BUTTON (control_of (window, OM_SETTING_FADING_COLD, GTK_TYPE_SPIN_BUTTON));
  row = gtk_widget_get_ancestor (GTK_WIDGET (cold), OM_TYPE_SETTING_ROW);
  for (guint i = 0; (reset = test_find (row, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (reset)), "edit-undo-symbolic") == 0)
        break;
    }
  reset_all = find_labelled (window, "Reset _All");
  g_assert_cmpfloat (gtk_spin_button_get_value (cold), ==, 0.05);
  g_assert_false (gtk_widget_get_sensitive (reset));
  g_assert_false (gtk_widget_get_sensitive (reset_all));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "From 0 to 1 a day; by default 0.05"));

  gtk_spin_button_set_value (cold, 0.08);
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FADING_COLD) == 0.08);
  wait_until (gtk_widget_get_sensitive (reset) && gtk_widget_get_sensitive (reset_all));
  g_signal_emit_by_name (reset, "clicked");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FADING_COLD) == 0.05);
  wait_until (gtk_spin_button_get_value (cold) == 0.05 && !gtk_widget_get_sensitive (reset));

  /* All at once, and that taken back, to the last bit. */
  choose (fixture, OM_SETTING_FADING_COLD, 0.123456789);
  choose (fixture, OM_SETTING_FLOOR, 0.2);
  choose (fixture, OM_SETTING_PACE, 1);
  wait_until (gtk_widget_get_sensitive (reset_all));
  g_signal_emit_by_name (reset_all, "clicked");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FLOOR) == 0.08);
  g_assert_cmpfloat (om_engine_get_setting (engine_of (fixture), OM_SETTING_PACE), ==, 1);
  wait_until (test_find_toast_button (window) != NULL);
  g_signal_emit_by_name (test_find_toast_button (window), "clicked");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FLOOR) == 0.2);
  g_assert_cmpfloat (om_engine_get_setting (engine_of (fixture), OM_SETTING_FADING_COLD), ==, 0.123456789);
  test_close (window);
}

/* What is typed, and taken when the person leaves the field. */
static void
type (GtkSpinButton *spin,
      const char    *text)
{
  int position = 0;

  gtk_editable_set_text (GTK_EDITABLE (spin), "");
  for (const char *at = text; *at != '\0'; at++)
    gtk_editable_insert_text (GTK_EDITABLE (spin), at, 1, &position);
  gtk_spin_button_update (spin);
}

static void
test_typed (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const refused[] = { "0,3", "", " ", "0x10", "-1", "99999", "1e-2", "nan", ".", "0.1.2", "a" };
  GtkWidget *window;
  GtkSpinButton *cold;
  GtkSpinButton *interval;
  double tiny = 1.0 / 3 / 1000000;

  fixture_open (fixture);
  window = window_new (fixture);
  cold = GTK_SPIN_BUTTON (control_of (window, OM_SETTING_FADING_COLD, GTK_TYPE_SPIN_BUTTON));
  interval = GTK_SPIN_BUTTON (control_of (window, OM_SETTING_REFLECTION_INTERVAL, GTK_TYPE_SPIN_BUTTON));
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      type (cold, refused[i]);
      g_assert_cmpfloat (gtk_spin_button_get_value (cold), ==, 0.05);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (cold)), ==, "0.0500");
      type (interval, refused[i]);
      g_assert_cmpfloat (gtk_spin_button_get_value (interval), ==, 10);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (interval)), ==, "10");
    }
  type (interval, "1.5");
  g_assert_cmpfloat (gtk_spin_button_get_value (interval), ==, 10);
  type (interval, "1440");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_REFLECTION_INTERVAL) == 1440);
  type (cold, " .3 ");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (cold)), ==, "0.3000");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FADING_COLD) == 0.3);
  type (cold, "0.00002");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (cold)), ==, "0.00002");
  wait_until (om_engine_get_setting (engine_of (fixture), OM_SETTING_FADING_COLD) == 0.00002);

  /* What another chose is no nought, and keeps its last bit when one only passes by. */
  choose (fixture, OM_SETTING_FADING_COLD, tiny);
  wait_until (gtk_spin_button_get_value (cold) == tiny);
  g_assert_true (g_str_has_prefix (gtk_editable_get_text (GTK_EDITABLE (cold)), "0.000000333333"));
  gtk_spin_button_update (cold);
  g_assert_cmpfloat (gtk_spin_button_get_value (cold), ==, tiny);
  test_close (window);
}

/* The wheel turns only the number that has the focus. */
static void
test_wheel (Fixture      *fixture,
            gconstpointer data)
{
  GtkWidget *window;
  GtkWidget *spin;
  GtkWidget *other;

  fixture_open (fixture);
  window = window_new (fixture);
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (window), "advanced");
  spin = control_of (window, OM_SETTING_FADING_COLD, GTK_TYPE_SPIN_BUTTON);
  other = control_of (window, OM_SETTING_FLOOR, GTK_TYPE_SPIN_BUTTON);
  wait_until (gtk_widget_get_mapped (spin));
  g_assert_cmpint (test_wheel_phase (spin), ==, GTK_PHASE_NONE);
  gtk_widget_grab_focus (spin);
  wait_until (test_wheel_phase (spin) == GTK_PHASE_BUBBLE);
  g_assert_cmpint (test_wheel_phase (other), ==, GTK_PHASE_NONE);
  gtk_widget_grab_focus (other);
  wait_until (test_wheel_phase (spin) == GTK_PHASE_NONE && test_wheel_phase (other) == GTK_PHASE_BUBBLE);
  test_close (window);
}

static void
test_reach (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const pages[] = { "journal", "memory", "advanced" };
  GtkWidget *window;

  fixture_open (fixture);
  window = window_new (fixture);
  for (gsize i = 1; i < G_N_ELEMENTS (pages); i++)
    {
      adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (window), pages[i]);
      test_assert_names (window);
      test_assert_all_reached (GTK_WINDOW (window));
    }
  test_close (window);
}

#define add(name, func) g_test_add ("/views/preferences/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_preferences_add (void)
{
  add ("choices", test_choices);
  add ("closed-at-once", test_closed_at_once);
  add ("constants", test_constants);
  add ("reach", test_reach);
  add ("typed", test_typed);
  add ("wheel", test_wheel);
}
