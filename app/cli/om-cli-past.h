/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened to a memory, as `history` and `show --history` tell it. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

void om_cli_json_history  (JsonBuilder     *builder,
                           const OmHistory *history);
void om_cli_print_history (OmCli           *cli,
                           GString         *out,
                           const OmMemory  *memory,
                           const OmHistory *history);

G_END_DECLS
