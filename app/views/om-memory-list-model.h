/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryListModel: a GListModel of #OmMemoryItem over the sorted rows of a list. */
#pragma once

#include <gio/gio.h>

#include "engine/om-engine.h"
#include "views/om-memory-item.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_LIST_MODEL (om_memory_list_model_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryListModel, om_memory_list_model, OM, MEMORY_LIST_MODEL, GObject)

OmMemoryListModel *om_memory_list_model_new       (OmEngine          *engine,
                                                   const OmFilter    *filter,
                                                   OmSort             sort);
void               om_memory_list_model_set_query (OmMemoryListModel *self,
                                                   const OmFilter    *filter,
                                                   OmSort             sort);
void               om_memory_list_model_reload    (OmMemoryListModel *self);
gboolean           om_memory_list_model_is_loaded (OmMemoryListModel *self);
gboolean           om_memory_list_model_find      (OmMemoryListModel *self,
                                                   gint64             row,
                                                   guint             *position);

G_END_DECLS
