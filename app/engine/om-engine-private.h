/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of OmEngine share: how its verbs run, on the writer thread or on a reader. For
 * engine/, its tests and its benchmarks alone. */
#pragma once

#include "engine/om-answer-cache.h"
#include "engine/om-connections.h"
#include "engine/om-engine.h"
#include "engine/om-mirror.h"
#include "engine/om-recall-params.h"
#include "engine/om-settings.h"
#include "engine/om-write.h"
#include "engine/om-writer.h"

G_BEGIN_DECLS

/**
 * OmEngineModel:
 * The numbers the engine reckons with; unchanging once it is published.
 * @base: what they are where nothing was chosen
 * @params: what they are with @settings
 * @settings: what was chosen
 */
typedef struct
{
  OmRecallParams base;
  OmRecallParams params;
  OmSettings     settings;
} OmEngineModel;

/**
 * OmFollowUpFunc:
 * What follows a job, on the writer thread, after its answer and before the next job. It cannot fail: what
 * it does not do is done some other time.
 */
typedef void (*OmFollowUpFunc) (const OmWriteContext *context);

struct _OmEngine
{
  GObject parent_instance;

  GMainContext   *context;       /* (owned): where signals are emitted */
  char           *path;          /* (owned) (nullable) */
  OmClock         clock;
  gpointer        clock_data;    /* not owned */
  OmEmbedder     *embedder;      /* (owned) */
  OmVectorFormat  format;
  OmEngineModel  *model;         /* not owned (atomic): in force, the newest of @models */
  GPtrArray      *models;        /* (owned) (element-type OmEngineModel) (mutex): all that ever were */
  GMutex          settings_mutex; /* held by who reads the settings of the store */
  OmMirror       *mirror;        /* (owned) (nullable) */
  OmStore        *store;         /* (owned) (nullable): the writer's; of the writer thread alone */
  OmWriter       *writer;        /* (owned) (nullable) */
  OmFollowUpFunc  follow_up;     /* (nullable): what the job that runs leaves to be done; of the writer thread alone */
  gint64          follow_up_now; /* the present of that job; likewise */
  OmConnections  *connections;   /* (owned) (nullable) */
  GTimeZone      *zone;          /* (owned) */
  OmAnswerCache  *cache;         /* (owned) */
  GFileMonitor   *monitor;       /* (owned) (nullable) */
  GSource        *watch;         /* (owned) (nullable): running pause before a look at the store */
  GThread        *early;         /* (owned) (nullable) (mutex): loads since the store is open; ends before it closes */
  GCancellable   *early_cancellable; /* (owned) (nullable) (mutex): of it */
  GThread        *aftercare;     /* (owned) (nullable) (mutex): what follows loading; ends before the store closes */
  gint            change_queued; /* (atomic) */
  GMutex          closing_mutex; /* held by who closes */
  GMutex          mutex;
  GCond           idle;          /* (mutex): nobody reads any more, or nobody asks, or it is being closed */
  guint           n_reading;     /* (mutex) */
  guint           n_asked;       /* (mutex): of what is read, asked or being answered */
  guint           epoch;         /* (mutex): how often a store was closed */
  gboolean        closing;       /* (mutex) */
};

/** OmEngineSignal: what the engine tells. */
typedef enum
{
  OM_ENGINE_CHANGED,
  OM_ENGINE_LOADED,
  OM_ENGINE_N_SIGNALS
} OmEngineSignal;

/**
 * OmWriteFunc:
 * One writing job, on the writer thread.
 *
 * Returns: (transfer full) (nullable): its result; %NULL with @error on failure
 */
typedef gpointer (*OmWriteFunc) (const OmWriteContext *context,
                                 gpointer              args,
                                 GCancellable         *cancellable,
                                 GError              **error);

/**
 * OmReadFunc:
 * One reading job, on any thread, with a connection of its own.
 *
 * Returns: (transfer full) (nullable): its result; %NULL with @error on failure
 */
typedef gpointer (*OmReadFunc) (OmEngine      *self,
                                OmStore       *store,
                                gpointer       args,
                                GCancellable  *cancellable,
                                GError       **error);

