/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small pool of reading connections, one for each worker that is reading. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

typedef struct _OmConnections OmConnections;

OmConnections *om_connections_new   (const char    *path);
OmStore   *om_connections_take  (OmConnections     *self,
                             GCancellable  *cancellable,
                             GError       **error);
void       om_connections_give  (OmConnections     *self,
                             OmStore       *store);
void       om_connections_free  (OmConnections     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmConnections, om_connections_free)

G_END_DECLS
