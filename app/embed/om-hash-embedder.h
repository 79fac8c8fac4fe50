/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in embedder: hashed tokens, character trigrams, bigrams and positions. Needs no model
 * and no network (reference.md section 2). */
#pragma once

#include "embed/om-embedder.h"

G_BEGIN_DECLS

#define OM_HASH_EMBEDDER_DIMENSION 256

#define OM_TYPE_HASH_EMBEDDER (om_hash_embedder_get_type ())
G_DECLARE_FINAL_TYPE (OmHashEmbedder, om_hash_embedder, OM, HASH_EMBEDDER, GObject)

OmEmbedder *om_hash_embedder_new           (guint dimension);
OmEmbedder *om_hash_embedder_new_reference (guint dimension);

G_END_DECLS
