/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How hidings lie in the store, and which memories they hide. For engine/ alone. */
#pragma once

#include "engine/om-hiding.h"
#include "engine/om-mirror.h"
#include "index/om-doc-set.h"
#include "store/om-store.h"

G_BEGIN_DECLS

GPtrArray *om_hidings_read   (OmStore         *store,
                              GPtrArray       *problems,
                              GError         **error);
gboolean   om_hidings_repair (OmStore         *store,
                              GError         **error);
OmDocSet  *om_hidings_find   (const GPtrArray *hidings,
                              OmMirror        *mirror,
                              OmStore         *store,
                              GError         **error);
gboolean   om_hidden_docs    (OmMirror        *mirror,
                              OmStore         *store,
                              OmDocSet       **docs,
                              GError         **error);

G_END_DECLS
