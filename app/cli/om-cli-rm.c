/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory rm` and `openmemory restore`: into the bin, out of it, and wiped for good. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"

static struct
{
  gboolean purge;
  gboolean yes;
} options;

const GOptionEntry om_cli_rm_options[] = {
  { "purge", 0, 0, G_OPTION_ARG_NONE, &options.purge,
    N_("Wipe for good, with all former texts; without ids the whole bin"), NULL },
  { "yes", 'y', 0, G_OPTION_ARG_NONE, &options.yes, N_("Do not ask"), NULL },
  G_OPTION_ENTRY_NULL
};

/* What was done to memories. */
typedef enum
{
  BINNED,
  RESTORED,
  PURGED,
} Deed;

static void
report (OmCli *cli,
        Deed   deed,
        char **ids)
{
  static const char *const members[] = { "binned", "restored", "purged" };
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (!cli->json)
    {
      for (char **id = ids; *id != NULL; id++)
        printf (deed == BINNED     ? _("Put %s into the bin.\n")
                : deed == RESTORED ? _("Restored %s.\n")
                                   : _("Wiped %s.\n"),
                *id);
      return;
    }
  json_builder_begin_object (builder);
  om_cli_json_strv (builder, members[deed], (const char *const *) ids);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

/* The ids of everything in the bin. */
static GStrv
whole_bin (OmCli   *cli,
           GError **error)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GArray) items = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GPtrArray) memories = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  filter->binned = TRUE;
  items = om_engine_list (cli->engine, filter, OM_SORT_NEWEST, cli->cancellable, error);
  if (items == NULL)
    return NULL;
  for (guint i = 0; i < items->len; i++)
    g_array_append_val (rows, g_array_index (items, OmListItem, i).row);
  memories = om_engine_get_rows (cli->engine, (const gint64 *) (gpointer) rows->data, rows->len,
                                 cli->cancellable, error);
  if (memories == NULL)
    return NULL;
  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);

      if (memory != NULL)
        g_strv_builder_add (builder, memory->id);
    }
  return g_strv_builder_end (builder);
}

/* Whoever cannot be asked has to say --yes. */
static gboolean
check_can_ask (GError **error)
{
  return options.yes ||
         om_cli_check_can_ask (
           _("--purge wipes for good and asks on a terminal; here it wants --yes as well."), error);
}

static gboolean
confirm (OmCli   *cli,
         guint    n,
         GError **error)
{
  g_autofree char *question = NULL;

  if (options.yes || n == 0)
    return TRUE;

  question = g_strdup_printf (
    ngettext ("Wipe %u memory with all its former texts? This cannot be undone. [y/N] ",
              "Wipe %u memories with all their former texts? This cannot be undone. [y/N] ", n),
    n);
  return om_cli_confirm (cli, question, _("Nothing was wiped."), error);
}

/** om_cli_rm_run: `openmemory rm ID…`. */
int
om_cli_rm_run (OmCli   *cli,
               char   **args,
               GError **error)
{
  g_auto (GStrv) ids = NULL;
  gboolean named = args != NULL && args[0] != NULL;

  if (!named && !options.purge)
    {
      om_cli_set_usage_error (
        error, _("Say which memories: openmemory rm ID…. “openmemory list” shows the ids."));
      return OM_CLI_USAGE;
    }
  if (options.purge && !check_can_ask (error))
    return OM_CLI_USAGE;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  ids = named ? om_cli_find_all (cli, args, error) : whole_bin (cli, error);
  if (ids == NULL)
    return OM_CLI_NOTHING;

  if (options.purge)
    {
      /* Only what lies in the bin can be wiped. */
      if (!confirm (cli, g_strv_length (ids), error))
        return OM_CLI_CANCELLED;
      if (ids[0] != NULL &&
          (!om_engine_bin (cli->engine, (const char *const *) ids, cli->cancellable, error) ||
           !om_engine_empty_bin (cli->engine, (const char *const *) ids, cli->cancellable, error)))
        return OM_CLI_FAILED;
      report (cli, PURGED, ids);
      if (ids[0] != NULL)
        return OM_CLI_OK;
      if (!cli->json)
        fputs (_("The bin is empty.\n"), stderr);
      return OM_CLI_NOTHING;
    }
  if (!om_engine_bin (cli->engine, (const char *const *) ids, cli->cancellable, error))
    return OM_CLI_FAILED;
  report (cli, BINNED, ids);
  return OM_CLI_OK;
}

/** om_cli_restore_run: `openmemory restore ID…`. */
int
om_cli_restore_run (OmCli   *cli,
                    char   **args,
                    GError **error)
{
  g_auto (GStrv) ids = NULL;

  if (args == NULL || args[0] == NULL)
    {
      om_cli_set_usage_error (
        error,
        _("Say which memories: openmemory restore ID…. “openmemory list --bin” shows the ids."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  ids = om_cli_find_all (cli, args, error);
  if (ids == NULL)
    return OM_CLI_NOTHING;
  if (!om_engine_restore (cli->engine, (const char *const *) ids, cli->cancellable, error))
    return OM_CLI_FAILED;
  report (cli, RESTORED, ids);
  return OM_CLI_OK;
}
