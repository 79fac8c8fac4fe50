/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves for charts, all from the histories and the closed form that history and forecast use. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-curves.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-engine-private.h"
#include "engine/om-history.h"
#include "store/om-store-memories.h"
#include "store/om-store-tags.h"

/* Whether it was cancelled is looked at once in so many memories. */
#define LOOK_EVERY 256

static void
curve_free (gpointer data)
{
  OmCurve *curve = data;

  g_free (curve->key);
  g_clear_pointer (&curve->memory, om_memory_unref);
  g_array_unref (curve->samples);
  g_free (curve);
}

/** om_curves_free: @self: (transfer full) (nullable) */
void
om_curves_free (OmCurves *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->curves);
  g_free (self);
}

static OmCurve *
add_curve (OmCurves   *curves,
           const char *key)
{
  OmCurve *curve = g_new0 (OmCurve, 1);

  curve->key = g_strdup (key);
  curve->samples = g_array_new (FALSE, FALSE, sizeof (OmCurveSample));
  g_ptr_array_add (curves->curves, curve);
  return curve;
}

/* The present is one of them: there the past turns into what is to come. */
static gint64
instant (const OmCurves *curves,
         guint           i,
         guint           n)
{
  double length = (double) (curves->to - curves->from);

  if (curves->as_of > curves->from && curves->as_of < curves->to && i > 0 && i < n - 1 &&
      i == (guint) CLAMP (round ((double) (curves->as_of - curves->from) / length * (n - 1)), 1, MAX (1, n - 2)))
    return curves->as_of;
  return curves->from + (gint64) (length * i / (n - 1));
}

static double
value_at (const OmHistory        *history,
          const OmMemory         *memory,
          OmMeasure               measure,
          const OmModelConstants *constants,
          gint64                  at)
{
  int percent;

  if (measure == OM_MEASURE_SALIENCE)
    return om_history_value_at (history, memory, constants, at);
  percent = om_history_vividness_at (history, memory, constants, at);
  return percent >= 0 ? percent : NAN;
}

/* Memories --------------------------------------------------------------------------------------- */

static void
add_sample (const OmCurves *curves,
            OmCurve        *curve,
            gint64          at,
            double          value,
            OmEventCause    cause,
            gboolean        undone)
{
  OmCurveSample sample = { at, value, 1, cause, undone, at > curves->as_of };

  if (!isnan (value))
    g_array_append_val (curve->samples, sample);
}

static int
compare_samples (gconstpointer a,
                 gconstpointer b)
{
  const OmCurveSample *one = a;
  const OmCurveSample *other = b;

  return (one->at > other->at) - (one->at < other->at);
}

/* The instant before an event is the last of the state before it. */
static double
value_before (const OmHistory        *history,
              const OmHistoryEvent   *event,
              const OmMemory         *memory,
              OmMeasure               measure,
              const OmModelConstants *constants)
{
  return measure == OM_MEASURE_SALIENCE ? event->before : value_at (history, memory, measure, constants, event->at - 1);
}

/* Two samples an event, the value just before it and after: the jump. The first event is where it begins. */
static void
add_events (const OmCurves         *curves,
            const OmCurvesQuery    *query,
            OmCurve                *curve,
            const OmHistory        *history,
            const OmModelConstants *constants)
{
  for (guint i = 0; i < history->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i);

      /* An import after the day one looks back from is not known yet. */
      if (event->at < curves->from || event->at > curves->to || event->at > curves->as_of)
        continue;
      if (i > 0 || history->points->len > 0)
        add_sample (curves, curve, event->at, value_before (history, event, curve->memory, query->measure, constants),
                    OM_EVENT_UNKNOWN, FALSE);
      add_sample (curves, curve, event->at, value_at (history, curve->memory, query->measure, constants, event->at),
                  event->cause, event->undone);
    }
}

static void
sample_memory (const OmCurves         *curves,
               const OmCurvesQuery    *query,
               OmCurve                *curve,
               const OmHistory        *history,
               const OmModelConstants *constants)
{
  /* Events come first where an instant falls on one: sorting keeps their order. */
  add_events (curves, query, curve, history, constants);
  for (guint i = 0; i < query->n_points; i++)
    {
      gint64 at = instant (curves, i, query->n_points);

      add_sample (curves, curve, at, value_at (history, curve->memory, query->measure, constants, at), OM_EVENT_UNKNOWN,
                  FALSE);
    }
  g_array_sort (curve->samples, compare_samples);
}

