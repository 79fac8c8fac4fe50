/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waypoints that stand in the text: [[another memory]]. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

gboolean om_text_links_follow (const OmWriteContext *context,
                               const OmMemory       *memory,
                               const char           *former,
                               GError              **error);

G_END_DECLS
