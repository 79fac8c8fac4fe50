/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

void om_cli_explain (OmCli      *cli,
                     const char *text);

G_END_DECLS
