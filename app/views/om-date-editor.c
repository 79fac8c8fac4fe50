/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDateEditor: a button that says when a memory was lived, with a popover that corrects it. Day and
 * clock are those of the place of writing, and its offset from UTC is kept: a correction of the hour does
 * not move a memory of a journey to this place. A time that is not known is never made up. What was set
 * is stored when the popover closes. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-date-editor.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-wrap-layout.h"

struct _OmDateEditor
{
  GtkWidget parent_instance;

  GtkButton     *button; /* no menu button: in one of those a long date would not wrap */
  GtkPopover    *popover;
  GtkLabel      *label;
  GtkDropDown   *precision_drop; /* in the order of OmPrecision */
  GtkCalendar   *calendar;
  GtkBox        *time_box;
  GtkSpinButton *hour_spin;
  GtkSpinButton *minute_spin;
  GtkLabel      *zone_label;

  OmSession     *session; /* (owned) (nullable) */
  OmSheet       *sheet;   /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (OmDateEditor, om_date_editor, GTK_TYPE_WIDGET)

static const OmMoment *
happened (OmDateEditor *self)
{
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_HAPPENED) : NULL;

  return record != NULL ? &record->happened : NULL;
}

static OmPrecision
chosen_precision (OmDateEditor *self)
{
  return (OmPrecision) gtk_drop_down_get_selected (self->precision_drop);
}

/* The zone in which the hours are meant: the offset written there, or this place's where none is. */
static GTimeZone *
zone_of (OmDateEditor   *self,
         const OmMoment *moment)
{
  if (moment->precision == OM_PRECISION_INSTANT)
    return g_time_zone_new_offset (moment->offset_s);
  return g_time_zone_ref (om_session_get_zone (self->session));
}

static void
show_parts (OmDateEditor *self)
{
  OmPrecision precision = chosen_precision (self);
  const OmMoment *moment = happened (self);
  g_autoptr (GTimeZone) zone = moment != NULL && self->session != NULL ? zone_of (self, moment) : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->calendar), precision != OM_PRECISION_UNKNOWN);
  gtk_widget_set_visible (GTK_WIDGET (self->time_box), precision == OM_PRECISION_INSTANT);
  gtk_widget_set_visible (GTK_WIDGET (self->zone_label), precision == OM_PRECISION_INSTANT);
  if (zone == NULL)
    return;
  if (moment->precision == OM_PRECISION_INSTANT)
    {
      int minutes = moment->offset_s / 60;
      g_autofree char *offset = g_strdup_printf ("UTC%c%02d:%02d", minutes < 0 ? '-' : '+', ABS (minutes) / 60,
                                                 ABS (minutes) % 60);

      /* Translators: %s is an offset from UTC such as UTC+02:00 */
      text = g_strdup_printf (_("The clock of the place of writing, %s"), offset);
    }
  else
    text = g_strdup (_("The clock of this place"));
  gtk_label_set_label (self->zone_label, text);
}

/* The popover as the memory is. */
static void
fill (OmDateEditor *self)
{
  const OmMoment *moment = happened (self);
  g_autoptr (GDateTime) local = NULL;

  if (moment == NULL)
    return;
  local = om_moment_to_local (moment);
  gtk_drop_down_set_selected (self->precision_drop, moment->precision);
  if (local != NULL)
    {
      gtk_calendar_select_day (self->calendar, local);
      gtk_spin_button_set_value (self->hour_spin, g_date_time_get_hour (local));
      gtk_spin_button_set_value (self->minute_spin, g_date_time_get_minute (local));
    }
  show_parts (self);
}

