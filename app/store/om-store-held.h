/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stores this process has open. The system keeps file locks by process and file, and drops all of
 * them as soon as the process closes any descriptor of the file. So while a connection to a store is
 * open, nobody here may open and close its file by other means: not to read its header, not as an
 * SQLite file without locks. Whoever opens a store that is held knows already whose it is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Between begin and end nobody else in this process opens a store that is not held yet. */
gboolean om_store_held_begin   (const char *path);
void     om_store_held_end     (gboolean    was_held);

/* A connection to the file at @path is open; the number is given back when it is closed. */
guint    om_store_held_add     (const char *path);
void     om_store_held_remove  (guint       number);

G_END_DECLS
