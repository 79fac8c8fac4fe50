/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory undo`: takes back what was done under a number. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"

/**
 * om_cli_report_undo:
 * @group: number of what was done, 0 if nothing was
 *
 * Says how it is taken back.
 */
void
om_cli_report_undo (gint64 group)
{
  if (group != 0)
    printf (_("“openmemory undo %lld” takes it back.\n"), (long long) group);
}

/** om_cli_undo_run: `openmemory undo NUMBER`. */
int
om_cli_undo_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  gint64 number;
  guint n_restored = 0;

  if (args == NULL || g_strv_length (args) != 1)
    {
      om_cli_set_usage_error (
        error, _("Say what to take back: openmemory undo NUMBER. “openmemory recall” prints its "
                 "number, “openmemory history ID” shows those of before."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_parse_number ("NUMBER", args[0], 1, G_MAXINT64, &number, error))
    return OM_CLI_BAD_INPUT;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error) ||
      !om_engine_undo (cli->engine, number, &n_restored, cli->cancellable, error))
    return OM_CLI_FAILED;
  if (n_restored == 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                   _("There is nothing to take back under %lld: nothing was done under that number, it was "
                     "taken back before, or something has happened since to all it touched."),
                   (long long) number);
      return OM_CLI_NOTHING;
    }

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_int (builder, "undone", number);
      om_cli_json_int (builder, "restored", n_restored);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    printf (ngettext ("Taken back: %u memory is as it was before.\n",
                      "Taken back: %u memories are as they were before.\n", n_restored),
            n_restored);
  return OM_CLI_OK;
}
