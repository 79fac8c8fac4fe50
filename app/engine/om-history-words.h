/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened to a memory in words, the same for the window and the command. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

const char *om_event_cause_words   (OmEventCause          cause);
char       *om_history_event_words (const OmHistoryEvent *event,
                                    const OmHistoryEvent *previous);

char       *om_history_taken_back_words (const char *words);

G_END_DECLS
