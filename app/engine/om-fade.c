/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The daily pass. It may run never, once or a thousand times: every value a person sees is the same. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-fade.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "dynamics/om-vector-stage.h"
#include "engine/om-document.h"
#include "engine/om-engine-private.h"
#include "engine/om-fade-report.h"
#include "store/om-store-jobs.h"
#include "store/om-store-memories.h"
#include "store/om-store-vectors.h"
#include "store/om-store-waypoints.h"

#define JOB OM_FADE_JOB
#define LEASE_MS (10 * 60 * 1000)

/* How long vectors shrink in one transaction: whoever saves or recalls meanwhile waits so long. */
#define PIECE_US 5000

/* Memories that are looked at under one hold of the lock: about a millisecond. */
#define SLICE 4096

/** Change: a vector that is to shrink, or with stage full to be made whole again. */
typedef struct
{
  gint64        row;
  OmVectorStage stage;
  double        fade_factor;
} Change;

/** Pass: one run. */
typedef struct
{
  const char   *owner;
  gboolean      taken;
  gint64        now;       /* one instant for the whole pass */
  gboolean      changed;   /* what others see is another than before */
  OmFadeReport *report;
  GArray       *resting;   /* rows that went to rest since */
  GArray       *changes;   /* Change */
  guint         next;      /* place in changes */
} Pass;

/**
 * om_fade_report_free:
 * @self: (transfer full) (nullable): a report
 */
void
om_fade_report_free (OmFadeReport *self)
{
  if (self == NULL)
    return;

  g_strfreev (self->newly_resting);
  g_free (self);
}

/* Looking --------------------------------------------------------------------------------------- */

/* What only seems vivid because the clock was set back keeps what it has. */
static gboolean
is_vivid_again (const OmDocState *state,
                OmVectorStage     stage,
                gint64            now)
{
  return stage == OM_VECTOR_STAGE_FULL && state->stage != OM_VECTOR_STAGE_FULL && state->salience_at <= now &&
         state->last_active_at <= now && state->last_seen_at <= now;
}

static void
look_at (Pass                   *pass,
         guint32                 doc,
         const OmDocState       *state,
         const OmModelConstants *constants,
         gint64                  now)
{
  OmMemory memory;
  OmSalienceState salience;
  OmActivity activity;
  int vividness;
  gboolean rests;
  double score;
  Change change = { .row = doc };

  om_doc_state_to_memory (state, &memory);
  salience = om_salience_state_from_memory (&memory);
  activity = om_activity_from_memory (&memory, now);
  om_memory_vividness (&memory, now, constants, &vividness);
  rests = om_memory_rests (&memory, now, constants);
  score = om_activity_score (&activity, constants);

  if (state->type != OM_MEMORY_TYPE_SECTION)
    {
      pass->report->by_tier[om_tier_present (&salience, now, constants)]++;
      if (!activity.kept)
        {
          pass->report->lowest_score = pass->report->checked == 0 ? score : MIN (pass->report->lowest_score, score);
          pass->report->checked++;
        }
      if (rests)
        {
          gint64 row = doc;

          pass->report->resting++;
          if (pass->report->since > 0 && state->archived_at == 0 &&
              !om_memory_rests (&memory, pass->report->since, constants))
            g_array_append_val (pass->resting, row);
        }
    }

  change.fade_factor = om_fade_factor_present (&salience, now, constants);
  change.stage = om_vector_stage_for (change.fade_factor, vividness, activity.kept);
  if (change.stage > (OmVectorStage) state->stage ? state->last_seen_at < now : is_vivid_again (state, change.stage, now))
    g_array_append_val (pass->changes, change);
}

/* @aside: steps aside between the slices; not for who reads itself, it would wait for its own end. */
static gboolean
look (Pass         *pass,
      OmEngine     *self,
      gboolean      aside,
      GCancellable *cancellable,
      GError      **error)
{
  const OmModelConstants *constants = &om_engine_get_params (self)->constants;
  OmMirror *mirror = om_engine_get_mirror (self);
  guint32 doc = 0;

  do
    {
      const OmStateTable *states;
      guint n = 0;

      if (aside && !om_engine_step_aside (self, cancellable, error))
        return FALSE;
      om_mirror_lock (mirror);
      states = om_mirror_get_states (mirror);
      while (n++ < SLICE && (doc = om_state_table_next (states, doc)) != 0)
        {
          const OmDocState *state = om_state_table_get (states, doc);

          if (!state->trashed)
            look_at (pass, doc, state, constants, pass->now);
        }
      om_mirror_unlock (mirror);
    }
  while (doc != 0);
  return TRUE;
}

/* A report that lies ahead was made before the clock was set back. */
static gboolean
find_since (Pass    *pass,
            OmStore *store,
            GError **error)
{
  g_auto (OmJob) job = { 0 };

  if (!om_store_job_get (store, JOB, &job, error))
    return FALSE;
  pass->report->since = MIN (job.watermark, pass->now);
  return TRUE;
}

