/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of salience: one event for each change, with the state before, which Undo restores
 * (engine.md section 9). Bounded: the newest 48 of a memory in full, older ones as bare points. */
#pragma once

#include "memory/om-enums.h"
#include "store/om-store-states.h"

G_BEGIN_DECLS

#define OM_STORE_EVENTS_MAX 48
#define OM_STORE_CURVE_MAX 48

/**
 * OmEvent:
 * @id: its number, ascending in time of writing; filled when it is appended
 * @row: the memory
 * @at: when, ms UTC
 * @cause: why
 * @related: the memory it came from (spreading, duplicate, reflection), 0 if none
 * @group: acts that are undone together carry one number (om_store_next_revision()), 0 if none
 * @salience_after: salience once it had happened
 * @before: the whole activity before; for the first event the activity itself
 * @archived_before: archived_at before
 * @flags_before: flags before
 * @flags_changed: which of them the event changed; Undo sets just these back
 * @undone: it was taken back
 * @way: of a recall: how it came about
 */
typedef struct
{
  gint64       id;
  gint64       row;
  gint64       at;
  OmEventCause cause;
  gint64       related;
  gint64       group;
  double       salience_after;
  OmRecallState before;
  gint64       archived_before;
  guint        flags_before;
  guint        flags_changed;
  gboolean     undone;
  OmRecallWay  way;
} OmEvent;

/** OmCurvePoint: what is left of older events. */
typedef struct
{
  gint64 at;
  double salience;
} OmCurvePoint;

gboolean om_store_event_append      (OmStore       *self,
                                     OmEvent       *event,
                                     GError       **error);
/* Which program on the bus a recall came from; and its name, while what it asked is written down. */
gboolean om_store_event_set_program (OmStore       *self,
                                     gint64         id,
                                     const char    *key,
                                     GError       **error);
char    *om_store_event_dup_program (OmStore       *self,
                                     gint64         id,
                                     GError       **error);
/* GArray of OmEvent, oldest first. @curve (out) (optional) (transfer full): GArray of OmCurvePoint,
 * older than all events, ascending. */
GArray  *om_store_events_list       (OmStore       *self,
                                     gint64         row,
                                     GArray       **curve,
                                     GError       **error);
/** OmEventsFunc: the events of one memory in order, and what is left of older ones (nullable); FALSE stops. */
typedef gboolean (*OmEventsFunc) (gint64        row,
                                  const GArray *events,
                                  const GArray *curve,
                                  gpointer      data);

/* The events of all memories, a memory at a time, by row. */
gboolean om_store_events_scan       (OmStore       *self,
                                     OmEventsFunc   func,
                                     gpointer       data,
                                     GError       **error);
/* When the earliest of all happened, G_MAXINT64 if nothing has; FALSE on error. */
gboolean om_store_events_first      (OmStore       *self,
                                     gint64        *at,
                                     GError       **error);
/* GArray of OmEvent of one group, in order. */
GArray  *om_store_events_of_group   (OmStore       *self,
                                     gint64         group,
                                     GError       **error);
/* Takes a group back: each of its memories gets activity, archived_at and flags of before, and an
 * event `undone`. A memory on which something happened since is left alone.
 * @n_restored (out) (optional): memories that were restored. */
gboolean om_store_events_undo       (OmStore       *self,
                                     gint64         group,
                                     gint64         now,
                                     guint         *n_restored,
                                     GError       **error);

/* For the files of this folder. */
gboolean om_store_curve_write       (OmStore       *self,
                                     gint64         row,
                                     const GArray  *curve,
                                     GError       **error);

G_END_DECLS