static gboolean
collect_memories (OmCurves               *curves,
                  const OmCurvesQuery    *query,
                  OmStore                *store,
                  const OmModelConstants *constants,
                  gint64                  now,
                  GError                **error)
{
  g_autoptr (GPtrArray) histories = g_ptr_array_new_with_free_func ((GDestroyNotify) om_history_free);
  gint64 first = curves->to;

  for (guint i = 0; query->keys != NULL && query->keys[i] != NULL; i++)
    {
      g_autoptr (GError) failed = NULL;
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, query->keys[i], &failed);
      OmHistory *history = memory != NULL ? om_history_read (store, memory->id, constants, now, &failed) : NULL;
      OmMemory then;
      OmCurve *curve;

      /* It was wiped since it was chosen. */
      if (g_error_matches (failed, OM_ERROR, OM_ERROR_NOT_FOUND))
        continue;
      if (history == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return FALSE;
        }
      g_ptr_array_add (histories, history);
      if (curves->as_of < now)
        om_history_forget_after (history, curves->as_of);
      first = MIN (first, om_history_beginning (history, memory));
      curve = add_curve (curves, memory->id);
      curve->forecast = (OmForecast){ G_MAXINT64, G_MAXINT64 };
      if (om_history_memory_at (history, memory, curves->as_of, &then))
        curve->forecast = om_forecast_of (&then, constants, curves->as_of);
      curve->memory = g_steal_pointer (&memory);
    }

  if (query->from == 0)
    curves->from = first;
  for (guint i = 0; i < histories->len; i++)
    sample_memory (curves, query, g_ptr_array_index (curves->curves, i), g_ptr_array_index (histories, i), constants);
  return TRUE;
}

/* Means ------------------------------------------------------------------------------------------ */

/** Sum: what adds up to one point of one curve. */
typedef struct
{
  double value;
  guint  n;
} Sum;

/** Means: the histories of all memories going by. */
typedef struct
{
  const OmCurves         *curves;
  const OmCurvesQuery    *query;
  const OmModelConstants *constants;
  gint64                  now;
  GArray                 *states; /* (owned) (element-type OmDocState): by document */
  GArray                 *tagged; /* (owned) (element-type guint64): by document: bit per key */
  Sum                    *sums;   /* (owned): [curve][point] */
  guint                   n_seen;
  GCancellable           *cancellable;
} Means;

static guint64
bits_of_tags (const OmStateTable *states,
              guint32             doc,
              const guint32      *wanted,
              guint               n_wanted)
{
  guint n_tags;
  const guint32 *tags = om_state_table_get_tags (states, doc, &n_tags);
  guint64 bits = 0;

  for (guint i = 0; i < n_tags; i++)
    {
      for (guint j = 0; j < n_wanted; j++)
        bits |= tags[i] == wanted[j] ? G_GUINT64_CONSTANT (1) << j : 0;
    }
  return bits;
}

/* Copies what is needed of the table, so that nobody waits for the lock while the histories are read. */
static void
copy_states (Means    *means,
             OmMirror *mirror)
{
  guint n_keys = means->query->keys != NULL ? g_strv_length (means->query->keys) : 0;
  g_autofree guint32 *wanted = g_new0 (guint32, n_keys + 1);
  const OmStateTable *states;
  guint32 most;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  most = om_state_table_get_max_doc (states);
  for (guint i = 0; means->query->of == OM_CURVES_OF_TAGS && i < n_keys; i++)
    {
      g_autofree char *key = om_store_tag_key (means->query->keys[i]);

      wanted[i] = key != NULL ? om_state_table_lookup_tag (states, key) : 0;
    }
  g_array_set_size (means->states, most + 1);
  g_array_set_size (means->tagged, most + 1);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      g_array_index (means->states, OmDocState, doc) = *om_state_table_get (states, doc);
      if (means->query->of == OM_CURVES_OF_TAGS)
        g_array_index (means->tagged, guint64, doc) = bits_of_tags (states, doc, wanted, n_keys);
    }
  om_mirror_unlock (mirror);
}

static void
add_to (Means *means,
        guint  curve,
        guint  point,
        double value)
{
  Sum *sum = &means->sums[curve * means->query->n_points + point];

  sum->value += value;
  sum->n++;
}

static void
add_history (Means           *means,
             const OmMemory  *memory,
             const OmHistory *history,
             guint64          tags)
{
  for (guint i = 0; i < means->query->n_points; i++)
    {
      gint64 at = instant (means->curves, i, means->query->n_points);
      double value = value_at (history, memory, means->query->measure, means->constants, at);
      int tier;

      if (isnan (value))
        continue;
      switch (means->query->of)
        {
        case OM_CURVES_OF_SECTORS:
          if (memory->sector >= 0 && memory->sector < OM_N_SECTORS)
            add_to (means, memory->sector, i, value);
          break;
        case OM_CURVES_OF_TIERS:
          tier = om_history_tier_at (history, memory, means->constants, at);
          if (tier >= 0)
            add_to (means, (guint) tier, i, value);
          break;
        case OM_CURVES_OF_TAGS:
          for (guint64 left = tags; left != 0; left &= left - 1)
            add_to (means, (guint) __builtin_ctzll (left), i, value);
          break;
        case OM_CURVES_OF_MEMORIES:
        default:
          break;
        }
    }
}