/* What the popover says. FALSE if there is no such time. */
static gboolean
read_moment (OmDateEditor *self,
             OmMoment     *moment)
{
  const OmMoment *old = happened (self);
  const OmMemory *stored = om_sheet_get_memory (self->sheet);
  g_autoptr (GDateTime) day = gtk_calendar_get_date (self->calendar);
  g_autoptr (GDateTime) old_local = om_moment_to_local (old);
  g_autoptr (GTimeZone) zone = zone_of (self, old);
  int hour = gtk_spin_button_get_value_as_int (self->hour_spin);
  int minute = gtk_spin_button_get_value_as_int (self->minute_spin);
  double second = 0;
  int year;
  int month;
  int day_of_month;

  g_date_time_get_ymd (day, &year, &month, &day_of_month);
  switch (chosen_precision (self))
    {
    case OM_PRECISION_INSTANT:
      /* The seconds are kept with their minute. */
      if (old->precision == OM_PRECISION_INSTANT && old_local != NULL &&
          hour == g_date_time_get_hour (old_local) && minute == g_date_time_get_minute (old_local))
        second = g_date_time_get_seconds (old_local);
      return om_moment_from_local (zone, year, month, day_of_month, hour, minute, second, moment);
    case OM_PRECISION_DAY:
      *moment = om_moment_on_day (year, month, day_of_month);
      return TRUE;
    case OM_PRECISION_UNKNOWN:
    default:
      *moment = om_moment_unknown (stored != NULL ? stored->recorded_at : old->ms);
      return TRUE;
    }
}

static void
show_moment (OmDateEditor *self)
{
  const OmMoment *moment = happened (self);
  gboolean editable = moment != NULL && om_sheet_is_editable (self->sheet);
  g_autofree char *words = NULL;
  g_autofree char *name = NULL;

  if (self->session == NULL)
    return;
  words = moment != NULL ? om_date_words_full (moment, om_session_get_zone (self->session)) : g_strdup ("");
  gtk_label_set_label (self->label, words);
  /* Translators: %s is a date */
  name = g_strdup_printf (_("Date: %s"), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->button), editable);
}

static void
clicked_cb (GtkButton    *button,
            OmDateEditor *self)
{
  gtk_popover_popup (self->popover);
}

static void
popover_shown_cb (GtkWidget    *popover,
                  OmDateEditor *self)
{
  fill (self);
}

static void
popover_closed_cb (GtkPopover   *popover,
                   OmDateEditor *self)
{
  const OmMoment *old = happened (self);
  g_autoptr (OmMemory) values = om_memory_new ();

  /* The keys go on from where they opened it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->button));
  if (old == NULL || self->session == NULL)
    return;
  gtk_spin_button_update (self->hour_spin);
  gtk_spin_button_update (self->minute_spin);
  if (!read_moment (self, &values->happened) ||
      (values->happened.ms == old->ms && values->happened.offset_s == old->offset_s &&
       values->happened.precision == old->precision) ||
      (values->happened.precision == OM_PRECISION_UNKNOWN && old->precision == OM_PRECISION_UNKNOWN))
    return;
  om_sheet_set_fields (self->sheet, OM_CHANGE_HAPPENED, values);
}

static void
precision_chosen_cb (GtkDropDown  *drop,
                     GParamSpec   *pspec,
                     OmDateEditor *self)
{
  show_parts (self);
}

/* Two digits, as a clock has them. */
static gboolean
time_output_cb (GtkSpinButton *spin,
                OmDateEditor  *self)
{
  g_autofree char *text = g_strdup_printf ("%02d", gtk_spin_button_get_value_as_int (spin));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

static void
om_date_editor_dispose (GObject *object)
{
  OmDateEditor *self = OM_DATE_EDITOR (object);

  om_date_editor_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_DATE_EDITOR);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_date_editor_parent_class)->dispose (object);
}

static void
om_date_editor_class_init (OmDateEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_date_editor_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-date-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, button);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, popover);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, label);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, precision_drop);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, time_box);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, hour_spin);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, minute_spin);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, zone_label);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, popover_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, popover_closed_cb);
  gtk_widget_class_bind_template_callback (widget_class, precision_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_output_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, OM_TYPE_WRAP_LAYOUT);
}

static void
om_date_editor_init (OmDateEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE, -1);
}

/**
 * om_date_editor_set_session:
 * @session: whose zone is this place's; set once
 */
void
om_date_editor_set_session (OmDateEditor *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_DATE_EDITOR (self));

  g_set_object (&self->session, session);
}

/**
 * om_date_editor_set_sheet:
 * @sheet: (nullable): the memory whose date it is
 */
void
om_date_editor_set_sheet (OmDateEditor *self,
                          OmSheet      *sheet)
{
  g_return_if_fail (OM_IS_DATE_EDITOR (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    {
      gtk_popover_popdown (self->popover);
      g_signal_handlers_disconnect_by_func (self->sheet, show_moment, self);
    }
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_moment), self, G_CONNECT_SWAPPED);
  show_moment (self);
}
