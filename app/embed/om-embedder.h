/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmEmbedder: what turns a text into vectors. Vectors of different embedders never meet in one
 * comparison: each is stored with the name of the one that made it (engine.md section 4).
 *
 * Thread: every function may be called from any thread, from several at once. */
#pragma once

#include <glib-object.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

#define OM_TYPE_EMBEDDER (om_embedder_get_type ())
G_DECLARE_INTERFACE (OmEmbedder, om_embedder, OM, EMBEDDER, GObject)

struct _OmEmbedderInterface
{
  GTypeInterface parent;

  /* The id stored with each vector, such as `builtin-256`; changes whenever its vectors would. */
  const char *(*get_name) (OmEmbedder *self);
  guint (*get_dimension) (OmEmbedder *self);
  /* Writes one unit vector of the dimension; %FALSE, nothing written, for a text without tokens. */
  gboolean (*embed) (OmEmbedder *self, const char *text, OmSector sector, float *out);
  /* (nullable): the same for several sectors, where the work on the text can be shared. */
  gboolean (*embed_sectors) (OmEmbedder *self, const char *text, guint sector_bits,
                             float *const out[OM_N_SECTORS]);
};

const char *om_embedder_get_name      (OmEmbedder  *self);
guint       om_embedder_get_dimension (OmEmbedder  *self);
gboolean    om_embedder_embed         (OmEmbedder  *self,
                                       const char  *text,
                                       OmSector     sector,
                                       float       *out);
gboolean    om_embedder_embed_sectors (OmEmbedder  *self,
                                       const char  *text,
                                       guint        sector_bits,
                                       float *const out[OM_N_SECTORS]);

G_END_DECLS
