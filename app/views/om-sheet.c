/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSheet: one text that is being written or edited, and its saving.
 *
 * A change is saved two seconds after it at the latest, also while typing goes on, so that a kill
 * loses no more than that. One save is under way at a time and takes the newest text. A text that
 * cannot be saved stays and is tried again. Undo belongs to the sheet, so it never reaches into
 * another one. Thread: main; reading and writing run in the engine's threads. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-sheet.h"

#include <glib/gi18n.h>
#include <string.h>

#include "views/om-field-edits.h"

#define SAVE_AFTER_MS 2000
#define RETRY_AFTER_S 5

struct _OmSheet
{
  GObject parent_instance;

  OmEngine     *engine;      /* (owned) */
  OmTextBuffer *buffer;      /* (owned) */
  char         *id;          /* (owned) (nullable): once it is stored */
  OmMemory     *memory;      /* (owned) (nullable): the record as last read or saved */
  char         *saved;       /* (owned) (nullable): the text as it is stored */
  char         *sending;     /* (owned) (nullable): the text of the save under way */
  OmFieldEdits  fields;      /* what was set beside the text */
  guint         version;     /* of the stored text */
  OmSaveState   state;
  GError       *error;       /* (owned) (nullable): of the states that failed */
  GCancellable *cancellable; /* (owned): reading; a save is never cancelled */
  gulong        changed_id;
  guint         save_id;
  guint         retry_id;
  guint         holds;       /* editors that show it */
  gboolean      ready;       /* the store is open */
  gboolean      waiting;     /* changed since the last save began */
  gboolean      conflict;
};

enum
{
  PROP_STATE = 1,
  PROP_ID,
  N_PROPERTIES
};

enum
{
  SIGNAL_SAVED,
  SIGNAL_REFUSED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmSheet, om_sheet, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (OmSaveState, om_save_state,
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_BLANK, "blank"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_LOADING, "loading"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_LOAD_FAILED, "load-failed"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_SAVED, "saved"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_CHANGED, "changed"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_SAVING, "saving"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_EMPTIED, "emptied"),
                    G_DEFINE_ENUM_VALUE (OM_SAVE_STATE_GONE, "gone"))

/* Takes the error of a state that failed, or clears the former one. */
static void
set_state (OmSheet    *self,
           OmSaveState state,
           GError     *error)
{
  gboolean same = self->state == state && self->error == NULL && error == NULL;

  g_clear_error (&self->error);
  self->error = error;
  if (same)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
take_memory (OmSheet  *self,
             OmMemory *memory)
{
  g_clear_pointer (&self->memory, om_memory_unref);
  self->memory = memory;
  self->version = memory->version;
}

static void start_save (OmSheet *self);

static gboolean
save_timeout_cb (gpointer data)
{
  OmSheet *self = data;

  self->save_id = 0;
  start_save (self);
  return G_SOURCE_REMOVE;
}

static gboolean
retry_timeout_cb (gpointer data)
{
  OmSheet *self = data;

  self->retry_id = 0;
  start_save (self);
  return G_SOURCE_REMOVE;
}

static void
schedule_save (OmSheet *self)
{
  /* The clock runs from the first change that is not saved: it is not set back by the next key. */
  if (self->save_id != 0)
    return;
  self->save_id = g_timeout_add (SAVE_AFTER_MS, save_timeout_cb, self);
  g_source_set_name_by_id (self->save_id, "[openmemory] save text");
}

static void
stop_timers (OmSheet *self)
{
  g_clear_handle_id (&self->save_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
}

static void
changed_cb (GtkTextBuffer *buffer,
            OmSheet       *self)
{
  self->waiting = TRUE;
  schedule_save (self);
  /* A failure stays in view while it is tried again: it is still true. */
  if (self->state != OM_SAVE_STATE_SAVING && self->state != OM_SAVE_STATE_FAILED)
    set_state (self, OM_SAVE_STATE_CHANGED, NULL);
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
      g_signal_emit (self, signals[SIGNAL_REFUSED], 0, error);
      g_error_free (error);
      set_state (self, OM_SAVE_STATE_CHANGED, NULL);
      start_save (self);
      return;
    }
  set_state (self, OM_SAVE_STATE_FAILED, error);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  self->retry_id = g_timeout_add_seconds (RETRY_AFTER_S, retry_timeout_cb, self);
  g_source_set_name_by_id (self->retry_id, "[openmemory] try again to save");
}

static void
save_succeeded (OmSheet *self)
{
  g_free (self->saved);
  self->saved = g_steal_pointer (&self->sending);
  om_field_edits_end (&self->fields, TRUE);
  if (self->state == OM_SAVE_STATE_GONE)
    return;
  set_state (self, self->waiting ? OM_SAVE_STATE_CHANGED : OM_SAVE_STATE_SAVED, NULL);
  g_signal_emit (self, signals[SIGNAL_SAVED], 0);
  /* What was chosen while that save was under way is not kept waiting; what is being typed is. */
  if ((self->fields.unsaved & ~(OmChange) OM_CHANGE_TITLE) != 0)
    start_save (self);
  else if (self->waiting)
    schedule_save (self);
}

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
    }
  take_memory (self, g_steal_pointer (&memory));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ID]);
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
  take_memory (self, g_steal_pointer (&memory));
  if (behind)
    self->version = version;
  save_succeeded (self);
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
  g_free (self->fields.values->content);
  self->fields.values->content = g_strdup (self->sending);
  om_engine_edit_async (self->engine, self->id, fields, self->fields.values, self->version, NULL,
                        edited_cb, g_object_ref (self));
}

