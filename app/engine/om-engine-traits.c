/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine that tell of traits, each brought forward to now. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-traits.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-trait-history.h"
#include "dynamics/om-trait.h"
#include "engine/om-engine-private.h"
#include "engine/om-trait-present.h"
#include "store/om-store-memories.h"
#include "store/om-store-traits.h"
#include "text/om-fold.h"

/* Points of a curve between its events. */
#define CURVE_POINTS 400

/**
 * om_trait_detail_free:
 * @self: (transfer full) (nullable): a detail
 */
void
om_trait_detail_free (OmTraitDetail *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->trait, om_trait_unref);
  g_clear_pointer (&self->evidence, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->parents, g_ptr_array_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_pointer (&self->predecessor, om_trait_unref);
  g_clear_pointer (&self->successors, g_ptr_array_unref);
  g_free (self);
}

/**
 * om_trait_detail_dup_history:
 *
 * Returns: (transfer full) (element-type OmTraitEvent): those of its events that a person would call a change,
 *   oldest first; their stages are the shown ones
 */
GArray *
om_trait_detail_dup_history (const OmTraitDetail *self)
{
  return om_trait_history (self->events);
}

/* The curve ------------------------------------------------------------------------------------- */

static void
add_point (GArray      *points,
           gint64       at,
           double       confidence,
           OmTraitStage stage)
{
  OmTraitPoint point = { at, confidence, stage };

  g_array_append_val (points, point);
}

/* From one event to the next it fades by itself. */
static void
add_fading (GArray             *points,
            const OmTraitEvent *event,
            OmTraitTier         tier,
            gint64              until,
            gint64              step)
{
  OmTraitStage stage = event->stage_after;

  if (stage == OM_TRAIT_STAGE_TREND || stage == OM_TRAIT_STAGE_DISSOLVED)
    return;
  for (gint64 at = event->at + step; at < until; at += step)
    {
      double confidence = om_trait_decay (event->confidence_after, tier, event->n_reinforcements, event->at, at);

      stage = om_trait_lower_stage (stage, confidence);
      if (stage == OM_TRAIT_STAGE_DISSOLVED)
        return;
      add_point (points, at, confidence, stage);
    }
}

/**
 * om_trait_detail_dup_curve:
 * @until: where it ends, ms UTC: now, or a time to come if nothing happens any more
 *
 * Returns: (transfer full) (element-type OmTraitPoint): its confidence over time, ascending; two points at
 *   the instant of an event: before and after it
 */
GArray *
om_trait_detail_dup_curve (const OmTraitDetail *self,
                           gint64               until)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (OmTraitPoint));
  const GArray *events = self->events;
  OmTraitTier tier = self->trait->tier;
  const OmTraitEvent *last = NULL;
  gint64 step;

  if (events->len == 0)
    return points;
  step = MAX ((until - g_array_index (events, OmTraitEvent, 0).at) / CURVE_POINTS, 1000);
  for (guint i = 0; i < events->len; i++)
    {
      const OmTraitEvent *event = &g_array_index (events, OmTraitEvent, i);

      if (event->at > until)
        break;
      if (last != NULL)
        add_fading (points, last, tier, event->at, step);
      add_point (points, event->at, event->confidence_before, event->stage_before);
      add_point (points, event->at, event->confidence_after, event->stage_after);
      last = event;
    }
  if (last == NULL)
    return points;
  add_fading (points, last, tier, until, step);
  if (until > last->at && last->stage_after != OM_TRAIT_STAGE_DISSOLVED)
    {
      double confidence = last->stage_after == OM_TRAIT_STAGE_TREND
                            ? NAN
                            : om_trait_decay (last->confidence_after, tier, last->n_reinforcements, last->at, until);

      add_point (points, until, confidence,
                 isnan (confidence) ? OM_TRAIT_STAGE_TREND : om_trait_lower_stage (last->stage_after, confidence));
    }
  return points;
}

/* Listing --------------------------------------------------------------------------------------- */

