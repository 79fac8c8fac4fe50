/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reflection job: journal days that are over, in order, each in one transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reflect.h"

#include <glib/gi18n.h>

#include "dynamics/om-salience.h"
#include "engine/om-engine-private.h"
#include "engine/om-following-private.h"
#include "engine/om-reflect-window.h"
#include "engine/om-remember.h"
#include "store/om-store-jobs.h"
#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"

#define JOB "reflect"
#define LEASE_MS (10 * 60 * 1000)

/** Run: one run of the job. */
typedef struct
{
  const char      *owner;
  gboolean         today_too;
  gboolean         taken;
  gboolean         occupied; /* somebody else may be at it */
  gboolean         changed;
  gboolean         done;     /* to its end */
  OmReflectProgress progress;
  OmReflectPlan   *plan;    /* (owned) (nullable) */
  guint            next;    /* place among the moments of the plan */
  GHashTable      *tokens;  /* (owned): row -> GPtrArray, of what lay in view last */
  GHashTable      *days;    /* (owned): that were looked at */
  OmReflectReport *report;
  GPtrArray       *created; /* ids */
  GHashTable      *told;    /* (owned): rows of reflections that the report counts, as new or as extended */
} Run;

/**
 * om_reflect_report_free:
 * @self: (transfer full) (nullable): a report
 */
void
om_reflect_report_free (OmReflectReport *self)
{
  if (self == NULL)
    return;

  g_strfreev (self->created);
  g_free (self);
}

/* Beginning ------------------------------------------------------------------------------------- */

static gboolean
plan (Run                  *run,
      const OmWriteContext *context,
      GError              **error)
{
  g_auto (OmJob) job = { 0 };

  if (!om_store_job_get (context->store, JOB, &job, error))
    return FALSE;
  om_reflect_plan_free (run->plan);
  run->occupied = job.owner != NULL;
  run->progress = om_reflect_progress_parse (job.watermark, job.state);
  run->plan = om_reflect_plan_new (context, &run->progress, run->today_too, error);
  if (run->plan == NULL)
    return FALSE;
  run->report->skipped = run->report->too_few = run->plan->places->len < OM_REFLECTION_MIN_MEMORIES;
  return TRUE;
}

/* Mostly there is nothing to do: then nothing is written either, and nobody has to look what it was. */
static gpointer
look_only (OmEngine     *self,
           OmStore      *store,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  OmWriteContext context = {
    .store = store,
    .mirror = om_engine_get_mirror (self),
    .now = om_engine_now (self),
    .zone = self->zone,
  };

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
      run->report->too_few = FALSE;
      return OM_ENGINE_DONE;
    }
  return om_mirror_catch_up (context->mirror, context->store, NULL, error) && plan (run, context, error) ? OM_ENGINE_DONE : NULL;
}

/* Reflections ----------------------------------------------------------------------------------- */

/* A source gets x 1.1, once, and is marked. */
static gboolean
consolidate (const OmWriteContext *context,
             gint64                reflection,
             OmMemory             *source,
             GError              **error)
{
  OmWaypoint waypoint = { reflection, source->row, 1.0, OM_WAYPOINT_REFLECTION, context->now, context->now };
  OmSalienceState salience = om_salience_state_from_memory (source);
  OmRecallState before;
  OmRecallState after;

  om_write_recall_state (source, &before);
  after = before;
  after.salience = om_reinforce_reflection (om_salience_present (&salience, context->now, context->constants));
  after.salience_at = context->now;
  source->flags |= OM_FLAG_CONSOLIDATED;
  return om_store_waypoint_put (context->store, &waypoint, error) &&
         om_write_event (context, source, OM_EVENT_REFLECTED, reflection, 0, &before, &after, error) &&
         om_store_memory_set_flags (context->store, source->row, OM_FLAG_CONSOLIDATED, 0, error);
}

