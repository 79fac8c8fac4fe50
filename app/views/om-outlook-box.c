/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmOutlookBox: a slider "If I recall nothing for N days", the counts by vividness, tier and vector that come of
 * it, and what fades soonest after that, with the days. Being shown touches nothing. Thread: main; the engine
 * counts in a worker. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-outlook-box.h"

#include <glib/gi18n.h>

#include "engine/om-outlook.h"
#include "memory/om-joining.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"
#include "views/om-salience-words.h"

#define N_SOONEST 8

struct _OmOutlookBox
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  GtkLabel     *days_label;
  GtkScale     *days_scale;
  GtkGrid      *vividness_grid;
  GtkGrid      *tier_grid;
  GtkGrid      *stage_grid;
  GtkWidget    *soonest_box;
  GtkListBox   *soonest_list;
  GtkLabel     *note_label;

  OmSession    *session;     /* (owned) (nullable) */
  gint64        as_of;       /* ms UTC, 0 for now */
  GCancellable *cancellable; /* (owned) (nullable): of what is being asked */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmOutlookBox, om_outlook_box, GTK_TYPE_WIDGET)

static guint
get_days (OmOutlookBox *self)
{
  return (guint) gtk_range_get_value (GTK_RANGE (self->days_scale));
}

/* A row of a grid: name, bar, number. */
static void
show_count (GtkGrid    *grid,
            int         row,
            const char *name,
            guint       n,
            guint       of)
{
  GtkWidget *label = gtk_grid_get_child_at (grid, 0, row);
  GtkWidget *bar = gtk_grid_get_child_at (grid, 1, row);
  GtkWidget *number = gtk_grid_get_child_at (grid, 2, row);
  g_autofree char *text = g_strdup_printf ("%'u", n);
  g_autofree char *words = om_join_value (name, text);

  if (label == NULL)
    {
      label = gtk_label_new (name);
      bar = gtk_level_bar_new ();
      number = gtk_label_new (NULL);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_xalign (GTK_LABEL (number), 1);
      gtk_widget_add_css_class (bar, "plain-level");
      gtk_widget_add_css_class (number, "numeric");
      gtk_widget_set_hexpand (bar, TRUE);
      gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
      gtk_grid_attach (grid, label, 0, row, 1, 1);
      gtk_grid_attach (grid, bar, 1, row, 1, 1);
      gtk_grid_attach (grid, number, 2, row, 1, 1);
    }
  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), of > 0 ? (double) n / of : 0);
  gtk_label_set_label (GTK_LABEL (number), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static char *
dup_day (OmOutlookBox *self,
         gint64        ms)
{
  OmMoment moment = om_moment_at (ms, om_session_get_zone (self->session));

  return om_date_words_day (&moment);
}

static char *
dup_forecast (OmOutlookBox     *self,
              const OmForecast *forecast)
{
  g_autofree char *fading = dup_day (self, forecast->fading_at);
  g_autofree char *resting = NULL;

  if (forecast->resting_at <= 0 || forecast->resting_at == G_MAXINT64)
    /* Translators: %s is a day */
    return g_strdup_printf (_("Falls to Fading on %s, and does not go to rest"), fading);
  resting = dup_day (self, forecast->resting_at);
  /* Translators: %s are days */
  return g_strdup_printf (_("Falls to Fading on %s, goes to rest on %s"), fading, resting);
}

static void
add_soon (OmOutlookBox *self,
          const OmSoon *soon)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = gtk_image_new_from_icon_name (om_look_sector_icon (soon->memory->sector));
  g_autofree char *title = om_memory_dup_title (soon->memory);
  g_autofree char *forecast = dup_forecast (self, &soon->forecast);
  g_autofree char *name = om_join_said (title, forecast, NULL);
  GtkWidget *title_label = gtk_label_new (title);
  GtkWidget *forecast_label = gtk_label_new (forecast);

  gtk_label_set_xalign (GTK_LABEL (title_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (forecast_label), 0);
  gtk_label_set_wrap (GTK_LABEL (forecast_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (forecast_label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (forecast_label, "caption");
  gtk_widget_add_css_class (forecast_label, "dim-label");
  gtk_widget_add_css_class (icon, om_look_sector_class (soon->memory->sector));
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  om_look_sector_name (soon->memory->sector), -1);
  gtk_widget_set_tooltip_text (icon, om_look_sector_name (soon->memory->sector));
  gtk_box_append (GTK_BOX (lines), title_label);
  gtk_box_append (GTK_BOX (lines), forecast_label);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_widget_add_css_class (box, "soon-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "memory", om_memory_ref (soon->memory), (GDestroyNotify) om_memory_unref);
  gtk_list_box_append (self->soonest_list, row);
}

static void
show_outlook (OmOutlookBox    *self,
              const OmOutlook *outlook)
{
  GtkListBoxRow *row;

  for (int i = 0; i < OM_N_VIVIDNESS; i++)
    show_count (self->vividness_grid, i, om_look_vividness_name ((OmVividness) i), outlook->by_vividness[i],
                outlook->memories);
  for (int i = 0; i < OM_N_TIERS; i++)
    show_count (self->tier_grid, i, om_salience_words_tier ((OmTier) i), outlook->by_tier[i], outlook->memories);
  for (int i = 0; i < OM_N_VECTOR_STAGES; i++)
    show_count (self->stage_grid, i, om_salience_words_stage ((OmVectorStage) i), outlook->by_stage[i], outlook->memories);

  while ((row = gtk_list_box_get_row_at_index (self->soonest_list, 0)) != NULL)
    gtk_list_box_remove (self->soonest_list, GTK_WIDGET (row));
  for (guint i = 0; i < outlook->soonest->len; i++)
    add_soon (self, g_ptr_array_index (outlook->soonest, i));
  gtk_widget_set_visible (self->soonest_box, outlook->soonest->len > 0);
}

static void
outlook_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmOutlookBox) self = OM_OUTLOOK_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmOutlook) outlook = om_engine_get_outlook_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  gtk_label_set_label (self->note_label, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), error != NULL);
  if (outlook != NULL)
    show_outlook (self, outlook);
}

