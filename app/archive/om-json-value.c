/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one value of the stream; the entries before and behind it are not in memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-json-value.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-text-edges.h"
#include "memory/om-error.h"

/**
 * om_json_value_free:
 * @self: (transfer full) (nullable): a value
 */
void
om_json_value_free (OmJsonValue *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->text);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}

static OmJsonValue *
read_value (OmJsonScanner  *scanner,
            OmJsonToken     first,
            guint          *n_left,
            GError        **error)
{
  g_autoptr (OmJsonValue) self = NULL;

  if (first == OM_JSON_FAILED)
    return NULL;
  if (*n_left == 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("The JSON holds an entry of more than %d values, at line %u, which no journal "
                     "has."),
                   OM_JSON_VALUE_MAX_NODES, om_json_scanner_get_line (scanner));
      return NULL;
    }
  (*n_left)--;

  self = g_new0 (OmJsonValue, 1);
  self->kind = first;
  if (first == OM_JSON_STRING || first == OM_JSON_NUMBER)
    self->text = g_strdup (om_json_scanner_get_string (scanner));
  if (first != OM_JSON_OBJECT_START && first != OM_JSON_ARRAY_START)
    return g_steal_pointer (&self);

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) om_json_value_free);
  for (;;)
    {
      OmJsonToken token = om_json_scanner_next (scanner, error);
      g_autofree char *name = NULL;
      OmJsonValue *child;

      if (token == OM_JSON_OBJECT_END || token == OM_JSON_ARRAY_END)
        return g_steal_pointer (&self);
      if (token == OM_JSON_NAME)
        {
          name = g_strdup (om_json_scanner_get_string (scanner));
          token = om_json_scanner_next (scanner, error);
        }
      /* As deep as the scanner allows, which is not deep. */
      child = read_value (scanner, token, n_left, error);
      if (child == NULL)
        return NULL;
      child->name = g_steal_pointer (&name);
      g_ptr_array_add (self->children, child);
    }
}

/**
 * om_json_value_read:
 * @first: the token just read, with which the value began
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: (transfer full): the value
 */
OmJsonValue *
om_json_value_read (OmJsonScanner  *scanner,
                    OmJsonToken     first,
                    GError        **error)
{
  guint n_left = OM_JSON_VALUE_MAX_NODES;

  return read_value (scanner, first, &n_left, error);
}

static OmJsonValue *
find (OmJsonValue *self,
      const char  *name,
      gboolean     unused,
      int          kind)
{
  for (guint i = 0; self != NULL && self->kind == OM_JSON_OBJECT_START && i < self->children->len;
       i++)
    {
      OmJsonValue *child = g_ptr_array_index (self->children, i);

      if (g_str_equal (child->name, name) && (!unused || !child->used) &&
          (kind < 0 || child->kind == (OmJsonToken) kind))
        return child;
    }
  return NULL;
}

/**
 * om_json_value_find:
 * @self: (nullable): a value; what is no object has no members
 *
 * Returns: (transfer none) (nullable): the first member of that name
 */
OmJsonValue *
om_json_value_find (OmJsonValue *self,
                    const char  *name)
{
  return find (self, name, FALSE, -1);
}

/**
 * om_json_value_take:
 * @self: (nullable): a value
 * @kind: what it has to be
 *
 * Returns: (transfer none) (nullable): the first member of that name and kind that nobody took,
 *   taken now
 */
OmJsonValue *
om_json_value_take (OmJsonValue *self,
                    const char  *name,
                    OmJsonToken  kind)
{
  OmJsonValue *child = find (self, name, TRUE, (int) kind);

  if (child != NULL)
    child->used = TRUE;
  return child;
}

/**
 * om_json_value_take_string:
 *
 * Returns: (transfer none) (nullable): the member's text, if it is a string; it may be empty
 */
const char *
om_json_value_take_string (OmJsonValue *self,
                           const char  *name)
{
  OmJsonValue *child = om_json_value_take (self, name, OM_JSON_STRING);

  return child != NULL ? child->text : NULL;
}

/**
 * om_json_value_take_text:
 *
 * For what a person wrote: a name that comes twice has both its texts, one below the other.
 *
 * Returns: (transfer full): the text, lines end in LF; empty if there is none
 */
char *
om_json_value_take_text (OmJsonValue *self,
                         const char  *name)
{
  g_autoptr (GString) all = g_string_new (NULL);
  const char *text;

  while ((text = om_json_value_take_string (self, name)) != NULL)
    {
      if (*text == '\0' || g_str_equal (all->str, text))
        continue;
      if (all->len > 0)
        g_string_append (all, "\n\n");
      g_string_append (all, text);
    }
  om_text_unify_line_ends (all);
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/**
 * om_json_value_take_true:
 *
 * Returns: whether the member is there and true
 */
gboolean
om_json_value_take_true (OmJsonValue *self,
                         const char  *name)
{
  OmJsonValue *no = om_json_value_take (self, name, OM_JSON_FALSE);

  return no == NULL && om_json_value_take (self, name, OM_JSON_TRUE) != NULL;
}

/**
 * om_json_value_take_number:
 * @number: (out): the number
 *
 * Returns: whether the member is a finite number
 */
gboolean
om_json_value_take_number (OmJsonValue *self,
                           const char  *name,
                           double      *number)
{
  OmJsonValue *child = find (self, name, TRUE, OM_JSON_NUMBER);

  if (child == NULL)
    return FALSE;
  *number = g_ascii_strtod (child->text, NULL);
  if (!isfinite (*number))
    return FALSE;
  child->used = TRUE;
  return TRUE;
}

/**
 * om_json_value_append:
 * @json: JSON in the making
 *
 * Appends the value.
 */
void
om_json_value_append (OmJsonValue *self,
                      GString     *json)
{
  gboolean object = self->kind == OM_JSON_OBJECT_START;

  switch ((int) self->kind)
    {
    case OM_JSON_STRING:
      om_json_append_string (json, self->text);
      return;
    case OM_JSON_NUMBER:
      g_string_append (json, self->text);
      return;
    case OM_JSON_TRUE:
      g_string_append (json, "true");
      return;
    case OM_JSON_FALSE:
      g_string_append (json, "false");
      return;
    case OM_JSON_NULL:
      g_string_append (json, "null");
      return;
    default:
      break;
    }

  g_string_append_c (json, object ? '{' : '[');
  for (guint i = 0; i < self->children->len; i++)
    {
      OmJsonValue *child = g_ptr_array_index (self->children, i);

      if (i > 0)
        g_string_append_c (json, ',');
      if (object)
        {
          om_json_append_string (json, child->name);
          g_string_append_c (json, ':');
        }
      om_json_value_append (child, json);
    }
  g_string_append_c (json, object ? '}' : ']');
}

/**
 * om_json_value_keep_rest:
 * @self: an object
 * @data: where it goes
 *
 * Keeps every member that nobody took and that says something.
 */
void
om_json_value_keep_rest (OmJsonValue  *self,
                         OmSourceData *data)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      OmJsonValue *child = g_ptr_array_index (self->children, i);
      g_autoptr (GString) raw = NULL;

      if (child->used || child->kind == OM_JSON_NULL ||
          (child->kind == OM_JSON_STRING && *child->text == '\0') ||
          (child->children != NULL && child->children->len == 0))
        continue;
      raw = g_string_new (NULL);
      om_json_value_append (child, raw);
      om_source_data_add_json (data, child->name, raw->str);
    }
}
