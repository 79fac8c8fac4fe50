/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from one memory to another over waypoints. Part of the engine's public face; for its threads see
 * om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

#define OM_PATH_MAX_STEPS 12

/**
 * OmPath:
 * @ids: (owned): NULL-terminated: the memories on the way, both ends among them; empty if there is none
 * @weights: (owned) (element-type double): of the links between them, as stored
 * @rows: (owned) (element-type gint64): the way on the map (om-map.h), where a section stands under its document
 */
typedef struct
{
  char  **ids;
  GArray *weights;
  GArray *rows;
} OmPath;

void    om_path_free        (OmPath          *self);
OmPath *om_engine_find_path (OmEngine        *self,
                             const char      *from,
                             const char      *to,
                             guint            max_steps,
                             const OmFilter  *filter,
                             gboolean         include_private,
                             GCancellable    *cancellable,
                             GError         **error);
void    om_engine_find_path_async  (OmEngine            *self,
                                    const char          *from,
                                    const char          *to,
                                    guint                max_steps,
                                    const OmFilter      *filter,
                                    gboolean             include_private,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             data);
OmPath *om_engine_find_path_finish (OmEngine            *self,
                                    GAsyncResult        *result,
                                    GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmPath, om_path_free)

G_END_DECLS
