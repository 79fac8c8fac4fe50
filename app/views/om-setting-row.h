/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSettingRow: one setting of the journal, with what it does, and the way back to its default. */
#pragma once

#include <adwaita.h>

#include "engine/om-settings.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_SETTING_ROW (om_setting_row_get_type ())
G_DECLARE_FINAL_TYPE (OmSettingRow, om_setting_row, OM, SETTING_ROW, AdwActionRow)

GtkWidget *om_setting_row_new (OmSession *session,
                               OmSetting  setting);

G_END_DECLS
