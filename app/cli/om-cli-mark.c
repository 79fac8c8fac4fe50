/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory pin`, `keep` and `resolve`: what a person decides about a memory, and takes back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "engine/om-act.h"

static struct
{
  gboolean off;
} options;

const GOptionEntry om_cli_mark_options[] = { { "off", 0, 0, G_OPTION_ARG_NONE, &options.off,
                                               N_("Take it back"), NULL },
                                             G_OPTION_ENTRY_NULL };

/** Mark: one of the three. */
typedef enum
{
  PIN,
  KEEP,
  RESOLVE,
} Mark;

static const char *const commands[] = { "pin", "keep", "resolve" };

/* The acts, and the flag that says whether there is anything to take off. */
static const struct
{
  OmAct on;
  OmAct off;
  guint flag;
} acts[] = {
  { OM_ACT_PIN, OM_ACT_UNPIN, OM_FLAG_PINNED },
  { OM_ACT_KEEP, OM_ACT_LET_FADE, OM_FLAG_KEPT },
  { OM_ACT_RESOLVE, OM_ACT_REOPEN, OM_FLAG_RESOLVED },
};

static void
report (Mark        mark,
        const char *id)
{
  if (options.off)
    printf (mark == PIN    ? _("Unpinned %s; it is still kept from fading.\n")
            : mark == KEEP ? _("%s fades again.\n")
                           : _("Reopened %s.\n"),
            id);
  else
    printf (mark == PIN    ? _("Pinned %s.\n")
            : mark == KEEP ? _("Kept %s from fading.\n")
                           : _("Let %s rest, for it is resolved.\n"),
            id);
}

/* Nobody is told that a mark was taken off that was not there. */
static void
report_unmarked (Mark        mark,
                 const char *id)
{
  printf (mark == PIN    ? _("%s was not pinned; nothing was changed.\n")
          : mark == KEEP ? _("%s was not kept from fading; nothing was changed.\n")
                         : _("%s was not resolved; nothing was changed.\n"),
          id);
}

/* Those of which the mark is not as it is to be. */
static char **
find_others (OmCli   *cli,
             char   **ids,
             Mark     mark,
             GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **id = ids; *id != NULL; id++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (cli->engine, *id, cli->cancellable, error);

      if (memory == NULL)
        return NULL;
      if (((memory->flags & acts[mark].flag) != 0) == options.off)
        g_strv_builder_add (builder, *id);
    }
  return g_strv_builder_end (builder);
}

static void
report_all (Mark   mark,
            char **ids,
            char **changed,
            gint64 group)
{
  for (char **id = ids; *id != NULL; id++)
    {
      if (options.off && !g_strv_contains ((const char *const *) changed, *id))
        report_unmarked (mark, *id);
      else
        report (mark, *id);
    }
  om_cli_report_undo (group);
}

static int
change_mark (OmCli   *cli,
             char   **args,
             Mark     mark,
             GError **error)
{
  g_auto (GStrv) ids = om_cli_open_several (cli, args, commands[mark], error);
  g_auto (GStrv) changed = ids != NULL ? find_others (cli, ids, mark, error) : NULL;
  gint64 group;

  if (changed == NULL)
    return OM_CLI_NOTHING;
  /* All or none, under one number. */
  if (!om_engine_act (cli->engine, options.off ? acts[mark].off : acts[mark].on, (const char *const *) ids, &group,
                      cli->cancellable, error))
    return OM_CLI_FAILED;
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "mark", commands[mark]);
      om_cli_json_boolean (builder, "on", !options.off);
      om_cli_json_strv (builder, "ids", (const char *const *) ids);
      om_cli_json_strv (builder, "changed", (const char *const *) changed);
      om_cli_json_number (builder, "undo", group);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    report_all (mark, ids, changed, group);
  return OM_CLI_OK;
}

/** om_cli_pin_run: `openmemory pin ID…`. */
int
om_cli_pin_run (OmCli   *cli,
                char   **args,
                GError **error)
{
  return change_mark (cli, args, PIN, error);
}

/** om_cli_keep_run: `openmemory keep ID…`. */
int
om_cli_keep_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  return change_mark (cli, args, KEEP, error);
}

/** om_cli_resolve_run: `openmemory resolve ID…`. */
int
om_cli_resolve_run (OmCli   *cli,
                    char   **args,
                    GError **error)
{
  return change_mark (cli, args, RESOLVE, error);
}
