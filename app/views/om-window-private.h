/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the window share; nobody else includes it. */
#pragma once

#include "views/om-graph-page.h"
#include "views/om-memories-page.h"
#include "views/om-salience-page.h"
#include "views/om-memory-list-model.h"
#include "views/om-today-page.h"
#include "views/om-traits-page.h"
#include "views/om-trouble-page.h"
#include "views/om-window.h"

G_BEGIN_DECLS

struct _OmWindow
{
  AdwApplicationWindow parent_instance;

  GtkStack             *main_stack;
  AdwViewStack         *pages;
  AdwHeaderBar         *header;
  AdwViewSwitcherTitle *switcher_title;
  GtkButton            *back_button;
  GtkMenuButton        *menu_button;
  AdwToastOverlay      *toasts;
  GtkWidget            *sample_bar;
  GtkRevealer          *unsaved_revealer;
  GtkLabel             *unsaved_label;
  OmTodayPage          *today_page;
  OmMemoriesPage       *memories_page;
  OmGraphPage          *graph_page;
  OmSaliencePage       *salience_page;
  OmTraitsPage         *traits_page;
  OmTroublePage        *trouble_page;

  GSettings            *settings; /* (owned) */
  OmSession            *session;  /* (owned) (nullable) */
  OmMemoryListModel    *model;    /* (owned) (nullable): what Today shows, the newest first */
  GtkFileChooserNative *chooser;  /* (owned) (nullable): while it is open */
  guint                 back_id; /* the header is about to show or hide the way back */
  gboolean              closing;  /* saving before it closes */
  gboolean              ask;      /* ask if something cannot be saved */
};

void     om_window_show_toast        (OmWindow       *self,
                                      const char     *text);
void     om_window_show_page         (OmWindow       *self,
                                      const char     *name);
gboolean om_window_is_page           (OmWindow       *self,
                                      const char     *name);
void     om_window_focus_page        (OmWindow       *self);
void     om_window_show_notices      (OmWindow       *self);
void     om_window_accept_files      (OmWindow       *self);
void     om_window_class_add_actions (GtkWidgetClass *widget_class);
void     om_window_class_add_closing (GtkWidgetClass *widget_class);
void     om_window_class_add_notices (GtkWidgetClass *widget_class);

G_END_DECLS
