/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: from what was typed to explained results. Changes nothing. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-mirror.h"
#include "engine/om-recall-params.h"

G_BEGIN_DECLS

/**
 * OmRecallContext:
 * What a search works on. All of it is the caller's.
 */
typedef struct
{
  OmMirror             *mirror;
  OmStore              *store;
  OmEmbedder           *embedder;
  const OmRecallParams *params;
  gint64                now;
} OmRecallContext;

OmAnswer *om_recall_answer (const OmRecallContext *context,
                            const OmSearch        *search,
                            GCancellable          *cancellable,
                            GError               **error);

G_END_DECLS
