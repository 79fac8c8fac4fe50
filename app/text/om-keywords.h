/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyword sets of the model and their overlap; the most frequent tokens of a text. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GHashTable *om_keywords_extract (const char *text);
double      om_keywords_overlap (GHashTable *query,
                                 GHashTable *memory);
GPtrArray  *om_keywords_top     (const char *text,
                                 guint       k);

G_END_DECLS
