/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Works out hashes, language, sectors, mood and vectors of a text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-analysis.h"

#include <math.h>

#include "dynamics/om-vector.h"
#include "text/om-fold.h"
#include "text/om-mood.h"
#include "text/om-simhash.h"

/**
 * om_analysis_join:
 * @title: (nullable): a title
 * @content: the text
 *
 * Returns: (transfer full): what is analysed and embedded: title and text as one
 */
char *
om_analysis_join (const char *title,
                  const char *content)
{
  if (title == NULL || *title == '\0' || g_str_has_prefix (content, title))
    return g_strdup (content);

  return g_strconcat (title, "\n", content, NULL);
}

static void
embed (OmAnalysis *self,
       OmEmbedder *embedder,
       const char *text)
{
  guint bits = 1u << self->sectors.primary | self->sectors.extra;
  const float *present[OM_N_SECTORS];
  guint n = 0;

  self->dimension = om_embedder_get_dimension (embedder);
  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      if ((bits & 1u << i) != 0)
        self->vectors[i] = g_new0 (float, self->dimension);
    }

  if (!om_embedder_embed_sectors (embedder, text, bits, self->vectors))
    {
      for (int i = 0; i < OM_N_SECTORS; i++)
        g_clear_pointer (&self->vectors[i], g_free);
      return;
    }

  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      if (self->vectors[i] != NULL)
        present[n++] = self->vectors[i];
    }
  self->mean = g_new0 (float, self->dimension);
  om_vector_mean (present, n, self->dimension, self->mean);
}

/**
 * om_analysis_hashes:
 * @title: (nullable): title
 * @content: the text
 *
 * Returns: (transfer full): an analysis that holds the two hashes and nothing else
 */
OmAnalysis *
om_analysis_hashes (const char *title,
                    const char *content)
{
  OmAnalysis *self = g_new0 (OmAnalysis, 1);
  g_autofree char *text = om_analysis_join (title, content);
  g_autofree char *folded = om_fold_same (text);

  self->simhash = om_simhash (text);
  self->same_hash = om_fold_hash (folded);
  return self;
}

/**
 * om_analysis_new:
 * @analyser: how
 * @title: (nullable): title
 * @content: the text
 * @explicit_sector: the sector chosen by hand, %OM_SECTOR_UNKNOWN to have it classified
 *
 * Returns: (transfer full): the analysis; the same for the same text, whenever it runs
 */
OmAnalysis *
om_analysis_new (const OmAnalyser *analyser,
                 const char       *title,
                 const char       *content,
                 OmSector          explicit_sector)
{
  OmAnalysis *self = om_analysis_hashes (title, content);
  g_autofree char *text = om_analysis_join (title, content);

  self->language = om_language_detect (text);
  self->sectors = analyser->reference ? om_classify_reference (text, explicit_sector) : om_classify (text, explicit_sector);
  self->has_mood = om_mood_estimate (text, &self->valence, &self->arousal);
  embed (self, analyser->embedder, text);
  return self;
}

/**
 * om_analysis_vectors:
 * @analyser: how
 * @title: (nullable): title
 * @content: the text
 * @sector: primary sector it has
 * @extra_sectors: bit per further sector
 *
 * Returns: (transfer full): an analysis that holds the sectors given and their vectors, nothing else
 */
OmAnalysis *
om_analysis_vectors (const OmAnalyser *analyser,
                     const char       *title,
                     const char       *content,
                     OmSector          sector,
                     guint             extra_sectors)
{
  OmAnalysis *self = g_new0 (OmAnalysis, 1);
  g_autofree char *text = om_analysis_join (title, content);

  self->sectors.primary = sector;
  self->sectors.extra = extra_sectors;
  embed (self, analyser->embedder, text);
  return self;
}

/**
 * om_analysis_apply:
 * @memory: the record that is to be stored
 *
 * Sets what follows from the text. What the person set by hand (sector, mood) stays.
 */
void
om_analysis_apply (const OmAnalysis *self,
                   OmMemory         *memory)
{
  memory->simhash = self->simhash;
  memory->same_hash = self->same_hash;
  memory->language = om_language_to_code (self->language);
  memory->sector = self->sectors.primary;
  memory->extra_sectors = self->sectors.extra;
  memory->sector_confidence = self->sectors.confidence;
  if ((memory->flags & OM_FLAG_MOOD_BY_HAND) == 0)
    {
      memory->valence = self->has_mood ? self->valence : NAN;
      memory->arousal = self->has_mood ? self->arousal : NAN;
    }
}

/**
 * om_analysis_free:
 * @self: (transfer full) (nullable): an analysis
 */
void
om_analysis_free (OmAnalysis *self)
{
  if (self == NULL)
    return;

  for (int i = 0; i < OM_N_SECTORS; i++)
    g_free (self->vectors[i]);
  g_free (self->mean);
  g_free (self);
}
