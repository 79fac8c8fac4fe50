/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long texts: a document holds its whole text; sections of it are what is found (engine.md section 2). */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

OmAnalysis *om_document_analyse       (const OmAnalyser     *analyser,
                                       const char           *title,
                                       const char           *content,
                                       OmSector              explicit_sector);
OmAnalysis *om_document_vectors       (const OmAnalyser     *analyser,
                                       const OmMemory       *memory);
gboolean    om_document_restore_vectors (const OmWriteContext *context,
                                        OmMemory             *memory,
                                        GError              **error);
gboolean    om_document_follow         (const OmWriteContext *context,
                                        const OmMemory       *document,
                                        GError              **error);
gboolean    om_document_write_sections (const OmWriteContext *context,
                                       OmMemory             *document,
                                       OmEventCause          cause,
                                       GError              **error);

G_END_DECLS
