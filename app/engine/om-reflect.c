/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reflection job: journal days that are over, in order, each in one transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reflect.h"

#include <string.h>

#include "dynamics/om-reflection.h"
#include "dynamics/om-salience.h"
#include "engine/om-engine-private.h"
#include "engine/om-remember.h"
#include "store/om-store-jobs.h"
#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "text/om-terms.h"
#include "text/om-tokens.h"

#define JOB "reflect"
#define LEASE_MS (10 * 60 * 1000)

/* The watermark is the last journal day done, kept above 0 so that 0 is none at all. */
#define DAY_OFFSET 1000000

#define THEME_KEYWORDS 3

/** Run: one run of the job. */
typedef struct
{
  const char      *owner;
  gboolean         today_too;
  gboolean         taken;
  GArray          *days;    /* gint32, ascending: to be looked at */
  guint            next;
  OmReflectReport *report;
  GPtrArray       *created; /* ids */
} Run;

/** Window: the memories that one day's reflection looks at. */
typedef struct
{
  GPtrArray        *memories; /* (owned) (element-type OmMemory): newest first */
  OmReflectionItem *items;    /* (owned): of the same order */
} Window;

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

/* Derived text is never reflected on again; private text nowhere; what lies in the bin is away. */
static gboolean
takes_part (const OmDocState *state)
{
  return state != NULL && !state->trashed && state->origin != OM_ORIGIN_DERIVED && state->type != OM_MEMORY_TYPE_SECTION &&
         state->precision != OM_PRECISION_UNKNOWN && (state->flags & OM_FLAG_PRIVATE) == 0;
}

/* Which days ------------------------------------------------------------------------------------ */

static int
compare_days (gconstpointer a,
              gconstpointer b)
{
  gint32 x = *(const gint32 *) a;
  gint32 y = *(const gint32 *) b;

  return (x > y) - (x < y);
}

static void
collect_days (Run      *run,
              OmMirror *mirror,
              gint32    after,
              gint32    today)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const OmStateTable *states;
  guint n = 0;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      gint32 day = state->journal_day;

      if (!takes_part (state))
        continue;
      n++;
      if (day > after && (day < today || (run->today_too && day == today)) &&
          g_hash_table_add (seen, GINT_TO_POINTER (day)))
        g_array_append_val (run->days, day);
    }
  om_mirror_unlock (mirror);
  g_array_sort (run->days, compare_days);
  run->report->skipped = run->report->too_few = n < OM_REFLECTION_MIN_MEMORIES;
}

static gpointer
begin (const OmWriteContext *context,
       gpointer              data,
       GCancellable         *cancellable,
       GError              **error)
{
  Run *run = data;
  g_auto (OmJob) job = { 0 };

  if (!om_store_job_take (context->store, JOB, run->owner, context->now, context->now + LEASE_MS, &run->taken, error))
    return NULL;
  if (!run->taken)
    {
      run->report->skipped = TRUE;
      return OM_ENGINE_DONE;
    }
  if (!om_store_job_get (context->store, JOB, &job, error))
    return NULL;
  collect_days (run, context->mirror, job.watermark > 0 ? (gint32) (job.watermark - DAY_OFFSET) : G_MININT32,
                om_write_today (context));
  return OM_ENGINE_DONE;
}

/* The window of a day --------------------------------------------------------------------------- */

static void
window_clear (Window *window)
{
  for (guint i = 0; window->memories != NULL && i < window->memories->len; i++)
    g_clear_pointer (&window->items[i].tokens, g_ptr_array_unref);
  g_clear_pointer (&window->memories, g_ptr_array_unref);
  g_clear_pointer (&window->items, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Window, window_clear)

typedef struct
{
  gint64 happened_ms;
  gint64 row;
} Place;

static int
compare_newest (gconstpointer a,
                gconstpointer b)
{
  const Place *x = a;
  const Place *y = b;

  if (x->happened_ms != y->happened_ms)
    return x->happened_ms > y->happened_ms ? -1 : 1;
  return (x->row < y->row) - (x->row > y->row);
}

static GArray *
newest_rows (OmMirror *mirror,
             gint32    day)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);

      if (takes_part (state) && state->journal_day <= day)
        {
          Place place = { state->happened_ms, doc };

          g_array_append_val (places, place);
        }
    }
  om_mirror_unlock (mirror);
  g_array_sort (places, compare_newest);
  for (guint i = 0; i < places->len && i < OM_REFLECTION_WINDOW; i++)
    g_array_append_val (rows, g_array_index (places, Place, i).row);
  return rows;
}

static GPtrArray *
theme_tokens (const char *content,
              const char *language)
{
  GPtrArray *tokens = om_tokens_canonical (content);
  OmLanguage code = om_language_from_code (language);

  for (guint i = tokens->len; i > 0; i--)
    {
      const char *token = g_ptr_array_index (tokens, i - 1);

      if (om_terms_is_stopword (token, strlen (token), code))
        g_ptr_array_remove_index (tokens, i - 1);
    }
  return tokens;
}

static gboolean
read_window (const OmWriteContext *context,
             gint32                day,
             Window               *window,
             GError              **error)
{
  g_autoptr (GArray) rows = newest_rows (context->mirror, day);

  window->memories = om_store_memories_get (context->store, (const gint64 *) (gpointer) rows->data, rows->len, error);
  if (window->memories == NULL)
    return FALSE;
  window->items = g_new0 (OmReflectionItem, window->memories->len + 1);
  for (guint i = 0; i < window->memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (window->memories, i);

      window->items[i] = (OmReflectionItem){
        .content = memory->content,
        .sector = memory->sector,
        .journal_day = om_moment_journal_day (&memory->happened),
        .consolidated = (memory->flags & OM_FLAG_CONSOLIDATED) != 0,
        .tokens = theme_tokens (memory->content, memory->language),
      };
    }
  return TRUE;
}

