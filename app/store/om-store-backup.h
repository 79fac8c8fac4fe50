/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A copy of the whole store that was read back and found whole before it gets its name. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/** OmBackupFunc: pages copied of how many; called between steps. */
typedef void (*OmBackupFunc) (guint    done,
                              guint    total,
                              gpointer data);

/* Others may go on writing meanwhile. @path must not exist; its folder is made if missing. */
gboolean om_store_backup (OmStore       *self,
                          const char    *path,
                          OmBackupFunc   progress,
                          gpointer       data,
                          GCancellable  *cancellable,
                          GError       **error);
gboolean om_store_backup_verify (const char   *path,
                                 GCancellable *cancellable,
                                 GError      **error);

G_END_DECLS
