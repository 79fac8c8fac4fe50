/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBackupsPage: the page Backups of the preferences: what there is, another one, and back to one of them. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_BACKUPS_PAGE (om_backups_page_get_type ())
G_DECLARE_FINAL_TYPE (OmBackupsPage, om_backups_page, OM, BACKUPS_PAGE, AdwPreferencesPage)

void om_backups_page_set_session (OmBackupsPage *self,
                                  OmSession     *session);

G_END_DECLS
