/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmEngine: the object, opening, loading and closing. How jobs run stands in om-engine-jobs.c, the
 * verbs in om-engine-write.c and om-engine-read.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-engine-private.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "embed/om-hash-embedder.h"

/* Another process writes in bursts; its writes are looked at together. */
#define WATCH_PAUSE_MS 200

/* So many entries with other words than in the side file cost a start some hundredths of a second. */
#define MANY_WORDS 1000

static guint signals[OM_ENGINE_N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmEngine, om_engine, G_TYPE_OBJECT)

/* Object ---------------------------------------------------------------------------------------- */

/** om_engine_emit: for om-engine-jobs.c, on the engine's own thread. */
void
om_engine_emit (OmEngine      *self,
                OmEngineSignal signal)
{
  gint64 revision;

  if (!om_engine_enter (self, NULL))
    return;
  revision = om_mirror_get_revision (self->mirror);
  om_engine_leave (self);

  if (signal == OM_ENGINE_CHANGED)
    g_signal_emit (self, signals[signal], 0, revision);
  else
    g_signal_emit (self, signals[signal], 0);
}

static void
om_engine_dispose (GObject *object)
{
  OmEngine *self = OM_ENGINE (object);

  om_engine_close (self);
  G_OBJECT_CLASS (om_engine_parent_class)->dispose (object);
}

static void
om_engine_finalize (GObject *object)
{
  OmEngine *self = OM_ENGINE (object);

  g_clear_object (&self->embedder);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->cache, om_answer_cache_free);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_free (self->path);
  g_mutex_clear (&self->settings_mutex);
  g_mutex_clear (&self->closing_mutex);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->idle);
  G_OBJECT_CLASS (om_engine_parent_class)->finalize (object);
}

static void
om_engine_class_init (OmEngineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = om_engine_dispose;
  object_class->finalize = om_engine_finalize;

  /**
   * OmEngine::changed:
   * @revision: what the store is at
   *
   * Something in the store changed, by this process or another. Coalesced.
   */
  signals[OM_ENGINE_CHANGED] = g_signal_new ("changed", OM_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_INT64);
  /**
   * OmEngine::loaded:
   *
   * The indexes are in memory: searches are complete from now on.
   */
  signals[OM_ENGINE_LOADED] = g_signal_new ("loaded", OM_TYPE_ENGINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
om_engine_init (OmEngine *self)
{
  const OmRecallParams params = om_recall_params_default ();
  const OmSettings settings = om_settings_default ();

  self->context = g_main_context_ref_thread_default ();
  self->clock = om_clock_wall;
  self->embedder = om_hash_embedder_new (OM_HASH_EMBEDDER_DIMENSION);
  self->format = OM_VECTOR_FORMAT_U8;
  self->zone = g_time_zone_new_local ();
  self->cache = om_answer_cache_new ();
  g_mutex_init (&self->closing_mutex);
  g_mutex_init (&self->mutex);
  g_mutex_init (&self->settings_mutex);
  g_cond_init (&self->idle);
  self->models = g_ptr_array_new_with_free_func (g_free);
  om_engine_publish_model (self, &params, &settings);
}

/**
 * om_engine_new:
 *
 * Returns: (transfer full): an engine without a store
 */
OmEngine *
om_engine_new (void)
{
  return g_object_new (OM_TYPE_ENGINE, NULL);
}

/**
 * om_engine_set_clock:
 * @clock: where the time comes from
 * @data: given to it, must outlive the engine
 */
void
om_engine_set_clock (OmEngine *self,
                     OmClock   clock,
                     gpointer  data)
{
  g_return_if_fail (OM_IS_ENGINE (self));

  self->clock = clock;
  self->clock_data = data;
}

/**
 * om_engine_now:
 *
 * Returns: the engine's present, ms UTC
 */
gint64
om_engine_now (OmEngine *self)
{
  return self->clock (self->clock_data);
}

/**
 * om_engine_dup_default_path:
 *
 * Returns: (transfer full): where the person's store lies
 */
char *
om_engine_dup_default_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "openmemory", "memories.db", NULL);
}

/** om_engine_get_path: (nullable): the open store's file, absolute and without links. */
const char *
om_engine_get_path (OmEngine *self)
{
  return self->path;
}

/** om_engine_is_loaded: whether searches are complete. */
gboolean
om_engine_is_loaded (OmEngine *self)
{
  gboolean loaded;

  if (!om_engine_enter (self, NULL))
    return FALSE;
  loaded = om_mirror_is_loaded (self->mirror);
  om_engine_leave (self);
  return loaded;
}

OmMirror *
om_engine_get_mirror (OmEngine *self)
{
  return self->mirror;
}

