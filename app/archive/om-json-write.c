/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of JSON objects, into a string that ends where the next one goes. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-json-write.h"

#include <math.h>

#include "archive/om-json-scanner.h"

/**
 * om_json_write_name:
 * @json: an object in the making
 *
 * Appends a comma where one belongs, and the name.
 */
void
om_json_write_name (GString    *json,
                    const char *name)
{
  char last = json->len > 0 ? json->str[json->len - 1] : '{';

  if (last != '{' && last != '[')
    g_string_append_c (json, ',');
  om_json_append_string (json, name);
  g_string_append_c (json, ':');
}

/** om_json_write_string: @value: (nullable): %NULL writes nothing */
void
om_json_write_string (GString    *json,
                      const char *name,
                      const char *value)
{
  if (value == NULL)
    return;
  om_json_write_name (json, name);
  om_json_append_string (json, value);
}

/** om_json_write_int: a whole number. */
void
om_json_write_int (GString    *json,
                   const char *name,
                   gint64      value)
{
  om_json_write_name (json, name);
  g_string_append_printf (json, "%" G_GINT64_FORMAT, value);
}

/**
 * om_json_append_number:
 *
 * The shortest digits that give the very number again.
 */
void
om_json_append_number (GString *json,
                       double   value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  g_string_append (json, buffer);
}

/** om_json_write_number: NAN writes nothing. */
void
om_json_write_number (GString    *json,
                      const char *name,
                      double      value)
{
  if (isnan (value))
    return;
  om_json_write_name (json, name);
  om_json_append_number (json, value);
}

/** om_json_write_true: what is not true is left out. */
void
om_json_write_true (GString    *json,
                    const char *name)
{
  om_json_write_name (json, name);
  g_string_append (json, "true");
}

/** om_json_write_strings: @values: (nullable): an empty list writes nothing */
void
om_json_write_strings (GString           *json,
                       const char        *name,
                       const char *const *values)
{
  if (values == NULL || values[0] == NULL)
    return;
  om_json_write_name (json, name);
  g_string_append_c (json, '[');
  for (gsize i = 0; values[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      om_json_append_string (json, values[i]);
    }
  g_string_append_c (json, ']');
}
