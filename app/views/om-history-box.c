/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmHistoryBox: when the memory in view will fade, and what happened to it, the newest first and a few at a
 * time. Read only while it is in view. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-history-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "chart/om-chart-view.h"
#include "engine/om-history-words.h"
#include "memory/om-joining.h"
#include "views/om-date-words.h"
#include "views/om-forecast-words.h"
#include "views/om-memory-curve.h"
#include "views/om-toast.h"

/* At first, and how many more each time. */
#define FIRST_SHOWN 5
#define MORE_SHOWN 10

struct _OmHistoryBox
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  GtkLabel     *forecast_label;
  OmChartView  *curve;
  GtkListBox   *list;
  GtkLabel     *earlier_label;
  GtkButton    *more_button;

  OmSession    *session;     /* (owned) (nullable) */
  OmSheet      *sheet;       /* (owned) (nullable) */
  OmHistory    *history;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): of the reading under way */
  guint         n_shown;     /* of its events */
  guint         n_wanted;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmHistoryBox, om_history_box, GTK_TYPE_WIDGET)

/* Rows ------------------------------------------------------------------------------------------ */

static char *
dup_capitalised (const char *words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (*words == '\0')
    return g_strdup (words);
  g_string_append_unichar (text, g_unichar_totitle (g_utf8_get_char (words)));
  g_string_append (text, g_utf8_next_char (words));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_subtitle (OmHistoryBox         *self,
              const OmHistoryEvent *event,
              gboolean              is_first)
{
  GTimeZone *zone = om_session_get_zone (self->session);
  OmMoment moment = om_moment_at (event->at, zone);
  g_autofree char *date = om_date_words_full (&moment, zone);
  g_autofree char *salience =
    is_first || event->before == event->after
      /* Translators: salience is a number from 0 to 1 that says how easily a memory comes to mind */
      ? g_strdup_printf (_("salience %.2f"), event->after)
      /* Translators: the same before and after something happened */
      : g_strdup_printf (_("salience %.2f → %.2f"), event->before, event->after);

  return g_strdup_printf ("%s · %s", date, salience);
}

static void
name_row (GtkWidget *row)
{
  g_autofree char *name = om_join_said (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
                                        adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
origin_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (GtkWidget) row = data;
  g_autoptr (OmMemory) memory = om_engine_get_finish (OM_ENGINE (source), result, NULL);
  g_autofree char *title = memory != NULL && memory->trashed_at == 0 ? om_memory_dup_title (memory) : NULL;
  g_autofree char *subtitle = NULL;

  if (title == NULL)
    return;
  /* Translators: what happened to a memory and when, then the first line of the memory it came from */
  subtitle = g_strdup_printf (_("%s · from “%s”"), adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  name_row (row);
}

static void
undo_clicked_cb (GtkButton    *button,
                 OmHistoryBox *self)
{
  const OmHistoryEvent *newest;

  if (self->history == NULL || self->history->events->len == 0)
    return;
  newest = g_ptr_array_index (self->history->events, self->history->events->len - 1);
  gtk_widget_grab_focus (gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ACTION_ROW));
  om_session_undo (self->session, newest->group);
}

/* What happened last can be taken back; what lies before it stands. */
static void
add_undo (OmHistoryBox *self,
          GtkWidget    *row)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Undo"));

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _("Take This Back"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (undo_clicked_cb), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

/* @index: of the event, the oldest is 0 */
static void
add_event (OmHistoryBox *self,
           guint         index)
{
  const GPtrArray *events = self->history->events;
  const OmHistoryEvent *event = g_ptr_array_index (events, index);
  const OmHistoryEvent *previous = index > 0 ? g_ptr_array_index (events, index - 1) : NULL;
  gboolean is_first = index == 0 && self->history->points->len == 0;
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *cause = om_history_event_words (event, previous);
  g_autofree char *words = dup_capitalised (cause);
  g_autofree char *title = event->undone ? om_history_taken_back_words (words) : g_strdup (words);
  g_autofree char *subtitle = dup_subtitle (self, event, is_first);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  name_row (row);
  if (event->related_id != NULL)
    {
      g_object_set_data_full (G_OBJECT (row), "id", g_strdup (event->related_id), g_free);
      om_engine_get_async (om_session_get_engine (self->session), event->related_id, self->cancellable, origin_cb,
                           g_object_ref (row));
    }
  if (index + 1 == events->len && event->group != 0 && !event->undone)
    add_undo (self, row);
  gtk_list_box_append (self->list, row);
}

static void
show_more (OmHistoryBox *self)
{
  guint n = self->history->events->len;
  gboolean all;

  for (; self->n_shown < MIN (n, self->n_wanted); self->n_shown++)
    add_event (self, n - 1 - self->n_shown);
  all = self->n_shown == n;
  gtk_widget_set_visible (GTK_WIDGET (self->more_button), !all);
  gtk_widget_set_visible (GTK_WIDGET (self->earlier_label), all && self->history->points->len > 0);
}

static void
more_clicked_cb (GtkButton    *button,
                 OmHistoryBox *self)
{
  GtkListBoxRow *row;
  guint first = self->n_shown;

  if (self->history == NULL)
    return;
  self->n_wanted = self->n_shown + MORE_SHOWN;
  show_more (self);
  /* The button may have gone; the keys go on where the reading does. */
  row = gtk_list_box_get_row_at_index (self->list, (int) first);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmHistoryBox  *self)
{
  const char *id = g_object_get_data (G_OBJECT (row), "id");

  if (id != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, id);
}

static void
empty_list (OmHistoryBox *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  self->n_shown = 0;
}

/* Reading --------------------------------------------------------------------------------------- */

static void
show_course (OmHistoryBox *self)
{
  OmEngine *engine = om_session_get_engine (self->session);
  OmMemory *memory = om_sheet_get_memory (self->sheet);
  g_autofree char *text = NULL;
  g_autoptr (OmChartPlot) plot = NULL;

  if (memory == NULL)
    return;
  text = om_forecast_words (memory, om_engine_get_vividness (engine, memory, NULL), &self->history->forecast,
                            om_session_get_zone (self->session));
  gtk_label_set_label (self->forecast_label, text);
  plot = om_memory_curve_plot (engine, self->history, memory, om_session_get_zone (self->session));
  om_chart_view_set_plot (self->curve, plot);
  gtk_widget_set_visible (GTK_WIDGET (self->curve), TRUE);
}

static void
stop_reading (OmHistoryBox *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmHistoryBox) self = OM_HISTORY_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmHistory) history = om_engine_get_history_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL || self->sheet == NULL)
    return;
  empty_list (self);
  g_clear_pointer (&self->history, om_history_free);
  self->history = g_steal_pointer (&history);
  gtk_widget_set_visible (GTK_WIDGET (self->list), self->history != NULL);
  if (self->history == NULL)
    {
      gtk_label_set_label (self->forecast_label, error->message);
      return;
    }
  show_course (self);
  show_more (self);
}

