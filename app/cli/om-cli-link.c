/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory link` and `openmemory unlink`: waypoints made by hand. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"

static int
change_link (OmCli     *cli,
             char     **args,
             gboolean   linked,
             GError   **error)
{
  g_autoptr (OmMemory) source = NULL;
  g_autoptr (OmMemory) target = NULL;
  gboolean done;

  if (args == NULL || g_strv_length (args) != 2)
    {
      om_cli_set_usage_error (error, _("Say which two memories: openmemory %s ID ID."),
                              linked ? "link" : "unlink");
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  source = om_cli_find (cli, args[0], error);
  target = source != NULL ? om_cli_find (cli, args[1], error) : NULL;
  if (target == NULL)
    return OM_CLI_NOTHING;
  if (g_str_equal (source->id, target->id))
    {
      om_cli_set_input_error (error, _("A memory cannot be linked to itself."));
      return OM_CLI_BAD_INPUT;
    }

  done = linked ? om_engine_link (cli->engine, source->id, target->id, cli->cancellable, error)
                : om_engine_unlink (cli->engine, source->id, target->id, cli->cancellable, error);
  if (!done)
    return OM_CLI_FAILED;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "source", source->id);
      om_cli_json_string (builder, "target", target->id);
      om_cli_json_boolean (builder, "linked", linked);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autofree char *from = om_cli_dup_short_id (source);
      g_autofree char *to = om_cli_dup_short_id (target);

      printf (linked ? _("Linked %s to %s.\n") : _("Unlinked %s from %s.\n"), from, to);
    }
  return OM_CLI_OK;
}

/** om_cli_link_run: `openmemory link ID ID`. */
int
om_cli_link_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  return change_link (cli, args, TRUE, error);
}

/** om_cli_unlink_run: `openmemory unlink ID ID`. */
int
om_cli_unlink_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  return change_link (cli, args, FALSE, error);
}
