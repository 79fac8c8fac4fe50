/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened to a trait and what speaks for it, in words: one table for window and command. */
#pragma once

#include "memory/om-trait-record.h"

G_BEGIN_DECLS

const char *om_trait_signal_words       (OmTraitSignal      signal);
const char *om_trait_grade_reason_words (OmTraitGradeReason reason);
const char *om_trait_cause_words        (OmTraitCause       cause);

G_END_DECLS