static void
read_history (OmHistoryBox *self)
{
  const char *id = self->sheet != NULL ? om_sheet_get_id (self->sheet) : NULL;

  stop_reading (self);
  if (id == NULL || self->session == NULL || om_sheet_get_memory (self->sheet) == NULL ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->cancellable = g_cancellable_new ();
  om_engine_get_history_async (om_session_get_engine (self->session), id, self->cancellable, read_cb, g_object_ref (self));
}

static void
om_history_box_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_history_box_parent_class)->map (widget);
  read_history (OM_HISTORY_BOX (widget));
}

static void
om_history_box_dispose (GObject *object)
{
  OmHistoryBox *self = OM_HISTORY_BOX (object);

  stop_reading (self);
  om_history_box_set_sheet (self, NULL);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_HISTORY_BOX);

  G_OBJECT_CLASS (om_history_box_parent_class)->dispose (object);
}

static void
om_history_box_finalize (GObject *object)
{
  g_clear_pointer (&OM_HISTORY_BOX (object)->history, om_history_free);

  G_OBJECT_CLASS (om_history_box_parent_class)->finalize (object);
}

static void
om_history_box_class_init (OmHistoryBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_history_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_history_box_finalize;
  widget_class->map = om_history_box_map;

  g_type_ensure (OM_TYPE_CHART_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-history-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, forecast_label);
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, curve);
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, list);
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, earlier_label);
  gtk_widget_class_bind_template_child (widget_class, OmHistoryBox, more_button);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, om_toast_show);
  gtk_widget_class_bind_template_callback (widget_class, more_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  /**
   * OmHistoryBox::opened:
   * @id: a memory
   *
   * The memory that something came from is to be opened.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_history_box_init (OmHistoryBox *self)
{
  self->n_wanted = FIRST_SHOWN;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_history_box_set_session:
 * @session: where the memories lie; set once
 */
void
om_history_box_set_session (OmHistoryBox *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_HISTORY_BOX (self));

  g_set_object (&self->session, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (read_history), self, G_CONNECT_SWAPPED);
}

/**
 * om_history_box_set_sheet:
 * @sheet: (nullable): the memory it tells of
 */
void
om_history_box_set_sheet (OmHistoryBox *self,
                          OmSheet      *sheet)
{
  g_return_if_fail (OM_IS_HISTORY_BOX (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, read_history, self);
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  self->n_wanted = FIRST_SHOWN;
  empty_list (self);
  gtk_label_set_label (self->forecast_label, "");
  gtk_widget_set_visible (GTK_WIDGET (self->curve), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->more_button), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->earlier_label), FALSE);
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (read_history), self, G_CONNECT_SWAPPED);
  read_history (self);
}
