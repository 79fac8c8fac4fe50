/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory sample`: the invented journal, in a store of its own. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/om-sample-journal.h"
#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"

/* Whether @path is the person's own journal, by whatever way it is named. */
static gboolean
is_own_journal (const char *path)
{
  g_autofree char *own = om_engine_dup_default_path ();
  g_autofree char *own_real = realpath (own, NULL);
  g_autofree char *real = realpath (path, NULL);
  g_autoptr (GFile) own_file = g_file_new_for_path (own);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return g_file_equal (own_file, file) || (real != NULL && g_strcmp0 (real, own_real) == 0);
}

/** om_cli_sample_run: `openmemory sample`. */
int
om_cli_sample_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autofree char *path = cli->store != NULL ? g_strdup (cli->store)
                                             : om_sample_journal_dup_path ();
  OmStats stats = { 0 };

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error,
                              _("sample takes no arguments; --store says where it is to lie."));
      return OM_CLI_USAGE;
    }
  if (*path == '\0')
    {
      om_cli_set_usage_error (error, _("--store needs the name of a file."));
      return OM_CLI_USAGE;
    }
  if (is_own_journal (path))
    {
      om_cli_set_input_error (error,
                              _("“%s” is your own journal; an invented one is not mixed into it. "
                                "Name another file with --store."),
                              path);
      return OM_CLI_BAD_INPUT;
    }
  if (!om_sample_journal_ensure (path, cli->cancellable, error))
    {
      cli->store_failed = TRUE;
      return OM_CLI_STORE;
    }

  g_free (cli->store);
  cli->store = g_steal_pointer (&path);
  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error) ||
      !om_engine_get_stats (cli->engine, &stats, cli->cancellable, error))
    return OM_CLI_STORE;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "store", cli->store);
      om_cli_json_int (builder, "memories", stats.memories);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    printf (ngettext ("%s holds %u memory. Try: openmemory --store %s search sourdough\n",
                      "%s holds %u memories. Try: openmemory --store %s search sourdough\n",
                      stats.memories),
            cli->store, stats.memories, cli->store);
  return OM_CLI_OK;
}
