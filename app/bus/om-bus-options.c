/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of an a{sv}. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-options.h"

#include <math.h>
#include <string.h>

#include "bus/om-bus-error.h"

/* FALSE with @error if it is of another type; @value (out) (nullable): not there. */
static gboolean
look_up (GVariant           *options,
         const char         *key,
         const GVariantType *type,
         GVariant          **value,
         GError            **error)
{
  g_autoptr (GVariant) found = g_variant_lookup_value (options, key, NULL);

  *value = NULL;
  if (found == NULL)
    return TRUE;
  if (!g_variant_is_of_type (found, type))
    {
      g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“%s” wants a value of type “%.*s”, not “%s”.", key,
                   (int) g_variant_type_get_string_length (type), g_variant_type_peek_string (type),
                   g_variant_get_type_string (found));
      return FALSE;
    }
  *value = g_steal_pointer (&found);
  return TRUE;
}

static gboolean
set_range_error (GError    **error,
                 const char *key)
{
  g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "The value of “%s” is out of range.", key);
  return FALSE;
}

/**
 * om_bus_check_bytes:
 * @what: name of the argument
 * @max_bytes: how long it may be
 *
 * Returns: %FALSE with @error if it is longer
 */
gboolean
om_bus_check_bytes (const char *text,
                    const char *what,
                    gsize       max_bytes,
                    GError    **error)
{
  if (strlen (text) <= max_bytes)
    return TRUE;
  g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“%s” is longer than %" G_GSIZE_FORMAT " bytes.", what,
               max_bytes);
  return FALSE;
}

/** om_bus_options_check: %FALSE with @error if there are too many keys. */
gboolean
om_bus_options_check (GVariant *options,
                      GError  **error)
{
  if (g_variant_n_children (options) <= OM_BUS_KEYS_MAX)
    return TRUE;
  g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "There are more than %d options.", OM_BUS_KEYS_MAX);
  return FALSE;
}

/** om_bus_options_has: whether it is there, of whatever type. */
gboolean
om_bus_options_has (GVariant   *options,
                    const char *key)
{
  g_autoptr (GVariant) found = g_variant_lookup_value (options, key, NULL);

  return found != NULL;
}

/** om_bus_option_string: @value: (inout) (transfer none): stays as long as @options */
gboolean
om_bus_option_string (GVariant    *options,
                      const char  *key,
                      gsize        max_bytes,
                      const char **value,
                      GError     **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_STRING, &found, error))
    return FALSE;
  if (found == NULL)
    return TRUE;
  if (!om_bus_check_bytes (g_variant_get_string (found, NULL), key, max_bytes, error))
    return FALSE;
  g_variant_lookup (options, key, "&s", value);
  return TRUE;
}

/** om_bus_option_strv: @value: (inout) (transfer full) */
gboolean
om_bus_option_strv (GVariant   *options,
                    const char *key,
                    guint       max_strings,
                    gsize       max_bytes,
                    char     ***value,
                    GError    **error)
{
  g_autoptr (GVariant) found = NULL;
  g_auto (GStrv) strings = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_STRING_ARRAY, &found, error))
    return FALSE;
  if (found == NULL)
    return TRUE;
  if (g_variant_n_children (found) > max_strings)
    {
      g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“%s” holds more than %u strings.", key, max_strings);
      return FALSE;
    }
  strings = g_variant_dup_strv (found, NULL);
  for (guint i = 0; strings[i] != NULL; i++)
    {
      if (!om_bus_check_bytes (strings[i], key, max_bytes, error))
        return FALSE;
    }
  g_strfreev (*value);
  *value = g_steal_pointer (&strings);
  return TRUE;
}

gboolean
om_bus_option_uint (GVariant   *options,
                    const char *key,
                    guint       minimum,
                    guint       maximum,
                    guint      *value,
                    GError    **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_UINT32, &found, error))
    return FALSE;
  if (found == NULL)
    return TRUE;
  if (g_variant_get_uint32 (found) < minimum || g_variant_get_uint32 (found) > maximum)
    return set_range_error (error, key);
  *value = g_variant_get_uint32 (found);
  return TRUE;
}

gboolean
om_bus_option_int (GVariant   *options,
                   const char *key,
                   int         minimum,
                   int         maximum,
                   int        *value,
                   GError    **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_INT32, &found, error))
    return FALSE;
  if (found == NULL)
    return TRUE;
  if (g_variant_get_int32 (found) < minimum || g_variant_get_int32 (found) > maximum)
    return set_range_error (error, key);
  *value = g_variant_get_int32 (found);
  return TRUE;
}

gboolean
om_bus_option_int64 (GVariant   *options,
                     const char *key,
                     gint64     *value,
                     GError    **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_INT64, &found, error))
    return FALSE;
  if (found != NULL)
    *value = g_variant_get_int64 (found);
  return TRUE;
}

gboolean
om_bus_option_uint64 (GVariant   *options,
                      const char *key,
                      guint64    *value,
                      GError    **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_UINT64, &found, error))
    return FALSE;
  if (found != NULL)
    *value = g_variant_get_uint64 (found);
  return TRUE;
}

gboolean
om_bus_option_double (GVariant   *options,
                      const char *key,
                      double      minimum,
                      double      maximum,
                      double     *value,
                      GError    **error)
{
  g_autoptr (GVariant) found = NULL;
  double number;

  if (!look_up (options, key, G_VARIANT_TYPE_DOUBLE, &found, error))
    return FALSE;
  if (found == NULL)
    return TRUE;
  number = g_variant_get_double (found);
  if (!isfinite (number) || number < minimum || number > maximum)
    return set_range_error (error, key);
  *value = number;
  return TRUE;
}

gboolean
om_bus_option_boolean (GVariant   *options,
                       const char *key,
                       gboolean   *value,
                       GError    **error)
{
  g_autoptr (GVariant) found = NULL;

  if (!look_up (options, key, G_VARIANT_TYPE_BOOLEAN, &found, error))
    return FALSE;
  if (found != NULL)
    *value = g_variant_get_boolean (found);
  return TRUE;
}

/** om_bus_option_nick: a word of a small set; @from_nick gives -1 for what it does not know. */
gboolean
om_bus_option_nick (GVariant   *options,
                    const char *key,
                    int       (*from_nick) (const char *nick),
                    int        *value,
                    GError    **error)
{
  const char *nick = NULL;
  int found;

  if (!om_bus_option_string (options, key, 64, &nick, error))
    return FALSE;
  if (nick == NULL)
    return TRUE;
  found = from_nick (nick);
  if (found < 0)
    {
      g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“%s” is no value of “%s”.", nick, key);
      return FALSE;
    }
  *value = found;
  return TRUE;
}
