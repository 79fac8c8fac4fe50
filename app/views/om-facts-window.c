/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFactsWindow: the facts that hold now, those that held on a day, or every one there was, with since when and
 * when it changed. From each to the entry that states it. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-facts-window.h"

#include <glib/gi18n.h>

#include "engine/om-fact-words.h"
#include "engine/om-facts.h"
#include "memory/om-joining.h"
#include "views/om-child-window.h"
#include "views/om-date-words.h"
#include "views/om-wrap-layout.h"

/* Changes come in bursts. */
#define UPDATE_AFTER_MS 400

typedef enum
{
  WHEN_NOW,
  WHEN_EVER,
  WHEN_DAY,
  N_WHENS,
} When;

static const char *const when_names[N_WHENS] = {
  [WHEN_NOW] = NC_ ("which facts", "That Hold Now"),
  [WHEN_EVER] = NC_ ("which facts", "All There Ever Were"),
  [WHEN_DAY] = NC_ ("which facts", "That Held on a Day"),
};

struct _OmFactsWindow
{
  AdwWindow parent_instance;

  GtkDropDown   *when_drop;
  GtkMenuButton *day_button;
  GtkCalendar   *calendar;
  GtkLabel      *message_label;
  GtkListBox    *list;

  OmSession     *session;     /* (owned) (nullable) */
  GCancellable  *cancellable; /* (owned) (nullable): reading under way */
  guint          update_id;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmFactsWindow, om_facts_window, ADW_TYPE_WINDOW)

static char *
dup_day (OmFactsWindow *self,
         gint64         at)
{
  OmMoment moment = om_moment_at (at, om_session_get_zone (self->session));

  return om_date_words_day (&moment);
}

static char *
dup_times (OmFactsWindow      *self,
           const OmFactRecord *fact)
{
  g_autofree char *since = dup_day (self, fact->since);
  g_autofree char *until = fact->until != 0 ? dup_day (self, fact->until) : NULL;

  if (until == NULL)
    return g_strdup_printf (C_ ("fact", "Since %s"), since);
  /* Translators: two days: when an entry first said it, and when another one said otherwise */
  return g_strdup_printf (C_ ("fact", "Since %s, changed on %s"), since, until);
}

static GtkWidget *
row_new (OmFactsWindow      *self,
         const OmFactRecord *fact)
{
  GtkWidget *row = adw_action_row_new ();
  const char *subject = om_fact_is_about_writer (fact->subject) ? C_ ("subject of a fact", "You") : fact->subject;
  /* Translators: whom a fact is about, what of them, and the value: “You · home: Ghent” */
  g_autofree char *title = g_strdup_printf (C_ ("fact", "%s · %s: %s"), subject, om_fact_predicate_words (fact->predicate),
                                            fact->value);
  g_autofree char *times = dup_times (self, fact);
  g_autofree char *name = om_join_said (title, times, NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), times);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (fact->memory_id), g_free);
  return row;
}

static void
show (OmFactsWindow *self,
      GPtrArray     *facts,
      const char    *message)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self->list));
  int place = GTK_IS_LIST_BOX_ROW (focus) ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (focus)) : -1;
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; facts != NULL && i < facts->len; i++)
    gtk_list_box_append (self->list, row_new (self, g_ptr_array_index (facts, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->list), facts != NULL && facts->len > 0);
  gtk_label_set_label (self->message_label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message_label), message != NULL);
  if (place >= 0 && facts != NULL && facts->len > 0)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, MIN (place, (int) facts->len - 1))));
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmFactsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) facts = om_engine_list_facts_finish (OM_ENGINE (source), result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  show (self, facts, error != NULL ? error->message : facts->len == 0 ? _("No entry states a fact of that time.") : NULL);
}

