/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of a JSON export as a small tree: both values of a name written twice, and what nobody
 * asked for, to be kept. Pure. */
#pragma once

#include "archive/om-json-scanner.h"
#include "archive/om-source-data.h"

G_BEGIN_DECLS

/* More values than any entry has; one that has them is refused. */
#define OM_JSON_VALUE_MAX_NODES 200000

typedef struct _OmJsonValue OmJsonValue;

/**
 * OmJsonValue:
 * @name: (owned) (nullable): as a member of an object
 * @kind: %OM_JSON_OBJECT_START, %OM_JSON_ARRAY_START, or the token of a plain value
 * @text: (owned) (nullable): of a string with its escapes undone, of a number as written
 * @children: (owned) (nullable) (element-type OmJsonValue): of an object or array
 * @used: an entry has it somewhere else; it is not among the rest
 */
struct _OmJsonValue
{
  char       *name;
  OmJsonToken kind;
  char       *text;
  GPtrArray  *children;
  gboolean    used;
};

OmJsonValue *om_json_value_read        (OmJsonScanner  *scanner,
                                        OmJsonToken     first,
                                        GError        **error);
void         om_json_value_free        (OmJsonValue    *self);
OmJsonValue *om_json_value_find        (OmJsonValue    *self,
                                        const char     *name);
OmJsonValue *om_json_value_take        (OmJsonValue    *self,
                                        const char     *name,
                                        OmJsonToken     kind);
const char  *om_json_value_take_string (OmJsonValue    *self,
                                        const char     *name);
char        *om_json_value_take_text   (OmJsonValue    *self,
                                        const char     *name);
gboolean     om_json_value_take_true   (OmJsonValue    *self,
                                        const char     *name);
gboolean     om_json_value_take_number (OmJsonValue    *self,
                                        const char     *name,
                                        double         *number);
void         om_json_value_append      (OmJsonValue    *self,
                                        GString        *json);
void         om_json_value_keep_rest   (OmJsonValue    *self,
                                        OmSourceData   *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmJsonValue, om_json_value_free)

G_END_DECLS
