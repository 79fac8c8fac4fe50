/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for people put together: languages differ in what stands between them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *om_join_list  (const char *const *items);
char *om_join_said  (const char        *first,
                     ...) G_GNUC_NULL_TERMINATED;
char *om_join_value (const char        *name,
                     const char        *value);

G_END_DECLS
