/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of the bin: thirty days after the person has binned a memory it is wiped (engine.md
 * section 10). */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

gboolean om_engine_tend_bin        (OmEngine             *self,
                                    guint                *n_wiped,
                                    GCancellable         *cancellable,
                                    GError              **error);
void     om_engine_tend_bin_async  (OmEngine             *self,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              data);
gboolean om_engine_tend_bin_finish (OmEngine             *self,
                                    GAsyncResult         *result,
                                    guint                *n_wiped,
                                    GError              **error);

G_END_DECLS