static gpointer
begin (const OmWriteContext *context,
       gpointer              data,
       GCancellable         *cancellable,
       GError              **error)
{
  Pass *pass = data;

  pass->now = context->now;
  if (!om_store_job_take (context->store, JOB, pass->owner, context->now, context->now + LEASE_MS, &pass->taken, error))
    return NULL;
  if (!pass->taken)
    return OM_ENGINE_DONE;
  /* Another process may have written since. */
  return om_mirror_catch_up (context->mirror, context->store, NULL, error) && find_since (pass, context->store, error)
           ? OM_ENGINE_DONE
           : NULL;
}

/* Shrinking ------------------------------------------------------------------------------------- */

static float *
shrink (const OmStoreVector *vector,
        const OmMemory      *memory,
        const Change        *change,
        gsize               *n)
{
  return change->stage == OM_VECTOR_STAGE_FINGERPRINT
           ? om_vector_fingerprint (memory->id, memory->content, NULL, n)
           : om_vector_compress (vector->v, vector->dim, change->fade_factor, OM_COMPRESS_MIN_DIMENSION,
                                 OM_COMPRESS_MAX_DIMENSION, n);
}

static gboolean
shrink_vectors (const OmWriteContext *context,
                OmMemory             *memory,
                const Change         *change,
                GError              **error)
{
  gint64 embedder = om_store_embedder_id (context->store, om_embedder_get_name (context->analyser.embedder),
                                          om_embedder_get_dimension (context->analyser.embedder), error);
  g_autoptr (GArray) vectors = embedder > 0 ? om_store_vectors_get (context->store, embedder, memory->row, error) : NULL;

  if (vectors == NULL)
    return FALSE;
  for (guint i = 0; i < vectors->len; i++)
    {
      const OmStoreVector *vector = &g_array_index (vectors, OmStoreVector, i);
      g_autofree float *small = NULL;
      gsize n;

      /* What is pooled already is not pooled again. */
      if (vector->stage >= change->stage)
        continue;
      small = shrink (vector, memory, change, &n);
      if (!om_store_vector_put (context->store, embedder, memory->row, vector->sector, change->stage, small, (guint) n, NULL, 0,
                                error))
        return FALSE;
    }
  memory->stage = change->stage;
  return om_store_memory_update (context->store, memory, OM_STORE_STAGE, error);
}

static void
count_change (Pass         *pass,
              const Change *change)
{
  if (change->stage == OM_VECTOR_STAGE_FULL)
    pass->report->n_restored++;
  else if (change->stage == OM_VECTOR_STAGE_FINGERPRINT)
    pass->report->n_fingerprints++;
  else
    pass->report->n_compressed++;
}

static gpointer
change_some (const OmWriteContext *context,
             gpointer              data,
             GCancellable         *cancellable,
             GError              **error)
{
  Pass *pass = data;
  gint64 end = g_get_monotonic_time () + PIECE_US;
  guint next;

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!om_store_job_keep (context->store, JOB, pass->owner, context->now, context->now + LEASE_MS, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  for (next = pass->next; next < pass->changes->len && (next == pass->next || g_get_monotonic_time () < end); next++)
    {
      const Change *change = &g_array_index (pass->changes, Change, next);
      g_autoptr (OmMemory) memory = om_store_memory_get (context->store, change->row, NULL);

      /* It may have been wiped, or recalled, since it was looked at. */
      if (memory == NULL || memory->stage == change->stage ||
          (change->stage != OM_VECTOR_STAGE_FULL && (memory->stage > change->stage || memory->last_seen_at >= pass->now)))
        continue;
      if (!(change->stage == OM_VECTOR_STAGE_FULL ? om_document_restore_vectors (context, memory, error)
                                                  : shrink_vectors (context, memory, change, error)))
        {
          om_store_rollback (context->store);
          return NULL;
        }
      count_change (pass, change);
    }
  if (!om_store_commit (context->store, error))
    return NULL;
  pass->next = next;
  return OM_ENGINE_DONE;
}

/* Ending ---------------------------------------------------------------------------------------- */

static char **
ids_of (OmStore *store,
        GArray  *rows)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      char *id = om_store_memory_dup_id (store, g_array_index (rows, gint64, i), NULL);

      if (id != NULL)
        g_ptr_array_add (ids, id);
    }
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&ids), FALSE);
}

