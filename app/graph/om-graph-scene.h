/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphScene: what of a graph is seen through a window onto the plane, at a scale. Few nodes are seen one by one;
 * where there are many, those that lie close together are one mark, which comes apart when one goes nearer.
 *
 * Thread: plain; one at a time. */
#pragma once

#include "graph/om-graph.h"

G_BEGIN_DECLS

#define OM_GRAPH_NONE G_MAXUINT32
#define OM_GRAPH_MAX_GROUPS 8

/** OmGraphFlags: what is particular about a node or a link; bits. */
typedef enum
{
  OM_GRAPH_SHOWN = 1 << 0,  /* it passes the filters */
  OM_GRAPH_DIM = 1 << 1,    /* something is looked for, and it is not that */
  OM_GRAPH_LIT = 1 << 2,    /* it is what is looked for */
  OM_GRAPH_ON_PATH = 1 << 3, /* it is part of the way that is shown */
  OM_GRAPH_ALONE = 1 << 4,  /* never part of a mark of many */
} OmGraphFlags;

/**
 * OmGraphNode:
 * @place: where
 * @size: 0..1
 * @group: less than %OM_GRAPH_MAX_GROUPS
 * @flags: #OmGraphFlags
 */
typedef struct
{
  OmGraphPoint place;
  float        size;
  guint8       group;
  guint8       flags;
} OmGraphNode;

/**
 * OmGraphEdge:
 * @a: the node it leads from
 * @b: the node it leads to
 * @weight: 0..1
 * @kind: of the caller
 * @flags: #OmGraphFlags
 */
typedef struct
{
  guint32 a;
  guint32 b;
  float   weight;
  guint8  kind;
  guint8  flags;
} OmGraphEdge;

/**
 * OmGraphWindow:
 * @x: of the plane, in the middle of the window
 * @y: of the plane
 * @scale: pixels a unit
 * @width: pixels
 * @height: pixels
 */
typedef struct
{
  double x;
  double y;
  double scale;
  double width;
  double height;
} OmGraphWindow;

/**
 * OmGraphMark:
 * @x: in the window
 * @y: in the window
 * @radius: pixels
 * @node: the greatest of its nodes
 * @count: how many nodes it stands for
 * @group: of most of them
 * @flags: of all of them together; %OM_GRAPH_DIM only if all are
 */
typedef struct
{
  float   x;
  float   y;
  float   radius;
  guint32 node;
  guint32 count;
  guint8  group;
  guint8  flags;
} OmGraphMark;

/** OmGraphLine: a link, or several between the same marks, of which the strongest counts. */
typedef struct
{
  float  x0;
  float  y0;
  float  x1;
  float  y1;
  float  weight;
  guint8 kind;
  guint8 flags;
} OmGraphLine;

typedef struct _OmGraphScene OmGraphScene;

OmGraphScene      *om_graph_scene_new         (void);
void               om_graph_scene_free        (OmGraphScene        *self);
void               om_graph_scene_look        (OmGraphScene        *self,
                                               const OmGraphNode   *nodes,
                                               gsize                n_nodes,
                                               const OmGraphEdge   *edges,
                                               gsize                n_edges,
                                               const OmGraphWindow *window);
const OmGraphMark *om_graph_scene_get_marks   (const OmGraphScene  *self,
                                               guint               *n_marks);
const OmGraphLine *om_graph_scene_get_lines   (const OmGraphScene  *self,
                                               guint               *n_lines);
const OmGraphMark *om_graph_scene_find        (const OmGraphScene  *self,
                                               double               x,
                                               double               y,
                                               double               slack);

/* From the plane to the window and back. */
OmGraphPoint       om_graph_window_project    (const OmGraphWindow *window,
                                               OmGraphPoint         place);
OmGraphPoint       om_graph_window_unproject  (const OmGraphWindow *window,
                                               double               x,
                                               double               y);
void               om_graph_window_zoom       (OmGraphWindow       *window,
                                               double               by,
                                               double               x,
                                               double               y);
void               om_graph_window_fit        (OmGraphWindow       *window,
                                               const OmGraphNode   *nodes,
                                               gsize                n_nodes,
                                               guint8               flags,
                                               double               margin);
float              om_graph_radius            (float                size,
                                               double               scale);

/* The node that a step in a direction of the window leads to along an edge, %OM_GRAPH_NONE if there is none. */
guint32            om_graph_walk              (const OmGraphNode   *nodes,
                                               const OmGraphEdge   *edges,
                                               gsize                n_edges,
                                               guint32              from,
                                               int                  dx,
                                               int                  dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmGraphScene, om_graph_scene_free)

G_END_DECLS
