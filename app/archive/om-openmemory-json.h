/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams memories from the JSON that memory software writes: lists, backups, JSON lines. */
#pragma once

#include "archive/om-foreign-memory.h"
#include "archive/om-text-stream.h"

G_BEGIN_DECLS

typedef struct _OmCategories OmCategories;

OmCategories *om_categories_read      (OmTextStream     *stream,
                                       GError          **error);
void          om_categories_free      (OmCategories     *self);

gboolean      om_openmemory_json_read (OmReadJob        *job,
                                       OmForeignReading *reading,
                                       OmTextStream     *stream,
                                       const char       *name,
                                       OmCategories     *categories,
                                       GError          **error);
int           om_openmemory_json_probe (const char      *head);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmCategories, om_categories_free)

G_END_DECLS
