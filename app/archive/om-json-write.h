/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON written member by member. The same values give the same bytes in every locale and zone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void  om_json_write_name    (GString            *json,
                             const char         *name);
void  om_json_write_string  (GString            *json,
                             const char         *name,
                             const char         *value);
void  om_json_write_int     (GString            *json,
                             const char         *name,
                             gint64              value);
void  om_json_write_number  (GString            *json,
                             const char         *name,
                             double              value);
void  om_json_write_true    (GString            *json,
                             const char         *name);
void  om_json_write_strings (GString            *json,
                             const char         *name,
                             const char *const  *values);
void  om_json_append_number (GString            *json,
                             double              value);

G_END_DECLS
