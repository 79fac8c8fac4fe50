/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a memory's history and computes its curve: between events the closed form, before them what is
 * left of older ones, after now the same form as a forecast. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-history.h"

#include <math.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

#define FOREVER_DAYS 36500.0

static void
history_event_free (gpointer data)
{
  OmHistoryEvent *event = data;

  g_free (event->related_id);
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

/* The state after an event is the state before the next one, and for the last the memory's own. */
static const OmRecallState *
state_after (GArray              *events,
             guint                i,
             const OmRecallState *present)
{
  return i + 1 < events->len ? &g_array_index (events, OmEvent, i + 1).before : present;
}

static OmHistoryEvent *
read_event (OmStore                *store,
            const OmMemory         *memory,
            const OmEvent          *event,
            const OmRecallState    *after,
            gboolean                is_first,
            const OmModelConstants *constants)
{
  OmHistoryEvent *entry = g_new0 (OmHistoryEvent, 1);
  OmSalienceState before = om_salience_state_from_memory (memory);

  before.salience = event->before.salience;
  before.salience_at = event->before.salience_at;
  before.last_seen_at = event->before.last_seen_at;
  before.coactivations = event->before.coactivations;
  before.kept = (event->flags_before & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0;

  entry->at = event->at;
  entry->cause = event->cause;
  entry->related_id = event->related > 0 ? om_store_memory_dup_id (store, event->related, NULL) : NULL;
  entry->after = event->salience_after;
  entry->before = is_first ? event->salience_after : om_salience_present (&before, event->at, constants);
  entry->coactivations = after->coactivations;
  entry->last_seen_at = after->last_seen_at;
  entry->group = event->group;
  entry->undone = event->undone;
  return entry;
}

static gint64
after_days (double days,
            gint64 now)
{
  if (days <= 0)
    return 0;
  if (!isfinite (days) || days > FOREVER_DAYS)
    return G_MAXINT64;
  return now + (gint64) (days * (double) OM_MS_PER_DAY);
}

/* Days until it rests: the score falls by e^(-lambda d), so the line is met in closed form; the
 * exceptions never meet it. */
static double
days_to_rest (const OmMemory         *memory,
              const OmActivity       *activity,
              const OmModelConstants *constants,
              gint64                  now)
{
  double score = om_activity_score (activity, constants);
  OmMemory later = *memory;

  if (om_memory_rests (memory, now, constants))
    return 0;
  /* Whether it would rest at all is asked of a day far away. */
  if (constants->pace_lambda <= 0 ||
      !om_memory_rests (&later, now + (gint64) (FOREVER_DAYS * (double) OM_MS_PER_DAY), constants))
    return INFINITY;
  return log (score / constants->rest_threshold) / constants->pace_lambda;
}

/**
 * om_forecast_of:
 * @memory: a memory
 * @now: ms UTC
 *
 * Returns: what comes if nobody touches it
 */
OmForecast
om_forecast_of (const OmMemory         *memory,
                const OmModelConstants *constants,
                gint64                  now)
{
  OmActivity activity = om_activity_from_memory (memory, now);
  OmForecast forecast;

  forecast.resting_at = after_days (days_to_rest (memory, &activity, constants, now), now);
  forecast.fading_at = activity.kept ? G_MAXINT64
                                     : after_days (om_activity_days_to_vividness (&activity, OM_VIVIDNESS_CLEAR_FROM, constants),
                                                   now);
  return forecast;
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
  OmRecallState present;
  OmHistory *history;

  if (memory == NULL)
    return NULL;
  events = om_store_events_list (store, memory->row, &curve, error);
  if (events == NULL)
    return NULL;

  present = (OmRecallState){ memory->salience,       memory->salience_at,   memory->last_seen_at,
                             memory->last_active_at, memory->coactivations, memory->activation_count };
  history = g_new0 (OmHistory, 1);
  history->events = g_ptr_array_new_with_free_func (history_event_free);
  history->points = g_array_new (FALSE, FALSE, sizeof (OmSaliencePoint));
  for (guint i = 0; curve != NULL && i < curve->len; i++)
    {
      OmSaliencePoint point = { g_array_index (curve, OmCurvePoint, i).at, g_array_index (curve, OmCurvePoint, i).salience };

      g_array_append_val (history->points, point);
    }
  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (history->events, read_event (store, memory, &g_array_index (events, OmEvent, i),
                                                  state_after (events, i, &present), i == 0 && history->points->len == 0,
                                                  constants));
  history->forecast = om_forecast_of (memory, constants, now);
  return history;
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
 * The last event before it and the closed form; between points that are left of older events a
 * straight line.
 *
 * Returns: the salience then, NAN before the memory was there
 */
double
om_history_value_at (const OmHistory        *history,
                     const OmMemory         *memory,
                     const OmModelConstants *constants,
                     gint64                  at)
{
  for (guint i = history->events->len; i > 0; i--)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i - 1);
      OmSalienceState state = om_salience_state_from_memory (memory);

      if (event->at > at)
        continue;
      state.salience = event->after;
      state.salience_at = event->at;
      state.last_seen_at = event->last_seen_at;
      state.coactivations = event->coactivations;
      return om_salience_present (&state, at, constants);
    }
  return value_of_points (history->points, at);
}
