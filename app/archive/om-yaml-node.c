/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libyaml's events become nodes, each counted before it is made. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-yaml-node.h"

#include <glib/gi18n.h>
#include <string.h>
#include <yaml.h>

#include "memory/om-error.h"

/* Tags that say what a plain value is. Python 2 wrote its own names for strings. */
static const char *const known_tags[] = {
  YAML_STR_TAG, YAML_NULL_TAG, YAML_INT_TAG, YAML_FLOAT_TAG, YAML_BOOL_TAG, YAML_TIMESTAMP_TAG,
  YAML_SEQ_TAG, YAML_MAP_TAG, "!", "tag:yaml.org,2002:python/unicode",
  "tag:yaml.org,2002:python/str",
};

typedef struct
{
  yaml_parser_t parser;
  GHashTable   *anchors; /* (owned) (element-type utf8 OmYamlNode) */
  guint         n_nodes;
} Parse;

static void
parse_clear (Parse *self)
{
  yaml_parser_delete (&self->parser);
  g_clear_pointer (&self->anchors, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parse, parse_clear)

/**
 * om_yaml_node_unref:
 * @self: (transfer full) (nullable): a node
 */
void
om_yaml_node_unref (OmYamlNode *self)
{
  if (self == NULL || --self->ref_count > 0)
    return;

  g_free (self->text);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}

static OmYamlNode *
fail (GError    **error,
      gsize       line,
      const char *what)
{
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The YAML cannot be read: line %zu %s."), line + 1,
               what);
  return NULL;
}

static gboolean
is_known_tag (const yaml_char_t *tag)
{
  for (guint i = 0; tag != NULL && i < G_N_ELEMENTS (known_tags); i++)
    {
      if (strcmp ((const char *) tag, known_tags[i]) == 0)
        return TRUE;
    }
  return tag == NULL;
}

static gboolean
is_null (const char *text)
{
  return *text == '\0' || g_str_equal (text, "~") || g_str_equal (text, "null") ||
         g_str_equal (text, "Null") || g_str_equal (text, "NULL");
}

static OmYamlNode *parse_node (Parse         *self,
                               yaml_event_t  *event,
                               guint          depth,
                               GError       **error);

static gboolean
next_event (Parse         *self,
            yaml_event_t  *event,
            GError       **error)
{
  if (yaml_parser_parse (&self->parser, event))
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The YAML cannot be read: line %zu: %s."),
               self->parser.problem_mark.line + 1,
               self->parser.problem != NULL ? self->parser.problem : _("it is damaged"));
  return FALSE;
}

/* The children of a list or mapping whose beginning has been read. */
static gboolean
parse_children (Parse        *self,
                OmYamlNode   *node,
                guint         depth,
                GError      **error)
{
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) om_yaml_node_unref);
  for (;;)
    {
      yaml_event_t event;
      OmYamlNode *child;
      gboolean end;

      if (!next_event (self, &event, error))
        return FALSE;
      end = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
      child = end ? NULL : parse_node (self, &event, depth + 1, error);
      yaml_event_delete (&event);
      if (end)
        return TRUE;
      if (child == NULL)
        return FALSE;
      g_ptr_array_add (node->children, child);
      node->n_nodes += child->n_nodes;
    }
}

static OmYamlNode *
parse_node (Parse         *self,
            yaml_event_t  *event,
            guint          depth,
            GError       **error)
{
  g_autoptr (OmYamlNode) node = NULL;
  const yaml_char_t *anchor = NULL;
  const yaml_char_t *tag = NULL;
  gsize line = event->start_mark.line;
  guint n_nodes = 1;

  if (event->type == YAML_ALIAS_EVENT)
    {
      node = g_hash_table_lookup (self->anchors, event->data.alias.anchor);
      if (node == NULL)
        return fail (error, line, _("repeats what is not there, or itself"));
      node->ref_count++;
      n_nodes = node->n_nodes;
    }
  /* Before anything is made of it: what is shared counts as often as it is meant. */
  if (depth > OM_YAML_MAX_DEPTH)
    return fail (error, line, _("nests deeper than any journal does"));
  if (n_nodes > OM_YAML_MAX_NODES - self->n_nodes)
    return fail (error, line, _("makes more of it than any journal has"));
  self->n_nodes += n_nodes;
  if (node != NULL)
    return g_steal_pointer (&node);

  node = g_new0 (OmYamlNode, 1);
  node->ref_count = 1;
  node->n_nodes = 1;
  node->line = (guint) line + 1;
  switch ((int) event->type)
    {
    case YAML_SCALAR_EVENT:
      anchor = event->data.scalar.anchor;
      tag = event->data.scalar.tag;
      node->kind = OM_YAML_SCALAR;
      node->text = g_utf8_make_valid ((const char *) event->data.scalar.value,
                                      (gssize) event->data.scalar.length);
      node->empty = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && is_null (node->text);
      break;
    case YAML_SEQUENCE_START_EVENT:
      anchor = event->data.sequence_start.anchor;
      tag = event->data.sequence_start.tag;
      node->kind = OM_YAML_LIST;
      break;
    case YAML_MAPPING_START_EVENT:
      anchor = event->data.mapping_start.anchor;
      tag = event->data.mapping_start.tag;
      node->kind = OM_YAML_MAPPING;
      break;
    default:
      return fail (error, line, _("ends too early"));
    }
  if (!is_known_tag (tag))
    return fail (error, line, _("has a tag that stands for something else than data"));
  if (node->kind != OM_YAML_SCALAR && !parse_children (self, node, depth, error))
    return NULL;
  /* Known only once it is whole: nothing can hold itself. */
  if (anchor != NULL)
    {
      node->ref_count++;
      g_hash_table_replace (self->anchors, g_strdup ((const char *) anchor), node);
    }
  return g_steal_pointer (&node);
}

/**
 * om_yaml_parse:
 * @text: UTF-8
 * @error: return location, %OM_ERROR_INVALID with the line
 *
 * Returns: (transfer full): the documents in it, as a list
 */
OmYamlNode *
om_yaml_parse (const char  *text,
               gsize        length,
               GError     **error)
{
  g_auto (Parse) self = { 0 };
  g_autoptr (OmYamlNode) documents = g_new0 (OmYamlNode, 1);

  documents->kind = OM_YAML_LIST;
  documents->ref_count = 1;
  documents->line = 1;
  documents->children = g_ptr_array_new_with_free_func ((GDestroyNotify) om_yaml_node_unref);
  yaml_parser_initialize (&self.parser);
  yaml_parser_set_input_string (&self.parser, (const unsigned char *) text, length);
  yaml_parser_set_encoding (&self.parser, YAML_UTF8_ENCODING);
  self.anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) om_yaml_node_unref);
  for (;;)
    {
      yaml_event_t event;
      yaml_event_type_t type;
      OmYamlNode *node;
      gboolean failed = FALSE;

      if (!next_event (&self, &event, error))
        return NULL;
      type = event.type;
      if (type == YAML_DOCUMENT_START_EVENT)
        g_hash_table_remove_all (self.anchors);
      else if (type != YAML_STREAM_START_EVENT && type != YAML_STREAM_END_EVENT &&
               type != YAML_DOCUMENT_END_EVENT)
        {
          node = parse_node (&self, &event, 0, error);
          failed = node == NULL;
          if (node != NULL)
            g_ptr_array_add (documents->children, node);
        }
      yaml_event_delete (&event);
      if (failed)
        return NULL;
      if (type == YAML_STREAM_END_EVENT)
        return g_steal_pointer (&documents);
    }
}
