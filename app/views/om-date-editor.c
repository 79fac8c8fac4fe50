/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDateEditor: a button that says when a memory was lived, with a popover that sets it. Day and clock are
 * those of the place of writing, and its offset from UTC is kept: a correction of the hour does not move a
 * memory of a journey to this place. A time that is not known is never made up. What was set is stored when
 * the popover closes. Beside a text that is being written it is compact: it says today or yesterday, offers
 * them, and another day that is chosen has no time of day unless the person gives one. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-date-editor.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-spin.h"
#include "views/om-wrap-layout.h"

struct _OmDateEditor
{
  GtkWidget parent_instance;

  GtkButton     *button; /* no menu button: in one of those a long date would not wrap */
  GtkPopover    *popover;
  GtkLabel      *label;
  GtkWidget     *arrow;
  GtkWidget     *quick_box;
  GtkDropDown   *precision_drop; /* in the order of OmPrecision */
  GtkCalendar   *calendar;
  GtkBox        *time_box;
  GtkSpinButton *hour_spin;
  GtkSpinButton *minute_spin;
  GtkLabel      *zone_label;

  OmSession     *session; /* (owned) (nullable) */
  OmSheet       *sheet;   /* (owned) (nullable) */
  OmMoment       filled;  /* what the popover was filled with */
  gboolean       compact;
  gboolean       filling; /* what the calendar does is not the person's doing */
};

enum
{
  PROP_COMPACT = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OmDateEditor, om_date_editor, GTK_TYPE_WIDGET)

static OmMoment
now_here (OmDateEditor *self)
{
  return om_moment_at (om_engine_now (om_session_get_engine (self->session)), om_session_get_zone (self->session));
}

/* When it was lived; what is only being written is lived now unless something else is said. FALSE if there is
 * no memory to tell of yet. */
static gboolean
get_happened (OmDateEditor *self,
              OmMoment     *moment)
{
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_HAPPENED) : NULL;

  if (self->session == NULL || self->sheet == NULL || (record == NULL && !self->compact))
    return FALSE;
  *moment = record != NULL ? record->happened : now_here (self);
  return TRUE;
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
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->calendar), precision != OM_PRECISION_UNKNOWN);
  gtk_widget_set_visible (GTK_WIDGET (self->time_box), precision == OM_PRECISION_INSTANT);
  gtk_widget_set_visible (GTK_WIDGET (self->zone_label), precision == OM_PRECISION_INSTANT);
  if (self->filled.precision == OM_PRECISION_INSTANT)
    {
      int minutes = self->filled.offset_s / 60;
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
  g_autoptr (GDateTime) local = NULL;

  if (!get_happened (self, &self->filled))
    return;
  self->filling = TRUE;
  local = om_moment_to_local (&self->filled);
  gtk_drop_down_set_selected (self->precision_drop, self->filled.precision);
  if (local != NULL)
    {
      gtk_calendar_select_day (self->calendar, local);
      gtk_spin_button_set_value (self->hour_spin, g_date_time_get_hour (local));
      gtk_spin_button_set_value (self->minute_spin, g_date_time_get_minute (local));
    }
  self->filling = FALSE;
  show_parts (self);
}

/* What the popover says. FALSE if there is no such time. */
static gboolean
read_moment (OmDateEditor *self,
             OmMoment     *moment)
{
  const OmMoment *old = &self->filled;
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

/* In a word where one writes, in full elsewhere. */
static char *
dup_words (OmDateEditor   *self,
           const OmMoment *moment)
{
  OmMoment now = now_here (self);
  gint32 days = om_moment_civil_day (&now) - om_moment_civil_day (moment);

  if (self->compact && moment->precision != OM_PRECISION_UNKNOWN)
    return days == 0   ? g_strdup (_("Today"))
           : days == 1 ? g_strdup (_("Yesterday"))
                       : om_date_words_day (moment);
  return om_date_words_full (moment, om_session_get_zone (self->session));
}

static void
show_moment (OmDateEditor *self)
{
  OmMoment moment;
  gboolean known = get_happened (self, &moment);
  g_autofree char *words = known ? dup_words (self, &moment) : g_strdup ("");
  g_autofree char *full = known && self->compact ? om_date_words_full (&moment, om_session_get_zone (self->session)) : NULL;
  g_autofree char *name = NULL;

  if (self->session == NULL)
    return;
  gtk_label_set_label (self->label, words);
  if (full != NULL)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), full);
  /* Translators: %s is a date */
  name = g_strdup_printf (_("Date: %s"), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->button), known && om_sheet_is_editable (self->sheet));
}

