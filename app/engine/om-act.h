/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person decides about a memory (engine.md section 10), each with a number by which it can be taken
 * back wholly. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmAct: the acts. Resting excludes being pinned; pinned implies kept, and unpinned stays kept. */
typedef enum
{
  OM_ACT_REMEMBER, /* "I remember this" */
  OM_ACT_READ,     /* opened from a search, a card or the graph, and read: recalled as well */
  OM_ACT_PIN,
  OM_ACT_UNPIN,
  OM_ACT_KEEP,
  OM_ACT_LET_FADE,
  OM_ACT_RESOLVE,
  OM_ACT_REOPEN,
  OM_ACT_REST,
  OM_ACT_WAKE,
  OM_ACT_HIDE,
  OM_ACT_UNHIDE,
  OM_ACT_MAKE_PRIVATE,
  OM_ACT_UNMAKE_PRIVATE,
  OM_N_ACTS,
} OmAct;

gboolean om_engine_act        (OmEngine            *self,
                               OmAct                act,
                               const char *const   *ids,
                               gint64              *group,
                               GCancellable        *cancellable,
                               GError             **error);
void     om_engine_act_async  (OmEngine            *self,
                               OmAct                act,
                               const char *const   *ids,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             data);
gboolean om_engine_act_finish (OmEngine            *self,
                               GAsyncResult        *result,
                               gint64              *group,
                               GError             **error);

G_END_DECLS
