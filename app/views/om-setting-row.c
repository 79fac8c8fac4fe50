/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSettingRow: a switch, a choice or a number after what it means. A change counts at once; numbers wait
 * until the keys rest. It follows what the command or another window chooses. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-setting-row.h"

#include <glib/gi18n.h>

#include "views/om-spin.h"

#define PAUSE_MS 250

struct _OmSettingRow
{
  AdwActionRow parent_instance;

  GtkWidget *reset_button;

  OmSession *session; /* (owned) */
  OmSetting  setting;
  GtkWidget *control; /* a GtkSwitch, GtkDropDown or GtkSpinButton */
  guint      pause_id;
  gboolean   showing; /* what the control does is not the person's doing */
};

enum
{
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmSettingRow, om_setting_row, ADW_TYPE_ACTION_ROW)

static double
get_value (OmSettingRow *self)
{
  return om_engine_get_setting (om_session_get_engine (self->session), self->setting);
}

static void
show_value (OmSettingRow *self)
{
  double value = get_value (self);

  /* What is being typed is not written over. */
  if (self->pause_id != 0)
    return;
  self->showing = TRUE;
  if (GTK_IS_SWITCH (self->control))
    gtk_switch_set_active (GTK_SWITCH (self->control), value != 0);
  else if (GTK_IS_DROP_DOWN (self->control))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), (guint) value);
  else
    {
      /* The button itself takes tiny steps for none. */
      gtk_adjustment_set_value (gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (self->control)), value);
    }
  self->showing = FALSE;
  gtk_widget_set_sensitive (self->reset_button, value != om_setting_get_default (self->setting));
}

static void
changed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmSettingRow) self = OM_SETTING_ROW (data);
  g_autoptr (GError) error = NULL;

  if (!om_engine_change_settings_finish (OM_ENGINE (source), result, &error))
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
  if (self->session != NULL)
    show_value (self);
}

static void
change (OmSettingRow *self,
        gboolean      reset,
        double        value)
{
  OmSettingChange wanted = { self->setting, reset, value };

  g_clear_handle_id (&self->pause_id, g_source_remove);
  om_engine_change_settings_async (om_session_get_engine (self->session), &wanted, 1, NULL, changed_cb, g_object_ref (self));
}

static void
switched_cb (GtkSwitch    *control,
             GParamSpec   *pspec,
             OmSettingRow *self)
{
  if (!self->showing)
    change (self, FALSE, gtk_switch_get_active (control));
}

static void
chosen_cb (GtkDropDown  *control,
           GParamSpec   *pspec,
           OmSettingRow *self)
{
  if (!self->showing)
    change (self, FALSE, gtk_drop_down_get_selected (control));
}

static gboolean
pause_cb (gpointer data)
{
  OmSettingRow *self = data;

  self->pause_id = 0;
  change (self, FALSE, gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->control)));
  return G_SOURCE_REMOVE;
}

static void
turned_cb (GtkSpinButton *control,
           OmSettingRow  *self)
{
  if (self->showing)
    return;
  /* A button tells of a change too when it brings the former number back. */
  if (self->pause_id == 0 && gtk_spin_button_get_value (control) == get_value (self))
    return;
  g_clear_handle_id (&self->pause_id, g_source_remove);
  self->pause_id = g_timeout_add (PAUSE_MS, pause_cb, self);
  g_source_set_name_by_id (self->pause_id, "[openmemory] choose a number");
}

static void
reset_clicked_cb (GtkButton    *button,
                  OmSettingRow *self)
{
  gtk_widget_grab_focus (self->control);
  change (self, TRUE, 0);
}

/* Making it ------------------------------------------------------------------------------------- */

static GtkWidget *
drop_down_new (OmSetting setting)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const char *name;

  for (guint i = 0; (name = om_setting_get_choice_name (setting, i)) != NULL; i++)
    gtk_string_list_append (names, name);
  return gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
}

static GtkWidget *
spin_button_new (OmSetting setting)
{
  gboolean whole = om_setting_get_kind (setting) == OM_SETTING_INTEGER;
  GtkWidget *button;
  double minimum;
  double maximum;

  om_setting_get_range (setting, &minimum, &maximum);
  button = gtk_spin_button_new_with_range (minimum, maximum, whole ? 1 : maximum > 1 ? 0.05 : 0.005);
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (button), whole ? 0 : maximum > 1 ? 2 : 4);
  om_spin_take_numbers (GTK_SPIN_BUTTON (button));
  om_spin_leave_wheel (GTK_SPIN_BUTTON (button));
  return button;
}

