/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the replay share: one trait while it is worked out, and the traits of one key. */
#pragma once

#include "dynamics/om-trait-life.h"
#include "dynamics/om-trait-replay.h"

G_BEGIN_DECLS

typedef struct _OmTraitHead OmTraitHead;
typedef struct _OmTraitPractices OmTraitPractices;

/**
 * OmTraitPiece:
 * One piece of evidence on the day it is looked at.
 * @entry: (nullable): where it stands
 * @grade: that of its family
 */
typedef struct
{
  const OmTraitEntry    *entry;
  const OmTraitSighting *sighting;
  gint64                 at;
  gint32                 day;
  OmTraitFamily          family;
  OmTraitSignal          signal;
  OmTraitGrade           grade;
  gboolean               supports;
  OmContext              context;
} OmTraitPiece;

/** OmTraitDay: a day that speaks for a trait, and where in life. */
typedef struct
{
  gint32    day;
  OmContext context;
} OmTraitDay;

/**
 * OmTraitGrowth:
 * A trait while it is worked out.
 * @head: (not owned): its key
 * @number: how many of its key and slot had more than a trend before it
 * @story: (owned): what is told of it
 * @life: (owned): its stages
 * @was_trait: it has been more than a trend
 * @today: (owned) (element-type OmTraitPiece): what the day says of it
 * @last_for: last day that spoke for it
 * @review_at: when it was called for, 0 if it is not
 */
typedef struct
{
  OmTraitHead  *head;
  guint         number;
  OmTraitStory *story;
  OmTraitLife  *life;
  gboolean      was_trait;
  GArray       *days;       /* (owned) (element-type OmTraitDay): distinct, for it */
  GArray       *against;    /* (owned) (element-type OmTraitDay): pieces, against it */
  guint         first_open; /* place among @against of the first that no review has closed */
  guint         by_context[OM_N_CONTEXTS];
  GArray       *today;
  gint32        last_for;
  gint32        born;       /* day on which it came about */
  gboolean      fresh;      /* the piece it began with is not counted yet */
  GPtrArray    *children;   /* (owned) (element-type OmTraitGrowth): what it is made of */
  gint32        retracted;  /* day of the last open retraction, G_MININT32 if none */
  gint64        review_at;
  const OmTraitSighting *denial; /* last that said the opposite, and has words */
} OmTraitGrowth;

/**
 * OmTraitHead:
 * All traits of one key.
 * @growths: (owned) (element-type OmTraitGrowth): every one there was; those of a slot in order
 * @blocked: "Not me"
 */
struct _OmTraitHead
{
  char      *kind;
  char      *key;
  GPtrArray *growths;
  gboolean   blocked;
  int       *sides; /* (owned) (nullable): of pairs of antonyms, 0-terminated */
};

/**
 * OmTraitReplay:
 * The whole while it is worked out.
 * @entry_days: (element-type gint32): days on which something was written
 */
typedef struct
{
  const OmTraitJournal *journal;
  gint64      now;
  gint32      today;
  GHashTable *heads;      /* (owned): kind and key -> OmTraitHead */
  GPtrArray  *head_list;  /* (owned) (element-type OmTraitHead): in order */
  GHashTable *by_lemma;   /* (owned): kind and lemma -> GPtrArray of heads */
  GHashTable *aliases;    /* (owned): kind and key -> OmTraitWord of the merge */
  GHashTable *marks;      /* (owned): marks of keys that are blocked and whose words were wiped */
  GPtrArray  *growths;    /* (owned) (element-type OmTraitGrowth): in order */
  GPtrArray  *touched;    /* (element-type OmTraitGrowth): that the day speaks of */
  GArray     *entry_days;
  OmTraitPractices *practices; /* (owned) */
  OmTraitWork *work;      /* (owned) */
} OmTraitReplay;

/* om-trait-growth.c: one trait */
OmTraitGrowth *om_trait_growth_new       (OmTraitHead           *head,
                                          int                    slot,
                                          OmTraitFamily          family,
                                          int                    polarity);