typedef struct
{
  OmTraitFilter filter;
} ListArgs;

static void
list_args_free (gpointer data)
{
  ListArgs *args = data;

  g_free (args->filter.text);
  g_free (args);
}

static ListArgs *
list_args_new (const OmTraitFilter *filter)
{
  const OmTraitFilter all = OM_TRAIT_FILTER_INIT;
  ListArgs *args = g_new0 (ListArgs, 1);

  args->filter = filter != NULL ? *filter : all;
  args->filter.text = filter != NULL ? g_strdup (filter->text) : NULL;
  return args;
}

static gboolean
holds_text (const char *text,
            const char *part)
{
  g_autofree char *folded = om_fold_search (text, -1);
  g_autofree char *wanted = om_fold_search (part, -1);

  return strstr (folded, wanted) != NULL;
}

static gboolean
passes (const OmTrait       *trait,
        const OmTraitFilter *filter)
{
  if (!om_trait_is_worth_telling (trait))
    return FALSE;
  if (filter->stages != 0 ? (filter->stages & (1u << trait->shown_stage)) == 0
                          : trait->shown_stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;
  if (filter->tier != OM_TRAIT_TIER_UNKNOWN && trait->tier != filter->tier)
    return FALSE;
  if (filter->context != OM_CONTEXT_UNKNOWN && trait->context != filter->context)
    return FALSE;
  if (filter->only_review && !trait->needs_review)
    return FALSE;
  return filter->text == NULL || *filter->text == '\0' || holds_text (trait->text, filter->text);
}

/* Strongest first; what is dissolved last; of equals the one that was spoken of last. */
static int
compare_strength (gconstpointer a,
                  gconstpointer b)
{
  const OmTrait *x = *(OmTrait *const *) a;
  const OmTrait *y = *(OmTrait *const *) b;
  int stage_x = x->shown_stage == OM_TRAIT_STAGE_DISSOLVED ? -1 : (int) x->shown_stage;
  int stage_y = y->shown_stage == OM_TRAIT_STAGE_DISSOLVED ? -1 : (int) y->shown_stage;
  double c_x = isnan (x->confidence) ? 0 : x->confidence;
  double c_y = isnan (y->confidence) ? 0 : y->confidence;

  if (stage_x != stage_y)
    return stage_x > stage_y ? -1 : 1;
  if (c_x != c_y)
    return c_x > c_y ? -1 : 1;
  if (x->changed_at != y->changed_at)
    return x->changed_at > y->changed_at ? -1 : 1;
  return g_strcmp0 (x->id, y->id);
}

static gpointer
list_traits (OmEngine     *self,
             OmStore      *store,
             gpointer      data,
             GCancellable *cancellable,
             GError      **error)
{
  const ListArgs *args = data;
  g_autoptr (GPtrArray) all = om_store_traits_list (store, error);
  g_autoptr (GPtrArray) traits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_unref);
  gint64 now = om_engine_now (self);

  if (all == NULL)
    return NULL;
  for (guint i = 0; i < all->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (all, i);

      om_trait_bring_forward (trait, now);
      if (passes (trait, &args->filter))
        g_ptr_array_add (traits, om_trait_ref (trait));
    }
  g_ptr_array_sort (traits, compare_strength);
  return g_steal_pointer (&traits);
}

/**
 * om_engine_list_traits:
 * @filter: (nullable): which; %NULL for all that are not dissolved
 * @error: return location
 *
 * Returns: (transfer full) (element-type OmTrait) (nullable): the strongest first
 */
GPtrArray *
om_engine_list_traits (OmEngine            *self,
                       const OmTraitFilter *filter,
                       GCancellable        *cancellable,
                       GError             **error)
{
  ListArgs *args = list_args_new (filter);
  gpointer traits = om_engine_read (self, list_traits, args, cancellable, error);

  list_args_free (args);
  return traits;
}

/** om_engine_list_traits_async: the same without blocking. */
void
om_engine_list_traits_async (OmEngine            *self,
                             const OmTraitFilter *filter,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  om_engine_read_async (self, list_traits, list_args_new (filter), list_args_free, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_list_traits_async, cancellable, callback, data);
}

