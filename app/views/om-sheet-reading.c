/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a sheet is read, and read again when somebody else wrote on. Thread: main; the reading runs in
 * workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-sheet-private.h"

static void
get_thread (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  GError *error = NULL;
  OmMemory *memory = om_engine_get (OM_ENGINE (source), data, cancellable, &error);

  if (memory == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, memory, (GDestroyNotify) om_memory_unref);
}

/* The record of @id, read in a worker. The source of the result is the engine. */
static void
get_memory (OmSheet            *self,
            GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (self->engine, self->cancellable, callback, g_object_ref (self));

  g_task_set_source_tag (task, get_memory);
  g_task_set_task_data (task, g_strdup (self->id), g_free);
  g_task_run_in_thread (task, get_thread);
}

static void
refreshed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (OmSheet) self = OM_SHEET (data);
  g_autoptr (OmMemory) memory = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Only a record of the very text that is in the buffer: its version is what the next edit builds on. */
  if (memory == NULL || self->sending != NULL || self->waiting || self->state != OM_SAVE_STATE_SAVED)
    return;
  if (memory->trashed_at != 0)
    {
      om_sheet_drop (self);
      return;
    }
  /* An answer that was under way while a save of ours was ended is old. */
  if (memory->version < self->version)
    return;
  if (memory->version > self->version && g_strcmp0 (memory->content, self->saved) != 0)
    {
      /* Somebody else wrote on; nothing of ours is unsaved, so theirs is shown. */
      g_signal_handler_block (self->buffer, self->changed_id);
      om_text_buffer_set_content (self->buffer, memory->content);
      g_signal_handler_unblock (self->buffer, self->changed_id);
      g_free (self->saved);
      self->saved = g_strdup (memory->content);
      om_sheet_end_writing (self);
    }
  om_sheet_take_memory (self, g_steal_pointer (&memory));
  g_object_notify (G_OBJECT (self), "state");
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSheet) self = OM_SHEET (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->state != OM_SAVE_STATE_LOADING || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (memory == NULL)
    {
      om_sheet_set_state (self, OM_SAVE_STATE_LOAD_FAILED, g_steal_pointer (&error));
      return;
    }

  g_signal_handler_block (self->buffer, self->changed_id);
  om_text_buffer_set_content (self->buffer, memory->content);
  g_signal_handler_unblock (self->buffer, self->changed_id);
  g_free (self->saved);
  self->saved = g_strdup (memory->content);
  om_sheet_take_memory (self, g_steal_pointer (&memory));
  om_sheet_set_state (self, self->memory->trashed_at != 0 ? OM_SAVE_STATE_GONE : OM_SAVE_STATE_SAVED, NULL);
}

/**
 * om_sheet_load:
 *
 * Reads the text, or tries again to. The sheet is editable only once it is there.
 */
void
om_sheet_load (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));
  g_return_if_fail (self->id != NULL);

  if (self->state != OM_SAVE_STATE_LOADING && self->state != OM_SAVE_STATE_LOAD_FAILED)
    return;
  om_sheet_set_state (self, OM_SAVE_STATE_LOADING, NULL);
  get_memory (self, loaded_cb);
}

/**
 * om_sheet_refresh:
 *
 * Reads the record again, unless something of the person's is unsaved.
 */
void
om_sheet_refresh (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  if (self->id == NULL || self->state != OM_SAVE_STATE_SAVED)
    return;
  get_memory (self, refreshed_cb);
}
