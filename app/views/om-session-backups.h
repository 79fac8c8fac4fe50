/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backup takes the place of the store of a session. */
#pragma once

#include "views/om-session.h"

G_BEGIN_DECLS

void     om_session_restore_backup_async  (OmSession           *self,
                                           const char          *path,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean om_session_restore_backup_finish (OmSession           *self,
                                           GAsyncResult        *result,
                                           char               **aside,
                                           GError             **error);

G_END_DECLS
