/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plain fact says, in words: one table for window and command. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *om_fact_predicate_words (const char *predicate);
gboolean    om_fact_is_about_writer (const char *subject);

G_END_DECLS
