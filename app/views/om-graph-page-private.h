/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the Graph page share; nobody else includes it. */
#pragma once

#include <adwaita.h>

#include "views/om-graph-filter-box.h"
#include "views/om-graph-list.h"
#include "views/om-graph-model.h"
#include "views/om-graph-page.h"
#include "views/om-graph-time.h"
#include "views/om-graph-view.h"

G_BEGIN_DECLS

struct _OmGraphPage
{
  GtkWidget parent_instance;

  GtkStack             *stack;
  GtkSearchEntry       *entry;
  GtkMenuButton        *filter_button;
  OmGraphFilterBox     *filter_box;
  GtkToggleButton      *time_button;
  GtkToggleButton      *list_button;
  GtkMenuButton        *menu_button;
  GtkWidget            *around_box;
  GtkLabel             *around_label;
  GtkDropDown          *depth_drop_down;
  GtkWidget            *note_box;
  GtkLabel             *note_label;
  AdwFlap              *flap;
  OmGraphView          *view;
  OmGraphList          *list;
  OmGraphTime          *time;
  GMenuModel           *node_menu;

  OmSession            *session;     /* (owned) (nullable) */
  OmGraphModel         *model;       /* (owned) (nullable) */
  GtkWidget            *node_popover; /* (owned by self) (nullable) */
  char                 *start_id;    /* (owned) (nullable): memory a path or link starts from */
  GCancellable         *cancellable; /* (owned): of what is asked for the page */
  GCancellable         *searching;   /* (owned) (nullable): of the search under way */
  GtkFileChooserNative *chooser;     /* (owned) (nullable): while it is open */
  gboolean              as_svg;      /* what it was asked for */
};

void om_graph_page_show_note   (OmGraphPage    *self,
                                const char     *text);
void om_graph_page_find_path   (OmGraphPage    *self,
                                const char     *from,
                                const char     *to);
void om_graph_page_link        (OmGraphPage    *self,
                                const char     *source,
                                const char     *target,
                                gboolean        link);
void om_graph_page_class_add_acts (GtkWidgetClass *widget_class);

G_END_DECLS
