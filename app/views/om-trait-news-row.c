/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitNewsRow: the stage a trait rose to or the question whether it is still true, its sentence, on what it
 * rests, and a way to put it aside. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-news-row.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-trait-looks.h"

struct _OmTraitNewsRow
{
  GtkListBoxRow parent_instance;

  GtkImage *image;
  GtkLabel *why_label;
  GtkLabel *text_label;
  GtkLabel *numbers_label;

  char     *id; /* (owned) (nullable): of the trait */
};

enum
{
  SIGNAL_NOT_NOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTraitNewsRow, om_trait_news_row, GTK_TYPE_LIST_BOX_ROW)

static void
not_now_cb (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_NOT_NOW], 0);
}

static void
om_trait_news_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TRAIT_NEWS_ROW);

  G_OBJECT_CLASS (om_trait_news_row_parent_class)->dispose (object);
}

static void
om_trait_news_row_finalize (GObject *object)
{
  g_free (OM_TRAIT_NEWS_ROW (object)->id);

  G_OBJECT_CLASS (om_trait_news_row_parent_class)->finalize (object);
}

static void
om_trait_news_row_class_init (OmTraitNewsRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_news_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_trait_news_row_finalize;

  /**
   * OmTraitNewsRow::not-now:
   *
   * The person does not want to see it today.
   */
  signals[SIGNAL_NOT_NOW] = g_signal_new ("not-now", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-news-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsRow, image);
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsRow, why_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsRow, text_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitNewsRow, numbers_label);
  gtk_widget_class_install_action (widget_class, "news.not-now", NULL, not_now_cb);
}

static void
om_trait_news_row_init (OmTraitNewsRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** om_trait_news_row_new: (transfer floating): an empty one */
OmTraitNewsRow *
om_trait_news_row_new (void)
{
  return g_object_new (OM_TYPE_TRAIT_NEWS_ROW, NULL);
}

/**
 * om_trait_news_row_show:
 * @news: what to tell
 */
void
om_trait_news_row_show (OmTraitNewsRow    *self,
                        const OmTraitNews *news)
{
  const char *why = news->asks ? _("Still true?") : om_trait_look_stage_name (news->stage);
  g_autofree char *numbers = om_trait_look_dup_numbers (news->trait);
  g_autofree char *name = om_join_said (why, news->trait->text, numbers, NULL);

  g_return_if_fail (OM_IS_TRAIT_NEWS_ROW (self));

  g_free (self->id);
  self->id = g_strdup (news->trait->id);
  gtk_image_set_from_icon_name (self->image, om_trait_look_stage_icon (news->asks ? news->trait->shown_stage : news->stage));
  gtk_label_set_text (self->why_label, why);
  gtk_label_set_text (self->text_label, news->trait->text);
  gtk_label_set_text (self->numbers_label, numbers);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/** om_trait_news_row_get_id: (transfer none) (nullable): of the trait it tells of */
const char *
om_trait_news_row_get_id (OmTraitNewsRow *self)
{
  g_return_val_if_fail (OM_IS_TRAIT_NEWS_ROW (self), NULL);

  return self->id;
}
