/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of a test's own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void  om_test_folder_remove    (const char *path);
char *om_test_folder_make_home (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
