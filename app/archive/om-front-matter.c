/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The properties of a note, and the same as JSON. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-front-matter-private.h"

#include <string.h>

#include "archive/om-json-scanner.h"
#include "archive/om-unique-name.h"

static void
value_free (gpointer data)
{
  OmFrontValue *self = data;

  g_free (self->text);
  g_free (self);
}

static void
field_free (gpointer data)
{
  OmFrontField *self = data;

  g_free (self->name);
  g_free (self->key);
  g_free (self->written);
  g_ptr_array_unref (self->values);
  g_free (self);
}

/**
 * om_front_matter_free:
 * @self: (transfer full) (nullable): properties
 */
void
om_front_matter_free (OmFrontMatter *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->fields);
  g_free (self->raw);
  g_free (self);
}

/**
 * om_front_matter_new:
 *
 * Returns: (transfer full): no properties yet
 */
OmFrontMatter *
om_front_matter_new (void)
{
  OmFrontMatter *self = g_new0 (OmFrontMatter, 1);

  self->fields = g_ptr_array_new_with_free_func (field_free);
  self->complete = TRUE;
  return self;
}

/**
 * om_front_matter_add_field:
 *
 * Returns: (transfer none): a field without name and values, the last of @self
 */
OmFrontField *
om_front_matter_add_field (OmFrontMatter *self)
{
  OmFrontField *field = g_new0 (OmFrontField, 1);

  field->values = g_ptr_array_new_with_free_func (value_free);
  g_ptr_array_add (self->fields, field);
  return field;
}

/**
 * om_front_matter_find:
 * @key: in lower case with `_`
 *
 * Returns: (transfer none) (nullable): the first field of that name
 */
OmFrontField *
om_front_matter_find (OmFrontMatter *self,
                      const char    *key)
{
  for (guint i = 0; i < self->fields->len; i++)
    {
      OmFrontField *field = g_ptr_array_index (self->fields, i);

      if (g_str_equal (field->key, key))
        return field;
    }
  return NULL;
}

/**
 * om_front_field_get_text:
 * @field: (nullable): a field
 *
 * Returns: (transfer none) (nullable): its value if it has just one
 */
const char *
om_front_field_get_text (OmFrontField *field)
{
  if (field == NULL || field->values->len != 1)
    return NULL;
  return ((OmFrontValue *) g_ptr_array_index (field->values, 0))->text;
}

static gboolean
is_number (const char *text)
{
  gsize digits;
  const char *p = text + (*text == '-');

  digits = strspn (p, "0123456789");
  if (digits == 0 || digits > 15 || (digits > 1 && *p == '0'))
    return FALSE;
  p += digits;
  if (*p != '.')
    return *p == '\0';
  digits = strspn (p + 1, "0123456789");
  return digits > 0 && digits <= 15 && p[1 + digits] == '\0';
}

static void
append_value_json (GString            *json,
                   const OmFrontValue *value)
{
  if (value->plain && is_number (value->text))
    g_string_append (json, value->text);
  else if (value->plain && (g_ascii_strcasecmp (value->text, "true") == 0 ||
                            g_ascii_strcasecmp (value->text, "false") == 0))
    g_string_append (json, g_ascii_tolower (value->text[0]) == 't' ? "true" : "false");
  else
    om_json_append_string (json, value->text);
}

/**
 * om_front_matter_append_json:
 * @json: an object in the making: `{`, and members with their commas
 *
 * Appends a member for each field that nobody used. A name that comes again gets a number, as no
 * value is to replace another.
 */
void
om_front_matter_append_json (OmFrontMatter *self,
                             GString       *json)
{
  g_autoptr (GHashTable) names = om_unique_names_new ();

  for (guint i = 0; i < self->fields->len; i++)
    {
      OmFrontField *field = g_ptr_array_index (self->fields, i);
      g_autofree char *name = NULL;

      if (field->used)
        continue;
      name = om_unique_name (names, field->name);
      if (json->str[json->len - 1] != '{')
        g_string_append_c (json, ',');
      om_json_append_string (json, name);
      g_string_append_c (json, ':');
      if (field->kind == OM_FRONT_LIST)
        {
          g_string_append_c (json, '[');
          for (guint j = 0; j < field->values->len; j++)
            {
              if (j > 0)
                g_string_append_c (json, ',');
              append_value_json (json, g_ptr_array_index (field->values, j));
            }
          g_string_append_c (json, ']');
        }
      else if (field->values->len == 0)
        g_string_append (json, "null");
      else
        append_value_json (json, g_ptr_array_index (field->values, 0));
    }
}
