/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain arithmetic on float32 vectors: the right values, to which the fast scans are held. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

double   om_vector_cosine    (const float        *a,
                              const float        *b,
                              gsize               dimension);
gboolean om_vector_normalize (float              *vector,
                              gsize               dimension);
void     om_vector_mean      (const float *const *vectors,
                              gsize               n_vectors,
                              gsize               dimension,
                              float              *mean);

G_END_DECLS