/* Running jobs. args are the caller's in the blocking form; in the other they are given away. */
gpointer om_engine_write       (OmEngine            *self,
                                OmWriteFunc          func,
                                gpointer             args,
                                GCancellable        *cancellable,
                                GError             **error);
gpointer om_engine_write_followed (OmEngine         *self,
                                OmWriteFunc          func,
                                OmFollowUpFunc       follow_up,
                                gpointer             args,
                                GCancellable        *cancellable,
                                GError             **error);
void     om_engine_write_async (OmEngine            *self,
                                OmWriteFunc          func,
                                gpointer             args,
                                GDestroyNotify       free_args,
                                GDestroyNotify       free_result,
                                gpointer             tag,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data);
void     om_engine_write_followed_async (OmEngine   *self,
                                OmWriteFunc          func,
                                OmFollowUpFunc       follow_up,
                                gpointer             args,
                                GDestroyNotify       free_args,
                                GDestroyNotify       free_result,
                                gpointer             tag,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data);
void     om_engine_follow_up   (OmEngine            *self);
void     om_engine_settle      (OmEngine            *self);
gpointer om_engine_read        (OmEngine            *self,
                                OmReadFunc           func,
                                gpointer             args,
                                GCancellable        *cancellable,
                                GError             **error);
void     om_engine_read_async  (OmEngine            *self,
                                OmReadFunc           func,
                                gpointer             args,
                                GDestroyNotify       free_args,
                                GDestroyNotify       free_result,
                                gpointer             tag,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data);
gpointer om_engine_finish      (OmEngine            *self,
                                GAsyncResult        *result,
                                gpointer             tag,
                                GError             **error);
gpointer om_engine_get_args    (GAsyncResult        *result);

/* The gate that closing waits at, and signals from any thread. */
gboolean om_engine_enter            (OmEngine       *self,
                                     GError        **error);
void     om_engine_leave            (OmEngine       *self);
void     om_engine_wait_for_readers (OmEngine       *self);
void     om_engine_allow_readers    (OmEngine       *self);
gboolean om_engine_refuse_closed    (OmEngine       *self,
                                     gboolean        for_writing,
                                     GError        **error);
void     om_engine_queue_signal     (OmEngine       *self,
                                     OmEngineSignal  signal);
void     om_engine_emit             (OmEngine       *self,
                                     OmEngineSignal  signal);

/* Work that nobody waits for, on a worker, between om_engine_enter() and om_engine_leave(): in pieces,
 * stepping aside before each. */
gboolean om_engine_step_aside       (OmEngine       *self,
                                     GCancellable   *cancellable,
                                     GError        **error);
gpointer om_engine_write_piece      (OmEngine       *self,
                                     OmWriteFunc     func,
                                     gpointer        args,
                                     gboolean       *changed,
                                     GCancellable   *cancellable,
                                     GError        **error);

/* Draws the links that are missing, a piece at a time. What fails or is cancelled waits for the next time. */
guint    om_engine_draw_links       (OmEngine       *self,
                                     GCancellable   *cancellable);

/* After much may have changed, on a worker that has not entered. */
void     om_engine_keep_words       (OmEngine       *self);

/* The result of a job that has none to give. */
#define OM_ENGINE_DONE GINT_TO_POINTER (1)

OmMirror             *om_engine_get_mirror     (OmEngine             *self);
OmEmbedder           *om_engine_get_embedder   (OmEngine             *self);
OmAnalyser            om_engine_get_analyser   (OmEngine             *self);
const OmRecallParams *om_engine_get_params     (OmEngine             *self);

/* Settings: read by every job, on any thread. */
void                  om_engine_publish_model   (OmEngine             *self,
                                                 const OmRecallParams *base,
                                                 const OmSettings     *settings);
gboolean              om_engine_follow_settings (OmEngine             *self,
                                                 OmStore              *store,
                                                 gboolean             *changed,
                                                 GError              **error);

/* Before opening; for tests and benchmarks. */
void                  om_engine_set_embedder   (OmEngine             *self,
                                                OmEmbedder           *embedder,
                                                OmVectorFormat        format);
void                  om_engine_set_params     (OmEngine             *self,
                                                const OmRecallParams *params);

G_END_DECLS
