/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything the engine works out about a text before it is stored. Pure but for the embedder. */
#pragma once

#include "embed/om-embedder.h"
#include "engine/om-draft.h"
#include "memory/om-memory.h"
#include "text/om-classify.h"
#include "text/om-language.h"

G_BEGIN_DECLS

/**
 * OmAnalysis:
 * @simhash: over the canonical tokens
 * @same_hash: of the folded text, for exact duplicates
 * @language: the language its words are indexed in
 * @sectors: primary sector, further ones, confidence
 * @has_mood: whether @valence and @arousal could be estimated
 * @valence: -1..1
 * @arousal: 0..1
 * @dimension: of the vectors
 * @vectors: (owned) (nullable): one a sector of the text; all %NULL for a text without tokens
 * @mean: (owned) (nullable): their mean
 */
typedef struct
{
  guint64          simhash;
  guint64          same_hash;
  OmLanguage       language;
  OmClassification sectors;
  gboolean         has_mood;
  double           valence;
  double           arousal;
  guint            dimension;
  float           *vectors[OM_N_SECTORS];
  float           *mean;
} OmAnalysis;

/**
 * OmAnalyser:
 * @embedder: what makes the vectors
 * @reference: sectors by the model's English patterns alone (reference.md); %FALSE: by those of the
 *   text's language too
 */
typedef struct
{
  OmEmbedder *embedder;
  gboolean    reference;
} OmAnalyser;

char       *om_analysis_join    (const char       *title,
                                 const char       *content);
OmAnalysis *om_analysis_new     (const OmAnalyser *analyser,
                                 const char       *title,
                                 const char       *content,
                                 OmSector          explicit_sector);
OmAnalysis *om_analysis_hashes  (const char       *title,
                                 const char       *content);
OmAnalysis *om_analysis_vectors (const OmAnalyser *analyser,
                                 const char       *title,
                                 const char       *content,
                                 OmSector          sector,
                                 guint             extra_sectors);
void        om_analysis_apply   (const OmAnalysis *self,
                                 OmMemory         *memory);
void        om_analysis_free    (OmAnalysis       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAnalysis, om_analysis_free)

G_END_DECLS
