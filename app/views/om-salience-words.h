/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tiers, vector stages and events in words. */
#pragma once

#include "memory/om-enums.h"

G_BEGIN_DECLS

const char *om_salience_words_tier  (OmTier        tier);
const char *om_salience_words_stage (OmVectorStage stage);
const char *om_salience_words_event (OmEventCause  cause);

G_END_DECLS
