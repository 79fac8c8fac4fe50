/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of letter a code point is, as far as words, indexes and marks need it. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean    om_script_is_spaceless  (gunichar    c);
gboolean    om_script_is_han        (gunichar    c);
gboolean    om_script_is_cjk        (gunichar    c);
gboolean    om_script_is_word       (gunichar    c);
gboolean    om_script_joins         (gunichar    c);
gboolean    om_script_is_space      (gunichar    c);
gboolean    om_script_has_han       (const char *text);

/* Graphemes: what a reader takes for one letter. All offsets are bytes into valid UTF-8. */
const char *om_grapheme_next        (const char *p);
gsize       om_grapheme_floor       (const char *text,
                                     gsize       offset);
gsize       om_grapheme_ceil        (const char *text,
                                     gsize       offset);

G_END_DECLS
