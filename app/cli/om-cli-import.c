/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory import`: a journal of another program, wholly in or wholly out. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "archive/om-import.h"
#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"

static struct
{
  gboolean dry_run;
  char    *format;
  char    *zone;
  char    *date_format;
  gboolean split_at_dates;
  gboolean as_if_lived;
  gboolean guess_encoding;
} options;

const GOptionEntry om_cli_import_options[] = {
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run, N_("Read and count, write nothing"), NULL },
  { "format", 0, 0, G_OPTION_ARG_FILENAME, &options.format, N_("jrnl, markdown or obsidian; found out otherwise"), N_("NAME") },
  { "zone", 0, 0, G_OPTION_ARG_FILENAME, &options.zone, N_("Zone of times without one, as Europe/Berlin; this machine's otherwise"), N_("ZONE") },
  { "date-format", 0, 0, G_OPTION_ARG_FILENAME, &options.date_format, N_("How the source writes dates, as \"%Y-%m-%d %I:%M %p\""), N_("FORM") },
  { "split-at-dates", 0, 0, G_OPTION_ARG_NONE, &options.split_at_dates, N_("One file that holds many days: an entry a day"), NULL },
  { "as-if-lived", 0, 0, G_OPTION_ARG_NONE, &options.as_if_lived, N_("As faded as if each entry had been written when it was lived; fresh otherwise"), NULL },
  { "guess-encoding", 0, 0, G_OPTION_ARG_NONE, &options.guess_encoding, N_("Read what is not UTF-8 as Windows-1252 instead of refusing it"), NULL },
  G_OPTION_ENTRY_NULL
};

static const char *
outcome_word (OmImportOutcome outcome)
{
  static const char *const words[] = { "ok", "partial", "refused", "empty" };

  return words[outcome];
}

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  if (total > 0)
    fprintf (stderr, _("\r%u of %u entries "), done, total);
  else
    fprintf (stderr, _("\r%u entries "), done);
}

static OmReader *
choose_reader (OmCli   *cli,
               GFile   *file,
               GError **error)
{
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GString) names = NULL;
  OmReader *reader;

  if (options.format == NULL)
    return om_readers_probe (file, cli->cancellable, error);

  reader = om_readers_by_name (options.format);
  if (reader != NULL)
    return reader;

  all = om_readers_all ();
  names = g_string_new (NULL);
  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", om_reader_get_name (g_ptr_array_index (all, i)));
  om_cli_set_input_error (error, _("There is no format “%s”. The formats are %s."), options.format, names->str);
  return NULL;
}

static void
print_json (OmReader             *reader,
            const OmImportReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "outcome", outcome_word (report->outcome));
  om_cli_json_boolean (builder, "dry_run", options.dry_run);
  om_cli_json_string (builder, "format", om_reader_get_name (reader));
  om_cli_json_int (builder, "read", report->read);
  om_cli_json_int (builder, "added", report->added);
  om_cli_json_int (builder, "known", report->known);
  om_cli_json_int (builder, "known_deleted", report->known_deleted);
  om_cli_json_int (builder, "changed_at_source", report->changed_at_source);
  om_cli_json_int (builder, "same_text", report->same_text);
  om_cli_json_int (builder, "undated", report->undated);
  om_cli_json_int (builder, "links", report->links);
  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->problems->len; i++)
    {
      const OmProblem *problem = g_ptr_array_index (report->problems, i);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "place", problem->place);
      om_cli_json_string (builder, "message", problem->message);
      om_cli_json_boolean (builder, "lost", problem->lost);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (OmCli                *cli,
            const OmImportReport *report)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *text = om_import_report_to_text (report);
  g_autoptr (GString) out = g_string_new (NULL);

  if (options.dry_run)
    g_string_append_printf (out, "%s\n", _("This was a dry run: nothing was written."));
  om_cli_text_wrap (out, text, NULL, "", &style);
  if (!g_str_has_suffix (out->str, "\n"))
    g_string_append_c (out, '\n');
  om_cli_flush (out);
}

static OmCliExit
exit_for_outcome (OmImportOutcome outcome)
{
  switch (outcome)
    {
    case OM_IMPORT_PARTIAL:
      return OM_CLI_PARTIAL;
    case OM_IMPORT_REFUSED:
      return OM_CLI_REFUSED;
    case OM_IMPORT_OK:
    case OM_IMPORT_EMPTY:
    default:
      return OM_CLI_OK;
    }
}

/* A dry run into a store that is not there yet counts against an empty one, which is made in a
 * folder for temporary files and taken away again. */
static char *
make_empty_store (OmCli   *cli,
                  GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("openmemory-dry-run-XXXXXX", error);

  if (folder == NULL)
    return NULL;
  g_free (cli->store);
  cli->store = g_build_filename (folder, "memories.db", NULL);
  return g_steal_pointer (&folder);
}

static void
take_away (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_unlink (path) != 0)
        g_rmdir (path);
    }
  g_rmdir (folder);
}

static OmImportReport *
do_import (OmCli     *cli,
           OmReader  *reader,
           GFile     *file,
           GTimeZone *zone,
           GError   **error)
{
  OmImportOptions import_options = {
    .read = {
      .zone = zone,
      .date_format = options.date_format,
      .split_at_dates = options.split_at_dates,
      .guess_encoding = options.guess_encoding,
      .now = om_cli_now (cli),
    },
    .as_if_lived = options.as_if_lived,
    .dry_run = options.dry_run,
  };
  gboolean show = isatty (STDERR_FILENO) && !cli->json;
  OmImportReport *report;

  report = om_import (cli->engine, reader, file, &import_options, show ? progress_cb : NULL, NULL, cli->cancellable, error);
  if (show)
    fputs ("\r\033[K", stderr);
  return report;
}

/** om_cli_import_run: `openmemory import FILE|FOLDER`. */
int
om_cli_import_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (OmReader) reader = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (GTimeZone) zone = NULL;
  g_autofree char *store = om_cli_dup_store_path (cli);
  g_autofree char *folder = NULL;

  if (args == NULL || g_strv_length (args) != 1)
    {
      om_cli_set_usage_error (error, _("Say what to import: openmemory import FILE or FOLDER, one at a time."));
      return OM_CLI_USAGE;
    }
  if (options.zone != NULL && !om_cli_parse_zone (options.zone, &zone, error))
    return OM_CLI_BAD_INPUT;
  if (!g_file_test (args[0], G_FILE_TEST_EXISTS))
    {
      om_cli_set_input_error (error, _("There is no file or folder “%s”."), args[0]);
      return OM_CLI_BAD_INPUT;
    }
  file = g_file_new_for_commandline_arg (args[0]);
  reader = choose_reader (cli, file, error);
  if (reader == NULL)
    return OM_CLI_REFUSED;

  if (options.dry_run && !g_file_test (store, G_FILE_TEST_EXISTS))
    {
      folder = make_empty_store (cli, error);
      if (folder == NULL)
        return OM_CLI_FAILED;
    }
  if (om_cli_open (cli, options.dry_run && folder == NULL ? OM_OPEN_READ_ONLY : OM_OPEN_DEFAULT, error))
    report = do_import (cli, reader, file, zone != NULL ? zone : cli->zone, error);
  if (folder != NULL)
    {
      om_cli_close (cli);
      take_away (folder);
    }
  if (report == NULL)
    return OM_CLI_REFUSED;

  if (cli->json)
    print_json (reader, report);
  else
    print_text (cli, report);
  return exit_for_outcome (report->outcome);
}
