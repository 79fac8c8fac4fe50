/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a memory's history and computes its curve: between events the closed form, before them what is
 * left of older ones, after now the same form as a forecast. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-history.h"

#include <math.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-write.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

/* What is further away than a hundred years counts as never. */
#define FOREVER_MS (36500 * OM_MS_PER_DAY)

static void
history_event_free (gpointer data)
{
  OmHistoryEvent *event = data;

  g_free (event->related_id);
  g_free (event->program);
  g_free (event);
}

/**
 * om_history_free:
 * @self: (transfer full) (nullable): a history
 */
void
om_history_free (OmHistory *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->events);
  g_array_unref (self->points);
  g_free (self);
}

/* What salience depends on after an event; of a memory's place and sector only the present one is known. */
static OmSalienceState
salience_after (const OmHistoryEvent *event,
                const OmMemory       *memory)
{
  OmSalienceState state = om_salience_state_from_memory (memory);

  state.salience = event->stored;
  state.salience_at = event->stored_at;
  state.last_seen_at = event->last_seen_at;
  state.coactivations = event->coactivations;
  state.kept = (event->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0;
  return state;
}

static void
take_state (OmHistoryEvent      *entry,
            const OmRecallState *state,
            guint                flags)
{
  entry->stored = state->salience;
  entry->stored_at = state->salience_at;
  entry->coactivations = state->coactivations;
  entry->last_seen_at = state->last_seen_at;
  entry->last_active_at = state->last_active_at;
  entry->activation_count = state->activation_count;
  entry->flags = flags;
}

/* The state after an event is the state before the next one, and for the last the memory's own. */
static OmHistoryEvent *
read_event (OmStore                *store,
            const OmMemory         *memory,
            const OmEvent          *event,
            const OmEvent          *next,
            gboolean                is_first,
            const OmModelConstants *constants)
{
  OmHistoryEvent *entry = g_new0 (OmHistoryEvent, 1);
  OmRecallState present;
  OmSalienceState state;

  entry->at = event->at;
  entry->cause = event->cause;
  entry->related_id = store != NULL && event->related > 0 ? om_store_memory_dup_id (store, event->related, NULL) : NULL;
  entry->group = event->group;
  entry->undone = event->undone;
  entry->way = event->way;
  entry->program = store != NULL && event->way == OM_RECALL_WAY_PROGRAM ? om_store_event_dup_program (store, event->id, NULL) : NULL;

  take_state (entry, &event->before, event->flags_before);
  state = salience_after (entry, memory);
  entry->before = om_salience_present (&state, event->at, constants);

  om_write_recall_state (memory, &present);
  take_state (entry, next != NULL ? &next->before : &present, next != NULL ? next->flags_before : memory->flags);
  entry->archived_at = next != NULL ? next->archived_before : memory->archived_at;
  state = salience_after (entry, memory);
  entry->after = om_salience_present (&state, event->at, constants);
  if (is_first)
    entry->before = entry->after;
  return entry;
}

/** Line: what is foreseen, whether it has come to pass at an instant; once it has, it stays so. */
typedef gboolean (*Line) (const OmMemory         *memory,
                          gint64                  at,
                          const OmModelConstants *constants);

static gboolean
is_below_clear (const OmMemory         *memory,
                gint64                  at,
                const OmModelConstants *constants)
{
  int percent;

  om_memory_vividness (memory, at, constants, &percent);
  return percent < OM_VIVIDNESS_CLEAR_FROM;
}

/* Asks the very functions that decide it on the day, so that the forecast meets the later truth: with
 * its rounding, its exceptions, a fact that ends and a clock that was set back. */
static gint64
cross (Line                    line,
       const OmMemory         *memory,
       const OmModelConstants *constants,
       gint64                  now)
{
  gint64 before = now;
  gint64 after = now + FOREVER_MS;

  if (line (memory, now, constants))
    return 0;
  if (!line (memory, after, constants))
    return G_MAXINT64;
  while (after - before > 1)
    {
      gint64 middle = before + (after - before) / 2;

      if (line (memory, middle, constants))
        after = middle;
      else
        before = middle;
    }
  return after;
}

/**
 * om_forecast_of:
 * @memory: a memory
 * @now: ms UTC
 *
 * Returns: what comes if nobody touches it, to the millisecond
 */
OmForecast
om_forecast_of (const OmMemory         *memory,
                const OmModelConstants *constants,
                gint64                  now)
{
  return (OmForecast){
    .fading_at = cross (is_below_clear, memory, constants, now),
    .resting_at = cross (om_memory_rests, memory, constants, now),
  };
}

static OmHistory *
history_new (OmStore                *store,
             const OmMemory         *memory,
             const GArray           *events,
             const GArray           *curve,
             const OmModelConstants *constants)
{
  OmHistory *history = g_new0 (OmHistory, 1);

  history->events = g_ptr_array_new_with_free_func (history_event_free);
  history->points = g_array_new (FALSE, FALSE, sizeof (OmSaliencePoint));
  for (guint i = 0; curve != NULL && i < curve->len; i++)
    {
      OmSaliencePoint point = { g_array_index (curve, OmCurvePoint, i).at, g_array_index (curve, OmCurvePoint, i).salience };

      /* Nothing happened to it before it was lived and before it was written down: that point is damaged. */
      if (point.at >= MIN (memory->recorded_at, memory->happened.ms))
        g_array_append_val (history->points, point);
    }
  for (guint i = 0; i < events->len; i++)
    {
      const OmEvent *next = i + 1 < events->len ? &g_array_index (events, OmEvent, i + 1) : NULL;

      g_ptr_array_add (history->events, read_event (store, memory, &g_array_index (events, OmEvent, i), next,
                                                    i == 0 && history->points->len == 0, constants));
    }
  return history;
}

/* A memory that was taken in as if it had been lived here was there before that: its first event stands for the
 * time since then. */
static const OmHistoryEvent *
first_event (const OmHistory *history)
{
  const OmHistoryEvent *first = history->events->len > 0 ? g_ptr_array_index (history->events, 0) : NULL;

  return first != NULL && history->points->len == 0 &&
             (first->cause == OM_EVENT_CREATED || first->cause == OM_EVENT_IMPORTED)
           ? first
           : NULL;
}

/* The last event before an instant. */
static const OmHistoryEvent *
event_at (const OmHistory *history,
          gint64           at)
{
  const OmHistoryEvent *first;

  for (guint i = history->events->len; i > 0; i--)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i - 1);

      if (event->at <= at)
        return event;
    }
  first = first_event (history);
  return first != NULL && first->stored_at <= at ? first : NULL;
}