static gboolean
memory_cb (gint64        row,
           const GArray *events,
           const GArray *curve,
           gpointer      data)
{
  Means *means = data;
  const OmDocState *state = row > 0 && row < means->states->len
                              ? &g_array_index (means->states, OmDocState, row)
                              : NULL;
  g_autoptr (OmHistory) history = NULL;
  OmMemory memory;

  if (means->n_seen++ % LOOK_EVERY == 0 && g_cancellable_is_cancelled (means->cancellable))
    return FALSE;
  if (state == NULL || !state->present || state->trashed || state->type == OM_MEMORY_TYPE_SECTION ||
      (means->query->of == OM_CURVES_OF_TAGS && g_array_index (means->tagged, guint64, row) == 0))
    return TRUE;

  om_doc_state_to_memory (state, &memory);
  history = om_history_of_events (&memory, events, curve, means->constants);
  if (means->curves->as_of < means->now)
    om_history_forget_after (history, means->curves->as_of);
  add_history (means, &memory, history, g_array_index (means->tagged, guint64, row));
  return TRUE;
}

static void
name_curves (OmCurves            *curves,
             const OmCurvesQuery *query)
{
  switch (query->of)
    {
    case OM_CURVES_OF_SECTORS:
      for (int i = 0; i < OM_N_SECTORS; i++)
        add_curve (curves, om_sector_to_nick ((OmSector) i));
      break;
    case OM_CURVES_OF_TIERS:
      for (int i = 0; i < OM_N_TIERS; i++)
        add_curve (curves, om_tier_to_nick ((OmTier) i));
      break;
    case OM_CURVES_OF_TAGS:
      /* A bit each. */
      for (guint i = 0; i < 64 && query->keys != NULL && query->keys[i] != NULL; i++)
        add_curve (curves, query->keys[i]);
      break;
    case OM_CURVES_OF_MEMORIES:
    default:
      break;
    }
}

static void
take_means (OmCurves    *curves,
            const Means *means)
{
  guint n = means->query->n_points;

  for (guint c = 0; c < curves->curves->len; c++)
    {
      OmCurve *curve = g_ptr_array_index (curves->curves, c);

      for (guint i = 0; i < n; i++)
        {
          const Sum *sum = &means->sums[c * n + i];
          gint64 at = instant (curves, i, n);
          OmCurveSample sample = { at, sum->value / sum->n, sum->n, OM_EVENT_UNKNOWN, FALSE, at > curves->as_of };

          if (sum->n > 0)
            g_array_append_val (curve->samples, sample);
        }
    }
}

static gboolean
collect_means (OmCurves            *curves,
               const OmCurvesQuery *query,
               OmEngine            *self,
               OmStore             *store,
               gint64               now,
               GCancellable        *cancellable,
               GError             **error)
{
  Means means = { .curves = curves, .query = query, .constants = &om_engine_get_params (self)->constants, .now = now,
                  .cancellable = cancellable };
  OmMirror *mirror = om_engine_get_mirror (self);
  gint64 first;
  gboolean ok;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return FALSE;
  if (query->from == 0)
    {
      if (!om_store_events_first (store, &first, error))
        return FALSE;
      curves->from = MIN (first, curves->to);
    }
  name_curves (curves, query);
  means.states = g_array_new (FALSE, TRUE, sizeof (OmDocState));
  means.tagged = g_array_new (FALSE, TRUE, sizeof (guint64));
  means.sums = g_new0 (Sum, (gsize) query->n_points * MAX (1, curves->curves->len));
  copy_states (&means, mirror);
  ok = om_store_events_scan (store, memory_cb, &means, error) && !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (ok)
    take_means (curves, &means);
  g_array_unref (means.states);
  g_array_unref (means.tagged);
  g_free (means.sums);
  return ok;
}

/* The verb --------------------------------------------------------------------------------------- */

static gpointer
get_curves (OmEngine     *self,
            OmStore      *store,
            gpointer      data,
            GCancellable *cancellable,
            GError      **error)
{
  const OmCurvesQuery *query = data;
  gint64 now = om_engine_now (self);
  g_autoptr (OmCurves) curves = g_new0 (OmCurves, 1);
  gboolean ok;

  curves->curves = g_ptr_array_new_with_free_func (curve_free);
  curves->from = query->from;
  curves->to = query->to;
  curves->as_of = query->as_of != 0 ? MIN (query->as_of, now) : now;
  curves->is_now = curves->as_of == now;
  if (query->n_points < 2 || query->n_points > OM_CURVES_POINTS_MAX ||
      (query->from != 0 && query->from > query->to))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("A curve has 2 to %d points, and ends after its beginning."),
                   OM_CURVES_POINTS_MAX);
      return NULL;
    }
  if (query->of == OM_CURVES_OF_MEMORIES)
    ok = collect_memories (curves, query, store, &om_engine_get_params (self)->constants, now, error);
  else
    ok = collect_means (curves, query, self, store, now, cancellable, error);
  return ok ? g_steal_pointer (&curves) : NULL;
}

