/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at every memory as of an instant. From now on the table in memory is enough; for the past the
 * histories are read. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-outlook.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "dynamics/om-vector-stage.h"
#include "engine/om-engine-private.h"
#include "engine/om-hiding-private.h"
#include "engine/om-history.h"
#include "store/om-store-memories.h"

#define LOOK_EVERY 1024

static void
soon_free (gpointer data)
{
  OmSoon *soon = data;

  om_memory_unref (soon->memory);
  g_free (soon);
}

/** om_outlook_free: @self: (transfer full) (nullable) */
void
om_outlook_free (OmOutlook *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->soonest, g_ptr_array_unref);
  g_free (self);
}

/** Candidate: a memory that will fade, as it was at the instant. */
typedef struct
{
  gint64    row;
  double    days;
  OmMemory  then;
} Candidate;

/** Look: one going through all memories. */
typedef struct
{
  OmOutlook              *outlook;
  const OmModelConstants *constants;
  gint64                  now;
  gint64                  as_of; /* what happened later is not known yet */
  guint                   n_soonest;
  GArray                 *soonest; /* (owned) (element-type Candidate): the soonest first */
  GArray                 *states;  /* (owned) (nullable) (element-type OmDocState): for the past */
  OmDocSet               *hidden;  /* (owned) (nullable): as a whole */
  GCancellable           *cancellable;
  guint                   n_seen;
} Look;

/* Kept short and in order: only few are wanted. */
static void
keep_soonest (Look           *look,
              gint64          row,
              const OmMemory *then)
{
  OmActivity activity = om_activity_from_memory (then, look->outlook->at);
  Candidate candidate = { row, om_activity_days_to_vividness (&activity, OM_VIVIDNESS_CLEAR_FROM, look->constants), *then };
  guint i = look->soonest->len;

  /* It begins to fade only once the clock has come to where it was last used (a clock that was set back). */
  candidate.days += om_age_days (look->outlook->at, then->last_active_at);
  if (!isfinite (candidate.days) || (then->flags & (OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) != 0 ||
      (look->hidden != NULL && om_doc_set_has (look->hidden, (guint32) row)))
    return;
  while (i > 0 && g_array_index (look->soonest, Candidate, i - 1).days > candidate.days)
    i--;
  if (i >= look->n_soonest)
    return;
  g_array_insert_val (look->soonest, i, candidate);
  if (look->soonest->len > look->n_soonest)
    g_array_set_size (look->soonest, look->n_soonest);
}

static void
look_at (Look           *look,
         gint64          row,
         const OmMemory *then)
{
  OmOutlook *outlook = look->outlook;
  OmSalienceState salience = om_salience_state_from_memory (then);
  int percent;
  OmVividness vividness = om_memory_vividness (then, outlook->at, look->constants, &percent);
  OmVectorStage stage = then->stage;

  if (outlook->at != look->now)
    stage = om_vector_stage_for (om_fade_factor_present (&salience, outlook->at, look->constants), percent, salience.kept);
  outlook->memories++;
  outlook->by_tier[om_tier_present (&salience, outlook->at, look->constants)]++;
  outlook->by_vividness[vividness]++;
  if (stage >= 0 && stage < OM_N_VECTOR_STAGES)
    outlook->by_stage[stage]++;
  if (vividness != OM_VIVIDNESS_RESTING && percent >= OM_VIVIDNESS_CLEAR_FROM)
    keep_soonest (look, row, then);
}

static gboolean
is_looked_at (const OmDocState *state)
{
  return state->present && !state->trashed && state->type != OM_MEMORY_TYPE_SECTION;
}

static gboolean
is_time_to_stop (Look *look)
{
  return look->n_seen++ % LOOK_EVERY == 0 && g_cancellable_is_cancelled (look->cancellable);
}

static void
look_ahead (Look     *look,
            OmMirror *mirror)
{
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0 && !is_time_to_stop (look);
       doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      OmMemory memory;

      if (!is_looked_at (state))
        continue;
      om_doc_state_to_memory (state, &memory);
      look_at (look, doc, &memory);
    }
  om_mirror_unlock (mirror);
}

