/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding as a whole: a tag, a name or a period of time of which nothing comes up by itself (engine.md section
 * 10). It belongs to the journal and touches no memory: lists and searches have all of them, and what is
 * hidden no more comes up as before. Part of the engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmHidingKind: what memories have in common that are hidden as a whole. */
typedef enum
{
  OM_HIDING_TAG,    /* they carry a tag */
  OM_HIDING_NAME,   /* a name stands in their text, title or tags, as whole words */
  OM_HIDING_PERIOD, /* they were lived within some days */
} OmHidingKind;

/**
 * OmHiding:
 * @kind: what it is
 * @name: (owned) (nullable): the tag or the name, as it was written; %NULL for a period
 * @first_day: civil day number, of a period
 * @last_day: the same, itself in it
 * @since: when it was hidden, ms UTC; 0 for what is hidden now
 * @n_memories: how many it hides; only om_engine_list_hidings() tells
 */
typedef struct
{
  OmHidingKind kind;
  char        *name;
  gint32       first_day;
  gint32       last_day;
  gint64       since;
  guint        n_memories;
} OmHiding;

OmHiding  *om_hiding_new_tag                (const char          *tag,
                                             GError             **error);
OmHiding  *om_hiding_new_name               (const char          *name,
                                             GError             **error);
OmHiding  *om_hiding_new_period             (const char          *text,
                                             GError             **error);
OmHiding  *om_hiding_copy                   (const OmHiding      *self);
void       om_hiding_free                   (OmHiding            *self);

GPtrArray *om_engine_list_hidings           (OmEngine            *self,
                                             GCancellable        *cancellable,
                                             GError             **error);
void       om_engine_list_hidings_async     (OmEngine            *self,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
GPtrArray *om_engine_list_hidings_finish    (OmEngine            *self,
                                             GAsyncResult        *result,
                                             GError             **error);
gboolean   om_engine_change_hiding          (OmEngine            *self,
                                             const OmHiding      *hiding,
                                             gboolean             hide,
                                             gboolean            *changed,
                                             GCancellable        *cancellable,
                                             GError             **error);
void       om_engine_change_hiding_async    (OmEngine            *self,
                                             const OmHiding      *hiding,
                                             gboolean             hide,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
gboolean   om_engine_change_hiding_finish   (OmEngine            *self,
                                             GAsyncResult        *result,
                                             gboolean            *changed,
                                             GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmHiding, om_hiding_free)

G_END_DECLS