static void
set_moment (OmDateEditor   *self,
            const OmMoment *moment)
{
  g_autoptr (OmMemory) values = om_memory_new ();

  values->happened = *moment;
  self->filled = *moment;
  om_sheet_set_fields (self->sheet, OM_CHANGE_HAPPENED, values);
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
  const OmMoment *old = &self->filled;
  OmMoment moment;
  OmMoment known;

  /* The keys go on from where they opened it. */
  gtk_widget_grab_focus (GTK_WIDGET (self->button));
  if (!get_happened (self, &known))
    return;
  gtk_spin_button_update (self->hour_spin);
  gtk_spin_button_update (self->minute_spin);
  if (!read_moment (self, &moment) ||
      (moment.ms == old->ms && moment.offset_s == old->offset_s && moment.precision == old->precision) ||
      (moment.precision == OM_PRECISION_UNKNOWN && old->precision == OM_PRECISION_UNKNOWN))
    return;
  set_moment (self, &moment);
}

/* Sets what a button offers, and leaves nothing to be read on closing. */
static void
choose (OmDateEditor   *self,
        const OmMoment *moment)
{
  if (self->sheet == NULL || self->session == NULL)
    return;
  set_moment (self, moment);
  fill (self);
  gtk_popover_popdown (self->popover);
}

/* Now: the moment it was recorded if it is stored, that of its first save if not. */
static void
now_clicked_cb (GtkButton    *button,
                OmDateEditor *self)
{
  const OmMemory *stored = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  OmMoment moment = stored != NULL ? om_moment_at (stored->recorded_at, om_session_get_zone (self->session)) : now_here (self);

  choose (self, &moment);
}

static void
yesterday_clicked_cb (GtkButton    *button,
                      OmDateEditor *self)
{
  OmMoment now = now_here (self);
  OmMoment moment;
  int year;
  int month;
  int day;

  om_date_from_day_number (om_moment_civil_day (&now) - 1, &year, &month, &day);
  moment = om_moment_on_day (year, month, day);
  choose (self, &moment);
}

/* Another day is a day: the time of now says nothing about it. */
static void
day_selected_cb (GtkCalendar  *calendar,
                 OmDateEditor *self)
{
  if (self->compact && !self->filling)
    gtk_drop_down_set_selected (self->precision_drop, OM_PRECISION_DAY);
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
om_date_editor_map (GtkWidget *widget)
{
  /* The program may stay open over midnight. */
  show_moment (OM_DATE_EDITOR (widget));
  GTK_WIDGET_CLASS (om_date_editor_parent_class)->map (widget);
}

static void
om_date_editor_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  OmDateEditor *self = OM_DATE_EDITOR (object);

  if (id != PROP_COMPACT)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  self->compact = g_value_get_boolean (value);
  gtk_widget_set_visible (self->arrow, self->compact);
  gtk_widget_set_visible (self->quick_box, self->compact);
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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = om_date_editor_dispose;
  object_class->set_property = om_date_editor_set_property;
  widget_class->map = om_date_editor_map;
  gtk_widget_class_set_css_name (widget_class, "date-editor");

  /**
   * OmDateEditor:compact:
   *
   * It stands beside a text that is being written.
   */
  properties[PROP_COMPACT] = g_param_spec_boolean ("compact", NULL, NULL, FALSE,
                                                   G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-date-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, button);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, popover);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, label);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, arrow);
  gtk_widget_class_bind_template_child (widget_class, OmDateEditor, quick_box);
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
  gtk_widget_class_bind_template_callback (widget_class, day_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, now_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, yesterday_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_output_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, OM_TYPE_WRAP_LAYOUT);
}

static void
om_date_editor_init (OmDateEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A time of day is written hour first in every script. */
  gtk_widget_set_direction (GTK_WIDGET (self->time_box), GTK_TEXT_DIR_LTR);
  om_spin_leave_wheel (self->hour_spin);
  om_spin_leave_wheel (self->minute_spin);
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
  show_moment (self);
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
