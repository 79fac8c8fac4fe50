/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory rest` and `openmemory wake`: put to rest by hand, and back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "engine/om-act.h"

static struct
{
  gboolean yes;
} options;

const GOptionEntry om_cli_rest_options[] = { { "yes", 'y', 0, G_OPTION_ARG_NONE, &options.yes,
                                               N_("Do not ask, also if one is pinned"), NULL },
                                             G_OPTION_ENTRY_NULL };

/* Resting takes the pin away, and that is asked about. */
static gboolean
allow_pinned (OmCli   *cli,
              char   **ids,
              GError **error)
{
  for (char **id = ids; *id != NULL && !options.yes; id++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (cli->engine, *id, cli->cancellable, error);
      g_autofree char *title = memory != NULL ? om_memory_dup_title (memory) : NULL;
      g_autofree char *question = NULL;

      if (memory == NULL)
        return FALSE;
      if ((memory->flags & OM_FLAG_PINNED) == 0)
        continue;
      question = g_strdup_printf (_("“%s” is pinned. Take the pin off and let it rest? [y/N] "),
                                  title);
      if (!om_cli_check_can_ask (_("One of them is pinned, and rest takes the pin off: it asks on "
                                   "a terminal; here it wants --yes."),
                                 error) ||
          !om_cli_confirm (cli, question, _("Nothing was put to rest."), error))
        return FALSE;
    }
  return TRUE;
}

/* Those that are awake, or rest by hand, already. */
static char **
find_unchanged (OmCli   *cli,
                char   **ids,
                gboolean rest,
                GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **id = ids; *id != NULL; id++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (cli->engine, *id, cli->cancellable, error);

      if (memory == NULL)
        return NULL;
      if (rest ? memory->archived_at != 0
               : om_engine_get_vividness (cli->engine, memory, NULL) != OM_VIVIDNESS_RESTING)
        g_strv_builder_add (builder, *id);
    }
  return g_strv_builder_end (builder);
}

static void
report_rest (char   **ids,
             char   **unchanged,
             gboolean rest)
{
  for (char **id = ids; *id != NULL; id++)
    {
      if (!g_strv_contains ((const char *const *) unchanged, *id))
        printf (rest ? _("Put %s to rest.\n") : _("Woke %s.\n"), *id);
      else
        printf (rest ? _("%s rests already.\n") : _("%s was awake already.\n"), *id);
    }
}

static int
change_rest (OmCli   *cli,
             char   **args,
             gboolean rest,
             GError **error)
{
  g_auto (GStrv) ids = om_cli_open_several (cli, args, rest ? "rest" : "wake", error);
  g_auto (GStrv) unchanged = NULL;
  gint64 group;

  if (ids == NULL || (rest && !allow_pinned (cli, ids, error)))
    return OM_CLI_NOTHING;
  unchanged = find_unchanged (cli, ids, rest, error);
  if (unchanged == NULL)
    return OM_CLI_NOTHING;
  if (!om_engine_act (cli->engine, rest ? OM_ACT_REST : OM_ACT_WAKE, (const char *const *) ids, &group, cli->cancellable, error))
    return OM_CLI_FAILED;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_strv (builder, rest ? "rested" : "woken", (const char *const *) ids);
      om_cli_json_strv (builder, "already", (const char *const *) unchanged);
      om_cli_json_number (builder, "undo", group);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
      return OM_CLI_OK;
    }
  report_rest (ids, unchanged, rest);
  om_cli_report_undo (group);
  return OM_CLI_OK;
}

/** om_cli_rest_run: `openmemory rest ID…`. */
int
om_cli_rest_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  return change_rest (cli, args, TRUE, error);
}

/** om_cli_wake_run: `openmemory wake ID…`. */
int
om_cli_wake_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  return change_rest (cli, args, FALSE, error);
}
