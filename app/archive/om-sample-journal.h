/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample journal: an invented life to look at, in a store of its own that never mixes with the
 * person's. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char    *om_sample_journal_dup_path (void);
gboolean om_sample_journal_ensure   (const char    *path,
                                     GCancellable  *cancellable,
                                     GError       **error);

G_END_DECLS