void           om_trait_growth_free      (OmTraitGrowth         *self);
gboolean       om_trait_growth_lives     (OmTraitGrowth         *self,
                                          gint64                 at);
void           om_trait_growth_begin     (OmTraitGrowth         *self,
                                          const OmTraitPiece    *piece);
void           om_trait_growth_form      (OmTraitGrowth         *self,
                                          OmTraitTier            tier,
                                          gint64                 at,
                                          gint32                 day,
                                          double                 confidence,
                                          OmTraitCause           cause);
void           om_trait_growth_end_day   (OmTraitGrowth         *self);
void           om_trait_growth_note      (OmTraitGrowth         *self,
                                          const OmTraitPiece    *piece,
                                          OmTraitGrade           grade,
                                          OmTraitGradeReason     reason,
                                          gboolean               counted);
void           om_trait_growth_confirm   (OmTraitGrowth         *self,
                                          gint64                 at);
void           om_trait_growth_reject    (OmTraitGrowth         *self,
                                          gint64                 at);
void           om_trait_growth_restore   (OmTraitGrowth         *self,
                                          gint64                 at);
void           om_trait_growth_settle    (OmTraitGrowth         *self,
                                          gint64                 at);
void           om_trait_growth_review    (OmTraitGrowth         *self,
                                          gint64                 at,
                                          OmTraitOutcome         outcome);
void           om_trait_growth_contradict (OmTraitGrowth        *self,
                                          const OmTraitPiece    *piece);
void           om_trait_growth_reinforce (OmTraitGrowth         *self,
                                          gint64                 at,
                                          gint32                 day,
                                          OmTraitGrade           grade);
OmTraitStory  *om_trait_growth_tell      (OmTraitGrowth         *self,
                                          OmTraitReplay         *replay);

void           om_trait_growth_note_former (OmTraitGrowth       *self,
                                          const OmTraitPiece    *piece);

/* om-trait-replay.c */
void           om_trait_replay_add_piece (OmTraitReplay         *replay,
                                          OmTraitGrowth         *growth,
                                          const OmTraitPiece    *piece);

/* om-trait-heads.c: keys */
OmTraitHead   *om_trait_heads_find       (OmTraitReplay         *replay,
                                          const char            *kind,
                                          const char            *key,
                                          gint64                 at,
                                          gboolean              *ambiguous);
OmTraitHead   *om_trait_heads_add        (OmTraitReplay         *replay,
                                          const char            *kind,
                                          const char            *key);
OmTraitGrowth *om_trait_head_get         (OmTraitHead           *head,
                                          int                    slot,
                                          gint64                 at);
OmTraitGrowth *om_trait_head_open        (OmTraitReplay         *replay,
                                          OmTraitHead           *head,
                                          int                    slot,
                                          OmTraitFamily          family,
                                          int                    polarity);
void           om_trait_heads_block      (OmTraitReplay         *replay,
                                          const OmTraitWord     *word);
OmTraitGrowth *om_trait_heads_by_id      (OmTraitReplay         *replay,
                                          const OmTraitWord     *word);
gboolean       om_trait_heads_opposite   (const OmTraitHead     *a,
                                          const OmTraitHead     *b);
void           om_trait_head_free        (OmTraitHead           *head);

/* om-trait-review.c: "Still true?" */
gboolean       om_trait_review_due       (const OmTraitGrowth   *growth,
                                          gint64                 until,
                                          gint64                *due);
OmTraitOutcome om_trait_review_decide    (const OmTraitGrowth   *growth,
                                          const OmTraitReplay   *replay,
                                          gint64                 at,
                                          OmContext             *elsewhere);
void           om_trait_review_split     (OmTraitReplay         *replay,
                                          OmTraitGrowth         *growth,
                                          gint64                 at,
                                          gint32                 day,
                                          OmContext              elsewhere);

/* om-trait-words.c: what the person said */
void           om_trait_words_apply      (OmTraitReplay         *replay,
                                          const OmTraitWord     *word);

G_END_DECLS
