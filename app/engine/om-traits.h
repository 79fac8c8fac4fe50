/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits: what is known of the person, on what it rests, and the person's own word about it
 * (design/traits.md). Reading never strengthens anything. Everything that is told is of now: confidence
 * and stage are brought forward to the engine's clock.
 *
 * Whatever changes traits is told by the engine's "changed". */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-trait-record.h"

G_BEGIN_DECLS

/**
 * OmTraitFilter:
 * @stages: bit per #OmTraitStage (1 << stage) as shown; 0 for all but dissolved ones
 * @tier: %OM_TRAIT_TIER_UNKNOWN for all
 * @context: %OM_CONTEXT_UNKNOWN for all
 * @only_review: those alone that are to be asked about
 * @text: (nullable): part of the sentence, in any case
 */
typedef struct
{
  guint       stages;
  OmTraitTier tier;
  OmContext   context;
  gboolean    only_review;
  char       *text;
} OmTraitFilter;

#define OM_TRAIT_FILTER_INIT { 0, OM_TRAIT_TIER_UNKNOWN, OM_CONTEXT_UNKNOWN, FALSE, NULL }

/**
 * OmTraitPoint:
 * @at: ms UTC
 * @confidence: 0..1; %NAN in a trend
 * @stage: from then on
 */
typedef struct
{
  gint64       at;
  double       confidence;
  OmTraitStage stage;
} OmTraitPoint;

/**
 * OmTraitDetail:
 * @trait: (owned): it
 * @evidence: (element-type OmTraitEvidence) (owned): newest first
 * @events: (element-type OmTraitEvent) (owned): oldest first
 * @parents: (element-type OmTrait) (owned): what it is a part of
 * @children: (element-type OmTrait) (owned): what it is made of
 * @predecessor: (owned) (nullable): the trait it follows
 * @successors: (element-type OmTrait) (owned): those that follow it
 */
typedef struct
{
  OmTrait   *trait;
  GPtrArray *evidence;
  GArray    *events;
  GPtrArray *parents;
  GPtrArray *children;
  OmTrait   *predecessor;
  GPtrArray *successors;
} OmTraitDetail;

void    om_trait_detail_free        (OmTraitDetail       *self);
GArray *om_trait_detail_dup_history (const OmTraitDetail *self);
GArray *om_trait_detail_dup_curve   (const OmTraitDetail *self,
                                     gint64               until);

/**
 * OmTraitSupport:
 * A trait that an entry speaks for or against.
 * @trait: (owned): it
 * @evidence: (owned): the entry's piece
 */
typedef struct
{
  OmTrait         *trait;
  OmTraitEvidence *evidence;
} OmTraitSupport;

/**
 * OmTraitGroup:
 * Traits that go together, for which there is no word: "What would you call this?"
 * @id: (owned): names the group in an act; of the same traits it is the same
 * @traits: (element-type OmTrait) (owned)
 */
typedef struct
{
  char      *id;
  GPtrArray *traits;
} OmTraitGroup;

/**
 * OmTraitAct:
 * @verb: what is said
 * @id: of the trait, or of the group
 * @text: (nullable): a name, at most 500 characters
 * @context: where it holds, or, of a split, where it does not
 * @answer: to a review
 * @other_id: (nullable): the other trait of a merge
 */
typedef struct
{
  OmTraitVerb   verb;
  char         *id;
  char         *text;
  OmContext     context;
  OmTraitAnswer answer;
  char         *other_id;
} OmTraitAct;

/* Looking */
GPtrArray     *om_engine_list_traits            (OmEngine             *self,
                                                 const OmTraitFilter  *filter,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
void           om_engine_list_traits_async      (OmEngine             *self,
                                                 const OmTraitFilter  *filter,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              data);
GPtrArray     *om_engine_list_traits_finish     (OmEngine             *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
OmTraitDetail *om_engine_get_trait              (OmEngine             *self,
                                                 const char           *id,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
void           om_engine_get_trait_async        (OmEngine             *self,
                                                 const char           *id,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              data);
OmTraitDetail *om_engine_get_trait_finish       (OmEngine             *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
char          *om_engine_find_trait_id          (OmEngine             *self,
                                                 const char           *prefix,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
GPtrArray     *om_engine_get_memory_traits        (OmEngine            *self,
                                                   const char          *memory_id,
                                                   GCancellable        *cancellable,
                                                   GError             **error);
void           om_engine_get_memory_traits_async  (OmEngine            *self,
                                                   const char          *memory_id,
                                                   GCancellable        *cancellable,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             data);
GPtrArray     *om_engine_get_memory_traits_finish (OmEngine            *self,
                                                   GAsyncResult        *result,
                                                   GError             **error);
GPtrArray     *om_engine_get_trait_groups        (OmEngine            *self,
                                                  GCancellable        *cancellable,
                                                  GError             **error);
void           om_engine_get_trait_groups_async  (OmEngine            *self,
                                                  GCancellable        *cancellable,
                                                  GAsyncReadyCallback  callback,
                                                  gpointer             data);
GPtrArray     *om_engine_get_trait_groups_finish (OmEngine            *self,
                                                  GAsyncResult        *result,
                                                  GError             **error);

/* Acting */
gboolean       om_engine_act_on_trait           (OmEngine             *self,
                                                 const OmTraitAct     *act,
                                                 gint64               *group,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
void           om_engine_act_on_trait_async     (OmEngine             *self,
                                                 const OmTraitAct     *act,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              data);
gboolean       om_engine_act_on_trait_finish    (OmEngine             *self,
                                                 GAsyncResult         *result,
                                                 gint64               *group,
                                                 GError              **error);
gboolean       om_engine_undo_trait_act         (OmEngine             *self,
                                                 gint64                group,
                                                 GCancellable         *cancellable,
                                                 GError              **error);
void           om_engine_undo_trait_act_async   (OmEngine             *self,
                                                 gint64                group,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              data);
gboolean       om_engine_undo_trait_act_finish  (OmEngine             *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitDetail, om_trait_detail_free)

G_END_DECLS
