/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of the store, those that change with time included. */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-engine.h"
#include "engine/om-mirror.h"

G_BEGIN_DECLS

gboolean om_statistics_collect (OmMirror               *mirror,
                                OmStore                *store,
                                const OmModelConstants *constants,
                                gint64                  now,
                                OmStats                *stats,
                                GError                **error);

G_END_DECLS
