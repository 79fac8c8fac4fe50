/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what was typed stands in a text just so: exact phrases, titles, spellings. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char    *om_exact_needle   (const char *typed);
gboolean om_exact_contains (const char *text,
                            const char *needle);
gboolean om_exact_has_word  (const char *typed);
gboolean om_exact_has_signs (const char *typed);
gboolean om_exact_holds_loosely (const char *text,
                                 const char *typed);

G_END_DECLS
