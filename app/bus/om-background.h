/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starting with the session of the desktop, without a window, only if the person switched it on: in a sandbox by
 * asking the Background portal, elsewhere by a file in the autostart folder, which is removed when it is switched
 * off. Thread: main. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmBackgroundWay:
 * @portal: ask the portal instead of writing a file
 * @connection: (nullable): the session's bus, of which the portal is asked; %NULL for the usual one
 * @folder: (nullable): where autostart files lie; %NULL for that of the person
 * @command: what is started
 * @limit_ms: how long the portal has for its answer; 0 for the usual time
 */
typedef struct
{
  gboolean         portal;
  GDBusConnection *connection;
  const char      *folder;
  const char      *command;
  guint            limit_ms;
} OmBackgroundWay;

gboolean om_background_is_sandboxed (void);
void     om_background_set_async    (const OmBackgroundWay *way,
                                     gboolean               on,
                                     const char            *parent_window,
                                     GCancellable          *cancellable,
                                     GAsyncReadyCallback    callback,
                                     gpointer               data);
gboolean om_background_set_finish   (GAsyncResult          *result,
                                     GError               **error);

G_END_DECLS
