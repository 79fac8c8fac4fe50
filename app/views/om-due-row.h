/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDueRow: a memory that wants to be seen, and how well it is remembered. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-reminders.h"
#include "views/om-memory-item.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_DUE_ROW (om_due_row_get_type ())
G_DECLARE_FINAL_TYPE (OmDueRow, om_due_row, OM, DUE_ROW, GtkListBoxRow)

OmDueRow     *om_due_row_new      (OmSession        *session);
void          om_due_row_show     (OmDueRow         *self,
                                   const OmReminder *reminder);
OmMemoryItem *om_due_row_get_item (OmDueRow         *self);

G_END_DECLS