/** om_engine_list_traits_finish: (transfer full) (element-type OmTrait) (nullable) */
GPtrArray *
om_engine_list_traits_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_list_traits_async, error);
}

/* One trait ------------------------------------------------------------------------------------- */

static void
bring_all_forward (GPtrArray *traits,
                   gint64     now)
{
  for (guint i = 0; traits != NULL && i < traits->len; i++)
    om_trait_bring_forward (g_ptr_array_index (traits, i), now);
}

static gboolean
read_family (OmTraitDetail *detail,
             OmStore       *store,
             gint64         now,
             GError       **error)
{
  const OmTrait *trait = detail->trait;
  g_autoptr (GError) local = NULL;

  detail->parents = om_store_trait_parents (store, trait->row, error);
  detail->children = detail->parents != NULL ? om_store_trait_children (store, trait->row, error) : NULL;
  detail->successors = detail->children != NULL ? om_store_trait_successors (store, trait->id, error) : NULL;
  if (detail->successors == NULL)
    return FALSE;
  if (trait->predecessor != NULL)
    detail->predecessor = om_store_trait_get (store, trait->predecessor, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  bring_all_forward (detail->parents, now);
  bring_all_forward (detail->children, now);
  bring_all_forward (detail->successors, now);
  if (detail->predecessor != NULL)
    om_trait_bring_forward (detail->predecessor, now);
  return TRUE;
}

static gpointer
get_trait (OmEngine     *self,
           OmStore      *store,
           gpointer      id,
           GCancellable *cancellable,
           GError      **error)
{
  g_autoptr (OmTraitDetail) detail = g_new0 (OmTraitDetail, 1);
  gint64 now = om_engine_now (self);

  detail->trait = om_trait_present_get (store, id, now, error);
  if (detail->trait == NULL)
    return NULL;
  detail->evidence = om_store_trait_evidence (store, detail->trait->row, error);
  detail->events = detail->evidence != NULL ? om_store_trait_events (store, detail->trait->row, error) : NULL;
  if (detail->events == NULL || !read_family (detail, store, now, error))
    return NULL;
  return g_steal_pointer (&detail);
}

/**
 * om_engine_get_trait:
 * @id: a trait's
 * @error: return location, %OM_ERROR_NOT_FOUND
 *
 * Returns: (transfer full) (nullable): the trait with all that speaks for and against it
 */
OmTraitDetail *
om_engine_get_trait (OmEngine     *self,
                     const char   *id,
                     GCancellable *cancellable,
                     GError      **error)
{
  return om_engine_read (self, get_trait, (gpointer) id, cancellable, error);
}

/** om_engine_get_trait_async: the same without blocking. */
void
om_engine_get_trait_async (OmEngine            *self,
                           const char          *id,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  om_engine_read_async (self, get_trait, g_strdup (id), g_free, (GDestroyNotify) om_trait_detail_free,
                        om_engine_get_trait_async, cancellable, callback, data);
}

/** om_engine_get_trait_finish: (transfer full) (nullable) */
OmTraitDetail *
om_engine_get_trait_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_trait_async, error);
}

static gpointer
find_trait_id (OmEngine     *self,
               OmStore      *store,
               gpointer      prefix,
               GCancellable *cancellable,
               GError      **error)
{
  return om_store_trait_find_prefix (store, prefix, error);
}

/**
 * om_engine_find_trait_id:
 * @prefix: the beginning of an id, at least 4 characters
 * @error: return location, %OM_ERROR_NOT_FOUND, or %OM_ERROR_INVALID if several begin so
 *
 * Returns: (transfer full) (nullable): the whole id
 */
char *
om_engine_find_trait_id (OmEngine     *self,
                         const char   *prefix,
                         GCancellable *cancellable,
                         GError      **error)
{
  return om_engine_read (self, find_trait_id, (gpointer) prefix, cancellable, error);
}
