/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a sheet is saved: two seconds after a change at the latest, one save at a time, tried again when it
 * fails. Thread: main; the writing runs in the engine's thread. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-sheet-private.h"

#include <string.h>

#define SAVE_AFTER_MS 2000
#define RETRY_AFTER_S 5
/* What is saved while one writes on becomes one version, unless this long nothing was saved ... */
#define WRITING_MS (10 * 60 * 1000)
/* ... or more than a line or two of it has gone. */
#define MAX_LOST_BYTES 200

static gboolean
save_timeout_cb (gpointer data)
{
  OmSheet *self = data;

  self->save_id = 0;
  om_sheet_start_save (self);
  return G_SOURCE_REMOVE;
}

static gboolean
retry_timeout_cb (gpointer data)
{
  OmSheet *self = data;

  self->retry_id = 0;
  om_sheet_start_save (self);
  return G_SOURCE_REMOVE;
}

/**
 * om_sheet_schedule_save:
 *
 * Saves two seconds after the first change that is not saved.
 */
void
om_sheet_schedule_save (OmSheet *self)
{
  /* The clock runs from the first change that is not saved: it is not set back by the next key. */
  if (self->save_id != 0)
    return;
  self->save_id = g_timeout_add (SAVE_AFTER_MS, save_timeout_cb, self);
  g_source_set_name_by_id (self->save_id, "[openmemory] save text");
}

/**
 * om_sheet_stop_timers:
 *
 * Nothing is saved by itself any more.
 */
void
om_sheet_stop_timers (OmSheet *self)
{
  g_clear_handle_id (&self->save_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
}

/**
 * om_sheet_changed_cb:
 * @buffer: the text of @self
 *
 * Something was typed.
 */
void
om_sheet_changed_cb (GtkTextBuffer *buffer,
                     OmSheet       *self)
{
  /* What comes into a page that is not read yet is not built on its text, and must never be saved over it. */
  if (!om_sheet_is_editable (self))
    return;
  self->waiting = TRUE;
  om_sheet_schedule_save (self);
  /* A failure stays in view while it is tried again: it is still true. */
  if (self->state != OM_SAVE_STATE_SAVING && self->state != OM_SAVE_STATE_FAILED)
    om_sheet_set_state (self, OM_SAVE_STATE_CHANGED, NULL);
}

static gboolean
is_blank (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (!g_unichar_isspace (g_utf8_get_char (p)))
        return FALSE;
    }
  return TRUE;
}

/* Bytes of @former that stand no more in @text, where it was changed in one place. */
static gsize
count_lost (const char *former,
            const char *text)
{
  gsize former_length = strlen (former);
  gsize text_length = strlen (text);
  gsize shorter = MIN (former_length, text_length);
  gsize head = 0;
  gsize tail = 0;

  while (head < shorter && former[head] == text[head])
    head++;
  while (tail < shorter - head && former[former_length - 1 - tail] == text[text_length - 1 - tail])
    tail++;
  return former_length - head - tail;
}

/* Whether what is sent goes on with what this very writing has saved. */
static gboolean
goes_on (OmSheet *self)
{
  return self->fullest != NULL && om_engine_now (self->engine) - self->saved_at < WRITING_MS &&
         count_lost (self->fullest, self->sending) <= MAX_LOST_BYTES;
}

/**
 * om_sheet_end_writing:
 *
 * The text as it is stored is a text of its own: what comes next makes a version of it.
 */
void
om_sheet_end_writing (OmSheet *self)
{
  g_clear_pointer (&self->fullest, g_free);
}

/* What was saved may be gone on with, while an editor shows it. */
static void
note_saved (OmSheet *self)
{
  self->saved_at = om_engine_now (self->engine);
  if (self->holds == 0)
    om_sheet_end_writing (self);
  else if (self->fullest == NULL || strlen (self->fullest) <= strlen (self->saved) ||
           count_lost (self->fullest, self->saved) > MAX_LOST_BYTES)
    {
      g_free (self->fullest);
      self->fullest = g_strdup (self->saved);
    }
}

static void
save_failed (OmSheet *self,
             GError  *error)
{
  OmChange refused = self->fields.sending & ~(OmChange) OM_CHANGE_TITLE;

  g_clear_pointer (&self->sending, g_free);
  om_field_edits_end (&self->fields, FALSE);
  if (self->state == OM_SAVE_STATE_GONE)
    {
      g_error_free (error);
      return;
    }
  self->waiting = TRUE;
  if (refused != 0 && g_error_matches (error, OM_ERROR, OM_ERROR_INVALID))
    {
      /* Trying again would not help, and no text is held up by it. */
      om_field_edits_forget (&self->fields, refused);
      g_signal_emit_by_name (self, "refused", error);
      g_error_free (error);
      om_sheet_set_state (self, OM_SAVE_STATE_CHANGED, NULL);
      om_sheet_start_save (self);
      return;
    }
  om_sheet_set_state (self, OM_SAVE_STATE_FAILED, error);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  self->retry_id = g_timeout_add_seconds (RETRY_AFTER_S, retry_timeout_cb, self);
  g_source_set_name_by_id (self->retry_id, "[openmemory] try again to save");
}

