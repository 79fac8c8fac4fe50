/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory pin`, `keep` and `resolve`: what a person decides about a memory, and takes back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"

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

/* Pinned implies kept, so what is no longer kept is not pinned either. */
static const struct
{
  guint on;  /* flags it sets */
  guint off; /* flags it takes away with --off */
} flags_of[] = {
  { OM_FLAG_PINNED | OM_FLAG_KEPT, OM_FLAG_PINNED },
  { OM_FLAG_KEPT, OM_FLAG_KEPT | OM_FLAG_PINNED },
  { OM_FLAG_RESOLVED, OM_FLAG_RESOLVED },
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

static gboolean
set_mark (OmCli       *cli,
          const char  *id,
          Mark         mark,
          gboolean    *changed,
          GError     **error)
{
  g_autoptr (OmMemory) memory = om_engine_get (cli->engine, id, cli->cancellable, error);
  guint flags;

  if (memory == NULL)
    return FALSE;
  flags = options.off ? memory->flags & ~flags_of[mark].off : memory->flags | flags_of[mark].on;
  *changed = flags != memory->flags;
  if (!*changed)
    return TRUE;
  memory->flags = flags;
  return om_engine_edit (cli->engine, id, OM_CHANGE_FLAGS, memory, 0, cli->cancellable, error);
}

static int
change_mark (OmCli       *cli,
             char       **args,
             Mark         mark,
             GError     **error)
{
  g_auto (GStrv) ids = om_cli_open_several (cli, args, commands[mark], error);

  if (ids == NULL)
    return OM_CLI_NOTHING;
  for (char **id = ids; *id != NULL; id++)
    {
      gboolean changed = FALSE;

      if (!set_mark (cli, *id, mark, &changed, error))
        return OM_CLI_FAILED;
      if (cli->json)
        continue;
      if (options.off && !changed)
        report_unmarked (mark, *id);
      else
        report (mark, *id);
    }
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "mark", commands[mark]);
      om_cli_json_boolean (builder, "on", !options.off);
      om_cli_json_strv (builder, "ids", (const char *const *) ids);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
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
