/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFieldEdits: what the person set beside a text on its way into the store: into the draft while there
 * is no memory yet, as an edit afterwards, and again after a save that failed. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-field-edits.h"

#include <math.h>

void
om_field_edits_init (OmFieldEdits *self)
{
  *self = (OmFieldEdits) { .values = om_memory_new () };
}

void
om_field_edits_clear (OmFieldEdits *self)
{
  g_clear_pointer (&self->values, om_memory_unref);
}

/**
 * om_field_edits_set:
 * @fields: what was set; a title and a type only of what is stored already
 * @values: (not nullable): the values, copied
 */
void
om_field_edits_set (OmFieldEdits   *self,
                    OmChange        fields,
                    const OmMemory *values)
{
  if ((fields & OM_CHANGE_TITLE) != 0)
    {
      char *title = g_strdup (values->title);

      g_free (self->values->title);
      self->values->title = title;
    }
  if ((fields & OM_CHANGE_TYPE) != 0)
    self->values->type = values->type;
  if ((fields & OM_CHANGE_HAPPENED) != 0)
    self->values->happened = values->happened;
  if ((fields & OM_CHANGE_TAGS) != 0)
    {
      char **tags = g_strdupv (values->tags);

      g_strfreev (self->values->tags);
      self->values->tags = tags;
    }
  if ((fields & OM_CHANGE_SECTOR) != 0)
    self->values->sector = values->sector;
  if ((fields & OM_CHANGE_IMPORTANCE) != 0)
    self->values->importance = values->importance;
  if ((fields & OM_CHANGE_MOOD) != 0)
    {
      self->values->valence = values->valence;
      self->values->arousal = values->arousal;
    }
  if ((fields & OM_CHANGE_CONTEXT) != 0)
    self->values->context = values->context;
  if ((fields & OM_CHANGE_FLAGS) != 0)
    self->values->flags = values->flags;
  self->chosen |= fields;
  self->unsaved |= fields;
}

/**
 * om_field_edits_begin:
 *
 * A save begins.
 *
 * Returns: the fields it takes along
 */
OmChange
om_field_edits_begin (OmFieldEdits *self)
{
  self->sending = self->unsaved;
  self->unsaved = 0;
  return self->sending;
}

/**
 * om_field_edits_end:
 * @saved: %FALSE: it failed, so that the next one takes the fields along again
 *
 * The save that began last has ended.
 */
void
om_field_edits_end (OmFieldEdits *self,
                    gboolean      saved)
{
  if (!saved)
    self->unsaved |= self->sending;
  self->sending = 0;
}

/**
 * om_field_edits_forget:
 * @fields: fields that cannot be stored as they are: no save takes them along any more
 */
void
om_field_edits_forget (OmFieldEdits *self,
                       OmChange      fields)
{
  self->unsaved &= ~fields;
  self->chosen &= ~fields;
}

/**
 * om_field_edits_to_draft:
 * @draft: the memory that is about to be made; gets what was ever set
 */
void
om_field_edits_to_draft (const OmFieldEdits *self,
                         OmDraft            *draft)
{
  if ((self->chosen & OM_CHANGE_HAPPENED) != 0 && self->values->happened.precision != OM_PRECISION_UNKNOWN)
    {
      draft->happened = self->values->happened;
      draft->has_happened = TRUE;
    }
  if ((self->chosen & OM_CHANGE_TAGS) != 0)
    {
      g_strfreev (draft->tags);
      draft->tags = g_strdupv (self->values->tags);
    }
  if ((self->chosen & OM_CHANGE_SECTOR) != 0)
    draft->sector = self->values->sector;
  if ((self->chosen & OM_CHANGE_IMPORTANCE) != 0)
    draft->importance = self->values->importance;
  if ((self->chosen & OM_CHANGE_MOOD) != 0 && !isnan (self->values->valence))
    {
      draft->valence = self->values->valence;
      draft->arousal = self->values->arousal;
    }
  if ((self->chosen & OM_CHANGE_CONTEXT) != 0)
    draft->context = self->values->context;
  if ((self->chosen & OM_CHANGE_FLAGS) != 0)
    draft->flags = self->values->flags;
}

/**
 * om_field_edits_pick:
 * @field: one field
 * @stored: (nullable): the record as it is stored
 *
 * Returns: (transfer none) (nullable): the record that holds the field as it is or will be stored, %NULL
 *   if neither the person nor the store has said anything
 */
const OmMemory *
om_field_edits_pick (const OmFieldEdits *self,
                     OmChange            field,
                     const OmMemory     *stored)
{
  if (((self->unsaved | self->sending) & field) != 0)
    return self->values;
  if (stored != NULL)
    return stored;
  return (self->chosen & field) != 0 ? self->values : NULL;
}
