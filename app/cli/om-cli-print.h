/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories as people read them in a terminal. */
#pragma once

#include "cli/om-cli.h"
#include "cli/om-cli-text.h"

G_BEGIN_DECLS

OmCliStyle  om_cli_style          (const OmCli    *cli);
const char *om_cli_vividness_word (OmVividness     vividness);
char       *om_cli_dup_short_id   (const OmMemory *memory);
char       *om_cli_dup_when       (const OmCli    *cli,
                                   const OmMoment *moment);
char       *om_cli_dup_instant    (const OmCli    *cli,
                                   gint64          ms);
char       *om_cli_dup_tags       (const OmMemory *memory);
guint       om_cli_when_width     (const OmCli    *cli,
                                   const OmMoment *moment);
void        om_cli_print_line     (OmCli          *cli,
                                   GString        *out,
                                   const OmMemory *memory,
                                   guint           when_width);
void        om_cli_print_lines    (OmCli          *cli,
                                   GString        *out,
                                   GPtrArray      *memories);
void        om_cli_print_whole    (OmCli          *cli,
                                   GString        *out,
                                   const OmMemory *memory);
void        om_cli_print_hit      (OmCli          *cli,
                                   GString        *out,
                                   const OmHit    *hit,
                                   guint           number,
                                   gboolean        explain);
void        om_cli_field          (GString        *out,
                                   const char     *name,
                                   const char     *value,
                                   const OmCliStyle *style);
void        om_cli_flush          (GString        *out);

G_END_DECLS