static void
save_succeeded (OmSheet *self)
{
  g_free (self->saved);
  self->saved = g_steal_pointer (&self->sending);
  note_saved (self);
  om_field_edits_end (&self->fields, TRUE);
  if (self->state == OM_SAVE_STATE_GONE)
    return;
  om_sheet_set_state (self, self->waiting ? OM_SAVE_STATE_CHANGED : OM_SAVE_STATE_SAVED, NULL);
  g_signal_emit_by_name (self, "saved");
  /* What was chosen while that save was under way is not kept waiting; what is being typed is. */
  if ((self->fields.unsaved & ~(OmChange) OM_CHANGE_TITLE) != 0)
    om_sheet_start_save (self);
  else if (self->waiting)
    om_sheet_schedule_save (self);
}

static void
remembered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (OmSheet) self = OM_SHEET (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember_finish (OM_ENGINE (source), result, &error);

  if (remembered == NULL)
    {
      save_failed (self, g_steal_pointer (&error));
      return;
    }

  self->id = g_strdup (remembered->id);
  self->version = 1;
  g_object_notify (G_OBJECT (self), "id");
  save_succeeded (self);
  om_sheet_refresh (self);
}

static void
edited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSheet) self = OM_SHEET (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = om_engine_edit_finish (OM_ENGINE (source), result, &error);
  guint version = self->version;
  gboolean had_conflict;
  gboolean behind;

  if (memory == NULL)
    {
      save_failed (self, g_steal_pointer (&error));
      return;
    }

  had_conflict = self->memory != NULL && (self->memory->flags & OM_FLAG_CONFLICT) != 0;
  self->conflict |= !had_conflict && (memory->flags & OM_FLAG_CONFLICT) != 0;
  /* With a change of another field comes the text that somebody else wrote meanwhile. What is in the
   * buffer is not built on it, and the next save has to say so. */
  behind = g_strcmp0 (memory->content, self->sending) != 0;
  om_sheet_take_memory (self, g_steal_pointer (&memory));
  if (behind)
    self->version = version;
  save_succeeded (self);
  if (behind || self->conflict)
    om_sheet_end_writing (self);
  if (behind)
    om_sheet_refresh (self);
}

static void
send_new (OmSheet *self)
{
  g_autoptr (OmDraft) draft = om_draft_new (self->sending);

  /* Never taken for an entry that says the same: the next key would change that one. */
  draft->dedup = OM_DEDUP_OFF;
  om_field_edits_begin (&self->fields);
  om_field_edits_to_draft (&self->fields, draft);
  om_engine_remember_async (self->engine, draft, NULL, remembered_cb, g_object_ref (self));
}

static void
send_edit (OmSheet *self,
           gboolean text_changed)
{
  OmChange fields = om_field_edits_begin (&self->fields);

  if (text_changed)
    fields |= OM_CHANGE_CONTENT;
  if ((fields & (OM_CHANGE_CONTENT | OM_CHANGE_TITLE)) != 0 && goes_on (self))
    fields |= OM_CHANGE_GOES_ON;
  g_free (self->fields.values->content);
  self->fields.values->content = g_strdup (self->sending);
  om_engine_edit_async (self->engine, self->id, fields, self->fields.values, self->version, NULL,
                        edited_cb, g_object_ref (self));
}

/**
 * om_sheet_start_save:
 *
 * Saves what is not saved, unless a save is under way or the store is not open yet.
 */
void
om_sheet_start_save (OmSheet *self)
{
  g_autofree char *text = NULL;
  gboolean blank;
  gboolean changed;

  g_clear_handle_id (&self->save_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  if (!self->waiting || self->sending != NULL || !om_sheet_is_editable (self))
    return;
  if (!self->ready)
    {
      om_sheet_schedule_save (self);
      return;
    }

  text = om_text_buffer_dup_content (self->buffer);
  blank = is_blank (text);
  changed = !blank && g_strcmp0 (text, self->saved) != 0;
  if (blank && (self->id == NULL || self->fields.unsaved == 0))
    {
      self->waiting = FALSE;
      om_sheet_set_state (self, self->id == NULL ? OM_SAVE_STATE_BLANK : OM_SAVE_STATE_EMPTIED, NULL);
      return;
    }
  if (self->id != NULL && !changed && self->fields.unsaved == 0)
    {
      self->waiting = FALSE;
      om_sheet_set_state (self, OM_SAVE_STATE_SAVED, NULL);
      return;
    }

  /* Words that were all taken away stay stored, and the next turn says so. */
  self->waiting = blank;
  self->sending = changed ? g_steal_pointer (&text) : g_strdup (self->saved);
  om_sheet_set_state (self, OM_SAVE_STATE_SAVING, NULL);
  if (self->id == NULL)
    send_new (self);
  else
    send_edit (self, changed);
}

/**
 * om_sheet_set_ready:
 * @ready: %TRUE once the store is open
 *
 * Until then what is typed is kept and waits.
 */
void
om_sheet_set_ready (OmSheet *self,
                    gboolean ready)
{
  g_return_if_fail (OM_IS_SHEET (self));

  self->ready = ready;
  if (ready && self->waiting)
    om_sheet_schedule_save (self);
}

/**
 * om_sheet_save:
 *
 * Saves now what would be saved in a moment: the focus or the page has been left, or the program ends.
 */
void
om_sheet_save (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  om_sheet_start_save (self);
}

/**
 * om_sheet_is_settled:
 *
 * Returns: %TRUE if nothing of the person's would be lost by closing now
 */
gboolean
om_sheet_is_settled (OmSheet *self)
{
  return !self->waiting && self->sending == NULL && self->state != OM_SAVE_STATE_FAILED;
}
