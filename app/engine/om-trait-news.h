/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which traits have news for Today. For engine/. */
#pragma once

#include "engine/om-today.h"
#include "store/om-store.h"

G_BEGIN_DECLS

GPtrArray *om_trait_news_read (OmStore    *store,
                               gint64      day_start,
                               gint64      now,
                               GHashTable *aside,
                               GError    **error);

G_END_DECLS
