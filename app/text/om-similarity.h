/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How alike two texts are by their words. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double     om_token_overlap (GPtrArray  *query,
                             GPtrArray  *memory);
double     om_jaccard       (GPtrArray  *a,
                             GPtrArray  *b);
double     om_sim_txt       (const char *a,
                             const char *b);
GPtrArray *om_sim_txt_words (const char *text);
gboolean   om_same_numbers  (const char *a,
                             const char *b);

G_END_DECLS
