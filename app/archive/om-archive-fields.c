/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a line, checked. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-archive-fields.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "index/om-uuid.h"
#include "memory/om-error.h"
#include "memory/om-moment.h"

/* A record nests four deep; what nests deeper was made to break something. */
#define MAX_DEPTH 16

/* Before the years 1 and after 9999 nothing was lived. */
#define MAX_MS G_GINT64_CONSTANT (400000000000000)

/* json-glib reads by recursion: what nests too deep is found before. */
static gboolean
is_shallow (const char *line,
            gsize       length)
{
  gboolean quoted = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < length; i++)
    {
      char c = line[i];

      if (quoted && c == '\\')
        i++;
      else if (c == '"')
        quoted = !quoted;
      else if (!quoted && (c == '{' || c == '['))
        depth++;
      else if (!quoted && (c == '}' || c == ']') && depth > 0)
        depth--;
      if (depth > MAX_DEPTH)
        return FALSE;
    }
  return TRUE;
}

/**
 * om_fields_open:
 * @self: (out caller-allocates): to be closed
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %FALSE if the line is no object
 */
gboolean
om_fields_open (OmFields   *self,
                const char *line,
                gsize       length,
                GError    **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();

  *self = (OmFields){ 0 };
  if (!g_utf8_validate (line, (gssize) length, NULL) || !is_shallow (line, length) ||
      !json_parser_load_from_data (parser, line, (gssize) length, NULL) || json_parser_get_root (parser) == NULL ||
      !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("It is no object of JSON in UTF-8."));
      return FALSE;
    }
  self->root = json_node_ref (json_parser_get_root (parser));
  self->object = json_node_get_object (self->root);
  return TRUE;
}

/** om_fields_enter: @self: (out caller-allocates): an object within @outer, to be left by om_fields_leave() */
void
om_fields_enter (OmFields       *self,
                 const OmFields *outer,
                 JsonNode       *node)
{
  *self = (OmFields){ .root = json_node_ref (outer->root) };
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      self->object = json_node_get_object (node);
      return;
    }
  /* Any object will do: its error is what counts. */
  self->object = outer->object;
  om_fields_wrong (self, "list", _("one of objects"));
}

/** om_fields_leave: what was wrong is wrong outside, too. */
void
om_fields_leave (OmFields *self,
                 OmFields *outer)
{
  if (self->error != NULL && outer->error == NULL)
    outer->error = g_steal_pointer (&self->error);
  g_clear_error (&self->error);
  g_clear_pointer (&self->root, json_node_unref);
}

