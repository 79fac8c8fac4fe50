/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDesk: the texts that are open in this session. A text that was left stays here with its undo, so
 * that coming back finds it as it was; one that is not saved stays until it is. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-desk.h"

/* Saved texts beyond these are let go, the longest unused first. */
#define MAX_SHEETS 30
#define MAX_CHARS (4 * 1024 * 1024)

struct _OmDesk
{
  GObject parent_instance;

  OmEngine  *engine;    /* (owned) */
  GPtrArray *sheets; /* (owned) (element-type OmSheet): the longest unused first */
  GPtrArray *flushes;   /* (owned) (element-type GTask): waiting until all is saved */
  gboolean   ready;
};

enum
{
  SIGNAL_SAVED,
  SIGNAL_FAILED_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmDesk, om_desk, G_TYPE_OBJECT)

static void
trim (OmDesk *self)
{
  gsize chars = 0;
  guint kept = 0;

  for (guint i = self->sheets->len; i > 0; i--)
    {
      OmSheet *sheet = g_ptr_array_index (self->sheets, i - 1);

      chars += (gsize) gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet)));
      kept++;
      if ((kept > MAX_SHEETS || chars > MAX_CHARS) && i != self->sheets->len &&
          om_sheet_is_settled (sheet) && !om_sheet_is_held (sheet))
        g_ptr_array_remove_index (self->sheets, i - 1);
    }
}

/* Ends the flushes once there is nothing left to wait for: each text is saved or has failed. */
static void
check_flushes (OmDesk *self)
{
  const GError *failure = NULL;
  g_autoptr (GPtrArray) done = NULL;

  if (self->flushes->len == 0)
    return;

  for (guint i = 0; i < self->sheets->len; i++)
    {
      OmSheet *sheet = g_ptr_array_index (self->sheets, i);

      if (om_sheet_is_settled (sheet))
        continue;
      if (om_sheet_get_state (sheet) != OM_SAVE_STATE_FAILED)
        return;
      failure = om_sheet_get_error (sheet);
    }

  done = g_steal_pointer (&self->flushes);
  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < done->len; i++)
    {
      GTask *task = g_ptr_array_index (done, i);

      if (failure != NULL)
        g_task_return_error (task, g_error_copy (failure));
      else
        g_task_return_boolean (task, TRUE);
    }
}

static void
state_changed_cb (OmSheet    *sheet,
                  GParamSpec *pspec,
                  OmDesk     *self)
{
  if (om_sheet_get_state (sheet) == OM_SAVE_STATE_CHANGED && self->flushes->len > 0)
    om_sheet_save (sheet);
  g_signal_emit (self, signals[SIGNAL_FAILED_CHANGED], 0);
  check_flushes (self);
}

static void
sheet_saved_cb (OmSheet *sheet,
                OmDesk  *self)
{
  g_signal_emit (self, signals[SIGNAL_SAVED], 0, sheet);
}

/* Takes the sheet over. */
static OmSheet *
add (OmDesk  *self,
     OmSheet *sheet)
{
  om_sheet_set_ready (sheet, self->ready);
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (state_changed_cb), self, 0);
  g_signal_connect_object (sheet, "saved", G_CALLBACK (sheet_saved_cb), self, 0);
  g_ptr_array_add (self->sheets, sheet);
  trim (self);
  return g_object_ref (sheet);
}

static void
om_desk_finalize (GObject *object)
{
  OmDesk *self = OM_DESK (object);

  g_clear_object (&self->engine);
  g_ptr_array_unref (self->sheets);
  g_ptr_array_unref (self->flushes);

  G_OBJECT_CLASS (om_desk_parent_class)->finalize (object);
}

