/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simhash over canonical tokens (design/reference.md section 1). Bit 0 of the model is the highest
 * bit of the number, which is the first bit of its hex form. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint64  om_simhash             (const char *text);
guint64  om_simhash_from_tokens (GPtrArray  *tokens,
                                 const char *text);
char    *om_simhash_to_hex      (guint64     hash);
gboolean om_simhash_from_hex    (const char *hex,
                                 guint64    *hash);
guint    om_simhash_distance    (guint64     a,
                                 guint64     b);
guint32  om_simhash_half        (guint64     hash);

G_END_DECLS
