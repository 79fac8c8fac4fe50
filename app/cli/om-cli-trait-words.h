/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits as people read them in a terminal, and as programs do. */
#pragma once

#include "cli/om-cli.h"
#include "engine/om-traits.h"

G_BEGIN_DECLS

const char *om_cli_trait_stage_word (OmTraitStage           stage);
const char *om_cli_trait_tier_word  (OmTraitTier            tier);
void        om_cli_trait_line       (OmCli                 *cli,
                                     GString               *out,
                                     const OmTrait         *trait);
void        om_cli_trait_details    (OmCli                 *cli,
                                     GString               *out,
                                     const OmTraitDetail   *detail);
void        om_cli_trait_json       (JsonBuilder           *builder,
                                     const OmTrait         *trait);
void        om_cli_trait_json_fields (JsonBuilder          *builder,
                                     const OmTrait         *trait);
void        om_cli_trait_json_detail (JsonBuilder          *builder,
                                     const OmTraitDetail   *detail);

G_END_DECLS