static void
om_desk_class_init (OmDeskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_desk_finalize;

  /**
   * OmDesk::saved:
   * @sheet: the text
   *
   * A text has been stored.
   */
  signals[SIGNAL_SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 1, OM_TYPE_SHEET);

  /**
   * OmDesk::failed-changed:
   *
   * om_desk_get_failed() may answer another thing now.
   */
  signals[SIGNAL_FAILED_CHANGED] = g_signal_new ("failed-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
om_desk_init (OmDesk *self)
{
  self->sheets = g_ptr_array_new_with_free_func (g_object_unref);
  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * om_desk_new:
 * @engine: where the texts are stored; it may still be opening
 *
 * Returns: (transfer full): a desk without texts
 */
OmDesk *
om_desk_new (OmEngine *engine)
{
  OmDesk *self;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  self = g_object_new (OM_TYPE_DESK, NULL);
  self->engine = g_object_ref (engine);
  return self;
}

/**
 * om_desk_set_ready:
 * @ready: %TRUE once the store is open
 *
 * What was typed before is saved now.
 */
void
om_desk_set_ready (OmDesk  *self,
                   gboolean ready)
{
  g_return_if_fail (OM_IS_DESK (self));

  self->ready = ready;
  for (guint i = 0; i < self->sheets->len; i++)
    om_sheet_set_ready (g_ptr_array_index (self->sheets, i), ready);
}

/**
 * om_desk_find:
 * @id: a memory
 *
 * Returns: (transfer none) (nullable): its text if it is open
 */
OmSheet *
om_desk_find (OmDesk     *self,
              const char *id)
{
  g_return_val_if_fail (OM_IS_DESK (self), NULL);

  for (guint i = 0; i < self->sheets->len; i++)
    {
      OmSheet *sheet = g_ptr_array_index (self->sheets, i);

      if (g_strcmp0 (om_sheet_get_id (sheet), id) == 0)
        return sheet;
    }

  return NULL;
}

/**
 * om_desk_open:
 * @id: a memory
 *
 * Returns: (transfer full): its text: the one that is open already, or one that is being read; one that could
 *   not be read is tried again
 */
OmSheet *
om_desk_open (OmDesk     *self,
              const char *id)
{
  OmSheet *sheet;

  g_return_val_if_fail (OM_IS_DESK (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < self->sheets->len; i++)
    {
      sheet = g_ptr_array_index (self->sheets, i);
      if (g_strcmp0 (om_sheet_get_id (sheet), id) == 0)
        {
          /* The latest used goes last. */
          g_ptr_array_add (self->sheets, g_ptr_array_steal_index (self->sheets, i));
          if (om_sheet_get_state (sheet) == OM_SAVE_STATE_LOAD_FAILED)
            om_sheet_load (sheet);
          else
            om_sheet_refresh (sheet);
          return g_object_ref (sheet);
        }
    }

  sheet = om_sheet_new_for_id (self->engine, id);
  om_sheet_load (sheet);
  return add (self, sheet);
}

/**
 * om_desk_create:
 *
 * Returns: (transfer full): a blank text
 */
OmSheet *
om_desk_create (OmDesk *self)
{
  g_return_val_if_fail (OM_IS_DESK (self), NULL);

  return add (self, om_sheet_new (self->engine));
}

/**
 * om_desk_get_failed:
 *
 * Returns: (transfer none) (nullable): a text that could not be saved and is being tried again
 */
OmSheet *
om_desk_get_failed (OmDesk *self)
{
  g_return_val_if_fail (OM_IS_DESK (self), NULL);

  for (guint i = 0; i < self->sheets->len; i++)
    {
      OmSheet *sheet = g_ptr_array_index (self->sheets, i);

      if (om_sheet_get_message (sheet) != NULL && !om_sheet_is_settled (sheet))
        return sheet;
    }

  return NULL;
}

/**
 * om_desk_refresh:
 *
 * Others may have written: reads the texts in view again, but for those with something unsaved.
 */
void
om_desk_refresh (OmDesk *self)
{
  g_return_if_fail (OM_IS_DESK (self));

  for (guint i = 0; i < self->sheets->len; i++)
    {
      if (om_sheet_is_held (g_ptr_array_index (self->sheets, i)))
        om_sheet_refresh (g_ptr_array_index (self->sheets, i));
    }
}

/**
 * om_desk_put_away:
 *
 * Another store is opened: texts that are saved are no longer open, whoever shows them; others stay, to be saved
 * there.
 */
void
om_desk_put_away (OmDesk *self)
{
  g_autoptr (GPtrArray) gone = NULL;

  g_return_if_fail (OM_IS_DESK (self));

  gone = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = self->sheets->len; i > 0; i--)
    {
      OmSheet *sheet = g_ptr_array_index (self->sheets, i - 1);

      if (om_sheet_get_id (sheet) != NULL && om_sheet_is_settled (sheet))
        g_ptr_array_add (gone, g_ptr_array_steal_index (self->sheets, i - 1));
    }
  /* Whoever showed one may begin another at once. */
  for (guint i = 0; i < gone->len; i++)
    om_sheet_drop (g_ptr_array_index (gone, i));
}

/**
 * om_desk_save:
 *
 * Saves what is not saved, now.
 */
void
om_desk_save (OmDesk *self)
{
  g_return_if_fail (OM_IS_DESK (self));

  for (guint i = 0; i < self->sheets->len; i++)
    om_sheet_save (g_ptr_array_index (self->sheets, i));
}

/**
 * om_desk_is_settled:
 *
 * Returns: %TRUE if closing now would lose nothing
 */
gboolean
om_desk_is_settled (OmDesk *self)
{
  g_return_val_if_fail (OM_IS_DESK (self), TRUE);

  for (guint i = 0; i < self->sheets->len; i++)
    {
      if (!om_sheet_is_settled (g_ptr_array_index (self->sheets, i)))
        return FALSE;
    }

  return TRUE;
}

/**
 * om_desk_flush_async:
 *
 * Saves what is not saved and answers when each text is saved or could not be.
 */
void
om_desk_flush_async (OmDesk             *self,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            data)
{
  GTask *task;

  g_return_if_fail (OM_IS_DESK (self));

  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, om_desk_flush_async);
  g_ptr_array_add (self->flushes, task);
  om_desk_save (self);
  check_flushes (self);
}

/**
 * om_desk_flush_finish:
 * @error: return location: why a text could not be saved
 *
 * Returns: %TRUE if everything is saved
 */
gboolean
om_desk_flush_finish (OmDesk       *self,
                      GAsyncResult *result,
                      GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
