/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sectors and the reasons of a hit are shown: the one table of names, symbols and style classes. */
#pragma once

#include "engine/om-hit.h"
#include "memory/om-enums.h"

G_BEGIN_DECLS

const char *om_look_sector_name  (OmSector    sector);
const char *om_look_sector_icon  (OmSector    sector);
const char *om_look_sector_class (OmSector    sector);
const char *om_look_reason_name  (OmHitReason reason);
char      **om_look_dup_reasons  (guint       reasons);

G_END_DECLS
