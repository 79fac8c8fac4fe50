/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoriesWindow: a handful of memories that belong together, to choose one from. */
#pragma once

#include <adwaita.h>

#include "views/om-memory-item.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORIES_WINDOW (om_memories_window_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoriesWindow, om_memories_window, OM, MEMORIES_WINDOW, AdwWindow)

OmMemoriesWindow *om_memories_window_new          (OmSession        *session,
                                                   GtkWindow        *parent,
                                                   const char       *title);
void              om_memories_window_show_rows    (OmMemoriesWindow *self,
                                                   const GArray     *rows);
void              om_memories_window_show_members (OmMemoriesWindow *self,
                                                   const char       *id);

G_END_DECLS
