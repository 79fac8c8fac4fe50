/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices of reading on a worker, each written in a transaction of its own; then one replay on the writer. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-job.h"

#include "dynamics/om-trait-replay.h"
#include "engine/om-engine-private.h"
#include "engine/om-following-private.h"
#include "engine/om-settings-private.h"
#include "engine/om-trait-reader.h"
#include "store/om-store-jobs.h"
#include "store/om-store-memories.h"
#include "store/om-store-trait-acts.h"
#include "store/om-store-trait-readings.h"
#include "store/om-store-traits.h"

#define JOB "traits"
#define LEASE_MS (10 * 60 * 1000)

/* Entries of a slice: tens of milliseconds of reading. */
#define SLICE 128

/** Run: one run of the job. */
typedef struct
{
  const char    *owner;
  gboolean       taken;
  gboolean       occupied; /* somebody else may be at it */
  gboolean       changed;
  gboolean       done;     /* to its end */
  gboolean       anew;     /* what was read is of another reader */
  gboolean       due;      /* something is otherwise than when it ran last */
  gint64         revision; /* of what traits come from */
  char          *state;    /* (owned): what the traits will be of */
  GArray        *rows;     /* (owned) (nullable): to read */
  guint          next;     /* place among them */
  GPtrArray     *readings; /* (owned) (element-type OmStoreReading): of the slice */
  OmTraitReport *report;
} Run;

/* Replaying ----------------------------------------------------------------------------------------- */

static guint
get_allowed (OmStore *store)
{
  OmSettings settings;
  guint allowed = 0;

  if (!om_settings_read (store, &settings, NULL, NULL))
    return 0;
  for (int i = OM_SETTING_TRAITS_HEALTH; i <= OM_SETTING_TRAITS_MONEY; i++)
    allowed |= settings.values[i] != 0 ? 1u << (i - OM_SETTING_TRAITS_HEALTH) : 0;
  return allowed;
}

static const char *
keep (OmTraitJournal *journal,
      const char     *text)
{
  return text != NULL ? g_string_chunk_insert (journal->strings, text) : NULL;
}

static OmTraitJournal *
load_journal (OmStore *store,
              GError **error)
{
  g_autoptr (OmTraitJournal) journal = om_trait_journal_new ();
  g_autoptr (GPtrArray) acts = om_store_trait_acts_list (store, FALSE, error);

  if (acts == NULL || !om_store_trait_journal_load (store, journal, error))
    return NULL;
  for (guint i = 0; i < acts->len; i++)
    {
      const OmStoreTraitAct *act = g_ptr_array_index (acts, i);
      OmTraitWord word = {
        .at = act->at,
        .day = act->day,
        .verb = (OmTraitVerb) act->verb,
        .trait = keep (journal, act->trait),
        .kind = keep (journal, act->kind),
        .key = keep (journal, act->key),
        .slot = act->slot,
        .text = keep (journal, act->text),
        .context = act->context,
        .answer = (OmTraitAnswer) act->answer,
        .other = keep (journal, act->other),
      };

      g_array_append_val (journal->words, word);
    }
  journal->allowed = get_allowed (store);
  return g_steal_pointer (&journal);
}

