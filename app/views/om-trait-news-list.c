/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitNewsList: a heading and a card for each trait with news; not in view without any. Activating a card
 * opens the trait; being shown strengthens nothing. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-news-list.h"

#include "views/om-trait-news-row.h"

struct _OmTraitNewsList
{
  GtkWidget parent_instance;

  GtkWidget  *box; /* bound, so that it is let go with the template */
  GtkListBox *list;
};

enum
{
  SIGNAL_NOT_NOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTraitNewsList, om_trait_news_list, GTK_TYPE_WIDGET)

static void
row_activated_cb (GtkListBox      *list,
                  GtkListBoxRow   *row,
                  OmTraitNewsList *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-trait", "s", om_trait_news_row_get_id (OM_TRAIT_NEWS_ROW (row)));
}

static void
not_now_cb (OmTraitNewsRow  *row,
            OmTraitNewsList *self)
{
  g_signal_emit (self, signals[SIGNAL_NOT_NOW], 0, om_trait_news_row_get_id (row));
}

static void
om_trait_news_list_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TRAIT_NEWS_LIST);

  G_OBJECT_CLASS (om_trait_news_list_parent_class)->dispose (object);
}

static void
om_trait_news_list_class_init (OmTraitNewsListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_news_list_dispose;

  /**
   * OmTraitNewsList::not-now:
   * @id: a trait
   *
   * The person does not want to see it today.
   */
  signals[SIGNAL_NOT_NOW] = g_signal_new ("not-now", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-news-list.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsList, box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsList, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trait_news_list_init (OmTraitNewsList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_trait_news_list_show:
 * @news: (element-type OmTraitNews): what there is
 *
 * Cards stay the widgets they are, so that the keyboard stays where it is; the nearest that is left takes over
 * from one that goes.
 */
void
om_trait_news_list_show (OmTraitNewsList *self,
                         GPtrArray       *news)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self->list));
  int place = focus != NULL ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (focus)) : -1;
  GtkListBoxRow *row;

  g_return_if_fail (OM_IS_TRAIT_NEWS_LIST (self));

  for (guint i = 0; i < news->len; i++)
    {
      row = gtk_list_box_get_row_at_index (self->list, (int) i);
      if (row == NULL)
        {
          row = GTK_LIST_BOX_ROW (om_trait_news_row_new ());
          g_signal_connect_object (row, "not-now", G_CALLBACK (not_now_cb), self, 0);
          gtk_list_box_append (self->list, GTK_WIDGET (row));
        }
      om_trait_news_row_show (OM_TRAIT_NEWS_ROW (row), g_ptr_array_index (news, i));
    }
  if (place >= (int) news->len && news->len > 0)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int) news->len - 1)));
  else if (place >= 0 && news->len == 0)
    gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIR_TAB_FORWARD);
  while ((row = gtk_list_box_get_row_at_index (self->list, (int) news->len)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self), news->len > 0);
}
