/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A directed, weighted link between two memories (engine.md section 4). */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/**
 * OmWaypoint:
 * @source: row of the memory it starts from
 * @target: row of the memory it leads to
 * @weight: stored weight, 0..1
 * @kind: why it is there
 * @created_at: ms UTC
 * @walked_at: when a recall last walked it, ms UTC; its age weakens it (exp(-.02 x days))
 */
typedef struct
{
  gint64         source;
  gint64         target;
  double         weight;
  OmWaypointKind kind;
  gint64         created_at;
  gint64         walked_at;
} OmWaypoint;

G_END_DECLS
