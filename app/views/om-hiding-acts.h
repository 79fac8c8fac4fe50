/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding as a whole from a widget: done, told in a toast, and taken back from there. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-hiding.h"
#include "views/om-session.h"

G_BEGIN_DECLS

void om_hiding_acts_change (OmSession      *session,
                            GtkWidget      *widget,
                            const OmHiding *hiding,
                            gboolean        hide);

G_END_DECLS
