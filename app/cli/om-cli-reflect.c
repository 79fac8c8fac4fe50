/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory reflect`: what repeats itself or keeps coming back becomes a memory of its own. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "engine/om-reflect.h"

static struct
{
  gboolean today;
} options;

const GOptionEntry om_cli_reflect_options[] = { { "today", 0, 0, G_OPTION_ARG_NONE, &options.today,
                                                  N_("Take in the running day, too"), NULL },
                                                G_OPTION_ENTRY_NULL };

static void
print_json (const OmReflectReport *report,
            GPtrArray             *created)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_int (builder, "days", report->days);
  om_cli_json_boolean (builder, "too_few", report->too_few);
  json_builder_set_member_name (builder, "created");
  om_cli_json_titles (builder, created);
  om_cli_json_int (builder, "extended", report->n_extended);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (OmCli                 *cli,
            const OmReflectReport *report,
            GPtrArray             *created)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (report->too_few)
    g_string_append (out,
                     _("There is too little to reflect on yet: it takes 20 dated memories.\n"));
  else
    g_string_append_printf (out,
                            ngettext ("Looked at %u day that is new.\n",
                                      "Looked at %u days that are new.\n", report->days),
                            report->days);
  if (created->len > 0)
    g_string_append_printf (out,
                            ngettext ("%u new reflection:\n", "%u new reflections:\n",
                                      created->len),
                            created->len);
  else if (report->days > 0)
    g_string_append (out, _("No new reflection.\n"));
  om_cli_print_lines (cli, out, created);
  if (report->n_extended > 0)
    g_string_append_printf (out,
                            ngettext ("%u reflection got new members.\n",
                                      "%u reflections got new members.\n", report->n_extended),
                            report->n_extended);
  om_cli_flush (out);
}

/** om_cli_reflect_run: `openmemory reflect`. */
int
om_cli_reflect_run (OmCli   *cli,
                    char   **args,
                    GError **error)
{
  g_autoptr (OmReflectReport) report = NULL;
  g_autoptr (GPtrArray) created = NULL;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("reflect takes no arguments; it looks at every new day."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error) ||
      !om_engine_load (cli->engine, cli->cancellable, error))
    return OM_CLI_STORE;
  report = om_engine_reflect (cli->engine, options.today, cli->cancellable, error);
  if (report == NULL)
    return OM_CLI_FAILED;
  if (report->skipped && !report->too_few)
    {
      om_cli_set_busy_error (error);
      return OM_CLI_STORE;
    }
  created = om_cli_get_all (cli, (const char *const *) report->created, error);
  if (created == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    print_json (report, created);
  else
    print_text (cli, report, created);
  return OM_CLI_OK;
}
