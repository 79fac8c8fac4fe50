/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One answer of a search, and why it is there (engine.md section 7.8). */
#pragma once

#include <glib-object.h>

#include "memory/om-memory.h"
#include "memory/om-trait-record.h"

G_BEGIN_DECLS

/** OmHitReason: why a result is there; bits. */
typedef enum
{
  OM_HIT_EXACT = 1 << 0,   /* the phrase stands in it just as typed */
  OM_HIT_WORDS = 1 << 1,   /* words of the query, stemmed or folded */
  OM_HIT_PART = 1 << 2,    /* part of a word, or signs */
  OM_HIT_MEANING = 1 << 3, /* near by vector */
  OM_HIT_LINK = 1 << 4,    /* reached over waypoints */
  OM_HIT_DAY = 1 << 5,     /* written beside a strong hit on the same day */
  OM_HIT_TITLE = 1 << 6,   /* in the title */
  OM_HIT_TAG = 1 << 7,     /* a tag */
  OM_HIT_FILTER = 1 << 8,  /* no words were asked for: it fits the operators (is:, sector:, before: ...) */
} OmHitReason;

/**
 * OmScoreParts:
 * What the score was made of; each as it enters the sum, before its weight.
 */
typedef struct
{
  double similarity;
  double token_overlap;
  double waypoint;
  double recency;
  double tag_match;
  double keyword;        /* keyword part as added */
  double sector_penalty; /* factor on similarity, 1 if the sectors agree */
  double relevance;      /* BM25 with lifts, 0..1 of the best candidate */
  double personal;       /* factor of the personal part, 1 if off */
} OmScoreParts;

/**
 * OmHit:
 * @memory: (owned): the memory
 * @score: 0..1, for ordering only: scores lie in a narrow band and are never shown as a percentage
 * @salience: its present salience before any reinforcement
 * @reasons: #OmHitReason
 * @parts: what the score was made of
 * @words: (owned): NULL-terminated: words as they stand in the text that matched
 * @marks: (owned): pairs of #guint byte offsets (start, end) into the content, ascending, not overlapping
 * @title_marks: (owned): the same for the title
 * @path: (owned): ids of the memories that led to it, itself last; one id for a direct hit
 */
typedef struct
{
  OmMemory    *memory;
  double       score;
  double       salience;
  guint        reasons;
  OmScoreParts parts;
  char       **words;
  GArray      *marks;
  GArray      *title_marks;
  char       **path;
} OmHit;

/**
 * OmTraitHit:
 * A trait that a question is about. It stands beside the memories: none gives way for it, and it is never
 * strengthened by being found.
 * @trait: (owned): it, as it is now, at emerging or above
 * @score: comparable to those of the memories
 * @place: before the memory of that number in @hits it is to be shown; their number for the end
 */
typedef struct
{
  OmTrait *trait;
  double   score;
  guint    place;
} OmTraitHit;

/**
 * OmAnswer:
 * @hits: (element-type OmHit) (owned): best first
 * @traits: (element-type OmTraitHit) (owned): best first; empty unless asked for
 * @corrections: (owned): NULL-terminated pairs: word as typed, word searched instead
 * @sector: the query's sector
 * @revision: the store's revision it answers for
 * @binned: %TRUE if what was asked for lies in the bin
 * @incomplete: %TRUE while the index was still being loaded and the full text alone answered
 * @group: number by which the recall can be taken back (om_engine_undo()), 0 if it changed nothing
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  GPtrArray      *hits;
  GPtrArray      *traits;
  char          **corrections;
  OmSector        sector;
  gint64          revision;
  gboolean        binned;
  gboolean        incomplete;
  gint64          group;
} OmAnswer;

#define OM_TYPE_ANSWER (om_answer_get_type ())

GType     om_answer_get_type (void);
OmAnswer *om_answer_new      (void);
OmAnswer *om_answer_ref      (OmAnswer *self);
void      om_answer_unref    (OmAnswer *self);
OmHit    *om_hit_new         (OmMemory *memory);
void      om_hit_free        (OmHit    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAnswer, om_answer_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmHit, om_hit_free)

G_END_DECLS