static void
add_control (OmSettingRow *self)
{
  const char *title = om_setting_get_title (self->setting);

  switch (om_setting_get_kind (self->setting))
    {
    case OM_SETTING_SWITCH:
      self->control = gtk_switch_new ();
      g_signal_connect_object (self->control, "notify::active", G_CALLBACK (switched_cb), self, 0);
      break;
    case OM_SETTING_CHOICE:
      self->control = drop_down_new (self->setting);
      g_signal_connect_object (self->control, "notify::selected", G_CALLBACK (chosen_cb), self, 0);
      break;
    case OM_SETTING_INTEGER:
    case OM_SETTING_NUMBER:
    default:
      self->control = spin_button_new (self->setting);
      g_signal_connect_object (self->control, "value-changed", G_CALLBACK (turned_cb), self, 0);
      break;
    }
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self), self->control);
}

/* A number as a person of this place writes it. */
static char *
dup_number (double value)
{
  return g_strdup_printf ("%.10g", value);
}

/* What a number may be, and what it is by itself. */
static char *
dup_range (OmSetting setting)
{
  const char *unit = om_setting_get_unit (setting);
  double minimum;
  double maximum;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  g_autofree char *usual = dup_number (om_setting_get_default (setting));

  om_setting_get_range (setting, &minimum, &maximum);
  least = dup_number (minimum);
  most = dup_number (maximum);
  if (unit == NULL)
    {
      /* Translators: the least and the greatest number one may choose, then the default */
      return g_strdup_printf (_("From %s to %s; by default %s"), least, most, usual);
    }
  /* Translators: the least and the greatest number one may choose, their unit, then the default */
  return g_strdup_printf (_("From %s to %s %s; by default %s"), least, most, unit, usual);
}

static void
show_words (OmSettingRow *self)
{
  const char *title = om_setting_get_title (self->setting);
  const char *description = om_setting_get_description (self->setting);
  OmSettingKind kind = om_setting_get_kind (self->setting);
  g_autofree char *range = kind == OM_SETTING_INTEGER || kind == OM_SETTING_NUMBER ? dup_range (self->setting) : NULL;
  g_autofree char *subtitle = range != NULL ? g_strdup_printf ("%s\n%s", description, range) : g_strdup (description);
  /* Translators: %s is the name of a setting */
  g_autofree char *reset = g_strdup_printf (_("Reset “%s”"), title);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), subtitle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reset_button), GTK_ACCESSIBLE_PROPERTY_LABEL, reset, -1);
  gtk_widget_set_visible (self->reset_button, om_setting_get_group (self->setting) == OM_SETTING_GROUP_CONSTANTS);
}

static void
om_setting_row_dispose (GObject *object)
{
  OmSettingRow *self = OM_SETTING_ROW (object);

  /* What was typed last counts, though the window is closed before the keys have rested. */
  if (self->pause_id != 0)
    change (self, FALSE, gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->control)));
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_SETTING_ROW);

  G_OBJECT_CLASS (om_setting_row_parent_class)->dispose (object);
}

static void
om_setting_row_class_init (OmSettingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_setting_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-setting-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OmSettingRow, reset_button);
  gtk_widget_class_bind_template_callback (widget_class, reset_clicked_cb);

  /**
   * OmSettingRow::failed:
   * @message: why
   *
   * A choice could not be stored; the old one is shown again.
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_setting_row_init (OmSettingRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_setting_row_new:
 * @session: whose journal it is of
 *
 * Returns: (transfer none): a row, floating
 */
GtkWidget *
om_setting_row_new (OmSession *session,
                    OmSetting  setting)
{
  OmSettingRow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);
  g_return_val_if_fail (setting >= 0 && setting < OM_N_SETTINGS, NULL);

  self = g_object_new (OM_TYPE_SETTING_ROW, NULL);
  self->session = g_object_ref (session);
  self->setting = setting;
  add_control (self);
  show_words (self);
  show_value (self);
  g_signal_connect_object (session, "changed", G_CALLBACK (show_value), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
