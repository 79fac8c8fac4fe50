/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory imports`: what was imported when, and its report. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-import-report.h"
#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"

static void
add_json (JsonBuilder        *builder,
          const OmPastImport *import)
{
  g_autoptr (JsonNode) report = json_from_string (import->report, NULL);

  json_builder_begin_object (builder);
  om_cli_json_int (builder, "id", import->id);
  om_cli_json_instant (builder, "at", import->at);
  om_cli_json_string (builder, "format", import->format);
  om_cli_json_string (builder, "file", import->file_name);
  json_builder_set_member_name (builder, "report");
  if (report != NULL)
    json_builder_add_value (builder, g_steal_pointer (&report));
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}

static void
print_line (OmCli              *cli,
            GString            *out,
            const OmPastImport *import)
{
  OmCliStyle style = om_cli_style (cli);
  g_autoptr (OmImportReport) report = om_import_report_from_json (import->report);
  g_autofree char *when = om_cli_dup_instant (cli, import->at);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, import->id);
  guint added = report != NULL ? report->added : 0;
  /* Translators: how many memories an import brought */
  g_autofree char *brought = g_strdup_printf (ngettext ("%u memory", "%u memories", added), added);

  om_cli_text_cut (out, number, 6, TRUE, &style);
  om_cli_text_cut (out, when, 18, TRUE, &style);
  om_cli_text_cut (out, brought, 18, TRUE, &style);
  om_cli_text_cut (out, import->format, 14, TRUE, &style);
  om_cli_text_cut (out, import->file_name, 60, FALSE, &style);
  g_string_append_c (out, '\n');
}

static void
print_report (OmCli              *cli,
              GString            *out,
              const OmPastImport *import)
{
  OmCliStyle style = om_cli_style (cli);
  g_autoptr (OmImportReport) report = om_import_report_from_json (import->report);
  g_autofree char *text = report != NULL ? om_import_report_to_text (report) : NULL;

  print_line (cli, out, import);
  if (text != NULL)
    om_cli_text_wrap (out, text, NULL, "", &style);
}

/** om_cli_imports_run: `openmemory imports [ID]`. */
int
om_cli_imports_run (OmCli   *cli,
                    char   **args,
                    GError **error)
{
  g_autoptr (GPtrArray) imports = NULL;
  guint n_args = args != NULL ? g_strv_length (args) : 0;
  gint64 id = 0;

  if (n_args > 1)
    {
      om_cli_set_usage_error (error, _("Say one number of an import, or none for all."));
      return OM_CLI_USAGE;
    }
  if (n_args == 1 && (!g_ascii_string_to_signed (args[0], 10, 1, G_MAXINT64, &id, NULL)))
    {
      om_cli_set_input_error (error, _("“%s” is not the number of an import. “openmemory imports” lists them."),
                              args[0]);
      return OM_CLI_BAD_INPUT;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  imports = om_engine_list_imports (cli->engine, id, cli->cancellable, error);
  if (imports == NULL)
    return OM_CLI_FAILED;
  if (id != 0 && imports->len == 0)
    {
      om_cli_set_input_error (error, _("There is no import with the number %s."), args[0]);
      return OM_CLI_NOTHING;
    }

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      if (id == 0)
        json_builder_begin_array (builder);
      for (guint i = 0; i < imports->len; i++)
        add_json (builder, g_ptr_array_index (imports, i));
      if (id == 0)
        json_builder_end_array (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint i = 0; i < imports->len; i++)
        {
          if (id != 0)
            print_report (cli, out, g_ptr_array_index (imports, i));
          else
            print_line (cli, out, g_ptr_array_index (imports, i));
        }
      if (imports->len == 0)
        g_string_append_printf (out, "%s\n", _("Nothing was imported yet."));
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}
