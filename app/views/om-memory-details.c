/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryDetails: all that stands beside the text of a memory, in one scrolled column. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-details.h"

#include <adwaita.h>

#include "views/om-child-window.h"
#include "views/om-history-box.h"
#include "views/om-kind-box.h"
#include "views/om-links-box.h"
#include "views/om-memory-traits.h"
#include "views/om-mood-box.h"
#include "views/om-standing-box.h"
#include "views/om-tag-editor.h"
#include "views/om-versions-window.h"

struct _OmMemoryDetails
{
  GtkWidget parent_instance;

  GtkWidget     *scroller; /* bound, so that it is let go with the template */
  OmTagEditor   *tags;
  OmKindBox     *kind;
  OmMoodBox     *mood;
  OmStandingBox *standing;
  OmHistoryBox  *history;
  OmLinksBox    *links;
  OmMemoryTraits *traits;
  GtkButton     *versions_button;

  OmSession     *session; /* (owned) (nullable) */
  OmSheet       *sheet;   /* (owned) (nullable) */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMemoryDetails, om_memory_details, GTK_TYPE_WIDGET)

static void
link_opened_cb (GtkWidget       *box,
                const char      *id,
                OmMemoryDetails *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, id);
}

static void
versions_clicked_cb (GtkButton       *button,
                     OmMemoryDetails *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  OmVersionsWindow *window;

  if (self->sheet == NULL || om_sheet_get_id (self->sheet) == NULL)
    return;
  window = om_versions_window_new (self->session, self->sheet);
  om_child_window_attach (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
om_memory_details_dispose (GObject *object)
{
  OmMemoryDetails *self = OM_MEMORY_DETAILS (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_DETAILS);
  g_clear_object (&self->sheet);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_memory_details_parent_class)->dispose (object);
}

static void
om_memory_details_class_init (OmMemoryDetailsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memory_details_dispose;

  g_type_ensure (OM_TYPE_TAG_EDITOR);
  g_type_ensure (OM_TYPE_KIND_BOX);
  g_type_ensure (OM_TYPE_MOOD_BOX);
  g_type_ensure (OM_TYPE_STANDING_BOX);
  g_type_ensure (OM_TYPE_HISTORY_BOX);
  g_type_ensure (OM_TYPE_LINKS_BOX);
  g_type_ensure (OM_TYPE_MEMORY_TRAITS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-details.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, tags);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, kind);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, mood);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, standing);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, history);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, links);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, traits);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryDetails, versions_button);
  gtk_widget_class_bind_template_callback (widget_class, link_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, versions_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  /**
   * OmMemoryDetails::opened:
   * @id: a memory
   *
   * The memory at the other end of a link is to be opened.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_memory_details_init (OmMemoryDetails *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_memory_details_set_session:
 * @session: where the memories lie; set once
 */
void
om_memory_details_set_session (OmMemoryDetails *self,
                               OmSession       *session)
{
  g_return_if_fail (OM_IS_MEMORY_DETAILS (self));

  g_set_object (&self->session, session);
  om_tag_editor_set_session (self->tags, session);
  om_kind_box_set_session (self->kind, session);
  om_standing_box_set_session (self->standing, session);
  om_history_box_set_session (self->history, session);
  om_links_box_set_session (self->links, session);
  om_memory_traits_set_session (self->traits, session);
}

/**
 * om_memory_details_set_sheet:
 * @sheet: (nullable): the memory it tells of
 */
void
om_memory_details_set_sheet (OmMemoryDetails *self,
                             OmSheet         *sheet)
{
  g_return_if_fail (OM_IS_MEMORY_DETAILS (self));

  g_set_object (&self->sheet, sheet);
  om_tag_editor_set_sheet (self->tags, sheet);
  om_kind_box_set_sheet (self->kind, sheet);
  om_mood_box_set_sheet (self->mood, sheet);
  om_standing_box_set_sheet (self->standing, sheet);
  om_history_box_set_sheet (self->history, sheet);
  om_links_box_set_memory (self->links, sheet != NULL ? om_sheet_get_id (sheet) : NULL);
  om_memory_traits_set_memory (self->traits, sheet != NULL ? om_sheet_get_id (sheet) : NULL);
}
