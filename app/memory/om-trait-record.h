/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trait as it is stored and shown, and what speaks for and against it (design/traits.md): plain,
 * reference-counted records. */
#pragma once

#include <glib-object.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/** OmTraitFamily: what a trait was read off (design/traits.md 5.1). As stored. */
typedef enum
{
  OM_TRAIT_FAMILY_MEMBERS,   /* made of other traits, or of the person's own word */
  OM_TRAIT_FAMILY_STATEMENT, /* F1: what was said of oneself */
  OM_TRAIT_FAMILY_ACTIVITY,  /* F2: what was done, again and again */
  OM_TRAIT_FAMILY_RHYTHM,    /* F3: when and how one writes */
  OM_TRAIT_FAMILY_MOOD,      /* F4: days with it read otherwise than days without */
  OM_TRAIT_FAMILY_IF_THEN,   /* F5: "whenever X, I Y" */
  OM_N_TRAIT_FAMILIES,
} OmTraitFamily;

/** OmTraitMark: the last word of the person about a trait. As stored. */
typedef enum
{
  OM_TRAIT_MARK_NONE,
  OM_TRAIT_MARK_CONFIRMED,
  OM_TRAIT_MARK_REJECTED, /* "Not me": its key is blocked */
  OM_TRAIT_MARK_RESTORED,
  OM_N_TRAIT_MARKS,
} OmTraitMark;

/** OmTraitSignal: what a piece of evidence is. As stored. */
typedef enum
{
  OM_TRAIT_SIGNAL_SAID,       /* a statement of that day */
  OM_TRAIT_SIGNAL_DONE,       /* an activity of that day */
  OM_TRAIT_SIGNAL_RHYTHM,     /* when or how it was written */
  OM_TRAIT_SIGNAL_MOOD,       /* how the day reads */
  OM_TRAIT_SIGNAL_MEMBER,     /* a trait of the same theme */
  OM_TRAIT_SIGNAL_DENIED,     /* against: the same, the other way round */
  OM_TRAIT_SIGNAL_RETRACTED,  /* against: said that it no longer holds */
  OM_TRAIT_SIGNAL_OPPOSITE,   /* against: its antonym was said */
  OM_TRAIT_SIGNAL_REVERSED,   /* against: the last entries are otherwise */
  OM_TRAIT_SIGNAL_SILENT,     /* against: never mentioned while writing went on */
  OM_N_TRAIT_SIGNALS,
} OmTraitSignal;

/** OmTraitGradeReason: why a grade is what it is. As stored. */
typedef enum
{
  OM_TRAIT_GRADE_PLAIN,    /* that of its family */
  OM_TRAIT_GRADE_CONTEXTS, /* A: the same in another part of life */
  OM_TRAIT_GRADE_MASSED,   /* D: less than three days after the one before */
  OM_TRAIT_GRADE_SAME_DAY, /* not counted: the day has a better piece */
  OM_TRAIT_GRADE_UNDATED,  /* D: nobody knows when */
  OM_TRAIT_GRADE_CAPPED,   /* no more than emerging can come of it */
  OM_N_TRAIT_GRADE_REASONS,
} OmTraitGradeReason;

#define OM_TYPE_TRAIT (om_trait_get_type ())

/**
 * OmTrait:
 * @row: the store's row number
 * @id: (owned): UUID; the same whenever the same traits are worked out anew
 * @kind: (owned): "identity", "habit", "preference", "if-then", "activity", "rhythm", "mood", "theme"
 * @key: (owned): what it is about, polarity left out
 * @polarity: 1, or -1 for what is denied or disliked
 * @theme: (owned) (nullable): id of its theme
 * @text: (owned): the sentence to show: the person's own, or the one that was found
 * @found_text: (owned): the sentence that was found
 * @renamed: the person gave @text
 * @language: (nullable): two letters, interned: of @found_text
 * @tier: what it is made from
 * @stage: now, exactly
 * @shown_stage: the one to show: it does not flicker about a bound
 * @context: where in life it holds; %OM_CONTEXT_UNKNOWN if nobody knows
 * @context_by_hand: the person said so
 * @confidence: now, 0..1; %NAN in a trend
 * @n_days: days that speak for it ("8 of 19 days")
 * @n_of_days: of so many days on which something was written, from @first_day to @last_day; 0 if it makes
 *   no sense (what was said)
 * @first_day: first journal day that speaks for it
 * @last_day: last journal day that speaks for it
 * @n_for: pieces of evidence that count for it
 * @n_against: pieces against it that no review has closed
 * @needs_review: it is to be asked about ("Still true?")
 * @review_since: since when, ms UTC; 0 if not
 * @said_changed: the person wrote that it has changed
 * @modified: a review found it true often, not always
 * @effect: F4: by how much such days read brighter (or darker, below 0), -2..2; %NAN otherwise
 * @mark: the person's last word
 * @blocked: its key is not proposed again
 * @predecessor: (owned) (nullable): id of the trait it follows
 * @created_at: when it was first seen, ms UTC
 * @changed_at: when it last changed its stage or was spoken for or against, ms UTC
 * @held: confidence as it was at @anchor; %NAN in a trend
 * @anchor: ms UTC
 * @n_reinforcements: how often it was reinforced, which slows fading
 * @window_end: until when a trend has time, ms UTC
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  gint64        row;
  char         *id;
  OmTraitFamily family;
  char         *kind;
  char         *key;
  int           polarity;
  char         *theme;
  char         *text;
  char         *found_text;
  gboolean      renamed;
  const char   *language;
  OmTraitTier   tier;
  OmTraitStage  stage;
  OmTraitStage  shown_stage;
  OmContext     context;
  gboolean      context_by_hand;
  double        confidence;
  guint         n_days;
  guint         n_of_days;
  gint32        first_day;
  gint32        last_day;
  guint         n_for;
  guint         n_against;
  gboolean      needs_review;
  gint64        review_since;
  gboolean      said_changed;
  gboolean      modified;
  double        effect;
  OmTraitMark   mark;
  gboolean      blocked;
  char         *predecessor;
  gint64        created_at;
  gint64        changed_at;
  double        held;
  gint64        anchor;
  guint         n_reinforcements;
  gint64        window_end;
} OmTrait;

GType    om_trait_get_type (void);
OmTrait *om_trait_new      (void);
OmTrait *om_trait_ref      (OmTrait *self);
void     om_trait_unref    (OmTrait *self);

/**
 * OmTraitEvidence:
 * @memory: row of the entry; 0 for what rests on many entries, or on another trait
 * @memory_id: (owned) (nullable): its id
 * @at: when it was lived, ms UTC
 * @day: its journal day
 * @family: what it was read off
 * @signal: what it is
 * @grade: of what counts for it
 * @reason: why that grade
 * @supports: for or against
 * @counted: it changed the trait; a second piece of a day does not
 * @closed: against, and a review has closed it
 * @context: where in life
 * @quote: (owned) (nullable): the words
 * @start: where they stand in the entry, in code points
 * @length: how many code points
 */
