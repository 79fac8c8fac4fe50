/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a stored f32 vector shrinks as its memory fades (engine.md section 5, "Vector stages"). Never
 * concerns the text, nor the small row that is searched. Pure. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

#define OM_FINGERPRINT_DIMENSION 32
#define OM_FINGERPRINT_KEYWORDS 3
#define OM_COMPRESS_MIN_DIMENSION 64
#define OM_COMPRESS_MAX_DIMENSION 1536

OmVectorStage om_vector_stage_for    (double       fade_factor,
                                      int          vividness,
                                      gboolean     kept);
float        *om_vector_pool         (const float *vector,
                                      gsize        n,
                                      gsize        target,
                                      gsize       *n_out);
float        *om_vector_compress     (const float *vector,
                                      gsize        n,
                                      double       fade_factor,
                                      gsize        min_dimension,
                                      gsize        max_dimension,
                                      gsize       *n_out);
float        *om_vector_from_hash    (const char  *text,
                                      gsize        dimension,
                                      gsize       *n_out);
float        *om_vector_fingerprint  (const char  *id,
                                      const char  *content,
                                      const char  *summary,
                                      gsize       *n_out);
char         *om_fingerprint_summary (const char  *content,
                                      const char  *summary);

G_END_DECLS
