/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of wiped entries in what the person said of traits. For engine/. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

GHashTable *om_trait_wipe_keys   (const OmWriteContext *context,
                                  const GArray         *rows,
                                  GError              **error);
gboolean    om_trait_wipe_acts   (const OmWriteContext *context,
                                  GHashTable           *wiped,
                                  GError              **error);

G_END_DECLS
