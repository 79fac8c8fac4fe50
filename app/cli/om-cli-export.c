/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory export`: everything, or what the options choose, into a file or folder of the person's own. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "archive/om-export.h"
#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"

static struct
{
  char    *format;
  gboolean force;
  gboolean without_private;
} options;

const GOptionEntry om_cli_export_options[] = {
  { "format", 0, 0, G_OPTION_ARG_FILENAME, &options.format,
    N_("archive, markdown (a folder), json or csv; otherwise by the ending of the name"), N_("NAME") },
  { "force", 'f', 0, G_OPTION_ARG_NONE, &options.force, N_("Replace a file of that name, once the new one is whole"), NULL },
  { "without-private", 0, 0, G_OPTION_ARG_NONE, &options.without_private,
    N_("Leave private memories out of a whole archive, too"), NULL },
  G_OPTION_ENTRY_NULL
};

static const OmExporter *
choose_format (const char *path,
               GError    **error)
{
  const OmExporter *const *all = om_exporters_all ();
  const OmExporter *exporter = options.format != NULL ? om_exporters_by_name (options.format) : om_exporters_by_path (path);
  g_autoptr (GString) names = NULL;

  if (exporter != NULL)
    return exporter;
  names = g_string_new (NULL);
  for (gsize i = 0; all[i] != NULL; i++)
    g_string_append_printf (names, "%s%s%s", i > 0 ? ", " : "", all[i]->name, "");
  if (options.format != NULL)
    om_cli_set_input_error (error, _("There is no format “%s” to export. The formats are %s."), options.format, names->str);
  else
    om_cli_set_input_error (error, _("The name “%s” does not say in which format. End it in .openmemory, .json or .csv, or name one with --format: %s."),
                            path, names->str);
  return NULL;
}

/* Everything, unless an option chooses. */
static void
choose_entries (const OmFilter   *filter,
                const OmExporter *exporter,
                OmChoice         *choice)
{
  g_autoptr (OmFilter) plain = om_filter_copy (filter);

  plain->flags_unset &= ~(guint) OM_FLAG_PRIVATE;
  choice->whole = om_filter_equal (plain, NULL);
  choice->filter = filter;
  if (choice->whole && exporter->complete)
    choice->private_memories = options.without_private ? OM_PRIVATE_LEFT_OUT : OM_PRIVATE_TAKEN;
  else
    choice->private_memories = om_cli_filter_takes_private () ? OM_PRIVATE_TAKEN : OM_PRIVATE_LEFT_OUT;
}

static void
print_json (const OmExporter     *exporter,
            const char           *path,
            const OmExportReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "format", exporter->name);
  om_cli_json_string (builder, "path", path);
  om_cli_json_int (builder, "entries", report->entries);
  om_cli_json_int (builder, "read_back", report->read_back);
  om_cli_json_int (builder, "binned", report->binned);
  om_cli_json_int (builder, "private", report->private_memories);
  om_cli_json_int (builder, "left_out", report->left_out);
  om_cli_json_int (builder, "attachments", report->attachments);
  om_cli_json_int (builder, "bytes", (gint64) report->bytes);
  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->problems->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (report->problems, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (OmCli                *cli,
            const OmExportReport *report)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *text = om_export_report_to_text (report);
  g_autoptr (GString) out = g_string_new (NULL);

  om_cli_text_wrap (out, text, NULL, "", &style);
  if (!g_str_has_suffix (out->str, "\n"))
    g_string_append_c (out, '\n');
  om_cli_flush (out);
}

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  g_autofree char *words = g_strdup_printf (ngettext ("%u entry", "%u entries", done), done);

  fprintf (stderr, "\r%s ", words);
}

/** om_cli_export_run: `openmemory export FILE|FOLDER`. */
int
om_cli_export_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autoptr (OmFilter) filter = om_cli_filter_new (cli, error);
  g_autoptr (OmExportReport) report = NULL;
  const OmExporter *exporter;
  OmExportOptions export = { .replace = options.force };
  gboolean show = isatty (STDERR_FILENO) && !cli->json;

  if (filter == NULL)
    return OM_CLI_BAD_INPUT;
  if (args == NULL || g_strv_length (args) != 1)
    {
      om_cli_set_usage_error (error, _("Say where to export to: openmemory export FILE or FOLDER, one at a time."));
      return OM_CLI_USAGE;
    }
  exporter = choose_format (args[0], error);
  if (exporter == NULL)
    return OM_CLI_BAD_INPUT;
  choose_entries (filter, exporter, &export.choice);

  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  report = om_export (cli->engine, exporter, args[0], &export, show ? progress_cb : NULL, NULL, cli->cancellable, error);
  if (show)
    fputs ("\r\033[K", stderr);
  if (report == NULL)
    return om_cli_exit_for (cli, *error);
  if (cli->json)
    print_json (exporter, args[0], report);
  else
    print_text (cli, report);
  return OM_CLI_OK;
}
