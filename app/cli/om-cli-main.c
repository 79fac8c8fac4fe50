/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `openmemory`: reads the command line, runs one command, ends with its exit code.
 * Needs neither display nor bus, and speaks UTF-8 in every locale. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-text.h"
#include "memory/om-translations.h"

/* Columns of a terminal that does not say how wide it is. */
#define DEFAULT_WIDTH 80

OmCli om_cli_the_run;

/* Values are read as FILENAME, that is as the bytes they are: STRING would go through the locale's
 * encoding and refuse UTF-8 in the C locale. */
const GOptionEntry om_cli_global_options[] = {
  { "store", 0, 0, G_OPTION_ARG_FILENAME, &om_cli_the_run.store,
    N_("Use this store instead of your journal"), N_("FILE") },
  { "now", 0, 0, G_OPTION_ARG_FILENAME, &om_cli_the_run.now_text,
    N_("Set the clock of this run: a time, or a distance as +60d, -2h, +20y"), N_("TIME") },
  { "json", 0, 0, G_OPTION_ARG_NONE, &om_cli_the_run.json,
    N_("Print one JSON value (openmemory help json)"), NULL },
  { "help", 'h', 0, G_OPTION_ARG_NONE, &om_cli_the_run.help, N_("Explain the command"), NULL },
  { "version", 0, 0, G_OPTION_ARG_NONE, &om_cli_the_run.version, N_("Print the version"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
print_error (const OmCli  *self,
             const GError *error)
{
  OmCliStyle style = { .safe = isatty (STDERR_FILENO) };
  g_autoptr (GString) out = g_string_new (NULL);

  if (self->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();
      g_autofree char *text = NULL;

      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "error");
      json_builder_begin_object (builder);
      om_cli_json_string (builder, "code", om_cli_error_code (error));
      om_cli_json_string (builder, "message", error->message);
      json_builder_end_object (builder);
      json_builder_end_object (builder);
      text = om_cli_json_to_text (builder);
      fputs (text, stderr);
      return;
    }

  om_cli_text_wrap (out, error->message, NULL, "", &style);
  fprintf (stderr, "openmemory: %s\n", out->str);
}

/* Arguments are text; what is not UTF-8 could neither be stored nor found again. */
static gboolean
check_arguments (int      argc,
                 char   **argv,
                 GError **error)
{
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *what = g_strdup_printf (_("Argument %d"), i);

      if (!om_cli_check_utf8 (argv[i], strlen (argv[i]), what, error))
        return FALSE;
    }
  return TRUE;
}

static const GOptionEntry *
global_option (const char *argument)
{
  const char *equals = strchr (argument, '=');
  gsize length = equals != NULL ? (gsize) (equals - argument) : strlen (argument);

  for (const GOptionEntry *entry = om_cli_global_options; entry->long_name != NULL; entry++)
    {
      if (g_str_has_prefix (argument, "--") && strlen (entry->long_name) == length - 2 &&
          strncmp (argument + 2, entry->long_name, length - 2) == 0)
        return entry;
      if (entry->short_name != 0 && length == 2 && argument[0] == '-' &&
          argument[1] == entry->short_name)
        return entry;
    }
  return NULL;
}

/* Finds the word of the command among @argv, 0 if there is none: only options that every command
 * takes may stand before it. */
static gboolean
find_command (char   **argv,
              int     *place,
              GError **error)
{
  *place = 0;
  for (int i = 1; argv[i] != NULL; i++)
    {
      const GOptionEntry *entry;

      if (argv[i][0] != '-')
        {
          *place = i;
          return TRUE;
        }
      entry = global_option (argv[i]);
      if (entry == NULL)
        {
          om_cli_set_usage_error (
            error, _("“%s” cannot stand before the command. “openmemory --help” shows what can."),
            argv[i]);
          return FALSE;
        }
      if (entry->arg != G_OPTION_ARG_NONE && strchr (argv[i], '=') == NULL && argv[i + 1] != NULL)
        i++;
    }
  return TRUE;
}

/* Errors in JSON begin with the command line itself, before it has been read. */
static gboolean
asks_for_json (char **argv)
{
  for (char **p = argv + 1; *p != NULL && !g_str_equal (*p, "--"); p++)
    {
      if (g_str_equal (*p, "--json"))
        return TRUE;
    }
  return FALSE;
}

static gboolean
takes_value (const GOptionEntry *options,
             char                short_name)
{
  for (; options != NULL && options->long_name != NULL; options++)
    {
      if (options->short_name == short_name)
        return options->arg != G_OPTION_ARG_NONE;
    }
  return FALSE;
}

/* GOption takes the value of a short option only after a blank; people also write -k1. */
static void
add_argument (GStrvBuilder       *builder,
              const OmCliCommand *command,
              const char         *argument)
{
  g_autofree char *option = NULL;

  if (command == NULL || argument[0] != '-' || !g_ascii_isalpha (argument[1]) || !g_ascii_isdigit (argument[2]) ||
      !takes_value (command->options, argument[1]))
    {
      g_strv_builder_add (builder, argument);
      return;
    }
  option = g_strndup (argument, 2);
  g_strv_builder_add_many (builder, option, argument + 2, NULL);
}

/* Reads all options. @arguments takes what is no option, without the command itself. */
static gboolean
parse (char                **argv,
       const OmCliCommand  **command,
       char               ***arguments,
       GError              **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) local_error = NULL;
  g_auto (GStrv) rest = NULL;
  GOptionEntry remaining[] = { { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, arguments,
                                 NULL, NULL },
                               G_OPTION_ENTRY_NULL };
  GStrvBuilder *builder;
  gboolean options_end = FALSE;
  int place;

  if (!find_command (argv, &place, error))
    return FALSE;
  if (place > 0)
    {
      *command = om_cli_command_by_name (argv[place]);
      if (*command == NULL)
        {
          om_cli_set_usage_error (error,
                                  _("There is no command “%s”. “openmemory --help” lists them."),
                                  argv[place]);
          return FALSE;
        }
    }

  builder = g_strv_builder_new ();
  for (int i = 0; argv[i] != NULL; i++)
    {
      if (place != 0 && i == place)
        continue;
      options_end |= g_str_equal (argv[i], "--");
      add_argument (builder, options_end ? NULL : *command, argv[i]);
    }
  rest = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);

  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, om_cli_global_options, NULL);
  if (*command != NULL && (*command)->options != NULL)
    g_option_context_add_main_entries (context, (*command)->options, NULL);
  if (*command != NULL && (*command)->filters)
    g_option_context_add_main_entries (context, om_cli_filter_options, NULL);
  g_option_context_add_main_entries (context, remaining, NULL);
  if (g_option_context_parse_strv (context, &rest, &local_error))
    return TRUE;

  if (*command != NULL)
    om_cli_set_usage_error (
      error, _("%s. See “openmemory %s --help”; -- before a text that begins with a hyphen."),
      local_error->message, (*command)->name);
  else
    om_cli_set_usage_error (error, _("%s. See “openmemory --help”."), local_error->message);
  return FALSE;
}

