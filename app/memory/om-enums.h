/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small closed sets of the models, each with the nick under which it is stored, printed and typed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmSector:
 *
 * The five sectors of HSG (engine.md section 3). The order is the model's: it breaks ties.
 * %OM_SECTOR_MEAN names the mean of a memory's sector vectors wherever vectors are kept by sector.
 */
typedef enum
{
  OM_SECTOR_UNKNOWN = -1,
  OM_SECTOR_EPISODIC,
  OM_SECTOR_SEMANTIC,
  OM_SECTOR_PROCEDURAL,
  OM_SECTOR_EMOTIONAL,
  OM_SECTOR_REFLECTIVE,
  OM_N_SECTORS,
  OM_SECTOR_MEAN = OM_N_SECTORS,
} OmSector;

/** OmMemoryType: what kind of record a memory is (engine.md section 1). */
typedef enum
{
  OM_MEMORY_TYPE_UNKNOWN = -1,
  OM_MEMORY_TYPE_FACT,
  OM_MEMORY_TYPE_EPISODE,
  OM_MEMORY_TYPE_DOCUMENT,
  OM_MEMORY_TYPE_SECTION,
  OM_MEMORY_TYPE_REFLECTION,
  OM_N_MEMORY_TYPES,
} OmMemoryType;

/** OmContext: where in life it happened; %OM_CONTEXT_UNKNOWN until somebody says. */
typedef enum
{
  OM_CONTEXT_UNKNOWN = -1,
  OM_CONTEXT_WORK,
  OM_CONTEXT_PERSONAL,
  OM_CONTEXT_SOCIAL,
  OM_CONTEXT_LEARNING,
  OM_CONTEXT_GENERAL,
  OM_N_CONTEXTS,
} OmContext;

/** OmOrigin: who made the text. Derived text is never evidence and never extracted again. */
typedef enum
{
  OM_ORIGIN_UNKNOWN = -1,
  OM_ORIGIN_USER,
  OM_ORIGIN_IMPORT,
  OM_ORIGIN_DERIVED,
  OM_N_ORIGINS,
} OmOrigin;

/** OmVectorStage: how the stored f32 vector is kept; never concerns the text nor the search row. */
typedef enum
{
  OM_VECTOR_STAGE_UNKNOWN = -1,
  OM_VECTOR_STAGE_FULL,
  OM_VECTOR_STAGE_COMPRESSED,
  OM_VECTOR_STAGE_FINGERPRINT,
  OM_N_VECTOR_STAGES,
} OmVectorStage;

/** OmWaypointKind: why two memories are linked. Only associations are ever pruned. */
typedef enum
{
  OM_WAYPOINT_UNKNOWN = -1,
  OM_WAYPOINT_ASSOCIATION,
  OM_WAYPOINT_HAND,
  OM_WAYPOINT_STRUCTURE,
  OM_WAYPOINT_DUPLICATE,
  OM_WAYPOINT_REFLECTION,
  OM_N_WAYPOINT_KINDS,
} OmWaypointKind;

/** OmTier: how lately and how strongly a memory was seen (HSG; golden/pick_tier.json). */
typedef enum
{
  OM_TIER_UNKNOWN = -1,
  OM_TIER_HOT,
  OM_TIER_WARM,
  OM_TIER_COLD,
  OM_N_TIERS,
} OmTier;

/** OmVividness: the words people see (engine.md section 6). */
typedef enum
{
  OM_VIVIDNESS_UNKNOWN = -1,
  OM_VIVIDNESS_VIVID,
  OM_VIVIDNESS_CLEAR,
  OM_VIVIDNESS_FADING,
  OM_VIVIDNESS_RESTING,
  OM_N_VIVIDNESS,
} OmVividness;

/** OmPrecision: how exactly the date of a memory is known. */
typedef enum
{
  OM_PRECISION_INSTANT,
  OM_PRECISION_DAY,
  OM_PRECISION_UNKNOWN,
  OM_N_PRECISIONS,
} OmPrecision;

/** OmEventCause: why a memory's salience or activity changed (engine.md sections 5, 9, 10). */
typedef enum
{
  OM_EVENT_UNKNOWN = -1,
  OM_EVENT_CREATED,
  OM_EVENT_IMPORTED,
  OM_EVENT_RECALLED,
  OM_EVENT_SPREAD,
  OM_EVENT_NEAR_DUPLICATE,
  OM_EVENT_REFLECTED,
  OM_EVENT_EDITED,
  OM_EVENT_CHANGED_BY_HAND,
  OM_EVENT_WOKEN,
  OM_EVENT_REOPENED,
  OM_EVENT_UNDONE,
  OM_N_EVENT_CAUSES,
} OmEventCause;

