/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of memories, in order, from the table in memory. */
#pragma once

#include "engine/om-engine.h"
#include "dynamics/om-constants.h"
#include "engine/om-mirror.h"

G_BEGIN_DECLS

GArray *om_listing_new (OmMirror               *mirror,
                        const OmFilter         *filter,
                        const OmDocSet         *hidden,
                        OmSort                  sort,
                        const OmModelConstants *constants,
                        gint64                  now);

G_END_DECLS
