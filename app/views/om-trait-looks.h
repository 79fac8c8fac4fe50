/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How stages, tiers and the numbers of traits are shown: the one table of names and symbols. */
#pragma once

#include "memory/om-trait-record.h"

G_BEGIN_DECLS

const char *om_trait_look_stage_name     (OmTraitStage           stage);
const char *om_trait_look_stage_icon     (OmTraitStage           stage);
const char *om_trait_look_tier_name      (OmTraitTier            tier);
const char *om_trait_look_tier_icon      (OmTraitTier            tier);
const char *om_trait_look_only_name      (OmContext              context);
const char *om_trait_look_sure_word      (double                 confidence);
char       *om_trait_look_dup_kind       (const OmTrait         *trait);
char       *om_trait_look_dup_confidence (const OmTrait         *trait);
char       *om_trait_look_dup_numbers    (const OmTrait         *trait);
char       *om_trait_look_dup_why        (const OmTraitEvidence *evidence);

G_END_DECLS