static OmMemory *
reflection_record (const OmWriteContext *context,
                   gint32                day,
                   const char           *text)
{
  OmMemory *memory = om_memory_new ();
  int y, m, d;

  om_date_from_day_number (day, &y, &m, &d);
  memory->type = OM_MEMORY_TYPE_REFLECTION;
  memory->origin = OM_ORIGIN_DERIVED;
  memory->content = g_strdup (text);
  memory->happened = om_moment_on_day (y, m, d);
  memory->recorded_at = memory->changed_at = context->now;
  memory->salience_at = memory->last_seen_at = memory->last_active_at = context->now;
  return memory;
}

static gint64
create (Run                  *run,
        const OmWriteContext *context,
        gint32                day,
        const char           *text,
        GError              **error)
{
  g_autoptr (OmAnalysis) analysis = om_analysis_new (&context->analyser, NULL, text, OM_SECTOR_REFLECTIVE);
  g_autoptr (OmMemory) memory = reflection_record (context, day, text);

  if (!om_remember_insert (context, memory, analysis, OM_EVENT_CREATED, NULL, error))
    return -1;
  g_ptr_array_add (run->created, g_strdup (memory->id));
  g_hash_table_add (run->told, GSIZE_TO_POINTER ((gsize) memory->row));
  return memory->row;
}

/* Another text has other words, hashes and vectors. */
static gboolean
rewrite (const OmWriteContext *context,
         gint64                reflection,
         const char           *text,
         GError              **error)
{
  const OmStoreFields fields = OM_STORE_HASHES | OM_STORE_LANGUAGE | OM_STORE_SECTOR | OM_STORE_MOOD | OM_STORE_STAGE;
  g_autoptr (OmAnalysis) analysis = NULL;
  g_autoptr (OmMemory) memory = NULL;
  OmEditOutcome outcome;

  if (!om_store_memory_edit (context->store, reflection, 0, text, NULL, context->now, &outcome, error))
    return FALSE;
  if (!outcome.changed)
    return TRUE;
  memory = om_store_memory_get (context->store, reflection, error);
  if (memory == NULL)
    return FALSE;
  analysis = om_analysis_new (&context->analyser, NULL, text, OM_SECTOR_REFLECTIVE);
  om_analysis_apply (analysis, memory);
  memory->stage = OM_VECTOR_STAGE_FULL;
  return om_store_memory_update (context->store, memory, fields, error) &&
         om_write_vectors (context, reflection, analysis, error);
}

/* All sources of a reflection, newest first, and a group of the whole of them. */
static gboolean
read_sources (Run                  *run,
              const OmWriteContext *context,
              gint64                reflection,
              OmReflectWindow      *window,
              GArray               *members,
              GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_from_rows (context->store, &reflection, 1, error);
  g_autoptr (GHashTable) sources = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) view = NULL;

  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind == OM_WAYPOINT_REFLECTION)
        g_hash_table_add (sources, GSIZE_TO_POINTER ((gsize) waypoint->target));
    }
  view = om_reflect_plan_find (run->plan, sources);
  if (!om_reflect_window_read (window, context, view, run->tokens, error))
    return FALSE;
  for (guint i = 0; i < window->memories->len; i++)
    g_array_append_val (members, i);
  return TRUE;
}

/* What a person has made of a reflection's text stays. */
static gboolean
retell (Run                  *run,
        const OmWriteContext *context,
        gint64                reflection,
        GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get (context->store, reflection, error);
  g_auto (OmReflectWindow) window = { 0 };
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *text = NULL;
  gboolean theme;

  if (memory == NULL)
    return FALSE;
  theme = om_reflect_text_is_theme (memory->content);
  if (!theme && !om_reflect_text_is_repetition (memory->content))
    return TRUE;
  if (!read_sources (run, context, reflection, &window, members, error))
    return FALSE;
  if (members->len == 0)
    return TRUE;
  text = om_reflect_window_text (&window, members, theme);
  return rewrite (context, reflection, text, error);
}

/* A group that is reflected already is not reflected again; a new member extends the reflection. Sets
 * @n_added to the memories that were taken in. */
