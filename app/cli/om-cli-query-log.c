/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory query-log`: what other programs asked, and which of them may. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"
#include "engine/om-access.h"

#define WHEN_COLUMNS 18
#define NAME_COLUMNS 24
#define WHAT_COLUMNS 14
#define OUTCOME_COLUMNS 10

static struct
{
  gboolean clear;
  gboolean programs;
} options;

const GOptionEntry om_cli_query_log_options[] = {
  { "clear", 0, 0, G_OPTION_ARG_NONE, &options.clear, N_("Empty the log; what was decided about programs stays"), NULL },
  { "programs", 0, 0, G_OPTION_ARG_NONE, &options.programs, N_("List the programs that asked, and what each may do"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
print_log_json (GPtrArray *entries)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "calls");
  json_builder_begin_array (builder);
  for (guint i = 0; i < entries->len; i++)
    {
      const OmAccess *entry = g_ptr_array_index (entries, i);

      json_builder_begin_object (builder);
      om_cli_json_instant (builder, "at", entry->at);
      om_cli_json_string (builder, "program", entry->program);
      om_cli_json_string (builder, "name", entry->name);
      om_cli_json_string (builder, "what", entry->what);
      om_cli_json_string (builder, "outcome", om_access_outcome_to_nick (entry->outcome));
      om_cli_json_int (builder, "calls", entry->calls);
      om_cli_json_int (builder, "given", entry->given);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_log (OmCli     *cli,
           GPtrArray *entries)
{
  g_autoptr (GString) out = g_string_new (NULL);
  OmCliStyle style = om_cli_style (cli);

  for (guint i = 0; i < entries->len; i++)
    {
      const OmAccess *entry = g_ptr_array_index (entries, i);
      g_autofree char *when = om_cli_dup_instant (cli, entry->at);

      om_cli_text_cut (out, when, WHEN_COLUMNS, TRUE, &style);
      om_cli_text_cut (out, *entry->name != '\0' ? entry->name : "?", NAME_COLUMNS, TRUE, &style);
      om_cli_text_cut (out, entry->what, WHAT_COLUMNS, TRUE, &style);
      om_cli_text_cut (out, om_access_outcome_to_nick (entry->outcome), OUTCOME_COLUMNS, TRUE, &style);
      g_string_append_printf (out, ngettext ("%u call", "%u calls", entry->calls), entry->calls);
      g_string_append (out, ", ");
      g_string_append_printf (out, ngettext ("%u memory given", "%u memories given", entry->given), entry->given);
      g_string_append_c (out, '\n');
    }
  if (entries->len == 0)
    g_string_append (out, _("No other program has asked for memories.\n"));
  om_cli_flush (out);
}

static void
print_programs_json (GPtrArray *programs)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "programs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < programs->len; i++)
    {
      const OmProgram *program = g_ptr_array_index (programs, i);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "program", program->key);
      om_cli_json_string (builder, "name", program->name);
      om_cli_json_string (builder, "leave", om_leave_to_nick (program->leave));
      om_cli_json_instant (builder, "seen", program->seen_at);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_programs (OmCli     *cli,
                GPtrArray *programs)
{
  g_autoptr (GString) out = g_string_new (NULL);
  OmCliStyle style = om_cli_style (cli);

  for (guint i = 0; i < programs->len; i++)
    {
      const OmProgram *program = g_ptr_array_index (programs, i);

      om_cli_text_cut (out, om_leave_to_nick (program->leave), OUTCOME_COLUMNS + 2, TRUE, &style);
      om_cli_text_cut (out, program->name, NAME_COLUMNS, TRUE, &style);
      g_string_append (out, program->key);
      g_string_append_c (out, '\n');
    }
  if (programs->len == 0)
    g_string_append (out, _("No other program has asked for memories.\n"));
  om_cli_flush (out);
}

/** om_cli_query_log_run: `openmemory query-log`. */
int
om_cli_query_log_run (OmCli   *cli,
                      char   **args,
                      GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("“query-log” takes no arguments, only options."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST | (options.clear ? 0 : OM_OPEN_READ_ONLY), error))
    return OM_CLI_STORE;
  if (options.clear && !om_engine_clear_access_log (cli->engine, cli->cancellable, error))
    return OM_CLI_FAILED;
  rows = options.programs ? om_engine_get_programs (cli->engine, cli->cancellable, error)
                          : om_engine_get_access_log (cli->engine, OM_ACCESS_KEPT, cli->cancellable, error);
  if (rows == NULL)
    return OM_CLI_FAILED;
  if (options.programs && cli->json)
    print_programs_json (rows);
  else if (options.programs)
    print_programs (cli, rows);
  else if (cli->json)
    print_log_json (rows);
  else
    print_log (cli, rows);
  return OM_CLI_OK;
}
