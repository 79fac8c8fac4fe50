/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Salience1. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>

#include "bus/om-bus-memory.h"
#include "bus/om-bus-options.h"

#define EVENTS 100
#define EVENTS_MAX 500
#define POINTS_MAX 5000

static OmHistory *
get_history (OmBusCall    *call,
             const char   *id,
             OmMemory    **memory,
             GCancellable *cancellable,
             GError      **error)
{
  *memory = om_bus_get_memory (call, id, cancellable, error);
  if (*memory == NULL)
    return NULL;
  call->given = 1;
  return om_engine_get_history (call->engine, id, cancellable, error);
}

static void
describe_event (GVariantDict         *dict,
                OmBusCall            *call,
                const OmHistoryEvent *event,
                GCancellable         *cancellable)
{
  g_autoptr (OmMemory) related = NULL;

  g_variant_dict_insert (dict, "at", "x", event->at);
  g_variant_dict_insert (dict, "cause", "s", om_event_cause_to_nick (event->cause));
  g_variant_dict_insert (dict, "before", "d", event->before);
  g_variant_dict_insert (dict, "after", "d", event->after);
  g_variant_dict_insert (dict, "undone", "b", event->undone);
  if (event->related_id == NULL)
    return;
  related = om_bus_get_memory (call, event->related_id, cancellable, NULL);
  if (related != NULL)
    g_variant_dict_insert (dict, "related", "s", related->id);
}

static GVariant *
history (OmBusCall    *call,
         GCancellable *cancellable,
         GError      **error)
{
  const char *id;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) past = NULL;
  GVariantBuilder points;
  OmBusPage page;
  guint limit = EVENTS;

  g_variant_get (call->parameters, "(&s@a{sv})", &id, &options);
  if (!om_bus_options_check (options, error) || !om_bus_option_uint (options, "limit", 1, EVENTS_MAX, &limit, error))
    return NULL;
  past = get_history (call, id, &memory, cancellable, error);
  if (past == NULL)
    return NULL;

  om_bus_page_init (&page);
  for (guint i = past->events->len - MIN (past->events->len, limit); i < past->events->len; i++)
    {
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

      describe_event (&dict, call, g_ptr_array_index (past->events, i), cancellable);
      if (!om_bus_page_add (&page, &dict))
        break;
    }
  g_variant_builder_init (&points, G_VARIANT_TYPE ("a(xd)"));
  for (guint i = past->points->len - MIN (past->points->len, POINTS_MAX); i < past->points->len; i++)
    {
      const OmSaliencePoint *point = &g_array_index (past->points, OmSaliencePoint, i);

      g_variant_builder_add (&points, "(xd)", point->at, point->salience);
    }
  return g_variant_new ("(@aa{sv}a(xd))", om_bus_page_end (&page), &points);
}

static GVariant *
forecast (OmBusCall    *call,
          GCancellable *cancellable,
          GError      **error)
{
  const char *id;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) past = NULL;
  GVariantDict dict;

  g_variant_get (call->parameters, "(&s@a{sv})", &id, NULL);
  past = get_history (call, id, &memory, cancellable, error);
  if (past == NULL)
    return NULL;
  g_variant_dict_init (&dict, NULL);
  om_bus_describe_standing (&dict, call->engine, memory);
  if (past->forecast.fading_at != G_MAXINT64)
    g_variant_dict_insert (&dict, "fading", "x", past->forecast.fading_at);
  if (past->forecast.resting_at != G_MAXINT64)
    g_variant_dict_insert (&dict, "resting", "x", past->forecast.resting_at);
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

static GVariant *
at (OmBusCall    *call,
    GCancellable *cancellable,
    GError      **error)
{
  const char *id;
  gint64 when;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) past = NULL;
  GVariantDict dict;
  double salience;
  int percent;

  g_variant_get (call->parameters, "(&sx@a{sv})", &id, &when, NULL);
  past = get_history (call, id, &memory, cancellable, error);
  if (past == NULL)
    return NULL;
  g_variant_dict_init (&dict, NULL);
  salience = om_engine_salience_at (call->engine, past, memory, when);
  percent = om_engine_vividness_at (call->engine, past, memory, when);
  if (!isnan (salience))
    g_variant_dict_insert (&dict, "salience", "d", salience);
  if (percent >= 0)
    g_variant_dict_insert (&dict, "percent", "i", percent);
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

const OmBusMethod om_bus_salience_methods[] = {
  { "History", OM_BUS_NEEDS_READ, history },
  { "Forecast", OM_BUS_NEEDS_READ, forecast },
  { "At", OM_BUS_NEEDS_READ, at },
  { NULL },
};