static gpointer
end_pass (const OmWriteContext *context,
          gpointer              data,
          GCancellable         *cancellable,
          GError              **error)
{
  Pass *pass = data;
  g_autoptr (GError) problem = NULL;
  g_autofree char *kept = NULL;

  pass->report->newly_resting = ids_of (context->store, pass->resting);
  kept = om_fade_report_dup_kept (context, pass->report->newly_resting, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  if (!om_store_waypoints_prune (context->store, OM_LINK_PRUNE_BELOW, &pass->report->n_pruned, error) ||
      !om_store_job_advance (context->store, JOB, pass->owner, pass->now, kept, error) ||
      !om_store_job_release (context->store, JOB, pass->owner, error))
    return NULL;
  return OM_ENGINE_DONE;
}

static gpointer
give_up (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  return om_store_job_release (context->store, JOB, ((Pass *) data)->owner, error) ? OM_ENGINE_DONE : NULL;
}

static gboolean
count_pruned (const OmWaypoint *waypoint,
              gpointer          n_pruned)
{
  *(guint *) n_pruned += om_link_is_pruned (waypoint) ? 1 : 0;
  return TRUE;
}

/* A dry run: it looks as a pass does, and only counts what the pass would do. */
static gpointer
look_only (OmEngine     *self,
           OmStore      *store,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  Pass *pass = data;

  pass->now = om_engine_now (self);
  if (!find_since (pass, store, error) || !look (pass, self, FALSE, cancellable, error) ||
      !om_store_waypoints_load (store, count_pruned, &pass->report->n_pruned, error))
    return NULL;
  for (guint i = 0; i < pass->changes->len; i++)
    count_change (pass, &g_array_index (pass->changes, Change, i));
  pass->report->newly_resting = ids_of (store, pass->resting);
  return OM_ENGINE_DONE;
}

/* The caller has entered. */
static gboolean
run_pieces (OmEngine     *self,
            Pass         *pass,
            GCancellable *cancellable,
            GError      **error)
{
  gboolean done = om_engine_step_aside (self, cancellable, error) &&
                  om_engine_write_piece (self, begin, pass, &pass->changed, cancellable, error) != NULL;

  if (done && !pass->taken)
    return pass->report->skipped = TRUE;
  done = done && look (pass, self, TRUE, cancellable, error);
  while (done && pass->next < pass->changes->len)
    done = om_engine_step_aside (self, cancellable, error) &&
           om_engine_write_piece (self, change_some, pass, &pass->changed, cancellable, error) != NULL;
  done = done && om_engine_write_piece (self, end_pass, pass, &pass->changed, cancellable, error) != NULL;
  if (!done && pass->taken)
    om_engine_write_piece (self, give_up, pass, &pass->changed, NULL, NULL);
  return done;
}

static gboolean
run_pass (OmEngine     *self,
          Pass         *pass,
          GCancellable *cancellable,
          GError      **error)
{
  gboolean done;

  if (pass->report->dry_run)
    return om_engine_read (self, look_only, pass, cancellable, error) != NULL;
  if (om_engine_refuse_closed (self, TRUE, error) || !om_engine_enter (self, error))
    return FALSE;
  done = run_pieces (self, pass, cancellable, error);
  if (pass->changed)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  om_engine_leave (self);
  om_engine_keep_words (self);
  return done;
}

/**
 * om_engine_fade:
 * @self: a loaded engine; one that was opened for reading is enough for a dry run
 * @dry_run: change nothing, count what a pass would do
 * @error: return location
 *
 * Runs one pass. Blocks, and between its pieces steps aside for whoever asks or writes; cancelled, the
 * next pass does what this one left.
 *
 * Returns: (transfer full) (nullable): what it found and did
 */
OmFadeReport *
om_engine_fade (OmEngine     *self,
                gboolean      dry_run,
                GCancellable *cancellable,
                GError      **error)
{
  g_autofree char *owner = g_uuid_string_random ();
  g_autoptr (OmFadeReport) report = g_new0 (OmFadeReport, 1);
  Pass pass = { .owner = owner, .report = report };
  gboolean done;

  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  if (!om_engine_is_loaded (self))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("The indexes are not loaded yet."));
      return NULL;
    }
  report->dry_run = dry_run;
  pass.resting = g_array_new (FALSE, FALSE, sizeof (gint64));
  pass.changes = g_array_new (FALSE, FALSE, sizeof (Change));
  done = run_pass (self, &pass, cancellable, error);
  g_array_unref (pass.resting);
  g_array_unref (pass.changes);
  return done ? g_steal_pointer (&report) : NULL;
}

static void
fade_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  OmFadeReport *report = om_engine_fade (OM_ENGINE (source), GPOINTER_TO_INT (task_data), cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) om_fade_report_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_fade_async: the same without blocking. */
void
om_engine_fade_async (OmEngine            *self,
                      gboolean             dry_run,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, om_engine_fade_async);
  g_task_set_task_data (task, GINT_TO_POINTER (dry_run), NULL);
  g_task_run_in_thread (task, fade_thread);
}

/** om_engine_fade_finish: (transfer full) (nullable) */
OmFadeReport *
om_engine_fade_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  return om_engine_finish (self, result, om_engine_fade_async, error);
}