OmEmbedder *
om_engine_get_embedder (OmEngine *self)
{
  return self->embedder;
}

OmAnalyser
om_engine_get_analyser (OmEngine *self)
{
  return (OmAnalyser){ self->embedder, om_engine_get_params (self)->reference };
}

const OmRecallParams *
om_engine_get_params (OmEngine *self)
{
  const OmEngineModel *model = g_atomic_pointer_get (&self->model);

  return &model->params;
}

/** om_engine_set_embedder: another embedder; before opening. */
void
om_engine_set_embedder (OmEngine       *self,
                        OmEmbedder     *embedder,
                        OmVectorFormat  format)
{
  g_return_if_fail (self->mirror == NULL);

  g_set_object (&self->embedder, embedder);
  self->format = format;
}

/** om_engine_set_params: other parameters of the search; while none runs. */
void
om_engine_set_params (OmEngine             *self,
                      const OmRecallParams *params)
{
  const OmEngineModel *model = g_atomic_pointer_get (&self->model);

  om_engine_publish_model (self, params, &model->settings);
}

static gboolean load_mirror (OmEngine     *self,
                             GCancellable *cancellable,
                             GError      **error);

/* Opening --------------------------------------------------------------------------------------- */

/* On the writer thread, when a job is answered. */
static gboolean
after_job (gpointer data,
           gboolean waited_for)
{
  OmEngine *self = data;

  om_engine_follow_up (self);
  return !waited_for && om_store_tidy (self->store);
}

static gboolean
open_store (OmEngine     *self,
            const char   *path,
            OmOpenFlags   flags,
            GCancellable *cancellable,
            GError      **error)
{
  OmStoreMode mode = (flags & OM_OPEN_READ_ONLY) != 0 ? OM_STORE_READER : OM_STORE_WRITER;
  OmStore *store = om_store_open (path, mode, (flags & OM_OPEN_MUST_EXIST) != 0 ? OM_STORE_MUST_EXIST : 0, cancellable, error);

  if (store == NULL)
    return FALSE;
  if (!om_engine_follow_settings (self, store, NULL, error))
    {
      om_store_close (store);
      return FALSE;
    }

  g_free (self->path);
  self->path = g_strdup (om_store_get_path (store));
  self->connections = om_connections_new (self->path);
  self->mirror = om_mirror_new (self->embedder, self->format);
  if (mode == OM_STORE_WRITER)
    {
      self->store = store;
      self->writer = om_writer_new (after_job, self);
    }
  else
    {
      om_connections_give (self->connections, store);
    }
  return TRUE;
}

/**
 * om_engine_open:
 * @path: the store's file
 * @error: return location, codes of %OM_ERROR that say what is wrong with the store
 *
 * Opens a store, and makes it unless told otherwise. A store that cannot be opened is left as it is.
 */
gboolean
om_engine_open (OmEngine     *self,
                const char   *path,
                OmOpenFlags   flags,
                GCancellable *cancellable,
                GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  om_engine_close (self);
  return open_store (self, path, flags, cancellable, error);
}

typedef struct
{
  char       *path;
  OmOpenFlags flags;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->path);
  g_free (opening);
}

/* Nobody has asked yet; who does waits for it. */
static gpointer
early_thread (gpointer data)
{
  OmEngine *self = data;
  g_autoptr (GCancellable) cancellable = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_lock (&self->mutex);
  cancellable = self->early_cancellable != NULL ? g_object_ref (self->early_cancellable) : NULL;
  g_mutex_unlock (&self->mutex);
  if (!load_mirror (self, cancellable, &error))
    g_debug ("Not loaded early: %s", error->message);
  return NULL;
}

static void
begin_early (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  if (!self->closing && self->early == NULL)
    {
      self->early_cancellable = g_cancellable_new ();
      self->early = g_thread_new ("openmemory-early", early_thread, self);
    }
  g_mutex_unlock (&self->mutex);
}

static void
cancel_early (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  g_cancellable_cancel (self->early_cancellable);
  g_mutex_unlock (&self->mutex);
}

static void
end_early (OmEngine *self)
{
  GThread *thread;

  g_mutex_lock (&self->mutex);
  thread = g_steal_pointer (&self->early);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&thread, g_thread_join);
}

static void
open_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Opening *opening = task_data;
  g_autoptr (GError) error = NULL;

  if (open_store (OM_ENGINE (source), opening->path, opening->flags, cancellable, &error))
    {
      /* The main thread is busy with the first window, and would ask for it a tenth of a second later. */
      if ((opening->flags & OM_OPEN_TO_LOAD) != 0)
        begin_early (OM_ENGINE (source));
      g_task_return_boolean (task, TRUE);
    }
  else
    {
      g_task_return_error (task, g_steal_pointer (&error));
    }
}

