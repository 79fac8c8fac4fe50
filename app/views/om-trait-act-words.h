/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was said of a trait, in words, with the way back. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session-traits.h"

G_BEGIN_DECLS

void om_trait_act_toast_show (GtkWidget  *widget,
                              OmSession  *session,
                              OmTraitVerb verb,
                              gint64      group);

G_END_DECLS
