/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of an a{sv}, each of its one type: a key that is not there leaves the value alone, one of another
 * type is %OM_BUS_ERROR_INVALID_ARGUMENT. Keys nobody asks for are passed over. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* More keys than any method knows are no honest call. */
#define OM_BUS_KEYS_MAX 100

gboolean om_bus_option_string  (GVariant     *options,
                                const char   *key,
                                gsize         max_bytes,
                                const char  **value,
                                GError      **error);
gboolean om_bus_option_strv    (GVariant     *options,
                                const char   *key,
                                guint         max_strings,
                                gsize         max_bytes,
                                char       ***value,
                                GError      **error);
gboolean om_bus_option_uint    (GVariant     *options,
                                const char   *key,
                                guint         minimum,
                                guint         maximum,
                                guint        *value,
                                GError      **error);
gboolean om_bus_option_int     (GVariant     *options,
                                const char   *key,
                                int           minimum,
                                int           maximum,
                                int          *value,
                                GError      **error);
gboolean om_bus_option_int64   (GVariant     *options,
                                const char   *key,
                                gint64       *value,
                                GError      **error);
gboolean om_bus_option_uint64  (GVariant     *options,
                                const char   *key,
                                guint64      *value,
                                GError      **error);
gboolean om_bus_option_double  (GVariant     *options,
                                const char   *key,
                                double        minimum,
                                double        maximum,
                                double       *value,
                                GError      **error);
gboolean om_bus_option_boolean (GVariant     *options,
                                const char   *key,
                                gboolean     *value,
                                GError      **error);
gboolean om_bus_option_nick    (GVariant     *options,
                                const char   *key,
                                int         (*from_nick) (const char *nick),
                                int          *value,
                                GError      **error);
gboolean om_bus_options_has    (GVariant     *options,
                                const char   *key);
gboolean om_bus_options_check  (GVariant     *options,
                                GError      **error);
gboolean om_bus_check_bytes    (const char   *text,
                                const char   *what,
                                gsize         max_bytes,
                                GError      **error);

G_END_DECLS