/**
 * om_history_beginning:
 *
 * Returns: when the first of what is left of it happened, ms UTC; of a memory that was taken in as if lived when
 *   it was lived
 */
gint64
om_history_beginning (const OmHistory *history,
                      const OmMemory  *memory)
{
  const OmHistoryEvent *first = first_event (history);

  if (history->points->len > 0)
    return g_array_index (history->points, OmSaliencePoint, 0).at;
  if (first != NULL)
    return MIN (first->at, first->stored_at);
  if (history->events->len > 0)
    return ((OmHistoryEvent *) g_ptr_array_index (history->events, 0))->at;
  return memory->recorded_at;
}

/**
 * om_history_read:
 * @store: a connection of the caller's
 * @id: a memory
 * @now: ms UTC
 * @error: return location
 *
 * Returns: (transfer full) (nullable): its history and forecast
 */
OmHistory *
om_history_read (OmStore                *store,
                 const char             *id,
                 const OmModelConstants *constants,
                 gint64                  now,
                 GError                **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, id, error);
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) curve = NULL;
  OmHistory *history;

  if (memory == NULL)
    return NULL;
  events = om_store_events_list (store, memory->row, &curve, error);
  if (events == NULL)
    return NULL;

  history = history_new (store, memory, events, curve, constants);
  history->forecast = om_forecast_of (memory, constants, now);
  return history;
}

/**
 * om_history_of_events:
 * @memory: a memory as it is now
 * @events: (element-type OmEvent): its events
 * @curve: (element-type OmCurvePoint) (nullable): what is left of older ones
 *
 * For who has read the events of many memories at once: without forecast, and without the ids of the
 * memories that events came from.
 *
 * Returns: (transfer full): its history
 */
OmHistory *
om_history_of_events (const OmMemory         *memory,
                      const GArray           *events,
                      const GArray           *curve,
                      const OmModelConstants *constants)
{
  return history_new (NULL, memory, events, curve, constants);
}