static gboolean
reflect_group (Run                  *run,
               const OmWriteContext *context,
               OmReflectWindow      *window,
               const GArray         *members,
               gboolean              theme,
               guint                *n_added,
               GError              **error)
{
  gint64 reflection = 0;
  gboolean is_new;

  for (guint i = 0; i < members->len; i++)
    {
      gint64 other = window->reflections[g_array_index (members, guint, i)];

      if (other != 0 && (reflection == 0 || other < reflection))
        reflection = other;
    }
  is_new = reflection == 0;
  if (is_new)
    {
      g_autofree char *text = om_reflect_window_text (window, members, theme);

      reflection = create (run, context, om_reflect_window_last_day (window, members), text, error);
      if (reflection < 0)
        return FALSE;
    }
  for (guint i = 0; i < members->len; i++)
    {
      guint place = g_array_index (members, guint, i);

      /* Each memory belongs to one reflection and is lifted once. */
      if (window->reflections[place] != 0)
        continue;
      if (!consolidate (context, reflection, g_ptr_array_index (window->memories, place), error))
        return FALSE;
      window->items[place].consolidated = TRUE;
      window->items[place].in_theme = theme;
      window->reflections[place] = reflection;
      *n_added += 1;
    }
  if (is_new || *n_added == 0)
    return TRUE;
  /* It may grow day by day, and is one reflection all the same. */
  if (g_hash_table_add (run->told, GSIZE_TO_POINTER ((gsize) reflection)))
    run->report->n_extended++;
  return retell (run, context, reflection, error);
}

static gboolean
reflect_groups (Run                  *run,
                const OmWriteContext *context,
                OmReflectWindow      *window,
                gboolean              theme,
                guint                *n_added,
                GError              **error)
{
  g_autoptr (GPtrArray) groups = theme ? om_reflection_themes (window->items, window->memories->len)
                                       : om_reflection_repetitions (window->items, window->memories->len);

  for (guint i = 0; i < groups->len; i++)
    {
      guint n = 0;

      if (!reflect_group (run, context, window, g_ptr_array_index (groups, i), theme, &n, error))
        return FALSE;
      *n_added += n;
    }
  return TRUE;
}

/* Views of days that follow one another overlap; what has gone out of view is not kept, for a journal is long. */
static void
forget_tokens (Run          *run,
               const GArray *view)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer row;

  for (guint i = 0; i < view->len; i++)
    g_hash_table_add (seen, GSIZE_TO_POINTER ((gsize) g_array_index (view, OmReflectRow, i).row));
  g_hash_table_iter_init (&iter, run->tokens);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    {
      if (!g_hash_table_contains (seen, row))
        g_hash_table_iter_remove (&iter);
    }
}

static gboolean
reflect_moment (Run                   *run,
                const OmWriteContext  *context,
                const OmReflectMoment *moment,
                GError               **error)
{
  g_autoptr (GArray) view = om_reflect_plan_view (run->plan, moment);
  g_auto (OmReflectWindow) window = { 0 };
  guint n_added;

  forget_tokens (run, view);
  if (!om_reflect_window_read (&window, context, view, run->tokens, error))
    return FALSE;
  /* Who is new may be the bridge to a group of this very moment: until none is left that belongs to one. */
  do
    {
      n_added = 0;
      if (!reflect_groups (run, context, &window, FALSE, &n_added, error))
        return FALSE;
    }
  while (n_added > 0);
  return reflect_groups (run, context, &window, TRUE, &n_added, error);
}

/* Also within an import: who is cancelled there goes on there. */
static gboolean
advance (Run                   *run,
         const OmWriteContext  *context,
         const OmReflectMoment *moment,
         GError               **error)
{
  g_autofree char *state = NULL;
  gint64 watermark;

  if (moment->done_row == 0 && moment->first_row == 0)
    return TRUE;
  om_reflect_progress_pass (&run->progress, moment);
  watermark = om_reflect_progress_format (&run->progress, &state);
  return om_store_job_advance (context->store, JOB, run->owner, watermark, state, error);
}

