/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmRemindDialog: on which day a memory wants to be seen. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_REMIND_DIALOG (om_remind_dialog_get_type ())
G_DECLARE_FINAL_TYPE (OmRemindDialog, om_remind_dialog, OM, REMIND_DIALOG, AdwWindow)

OmRemindDialog *om_remind_dialog_new (GtkWidget  *widget,
                                      OmSession  *session,
                                      const char *id);

G_END_DECLS
