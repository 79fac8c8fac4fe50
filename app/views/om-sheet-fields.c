/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside a sheet's text: its title, date, tags, mood and the like. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-sheet-private.h"

#include "engine/om-tags.h"

/**
 * om_sheet_set_fields:
 * @fields: what of @values counts: date, tags, mood, ...; not the text
 * @values: the values
 *
 * Sets what stands beside the text. A text that is not stored yet takes it along with its first save;
 * else it is saved now.
 */
void
om_sheet_set_fields (OmSheet        *self,
                     OmChange        fields,
                     const OmMemory *values)
{
  g_return_if_fail (OM_IS_SHEET (self));
  g_return_if_fail ((fields & (OM_CHANGE_CONTENT | OM_CHANGE_TITLE)) == 0);

  if (!om_sheet_is_editable (self))
    return;
  om_field_edits_set (&self->fields, fields, values);
  g_object_notify (G_OBJECT (self), "state");
  if (self->id == NULL && self->state == OM_SAVE_STATE_BLANK)
    return;
  self->waiting = TRUE;
  if (self->state == OM_SAVE_STATE_SAVED)
    om_sheet_set_state (self, OM_SAVE_STATE_CHANGED, NULL);
  om_sheet_start_save (self);
}

/**
 * om_sheet_change_tags:
 * @add: (nullable): a tag it gets
 * @remove: (nullable): a tag it loses
 */
void
om_sheet_change_tags (OmSheet    *self,
                      const char *add,
                      const char *remove)
{
  static const char *const none[] = { NULL };
  const char *added[] = { add, NULL };
  const char *removed[] = { remove, NULL };
  const OmMemory *record = om_sheet_get_record (self, OM_CHANGE_TAGS);
  g_autoptr (OmMemory) values = om_memory_new ();

  g_strfreev (values->tags);
  values->tags = om_tags_changed (record != NULL && record->tags != NULL ? (const char *const *) record->tags : none, added, removed);
  om_sheet_set_fields (self, OM_CHANGE_TAGS, values);
}

/**
 * om_sheet_set_title:
 * @title: (nullable): what stands in the title's field; %NULL or empty for none
 *
 * Saved in the same way and with the same care as the text. Only what is stored has a title.
 */
void
om_sheet_set_title (OmSheet    *self,
                    const char *title)
{
  g_autoptr (OmMemory) values = NULL;

  g_return_if_fail (OM_IS_SHEET (self));

  if (self->id == NULL || !om_sheet_is_editable (self))
    return;
  if (title != NULL && *title == '\0')
    title = NULL;
  if (g_strcmp0 (title, om_sheet_get_title (self)) == 0)
    return;
  values = om_memory_new ();
  values->title = g_strdup (title);
  om_field_edits_set (&self->fields, OM_CHANGE_TITLE, values);
  om_sheet_changed_cb (GTK_TEXT_BUFFER (self->buffer), self);
}

/**
 * om_sheet_get_title:
 *
 * Returns: (transfer none) (nullable): the title as it is or will be stored
 */
const char *
om_sheet_get_title (OmSheet *self)
{
  const OmMemory *record = om_sheet_get_record (self, OM_CHANGE_TITLE);

  return record != NULL ? record->title : NULL;
}

/**
 * om_sheet_replace:
 * @content: another text
 * @title: (nullable): its title
 *
 * Puts another text in the place of this one, as if it had been typed: it is saved, what was there
 * becomes a former text, and Undo brings it back.
 */
void
om_sheet_replace (OmSheet    *self,
                  const char *content,
                  const char *title)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter start;
  GtkTextIter end;

  g_return_if_fail (OM_IS_SHEET (self));

  if (!om_sheet_is_editable (self))
    return;
  om_sheet_end_writing (self);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, content, -1);
  gtk_text_buffer_end_user_action (buffer);
  om_sheet_set_title (self, title);
  om_sheet_start_save (self);
}

/**
 * om_sheet_get_record:
 * @field: one field
 *
 * Returns: (transfer none) (nullable): a record that holds the field as it is or will be stored, %NULL
 *   if nothing was said about it yet
 */
const OmMemory *
om_sheet_get_record (OmSheet *self,
                     OmChange field)
{
  g_return_val_if_fail (OM_IS_SHEET (self), NULL);

  return om_field_edits_pick (&self->fields, field, self->memory);
}
