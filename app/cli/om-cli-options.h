/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values people type after an option, each with one clear message for what cannot be taken. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

gboolean om_cli_parse_number     (const char   *option,
                                  const char   *text,
                                  gint64        least,
                                  gint64        most,
                                  gint64       *number,
                                  GError      **error);
gboolean om_cli_parse_real       (const char   *option,
                                  const char   *text,
                                  double        least,
                                  double        most,
                                  double       *number,
                                  GError      **error);
gboolean om_cli_parse_now        (OmCli        *cli,
                                  GError      **error);
gboolean om_cli_parse_date       (const OmCli  *cli,
                                  const char   *text,
                                  OmMoment     *moment,
                                  GError      **error);
gboolean om_cli_parse_mood       (const char   *text,
                                  double       *valence,
                                  double       *arousal,
                                  GError      **error);
gboolean om_cli_parse_sector     (const char   *text,
                                  OmSector     *sector,
                                  GError      **error);
gboolean om_cli_parse_type       (const char   *text,
                                  gboolean      any,
                                  OmMemoryType *type,
                                  GError      **error);
gboolean om_cli_parse_context    (const char   *text,
                                  OmContext    *context,
                                  GError      **error);
gboolean om_cli_parse_zone       (const char   *text,
                                  GTimeZone   **zone,
                                  GError      **error);

/* The options that choose memories, shared by search, recall and list. */
extern const GOptionEntry om_cli_filter_options[];

OmFilter *om_cli_filter_new            (OmCli   *cli,
                                        GError **error);
gboolean  om_cli_filter_takes_private  (void);

G_END_DECLS
