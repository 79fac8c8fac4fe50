/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory traits`: its own subcommands are in their files. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"
#include "cli/om-cli-explain.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-print.h"

/** om_cli_traits_run: `openmemory traits explain TEXT`. */
int
om_cli_traits_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autofree char *text = NULL;
  gboolean from_stdin;

  if (args == NULL || g_strcmp0 (args[0], "explain") != 0)
    {
      om_cli_set_usage_error (error, _("traits needs “explain” and a text."));
      return OM_CLI_USAGE;
    }
  from_stdin = args[1] == NULL || (g_str_equal (args[1], "-") && args[2] == NULL);
  text = from_stdin ? om_cli_read_stdin (cli, error) : om_cli_join_words (args + 1);
  if (text == NULL)
    return OM_CLI_BAD_INPUT;
  if (om_cli_is_blank (text))
    {
      om_cli_set_input_error (error, _("The text is empty. Give words or standard input."));
      return OM_CLI_BAD_INPUT;
    }

  om_cli_explain (cli, text);
  return g_cancellable_set_error_if_cancelled (cli->cancellable, error) ? OM_CLI_CANCELLED
                                                                        : OM_CLI_OK;
}
