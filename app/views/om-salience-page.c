/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSaliencePage: curves over time, how all memories stand and will stand, and the moods; all of it now, or as of
 * an earlier day. Looking changes nothing. It asks the engine while it is in view, and again when something
 * changed. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-salience-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-curves-box.h"
#include "views/om-date-words.h"
#include "views/om-mood-plane.h"
#include "views/om-outlook-box.h"

/* Changes come in bursts. */
#define UPDATE_AFTER_MS 400

struct _OmSaliencePage
{
  GtkWidget parent_instance;

  GtkStack          *stack;
  GtkMenuButton     *as_of_button;
  GtkPopover        *as_of_popover;
  GtkCalendar       *calendar;
  OmCurvesBox       *curves_box;
  OmOutlookBox      *outlook_box;
  OmMoodPlane       *mood_plane;

  OmSession         *session;   /* (owned) (nullable) */
  OmMemoryListModel *model;     /* (owned) (nullable) */
  gint64             as_of;     /* ms UTC, 0 for now */
  guint              update_id; /* running pause before asking again */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmSaliencePage, om_salience_page, GTK_TYPE_WIDGET)

static gboolean
is_open (OmSaliencePage *self)
{
  OmSessionState state;

  if (self->session == NULL)
    return FALSE;
  state = om_session_get_state (self->session);
  return state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;
}

static void
show_as_of (OmSaliencePage *self)
{
  OmMoment moment = om_moment_at (self->as_of, om_session_get_zone (self->session));
  g_autofree char *day = om_date_words_day (&moment);
  /* Translators: %s is a day: everything is shown as it was on it */
  g_autofree char *words = self->as_of == 0 ? g_strdup (_("As of Now")) : g_strdup_printf (_("As of %s"), day);

  gtk_menu_button_set_label (self->as_of_button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->as_of_button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
update (OmSaliencePage *self)
{
  gboolean has_memories = self->model != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0;

  if (self->model != NULL && om_memory_list_model_is_loaded (self->model))
    gtk_stack_set_visible_child_name (self->stack, has_memories ? "content" : "empty");
  /* It asks when it comes into view. */
  if (!has_memories || !is_open (self) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  om_curves_box_update (self->curves_box);
  om_outlook_box_update (self->outlook_box);
  om_mood_plane_update (self->mood_plane);
}

static gboolean
update_cb (gpointer data)
{
  OmSaliencePage *self = OM_SALIENCE_PAGE (data);

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (OmSaliencePage *self)
{
  if (self->update_id != 0)
    return;
  self->update_id = g_timeout_add (UPDATE_AFTER_MS, update_cb, self);
  g_source_set_name_by_id (self->update_id, "[openmemory] salience page");
}

static void
day_selected_cb (GtkCalendar    *calendar,
                 OmSaliencePage *self)
{
  g_autoptr (GDateTime) date = gtk_calendar_get_date (calendar);
  OmMoment end;

  /* Of that day all that happened on it counts. */
  if (!om_moment_from_local (om_session_get_zone (self->session), g_date_time_get_year (date),
                             g_date_time_get_month (date), g_date_time_get_day_of_month (date), 23, 59, 59.999, &end))
    return;
  om_salience_page_set_as_of (self, end.ms);
}

static void
now_clicked_cb (GtkButton      *button,
                OmSaliencePage *self)
{
  gtk_popover_popdown (self->as_of_popover);
  om_salience_page_set_as_of (self, 0);
}

static void
opened_cb (GtkWidget      *widget,
           const char     *id,
           gint64          row,
           OmSaliencePage *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, id, row);
}

static void
om_salience_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_salience_page_parent_class)->map (widget);
  /* Time has passed as well. */
  update (OM_SALIENCE_PAGE (widget));
}

static void
om_salience_page_dispose (GObject *object)
{
  OmSaliencePage *self = OM_SALIENCE_PAGE (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_SALIENCE_PAGE);
  g_clear_object (&self->model);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_salience_page_parent_class)->dispose (object);
}

static void
om_salience_page_class_init (OmSaliencePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_salience_page_dispose;
  widget_class->map = om_salience_page_map;

  /**
   * OmSaliencePage::opened:
   * @id: a memory
   * @row: its row, 0 if it is not at hand
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);

  g_type_ensure (OM_TYPE_CURVES_BOX);
  g_type_ensure (OM_TYPE_OUTLOOK_BOX);
  g_type_ensure (OM_TYPE_MOOD_PLANE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-salience-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, as_of_button);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, as_of_popover);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, curves_box);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, outlook_box);
  gtk_widget_class_bind_template_child (widget_class, OmSaliencePage, mood_plane);
  gtk_widget_class_bind_template_callback (widget_class, day_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, now_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, opened_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_salience_page_init (OmSaliencePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_salience_page_set_session:
 * @session: whose memories; set once
 * @model: the list of all memories
 */
void
om_salience_page_set_session (OmSaliencePage    *self,
                              OmSession         *session,
                              OmMemoryListModel *model)
{
  g_return_if_fail (OM_IS_SALIENCE_PAGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->model = g_object_ref (model);
  om_curves_box_set_session (self->curves_box, session);
  om_outlook_box_set_session (self->outlook_box, session);
  om_mood_plane_set_session (self->mood_plane, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "loaded", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  show_as_of (self);
  update (self);
}

/**
 * om_salience_page_set_as_of:
 * @as_of: everything is shown as it was then, ms UTC; 0 or what is not past is now
 */
void
om_salience_page_set_as_of (OmSaliencePage *self,
                            gint64          as_of)
{
  g_return_if_fail (OM_IS_SALIENCE_PAGE (self));

  if (as_of >= om_engine_now (om_session_get_engine (self->session)))
    as_of = 0;
  self->as_of = as_of;
  show_as_of (self);
  om_curves_box_set_as_of (self->curves_box, as_of);
  om_outlook_box_set_as_of (self->outlook_box, as_of);
}

/** om_salience_page_take_focus: puts the focus on the first thing to choose. */
void
om_salience_page_take_focus (OmSaliencePage *self)
{
  g_return_if_fail (OM_IS_SALIENCE_PAGE (self));

  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}