static gboolean
look_back_cb (gint64        row,
              const GArray *events,
              const GArray *curve,
              gpointer      data)
{
  Look *look = data;
  g_autoptr (OmHistory) history = NULL;
  const OmDocState *state;
  OmMemory memory;
  OmMemory then;

  if (is_time_to_stop (look))
    return FALSE;
  if (row <= 0 || row >= look->states->len)
    return TRUE;
  state = &g_array_index (look->states, OmDocState, row);
  if (!is_looked_at (state))
    return TRUE;
  om_doc_state_to_memory (state, &memory);
  history = om_history_of_events (&memory, events, curve, look->constants);
  if (om_history_memory_at (history, &memory, look->as_of, &then))
    look_at (look, row, &then);
  return TRUE;
}

static gboolean
look_back (Look     *look,
           OmMirror *mirror,
           OmStore  *store,
           GError  **error)
{
  const OmStateTable *states;
  gboolean ok;

  look->states = g_array_new (FALSE, TRUE, sizeof (OmDocState));
  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  g_array_set_size (look->states, om_state_table_get_max_doc (states) + 1);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    g_array_index (look->states, OmDocState, doc) = *om_state_table_get (states, doc);
  om_mirror_unlock (mirror);
  ok = om_store_events_scan (store, look_back_cb, look, error);
  g_clear_pointer (&look->states, g_array_unref);
  return ok;
}

/* The few that are shown: with their texts, and to the millisecond. */
static gboolean
read_soonest (Look    *look,
              OmStore *store,
              GError **error)
{
  g_autofree gint64 *rows = g_new0 (gint64, look->soonest->len + 1);
  g_autoptr (GPtrArray) memories = NULL;

  for (guint i = 0; i < look->soonest->len; i++)
    rows[i] = g_array_index (look->soonest, Candidate, i).row;
  memories = om_store_memories_get (store, rows, look->soonest->len, error);
  if (memories == NULL)
    return FALSE;
  for (guint i = 0; i < look->soonest->len; i++)
    {
      const Candidate *candidate = &g_array_index (look->soonest, Candidate, i);

      for (guint j = 0; j < memories->len; j++)
        {
          OmMemory *memory = g_ptr_array_index (memories, j);
          OmForecast forecast;
          OmSoon *soon;

          if (memory == NULL || memory->row != candidate->row)
            continue;
          forecast = om_forecast_of (&candidate->then, look->constants, look->outlook->at);
          /* So far ahead that it counts as never, or come already: there is no day to tell. */
          if (forecast.fading_at == 0 || forecast.fading_at == G_MAXINT64)
            continue;
          soon = g_new0 (OmSoon, 1);
          soon->memory = om_memory_ref (memory);
          soon->forecast = forecast;
          g_ptr_array_add (look->outlook->soonest, soon);
        }
    }
  return TRUE;
}

