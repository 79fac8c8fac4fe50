/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators of a query as they are typed in Chinese. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *om_query_chinese_name  (const char  *text,
                                    const char **end);
const char *om_query_chinese_value (const char  *name,
                                    const char  *value);

G_END_DECLS
