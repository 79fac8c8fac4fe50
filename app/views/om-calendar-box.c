/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCalendarBox: a calendar of what was lived, by month or by year; a day or a period of it is chosen. It counts
 * what the chips let through, whenever it comes into view and whenever something changed while it is. Thread: main;
 * the counting runs in the engine's threads. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-calendar-box.h"

#include <glib/gi18n.h>

#include "engine/om-days.h"
#include "views/om-day-map.h"
#include "views/om-wrap-layout.h"

/* Changes come in bursts. */
#define COUNT_AFTER_MS 400

struct _OmCalendarBox
{
  GtkWidget parent_instance;

  GtkWidget       *scroller; /* bound, so that it is let go with the template */
  GtkLabel        *title_label;
  GtkLabel        *day_label;
  GtkLabel        *message_label;
  GtkButton       *previous_button;
  GtkButton       *next_button;
  GtkButton       *period_button;
  GtkLabel        *period_label;
  GtkToggleButton *year_button;
  OmDayMap        *map;

  OmSession       *session;     /* (owned) (nullable) */
  OmFilter        *filter;      /* (owned): what is counted, of all days */
  GArray          *days;        /* (owned) (nullable) */
  GCancellable    *cancellable; /* (owned) (nullable): of the count under way */
  guint            count_id;    /* running pause before counting again */
  gboolean         is_placed;   /* the cursor was put on a day that is worth it */
};

enum
{
  SIGNAL_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmCalendarBox, om_calendar_box, GTK_TYPE_WIDGET)

static gint32
today_of (OmCalendarBox *self)
{
  OmMoment now = om_moment_at (om_engine_now (om_session_get_engine (self->session)),
                               om_session_get_zone (self->session));

  return om_moment_civil_day (&now);
}

static gboolean
shows_year (OmCalendarBox *self)
{
  return gtk_toggle_button_get_active (self->year_button);
}

/* The name of the period in view. */
static char *
dup_period (OmCalendarBox *self)
{
  int year;
  int month;
  int day;
  g_autoptr (GDateTime) date = NULL;

  om_date_from_day_number (om_day_map_get_cursor (self->map), &year, &month, &day);
  date = g_date_time_new_utc (year, month, day, 12, 0, 0);
  if (date == NULL)
    return g_strdup ("");
  if (shows_year (self))
    /* Translators: a year by itself, as strftime writes it */
    return g_date_time_format (date, C_ ("year alone", "%Y"));
  /* Translators: a month with its year, as strftime writes it; %OB is its name by itself */
  return g_date_time_format (date, _("%OB %Y"));
}

static void
show_words (OmCalendarBox *self)
{
  g_autofree char *period = dup_period (self);
  g_autofree char *day = om_day_map_dup_words (self->map, om_day_map_get_cursor (self->map));
  g_autofree char *words = NULL;
  gint32 first;
  gint32 last;
  guint count;

  om_day_map_get_range (self->map, &first, &last);
  count = om_days_count_between (self->days, first, last);
  /* Translators: %s is a month or a year, %'u how many entries are of it; on a button that lists them */
  words = g_strdup_printf (ngettext ("List %'u Entry of %s", "List %'u Entries of %s", count), count, period);
  gtk_label_set_label (self->title_label, period);
  gtk_label_set_label (self->day_label, day);
  gtk_label_set_label (self->period_label, words);
  gtk_widget_set_sensitive (GTK_WIDGET (self->period_button), count > 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->previous_button),
                               shows_year (self) ? _("Previous Year") : _("Previous Month"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->next_button), shows_year (self) ? _("Next Year") : _("Next Month"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->previous_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  shows_year (self) ? _("Previous Year") : _("Previous Month"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  shows_year (self) ? _("Next Year") : _("Next Month"), -1);
}

/* A calendar that opens on an empty month says nothing: it begins where there is something, up to today. */
static void
place_cursor (OmCalendarBox *self)
{
  gint32 today = today_of (self);
  gint32 day = today;

  if (self->is_placed)
    return;
  self->is_placed = TRUE;
  for (guint i = self->days->len; i > 0; i--)
    {
      day = g_array_index (self->days, OmDayCount, i - 1).day;
      if (day <= today)
        break;
    }
  om_day_map_set_cursor (self->map, day);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmCalendarBox) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) days = om_engine_count_days_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->filter == NULL)
    return;
  g_clear_object (&self->cancellable);
  gtk_label_set_label (self->message_label, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message_label), error != NULL);
  if (days == NULL)
    return;
  g_clear_pointer (&self->days, g_array_unref);
  self->days = g_steal_pointer (&days);
  place_cursor (self);
  om_day_map_set_days (self->map, self->days);
}

