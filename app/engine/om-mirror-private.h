/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of OmMirror, for its own files: om-mirror.c (parts and lock), -load.c, -changes.c, -rows.c
 * (what both do with a row) and -snapshot.c. */
#pragma once

#include "engine/om-mirror.h"
#include "memory/om-waypoint.h"
#include "store/om-store-changes.h"
#include "store/om-store-memories.h"
#include "store/om-store-states.h"
#include "store/om-store-vectors.h"

G_BEGIN_DECLS

struct _OmMirror
{
  GRWLock          lock;
  GMutex           loading;        /* held by who loads */
  OmEmbedder      *embedder;       /* (owned) */
  OmVectorFormat   format;
  OmStateTable    *states;         /* (owned) (lock) */
  OmWordIndex     *words;          /* (owned) (lock) */
  OmVectorIndex   *vectors;        /* (owned) (lock) */
  OmWaypointGraph *graph;          /* (owned) (lock) */
  OmDocSet        *live;           /* (owned) (lock): neither in the bin nor wiped */
  OmDocSet        *open;           /* (owned) (lock): of those, the ones that are not private */
  OmDocSet        *linkable;       /* (owned) (lock): of those, the ones links are drawn between */
  gint64           embedder_id;    /* (lock) */
  gint64           revision;       /* (lock) */
  guint            n_since_snapshot; /* (lock): entries of which the words differ from those in the side file */
  guint            n_words_read;   /* (lock): texts that were read and indexed since it was made */
  gboolean         has_states;     /* (atomic) */
  gboolean         loaded;         /* (atomic) */
};

/** OmMirrorStates: where states of records go. */
typedef struct
{
  OmStateTable *states;
  OmDocSet     *live;
  OmDocSet     *open;
  OmDocSet     *linkable;
} OmMirrorStates;

/* Tags come row by row; those of one row are gathered before they are set. */
typedef struct
{
  OmStateTable *states;
  guint32       doc;
  GArray       *tags;
} OmMirrorTags;

/** OmMirrorWords: where texts go, of what is live. */
typedef struct
{
  OmWordIndex        *words;
  const OmStateTable *states;
  const OmDocSet     *live;
  GCancellable       *cancellable;
} OmMirrorWords;

gboolean     om_mirror_take_state        (const OmMemoryState *state,
                                          gpointer             data);
gboolean     om_mirror_take_tag          (gint64               row,
                                          const char          *key,
                                          gpointer             data);
void         om_mirror_flush_tags        (OmMirrorTags        *target);
gboolean     om_mirror_take_slot         (gint64               row,
                                          OmSector             sector,
                                          float                scale,
                                          const guint8        *bytes,
                                          gpointer             data);
gboolean     om_mirror_take_full_vectors (OmVectorIndex       *vectors,
                                          OmStore             *store,
                                          gint64               embedder_id,
                                          const gint64        *rows,
                                          gsize                n_rows,
                                          GError             **error);
gboolean     om_mirror_take_text         (gint64               row,
                                          const char          *title,
                                          const char          *content,
                                          const char          *tags,
                                          gpointer             data);
GArray      *om_mirror_words_to_read     (OmWordIndex         *words,
                                          const OmDocSet      *live,
                                          const OmStoreChanges *changes);
gboolean     om_mirror_take_waypoint     (const OmWaypoint    *waypoint,
                                          gpointer             data);
OmWordIndex *om_mirror_open_snapshot     (OmStore             *store,
                                          const char          *snapshot,
                                          gint64               store_revision,
                                          gint64              *revision);

G_END_DECLS
