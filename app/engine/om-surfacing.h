/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes up by itself on a day. Pure over the table of states and the day; chance comes from the day
 * and the document alone, so that every process deals the same cards (engine.md sections 6 and 10). */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-today.h"
#include "index/om-doc-set.h"
#include "index/om-state-table.h"

G_BEGIN_DECLS

/**
 * OmSurfacing:
 * @journal_day: the day, which is also the seed
 * @day_start: when it began, ms UTC: everything is reckoned as of then, so that it holds all day
 * @heavy: painful ones too
 * @aside: (nullable): document -> #OmMemoryFlags that putting it aside has set: what the person has put
 *   aside today. It is chosen as if that had not been done and then left out, so that no other card takes
 *   its place.
 * @former: (nullable): document -> #OmDocState: how those were when the day began that were used since
 * @hidden: (nullable): what was hidden as a whole before the day began: as if each had been hidden
 * @constants: the numbers in force
 */
typedef struct
{
  gint32                  journal_day;
  gint64                  day_start;
  gboolean                heavy;
  GHashTable             *aside;
  GHashTable             *former;
  const OmDocSet         *hidden;
  const OmModelConstants *constants;
} OmSurfacing;

/**
 * OmSurfaced:
 * @doc: the document
 * @kind: the heading
 * @reason: why
 * @at: see #OmCard
 */
typedef struct
{
  guint32      doc;
  OmCardKind   kind;
  OmCardReason reason;
  gint64       at;
} OmSurfaced;

gint64  om_surfacing_day_start   (gint64              now,
                                  GTimeZone          *zone,
                                  gint32             *journal_day);
GArray *om_surfacing_find_used   (const OmStateTable *states,
                                  gint64              day_start,
                                  guint               most);
GArray *om_surfacing_choose      (const OmStateTable *states,
                                  const OmSurfacing  *surfacing,
                                  guint              *n_reflections);

G_END_DECLS
