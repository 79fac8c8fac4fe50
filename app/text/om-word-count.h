/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many words a text has. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint om_word_count (const char *text,
                     gsize       length);

G_END_DECLS
