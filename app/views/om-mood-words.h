/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moods in words: how pleasant (valence) and how stirred (arousal), each in steps. */
#pragma once

#include "memory/om-memory.h"

G_BEGIN_DECLS

#define OM_N_VALENCE_STEPS 5
#define OM_N_AROUSAL_STEPS 3

const char *om_mood_words_valence       (guint  step);
const char *om_mood_words_arousal       (guint  step);
const char *om_mood_words_name          (double valence,
                                         double arousal);
double      om_mood_words_step_valence  (guint  step);
double      om_mood_words_step_arousal  (guint  step);
guint       om_mood_words_valence_step  (double valence);
guint       om_mood_words_arousal_step  (double arousal);

G_END_DECLS
