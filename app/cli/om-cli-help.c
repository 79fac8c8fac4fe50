/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory help`, --help: pages made from the table of commands. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-text.h"

/* Columns of help pages; what is narrower than a terminal of our day reads well anywhere. */
#define PAGE_WIDTH 100
#define OPTION_COLUMNS 26

static const OmCliStyle page_style = { .width = PAGE_WIDTH };

static void
append_options (GString            *out,
                const GOptionEntry *entries)
{
  for (const GOptionEntry *entry = entries; entry != NULL && entry->long_name != NULL; entry++)
    {
      g_autoptr (GString) left = g_string_new ("  ");
      g_autoptr (GString) right = g_string_new (NULL);
      g_autofree char *indent = g_strnfill (OPTION_COLUMNS, ' ');

      if (entry->flags & G_OPTION_FLAG_HIDDEN)
        continue;
      if (entry->short_name != 0)
        g_string_append_printf (left, "-%c, ", entry->short_name);
      g_string_append_printf (left, "--%s", entry->long_name);
      if (entry->arg_description != NULL)
        g_string_append_printf (left, " %s", _(entry->arg_description));

      om_cli_text_wrap (right, _(entry->description), NULL, indent, &page_style);
      if (om_cli_text_width (left->str) + 1 < OPTION_COLUMNS)
        {
          om_cli_text_cut (out, left->str, OPTION_COLUMNS, TRUE, &page_style);
          g_string_append (out, right->str + OPTION_COLUMNS);
        }
      else
        g_string_append_printf (out, "%s\n%s", left->str, right->str);
      g_string_append_c (out, '\n');
    }
}

/**
 * om_cli_help_overview:
 *
 * Returns: (transfer full): the page of `openmemory --help`
 */
char *
om_cli_help_overview (void)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%s\n\n",
                          _("Usage: openmemory [--store FILE] [--now TIME] [--json] COMMAND …"));
  om_cli_text_wrap (out,
                    _(
                      "Remembers what you write, lets it fade and brings it back. Works on the "
                      "journal that the window shows; needs no window, no display and no network."),
                    NULL, "", &page_style);
  g_string_append_printf (out, "\n\n%s\n", _("Commands:"));
  for (guint i = 0; i < om_cli_n_commands; i++)
    g_string_append_printf (out, "  %-10s%s\n", om_cli_commands[i].name,
                            _(om_cli_commands[i].summary));

  g_string_append_printf (out, "\n%s\n", _("Options every command takes, before or after it:"));
  append_options (out, om_cli_global_options);

  g_string_append_printf (out, "\n%s\n", _("Begin with:"));
  g_string_append_printf (out, "  %s\n  %s\n  %s\n",
                          "openmemory add \"Walked along the canal. A heron at the second lock.\"",
                          "openmemory search heron", "openmemory --store sample.db sample");

  g_string_append_printf (out, "\n%s\n", _("Exit codes:"));
  g_string_append (out, _(om_cli_topics[0].text));

  g_string_append_printf (out, "\n%s\n",
                          _("More: openmemory help COMMAND, or one of these topics:"));
  for (guint i = 0; i < om_cli_n_topics; i++)
    g_string_append_printf (out, "  %-10s%s\n", om_cli_topics[i].name, _(om_cli_topics[i].summary));
  return g_string_free (out, FALSE);
}

/**
 * om_cli_help_command:
 *
 * Returns: (transfer full): the page of one command
 */
char *
om_cli_help_command (const OmCliCommand *command)
{
  GString *out = g_string_new (NULL);
  const char *arguments = *command->arguments != '\0' ? _(command->arguments) : "";

  g_string_append_printf (out, _("Usage: openmemory %s [OPTIONS] %s"), command->name, arguments);
  g_string_append_printf (out, "\n\n%s.\n", _(command->summary));
  if (command->details != NULL)
    {
      om_cli_text_wrap (out, _(command->details), NULL, "", &page_style);
      g_string_append_c (out, '\n');
    }
  if (command->options != NULL)
    {
      g_string_append_printf (out, "\n%s\n", _("Options:"));
      append_options (out, command->options);
    }
  if (command->filters)
    {
      g_string_append_printf (out, "\n%s\n", _("Which memories:"));
      append_options (out, om_cli_filter_options);
    }
  g_string_append_printf (out, "\n%s\n", _("Options every command takes:"));
  append_options (out, om_cli_global_options);
  g_string_append_printf (out, "\n%s\n", _("Examples:"));
  for (guint i = 0; i < OM_CLI_MAX_EXAMPLES && command->examples[i].line != NULL; i++)
    g_string_append_printf (out, "  %s\n      %s\n", command->examples[i].line,
                            _(command->examples[i].what));
  return g_string_free (out, FALSE);
}

static void
json_options (JsonBuilder        *builder,
              const GOptionEntry *entries)
{
  for (const GOptionEntry *entry = entries; entry != NULL && entry->long_name != NULL; entry++)
    {
      char short_name[2] = { entry->short_name, '\0' };

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "name", entry->long_name);
      om_cli_json_string (builder, "short", entry->short_name != 0 ? short_name : NULL);
      om_cli_json_string (builder, "argument",
                          entry->arg_description != NULL ? _(entry->arg_description) : NULL);
      om_cli_json_string (builder, "what", _(entry->description));
      json_builder_end_object (builder);
    }
}

static void
json_command (JsonBuilder        *builder,
              const OmCliCommand *command)
{
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "name", command->name);
  om_cli_json_string (builder, "arguments",
                      *command->arguments != '\0' ? _(command->arguments) : "");
  om_cli_json_string (builder, "summary", _(command->summary));
  om_cli_json_string (builder, "details", command->details != NULL ? _(command->details) : NULL);
  json_builder_set_member_name (builder, "options");
  json_builder_begin_array (builder);
  json_options (builder, command->options);
  if (command->filters)
    json_options (builder, om_cli_filter_options);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "examples");
  json_builder_begin_array (builder);
  for (guint i = 0; i < OM_CLI_MAX_EXAMPLES && command->examples[i].line != NULL; i++)
    {
      json_builder_begin_object (builder);
      om_cli_json_string (builder, "line", command->examples[i].line);
      om_cli_json_string (builder, "what", _(command->examples[i].what));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* The commands and topics that @name names, all if it is NULL. */
static void
print_json (const char *name)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "commands");
  json_builder_begin_array (builder);
  for (guint i = 0; i < om_cli_n_commands; i++)
    {
      if (name == NULL || g_str_equal (name, om_cli_commands[i].name))
        json_command (builder, &om_cli_commands[i]);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "topics");
  json_builder_begin_array (builder);
  for (guint i = 0; i < om_cli_n_topics; i++)
    {
      if (name != NULL && !g_str_equal (name, om_cli_topics[i].name))
        continue;
      json_builder_begin_object (builder);
      om_cli_json_string (builder, "name", om_cli_topics[i].name);
      om_cli_json_string (builder, "summary", _(om_cli_topics[i].summary));
      om_cli_json_string (builder, "text", _(om_cli_topics[i].text));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static const OmCliTopic *
topic_by_name (const char *name)
{
  for (guint i = 0; i < om_cli_n_topics; i++)
    {
      if (g_str_equal (om_cli_topics[i].name, name))
        return &om_cli_topics[i];
    }
  return NULL;
}

/** om_cli_help_run: `openmemory help [COMMAND|TOPIC]`. */
int
om_cli_help_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  const char *name = args != NULL ? args[0] : NULL;
  const OmCliCommand *command = name != NULL ? om_cli_command_by_name (name) : NULL;
  const OmCliTopic *topic = name != NULL ? topic_by_name (name) : NULL;
  gboolean man = g_strcmp0 (name, "man") == 0;
  g_autofree char *page = NULL;

  if (name != NULL && args[1] != NULL)
    {
      om_cli_set_usage_error (error, _("help explains one command or topic at a time."));
      return OM_CLI_USAGE;
    }
  if (name != NULL && command == NULL && topic == NULL && !man)
    {
      om_cli_set_usage_error (
        error, _("There is no command or topic “%s”. “openmemory help” lists them."), name);
      return OM_CLI_USAGE;
    }

  if (cli->json && !man)
    {
      print_json (name);
      return OM_CLI_OK;
    }
  if (command != NULL)
    page = om_cli_help_command (command);
  else if (man)
    page = om_cli_man_page ();
  else if (topic != NULL)
    page = g_strdup_printf ("%s\n\n%s", _(topic->summary), _(topic->text));
  else
    page = om_cli_help_overview ();
  fputs (page, stdout);
  return OM_CLI_OK;
}