/** om_fields_close: %FALSE with @error if any field was wrong. */
gboolean
om_fields_close (OmFields *self,
                 GError  **error)
{
  g_clear_pointer (&self->root, json_node_unref);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

/** om_fields_wrong: @must_be: what the field of that name has to be */
void
om_fields_wrong (OmFields   *self,
                 const char *name,
                 const char *must_be)
{
  if (self->error == NULL)
    self->error = g_error_new (OM_ERROR, OM_ERROR_INVALID, _("Its field “%s” must be %s."), name, must_be);
}

/** om_fields_has: whether there is a field of that name that is not null. */
gboolean
om_fields_has (OmFields   *self,
               const char *name)
{
  return json_object_has_member (self->object, name) && !json_object_get_null_member (self->object, name);
}

/* %NULL if it is missing or of another kind. */
static JsonNode *
value_of (OmFields   *self,
          const char *name)
{
  JsonNode *node = om_fields_has (self, name) ? json_object_get_member (self->object, name) : NULL;

  if (node != NULL && !JSON_NODE_HOLDS_VALUE (node))
    {
      om_fields_wrong (self, name, _("a single value"));
      return NULL;
    }
  return node;
}

/** om_fields_string: (transfer none) (nullable): until the line is closed */
const char *
om_fields_string (OmFields   *self,
                  const char *name,
                  gboolean    needed)
{
  JsonNode *node = value_of (self, name);

  if (node != NULL && json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_get_string (node);
  if (node != NULL || needed)
    om_fields_wrong (self, name, _("a text"));
  return needed ? "" : NULL;
}

/** om_fields_dup_id: (transfer full) (nullable): a UUID in small letters */
char *
om_fields_dup_id (OmFields   *self,
                  const char *name,
                  gboolean    needed)
{
  const char *text = om_fields_string (self, name, needed);
  guint8 uuid[OM_UUID_BYTES];
  char id[OM_UUID_CHARS];

  if (text == NULL)
    return NULL;
  if (!om_uuid_parse (text, uuid))
    {
      om_fields_wrong (self, name, _("a UUID"));
      return g_strdup ("");
    }
  om_uuid_format (uuid, id);
  return g_strdup (id);
}

/** om_fields_int: a whole number from @least to @most. */
gint64
om_fields_int (OmFields   *self,
               const char *name,
               gint64      least,
               gint64      most,
               gint64      otherwise)
{
  JsonNode *node = value_of (self, name);
  gint64 value;

  if (node == NULL)
    return otherwise;
  value = json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : 0;
  if (json_node_get_value_type (node) == G_TYPE_INT64 && value >= least && value <= most)
    return value;
  om_fields_wrong (self, name, _("a whole number of its range"));
  return otherwise;
}

/** om_fields_ms: an instant in ms since 1970 UTC, 0 if there is none. */
gint64
om_fields_ms (OmFields   *self,
              const char *name)
{
  return om_fields_int (self, name, -MAX_MS, MAX_MS, 0);
}

/** om_fields_number: a number from @least to @most. */
double
om_fields_number (OmFields   *self,
                  const char *name,
                  double      least,
                  double      most,
                  double      otherwise)
{
  JsonNode *node = value_of (self, name);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;
  double value;

  if (node == NULL)
    return otherwise;
  value = type == G_TYPE_INT64 ? (double) json_node_get_int (node) : type == G_TYPE_DOUBLE ? json_node_get_double (node) : NAN;
  if (value >= least && value <= most)
    return value;
  om_fields_wrong (self, name, _("a number of its range"));
  return otherwise;
}

/** om_fields_true: whether it is there and true. */
gboolean
om_fields_true (OmFields   *self,
                const char *name)
{
  JsonNode *node = value_of (self, name);

  if (node != NULL && json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    om_fields_wrong (self, name, _("true or false"));
  return node != NULL && json_node_get_boolean (node);
}

static int
find_nick (OmFields   *self,
           const char *name,
           const char *text,
           OmNickFunc  to_nick,
           int         n)
{
  for (int i = 0; i < n; i++)
    {
      if (g_str_equal (to_nick (i), text))
        return i;
    }
  om_fields_wrong (self, name, _("one of the words of its set"));
  return -1;
}

/** om_fields_nick: one of @n values. */
int
om_fields_nick (OmFields   *self,
                const char *name,
                OmNickFunc  to_nick,
                int         n,
                int         otherwise)
{
  const char *text = om_fields_string (self, name, FALSE);
  int value = text != NULL ? find_nick (self, name, text, to_nick, n) : otherwise;

  return text != NULL && value < 0 ? otherwise : value;
}

/** om_fields_bits: a list of some of @n values, as bits. */
guint
om_fields_bits (OmFields   *self,
                const char *name,
                OmNickFunc  to_nick,
                int         n)
{
  g_auto (GStrv) words = om_fields_strings (self, name);
  guint bits = 0;

  for (gsize i = 0; words[i] != NULL; i++)
    {
      int value = find_nick (self, name, words[i], to_nick, n);

      if (value >= 0)
        bits |= 1u << value;
    }
  return bits;
}

/** om_fields_array: (transfer none) (nullable): a list; %NULL if there is none */
JsonArray *
om_fields_array (OmFields   *self,
                 const char *name)
{
  JsonNode *node = om_fields_has (self, name) ? json_object_get_member (self->object, name) : NULL;

  if (node == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);
  om_fields_wrong (self, name, _("a list"));
  return NULL;
}

/** om_fields_strings: (transfer full): a list of texts, empty if there is none */
char **
om_fields_strings (OmFields   *self,
                   const char *name)
{
  JsonArray *array = om_fields_array (self, name);
  g_autoptr (GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
        g_ptr_array_add (strings, g_strdup (json_node_get_string (node)));
      else
        om_fields_wrong (self, name, _("a list of texts"));
    }
  g_ptr_array_add (strings, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&strings), FALSE);
}
