/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers in the file are out of their range, and putting them right. Reading brings them into it
 * anyway (om-store-bounds.h). */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/* @findings (element-type utf8): a sentence for each column is added. */
gboolean om_store_ranges_check  (OmStore   *self,
                                 GPtrArray *findings,
                                 GError   **error);
/* Joins the open transaction. */
gboolean om_store_ranges_repair (OmStore   *self,
                                 GError   **error);

G_END_DECLS
