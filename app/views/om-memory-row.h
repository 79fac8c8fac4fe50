/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryRow: one memory in a list, of the same height whatever it holds. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-item.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_ROW (om_memory_row_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryRow, om_memory_row, OM, MEMORY_ROW, GtkWidget)

OmMemoryRow  *om_memory_row_new      (void);
void          om_memory_row_set_item (OmMemoryRow  *self,
                                      OmMemoryItem *item);
OmMemoryItem *om_memory_row_get_item (OmMemoryRow  *self);

G_END_DECLS
