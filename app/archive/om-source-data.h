/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a source says of an entry and the entry has no field for, as one JSON object. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OmSourceData OmSourceData;

OmSourceData *om_source_data_new            (void);
void          om_source_data_free           (OmSourceData *self);
void          om_source_data_add            (OmSourceData *self,
                                             const char   *name,
                                             const char   *value);
void          om_source_data_add_real       (OmSourceData *self,
                                             const char   *name,
                                             double        value);
void          om_source_data_add_json       (OmSourceData *self,
                                             const char   *name,
                                             const char   *json);
gboolean      om_source_data_add_attachment (OmSourceData *self,
                                             const char   *name);
char         *om_source_data_to_json        (OmSourceData *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmSourceData, om_source_data_free)

G_END_DECLS