/* A day means its end. */
static gint64
end_of_day (OmFactsWindow *self)
{
  g_autoptr (GDateTime) date = gtk_calendar_get_date (self->calendar);
  OmMoment moment;

  if (om_moment_from_local (om_session_get_zone (self->session), g_date_time_get_year (date), g_date_time_get_month (date),
                            g_date_time_get_day_of_month (date), 23, 59, 59, &moment))
    return moment.ms;
  return om_engine_now (om_session_get_engine (self->session));
}

static gint64
as_of (OmFactsWindow *self)
{
  switch ((When) gtk_drop_down_get_selected (self->when_drop))
    {
    case WHEN_EVER:
      return OM_FACTS_EVER;
    case WHEN_DAY:
      return end_of_day (self);
    case WHEN_NOW:
    case N_WHENS:
    default:
      return om_engine_now (om_session_get_engine (self->session));
    }
}

static void
update (OmFactsWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_list_facts_async (om_session_get_engine (self->session), as_of (self), NULL, self->cancellable, listed_cb,
                              g_object_ref (self));
}

static gboolean
update_cb (gpointer data)
{
  OmFactsWindow *self = OM_FACTS_WINDOW (data);

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (OmFactsWindow *self)
{
  if (self->update_id != 0)
    return;
  self->update_id = g_timeout_add (UPDATE_AFTER_MS, update_cb, self);
  g_source_set_name_by_id (self->update_id, "[openmemory] facts window");
}

static void
show_day (OmFactsWindow *self)
{
  g_autoptr (GDateTime) date = gtk_calendar_get_date (self->calendar);
  OmMoment day = om_moment_on_day (g_date_time_get_year (date), g_date_time_get_month (date), g_date_time_get_day_of_month (date));
  g_autofree char *words = om_date_words_day (&day);

  gtk_menu_button_set_label (self->day_button, words);
  gtk_widget_set_visible (GTK_WIDGET (self->day_button), gtk_drop_down_get_selected (self->when_drop) == WHEN_DAY);
}

static void
when_changed_cb (OmFactsWindow *self)
{
  if (self->session == NULL)
    return;
  show_day (self);
  update (self);
}

static void
day_selected_cb (OmFactsWindow *self)
{
  when_changed_cb (self);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmFactsWindow *self)
{
  g_autofree char *id = g_strdup (g_object_get_data (G_OBJECT (row), "id"));

  g_signal_emit (self, signals[SIGNAL_OPENED], 0, id);
}

static void
om_facts_window_dispose (GObject *object)
{
  OmFactsWindow *self = OM_FACTS_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_FACTS_WINDOW);

  G_OBJECT_CLASS (om_facts_window_parent_class)->dispose (object);
}

static void
om_facts_window_class_init (OmFactsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_facts_window_dispose;

  /**
   * OmFactsWindow::opened:
   * @id: a memory
   *
   * The entry that states a fact is to be opened.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-facts-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmFactsWindow, when_drop);
  gtk_widget_class_bind_template_child (widget_class, OmFactsWindow, day_button);
  gtk_widget_class_bind_template_child (widget_class, OmFactsWindow, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmFactsWindow, message_label);
  gtk_widget_class_bind_template_child (widget_class, OmFactsWindow, list);
  gtk_widget_class_bind_template_callback (widget_class, when_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, day_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_facts_window_init (OmFactsWindow *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_WHENS; i++)
    gtk_string_list_append (names, g_dpgettext2 (NULL, "which facts", when_names[i]));
  gtk_drop_down_set_model (self->when_drop, G_LIST_MODEL (names));
}

/**
 * om_facts_window_new:
 * @session: whose entries
 * @parent: (nullable): over which window
 *
 * Returns: (transfer full): a window that reads the facts
 */
OmFactsWindow *
om_facts_window_new (OmSession *session,
                     GtkWindow *parent)
{
  OmFactsWindow *self = g_object_new (OM_TYPE_FACTS_WINDOW, NULL);

  om_child_window_attach (GTK_WINDOW (self), parent);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  show_day (self);
  update (self);
  return self;
}
