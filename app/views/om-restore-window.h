/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmRestoreWindow: what a backup holds, and putting it in the place of the journal. */
#pragma once

#include <adwaita.h>

#include "engine/om-backup.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_RESTORE_WINDOW (om_restore_window_get_type ())
G_DECLARE_FINAL_TYPE (OmRestoreWindow, om_restore_window, OM, RESTORE_WINDOW, AdwWindow)

OmRestoreWindow *om_restore_window_new (OmSession      *session,
                                        const OmBackup *backup,
                                        GtkWindow      *parent);

G_END_DECLS
