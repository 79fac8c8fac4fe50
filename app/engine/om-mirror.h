/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMirror: the store's picture in memory, all that lists and searches need without SQL. It follows
 * the store by revisions, whoever wrote.
 *
 * Thread: any. Readers hold the read lock while they use the parts; load and catch-up take the write
 * lock themselves, for as short as they can. */
#pragma once

#include "embed/om-embedder.h"
#include "index/om-state-table.h"
#include "index/om-vector-index.h"
#include "index/om-waypoint-graph.h"
#include "index/om-word-index.h"
#include "store/om-store.h"

G_BEGIN_DECLS

typedef struct _OmMirror OmMirror;

OmMirror              *om_mirror_new           (OmEmbedder      *embedder,
                                                OmVectorFormat   format);
void                   om_mirror_free          (OmMirror        *self);

gboolean               om_mirror_load          (OmMirror        *self,
                                                OmStore         *store,
                                                OmStore         *helper,
                                                const char      *snapshot,
                                                GCancellable    *cancellable,
                                                GError         **error);
gboolean               om_mirror_load_states   (OmMirror        *self,
                                                OmStore         *store,
                                                GError         **error);
gboolean               om_mirror_catch_up      (OmMirror        *self,
                                                OmStore         *store,
                                                gboolean        *changed,
                                                GError         **error);
char                  *om_mirror_save_snapshot (OmMirror        *self,
                                                OmStore         *store,
                                                const char      *snapshot,
                                                GError         **error);
guint                  om_mirror_count_unsaved (OmMirror       *self);
gboolean               om_mirror_keep_key      (OmStore         *store,
                                                const char      *key,
                                                GError         **error);
void                   om_mirror_use_snapshot  (OmMirror        *self,
                                                const char      *snapshot,
                                                const char      *key);
void                   om_mirror_drop_snapshot (OmMirror        *self,
                                                const char      *snapshot);
char                  *om_mirror_dup_snapshot_path (const char  *store_path);
gboolean               om_mirror_has_states    (OmMirror        *self);
gboolean               om_mirror_is_loaded     (OmMirror        *self);
gint64                 om_mirror_get_revision  (OmMirror        *self);

void                   om_mirror_lock          (OmMirror        *self);
void                   om_mirror_unlock        (OmMirror        *self);

/* Valid while the read lock is held. */
const OmStateTable    *om_mirror_get_states    (OmMirror        *self);
const OmWordIndex     *om_mirror_get_words     (OmMirror        *self);
const OmVectorIndex   *om_mirror_get_vectors   (OmMirror        *self);
const OmWaypointGraph *om_mirror_get_graph     (OmMirror        *self);
gint64                 om_mirror_get_embedder_id (OmMirror     *self);
gint64                 om_mirror_get_revision_locked (OmMirror *self);
const OmDocSet        *om_mirror_get_live      (OmMirror        *self);
const OmDocSet        *om_mirror_get_open      (OmMirror        *self);
const OmDocSet        *om_mirror_get_linkable  (OmMirror        *self);

/* A record of what the table knows, without text, for the formulas that take a memory. */
void                   om_doc_state_to_memory  (const OmDocState *state,
                                                OmMemory         *memory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMirror, om_mirror_free)

G_END_DECLS
