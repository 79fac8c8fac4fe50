/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one line of an archive: an object, field by field. The first field that cannot be is the error;
 * the others are then what they are where a field is missing. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * OmFields:
 * @root: (owned): the line
 * @object: (not owned): the object that is read
 * @error: (owned) (nullable): what is wrong with it
 */
typedef struct
{
  JsonNode   *root;
  JsonObject *object;
  GError     *error;
} OmFields;

/** OmNickFunc: one of the om_..._to_nick() functions. */
typedef const char *(*OmNickFunc) (int value);

gboolean    om_fields_open     (OmFields    *self,
                                const char  *line,
                                gsize        length,
                                GError     **error);
void        om_fields_enter    (OmFields    *self,
                                const OmFields *outer,
                                JsonNode    *node);
void        om_fields_leave    (OmFields    *self,
                                OmFields    *outer);
gboolean    om_fields_close    (OmFields    *self,
                                GError     **error);
gboolean    om_fields_has      (OmFields    *self,
                                const char  *name);
const char *om_fields_string   (OmFields    *self,
                                const char  *name,
                                gboolean     needed);
char       *om_fields_dup_id   (OmFields    *self,
                                const char  *name,
                                gboolean     needed);
gint64      om_fields_int      (OmFields    *self,
                                const char  *name,
                                gint64       least,
                                gint64       most,
                                gint64       otherwise);
gint64      om_fields_ms       (OmFields    *self,
                                const char  *name);
double      om_fields_number   (OmFields    *self,
                                const char  *name,
                                double       least,
                                double       most,
                                double       otherwise);
gboolean    om_fields_true     (OmFields    *self,
                                const char  *name);
int         om_fields_nick     (OmFields    *self,
                                const char  *name,
                                OmNickFunc   to_nick,
                                int          n,
                                int          otherwise);
guint       om_fields_bits     (OmFields    *self,
                                const char  *name,
                                OmNickFunc   to_nick,
                                int          n);
char      **om_fields_strings  (OmFields    *self,
                                const char  *name);
JsonArray  *om_fields_array    (OmFields    *self,
                                const char  *name);
void        om_fields_wrong    (OmFields    *self,
                                const char  *name,
                                const char  *must_be);

G_END_DECLS
