/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The block of properties at the head of a Markdown file: the part of YAML that people and programs
 * really write there, read leniently and as data only. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmFrontKind: what stands after a name. */
typedef enum
{
  OM_FRONT_NULL,
  OM_FRONT_SCALAR,
  OM_FRONT_LIST,
  OM_FRONT_TEXT, /* a block of lines: literal, folded, or something nested, as written */
} OmFrontKind;

/**
 * OmFrontValue:
 * @text: (owned): quotation marks and escapes undone
 * @plain: %TRUE: it was not quoted, so it may be a number or yes or no
 */
typedef struct
{
  char    *text;
  gboolean plain;
} OmFrontValue;

/**
 * OmFrontField:
 * @name: (owned): as written
 * @key: (owned): in lower case, `-` and blanks as `_`
 * @written: (owned): what stands behind the name on its line, as written
 * @one_line: %TRUE: @written is all there is of it
 * @values: (element-type OmFrontValue) (owned): one, but for a list
 * @used: set by who has taken it into a field of the entry
 */
typedef struct
{
  char       *name;
  char       *key;
  char       *written;
  gboolean    one_line;
  OmFrontKind kind;
  GPtrArray  *values;
  gboolean    used;
} OmFrontField;

/**
 * OmFrontMatter:
 * @fields: (element-type OmFrontField) (owned): in their order; a name may come again
 * @raw: (owned): the block without its lines of dashes
 * @complete: %TRUE: the fields hold every word of @raw
 * @body: where the text begins, in bytes from the beginning of what was parsed
 */
typedef struct
{
  GPtrArray *fields;
  char      *raw;
  gboolean   complete;
  gsize      body;
} OmFrontMatter;

OmFrontMatter *om_front_matter_parse       (const char    *text,
                                            gsize          length,
                                            gboolean      *unclosed);
void           om_front_matter_free        (OmFrontMatter *self);
OmFrontField  *om_front_matter_find        (OmFrontMatter *self,
                                            const char    *key);
const char    *om_front_field_get_text     (OmFrontField  *field);
void           om_front_matter_append_json (OmFrontMatter *self,
                                            GString       *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFrontMatter, om_front_matter_free)

G_END_DECLS
