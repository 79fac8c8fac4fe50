/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of one trait, event by event (design/traits.md section 4). Replaying the same events gives the
 * same life; nothing is scheduled, and no event reads the clock. Pure. */
#pragma once

#include <glib.h>

#include "dynamics/om-trait.h"

G_BEGIN_DECLS

/** OmTraitOutcome: how a special review ends. */
typedef enum
{
  OM_TRAIT_OUTCOME_MODIFY,
  OM_TRAIT_OUTCOME_SPLIT,
  OM_TRAIT_OUTCOME_DISSOLVE,
} OmTraitOutcome;

/**
 * OmTraitChange:
 * @at: when the event that showed it happened, in ms since 1970
 * @confidence: %NAN in a trend
 */
typedef struct
{
  gint64       at;
  OmTraitStage stage;
  double       confidence;
  OmTraitCause cause;
} OmTraitChange;

/**
 * OmTraitReview:
 * @at: when a special review was called for
 * @ratio: share of what speaks against it, above .3
 */
typedef struct
{
  gint64 at;
  double ratio;
} OmTraitReview;

/**
 * OmTraitLife:
 * @confidence: at @anchor; %NAN in a trend
 * @anchor: in ms since 1970
 * @n_reinforcements: days that reinforced it, the first not among them
 * @n_supporting: pieces of evidence for it
 * @n_open: pieces against it that no review has closed
 * @days: (element-type gint32): journal days that supported it, the first included
 * @changes: (element-type OmTraitChange): its stages in order
 * @reviews: (element-type OmTraitReview)
 */
typedef struct
{
  OmTraitTier  tier;
  OmTraitStage stage;
  double       confidence;
  gint64       anchor;
  gint64       window_end;
  guint        n_reinforcements;
  guint        n_supporting;
  guint        n_open;
  guint        n_closed;
  gboolean     needs_review;
  GArray      *days;
  GArray      *changes;
  GArray      *reviews;
} OmTraitLife;

/* Days a trend has to come twice more; moods change faster. */
#define OM_TRAIT_WINDOW_DAYS 30
#define OM_TRAIT_MOOD_WINDOW_DAYS 14

OmTraitLife *om_trait_life_new        (OmTraitTier     tier,
                                       gint64          at,
                                       gint32          day,
                                       guint           window_days,
                                       guint           n_supporting);
OmTraitLife *om_trait_life_new_formed (OmTraitTier     tier,
                                       gint64          at,
                                       gint32          day,
                                       double          confidence,
                                       OmTraitCause    cause);
void         om_trait_life_free       (OmTraitLife    *self);
void         om_trait_life_advance    (OmTraitLife    *self,
                                       gint64          now);
gboolean     om_trait_life_support    (OmTraitLife    *self,
                                       gint64          at,
                                       gint32          day,
                                       OmTraitGrade    grade);
gboolean     om_trait_life_contradict (OmTraitLife    *self,
                                       gint64          at,
                                       guint           n_together);
gboolean     om_trait_life_settle     (OmTraitLife    *self,
                                       gint64          at);
gboolean     om_trait_life_review     (OmTraitLife    *self,
                                       gint64          at,
                                       OmTraitOutcome  outcome);
gboolean     om_trait_life_confirm    (OmTraitLife    *self,
                                       gint64          at);
gboolean     om_trait_life_reject     (OmTraitLife    *self,
                                       gint64          at);
gboolean     om_trait_life_restore    (OmTraitLife    *self,
                                       gint64          at);
double       om_trait_life_confidence (const OmTraitLife *self,
                                       gint64          now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitLife, om_trait_life_free)

G_END_DECLS