/* Reflections ----------------------------------------------------------------------------------- */

static char *
describe_days (const Window *window,
               const GArray *members)
{
  gint32 first = G_MAXINT32;
  gint32 last = G_MININT32;
  int y1, m1, d1, y2, m2, d2;

  for (guint i = 0; i < members->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (window->memories, g_array_index (members, guint, i));
      gint32 day = om_moment_civil_day (&memory->happened);

      first = MIN (first, day);
      last = MAX (last, day);
    }
  om_date_from_day_number (first, &y1, &m1, &d1);
  om_date_from_day_number (last, &y2, &m2, &d2);
  return g_strdup_printf ("%04d-%02d-%02d to %04d-%02d-%02d", y1, m1, d1, y2, m2, d2);
}

static char *
theme_text (const Window *window,
            const GArray *members)
{
  g_auto (GStrv) keywords = om_reflection_keywords (window->items, members, THEME_KEYWORDS);
  g_autofree char *words = g_strjoinv (", ", keywords);
  g_autofree char *days = describe_days (window, members);

  return g_strdup_printf ("You keep coming back to: %s (%u entries, %s)", words, members->len, days);
}

/* The reflection that one of the members belongs to already, 0 if none does. */
static gint64
find_reflection (const OmWriteContext *context,
                 const Window         *window,
                 const GArray         *members,
                 GError              **error)
{
  for (guint i = 0; i < members->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (window->memories, g_array_index (members, guint, i));
      g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, memory->row, error);

      if (waypoints == NULL)
        return -1;
      for (guint j = 0; j < waypoints->len; j++)
        {
          const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, j);

          if (waypoint->kind == OM_WAYPOINT_REFLECTION && waypoint->target == memory->row)
            return waypoint->source;
        }
    }
  return 0;
}

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

static gboolean
is_linked (const OmWriteContext *context,
           gint64                reflection,
           gint64                row)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, row, NULL);

  for (guint i = 0; waypoints != NULL && i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind == OM_WAYPOINT_REFLECTION && waypoint->source == reflection)
        return TRUE;
    }
  return FALSE;
}

/* A group that is reflected already is not reflected again; a new member extends the reflection. */
static gboolean
reflect_group (Run                  *run,
               const OmWriteContext *context,
               gint32                day,
               Window               *window,
               const GArray         *members,
               const char           *text,
               GError              **error)
{
  gint64 reflection = find_reflection (context, window, members, error);
  gboolean is_new = reflection == 0;
  guint n_added = 0;

  if (is_new)
    reflection = create (run, context, day, text, error);
  if (reflection < 0)
    return FALSE;
  for (guint i = 0; i < members->len; i++)
    {
      OmMemory *source = g_ptr_array_index (window->memories, g_array_index (members, guint, i));

      if (!is_new && is_linked (context, reflection, source->row))
        continue;
      if (!consolidate (context, reflection, source, error))
        return FALSE;
      window->items[g_array_index (members, guint, i)].consolidated = TRUE;
      n_added++;
    }
  if (!is_new && n_added > 0)
    {
      run->report->n_extended++;
      return rewrite (context, reflection, text, error);
    }
  return TRUE;
}

static gboolean
reflect_day (Run                  *run,
             const OmWriteContext *context,
             gint32                day,
             GError              **error)
{
  g_auto (Window) window = { 0 };
  g_autoptr (GPtrArray) repetitions = NULL;
  g_autoptr (GPtrArray) themes = NULL;

  if (!read_window (context, day, &window, error))
    return FALSE;
  repetitions = om_reflection_repetitions (window.items, window.memories->len);
  for (guint i = 0; i < repetitions->len; i++)
    {
      const GArray *members = g_ptr_array_index (repetitions, i);
      g_autofree char *text = om_reflection_summary (window.items, members);

      if (!reflect_group (run, context, day, &window, members, text, error))
        return FALSE;
    }
  themes = om_reflection_themes (window.items, window.memories->len);
  for (guint i = 0; i < themes->len; i++)
    {
      const GArray *members = g_ptr_array_index (themes, i);
      g_autofree char *text = theme_text (&window, members);

      if (!reflect_group (run, context, day, &window, members, text, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
reflect_next (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  Run *run = data;
  gint32 day = g_array_index (run->days, gint32, run->next);
  gint32 today = om_write_today (context);

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!reflect_day (run, context, day, error) ||
      (day < today && !om_store_job_advance (context->store, JOB, run->owner, (gint64) day + DAY_OFFSET, NULL, error)))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  run->next++;
  run->report->days++;
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

static gpointer
release (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  return om_store_job_release (context->store, JOB, ((Run *) data)->owner, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_reflect:
 * @self: a loaded engine
 * @today_too: take the running day in, as "Reflect now" does
 * @error: return location
 *
 * Looks at every journal day since it last ran, in order. Between days others get to write; cancelled,
 * the next run goes on where this one ended.
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
      g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, "The indexes are not loaded yet.");
      return NULL;
    }
  run.days = g_array_new (FALSE, FALSE, sizeof (gint32));
  run.created = g_ptr_array_new ();
  done = om_engine_write (self, begin, &run, cancellable, error) != NULL;
  while (done && !report->skipped && run.next < run.days->len)
    done = om_engine_write (self, reflect_next, &run, cancellable, error) != NULL;
  if (run.taken)
    om_engine_write (self, release, &run, NULL, NULL);
  if (done && run.created->len > 0)
    om_engine_draw_links (self, cancellable);

  g_ptr_array_add (run.created, NULL);
  report->created = (char **) g_ptr_array_free (run.created, FALSE);
  g_array_unref (run.days);
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
