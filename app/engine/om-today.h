/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Today: what comes up by itself, each with why it is there, and the ways out of it (engine.md sections
 * 6 and 10). It is the same all day, and asking for it changes nothing. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-trait-record.h"

G_BEGIN_DECLS

/** OmCardKind: under which heading a card stands, in the order of the page. */
typedef enum
{
  OM_CARD_PINNED,
  OM_CARD_ON_MIND,
  OM_CARD_FADING,
  OM_CARD_DRIFTING,
  OM_CARD_REFLECTION,
  OM_N_CARD_KINDS,
} OmCardKind;

/** OmCardReason: why a card is there. */
typedef enum
{
  OM_CARD_BY_HAND,   /* pinned by the person */
  OM_CARD_FOREMOST,  /* on the mind: no other has so much importance, use and emotion */
  OM_CARD_DRAWN,     /* on the mind: drawn among the next nineteen, the likelier the higher its score */
  OM_CARD_FADES,     /* vividness falls below Clear at @at */
  OM_CARD_RESTS,     /* it goes to rest at @at */
  OM_CARD_IMPORTANT, /* important and faint */
  OM_CARD_UNSEEN,    /* not seen since @at */
  OM_CARD_REFLECTED, /* a reflection came about at @at */
} OmCardReason;

/**
 * OmCard:
 * @kind: the heading
 * @reason: why it is there
 * @memory: (owned): it
 * @at: the instant of the reason, ms UTC; 0 where there is none
 */
typedef struct
{
  OmCardKind   kind;
  OmCardReason reason;
  OmMemory    *memory;
  gint64       at;
} OmCard;

/**
 * OmTraitNews:
 * @trait: (owned): it, as it is now
 * @stage: to which it rose, as shown; %OM_TRAIT_STAGE_DISSOLVED if it did not
 * @asks: it is to be asked about: "Still true?"
 * @at: when it rose or the question came up, ms UTC
 */
typedef struct
{
  OmTrait     *trait;
  OmTraitStage stage;
  gboolean     asks;
  gint64       at;
} OmTraitNews;

/**
 * OmToday:
 * @journal_day: the day it is of
 * @day_start: when that day began, ms UTC
 * @cards: (element-type OmCard) (owned): by heading
 * @traits: (element-type OmTraitNews) (owned): questions first, then the newest
 * @n_reflections: reflections of the last days, of which at most the newest three have a card
 * @rested_ids: (owned): NULL-terminated: what the newest pass of fading found gone to rest, and rests still
 * @rested_rows: (element-type gint64) (owned): the same
 */
typedef struct
{
  gint32     journal_day;
  gint64     day_start;
  GPtrArray *cards;
  GPtrArray *traits;
  guint      n_reflections;
  char     **rested_ids;
  GArray    *rested_rows;
} OmToday;

/** OmCardAct: what can be done with a card, besides opening it. */
typedef enum
{
  OM_CARD_NOT_NOW,  /* not on Today for the rest of the day */
  OM_CARD_LET_REST, /* resolved: sinks, stays findable */
  OM_CARD_HIDE,     /* not shown by itself */
  OM_CARD_KEEP,     /* does not fade */
  OM_CARD_WAKE,     /* active again */
} OmCardAct;

/* In place of an id: the line that tells what went to rest. */
#define OM_CARD_RESTED "rested"

OmToday *om_engine_get_today        (OmEngine             *self,
                                     GCancellable         *cancellable,
                                     GError              **error);
void     om_engine_get_today_async  (OmEngine             *self,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              data);
OmToday *om_engine_get_today_finish (OmEngine             *self,
                                     GAsyncResult         *result,
                                     GError              **error);
void     om_today_free              (OmToday              *self);

gboolean om_engine_act_on_card        (OmEngine             *self,
                                       OmCardAct             act,
                                       const char *const    *ids,
                                       gint64               *group,
                                       GCancellable         *cancellable,
                                       GError              **error);
void     om_engine_act_on_card_async  (OmEngine             *self,
                                       OmCardAct             act,
                                       const char *const    *ids,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              data);
gboolean om_engine_act_on_card_finish (OmEngine             *self,
                                       GAsyncResult         *result,
                                       gint64               *group,
                                       GError              **error);
gboolean om_engine_undo_card          (OmEngine             *self,
                                       const char *const    *ids,
                                       gint64                group,
                                       GCancellable         *cancellable,
                                       GError              **error);
void     om_engine_undo_card_async    (OmEngine             *self,
                                       const char *const    *ids,
                                       gint64                group,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              data);
gboolean om_engine_undo_card_finish   (OmEngine             *self,
                                       GAsyncResult         *result,
                                       GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmToday, om_today_free)

G_END_DECLS