/**
 * om_engine_get_curves:
 * @query: which curves
 *
 * Returns: (transfer full) (nullable): them
 */
OmCurves *
om_engine_get_curves (OmEngine            *self,
                      const OmCurvesQuery *query,
                      GCancellable        *cancellable,
                      GError             **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_curves, (gpointer) query, cancellable, error);
}

static void
query_free (gpointer data)
{
  OmCurvesQuery *query = data;

  g_strfreev (query->keys);
  g_free (query);
}

/** om_engine_get_curves_async: the same without blocking; @query: (transfer none): copied */
void
om_engine_get_curves_async (OmEngine            *self,
                            const OmCurvesQuery *query,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  OmCurvesQuery *copy = g_memdup2 (query, sizeof *query);

  copy->keys = g_strdupv (query->keys);
  om_engine_read_async (self, get_curves, copy, query_free, (GDestroyNotify) om_curves_free, om_engine_get_curves_async,
                        cancellable, callback, data);
}

/** om_engine_get_curves_finish: (transfer full) (nullable) */
OmCurves *
om_engine_get_curves_finish (OmEngine     *self,
                             GAsyncResult *result,
                             GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_curves_async, error);
}

/**
 * om_engine_get_vividness_lines:
 * @fading: (out): below this vividness a memory is called Fading, 0..100
 * @resting: (out): below this it goes to rest, unless something keeps it from that, 0..100
 */
void
om_engine_get_vividness_lines (OmEngine *self,
                               double   *fading,
                               double   *resting)
{
  *fading = OM_VIVIDNESS_CLEAR_FROM;
  *resting = 100 * -expm1 (-om_engine_get_params (self)->constants.rest_threshold / OM_VIVIDNESS_SCALE);
}

/* All histories ---------------------------------------------------------------------------------- */

typedef struct
{
  OmHistoryFunc           func;
  gpointer                data;
  const OmModelConstants *constants;
  GArray                 *states; /* (owned) (element-type OmDocState): by document */
  guint                   n_seen;
  GCancellable           *cancellable;
} Scan;

static gboolean
scan_cb (gint64        row,
         const GArray *events,
         const GArray *curve,
         gpointer      data)
{
  Scan *scan = data;
  const OmDocState *state = row > 0 && row < scan->states->len ? &g_array_index (scan->states, OmDocState, row) : NULL;
  g_autoptr (OmHistory) history = NULL;
  OmMemory memory;

  if (scan->n_seen++ % LOOK_EVERY == 0 && g_cancellable_is_cancelled (scan->cancellable))
    return FALSE;
  if (state == NULL || !state->present || state->trashed)
    return TRUE;
  om_doc_state_to_memory (state, &memory);
  history = om_history_of_events (&memory, events, curve, scan->constants);
  return scan->func (row, &memory, history, scan->data);
}

static gpointer
scan_histories (OmEngine     *self,
                OmStore      *store,
                gpointer      data,
                GCancellable *cancellable,
                GError      **error)
{
  Scan *scan = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  const OmStateTable *states;

  if (!om_mirror_has_states (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  scan->constants = &om_engine_get_params (self)->constants;
  scan->cancellable = cancellable;
  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  g_array_set_size (scan->states, om_state_table_get_max_doc (states) + 1);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    g_array_index (scan->states, OmDocState, doc) = *om_state_table_get (states, doc);
  om_mirror_unlock (mirror);
  return om_store_events_scan (store, scan_cb, scan, error) && !g_cancellable_set_error_if_cancelled (cancellable, error)
           ? OM_ENGINE_DONE
           : NULL;
}

/**
 * om_engine_scan_histories:
 * @func: called with each memory outside the bin, by row
 * @error: return location
 *
 * Reads the histories of all memories in one go; blocks, and is for who has to go through all of them.
 */
gboolean
om_engine_scan_histories (OmEngine      *self,
                          OmHistoryFunc  func,
                          gpointer       data,
                          GCancellable  *cancellable,
                          GError       **error)
{
  Scan scan = { .func = func, .data = data };
  gboolean done;

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  scan.states = g_array_new (FALSE, TRUE, sizeof (OmDocState));
  done = om_engine_read (self, scan_histories, &scan, cancellable, error) != NULL;
  g_array_unref (scan.states);
  return done;
}
