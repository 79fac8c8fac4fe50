/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON exports read entry by entry: a list at the top or in a member of the outermost object. */
#pragma once

#include "archive/om-format.h"
#include "archive/om-json-value.h"
#include "archive/om-tag-set.h"

G_BEGIN_DECLS

/**
 * OmJsonEntryFunc:
 * @entry: one entry; for a list that is an object its member, whose name is @entry->name
 * @place: where it stands, for remarks
 *
 * Returns: %FALSE if reading is to stop
 */
typedef gboolean (*OmJsonEntryFunc) (OmJsonValue  *entry,
                                     const char   *place,
                                     gpointer      data,
                                     GError      **error);

gboolean om_json_source_read      (OmReadJob        *job,
                                   OmContainer      *container,
                                   OmMember         *member,
                                   const char       *list,
                                   OmJsonEntryFunc   func,
                                   gpointer          data,
                                   OmJsonValue     **rest,
                                   GError          **error);
gboolean om_json_source_load      (OmReadJob        *job,
                                   OmContainer      *container,
                                   OmMember         *member,
                                   OmJsonValue     **value,
                                   GError          **error);
void     om_json_source_take_tags (OmJsonValue      *entry,
                                   const char       *name,
                                   OmTagSet         *tags);
gboolean om_json_source_finish    (OmReadJob        *job,
                                   OmDraft          *draft,
                                   OmTagSet         *tags,
                                   OmJsonValue      *entry,
                                   OmSourceData     *data,
                                   const char       *id,
                                   const char       *place,
                                   GError          **error);

G_END_DECLS
