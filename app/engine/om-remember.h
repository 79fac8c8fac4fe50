/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembering: one new text into the store, as one transaction, text first. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

OmMemory     *om_remember_record   (const OmWriteContext *context,
                                    const OmDraft        *draft,
                                    GError              **error);
gboolean      om_remember_insert   (const OmWriteContext *context,
                                    OmMemory             *memory,
                                    const OmAnalysis     *analysis,
                                    OmEventCause          cause,
                                    guint                *n_sections,
                                    GError              **error);
OmRemembered *om_remember          (const OmWriteContext *context,
                                    const OmDraft        *draft,
                                    GError              **error);

G_END_DECLS
