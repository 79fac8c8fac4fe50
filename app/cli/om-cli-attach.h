/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the command tells of a memory's files. */
#pragma once

#include <json-glib/json-glib.h>

#include "cli/om-cli.h"

G_BEGIN_DECLS

void om_cli_json_files  (JsonBuilder     *builder,
                         OmCli           *cli,
                         const GPtrArray *files);
void om_cli_print_files (GString         *out,
                         const GPtrArray *files);

G_END_DECLS
