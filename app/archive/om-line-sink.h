/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream to write into that hands on whole lines and knows the checksum of all that went in. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmLineFunc:
 * @line: without its end, NUL-terminated
 * @number: counted from 1
 *
 * Returns: %FALSE with @error to end the writing
 */
typedef gboolean (*OmLineFunc) (const char *line,
                                gsize       length,
                                guint       number,
                                gpointer    data,
                                GError    **error);

#define OM_TYPE_LINE_SINK (om_line_sink_get_type ())
G_DECLARE_FINAL_TYPE (OmLineSink, om_line_sink, OM, LINE_SINK, GOutputStream)

OmLineSink *om_line_sink_new        (OmLineFunc   func,
                                     gpointer     data);
gboolean    om_line_sink_end        (OmLineSink  *self,
                                     GError     **error);
guint       om_line_sink_get_n      (OmLineSink  *self);
guint64     om_line_sink_get_size   (OmLineSink  *self);
const char *om_line_sink_get_sha256 (OmLineSink  *self);

G_END_DECLS
