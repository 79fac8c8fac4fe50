/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of this room speak of: points in a plane, and links between nodes that are numbered from 0. */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/** OmGraphPoint: a place; NAN where there is none yet. */
typedef struct
{
  float x;
  float y;
} OmGraphPoint;

#define OM_GRAPH_NOWHERE ((OmGraphPoint){ NAN, NAN })

/**
 * OmGraphLink:
 * @a: a node
 * @b: another
 * @weight: how strongly they are linked, 0..1
 */
typedef struct
{
  guint32 a;
  guint32 b;
  float   weight;
} OmGraphLink;

/** om_graph_is_placed: whether it is a place at all. */
static inline gboolean
om_graph_is_placed (OmGraphPoint point)
{
  return isfinite (point.x) && isfinite (point.y);
}

G_END_DECLS
