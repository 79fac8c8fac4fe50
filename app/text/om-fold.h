/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two foldings of text: one for finding (accents, case and width do not matter), one for telling
 * whether two texts are the same (only case and white space do not matter). Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char   *om_fold_search          (const char  *text,
                                 gssize       len);
char   *om_fold_search_with_map (const char  *text,
                                 gssize       len,
                                 gsize       *folded_len,
                                 guint32    **map);
gsize   om_fold_search_char     (gunichar     c,
                                 gunichar     folded[G_UNICHAR_MAX_DECOMPOSITION_LENGTH]);
void    om_fold_append          (GString     *folded,
                                 gunichar     c);
char   *om_fold_lower           (const char  *text);
char   *om_fold_same            (const char  *text);
guint64 om_fold_hash            (const char  *folded);

G_END_DECLS
