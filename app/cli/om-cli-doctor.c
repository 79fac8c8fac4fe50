/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory doctor`: is the store sound, and can what is not be made again? */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "engine/om-doctor.h"

static struct
{
  gboolean repair;
} options;

const GOptionEntry om_cli_doctor_options[] = { { "repair", 0, 0, G_OPTION_ARG_NONE, &options.repair,
                                                 N_("Make again what can be made from the texts"),
                                                 NULL },
                                               G_OPTION_ENTRY_NULL };

static void
print_json (const OmDoctorReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_boolean (builder, "sound", report->sound);
  json_builder_set_member_name (builder, "findings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->findings->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (report->findings, i));
  json_builder_end_array (builder);
  om_cli_json_int (builder, "repaired", report->n_repaired);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (const OmDoctorReport *report)
{
  for (guint i = 0; i < report->findings->len; i++)
    printf ("%s\n", (const char *) g_ptr_array_index (report->findings, i));
  if (report->n_repaired > 0)
    printf (ngettext ("Made the vectors of %u memory again.\n",
                      "Made the vectors of %u memories again.\n", report->n_repaired),
            report->n_repaired);
  if (report->sound)
    printf (_("The store is sound.\n"));
  else if (options.repair)
    printf (_("The store is not sound. Your texts are left as they are; keep a copy of the file "
              "before anything else.\n"));
  else
    printf (_("The store is not sound. “openmemory doctor --repair” makes again what can be made; "
              "texts are never touched.\n"));
}

/** om_cli_doctor_run: `openmemory doctor`. */
int
om_cli_doctor_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autoptr (OmDoctorReport) report = NULL;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("doctor takes no arguments; --store names another store."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli,
                    OM_OPEN_MUST_EXIST | (options.repair ? OM_OPEN_DEFAULT : OM_OPEN_READ_ONLY),
                    error))
    return OM_CLI_STORE;
  report = om_engine_doctor (cli->engine, options.repair, cli->cancellable, error);
  if (report == NULL)
    return OM_CLI_STORE;

  if (cli->json)
    print_json (report);
  else
    print_text (report);
  return report->sound ? OM_CLI_OK : OM_CLI_STORE;
}
