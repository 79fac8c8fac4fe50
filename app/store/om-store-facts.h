/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What entries state plainly, kept so that an entry is read once. */
#pragma once

#include "memory/om-fact-record.h"
#include "store/om-store.h"

G_BEGIN_DECLS

GArray    *om_store_facts_missing (OmStore    *self,
                                   int         reader,
                                   guint       limit,
                                   GError    **error);
gboolean   om_store_facts_put     (OmStore    *self,
                                   gint64      row,
                                   int         reader,
                                   GPtrArray  *facts,
                                   GError    **error);
GPtrArray *om_store_facts_list    (OmStore    *self,
                                   GError    **error);

G_END_DECLS
