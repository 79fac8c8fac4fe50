/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphTime: time runs from left to right in every language, as in the charts. Where the system wishes no motion
 * Play goes on by larger steps, with time to look between. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-time.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"

#define PLAY_MS 100
#define PLAY_STILL_MS 1500
#define N_STILLS 8

struct _OmGraphTime
{
  GtkWidget parent_instance;

  GtkRevealer  *revealer;
  GtkButton    *play_button;
  GtkScale     *scale;
  GtkLabel     *day_label;

  OmGraphModel *model;   /* (owned) (nullable) */
  guint         play_id;
  gboolean      setting; /* the slider is not moved by the person */
};

G_DEFINE_FINAL_TYPE (OmGraphTime, om_graph_time, GTK_TYPE_WIDGET)

static void
show_day (OmGraphTime *self)
{
  const OmMapPast *past = self->model != NULL ? om_graph_model_get_past (self->model) : NULL;
  guint instant = self->model != NULL ? om_graph_model_get_instant (self->model) : 0;
  g_autofree char *words = NULL;

  if (past == NULL)
    /* Translators: the past of the map is being read */
    words = g_strdup (_("Looking back…"));
  else if (instant + 1 >= past->n_instants)
    words = g_strdup (_("Now"));
  else
    {
      OmMoment moment = om_moment_at (past->instants[instant], om_session_get_zone (om_graph_model_get_session (self->model)));

      words = om_date_words_day (&moment);
    }
  gtk_label_set_label (self->day_label, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words, -1);
}

static void
show_playing (OmGraphTime *self)
{
  const char *name = self->play_id != 0 ? _("Pause") : _("Play");

  gtk_button_set_icon_name (self->play_button, self->play_id != 0 ? "media-playback-pause-symbolic"
                                                                  : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play_button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
stop (OmGraphTime *self)
{
  g_clear_handle_id (&self->play_id, g_source_remove);
  if (self->play_button != NULL)
    show_playing (self);
}

static gboolean
is_animated (OmGraphTime *self)
{
  gboolean animated = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animated, NULL);
  return animated;
}

static gboolean
play_cb (gpointer data)
{
  OmGraphTime *self = data;
  const OmMapPast *past = om_graph_model_get_past (self->model);
  guint step = past == NULL || is_animated (self) ? 1 : MAX (1, past->n_instants / N_STILLS);
  guint instant = om_graph_model_get_instant (self->model) + step;

  if (past == NULL || instant >= past->n_instants)
    {
      if (past != NULL)
        gtk_range_set_value (GTK_RANGE (self->scale), past->n_instants - 1);
      self->play_id = 0;
      show_playing (self);
      return G_SOURCE_REMOVE;
    }
  gtk_range_set_value (GTK_RANGE (self->scale), instant);
  return G_SOURCE_CONTINUE;
}

static void
play_clicked_cb (GtkButton   *button,
                 OmGraphTime *self)
{
  const OmMapPast *past = om_graph_model_get_past (self->model);

  if (self->play_id != 0)
    {
      stop (self);
      return;
    }
  if (past == NULL)
    return;
  /* At the end it begins again. */
  if (om_graph_model_get_instant (self->model) + 1 >= past->n_instants)
    gtk_range_set_value (GTK_RANGE (self->scale), 0);
  self->play_id = g_timeout_add (is_animated (self) ? PLAY_MS : PLAY_STILL_MS, play_cb, self);
  g_source_set_name_by_id (self->play_id, "[openmemory] play the map");
  show_playing (self);
}

static void
value_changed_cb (GtkRange    *range,
                  OmGraphTime *self)
{
  if (self->setting || self->model == NULL || om_graph_model_get_past (self->model) == NULL)
    return;
  om_graph_model_set_instant (self->model, (guint) (gtk_range_get_value (range) + .5));
  show_day (self);
}

/* Another past, or none yet. */
static void
show_past (OmGraphTime *self)
{
  const OmMapPast *past = om_graph_model_get_past (self->model);

  stop (self);
  self->setting = TRUE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale), past != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->play_button), past != NULL);
  if (past != NULL)
    {
      gtk_range_set_range (GTK_RANGE (self->scale), 0, past->n_instants - 1);
      gtk_range_set_value (GTK_RANGE (self->scale), om_graph_model_get_instant (self->model));
    }
  self->setting = FALSE;
  show_day (self);
}

static void
om_graph_time_unmap (GtkWidget *widget)
{
  stop (OM_GRAPH_TIME (widget));
  GTK_WIDGET_CLASS (om_graph_time_parent_class)->unmap (widget);
}

static void
om_graph_time_dispose (GObject *object)
{
  OmGraphTime *self = OM_GRAPH_TIME (object);

  g_clear_handle_id (&self->play_id, g_source_remove);
  self->setting = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_GRAPH_TIME);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (om_graph_time_parent_class)->dispose (object);
}

static void
om_graph_time_class_init (OmGraphTimeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_graph_time_dispose;
  widget_class->unmap = om_graph_time_unmap;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-graph-time.ui");
  gtk_widget_class_bind_template_child (widget_class, OmGraphTime, revealer);
  gtk_widget_class_bind_template_child (widget_class, OmGraphTime, play_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphTime, scale);
  gtk_widget_class_bind_template_child (widget_class, OmGraphTime, day_label);
  gtk_widget_class_bind_template_callback (widget_class, play_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, value_changed_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_graph_time_init (OmGraphTime *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_direction (GTK_WIDGET (self->scale), GTK_TEXT_DIR_LTR);
}

/** om_graph_time_set_model: @model: whose past it shows; set once */
void
om_graph_time_set_model (OmGraphTime  *self,
                         OmGraphModel *model)
{
  g_return_if_fail (OM_IS_GRAPH_TIME (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "past", G_CALLBACK (show_past), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "loaded", G_CALLBACK (show_past), self, G_CONNECT_SWAPPED);
  show_past (self);
}

/** om_graph_time_set_shown: @shown: it is wanted; where it is not, the map is as of now */
void
om_graph_time_set_shown (OmGraphTime *self,
                         gboolean     shown)
{
  g_return_if_fail (OM_IS_GRAPH_TIME (self));

  stop (self);
  gtk_revealer_set_reveal_child (self->revealer, shown);
  gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (self->model == NULL)
    return;
  om_graph_model_set_past (self->model, shown);
  show_past (self);
}
