/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain facts: read off the entries, each with how long it held. A newer fact of the same subject and
 * predicate takes the place of the older, which is kept ("changed on"). A projection: edited, deleted and
 * private entries change what is told the next time it is asked. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-fact-record.h"

G_BEGIN_DECLS

/* As of no date: every value there was, with when it changed. */
#define OM_FACTS_EVER G_MAXINT64

GPtrArray *om_engine_list_facts        (OmEngine            *self,
                                        gint64               as_of,
                                        const char          *memory_id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void       om_engine_list_facts_async  (OmEngine            *self,
                                        gint64               as_of,
                                        const char          *memory_id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray *om_engine_list_facts_finish (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);

/* For tests: the supersession alone. */
GPtrArray *om_facts_supersede          (GPtrArray           *facts);

G_END_DECLS
