/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the words of a query stand in a text, as written, and a short excerpt around them. Marks
 * are pairs of #guint byte offsets (start, end), ascending, not overlapping, never inside a
 * letter. Pure. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

GArray *om_marks_find    (const char         *text,
                          const char *const  *terms,
                          OmLanguage          language,
                          const char *const  *phrases);
char   *om_marks_snippet (const char         *text,
                          GArray             *marks,
                          guint               max_chars,
                          GArray            **marks_out);

G_END_DECLS
