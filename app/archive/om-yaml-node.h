/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A YAML document as data and nothing else: no tag builds an object, aliases cannot make much of
 * little. Pure.
 *
 * This is for files that a YAML library wrote, with its folded strings, escapes and anchors. The
 * properties at the top of notes are written by hand and by programs that never heard of YAML's
 * rules; om-front-matter-parser.c reads those leniently, where a real parser refuses. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a document may hold once its aliases are written out (samples/README.md rule 8). */
#define OM_YAML_MAX_NODES 10000

/* Deeper than any journal. */
#define OM_YAML_MAX_DEPTH 64

typedef enum
{
  OM_YAML_SCALAR,
  OM_YAML_LIST,
  OM_YAML_MAPPING,
} OmYamlKind;

/**
 * OmYamlNode:
 * @kind: what it is
 * @text: (owned) (nullable): of a scalar
 * @empty: a scalar that says nothing: `null`, `~` or blank, without quotation marks
 * @children: (owned) (nullable) (element-type OmYamlNode): of a list; of a mapping key, value, key,
 *   value, with keys that come twice
 * @line: where it begins, from 1
 * @n_nodes: it and all below it, aliases written out
 */
typedef struct
{
  OmYamlKind kind;
  char      *text;
  gboolean   empty;
  GPtrArray *children;
  guint      line;
  guint      n_nodes;

  /*< private >*/
  guint      ref_count;
} OmYamlNode;

OmYamlNode *om_yaml_parse      (const char  *text,
                                gsize        length,
                                GError     **error);
void        om_yaml_node_unref (OmYamlNode  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmYamlNode, om_yaml_node_unref)

G_END_DECLS
