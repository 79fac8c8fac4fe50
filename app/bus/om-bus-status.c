/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Status1: its properties, read by the methods of org.freedesktop.DBus.Properties. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-interfaces.h"
#include "bus/om-bus-memory.h"
#include "engine/om-following.h"

/* Counts -------------------------------------------------------------------------------------- */

static gboolean
count (OmBusCall      *call,
       const OmFilter *filter,
       guint          *n,
       GCancellable   *cancellable,
       GError        **error)
{
  g_autoptr (GArray) items = om_engine_list (call->engine, filter, OM_SORT_NEWEST, cancellable, error);

  *n = items != NULL ? items->len : 0;
  return items != NULL;
}

static GVariant *
read_memories (OmBusCall    *call,
               GCancellable *cancellable,
               GError      **error)
{
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  guint n;

  return count (call, filter, &n, cancellable, error) ? g_variant_new_uint32 (n) : NULL;
}

static GVariant *
read_sectors (OmBusCall    *call,
              GCancellable *cancellable,
              GError      **error)
{
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  g_auto (GVariantBuilder) counts = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{su}"));

  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      guint n;

      filter->sectors = 1u << i;
      if (!count (call, filter, &n, cancellable, error))
        return NULL;
      g_variant_builder_add (&counts, "{su}", om_sector_to_nick (i), n);
    }
  return g_variant_builder_end (&counts);
}

static GVariant *
read_vividness (OmBusCall    *call,
                GCancellable *cancellable,
                GError      **error)
{
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  g_auto (GVariantBuilder) counts = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{su}"));

  for (int i = 0; i < OM_N_VIVIDNESS; i++)
    {
      guint n;

      filter->vividness = 1u << i;
      if (!count (call, filter, &n, cancellable, error))
        return NULL;
      g_variant_builder_add (&counts, "{su}", om_vividness_to_nick (i), n);
    }
  return g_variant_builder_end (&counts);
}

/* The rest ------------------------------------------------------------------------------------ */

static GVariant *
read_version (OmBusCall    *call,
              GCancellable *cancellable,
              GError      **error)
{
  return g_variant_new_string (PACKAGE_VERSION);
}

static GVariant *
read_api_version (OmBusCall    *call,
                  GCancellable *cancellable,
                  GError      **error)
{
  return g_variant_new_uint32 (OM_BUS_API_VERSION);
}

static GVariant *
read_last_jobs (OmBusCall    *call,
                GCancellable *cancellable,
                GError      **error)
{
  static const char *const jobs[] = { "fade", "reflect", "traits", "bin", "backup" };
  GVariantBuilder times;

  g_variant_builder_init (&times, G_VARIANT_TYPE ("a{sx}"));
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      gint64 at = om_engine_get_job_time (call->engine, jobs[i], cancellable, NULL);

      if (at > 0)
        g_variant_builder_add (&times, "{sx}", jobs[i], at);
    }
  return g_variant_builder_end (&times);
}

static GVariant *
read_loaded (OmBusCall    *call,
             GCancellable *cancellable,
             GError      **error)
{
  return g_variant_new_boolean (om_engine_is_loaded (call->engine));
}

static GVariant *
read_access (OmBusCall    *call,
             GCancellable *cancellable,
             GError      **error)
{
  static const char *const words[] = { "read", "add", "change" };
  GVariantBuilder open;

  G_STATIC_ASSERT (G_N_ELEMENTS (words) == OM_N_BUS_NEEDS);
  g_variant_builder_init (&open, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < OM_N_BUS_NEEDS; i++)
    {
      if ((call->may & 1u << i) != 0)
        g_variant_builder_add (&open, "s", words[i]);
    }
  return g_variant_builder_end (&open);
}

static const struct
{
  const char *name;
  OmBusFunc   read;
} properties[] = {
  { "Version", read_version },
  { "ApiVersion", read_api_version },
  { "Memories", read_memories },
  { "Sectors", read_sectors },
  { "Vividness", read_vividness },
  { "LastJobs", read_last_jobs },
  { "Loaded", read_loaded },
  { "Access", read_access },
};

static GVariant *
get (OmBusCall    *call,
     GCancellable *cancellable,
     GError      **error)
{
  const char *name;

  g_variant_get (call->parameters, "(&s&s)", NULL, &name);
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      GVariant *value;

      if (!g_str_equal (properties[i].name, name))
        continue;
      value = properties[i].read (call, cancellable, error);
      return value != NULL ? g_variant_new ("(v)", value) : NULL;
    }
  g_set_error (error, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_PROPERTY, "There is no property “%s”.", name);
  return NULL;
}

static GVariant *
get_all (OmBusCall    *call,
         GCancellable *cancellable,
         GError      **error)
{
  g_auto (GVariantBuilder) values = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  const char *interface;

  g_variant_get (call->parameters, "(&s)", &interface);
  for (gsize i = 0; i < G_N_ELEMENTS (properties) && g_str_equal (interface, org_openmemory_status1_interface.name); i++)
    {
      GVariant *value = properties[i].read (call, cancellable, error);

      if (value == NULL)
        return NULL;
      g_variant_builder_add (&values, "{sv}", properties[i].name, value);
    }
  return g_variant_new ("(@a{sv})", g_variant_builder_end (&values));
}

const OmBusMethod om_bus_status_methods[] = {
  { "Get", OM_BUS_NEEDS_READ, get },
  { "GetAll", OM_BUS_NEEDS_READ, get_all },
  { NULL },
};