static void
start_save (OmSheet *self)
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
      schedule_save (self);
      return;
    }

  text = om_text_buffer_dup_content (self->buffer);
  blank = is_blank (text);
  changed = !blank && g_strcmp0 (text, self->saved) != 0;
  if (blank && (self->id == NULL || self->fields.unsaved == 0))
    {
      self->waiting = FALSE;
      set_state (self, self->id == NULL ? OM_SAVE_STATE_BLANK : OM_SAVE_STATE_EMPTIED, NULL);
      return;
    }
  if (self->id != NULL && !changed && self->fields.unsaved == 0)
    {
      self->waiting = FALSE;
      set_state (self, OM_SAVE_STATE_SAVED, NULL);
      return;
    }

  /* Words that were all taken away stay stored, and the next turn says so. */
  self->waiting = blank;
  self->sending = changed ? g_steal_pointer (&text) : g_strdup (self->saved);
  set_state (self, OM_SAVE_STATE_SAVING, NULL);
  if (self->id == NULL)
    send_new (self);
  else
    send_edit (self, changed);
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
      set_state (self, OM_SAVE_STATE_LOAD_FAILED, g_steal_pointer (&error));
      return;
    }

  g_signal_handler_block (self->buffer, self->changed_id);
  om_text_buffer_set_content (self->buffer, memory->content);
  g_signal_handler_unblock (self->buffer, self->changed_id);
  g_free (self->saved);
  self->saved = g_strdup (memory->content);
  take_memory (self, g_steal_pointer (&memory));
  set_state (self, self->memory->trashed_at != 0 ? OM_SAVE_STATE_GONE : OM_SAVE_STATE_SAVED, NULL);
}

