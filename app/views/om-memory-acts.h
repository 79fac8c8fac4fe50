/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryActs: what can be done with the memory in view, as actions with keys and as a menu. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_ACTS (om_memory_acts_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryActs, om_memory_acts, OM, MEMORY_ACTS, GObject)

OmMemoryActs *om_memory_acts_new         (GtkWidget    *widget);
void          om_memory_acts_set_session (OmMemoryActs *self,
                                          OmSession    *session);
void          om_memory_acts_set_sheet   (OmMemoryActs *self,
                                          OmSheet      *sheet);
GMenuModel   *om_memory_acts_get_menu    (OmMemoryActs *self);
void          om_memory_acts_do          (OmMemoryActs *self,
                                          OmAct         act);

G_END_DECLS