/* The verbs -------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 as_of;
  gint64 at;
  guint  n_soonest;
} OutlookArgs;

static gpointer
get_outlook (OmEngine     *self,
             OmStore      *store,
             gpointer      data,
             GCancellable *cancellable,
             GError      **error)
{
  const OutlookArgs *args = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (OmOutlook) outlook = g_new0 (OmOutlook, 1);
  Look look = { .outlook = outlook, .constants = &om_engine_get_params (self)->constants, .now = om_engine_now (self),
                .n_soonest = args->n_soonest, .cancellable = cancellable };
  gboolean ok = TRUE;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  if (!om_hidden_docs (mirror, store, &look.hidden, error))
    return NULL;
  look.as_of = args->as_of != 0 ? MIN (args->as_of, look.now) : look.now;
  outlook->at = MAX (look.as_of, args->at);
  outlook->soonest = g_ptr_array_new_with_free_func (soon_free);
  look.soonest = g_array_new (FALSE, FALSE, sizeof (Candidate));
  if (look.as_of == look.now)
    look_ahead (&look, mirror);
  else
    ok = look_back (&look, mirror, store, error);
  ok = ok && !g_cancellable_set_error_if_cancelled (cancellable, error) && read_soonest (&look, store, error);
  g_array_unref (look.soonest);
  g_clear_pointer (&look.hidden, om_doc_set_free);
  return ok ? g_steal_pointer (&outlook) : NULL;
}

/**
 * om_engine_get_outlook:
 * @as_of: what happened later is not known yet, ms UTC; 0 is now
 * @at: the instant to look at, ms UTC; as of @as_of if it is earlier
 * @n_soonest: how many of what fades soonest
 *
 * Returns: (transfer full) (nullable): how all memories stand then if nobody touches them after @as_of
 */
OmOutlook *
om_engine_get_outlook (OmEngine     *self,
                       gint64        as_of,
                       gint64        at,
                       guint         n_soonest,
                       GCancellable *cancellable,
                       GError      **error)
{
  OutlookArgs args = { as_of, at, n_soonest };

  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_outlook, &args, cancellable, error);
}

/** om_engine_get_outlook_async: the same without blocking. */
void
om_engine_get_outlook_async (OmEngine            *self,
                             gint64               as_of,
                             gint64               at,
                             guint                n_soonest,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  OutlookArgs args = { as_of, at, n_soonest };

  om_engine_read_async (self, get_outlook, g_memdup2 (&args, sizeof args), g_free, (GDestroyNotify) om_outlook_free,
                        om_engine_get_outlook_async, cancellable, callback, data);
}

/** om_engine_get_outlook_finish: (transfer full) (nullable) */
OmOutlook *
om_engine_get_outlook_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_outlook_async, error);
}

static int
compare_moods (gconstpointer a,
               gconstpointer b)
{
  const OmMoodPoint *one = a;
  const OmMoodPoint *other = b;

  if (one->valence != other->valence)
    return one->valence < other->valence ? -1 : 1;
  return (one->row > other->row) - (one->row < other->row);
}

static gpointer
get_moods (OmEngine     *self,
           OmStore      *store,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  g_autoptr (GArray) moods = g_array_new (FALSE, FALSE, sizeof (OmMoodPoint));
  g_autoptr (OmDocSet) hidden = NULL;
  OmMirror *mirror = om_engine_get_mirror (self);
  const OmStateTable *states;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  if (!om_hidden_docs (mirror, store, &hidden, error))
    return NULL;
  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      OmMoodPoint point = { doc,
                            { state->happened_ms, state->offset_s, (OmPrecision) state->precision },
                            state->valence,
                            state->arousal,
                            (OmSector) state->sector };

      if (is_looked_at (state) && !isnan (point.valence) && !isnan (point.arousal) &&
          (state->flags & (OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) == 0 && (hidden == NULL || !om_doc_set_has (hidden, doc)))
        g_array_append_val (moods, point);
    }
  om_mirror_unlock (mirror);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_array_sort (moods, compare_moods);
  return g_steal_pointer (&moods);
}

/**
 * om_engine_get_moods:
 *
 * Returns: (transfer full) (nullable) (element-type OmMoodPoint): the memories of which a mood is known, the
 *   least pleasant first; without hidden and private ones
 */
GArray *
om_engine_get_moods (OmEngine     *self,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_moods, NULL, cancellable, error);
}

/** om_engine_get_moods_async: the same without blocking. */
void
om_engine_get_moods_async (OmEngine            *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  om_engine_read_async (self, get_moods, NULL, NULL, (GDestroyNotify) g_array_unref, om_engine_get_moods_async, cancellable,
                        callback, data);
}

/** om_engine_get_moods_finish: (transfer full) (nullable) */
GArray *
om_engine_get_moods_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_moods_async, error);
}
