/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFieldEdits: what the person set beside a text (date, mood, tags, ...) on its way into the store. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmFieldEdits:
 * @values: (owned): the fields as they were set last
 * @chosen: fields that were ever set here
 * @unsaved: fields that no save has taken yet
 * @sending: fields of the save under way
 */
typedef struct
{
  OmMemory *values;
  OmChange  chosen;
  OmChange  unsaved;
  OmChange  sending;
} OmFieldEdits;

void            om_field_edits_init     (OmFieldEdits       *self);
void            om_field_edits_clear    (OmFieldEdits       *self);
void            om_field_edits_set      (OmFieldEdits       *self,
                                         OmChange            fields,
                                         const OmMemory     *values);
OmChange        om_field_edits_begin    (OmFieldEdits       *self);
void            om_field_edits_end      (OmFieldEdits       *self,
                                         gboolean            saved);
void            om_field_edits_forget   (OmFieldEdits       *self,
                                         OmChange            fields);
void            om_field_edits_to_draft (const OmFieldEdits *self,
                                         OmDraft            *draft);
const OmMemory *om_field_edits_pick     (const OmFieldEdits *self,
                                         OmChange            field,
                                         const OmMemory     *stored);

G_END_DECLS
