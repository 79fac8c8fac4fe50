/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite's codes become the library's, with a sentence that says what to do. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void om_store_set_error (GError     **error,
                         int          rc,
                         int          system_errno,
                         const char  *path,
                         const char  *detail);

G_END_DECLS
