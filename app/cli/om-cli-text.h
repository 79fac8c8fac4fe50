/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for a terminal: columns, wrapping, marked words, characters that must not reach it. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmCliStyle:
 * @width: columns to wrap at, 0 not to wrap
 * @safe: show control characters instead of sending them
 * @bold: print marked words bold
 */
typedef struct
{
  guint    width;
  gboolean safe;
  gboolean bold;
} OmCliStyle;

guint om_cli_text_width  (const char       *text);
void  om_cli_text_append (GString          *out,
                          const char       *text,
                          const OmCliStyle *style);
void  om_cli_text_cut    (GString          *out,
                          const char       *text,
                          guint             width,
                          gboolean          pad,
                          const OmCliStyle *style);
void  om_cli_text_wrap   (GString          *out,
                          const char       *text,
                          GArray           *marks,
                          const char       *indent,
                          const OmCliStyle *style);
char *om_cli_text_snippet (const char      *text,
                           GArray          *marks,
                           guint            max_chars,
                           GArray         **snippet_marks);

G_END_DECLS
