/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSheet: one text that is being written or edited, and its saving.
 *
 * A change is saved two seconds after it at the latest, also while typing goes on, so that a kill
 * loses no more than that. One save is under way at a time and takes the newest text. A text that
 * cannot be saved stays and is tried again. Undo belongs to the sheet, so it never reaches into
 * another one. Thread: main; reading and writing run in the engine's threads. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-sheet-private.h"

enum
{
  PROP_STATE = 1,
  PROP_ID,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

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

/**
 * om_sheet_set_state:
 * @error: (transfer full) (nullable): of a state that failed; else the former one is cleared
 */
void
om_sheet_set_state (OmSheet    *self,
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

/**
 * om_sheet_take_memory:
 * @memory: (transfer full): the record as it is stored now
 */
void
om_sheet_take_memory (OmSheet  *self,
                      OmMemory *memory)
{
  g_clear_pointer (&self->memory, om_memory_unref);
  self->memory = memory;
  self->version = memory->version;
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

  om_sheet_stop_timers (self);
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
  g_free (self->fullest);
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
  g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmSheet::refused:
   * @error: why
   *
   * What was set beside the text cannot be taken; it is as it was.
   */
  g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
om_sheet_init (OmSheet *self)
{
  om_field_edits_init (&self->fields);
  self->cancellable = g_cancellable_new ();
  self->buffer = om_text_buffer_new ();
  self->changed_id = g_signal_connect (self->buffer, "changed", G_CALLBACK (om_sheet_changed_cb), self);
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
  om_sheet_start_save (self);
  if (self->holds == 0 && self->sending == NULL)
    om_sheet_end_writing (self);
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
 * om_sheet_drop:
 *
 * The memory went to the bin: nothing is saved any more.
 */
void
om_sheet_drop (OmSheet *self)
{
  g_return_if_fail (OM_IS_SHEET (self));

  om_sheet_stop_timers (self);
  self->waiting = FALSE;
  om_sheet_set_state (self, OM_SAVE_STATE_GONE, NULL);
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
      om_sheet_set_state (self, OM_SAVE_STATE_LOADING, NULL);
      om_sheet_load (self);
      return;
    }
  self->waiting = TRUE;
  om_sheet_set_state (self, OM_SAVE_STATE_CHANGED, NULL);
  om_sheet_start_save (self);
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

/** om_sheet_get_engine: Returns: (transfer none): where it is or will be stored */
OmEngine *
om_sheet_get_engine (OmSheet *self)
{
  return self->engine;
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
 * om_sheet_was_in_conflict:
 *
 * Returns: %TRUE if a save found that somebody else had written meanwhile; both texts are kept
 */
gboolean
om_sheet_was_in_conflict (OmSheet *self)
{
  return self->conflict;
}
