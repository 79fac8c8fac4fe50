/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts from arguments, standard input and files. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

gboolean om_cli_check_utf8  (const char   *bytes,
                             gsize         length,
                             const char   *what,
                             GError      **error);
char    *om_cli_read_stdin  (OmCli        *cli,
                             GError      **error);
char    *om_cli_read_file   (OmCli        *cli,
                             const char   *path,
                             GError      **error);
char    *om_cli_read_text   (OmCli        *cli,
                             char        **words,
                             const char   *file,
                             GError      **error);
char    *om_cli_join_words  (char        **words);
gboolean om_cli_is_blank    (const char   *text);

/* Questions on the terminal */
gboolean om_cli_check_can_ask (const char *refusal,
                               GError    **error);
gboolean om_cli_confirm       (OmCli      *cli,
                               const char *question,
                               const char *refused,
                               GError    **error);

G_END_DECLS
