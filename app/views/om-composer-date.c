/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerDate: a button that says when a text was lived and sets it. A day that is chosen has no
 * time of day unless the person gives one: none is invented. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-composer-date.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"

struct _OmComposerDate
{
  GtkWidget parent_instance;

  GtkMenuButton  *button;
  GtkCalendar    *calendar;
  GtkCheckButton *time_check;
  GtkBox         *time_box;
  GtkSpinButton  *hour_spin;
  GtkSpinButton  *minute_spin;

  OmSession      *session; /* (owned) (nullable) */
  OmSheet        *sheet;   /* (owned) (nullable) */
  gboolean        showing; /* what the calendar does is not the person's doing */
};

G_DEFINE_FINAL_TYPE (OmComposerDate, om_composer_date, GTK_TYPE_WIDGET)

static OmMoment
now_here (OmComposerDate *self)
{
  return om_moment_at (om_engine_now (om_session_get_engine (self->session)), om_session_get_zone (self->session));
}

/* When it was lived as far as it is said; now, if not. */
static OmMoment
moment_of (OmComposerDate *self)
{
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_HAPPENED) : NULL;

  if (record == NULL || record->happened.precision == OM_PRECISION_UNKNOWN)
    return now_here (self);
  return record->happened;
}

static char *
dup_words (OmComposerDate *self,
           const OmMoment *moment)
{
  OmMoment now = now_here (self);
  gint32 days = om_moment_civil_day (&now) - om_moment_civil_day (moment);

  if (days == 0)
    return g_strdup (_("Today"));
  if (days == 1)
    return g_strdup (_("Yesterday"));
  return om_date_words_day (moment);
}

static void
show_moment (OmComposerDate *self)
{
  OmMoment moment;
  g_autofree char *words = NULL;
  g_autofree char *name = NULL;
  g_autofree char *full = NULL;
  g_autoptr (GDateTime) local = NULL;

  if (self->session == NULL)
    return;
  moment = moment_of (self);
  words = dup_words (self, &moment);
  full = om_date_words_full (&moment, om_session_get_zone (self->session));
  /* Translators: %s is a day in words */
  name = g_strdup_printf (_("Date: %s"), words);
  gtk_menu_button_set_label (self->button, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), full);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  local = om_moment_to_local (&moment);
  if (local == NULL)
    return;
  self->showing = TRUE;
  gtk_calendar_select_day (self->calendar, local);
  gtk_check_button_set_active (self->time_check, moment.precision == OM_PRECISION_INSTANT);
  gtk_widget_set_visible (GTK_WIDGET (self->time_box), moment.precision == OM_PRECISION_INSTANT);
  if (moment.precision == OM_PRECISION_INSTANT)
    {
      gtk_spin_button_set_value (self->hour_spin, g_date_time_get_hour (local));
      gtk_spin_button_set_value (self->minute_spin, g_date_time_get_minute (local));
    }
  self->showing = FALSE;
}

static void
set_moment (OmComposerDate *self,
            const OmMoment *moment)
{
  g_autoptr (OmMemory) values = om_memory_new ();

  values->happened = *moment;
  om_sheet_set_fields (self->sheet, OM_CHANGE_HAPPENED, values);
}

static void
chosen_cb (OmComposerDate *self)
{
  g_autoptr (GDateTime) day = NULL;
  int year;
  int month;
  int day_of_month;
  OmMoment moment;

  if (self->showing || self->sheet == NULL)
    return;
  day = gtk_calendar_get_date (self->calendar);
  g_date_time_get_ymd (day, &year, &month, &day_of_month);
  if (!gtk_check_button_get_active (self->time_check))
    moment = om_moment_on_day (year, month, day_of_month);
  else if (!om_moment_from_local (om_session_get_zone (self->session), year, month, day_of_month,
                                  gtk_spin_button_get_value_as_int (self->hour_spin),
                                  gtk_spin_button_get_value_as_int (self->minute_spin), 0, &moment))
    return;
  set_moment (self, &moment);
}

/* Another day is a day: the time of now says nothing about it. */
static void
day_selected_cb (GtkCalendar    *calendar,
                 OmComposerDate *self)
{
  if (self->showing)
    return;
  self->showing = TRUE;
  gtk_check_button_set_active (self->time_check, FALSE);
  self->showing = FALSE;
  chosen_cb (self);
}

static void
time_toggled_cb (GtkCheckButton *check,
                 OmComposerDate *self)
{
  chosen_cb (self);
}

static void
time_changed_cb (GtkSpinButton  *spin,
                 OmComposerDate *self)
{
  chosen_cb (self);
}

/* Two digits, as a clock has them. */
static gboolean
time_output_cb (GtkSpinButton  *spin,
                OmComposerDate *self)
{
  g_autofree char *text = g_strdup_printf ("%02d", gtk_spin_button_get_value_as_int (spin));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

/* Now: the moment it was recorded if it is stored, that of its first save if not. */
static void
now_clicked_cb (GtkButton      *button,
                OmComposerDate *self)
{
  const OmMemory *stored = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  OmMoment moment = now_here (self);

  if (stored != NULL)
    moment = om_moment_at (stored->recorded_at, om_session_get_zone (self->session));
  if (self->sheet != NULL)
    set_moment (self, &moment);
  gtk_menu_button_popdown (self->button);
}

static void
yesterday_clicked_cb (GtkButton      *button,
                      OmComposerDate *self)
{
  OmMoment now = now_here (self);
  int year;
  int month;
  int day;
  OmMoment moment;

  om_date_from_day_number (om_moment_civil_day (&now) - 1, &year, &month, &day);
  moment = om_moment_on_day (year, month, day);
  if (self->sheet != NULL)
    set_moment (self, &moment);
  gtk_menu_button_popdown (self->button);
}

static void
om_composer_date_map (GtkWidget *widget)
{
  /* The program may stay open over midnight. */
  show_moment (OM_COMPOSER_DATE (widget));
  GTK_WIDGET_CLASS (om_composer_date_parent_class)->map (widget);
}

static void
om_composer_date_dispose (GObject *object)
{
  OmComposerDate *self = OM_COMPOSER_DATE (object);

  om_composer_date_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_COMPOSER_DATE);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_composer_date_parent_class)->dispose (object);
}

static void
om_composer_date_class_init (OmComposerDateClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_composer_date_dispose;
  widget_class->map = om_composer_date_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-composer-date.ui");
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, button);
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, time_check);
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, time_box);
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, hour_spin);
  gtk_widget_class_bind_template_child (widget_class, OmComposerDate, minute_spin);
  gtk_widget_class_bind_template_callback (widget_class, day_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_output_cb);
  gtk_widget_class_bind_template_callback (widget_class, now_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, yesterday_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_composer_date_init (OmComposerDate *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_composer_date_set_session:
 * @session: whose clock and zone count; set once
 */
void
om_composer_date_set_session (OmComposerDate *self,
                              OmSession      *session)
{
  g_return_if_fail (OM_IS_COMPOSER_DATE (self));

  g_set_object (&self->session, session);
  show_moment (self);
}

/**
 * om_composer_date_set_sheet:
 * @sheet: (nullable): the text whose date it is
 */
void
om_composer_date_set_sheet (OmComposerDate *self,
                            OmSheet        *sheet)
{
  g_return_if_fail (OM_IS_COMPOSER_DATE (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_moment, self);
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_moment), self, G_CONNECT_SWAPPED);
  show_moment (self);
}