/** OmRecallWay: how a memory came to be recalled. Stored; new ones go to the end. */
typedef enum
{
  OM_RECALL_WAY_UNKNOWN, /* also: before it was written down */
  OM_RECALL_WAY_READ,    /* opened in the window, and read */
  OM_RECALL_WAY_SAID,    /* "I remember this" */
  OM_RECALL_WAY_WINDOW,  /* searched for in the window */
  OM_RECALL_WAY_COMMAND, /* searched for on the command line */
  OM_RECALL_WAY_REMINDER, /* a reminder was answered */
  OM_RECALL_WAY_PROGRAM, /* by another program, over D-Bus */
  OM_N_RECALL_WAYS,
} OmRecallWay;

/** OmTraitTier: how much a trait rests on: entries, habits, or preferences. */
typedef enum
{
  OM_TRAIT_TIER_UNKNOWN = -1,
  OM_TRAIT_TIER_BEHAVIOR,
  OM_TRAIT_TIER_PREFERENCE,
  OM_TRAIT_TIER_CORE,
  OM_N_TRAIT_TIERS,
} OmTraitTier;

/** OmTraitStage: where in its life a trait is. Of the living ones the greater is the stronger. */
typedef enum
{
  OM_TRAIT_STAGE_UNKNOWN = -1,
  OM_TRAIT_STAGE_TREND,
  OM_TRAIT_STAGE_CANDIDATE,
  OM_TRAIT_STAGE_EMERGING,
  OM_TRAIT_STAGE_ESTABLISHED,
  OM_TRAIT_STAGE_CORE,
  OM_TRAIT_STAGE_DISSOLVED,
  OM_N_TRAIT_STAGES,
} OmTraitStage;

/** OmTraitGrade: how much a piece of support says. */
typedef enum
{
  OM_TRAIT_GRADE_A, /* the same in different contexts */
  OM_TRAIT_GRADE_B, /* said of oneself */
  OM_TRAIT_GRADE_C, /* the same on another day */
  OM_TRAIT_GRADE_D, /* the same day, or implied */
  OM_N_TRAIT_GRADES,
} OmTraitGrade;

/** OmTraitCause: why a stage changed. */
typedef enum
{
  OM_TRAIT_CAUSE_CREATED,
  OM_TRAIT_CAUSE_TREND_EXPIRED,
  OM_TRAIT_CAUSE_TREND_PROMOTED,
  OM_TRAIT_CAUSE_REINFORCED,
  OM_TRAIT_CAUSE_CONTRADICTED,
  OM_TRAIT_CAUSE_DECAY,
  OM_TRAIT_CAUSE_REVIEWED,
  OM_TRAIT_CAUSE_USER_CONFIRM,
  OM_TRAIT_CAUSE_USER_REJECT,
  OM_TRAIT_CAUSE_USER_RESTORE,
  OM_TRAIT_CAUSE_FORMED, /* made of others */
  OM_TRAIT_CAUSE_SPLIT,  /* it holds elsewhere only, and this is for there */
  OM_N_TRAIT_CAUSES,
} OmTraitCause;

const char    *om_sector_to_nick         (OmSector sector);
OmSector       om_sector_from_nick       (const char *nick);
const char    *om_memory_type_to_nick    (OmMemoryType type);
OmMemoryType   om_memory_type_from_nick  (const char *nick);
const char    *om_context_to_nick        (OmContext context);
OmContext      om_context_from_nick      (const char *nick);
const char    *om_origin_to_nick         (OmOrigin origin);
OmOrigin       om_origin_from_nick       (const char *nick);
const char    *om_vector_stage_to_nick   (OmVectorStage stage);
const char    *om_waypoint_kind_to_nick  (OmWaypointKind kind);
OmWaypointKind om_waypoint_kind_from_nick (const char *nick);
const char    *om_tier_to_nick           (OmTier tier);
const char    *om_vividness_to_nick      (OmVividness vividness);
OmVividness    om_vividness_from_nick    (const char *nick);
const char    *om_precision_to_nick      (OmPrecision precision);
const char    *om_event_cause_to_nick    (OmEventCause cause);
const char    *om_recall_way_to_nick     (OmRecallWay way);
const char    *om_trait_tier_to_nick     (OmTraitTier tier);
OmTraitTier    om_trait_tier_from_nick   (const char *nick);
const char    *om_trait_stage_to_nick    (OmTraitStage stage);
OmTraitStage   om_trait_stage_from_nick  (const char *nick);
const char    *om_trait_cause_to_nick    (OmTraitCause cause);

G_END_DECLS
