/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryDetails: all that stands beside the text of a memory. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_DETAILS (om_memory_details_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryDetails, om_memory_details, OM, MEMORY_DETAILS, GtkWidget)

void om_memory_details_set_session (OmMemoryDetails *self,
                                    OmSession       *session);
void om_memory_details_set_sheet   (OmMemoryDetails *self,
                                    OmSheet         *sheet);

G_END_DECLS
