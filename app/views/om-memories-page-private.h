/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the page of memories share; nobody else includes it. */
#pragma once

#include <adwaita.h>

#include "views/om-calendar-box.h"
#include "views/om-filter-bar.h"
#include "views/om-finder.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list-model.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-selection-bar.h"
#include "views/om-trait-strip.h"

G_BEGIN_DECLS

struct _OmMemoriesPage
{
  GtkWidget parent_instance;

  AdwLeaflet        *leaflet;
  GtkWidget         *list_pane;
  GtkSearchEntry    *entry;
  GtkToggleButton   *calendar_button;
  OmFilterBar       *filter_bar;
  GtkLabel          *note_label;
  OmTraitStrip      *trait_strip;
  GtkStack          *stack;
  OmMemoryList      *list;
  OmMemoryList      *results;
  OmCalendarBox     *calendar;
  AdwStatusPage     *nothing_page;
  AdwStatusPage     *failed_page;
  OmMemoryPage      *page;
  OmSelectionBar    *selection_bar;

  OmSession         *session; /* (owned) (nullable) */
  OmMemoryListModel *model;   /* (owned) (nullable) */
  OmFinder          *finder;  /* (owned) (nullable) */
  char              *failure; /* (owned) (nullable): why the list could not be read */
  guint              open_id;
  guint              read_id;
  gboolean           from_calendar; /* what is listed was chosen in the calendar */
  char              *wanted_id;   /* (owned) (nullable): to be selected once its row is known */
  gint64             wanted_row;  /* to be selected once it is listed, 0 for none */
  guint              select_next; /* where to select after a memory has gone, or GTK_INVALID_LIST_POSITION */
};

gboolean      om_memories_page_is_searching      (OmMemoriesPage *self);
gboolean      om_memories_page_shows_bin         (OmMemoriesPage *self);
OmMemoryList *om_memories_page_get_shown_list    (OmMemoriesPage *self);
void          om_memories_page_show_contents     (OmMemoriesPage *self);
void          om_memories_page_show_memory       (OmMemoriesPage *self,
                                                  const char     *id,
                                                  gboolean        from_search);
void          om_memories_page_let_go            (OmMemoriesPage *self,
                                                  char          **ids);
void          om_memories_page_select_wanted     (OmMemoriesPage *self);
void          om_memories_page_stop_search_cb    (GtkSearchEntry *entry,
                                                  OmMemoriesPage *self);
void          om_memories_page_watch_finder      (OmMemoriesPage *self);
void          om_memories_page_watch_memories    (OmMemoriesPage *self);
gboolean      om_memories_page_shows_calendar    (OmMemoriesPage *self);
gboolean      om_memories_page_leave_days        (OmMemoriesPage *self);
void          om_memories_page_class_add_acts    (GtkWidgetClass *widget_class);
void          om_memories_page_class_add_calendar (GtkWidgetClass *widget_class);
void          om_memories_page_class_add_opening (GtkWidgetClass *widget_class);
void          om_memories_page_class_add_search  (GtkWidgetClass *widget_class);

G_END_DECLS