typedef struct
{
  gint64             memory;
  char              *memory_id;
  gint64             at;
  gint32             day;
  OmTraitFamily      family;
  OmTraitSignal      signal;
  OmTraitGrade       grade;
  OmTraitGradeReason reason;
  gboolean           supports;
  gboolean           counted;
  gboolean           closed;
  OmContext          context;
  char              *quote;
  guint              start;
  guint              length;
} OmTraitEvidence;

OmTraitEvidence *om_trait_evidence_new  (void);
void             om_trait_evidence_free (OmTraitEvidence *self);

/**
 * OmTraitEvent:
 * @at: when, ms UTC
 * @cause: what happened to it
 * @confidence_before: just before; %NAN in a trend
 * @confidence_after: just after; %NAN in a trend
 * @n_reinforcements: after it
 */
typedef struct
{
  gint64       at;
  OmTraitCause cause;
  double       confidence_before;
  double       confidence_after;
  OmTraitStage stage_before;
  OmTraitStage stage_after;
  guint        n_reinforcements;
} OmTraitEvent;

/** OmTraitVerb: what a person can say of a trait. As stored. */
typedef enum
{
  OM_TRAIT_VERB_CONFIRM,     /* "True" */
  OM_TRAIT_VERB_REJECT,      /* "Not me": dissolved, and its key is blocked */
  OM_TRAIT_VERB_RESTORE,     /* a candidate again, its key no longer blocked */
  OM_TRAIT_VERB_UNBLOCK,     /* it stays dissolved, but may come up again */
  OM_TRAIT_VERB_RENAME,      /* a text; the evidence stays. %NULL: the sentence that was found */
  OM_TRAIT_VERB_SET_CONTEXT, /* "Only at ..." a context; %OM_CONTEXT_UNKNOWN: as the entries say */
  OM_TRAIT_VERB_REVIEW,      /* an answer to "Still true?" */
  OM_TRAIT_VERB_MERGE,       /* another is the same and becomes part of it */
  OM_TRAIT_VERB_NAME_GROUP,  /* what the person calls a group */
  OM_N_TRAIT_VERBS,
} OmTraitVerb;

/** OmTraitAnswer: to "Still true?". As stored. */
typedef enum
{
  OM_TRAIT_ANSWER_TRUE,     /* the contradictions are closed, and it counts as confirmed */
  OM_TRAIT_ANSWER_MODIFIED, /* often, not always */
  OM_TRAIT_ANSWER_SPLIT,    /* with a context: where it does not hold */
  OM_TRAIT_ANSWER_LET_GO,   /* it was true once */
  OM_N_TRAIT_ANSWERS,
} OmTraitAnswer;

/**
 * OmTraitStory:
 * One trait as it was worked out, with all that belongs to it.
 * @trait: (owned): it, as it was at its anchor
 * @slot: the context it was opened for, -1 for none
 * @digest: of all of it: what has the same digest is the same
 * @evidence: (element-type OmTraitEvidence) (owned): in order of time
 * @events: (element-type OmTraitEvent) (owned): in order of time
 * @children: (element-type utf8) (owned): ids of what it is made of
 */
typedef struct
{
  OmTrait   *trait;
  int        slot;
  guint64    digest;
  GPtrArray *evidence;
  GArray    *events;
  GPtrArray *children;
} OmTraitStory;

OmTraitStory *om_trait_story_new  (void);
void          om_trait_story_free (OmTraitStory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitStory, om_trait_story_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTrait, om_trait_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitEvidence, om_trait_evidence_free)

G_END_DECLS
