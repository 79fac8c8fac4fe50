/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person has put aside on Today, for the rest of the day. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

GHashTable *om_aside_read  (OmStore    *store,
                            gint32      journal_day);
gboolean    om_aside_write (OmStore    *store,
                            gint32      journal_day,
                            GHashTable *aside,
                            GError    **error);

G_END_DECLS
