/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPastList: "On this day": what was lived on the same day of the years before, each with how long ago
 * that is. Being shown touches nothing. Hidden and private memories do not come by themselves. Not in
 * view while there is nothing, or if the person does not want it. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-past-list.h"

#include <glib/gi18n.h>

#include "engine/om-settings.h"
#include "views/om-date-words.h"
#include "views/om-memory-list-model.h"
#include "views/om-memory-row.h"

/* A glance; the calendar day in the list of memories has them all. */
#define MOST 6

struct _OmPastList
{
  GtkWidget parent_instance;

  GtkWidget         *box; /* bound, so that it is let go with the template */
  GtkListBox        *list;

  OmSession         *session; /* (owned) (nullable) */
  OmMemoryListModel *model;   /* (owned) (nullable) */
  OmFilter          *filter;  /* (owned) (nullable): of the model */
  gint32             today;   /* civil day that is shown */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmPastList, om_past_list, GTK_TYPE_WIDGET)

static gint32
today_of (OmPastList *self)
{
  OmMoment now = om_moment_at (om_engine_now (om_session_get_engine (self->session)),
                               om_session_get_zone (self->session));

  return om_moment_civil_day (&now);
}

/* A year without a 29 February recalls it on the 28th only if that was chosen. */
static OmFilter *
filter_new (OmEngine *engine,
            gint32    today)
{
  OmFilter *filter = om_filter_new ();
  int year;
  int month;
  int day;

  om_date_from_day_number (today, &year, &month, &day);
  filter->month = (guint) month;
  filter->month_day = (guint) day;
  filter->leap_day = month == 2 && day == 28 && !om_date_is_valid (year, 2, 29) &&
                     om_engine_get_setting (engine, OM_SETTING_LEAP_DAY) != 0;
  filter->last_day = today - 1;
  filter->by_itself = TRUE;
  return filter;
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  OmPastList *self = data;
  OmMemoryRow *row = om_memory_row_new ();
  GtkWidget *list_row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *ago = om_date_words_years_ago (om_memory_item_get_happened (item), self->today);
  GtkWidget *label = gtk_label_new (ago);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_top (label, 9);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (row));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_PROPERTY_LABEL, ago, -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (list_row), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, row, NULL, -1);
  om_memory_row_set_item (row, item);
  return list_row;
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *list_row,
                  OmPastList    *self)
{
  GtkWidget *box = gtk_list_box_row_get_child (list_row);
  OmMemoryRow *row = OM_MEMORY_ROW (gtk_widget_get_last_child (box));

  if (om_memory_row_get_item (row) != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, om_memory_row_get_item (row));
}

static void
loaded_cb (OmMemoryListModel *model,
           OmPastList        *self)
{
  if (self->session == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self),
                          g_list_model_get_n_items (G_LIST_MODEL (model)) > 0 &&
                            om_engine_get_setting (om_session_get_engine (self->session), OM_SETTING_ON_THIS_DAY) != 0);
}

static void
om_past_list_dispose (GObject *object)
{
  OmPastList *self = OM_PAST_LIST (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_PAST_LIST);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  g_clear_pointer (&self->filter, om_filter_free);

  G_OBJECT_CLASS (om_past_list_parent_class)->dispose (object);
}

static void
om_past_list_class_init (OmPastListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_past_list_dispose;

  /**
   * OmPastList::opened:
   * @item: a memory
   *
   * One of them was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, OM_TYPE_MEMORY_ITEM);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-past-list.ui");
  gtk_widget_class_bind_template_child (widget_class, OmPastList, box);
  gtk_widget_class_bind_template_child (widget_class, OmPastList, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_past_list_init (OmPastList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_past_list_set_session:
 * @session: whose memories; set once
 */
void
om_past_list_set_session (OmPastList *self,
                          OmSession  *session)
{
  g_autoptr (GtkSliceListModel) slice = NULL;

  g_return_if_fail (OM_IS_PAST_LIST (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->today = today_of (self);
  self->filter = filter_new (om_session_get_engine (session), self->today);
  self->model = om_memory_list_model_new (om_session_get_engine (session), self->filter, OM_SORT_NEWEST);
  g_signal_connect_object (self->model, "loaded", G_CALLBACK (loaded_cb), self, 0);
  slice = gtk_slice_list_model_new (g_object_ref (G_LIST_MODEL (self->model)), 0, MOST);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (slice), create_row, self, NULL);
}

/**
 * om_past_list_update:
 *
 * Lists again: something changed, the wish to see it, or the day.
 */
void
om_past_list_update (OmPastList *self)
{
  g_autoptr (OmFilter) filter = NULL;

  g_return_if_fail (OM_IS_PAST_LIST (self));

  if (self->session == NULL)
    return;
  self->today = today_of (self);
  filter = filter_new (om_session_get_engine (self->session), self->today);
  if (om_filter_equal (filter, self->filter))
    {
      om_memory_list_model_reload (self->model);
      return;
    }
  om_filter_free (self->filter);
  self->filter = g_steal_pointer (&filter);
  om_memory_list_model_set_query (self->model, self->filter, OM_SORT_NEWEST);
}
