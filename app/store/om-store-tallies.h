/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts by month, for the statistics. */
#pragma once

#include "memory/om-tally.h"
#include "store/om-store.h"

G_BEGIN_DECLS

GArray  *om_store_list_tallies       (OmStore   *self,
                                      GTimeZone *zone,
                                      GError   **error);
gboolean om_store_word_count_register (OmStore  *self,
                                      GError   **error);

G_END_DECLS