static gpointer
reflect_next (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  Run *run = data;
  const OmReflectMoment *moment = &g_array_index (run->plan->moments, OmReflectMoment, run->next);

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!om_store_job_keep (context->store, JOB, run->owner, context->now, context->now + LEASE_MS, error) ||
      !reflect_moment (run, context, moment, error) || !advance (run, context, moment, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  run->next++;
  g_hash_table_add (run->days, GINT_TO_POINTER (moment->day));
  run->report->days = g_hash_table_size (run->days);
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
run_pieces (OmEngine     *self,
            Run          *run,
            GCancellable *cancellable,
            GError      **error)
{
  gboolean done;

  if (om_engine_read (self, look_only, run, cancellable, error) == NULL)
    return FALSE;
  if (!run->occupied && (run->report->too_few || run->plan->moments->len == 0))
    return TRUE;
  done = om_engine_step_aside (self, cancellable, error) &&
         om_engine_write_piece (self, begin, run, &run->changed, cancellable, error) != NULL;
  while (done && !run->report->skipped && run->next < run->plan->moments->len)
    done = om_engine_step_aside (self, cancellable, error) &&
           om_engine_write_piece (self, reflect_next, run, &run->changed, cancellable, error) != NULL;
  run->done = done;
  if (run->taken)
    om_engine_write_piece (self, release, run, &run->changed, NULL, NULL);
  return done;
}

/**
 * om_engine_reflect:
 * @self: a loaded engine
 * @today_too: take the running day in, as "Reflect now" does
 * @error: return location
 *
 * Looks at every journal day since it last ran, in order. Between days it steps aside for whoever asks or
 * writes; cancelled, the next run goes on where this one ended. Then draws the links that are missing.
 *
 * Returns: (transfer full) (nullable): what it did
 */
OmReflectReport *
om_engine_reflect (OmEngine     *self,
                   gboolean      today_too,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autofree char *owner = g_uuid_string_random ();
  g_autoptr (OmReflectReport) report = g_new0 (OmReflectReport, 1);
  Run run = { .owner = owner, .today_too = today_too, .report = report };
  gboolean done;

  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  if (!om_engine_is_loaded (self))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("The indexes are not loaded yet."));
      return NULL;
    }
  if (om_engine_refuse_closed (self, TRUE, error) || !om_engine_enter (self, error))
    return NULL;
  run.days = g_hash_table_new (NULL, NULL);
  run.tokens = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  run.created = g_ptr_array_new ();
  run.told = g_hash_table_new (NULL, NULL);
  done = run_pieces (self, &run, cancellable, error);
  if (run.changed)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  om_engine_leave (self);
  if (done)
    report->n_links = om_engine_draw_links (self, cancellable);

  g_ptr_array_add (run.created, NULL);
  report->created = (char **) g_ptr_array_free (run.created, FALSE);
  om_reflect_plan_free (run.plan);
  g_hash_table_unref (run.told);
  g_hash_table_unref (run.tokens);
  g_hash_table_unref (run.days);
  return done ? g_steal_pointer (&report) : NULL;
}

static void
reflect_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  OmReflectReport *report = om_engine_reflect (OM_ENGINE (source), GPOINTER_TO_INT (task_data), cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) om_reflect_report_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_reflect_async: the same without blocking. */
void
om_engine_reflect_async (OmEngine            *self,
                         gboolean             today_too,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, om_engine_reflect_async);
  g_task_set_task_data (task, GINT_TO_POINTER (today_too), NULL);
  g_task_run_in_thread (task, reflect_thread);
}

/** om_engine_reflect_finish: (transfer full) (nullable) */
OmReflectReport *
om_engine_reflect_finish (OmEngine     *self,
                          GAsyncResult *result,
                          GError      **error)
{
  return om_engine_finish (self, result, om_engine_reflect_async, error);
}
