/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Waypoints1. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "bus/om-bus-memory.h"
#include "bus/om-bus-options.h"
#include "engine/om-path.h"

#define LIMIT 50
#define LIMIT_MAX 100
#define STEPS 6

static int
compare_weights (gconstpointer a,
                 gconstpointer b)
{
  const OmRelated *x = *(const OmRelated *const *) a;
  const OmRelated *y = *(const OmRelated *const *) b;

  if (x->present_weight != y->present_weight)
    return x->present_weight > y->present_weight ? -1 : 1;
  return strcmp (x->memory->id, y->memory->id);
}

static GVariant *
neighbours (OmBusCall    *call,
            GCancellable *cancellable,
            GError      **error)
{
  const char *id;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GPtrArray) related = NULL;
  OmBusPage page;
  guint limit = LIMIT;

  g_variant_get (call->parameters, "(&s@a{sv})", &id, &options);
  if (!om_bus_options_check (options, error) || !om_bus_option_uint (options, "limit", 1, LIMIT_MAX, &limit, error))
    return NULL;
  memory = om_bus_get_memory (call, id, cancellable, error);
  related = memory != NULL ? om_engine_get_related (call->engine, id, cancellable, error) : NULL;
  if (related == NULL)
    return NULL;
  g_ptr_array_sort (related, compare_weights);

  om_bus_page_init (&page);
  for (guint i = 0; i < related->len && page.n < limit; i++)
    {
      const OmRelated *link = g_ptr_array_index (related, i);
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
      g_autofree char *excerpt = NULL;

      if (!om_bus_may_give (call, link->memory, cancellable))
        continue;
      excerpt = om_bus_dup_excerpt (link->memory->content, OM_BUS_EXCERPT_BYTES);
      om_bus_describe (&dict, call->engine, link->memory);
      g_variant_dict_insert (&dict, "excerpt", "s", excerpt);
      g_variant_dict_insert (&dict, "weight", "d", link->waypoint.weight);
      g_variant_dict_insert (&dict, "present-weight", "d", link->present_weight);
      g_variant_dict_insert (&dict, "kind", "s", om_waypoint_kind_to_nick (link->waypoint.kind));
      g_variant_dict_insert (&dict, "outgoing", "b", link->outgoing);
      if (!om_bus_page_add (&page, &dict))
        break;
    }
  call->given = page.n;
  return g_variant_new ("(@aa{sv})", om_bus_page_end (&page));
}

static GVariant *
path (OmBusCall    *call,
      GCancellable *cancellable,
      GError      **error)
{
  const char *from;
  const char *to;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmMemory) first = NULL;
  g_autoptr (OmMemory) last = NULL;
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  g_autoptr (OmPath) way = NULL;
  GVariant *weights;
  guint steps = STEPS;

  g_variant_get (call->parameters, "(&s&s@a{sv})", &from, &to, &options);
  if (!om_bus_options_check (options, error) ||
      !om_bus_option_uint (options, "max-steps", 1, OM_PATH_MAX_STEPS, &steps, error))
    return NULL;
  first = om_bus_get_memory (call, from, cancellable, error);
  last = first != NULL ? om_bus_get_memory (call, to, cancellable, error) : NULL;
  way = last != NULL ? om_engine_find_path (call->engine, from, to, steps, filter, FALSE, cancellable, error) : NULL;
  if (way == NULL)
    return NULL;
  /* The way was looked for among what tells for itself; what is hidden as a whole comes to light here. */
  for (guint i = 0; way->ids[i] != NULL; i++)
    {
      g_autoptr (OmMemory) step = om_bus_get_memory (call, way->ids[i], cancellable, NULL);

      if (step == NULL)
        return g_variant_new_parsed ("(@as [], @ad [])");
    }
  call->given = g_strv_length (way->ids);
  weights = g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, way->weights->data, way->weights->len, sizeof (double));
  return g_variant_new ("(^as@ad)", way->ids, weights);
}

const OmBusMethod om_bus_waypoints_methods[] = {
  { "Neighbours", OM_BUS_NEEDS_READ, neighbours },
  { "Path", OM_BUS_NEEDS_READ, path },
  { NULL },
};
