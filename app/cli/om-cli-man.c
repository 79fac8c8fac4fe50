/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory help man`: the manual page, made from the table of commands, so that it tells what --help tells.
 * data/openmemory.1 is what it prints; a test compares. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-options.h"

static const char head[] =
  ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n"
  ".TH OPENMEMORY 1 \"2026-11-30\" \"OpenMemory\" \"User Commands\"\n"
  ".SH NAME\n"
  "openmemory \\- remember, search, bring in and take out memories\n"
  ".SH SYNOPSIS\n"
  ".B openmemory\n"
  ".RB [ \\-\\-store\n"
  ".IR FILE ]\n"
  ".RB [ \\-\\-now\n"
  ".IR TIME ]\n"
  ".RB [ \\-\\-json ]\n"
  ".I COMMAND\n"
  ".RI [ ARGUMENT ...]\n"
  ".SH DESCRIPTION\n"
  "Remembers what you write, lets it fade and brings it back. Works on the journal that the window of\n"
  ".BR openmemory\\-desktop (1)\n"
  "shows; needs no window, no display and no network.\n"
  ".PP\n"
  ".B openmemory help\n"
  ".I COMMAND\n"
  "explains one command, with examples.\n";

static const char tail[] =
  ".SH ENVIRONMENT\n"
  ".TP\n"
  ".B XDG_DATA_HOME\n"
  "Where the journal lies.\n"
  ".TP\n"
  ".BR VISUAL \", \" EDITOR\n"
  "What opens a text for \\fBedit \\-\\-editor\\fR.\n"
  ".TP\n"
  ".B NO_COLOR\n"
  "No bold words.\n"
  ".SH SEE ALSO\n"
  ".BR openmemory\\-desktop (1)\n";

/* Signs that mean something to the typesetter stand for themselves. */
static void
put (GString    *out,
     const char *text)
{
  gboolean at_start = TRUE;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (at_start && (*p == '.' || *p == '\''))
        g_string_append (out, "\\&");
      at_start = *p == '\n';
      if (*p == '\\')
        g_string_append (out, "\\e");
      else if (*p == '-')
        g_string_append (out, "\\-");
      else
        g_string_append_c (out, *p);
    }
}

/* A sentence a line, as the typesetter likes it. */
static void
put_sentence (GString    *out,
              const char *text)
{
  put (out, text);
  if (!g_str_has_suffix (text, "."))
    g_string_append_c (out, '.');
  g_string_append_c (out, '\n');
}

static void
put_options (GString            *out,
             const GOptionEntry *entries)
{
  for (const GOptionEntry *entry = entries; entry != NULL && entry->long_name != NULL; entry++)
    {
      if ((entry->flags & G_OPTION_FLAG_HIDDEN) != 0)
        continue;
      g_string_append (out, ".TP\n");
      if (entry->short_name != 0)
        g_string_append_printf (out, "\\fB\\-%c\\fR, ", entry->short_name);
      g_string_append (out, "\\fB\\-\\-");
      put (out, entry->long_name);
      g_string_append (out, "\\fR");
      if (entry->arg_description != NULL)
        {
          g_string_append (out, " \\fI");
          put (out, _(entry->arg_description));
          g_string_append (out, "\\fR");
        }
      g_string_append_c (out, '\n');
      put_sentence (out, _(entry->description));
    }
}

static void
put_command (GString            *out,
             const OmCliCommand *command)
{
  g_string_append (out, ".SS ");
  put (out, command->name);
  if (*command->arguments != '\0')
    {
      g_string_append_c (out, ' ');
      put (out, _(command->arguments));
    }
  g_string_append_c (out, '\n');
  put_sentence (out, _(command->summary));
  if (command->details != NULL)
    put_sentence (out, _(command->details));
  if (command->filters)
    g_string_append (out, "The options of CHOOSING MEMORIES below say which memories.\n");
  put_options (out, command->options);
}

static void
put_topic (GString          *out,
           const OmCliTopic *topic)
{
  g_autofree char *title = g_ascii_strup (_(topic->summary), -1);

  g_string_append (out, ".SH ");
  put (out, title);
  g_string_append (out, "\n.nf\n");
  put (out, _(topic->text));
  g_string_append (out, ".fi\n");
}

/**
 * om_cli_man_page:
 *
 * Returns: (transfer full): the manual page of the command
 */
char *
om_cli_man_page (void)
{
  GString *out = g_string_new (head);

  g_string_append (out, ".SH OPTIONS\nEvery command takes these, before or after its name.\n");
  put_options (out, om_cli_global_options);
  g_string_append (out, ".SH COMMANDS\n");
  for (guint i = 0; i < om_cli_n_commands; i++)
    put_command (out, &om_cli_commands[i]);
  g_string_append (out, ".SH CHOOSING MEMORIES\n");
  put_options (out, om_cli_filter_options);
  for (guint i = 0; i < om_cli_n_topics; i++)
    put_topic (out, &om_cli_topics[i]);
  g_string_append (out, tail);
  return g_string_free (out, FALSE);
}
