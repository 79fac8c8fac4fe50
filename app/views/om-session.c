/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSession: one store with its engine and the texts that are open. Opening, loading and every act
 * run in the engine's threads; here their ends are told to the views. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-session-private.h"

#include "archive/om-sample-journal.h"

enum
{
  PROP_STATE = 1,
  N_PROPERTIES
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_BINNED,
  SIGNAL_RESTORED,
  SIGNAL_ACTED,
  SIGNAL_TRAIT_ACTED,
  SIGNAL_DETACHED,
  SIGNAL_ACT_FAILED,
  SIGNAL_REPLACED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmSession, om_session, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (OmSessionState, om_session_state,
                    G_DEFINE_ENUM_VALUE (OM_SESSION_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (OM_SESSION_OPENING, "opening"),
                    G_DEFINE_ENUM_VALUE (OM_SESSION_OPEN, "open"),
                    G_DEFINE_ENUM_VALUE (OM_SESSION_LOADED, "loaded"),
                    G_DEFINE_ENUM_VALUE (OM_SESSION_FAILED, "failed"))

/**
 * om_session_set_state:
 * @error: (transfer full) (nullable): why it could not be opened
 */
void
om_session_set_state (OmSession     *self,
                      OmSessionState state,
                      GError        *error)
{
  g_clear_error (&self->error);
  self->error = error;
  self->state = state;
  om_desk_set_ready (self->desk, state == OM_SESSION_OPEN || state == OM_SESSION_LOADED);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSession) self = OM_SESSION (data);
  g_autoptr (GError) error = NULL;

  if (!om_engine_load_finish (OM_ENGINE (source), result, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
      om_session_set_state (self, OM_SESSION_FAILED, g_steal_pointer (&error));
      return;
    }

  om_session_set_state (self, OM_SESSION_LOADED, NULL);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSession) self = OM_SESSION (data);
  g_autoptr (GError) error = NULL;

  if (!om_engine_open_finish (OM_ENGINE (source), result, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
      om_session_set_state (self, OM_SESSION_FAILED, g_steal_pointer (&error));
      return;
    }

  om_session_set_state (self, OM_SESSION_OPEN, NULL);
  om_caretaker_start (self->caretaker);
  om_engine_load_async (self->engine, self->cancellable, loaded_cb, g_object_ref (self));
}

/**
 * om_session_open_engine:
 *
 * Opens and then loads what lies under its name; the state says already that it does.
 */
void
om_session_open_engine (OmSession *self)
{
  om_engine_open_async (self->engine, self->path, OM_OPEN_TO_LOAD, self->cancellable, opened_cb, g_object_ref (self));
}

static void
ensure_sample_thread (GTask        *task,
                      gpointer      source,
                      gpointer      data,
                      GCancellable *cancellable)
{
  GError *error = NULL;

  if (om_sample_journal_ensure (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
sample_ensured_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      data)
{
  OmSession *self = OM_SESSION (source);
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    om_session_open_engine (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    om_session_set_state (self, OM_SESSION_FAILED, g_steal_pointer (&error));
}

/* One act on some memories, remembered until it ends. */
typedef struct
{
  OmSession *session; /* (owned) */
  char     **ids;     /* (owned) */
} Act;

static Act *
act_new (OmSession         *session,
         const char *const *ids)
{
  Act *act = g_new (Act, 1);

  act->session = g_object_ref (session);
  act->ids = g_strdupv ((char **) ids);
  return act;
}

static void
act_free (Act *act)
{
  g_object_unref (act->session);
  g_strfreev (act->ids);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
revive (OmSession *self,
        char     **ids)
{
  for (guint i = 0; ids[i] != NULL; i++)
    {
      OmSheet *sheet = om_desk_find (self->desk, ids[i]);

      if (sheet != NULL)
        om_sheet_revive (sheet);
    }
}

static void
binned_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;

  if (om_engine_bin_finish (OM_ENGINE (source), result, &error))
    {
      g_signal_emit (act->session, signals[SIGNAL_BINNED], 0, act->ids);
      return;
    }

  revive (act->session, act->ids);
  g_signal_emit (act->session, signals[SIGNAL_ACT_FAILED], 0, error);
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_restore_finish (OM_ENGINE (source), result, &error))
    {
      g_signal_emit (act->session, signals[SIGNAL_ACT_FAILED], 0, error);
      return;
    }

  revive (act->session, act->ids);
  g_signal_emit (act->session, signals[SIGNAL_RESTORED], 0, act->ids);
}

static void
engine_changed_cb (OmEngine  *engine,
                   gint64     revision,
                   OmSession *self)
{
  if (self->state != OM_SESSION_OPEN && self->state != OM_SESSION_LOADED)
    return;
  om_desk_refresh (self->desk);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
om_session_get_property (GObject    *object,
                         guint       id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_enum (value, OM_SESSION (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
om_session_dispose (GObject *object)
{
  OmSession *self = OM_SESSION (object);

  g_cancellable_cancel (self->cancellable);
  if (self->caretaker != NULL)
    om_caretaker_stop (self->caretaker);
  g_clear_object (&self->caretaker);
  g_clear_object (&self->desk);
  g_clear_object (&self->engine);

  G_OBJECT_CLASS (om_session_parent_class)->dispose (object);
}

static void
om_session_finalize (GObject *object)
{
  OmSession *self = OM_SESSION (object);

  g_free (self->path);
  g_time_zone_unref (self->zone);
  g_object_unref (self->cancellable);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (om_session_parent_class)->finalize (object);
}

static void
om_session_class_init (OmSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->get_property = om_session_get_property;
  object_class->dispose = om_session_dispose;
  object_class->finalize = om_session_finalize;

  /**
   * OmSession:state: (type OmSessionState)
   *
   * How far the store is.
   */
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, OM_TYPE_SESSION_STATE, OM_SESSION_CLOSED,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * OmSession::changed:
   *
   * Something in the store changed, by whomever: lists are listed again.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmSession::binned:
   * @ids: memories
   *
   * They went to the bin by om_session_bin(); om_session_restore() undoes it.
   */
  signals[SIGNAL_BINNED] = g_signal_new ("binned", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRV);

  /**
   * OmSession::restored:
   * @ids: memories
   *
   * They came back from the bin.
   */
  signals[SIGNAL_RESTORED] = g_signal_new ("restored", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, G_TYPE_STRV);

  /**
   * OmSession::acted:
   * @act: #OmAct, what was done
   * @n: with how many memories
   * @group: number for om_session_undo()
   *
   * Something was done that can be taken back.
   */
  signals[SIGNAL_ACTED] = g_signal_new ("acted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_UINT, G_TYPE_INT64);

  /**
   * OmSession::trait-acted:
   * @verb: #OmTraitVerb, what was said of a trait
   * @group: number by which it can be taken back
   */
  signals[SIGNAL_TRAIT_ACTED] = g_signal_new ("trait-acted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                              G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT64);

  /**
   * OmSession::detached:
   * @id: a memory
   * @position: one of its files
   * @name: what it is called
   *
   * The file was taken off by om_session_detach(); om_session_put_back() undoes it.
   */
  signals[SIGNAL_DETACHED] = g_signal_new ("detached", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_UINT, G_TYPE_STRING);

  /**
   * OmSession::act-failed:
   * @error: why
   *
   * An act could not be done, or not taken back; nothing changed.
   */
  signals[SIGNAL_ACT_FAILED] = g_signal_new ("act-failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                             G_TYPE_NONE, 1, G_TYPE_ERROR);

  /**
   * OmSession::replaced:
   *
   * Another store lies under its name and is about to be opened: what was read before is not what is there.
   */
  signals[SIGNAL_REPLACED] = g_signal_new ("replaced", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
om_session_init (OmSession *self)
{
  self->engine = om_engine_new ();
  self->caretaker = om_caretaker_new (self->engine);
  self->desk = om_desk_new (self->engine);
  self->zone = g_time_zone_new_local ();
  self->cancellable = g_cancellable_new ();
  g_signal_connect_object (self->engine, "changed", G_CALLBACK (engine_changed_cb), self, 0);
}

/**
 * om_session_new:
 * @path: (nullable): the store's file, %NULL for the usual one
 * @is_sample: it is the sample journal, made at opening if it is not there
 *
 * Returns: (transfer full): a session that is not open yet
 */
OmSession *
om_session_new (const char *path,
                gboolean    is_sample)
{
  OmSession *self = g_object_new (OM_TYPE_SESSION, NULL);

  self->is_sample = is_sample;
  if (path != NULL)
    self->path = g_strdup (path);
  else
    self->path = is_sample ? om_sample_journal_dup_path () : om_engine_dup_default_path ();
  return self;
}

/**
 * om_session_open:
 *
 * Opens and then loads the store, or tries again to; #OmSession:state tells how far it is. What is
 * typed meanwhile is kept and saved once the store is open.
 */
void
om_session_open (OmSession *self)
{
  g_return_if_fail (OM_IS_SESSION (self));

  if (self->state != OM_SESSION_CLOSED && self->state != OM_SESSION_FAILED)
    return;

  om_session_set_state (self, OM_SESSION_OPENING, NULL);
  if (self->is_sample)
    {
      g_autoptr (GTask) task = g_task_new (self, self->cancellable, sample_ensured_cb, NULL);

      g_task_set_source_tag (task, om_session_open);
      g_task_set_task_data (task, g_strdup (self->path), g_free);
      g_task_run_in_thread (task, ensure_sample_thread);
      return;
    }
  om_session_open_engine (self);
}

OmSessionState
om_session_get_state (OmSession *self)
{
  return self->state;
}

/**
 * om_session_get_error:
 *
 * Returns: (transfer none) (nullable): why the store could not be opened
 */
const GError *
om_session_get_error (OmSession *self)
{
  return self->error;
}

const char *
om_session_get_path (OmSession *self)
{
  return self->path;
}

gboolean
om_session_is_sample (OmSession *self)
{
  return self->is_sample;
}

OmEngine *
om_session_get_engine (OmSession *self)
{
  return self->engine;
}

OmDesk *
om_session_get_desk (OmSession *self)
{
  return self->desk;
}

/**
 * om_session_get_zone:
 *
 * Returns: (transfer none): the zone of this place
 */
GTimeZone *
om_session_get_zone (OmSession *self)
{
  return self->zone;
}

/**
 * om_session_bin:
 * @ids: (array zero-terminated=1): memories
 *
 * Moves them to the bin; what was typed last is saved with them. Answers with #OmSession::binned or
 * #OmSession::act-failed.
 */
void
om_session_bin (OmSession         *self,
                const char *const *ids)
{
  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (ids != NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      OmSheet *sheet = om_desk_find (self->desk, ids[i]);

      if (sheet == NULL)
        continue;
      om_sheet_save (sheet);
      om_sheet_drop (sheet);
    }
  om_engine_bin_async (self->engine, ids, NULL, binned_cb, act_new (self, ids));
}

/**
 * om_session_restore:
 * @ids: (array zero-terminated=1): memories in the bin
 *
 * Takes them back. Answers with #OmSession::restored or #OmSession::act-failed.
 */
void
om_session_restore (OmSession         *self,
                    const char *const *ids)
{
  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (ids != NULL);

  om_engine_restore_async (self->engine, ids, NULL, restored_cb, act_new (self, ids));
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  om_engine_close_finish (OM_ENGINE (source), result);
  g_object_unref (data);
}

/**
 * om_session_close:
 *
 * Closes the store; what is under way of reading is given up, what is under way of writing is ended.
 */
void
om_session_close (OmSession *self)
{
  g_return_if_fail (OM_IS_SESSION (self));

  if (self->state == OM_SESSION_CLOSED)
    return;
  om_caretaker_stop (self->caretaker);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_session_set_state (self, OM_SESSION_CLOSED, NULL);
  om_engine_close_async (self->engine, closed_cb, g_object_ref (self));
}
