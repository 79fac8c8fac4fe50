/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of tags as they change. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char **om_tags_changed (const char *const *tags,
                        const char *const *add,
                        const char *const *remove);

G_END_DECLS
