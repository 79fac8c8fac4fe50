/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBackgroundRow: the switch for starting with the session, without a window. */
#pragma once

#include <adwaita.h>

#include "bus/om-background.h"

G_BEGIN_DECLS

#define OM_TYPE_BACKGROUND_ROW (om_background_row_get_type ())
G_DECLARE_FINAL_TYPE (OmBackgroundRow, om_background_row, OM, BACKGROUND_ROW, AdwActionRow)

/* For tests: another way than that of this machine. */
void om_background_row_set_way (OmBackgroundRow       *self,
                                const OmBackgroundWay *way);

G_END_DECLS