/**
 * om_history_memory_at:
 * @history: the history of @memory
 * @memory: the memory as it is now
 * @at: an instant of the past or the future, ms UTC
 * @then: (out caller-allocates): a record on the stack, never to be unreffed: what was known of it then;
 *   its texts, importance and mood are those of now
 *
 * Returns: %FALSE if it was not there yet, or only bare points are left of that time
 */
gboolean
om_history_memory_at (const OmHistory *history,
                      const OmMemory  *memory,
                      gint64           at,
                      OmMemory        *then)
{
  const OmHistoryEvent *event = event_at (history, at);

  if (event == NULL)
    return FALSE;
  *then = *memory;
  then->salience = event->stored;
  then->salience_at = event->stored_at;
  then->last_seen_at = event->last_seen_at;
  then->coactivations = event->coactivations;
  then->last_active_at = event->last_active_at;
  then->activation_count = event->activation_count;
  then->flags = event->flags;
  then->archived_at = event->archived_at;
  return TRUE;
}

/**
 * om_history_tier_at:
 * @constants: the numbers in force
 * @at: an instant of the past or the future, ms UTC
 *
 * Returns: the tier it was in; -1 before it was there, and among bare points
 */
int
om_history_tier_at (const OmHistory        *history,
                    const OmMemory         *memory,
                    const OmModelConstants *constants,
                    gint64                  at)
{
  const OmHistoryEvent *event = event_at (history, at);
  OmSalienceState state;

  if (event == NULL)
    return -1;
  state = salience_after (event, memory);
  return om_tier_present (&state, at, constants);
}

/**
 * om_history_forget_after:
 * @at: ms UTC
 *
 * Drops the events after an instant: what it foresees then is what could be foreseen then.
 */
void
om_history_forget_after (OmHistory *history,
                         gint64     at)
{
  const OmHistoryEvent *first = first_event (history);
  guint least = first != NULL && first->stored_at <= at ? 1 : 0;

  while (history->events->len > least &&
         ((OmHistoryEvent *) g_ptr_array_index (history->events, history->events->len - 1))->at > at)
    g_ptr_array_set_size (history->events, (int) history->events->len - 1);
  while (history->points->len > 0 &&
         g_array_index (history->points, OmSaliencePoint, history->points->len - 1).at > at)
    g_array_set_size (history->points, history->points->len - 1);
}

static double
value_of_points (const GArray *points,
                 gint64        at)
{
  for (guint i = points->len; i > 0; i--)
    {
      const OmSaliencePoint *point = &g_array_index (points, OmSaliencePoint, i - 1);
      const OmSaliencePoint *next = i < points->len ? &g_array_index (points, OmSaliencePoint, i) : NULL;

      if (point->at > at)
        continue;
      if (next == NULL || next->at <= point->at)
        return point->salience;
      return point->salience +
             (next->salience - point->salience) * (double) (at - point->at) / (double) (next->at - point->at);
    }
  return NAN;
}

/**
 * om_history_value_at:
 * @memory: the memory of the history
 * @at: an instant of the past or the future, ms UTC
 *
 * The last event before it and the closed form, kept only while it was kept; between points that are
 * left of older events a straight line.
 *
 * Returns: the salience then, NAN before the memory was there
 */
double
om_history_value_at (const OmHistory        *history,
                     const OmMemory         *memory,
                     const OmModelConstants *constants,
                     gint64                  at)
{
  const OmHistoryEvent *event = event_at (history, at);
  OmSalienceState state;

  if (event == NULL)
    return value_of_points (history->points, at);
  state = salience_after (event, memory);
  return om_salience_present (&state, at, constants);
}

/**
 * om_history_vividness_at:
 * @memory: the memory of the history
 * @at: an instant of the past or the future, ms UTC
 *
 * With the importance and the mood it has now: what changed of them is not kept in the history.
 *
 * Returns: the vividness then, 0..100; -1 before the memory was there, and among bare points
 */
int
om_history_vividness_at (const OmHistory        *history,
                         const OmMemory         *memory,
                         const OmModelConstants *constants,
                         gint64                  at)
{
  const OmHistoryEvent *event = event_at (history, at);
  OmActivity activity;

  if (event == NULL)
    return -1;
  activity = om_activity_from_memory (memory, at);
  activity.days = om_age_days (event->last_active_at, at);
  activity.activation_count = event->activation_count;
  activity.kept = (event->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0;
  return om_activity_vividness (&activity, constants);
}
