/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of an import as JSON, to be kept and read again. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-import-report.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

/* More remarks than anybody reads are counted, so that what is kept stays small. */
#define MAX_KEPT 2000

static const struct
{
  const char *name;
  gsize       offset;
} counts[] = {
  { "read", G_STRUCT_OFFSET (OmImportReport, read) },
  { "added", G_STRUCT_OFFSET (OmImportReport, added) },
  { "known", G_STRUCT_OFFSET (OmImportReport, known) },
  { "known_deleted", G_STRUCT_OFFSET (OmImportReport, known_deleted) },
  { "changed_at_source", G_STRUCT_OFFSET (OmImportReport, changed_at_source) },
  { "same_text", G_STRUCT_OFFSET (OmImportReport, same_text) },
  { "undated", G_STRUCT_OFFSET (OmImportReport, undated) },
  { "links", G_STRUCT_OFFSET (OmImportReport, links) },
  { "files", G_STRUCT_OFFSET (OmImportReport, files) },
};

static void
add_problem (JsonBuilder     *builder,
             const OmProblem *problem)
{
  json_builder_begin_object (builder);
  if (problem->place != NULL)
    {
      json_builder_set_member_name (builder, "place");
      json_builder_add_string_value (builder, problem->place);
    }
  json_builder_set_member_name (builder, "message");
  json_builder_add_string_value (builder, problem->message);
  json_builder_set_member_name (builder, "lost");
  json_builder_add_boolean_value (builder, problem->lost);
  json_builder_end_object (builder);
}

/* What did not come in first: that is kept before any other remark. */
static void
add_problems (JsonBuilder          *builder,
              const OmImportReport *self)
{
  guint n = 0;

  for (int lost = 1; lost >= 0; lost--)
    {
      for (guint i = 0; i < self->problems->len; i++)
        {
          const OmProblem *problem = g_ptr_array_index (self->problems, i);

          if (problem->lost == lost && n++ < MAX_KEPT)
            add_problem (builder, problem);
        }
    }
}

/**
 * om_import_report_to_json:
 * @self: a report
 *
 * Returns: (transfer full): the same as JSON; of more than %MAX_KEPT remarks the first, with their
 *   number as "problems_in_all"
 */
char *
om_import_report_to_json (const OmImportReport *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "outcome");
  json_builder_add_string_value (builder, om_import_outcome_to_nick (self->outcome));
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      json_builder_set_member_name (builder, counts[i].name);
      json_builder_add_int_value (builder, G_STRUCT_MEMBER (guint, self, counts[i].offset));
    }
  json_builder_set_member_name (builder, "problems_in_all");
  json_builder_add_int_value (builder, self->problems->len);
  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  add_problems (builder, self);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

static const char *
get_string (JsonObject *object,
            const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                                         : NULL;
}

static guint
get_count (JsonObject *object,
           const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  gint64 n = node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_int (node) : 0;

  return (guint) CLAMP (n, 0, G_MAXUINT);
}

static void
take_problem (JsonArray *array,
              guint      i,
              JsonNode  *node,
              gpointer   data)
{
  OmImportReport *self = data;
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *message = object != NULL ? get_string (object, "message") : NULL;

  if (message != NULL)
    om_import_report_add (self, json_object_get_boolean_member_with_default (object, "lost", FALSE),
                          get_string (object, "place"), "%s", message);
}

/**
 * om_import_report_from_json:
 * @json: as om_import_report_to_json() wrote it; members that are not there are 0
 *
 * Returns: (transfer full) (nullable): the report, %NULL if it is none
 */
OmImportReport *
om_import_report_from_json (const char *json)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  OmImportReport *self;
  JsonObject *object;
  JsonNode *problems;
  guint in_all;

  if (!json_parser_load_from_data (parser, json, -1, NULL) ||
      json_parser_get_root (parser) == NULL ||
      !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return NULL;

  object = json_node_get_object (json_parser_get_root (parser));
  self = om_import_report_new ();
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    G_STRUCT_MEMBER (guint, self, counts[i].offset) = get_count (object, counts[i].name);
  for (guint i = OM_IMPORT_OK; i <= OM_IMPORT_EMPTY; i++)
    {
      if (g_strcmp0 (get_string (object, "outcome"), om_import_outcome_to_nick (i)) == 0)
        self->outcome = i;
    }
  problems = json_object_get_member (object, "problems");
  if (problems != NULL && JSON_NODE_HOLDS_ARRAY (problems))
    json_array_foreach_element (json_node_get_array (problems), take_problem, self);
  in_all = get_count (object, "problems_in_all");
  if (in_all > self->problems->len)
    om_import_report_add (self, FALSE, NULL, 
                          ngettext ("%u more remark was not kept.", "%u more remarks were not kept.", in_all - self->problems->len),
                          in_all - self->problems->len);
  return self;
}
