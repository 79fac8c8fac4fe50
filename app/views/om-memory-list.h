/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryList: a scrolled list of memories with one of them selected. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-item.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_LIST (om_memory_list_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryList, om_memory_list, OM, MEMORY_LIST, GtkWidget)

void          om_memory_list_set_model    (OmMemoryList *self,
                                           GListModel   *model);
OmMemoryItem *om_memory_list_get_selected (OmMemoryList *self);
guint         om_memory_list_count_selected (OmMemoryList *self);
GArray       *om_memory_list_dup_selected_rows (OmMemoryList *self);
void          om_memory_list_select       (OmMemoryList *self,
                                           guint         position);
void          om_memory_list_unselect     (OmMemoryList *self);
void          om_memory_list_scroll_up    (OmMemoryList *self);
gboolean      om_memory_list_take_focus   (OmMemoryList *self);

G_END_DECLS
