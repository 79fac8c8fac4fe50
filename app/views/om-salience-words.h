/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tiers and vector stages in words. */
#pragma once

#include "memory/om-enums.h"

G_BEGIN_DECLS

const char *om_salience_words_tier  (OmTier        tier);
const char *om_salience_words_stage (OmVectorStage stage);

G_END_DECLS
