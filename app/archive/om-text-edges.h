/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a text begins and ends when blank lines, blanks and line ends are taken off. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean om_char_is_space        (gunichar      c);
gboolean om_text_is_blank        (const char   *text,
                                  gsize         length);
void     om_text_strip           (const char  **text,
                                  gsize        *length);
void     om_text_strip_lines     (const char  **text,
                                  gsize        *length);
void     om_text_unify_line_ends (GString      *text);

G_END_DECLS