static void
show_days (OmOutlookBox *self)
{
  guint days = get_days (self);
  g_autofree char *words = days == 0 ? g_strdup (_("How they stand, as things are"))
                                     : g_strdup_printf (ngettext ("If I recall nothing for %'u day",
                                                                  "If I recall nothing for %'u days", days), days);

  gtk_label_set_label (self->days_label, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->days_scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words, -1);
}

static void
days_changed_cb (GtkRange     *range,
                 OmOutlookBox *self)
{
  show_days (self);
  om_outlook_box_update (self);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmOutlookBox  *self)
{
  g_autoptr (OmMemory) memory = om_memory_ref (g_object_get_data (G_OBJECT (row), "memory"));

  g_signal_emit (self, signals[SIGNAL_OPENED], 0, memory->id, memory->row);
}

static void
om_outlook_box_dispose (GObject *object)
{
  OmOutlookBox *self = OM_OUTLOOK_BOX (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_OUTLOOK_BOX);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_outlook_box_parent_class)->dispose (object);
}

static void
om_outlook_box_class_init (OmOutlookBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_outlook_box_dispose;

  /**
   * OmOutlookBox::opened:
   * @id: a memory
   * @row: its row
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-outlook-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, days_label);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, days_scale);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, vividness_grid);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, tier_grid);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, stage_grid);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, soonest_box);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, soonest_list);
  gtk_widget_class_bind_template_child (widget_class, OmOutlookBox, note_label);
  gtk_widget_class_bind_template_callback (widget_class, days_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_outlook_box_init (OmOutlookBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_days (self);
}

/** om_outlook_box_set_session: @session: whose memories; set once */
void
om_outlook_box_set_session (OmOutlookBox *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_OUTLOOK_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
}

/**
 * om_outlook_box_set_as_of:
 * @as_of: what happened later is left out, ms UTC; 0 for now
 */
void
om_outlook_box_set_as_of (OmOutlookBox *self,
                          gint64        as_of)
{
  g_return_if_fail (OM_IS_OUTLOOK_BOX (self));

  self->as_of = as_of;
  om_outlook_box_update (self);
}

/** om_outlook_box_update: asks the engine again; what is shown stays until it has answered. */
void
om_outlook_box_update (OmOutlookBox *self)
{
  OmEngine *engine;
  gint64 from;

  g_return_if_fail (OM_IS_OUTLOOK_BOX (self));

  if (self->session == NULL)
    return;
  engine = om_session_get_engine (self->session);
  from = self->as_of != 0 ? self->as_of : om_engine_now (engine);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_get_outlook_async (engine, self->as_of, get_days (self) > 0 ? from + get_days (self) * OM_MS_PER_DAY : 0,
                               N_SOONEST, self->cancellable, outlook_cb, g_object_ref (self));
}