/** om_engine_open_async: the same without blocking; nothing else may be asked before it is finished. */
void
om_engine_open_async (OmEngine            *self,
                      const char          *path,
                      OmOpenFlags          flags,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  Opening *opening = g_new0 (Opening, 1);

  g_return_if_fail (OM_IS_ENGINE (self));

  om_engine_close (self);
  opening->path = g_strdup (path);
  opening->flags = flags;
  g_task_set_source_tag (task, om_engine_open_async);
  /* A store that is open is told of, though it was cancelled a moment later. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, opening, opening_free);
  g_task_run_in_thread (task, open_thread);
}

/* Other processes ------------------------------------------------------------------------------- */

/* Every reading job catches up before it begins, and tells if there was anything new. */
static gpointer
look (OmEngine     *self,
      OmStore      *store,
      gpointer      args,
      GCancellable *cancellable,
      GError      **error)
{
  return OM_ENGINE_DONE;
}

static void
look_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  om_engine_finish (OM_ENGINE (source), result, look_cb, NULL);
}

static gboolean
watch_cb (gpointer data)
{
  OmEngine *self = data;

  g_clear_pointer (&self->watch, g_source_unref);
  om_engine_read_async (self, look, NULL, NULL, NULL, look_cb, NULL, look_cb, NULL);
  return G_SOURCE_REMOVE;
}

static void
monitor_changed_cb (OmEngine *self)
{
  if (self->watch != NULL)
    return;
  self->watch = g_timeout_source_new (WATCH_PAUSE_MS);
  g_source_set_static_name (self->watch, "[openmemory] look at the store");
  g_source_set_callback (self->watch, watch_cb, self, NULL);
  g_source_attach (self->watch, self->context);
}

/* Every commit grows the log or begins it anew: watching it tells of other processes' writes. */
static void
watch_store (OmEngine *self)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (log);

  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (monitor_changed_cb), self, G_CONNECT_SWAPPED);
}

/** om_engine_open_finish: */
gboolean
om_engine_open_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  watch_store (self);
  return TRUE;
}

/* Loading --------------------------------------------------------------------------------------- */

typedef struct
{
  OmStore    *store;
  const char *key;
} KeyArgs;

static gpointer
keep_key (gpointer      data,
          GCancellable *cancellable,
          GError      **error)
{
  const KeyArgs *args = data;

  return om_mirror_keep_key (args->store, args->key, error) ? OM_ENGINE_DONE : NULL;
}

