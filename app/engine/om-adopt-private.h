/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two halves of an adoption share: gathering (om-adopt.c) and writing (om-adopt-write.c). */
#pragma once

#include "engine/om-adopt.h"
#include "engine/om-engine-private.h"

G_BEGIN_DECLS

/** OmAdoptedLink: one link, or one walk of it. */
typedef struct
{
  char      *from; /* (owned) */
  char      *to;   /* (owned) */
  OmWaypoint link;
  guint      act;          /* of a walk */
  double     weight_after; /* of a walk */
  gint64     walked_after; /* of a walk */
} OmAdoptedLink;

/** OmAdoptedKey: by which a second import of another program's journal knows what it has seen. */
typedef struct
{
  char   *source;     /* (owned) */
  char   *source_key; /* (owned) */
  guint64 text_hash;
  char   *id;         /* (owned) */
} OmAdoptedKey;

struct _OmAdoption
{
  OmEngine    *engine;   /* (owned) */
  char        *source;   /* (owned): name of the format */
  OmAnalyser   analyser; /* the engine's */
  GPtrArray   *adopted;  /* (owned) (element-type OmAdopted): in their order */
  GHashTable  *by_id;    /* (owned): id -> OmAdopted */
  GPtrArray   *links;    /* (owned) (element-type OmAdoptedLink) */
  GPtrArray   *walks;    /* (owned) (element-type OmAdoptedLink): by act */
  GPtrArray   *keys;     /* (owned) (element-type OmAdoptedKey) */
  GPtrArray   *settings; /* (owned) (element-type utf8): key, value, key, value */
  GPtrArray   *trait_acts; /* (owned) (element-type OmStoreTraitAct): in order */
  GHashTable  *files;    /* (owned) (element-type utf8 OmStoreFile): by hash */
  OmAdoptRecordFunc record; /* (nullable) */
  gpointer     record_data;
  char        *record_file_name; /* (owned) (nullable) */
  guint        n_acts;
  GThreadPool *pool;     /* (owned) */
  GMutex       mutex;
  GCond        progress;
  guint        n_ahead;  /* (mutex): pushed and not yet analysed */
};

gboolean om_adoption_decide (OmAdoption           *self,
                             OmStore              *store,
                             GError              **error);
gboolean om_adoption_write  (OmAdoption           *self,
                             const OmWriteContext *context,
                             OmAdoptReport        *report,
                             GCancellable         *cancellable,
                             GError              **error);

G_END_DECLS
