/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryTraits: which traits a memory speaks for and against. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_TRAITS (om_memory_traits_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryTraits, om_memory_traits, OM, MEMORY_TRAITS, GtkWidget)

void om_memory_traits_set_session (OmMemoryTraits *self,
                                   OmSession      *session);
void om_memory_traits_set_memory  (OmMemoryTraits *self,
                                   const char     *id);

G_END_DECLS
