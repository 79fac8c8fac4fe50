/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON read token by token: without a tree a key written twice keeps both its values. */
#pragma once

#include <glib.h>

#include "archive/om-text-stream.h"

G_BEGIN_DECLS

/* Deeper than any journal; a file that nests further is refused. */
#define OM_JSON_MAX_DEPTH 64

/* Longer than any entry, in bytes; a file that holds such a text is refused. */
#define OM_JSON_MAX_STRING (32 * 1024 * 1024)

/* What is kept of one value as it stands, in bytes; a larger one leaves “…”. */
#define OM_JSON_MAX_RAW (1024 * 1024)

typedef enum
{
  OM_JSON_FAILED,
  OM_JSON_OBJECT_START,
  OM_JSON_OBJECT_END,
  OM_JSON_ARRAY_START,
  OM_JSON_ARRAY_END,
  OM_JSON_NAME, /* of an object's member; its value follows */
  OM_JSON_STRING,
  OM_JSON_NUMBER,
  OM_JSON_TRUE,
  OM_JSON_FALSE,
  OM_JSON_NULL,
  OM_JSON_END,
} OmJsonToken;

typedef struct _OmJsonScanner OmJsonScanner;

OmJsonScanner *om_json_scanner_new            (const char     *text,
                                               gsize           length);
OmJsonScanner *om_json_scanner_new_for_stream (OmTextStream   *stream);
void           om_json_scanner_allow_lines    (OmJsonScanner  *self);
void           om_json_scanner_free           (OmJsonScanner  *self);
OmJsonToken    om_json_scanner_next           (OmJsonScanner  *self,
                                               GError        **error);
OmJsonToken    om_json_scanner_next_member    (OmJsonScanner  *self,
                                               char          **name,
                                               GError        **error);
const char    *om_json_scanner_get_string     (OmJsonScanner  *self);
guint          om_json_scanner_get_line       (OmJsonScanner  *self);
guint          om_json_scanner_get_n_replaced (OmJsonScanner  *self);
guint          om_json_scanner_get_n_left_out (OmJsonScanner  *self);
gboolean       om_json_scanner_skip           (OmJsonScanner  *self,
                                               OmJsonToken     first,
                                               GString        *raw,
                                               GError        **error);
GHashTable    *om_json_read_strings           (const char     *text,
                                               gsize           length);
char          *om_json_get_member             (const char     *json,
                                               const char     *name);
void           om_json_append_string          (GString        *json,
                                               const char     *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmJsonScanner, om_json_scanner_free)

G_END_DECLS
