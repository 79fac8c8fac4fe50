/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sectors, kinds, vividness, links and the reasons of a hit are shown: the one table of names,
 * symbols and style classes. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-hit.h"
#include "memory/om-enums.h"

G_BEGIN_DECLS

const char *om_look_sector_name    (OmSector       sector);
const char *om_look_sector_icon    (OmSector       sector);
const char *om_look_sector_class   (OmSector       sector);
void        om_look_sector_color   (OmSector       sector,
                                    GtkWidget     *widget,
                                    GdkRGBA       *color);
const char *om_look_vividness_name (OmVividness    vividness);
const char *om_look_type_name      (OmMemoryType   type);
const char *om_look_context_name   (OmContext      context);
const char *om_look_link_name      (OmWaypointKind kind,
                                    gboolean       outgoing);
const char *om_look_weight_name    (double         weight);
const char *om_look_reason_name    (OmHitReason    reason);
char      **om_look_dup_reasons    (guint          reasons);

G_END_DECLS
