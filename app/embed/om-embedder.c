/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The embedder's interface. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "embed/om-embedder.h"

G_DEFINE_INTERFACE (OmEmbedder, om_embedder, G_TYPE_OBJECT)

static gboolean
embed_sectors_one_by_one (OmEmbedder  *self,
                          const char  *text,
                          guint        sector_bits,
                          float *const out[OM_N_SECTORS])
{
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      if ((sector_bits & (1u << sector)) != 0 &&
          !om_embedder_embed (self, text, sector, out[sector]))
        return FALSE;
    }

  return TRUE;
}

static void
om_embedder_default_init (OmEmbedderInterface *iface)
{
  iface->embed_sectors = embed_sectors_one_by_one;
}

/**
 * om_embedder_get_name:
 *
 * Returns: (transfer none): the id stored with each of its vectors
 */
const char *
om_embedder_get_name (OmEmbedder *self)
{
  g_return_val_if_fail (OM_IS_EMBEDDER (self), NULL);

  return OM_EMBEDDER_GET_IFACE (self)->get_name (self);
}

/**
 * om_embedder_get_dimension:
 *
 * Returns: how many numbers its vectors have
 */
guint
om_embedder_get_dimension (OmEmbedder *self)
{
  g_return_val_if_fail (OM_IS_EMBEDDER (self), 0);

  return OM_EMBEDDER_GET_IFACE (self)->get_dimension (self);
}

/**
 * om_embedder_embed:
 * @self: an embedder
 * @text: UTF-8
 * @sector: the sector to read it in
 * @out: (out caller-allocates): room for one vector of its dimension
 *
 * Returns: %TRUE if a vector of length 1 was written; %FALSE, nothing written, for a text without
 *   tokens, which has no vector and matches nothing by similarity
 */
gboolean
om_embedder_embed (OmEmbedder *self,
                   const char *text,
                   OmSector    sector,
                   float      *out)
{
  g_return_val_if_fail (OM_IS_EMBEDDER (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (out != NULL, FALSE);

  return OM_EMBEDDER_GET_IFACE (self)->embed (self, text, sector, out);
}

/**
 * om_embedder_embed_sectors:
 * @self: an embedder
 * @text: UTF-8
 * @sector_bits: bit per sector wanted (1 << #OmSector)
 * @out: by sector, room for one vector each; %NULL where none is wanted
 *
 * Like om_embedder_embed() for several sectors; the work on the text is done once.
 *
 * Returns: %TRUE if every vector wanted was written; %FALSE, nothing written, for a text without
 *   tokens
 */
gboolean
om_embedder_embed_sectors (OmEmbedder  *self,
                           const char  *text,
                           guint        sector_bits,
                           float *const out[OM_N_SECTORS])
{
  g_return_val_if_fail (OM_IS_EMBEDDER (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (sector_bits < (1u << OM_N_SECTORS), FALSE);

  return OM_EMBEDDER_GET_IFACE (self)->embed_sectors (self, text, sector_bits, out);
}