static void
count (OmCalendarBox *self)
{
  OmSessionState state;

  if (self->session == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  state = om_session_get_state (self->session);
  if (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_day_map_set_today (self->map, today_of (self));
  om_engine_count_days_async (om_session_get_engine (self->session), self->filter, self->cancellable, counted_cb,
                              g_object_ref (self));
}

static gboolean
count_cb (gpointer data)
{
  OmCalendarBox *self = OM_CALENDAR_BOX (data);

  self->count_id = 0;
  count (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (OmCalendarBox *self)
{
  if (self->count_id != 0)
    return;
  self->count_id = g_timeout_add (COUNT_AFTER_MS, count_cb, self);
  g_source_set_name_by_id (self->count_id, "[openmemory] calendar");
}

static void
moved_cb (OmDayMap      *map,
          OmCalendarBox *self)
{
  show_words (self);
}

static void
day_picked_cb (OmDayMap      *map,
               gint32         day,
               OmCalendarBox *self)
{
  /* An empty list answers nothing; that there is none is said below the days. */
  if (om_days_count_between (self->days, day, day) > 0)
    g_signal_emit (self, signals[SIGNAL_PICKED], 0, day, day);
}

static void
period_clicked_cb (GtkButton     *button,
                   OmCalendarBox *self)
{
  gint32 first;
  gint32 last;

  om_day_map_get_range (self->map, &first, &last);
  g_signal_emit (self, signals[SIGNAL_PICKED], 0, first, last);
}

static void
previous_clicked_cb (GtkButton     *button,
                     OmCalendarBox *self)
{
  om_day_map_turn (self->map, -1);
}

static void
next_clicked_cb (GtkButton     *button,
                 OmCalendarBox *self)
{
  om_day_map_turn (self->map, 1);
}

static void
today_clicked_cb (GtkButton     *button,
                  OmCalendarBox *self)
{
  om_day_map_set_cursor (self->map, today_of (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->map));
}

static void
year_toggled_cb (GtkToggleButton *button,
                 OmCalendarBox   *self)
{
  om_day_map_set_whole_year (self->map, shows_year (self));
}

static void
om_calendar_box_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_calendar_box_parent_class)->map (widget);
  count (OM_CALENDAR_BOX (widget));
}

static void
om_calendar_box_dispose (GObject *object)
{
  OmCalendarBox *self = OM_CALENDAR_BOX (object);

  g_clear_handle_id (&self->count_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_CALENDAR_BOX);
  g_clear_pointer (&self->filter, om_filter_free);
  g_clear_pointer (&self->days, g_array_unref);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_calendar_box_parent_class)->dispose (object);
}

static void
om_calendar_box_class_init (OmCalendarBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_calendar_box_dispose;
  widget_class->map = om_calendar_box_map;

  /**
   * OmCalendarBox::picked:
   * @first: a day number
   * @last: a day number, the same for one day
   *
   * The person chose a day or a period on which there is something.
   */
  signals[SIGNAL_PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);

  g_type_ensure (OM_TYPE_DAY_MAP);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-calendar-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, day_label);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, message_label);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, previous_button);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, next_button);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, period_button);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, period_label);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, year_button);
  gtk_widget_class_bind_template_child (widget_class, OmCalendarBox, map);
  gtk_widget_class_bind_template_callback (widget_class, moved_cb);
  gtk_widget_class_bind_template_callback (widget_class, day_picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, period_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, previous_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, today_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, year_toggled_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_calendar_box_init (OmCalendarBox *self)
{
  self->filter = om_filter_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  show_words (self);
}

/**
 * om_calendar_box_set_session:
 * @session: whose memories; set once
 */
void
om_calendar_box_set_session (OmCalendarBox *self,
                             OmSession     *session)
{
  g_return_if_fail (OM_IS_CALENDAR_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  om_day_map_set_cursor (self->map, today_of (self));
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  count (self);
}

/**
 * om_calendar_box_set_filter:
 * @filter: (nullable): which memories are counted; its period does not count, for it is what is chosen here
 */
void
om_calendar_box_set_filter (OmCalendarBox  *self,
                            const OmFilter *filter)
{
  g_return_if_fail (OM_IS_CALENDAR_BOX (self));

  om_filter_free (self->filter);
  self->filter = om_filter_copy (filter);
  self->filter->first_day = G_MININT32;
  self->filter->last_day = G_MAXINT32;
  self->filter->undated = FALSE;
  count (self);
}

/** om_calendar_box_is_counted: Returns: %TRUE if what is shown is what there was when it last asked */
gboolean
om_calendar_box_is_counted (OmCalendarBox *self)
{
  g_return_val_if_fail (OM_IS_CALENDAR_BOX (self), FALSE);

  return self->days != NULL && self->cancellable == NULL;
}

/** om_calendar_box_take_focus: Returns: %TRUE if the day at the cursor took the keyboard */
gboolean
om_calendar_box_take_focus (OmCalendarBox *self)
{
  g_return_val_if_fail (OM_IS_CALENDAR_BOX (self), FALSE);

  return gtk_widget_grab_focus (GTK_WIDGET (self->map));
}
