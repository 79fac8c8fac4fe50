/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A filter as the set of documents it lets through. */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-filter.h"
#include "engine/om-mirror.h"

G_BEGIN_DECLS

OmDocSet *om_filter_mask_new (OmMirror               *mirror,
                              const OmFilter         *filter,
                              gboolean                include_private,
                              gboolean                for_list,
                              const OmModelConstants *constants,
                              gint64                  now);
gboolean  om_filter_passes   (const OmFilter         *filter,
                              const OmMemory         *memory,
                              gboolean                include_private,
                              const OmModelConstants *constants,
                              gint64                  now);

G_END_DECLS