static void
look_at_terminal (OmCli *self)
{
  const char *term = g_getenv ("TERM");
  const char *no_color = g_getenv ("NO_COLOR");
  struct winsize size = { 0 };

  self->terminal = isatty (STDOUT_FILENO);
  if (!self->terminal)
    return;

  self->bold = (no_color == NULL || *no_color == '\0') && g_strcmp0 (term, "dumb") != 0;
  self->width = ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                                 : DEFAULT_WIDTH;
}

static void
print_version (const OmCli *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (!self->json)
    {
      fputs ("openmemory " PACKAGE_VERSION "\n", stdout);
      return;
    }
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "version", PACKAGE_VERSION);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static int
run (OmCli   *self,
     int      argc,
     char   **argv,
     GError **error)
{
  const OmCliCommand *command = NULL;
  g_auto (GStrv) arguments = NULL;
  char *name_only[] = { NULL, NULL };

  if (!check_arguments (argc, argv, error) || !parse (argv, &command, &arguments, error))
    {
      /* Options that could not be read were all set back. */
      self->json = asks_for_json (argv);
      return OM_CLI_USAGE;
    }
  if (self->version)
    {
      print_version (self);
      return OM_CLI_OK;
    }
  if (self->help)
    {
      name_only[0] = command != NULL ? (char *) command->name : NULL;
      return om_cli_help_run (self, name_only, error);
    }
  if (command == NULL)
    {
      om_cli_set_usage_error (
        error, _("Say what to do: openmemory COMMAND …. “openmemory --help” lists the commands."));
      return OM_CLI_USAGE;
    }
  if (self->now_text != NULL && !om_cli_parse_now (self, error))
    return OM_CLI_BAD_INPUT;
  return command->run (self, arguments, error);
}

int
main (int    argc,
      char **argv)
{
  OmCli *self = &om_cli_the_run;
  g_autoptr (GError) error = NULL;
  int status;

  om_translations_begin ();
  g_set_prgname ("openmemory");

  self->cancellable = g_cancellable_new ();
  om_cli_signals_start (self->cancellable);
  self->zone = g_time_zone_new_local ();
  self->json = asks_for_json (argv);
  look_at_terminal (self);

  status = run (self, argc, argv, &error);
  if (error == NULL && (fflush (stdout) != 0 || ferror (stdout)))
    {
      g_set_error (
        &error, OM_ERROR, OM_ERROR_FAILED,
        _("The answer could not be written to standard output: %s. What the command did stands."),
        g_strerror (errno));
      self->store_failed = FALSE;
    }
  if (error != NULL)
    {
      fflush (stdout);
      print_error (self, error);
      status = om_cli_exit_for (self, error);
    }

  om_cli_close (self);
  g_free (self->store);
  g_free (self->now_text);
  g_time_zone_unref (self->zone);
  g_object_unref (self->cancellable);
  return status;
}
