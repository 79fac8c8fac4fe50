/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text's mood by lexicon: mood words, negation, intensifiers (design/engine.md section 6). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean om_mood_estimate (const char *text,
                           double     *valence,
                           double     *arousal);

G_END_DECLS