static void
om_sheet_get_property (GObject    *object,
                       guint       id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  OmSheet *self = OM_SHEET (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
om_sheet_dispose (GObject *object)
{
  OmSheet *self = OM_SHEET (object);

  stop_timers (self);
  g_cancellable_cancel (self->cancellable);
  if (self->buffer != NULL)
    g_clear_signal_handler (&self->changed_id, self->buffer);
  g_clear_object (&self->buffer);

  G_OBJECT_CLASS (om_sheet_parent_class)->dispose (object);
}

static void
om_sheet_finalize (GObject *object)
{
  OmSheet *self = OM_SHEET (object);

  g_clear_object (&self->engine);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->memory, om_memory_unref);
  g_clear_error (&self->error);
  g_free (self->id);
  g_free (self->saved);
  g_free (self->sending);
  om_field_edits_clear (&self->fields);

  G_OBJECT_CLASS (om_sheet_parent_class)->finalize (object);
}

static void
om_sheet_class_init (OmSheetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = om_sheet_get_property;
  object_class->dispose = om_sheet_dispose;
  object_class->finalize = om_sheet_finalize;

  /**
   * OmSheet:state: (type OmSaveState)
   *
   * What has become of the text. Also notified when the record changed.
   */
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, OM_TYPE_SAVE_STATE, OM_SAVE_STATE_BLANK,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * OmSheet:id:
   *
   * Id of the memory, %NULL until the text has been stored for the first time.
   */
  properties[PROP_ID] = g_param_spec_string ("id", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * OmSheet::saved:
   *
   * The text lies in the store.
   */
  signals[SIGNAL_SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmSheet::refused:
   * @error: why
   *
   * What was set beside the text cannot be taken; it is as it was.
   */
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
om_sheet_init (OmSheet *self)
{
  om_field_edits_init (&self->fields);
  self->cancellable = g_cancellable_new ();
  self->buffer = om_text_buffer_new ();
  self->changed_id = g_signal_connect (self->buffer, "changed", G_CALLBACK (changed_cb), self);
}

/**
 * om_sheet_new:
 * @engine: where it will be stored
 *
 * Returns: (transfer full): a blank text that becomes a memory with its first save
 */
OmSheet *
om_sheet_new (OmEngine *engine)
{
  OmSheet *self;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  self = g_object_new (OM_TYPE_SHEET, NULL);
  self->engine = g_object_ref (engine);
  return self;
}

/**
 * om_sheet_new_for_id:
 * @engine: where it is stored
 * @id: a memory
 *
 * Returns: (transfer full): that memory's text; call om_sheet_load()
 */
OmSheet *
om_sheet_new_for_id (OmEngine   *engine,
                     const char *id)
{
  OmSheet *self = om_sheet_new (engine);

  g_return_val_if_fail (id != NULL, NULL);

  self->id = g_strdup (id);
  self->state = OM_SAVE_STATE_LOADING;
  return self;
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
    schedule_save (self);
}

/**
 * om_sheet_hold:
 *
 * An editor shows it: it is kept on the desk and follows what others write.
 */
void
om_sheet_hold (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  self->holds++;
}

/**
 * om_sheet_release:
 *
 * The editor shows another one. What is not saved is saved now.
 */
void
om_sheet_release (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));
  g_return_if_fail (self->holds > 0);

  self->holds--;
  start_save (self);
}

/**
 * om_sheet_is_held:
 *
 * Returns: %TRUE while an editor shows it
 */
gboolean
om_sheet_is_held (OmSheet *self)
{
  return self->holds > 0;
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
  set_state (self, OM_SAVE_STATE_LOADING, NULL);
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

/**
 * om_sheet_save:
 *
 * Saves now what would be saved in a moment: the focus or the page has been left, or the program ends.
 */
void
om_sheet_save (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  start_save (self);
}

/**
 * om_sheet_drop:
 *
 * The memory went to the bin: nothing is saved any more.
 */
void
om_sheet_drop (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  stop_timers (self);
  self->waiting = FALSE;
  set_state (self, OM_SAVE_STATE_GONE, NULL);
}

/**
 * om_sheet_revive:
 *
 * The memory came back from the bin. What was typed last before it went is saved if it had not been.
 */
void
om_sheet_revive (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  if (self->state != OM_SAVE_STATE_GONE)
    return;
  if (self->saved == NULL)
    {
      /* It had not been read when it went: there is nothing in the buffer that could be saved. */
      set_state (self, OM_SAVE_STATE_LOADING, NULL);
      om_sheet_load (self);
      return;
    }
  self->waiting = TRUE;
  set_state (self, OM_SAVE_STATE_CHANGED, NULL);
  start_save (self);
}

/**
 * om_sheet_get_id:
 *
 * Returns: (transfer none) (nullable): id of the memory, %NULL until it is stored
 */
const char *
om_sheet_get_id (OmSheet *self)
{
  return self->id;
}

/**
 * om_sheet_get_memory:
 *
 * Returns: (transfer none) (nullable): the record as last read or saved
 */
OmMemory *
om_sheet_get_memory (OmSheet *self)
{
  return self->memory;
}

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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (self->id == NULL && self->state == OM_SAVE_STATE_BLANK)
    return;
  self->waiting = TRUE;
  if (self->state == OM_SAVE_STATE_SAVED)
    set_state (self, OM_SAVE_STATE_CHANGED, NULL);
  start_save (self);
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
  changed_cb (GTK_TEXT_BUFFER (self->buffer), self);
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
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, content, -1);
  gtk_text_buffer_end_user_action (buffer);
  om_sheet_set_title (self, title);
  start_save (self);
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

OmTextBuffer *
om_sheet_get_buffer (OmSheet *self)
{
  return self->buffer;
}

OmSaveState
om_sheet_get_state (OmSheet *self)
{
  return self->state;
}

/**
 * om_sheet_get_message:
 *
 * Returns: (transfer none) (nullable): why it failed, in the library's words
 */
const char *
om_sheet_get_message (OmSheet *self)
{
  return self->error != NULL ? self->error->message : NULL;
}

/**
 * om_sheet_get_error:
 *
 * Returns: (transfer none) (nullable): why it failed
 */
const GError *
om_sheet_get_error (OmSheet *self)
{
  return self->error;
}

/**
 * om_sheet_is_editable:
 *
 * Returns: %TRUE if the whole text is there and the memory, too
 */
gboolean
om_sheet_is_editable (OmSheet *self)
{
  return self->state != OM_SAVE_STATE_LOADING && self->state != OM_SAVE_STATE_LOAD_FAILED &&
         self->state != OM_SAVE_STATE_GONE;
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

/**
 * om_sheet_was_in_conflict:
 *
 * Returns: %TRUE if a save found that somebody else had written meanwhile; both texts are kept
 */
gboolean
om_sheet_was_in_conflict (OmSheet *self)
{
  return self->conflict;
}
