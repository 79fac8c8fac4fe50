/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which programs asked for memories, what the person decided about them, and what they asked. Part of the
 * engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-program.h"

G_BEGIN_DECLS

/* The log holds so many rows; what is older is gone. */
#define OM_ACCESS_KEPT 2000

GPtrArray *om_engine_get_programs         (OmEngine            *self,
                                           GCancellable        *cancellable,
                                           GError             **error);
void       om_engine_get_programs_async   (OmEngine            *self,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
GPtrArray *om_engine_get_programs_finish  (OmEngine            *self,
                                           GAsyncResult        *result,
                                           GError             **error);
void       om_engine_decide_program_async (OmEngine            *self,
                                           const OmProgram     *program,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean   om_engine_decide_program_finish (OmEngine           *self,
                                           GAsyncResult        *result,
                                           GError             **error);
void       om_engine_forget_program_async (OmEngine            *self,
                                           const char          *key,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean   om_engine_forget_program_finish (OmEngine           *self,
                                           GAsyncResult        *result,
                                           GError             **error);
void       om_engine_log_access_async     (OmEngine            *self,
                                           GPtrArray           *entries,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean   om_engine_log_access_finish    (OmEngine            *self,
                                           GAsyncResult        *result,
                                           GError             **error);
GPtrArray *om_engine_get_access_log       (OmEngine            *self,
                                           guint                limit,
                                           GCancellable        *cancellable,
                                           GError             **error);
void       om_engine_get_access_log_async (OmEngine            *self,
                                           guint                limit,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
GPtrArray *om_engine_get_access_log_finish (OmEngine           *self,
                                           GAsyncResult        *result,
                                           GError             **error);
gboolean   om_engine_clear_access_log     (OmEngine            *self,
                                           GCancellable        *cancellable,
                                           GError             **error);
void       om_engine_clear_access_log_async (OmEngine          *self,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean   om_engine_clear_access_log_finish (OmEngine         *self,
                                           GAsyncResult        *result,
                                           GError             **error);

G_END_DECLS
