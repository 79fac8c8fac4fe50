/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory import`: a journal of another program, wholly in or wholly out. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <gio/gio.h>
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
  char    *columns;
  gboolean split_at_dates;
  gboolean as_if_lived;
  gboolean guess_encoding;
  gboolean allow_large;
} options;

const GOptionEntry om_cli_import_options[] = {
  { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options.dry_run, N_("Read and count, write nothing"),
    NULL },
  { "format", 0, 0, G_OPTION_ARG_FILENAME, &options.format,
    N_("Name of the format, found out otherwise; ? lists them"), N_("NAME") },
  { "zone", 0, 0, G_OPTION_ARG_FILENAME, &options.zone,
    N_("Zone of times without one, as Europe/Berlin; this machine's otherwise"), N_("ZONE") },
  { "date-format", 0, 0, G_OPTION_ARG_FILENAME, &options.date_format,
    N_("How the source writes dates, as \"%Y-%m-%d %I:%M %p\""), N_("FORM") },
  { "columns", 0, 0, G_OPTION_ARG_FILENAME, &options.columns,
    N_("What the columns of a table are, as \"date=1,title=2,text=3,tags=4\"; found out otherwise"),
    N_("LIST") },
  { "split-at-dates", 0, 0, G_OPTION_ARG_NONE, &options.split_at_dates,
    N_("One file that holds many days: an entry a day"), NULL },
  { "as-if-lived", 0, 0, G_OPTION_ARG_NONE, &options.as_if_lived,
    N_("As faded as if each entry had been written when it was lived; fresh otherwise"), NULL },
  { "guess-encoding", 0, 0, G_OPTION_ARG_NONE, &options.guess_encoding,
    N_("Read what is not UTF-8 as Windows-1252 instead of refusing it"), NULL },
  { "allow-large", 0, 0, G_OPTION_ARG_NONE, &options.allow_large,
    N_("Read files over 200 MiB instead of refusing them"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  g_autofree char *words = total > 0
                             ? g_strdup_printf (ngettext ("%u of %u entry", "%u of %u entries", total), done, total)
                             : g_strdup_printf (ngettext ("%u entry", "%u entries", done), done);

  fprintf (stderr, "\r%s ", words);
}

static gboolean
check_format (GError **error)
{
  g_autoptr (OmReader) reader = om_readers_by_name (options.format);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GString) names = NULL;

  if (reader != NULL)
    return TRUE;

  all = om_readers_all ();
  names = g_string_new (NULL);
  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            om_reader_get_name (g_ptr_array_index (all, i)));
  om_cli_set_input_error (error, _("There is no format “%s”. The formats are %s."), options.format,
                          names->str);
  return FALSE;
}

static void
print_json (OmReader             *reader,
            const OmImportReport *report)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "outcome", om_import_outcome_to_nick (report->outcome));
  om_cli_json_boolean (builder, "dry_run", options.dry_run);
  om_cli_json_string (builder, "format",
                      reader != NULL ? om_reader_get_name (reader) : options.format);
  om_cli_json_int (builder, "read", report->read);
  om_cli_json_int (builder, "added", report->added);
  om_cli_json_int (builder, "known", report->known);
  om_cli_json_int (builder, "known_deleted", report->known_deleted);
  om_cli_json_int (builder, "changed_at_source", report->changed_at_source);
  om_cli_json_int (builder, "same_text", report->same_text);
  om_cli_json_int (builder, "undated", report->undated);
  om_cli_json_int (builder, "links", report->links);
  om_cli_json_int (builder, "files", report->files);
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

/* Errors that are about the source, not about the store. What would let it in is named. */
static gboolean
is_refusal (GError **error)
{
  GError *advised;
  const char *advice;

  if ((*error)->domain != OM_ERROR)
    return FALSE;
  switch ((OmError) (*error)->code)
    {
    case OM_ERROR_TOO_LARGE:
      advice = _("--allow-large does that.");
      break;
    case OM_ERROR_UNRECOGNISED:
      advice = _("--format names one.");
      break;
    case OM_ERROR_ENCODING:
    case OM_ERROR_INVALID:
      return TRUE;
    default:
      return FALSE;
    }

  advised = g_error_new ((*error)->domain, (*error)->code, "%s %s", (*error)->message, advice);
  g_clear_error (error);
  *error = advised;
  return TRUE;
}

/* The source was not taken: --json reports that as it reports what was. */
static int
refuse (OmCli       *cli,
        const char  *path,
        GError      *reason,
        GError     **error)
{
  g_autoptr (GError) owned = reason;

  if (!is_refusal (&owned))
    {
      g_propagate_error (error, g_steal_pointer (&owned));
      return OM_CLI_FAILED;
    }
  if (cli->json)
    {
      g_autoptr (OmImportReport) report = om_import_report_new_refused (path, owned);

      print_json (NULL, report);
    }
  cli->import_refused = TRUE;
  g_propagate_error (error, g_steal_pointer (&owned));
  return OM_CLI_REFUSED;
}

static OmImportReport *
do_import (OmCli     *cli,
           OmReader  *reader,
           GFile     *file,
           GTimeZone *zone,
           OmColumnMap *columns,
           GError   **error)
{
  OmImportOptions import_options = {
    .read = {
      .zone = zone,
      .date_format = options.date_format,
      .columns = columns,
      .split_at_dates = options.split_at_dates,
      .guess_encoding = options.guess_encoding,
      .allow_large = options.allow_large,
      .now = om_cli_now (cli),
    },
    .as_if_lived = options.as_if_lived,
    .dry_run = options.dry_run,
  };
  gboolean show = isatty (STDERR_FILENO) && !cli->json;
  OmImportReport *report;

  report = om_import (cli->engine, reader, file, &import_options, show ? progress_cb : NULL, NULL,
                      cli->cancellable, error);
  if (show)
    fputs ("\r\033[K", stderr);
  return report;
}

/* A dry run counts against the store if there is one, and makes none. */
static gboolean
open_store (OmCli   *cli,
            GError **error)
{
  g_autofree char *path = om_cli_dup_store_path (cli);

  if (options.dry_run && *path != '\0' && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  return om_cli_open (cli, options.dry_run ? OM_OPEN_MUST_EXIST : OM_OPEN_DEFAULT, error);
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
  OmColumnMap columns;
  GError *reason = NULL;

  if (args == NULL || g_strv_length (args) != 1)
    {
      om_cli_set_usage_error (
        error, _("Say what to import: openmemory import FILE or FOLDER, one at a time."));
      return OM_CLI_USAGE;
    }
  if (options.zone != NULL && !om_cli_parse_zone (options.zone, &zone, error))
    return OM_CLI_BAD_INPUT;
  if (options.format != NULL && !check_format (error))
    return OM_CLI_BAD_INPUT;
  if (options.columns != NULL && !om_column_map_parse (options.columns, &columns, error))
    return OM_CLI_BAD_INPUT;
  file = g_file_new_for_path (args[0]);
  if (!g_file_query_exists (file, cli->cancellable))
    {
      om_cli_set_input_error (error, _("There is no file or folder “%s”."), args[0]);
      return OM_CLI_BAD_INPUT;
    }

  reader = options.format != NULL ? om_readers_by_name (options.format)
                                  : om_readers_probe (file, cli->cancellable, &reason);
  if (reader == NULL)
    return refuse (cli, args[0], reason, error);
  if (!open_store (cli, error))
    return OM_CLI_STORE;
  report = do_import (cli, reader, file, zone != NULL ? zone : cli->zone,
                      options.columns != NULL ? &columns : NULL, &reason);
  if (report == NULL)
    return refuse (cli, args[0], reason, error);

  if (cli->json)
    print_json (reader, report);
  else
    print_text (cli, report);
  return exit_for_outcome (report->outcome);
}