/* What differs from what is there, and only that. */
static gboolean
write_stories (OmStore           *store,
               const OmTraitWork *work,
               guint             *n_changed,
               GError           **error)
{
  g_autoptr (GHashTable) former = om_store_traits_digests (store, error);
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer id;

  if (former == NULL)
    return FALSE;
  for (guint i = 0; i < work->stories->len; i++)
    {
      const OmTraitStory *story = g_ptr_array_index (work->stories, i);
      const guint64 *digest = g_hash_table_lookup (former, story->trait->id);

      if (digest == NULL || *digest != story->digest)
        {
          if (!om_store_trait_put (store, story, error))
            return FALSE;
          g_ptr_array_add (written, (gpointer) story);
        }
      g_hash_table_remove (former, story->trait->id);
    }
  *n_changed = written->len + g_hash_table_size (former);
  g_hash_table_iter_init (&iter, former);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      if (!om_store_trait_remove (store, id, error))
        return FALSE;
    }
  for (guint i = 0; i < written->len; i++)
    {
      if (!om_store_trait_put_members (store, g_ptr_array_index (written, i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
same_groups (GHashTable *a,
             GHashTable *b)
{
  GHashTableIter iter;
  gpointer id;
  gpointer members;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &id, &members))
    {
      if (g_strcmp0 (members, g_hash_table_lookup (b, id)) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_groups (OmStore           *store,
              const OmTraitWork *work,
              GError           **error)
{
  g_autoptr (GHashTable) former = om_store_trait_groups (store, error);

  return former != NULL && (same_groups (former, work->groups) || om_store_trait_groups_set (store, work->groups, error));
}

/**
 * om_trait_job_replay:
 * @context: in a transaction
 * @report: (inout): gets how many traits there are and how many are others
 * @error: return location
 *
 * Works the traits out of what was read, and writes what is otherwise.
 *
 * Returns: %FALSE on error
 */
gboolean
om_trait_job_replay (const OmWriteContext *context,
                     OmTraitReport        *report,
                     GError              **error)
{
  g_autoptr (OmTraitJournal) journal = load_journal (context->store, error);
  g_autoptr (OmTraitWork) work = NULL;
  guint n_changed = 0;

  if (journal == NULL)
    return FALSE;
  work = om_trait_replay (journal, context->now, om_write_today (context));
  if (!write_stories (context->store, work, &n_changed, error) || !write_groups (context->store, work, error))
    return FALSE;
  report->n_traits = work->stories->len;
  report->n_changed += n_changed;
  return TRUE;
}

/* Beginning ----------------------------------------------------------------------------------------- */

/* "READER REVISION DAY SUBJECTS": what the traits are of. */
static char *
dup_state (OmStore *store,
           gint64   revision,
           gint32   today)
{
  return g_strdup_printf ("%d %" G_GINT64_FORMAT " %d %u", OM_TRAIT_READER_VERSION, revision, today, get_allowed (store));
}

static gboolean
plan (Run                  *run,
      const OmWriteContext *context,
      GError              **error)
{
  g_auto (OmJob) job = { 0 };
  gint64 since;

  run->revision = om_store_trait_revision (context->store, error);
  if (run->revision < 0 || !om_store_job_get (context->store, JOB, &job, error))
    return FALSE;
  g_clear_pointer (&run->rows, g_array_unref);
  g_clear_pointer (&run->state, g_free);
  run->next = 0;
  run->occupied = job.owner != NULL;
  run->anew = job.state == NULL || atoi (job.state) != OM_TRAIT_READER_VERSION;
  since = run->anew ? -1 : job.watermark;
  run->rows = om_store_readings_missing (context->store, since, error);
  if (run->rows == NULL)
    return FALSE;
  run->state = dup_state (context->store, run->revision, om_write_today (context));
  run->due = run->rows->len > 0 || g_strcmp0 (run->state, job.state) != 0;
  return TRUE;
}

/* Mostly there is nothing to do: then nothing is written either. */
static gpointer
look_only (OmEngine     *self,
           OmStore      *store,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  OmWriteContext context = { .store = store, .mirror = om_engine_get_mirror (self), .now = om_engine_now (self), .zone = self->zone };

  return plan (data, &context, error) ? OM_ENGINE_DONE : NULL;
}

static gpointer
begin (const OmWriteContext *context,
       gpointer              data,
       GCancellable         *cancellable,
       GError              **error)
{
  Run *run = data;

  if (!om_store_job_take (context->store, JOB, run->owner, context->now, context->now + LEASE_MS, &run->taken, error))
    return NULL;
  if (!run->taken)
    {
      run->report->skipped = TRUE;
      return OM_ENGINE_DONE;
    }
  return plan (run, context, error) && (!run->anew || om_store_readings_drop (context->store, TRUE, error)) &&
             (!run->anew || plan (run, context, error))
           ? OM_ENGINE_DONE
           : NULL;
}

/* Reading ------------------------------------------------------------------------------------------- */

static guint
slice_length (const Run *run)
{
  return MIN (SLICE, run->rows->len - run->next);
}

static gpointer
read_slice (OmEngine     *self,
            OmStore      *store,
            gpointer      data,
            GCancellable *cancellable,
            GError      **error)
{
  Run *run = data;
  g_autoptr (GPtrArray) memories =
    om_store_memories_get (store, &g_array_index (run->rows, gint64, run->next), slice_length (run), error);

  g_ptr_array_set_size (run->readings, 0);
  for (guint i = 0; memories != NULL && i < memories->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      g_ptr_array_add (run->readings, om_trait_reader_read (g_ptr_array_index (memories, i)));
    }
  return memories != NULL ? OM_ENGINE_DONE : NULL;
}

static gboolean
put_readings (Run     *run,
              OmStore *store,
              GError **error)
{
  for (guint i = 0; i < run->readings->len; i++)
    {
      if (!om_store_reading_put (store, g_ptr_array_index (run->readings, i), error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
write_slice (const OmWriteContext *context,
             gpointer              data,
             GCancellable         *cancellable,
             GError              **error)
{
  Run *run = data;

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!om_store_job_keep (context->store, JOB, run->owner, context->now, context->now + LEASE_MS, error) ||
      !put_readings (run, context->store, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  run->report->n_read += run->readings->len;
  run->next += slice_length (run);
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

static gpointer
replay (const OmWriteContext *context,
        gpointer              data,
        GCancellable         *cancellable,
        GError              **error)
{
  Run *run = data;

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!om_store_job_keep (context->store, JOB, run->owner, context->now, context->now + LEASE_MS, error) ||
      !om_store_readings_drop (context->store, FALSE, error) || !om_trait_job_replay (context, run->report, error) ||
      !om_store_job_advance (context->store, JOB, run->owner, run->revision, run->state, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

static gpointer
release (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  const Run *run = data;

  if (run->done && !om_job_time_note (context, JOB, error))
    return NULL;
  return om_store_job_release (context->store, JOB, run->owner, error) ? OM_ENGINE_DONE : NULL;
}

/* The caller has entered. */
static gboolean
run_pieces (OmEngine            *self,
            Run                 *run,
            OmTraitProgressFunc  progress,
            gpointer             progress_data,
            GCancellable        *cancellable,
            GError             **error)
{
  gboolean done;

  if (om_engine_read (self, look_only, run, cancellable, error) == NULL)
    return FALSE;
  if (!run->due && !run->occupied)
    return TRUE;
  done = om_engine_step_aside (self, cancellable, error) &&
         om_engine_write_piece (self, begin, run, &run->changed, cancellable, error) != NULL;
  while (done && run->taken && run->next < run->rows->len)
    {
      done = om_engine_step_aside (self, cancellable, error) &&
             om_engine_read (self, read_slice, run, cancellable, error) != NULL &&
             om_engine_write_piece (self, write_slice, run, &run->changed, cancellable, error) != NULL;
      if (done && progress != NULL)
        progress (run->next, run->rows->len, progress_data);
    }
  if (done && run->taken && run->due)
    done = om_engine_step_aside (self, cancellable, error) &&
           om_engine_write_piece (self, replay, run, &run->changed, cancellable, error) != NULL;
  run->done = done;
  if (run->taken)
    om_engine_write_piece (self, release, run, &run->changed, NULL, NULL);
  return done;
}

/**
 * om_engine_find_traits:
 * @self: a loaded engine
 * @progress: (nullable) (scope call): told after each slice
 * @progress_data: for @progress
 * @error: return location
 *
 * Reads what is new or changed, and works out the traits. It steps aside for searches and saves, and what
 * was read when it is cancelled is not read again. Blocks; for a worker or a command.
 *
 * Returns: (transfer full) (nullable): what came of it
 */
OmTraitReport *
om_engine_find_traits (OmEngine            *self,
                       OmTraitProgressFunc  progress,
                       gpointer             progress_data,
                       GCancellable        *cancellable,
                       GError             **error)
{
  g_autofree char *owner = g_uuid_string_random ();
  g_autofree OmTraitReport *report = g_new0 (OmTraitReport, 1);
  Run run = { .owner = owner, .report = report };
  gboolean done;

  if (om_engine_refuse_closed (self, TRUE, error) || !om_engine_enter (self, error))
    return NULL;
  run.readings = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_reading_free);
  done = run_pieces (self, &run, progress, progress_data, cancellable, error);
  /* Others are told once, and only of what they can see. */
  if (run.report->n_changed > 0)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  om_engine_leave (self);
  g_ptr_array_unref (run.readings);
  g_clear_pointer (&run.rows, g_array_unref);
  g_free (run.state);
  return done ? g_steal_pointer (&report) : NULL;
}

static void
find_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  OmTraitReport *report = om_engine_find_traits (OM_ENGINE (source), NULL, NULL, cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, g_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_find_traits_async: the same without blocking. */
void
om_engine_find_traits_async (OmEngine            *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, om_engine_find_traits_async);
  g_task_run_in_thread (task, find_thread);
}

/** om_engine_find_traits_finish: (transfer full) (nullable): freed with g_free() */
OmTraitReport *
om_engine_find_traits_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_find_traits_async, error);
}

/* What is gone ------------------------------------------------------------------------------------- */

static gpointer
look_for_lost (OmEngine     *self,
               OmStore      *store,
               gpointer      lost,
               GCancellable *cancellable,
               GError      **error)
{
  g_auto (OmJob) job = { 0 };

  return om_store_job_get (store, JOB, &job, error) && om_store_readings_are_lost (store, job.watermark, lost, error)
           ? OM_ENGINE_DONE
           : NULL;
}

static void
recount_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autofree OmTraitReport *report = NULL;
  gboolean lost = FALSE;

  if (om_engine_read (OM_ENGINE (source), look_for_lost, &lost, cancellable, &error) != NULL && lost)
    report = om_engine_find_traits (OM_ENGINE (source), NULL, NULL, cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_boolean (task, lost);
}

/**
 * om_engine_recount_traits_async:
 *
 * What the person bins, makes private or says is not about them is no evidence from then on: if something of that
 * kind has happened, the traits are worked out at once, not with the next reflection. Without it, it only looks.
 */
void
om_engine_recount_traits_async (OmEngine            *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, om_engine_recount_traits_async);
  g_task_run_in_thread (task, recount_thread);
}

/** om_engine_recount_traits_finish: whether they were counted again; %FALSE with @error on failure */
gboolean
om_engine_recount_traits_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Anew ---------------------------------------------------------------------------------------------- */

static gboolean
read_all (const OmWriteContext *context,
          GCancellable         *cancellable,
          GError              **error)
{
  g_autoptr (GArray) rows = om_store_readings_missing (context->store, -1, error);

  for (guint i = 0; rows != NULL && i < rows->len; i += SLICE)
    {
      g_autoptr (GPtrArray) memories =
        om_store_memories_get (context->store, &g_array_index (rows, gint64, i), MIN (SLICE, rows->len - i), error);

      if (memories == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint j = 0; j < memories->len; j++)
        {
          g_autoptr (OmStoreReading) reading = om_trait_reader_read (g_ptr_array_index (memories, j));

          if (!om_store_reading_put (context->store, reading, error))
            return FALSE;
        }
    }
  return rows != NULL;
}

/**
 * om_trait_job_rebuild:
 * @error: return location
 *
 * Reads every entry again and replaces every trait, whatever is there. What the person said stays.
 *
 * Returns: %FALSE on error, nothing is changed then
 */
gboolean
om_trait_job_rebuild (const OmWriteContext *context,
                      GCancellable         *cancellable,
                      GError              **error)
{
  OmTraitReport report = { 0 };

  if (!om_store_begin (context->store, error))
    return FALSE;
  if (!om_store_traits_remove_all (context->store, error) || !om_store_readings_drop (context->store, TRUE, error) ||
      !read_all (context, cancellable, error) || !om_trait_job_replay (context, &report, error))
    {
      om_store_rollback (context->store);
      return FALSE;
    }
  return om_store_commit (context->store, error);
}
