/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The narrow part of every memory, all that lists, filters, fading and scoring need without its
 * text: read in one pass at start-up, by rows when the store has changed. */
#pragma once

#include "memory/om-enums.h"
#include "memory/om-moment.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmRecallState:
 * What recall moves: the clocks of HSG and of Ombre (engine.md sections 5 and 6). Named apart from
 * OmActivity of dynamics/, which is what the activity score is computed from.
 */
typedef struct
{
  double salience;    /* value at its last event, 0..1 */
  gint64 salience_at; /* time of that event, ms UTC */
  gint64 last_seen_at;
  gint64 last_active_at;
  guint  coactivations;
  guint  activation_count; /* at least 1 */
} OmRecallState;

/**
 * OmMemoryState:
 * @row: the memory
 * @happened: when it was lived
 * @civil_day: its calendar date, days since 1970-01-01
 * @journal_day: the same with the day starting at 04:00
 * @archived_at: put to rest by hand, 0 if not
 * @trashed_at: in the bin since, 0 if not
 * @valid_until: facts: until when it held, 0 while it holds
 * @parent_row: document of a section, 0 if none
 * @activity: what recall moves
 * @valence: NAN if unknown
 * @arousal: NAN if unknown
 * @flags: #OmMemoryFlags
 * @section_index: place in the document
 * @section_count: sections of the document
 * @type: #OmMemoryType
 * @sector: #OmSector
 * @context: #OmContext
 * @origin: #OmOrigin
 * @stage: #OmVectorStage
 * @extra_sectors: bit per further sector
 * @importance: 1..10
 * @superseded: a newer fact replaced it
 * @language: (nullable): two letters, interned
 */
typedef struct
{
  gint64      row;
  OmMoment    happened;
  gint32      civil_day;
  gint32      journal_day;
  gint64      archived_at;
  gint64      trashed_at;
  gint64      valid_until;
  gint64      parent_row;
  OmRecallState activity;
  float       valence;
  float       arousal;
  guint       flags;
  guint       section_index;
  guint       section_count;
  gint8       type;
  gint8       sector;
  gint8       context;
  gint8       origin;
  gint8       stage;
  guint8      extra_sectors;
  guint8      importance;
  guint8      superseded;
  const char *language;
} OmMemoryState;

/**
 * OmMemoryStateFunc:
 * @state: lives until the function returns
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmMemoryStateFunc) (const OmMemoryState *state,
                                       gpointer             data);

/* Ascending by row; those in the bin too. */
gboolean om_store_states_load     (OmStore             *self,
                                   OmMemoryStateFunc    func,
                                   gpointer             data,
                                   GError             **error);
gboolean om_store_states_for_rows (OmStore             *self,
                                   const gint64        *rows,
                                   gsize                n_rows,
                                   OmMemoryStateFunc    func,
                                   gpointer             data,
                                   GError             **error);
gboolean om_store_activity_get    (OmStore             *self,
                                   gint64               row,
                                   OmRecallState       *activity,
                                   GError             **error);
gboolean om_store_activity_set    (OmStore             *self,
                                   gint64               row,
                                   const OmRecallState *activity,
                                   GError             **error);

G_END_DECLS