/* What was read and let go in many pieces goes back to the system, where the library can do that. */
static void
trim_memory (void)
{
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

/* The side file saves the next start some seconds, and the words need not be in memory as well; without
 * it everything is the same but slower. The caller has entered, or closes. */
static void
save_snapshot (OmEngine *self,
               gboolean  use)
{
  g_autofree char *path = om_mirror_dup_snapshot_path (self->path);
  g_autoptr (GError) error = NULL;
  OmStore *store;

  if (self->writer == NULL || self->format != OM_VECTOR_FORMAT_U8 || !om_mirror_is_loaded (self->mirror))
    return;
  store = om_connections_take (self->connections, NULL, &error);
  if (store != NULL)
    {
      g_autofree char *key = om_mirror_save_snapshot (self->mirror, store, path, &error);
      KeyArgs args = { self->store, key };

      om_connections_give (self->connections, store);
      if (key != NULL && om_writer_run (self->writer, keep_key, &args, NULL, &error) != NULL && use)
        {
          om_mirror_use_snapshot (self->mirror, path, key);
          trim_memory ();
        }
    }
  if (error != NULL)
    g_debug ("The index was not saved: %s", error->message);
}

/**
 * om_engine_keep_words:
 *
 * On a worker, after much may have changed: writes the side file if the next start would otherwise have
 * many texts to read, whether or not this program gets to close the store, and gives memory back.
 */
void
om_engine_keep_words (OmEngine *self)
{
  if (!om_engine_enter (self, NULL))
    return;
  if (om_mirror_count_unsaved (self->mirror) >= MANY_WORDS)
    save_snapshot (self, TRUE);
  trim_memory ();
  om_engine_leave (self);
}

static gboolean
load_mirror (OmEngine     *self,
             GCancellable *cancellable,
             GError      **error)
{
  g_autofree char *path = NULL;
  OmStore *store;
  gboolean loaded = FALSE;

  if (!om_engine_enter (self, error))
    return FALSE;
  path = om_mirror_dup_snapshot_path (self->path);
  store = om_connections_take (self->connections, cancellable, error);
  if (store != NULL)
    {
      /* The first search will want a connection of its own anyway. */
      OmStore *helper = g_get_num_processors () > 1 ? om_connections_take (self->connections, cancellable, NULL) : NULL;

      loaded = om_mirror_load (self->mirror, store, helper, path, cancellable, error);
      om_connections_give (self->connections, store);
      if (helper != NULL)
        om_connections_give (self->connections, helper);
    }
  om_engine_leave (self);
  return loaded;
}

static gboolean
load (OmEngine     *self,
      GCancellable *cancellable,
      GError      **error)
{
  end_early (self);
  if (!om_engine_is_loaded (self) && !load_mirror (self, cancellable, error))
    return FALSE;
  om_engine_queue_signal (self, OM_ENGINE_LOADED);
  return TRUE;
}

/**
 * om_engine_load:
 * @error: return location
 *
 * Brings the indexes into memory. Searches before it are answered by full text alone.
 */
gboolean
om_engine_load (OmEngine     *self,
                GCancellable *cancellable,
                GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  if (om_engine_refuse_closed (self, FALSE, error))
    return FALSE;
  if (om_engine_is_loaded (self))
    return TRUE;
  if (!load (self, cancellable, error))
    return FALSE;
  om_engine_draw_links (self, NULL);
  return TRUE;
}

/* Not a task: the engine would be held by it. Whoever closes waits for its end instead. */
static gpointer
aftercare_thread (gpointer data)
{
  OmEngine *self = data;

  om_engine_draw_links (self, NULL);
  if (om_engine_enter (self, NULL))
    {
      save_snapshot (self, TRUE);
      om_engine_leave (self);
    }
  return NULL;
}

/* What follows loading has a thread of its own, so that whoever waits for the task does not wait for it. */
static void
begin_aftercare (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  if (!self->closing && self->connections != NULL && self->aftercare == NULL)
    self->aftercare = g_thread_new ("openmemory-aftercare", aftercare_thread, self);
  g_mutex_unlock (&self->mutex);
}

static void
end_aftercare (OmEngine *self)
{
  GThread *thread;

  g_mutex_lock (&self->mutex);
  thread = g_steal_pointer (&self->aftercare);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&thread, g_thread_join);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  OmEngine *self = source;
  g_autoptr (GError) error = NULL;

  if (!load (self, cancellable, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  begin_aftercare (self);
  g_task_return_boolean (task, TRUE);
}

/** om_engine_load_async: the same without blocking; emits "loaded". */
void
om_engine_load_async (OmEngine            *self,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  g_autoptr (GError) error = NULL;

  g_task_set_source_tag (task, om_engine_load_async);
  if (om_engine_refuse_closed (self, FALSE, &error))
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_run_in_thread (task, load_thread);
}

/** om_engine_load_finish: */
gboolean
om_engine_load_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Closing --------------------------------------------------------------------------------------- */

static void
stop_watching (OmEngine *self)
{
  if (self->watch != NULL)
    g_source_destroy (self->watch);
  g_clear_pointer (&self->watch, g_source_unref);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
}

static void
close_store (OmEngine *self)
{
  g_mutex_lock (&self->closing_mutex);
  cancel_early (self);
  om_engine_wait_for_readers (self);
  end_early (self);
  end_aftercare (self);
  if (self->mirror != NULL)
    save_snapshot (self, FALSE);
  g_clear_pointer (&self->writer, om_writer_free);
  g_clear_pointer (&self->connections, om_connections_free);
  g_clear_pointer (&self->store, om_store_close);
  g_clear_pointer (&self->mirror, om_mirror_free);
  om_answer_cache_clear (self->cache);
  g_clear_object (&self->early_cancellable);
  om_engine_allow_readers (self);
  g_mutex_unlock (&self->closing_mutex);
}

/**
 * om_engine_close:
 *
 * Waits for what is being written and read, and closes the store. What is asked meanwhile is refused.
 * An engine may be opened again.
 */
void
om_engine_close (OmEngine *self)
{
  g_return_if_fail (OM_IS_ENGINE (self));

  stop_watching (self);
  close_store (self);
}

static void
close_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  close_store (OM_ENGINE (source));
  g_task_return_boolean (task, TRUE);
}

/** om_engine_close_async: the same without blocking. */
void
om_engine_close_async (OmEngine            *self,
                       GAsyncReadyCallback  callback,
                       gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);

  stop_watching (self);
  g_task_set_source_tag (task, om_engine_close_async);
  g_task_run_in_thread (task, close_thread);
}

/** om_engine_close_finish: */
void
om_engine_close_finish (OmEngine     *self,
                        GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}
