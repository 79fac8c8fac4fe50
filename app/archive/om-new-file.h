/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders that get their name only when they are whole and on the disk. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean om_new_file_fail      (const char  *path,
                                int          number,
                                GError     **error);
char    *om_new_file_temporary (const char  *path);
int      om_new_file_open      (const char  *path,
                                GError     **error);
gboolean om_new_file_sync      (const char  *path,
                                GError     **error);
gboolean om_new_file_place     (const char  *temporary,
                                const char  *path,
                                gboolean     replace,
                                GError     **error);
void     om_new_file_remove    (const char  *path);

G_END_DECLS
