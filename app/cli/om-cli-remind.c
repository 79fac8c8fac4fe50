/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory remind`: when a memory wants to be seen, and how well it was remembered then. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "cli/om-cli-text.h"
#include "engine/om-reminders.h"

#define SNIPPET_CHARS 60

static struct
{
  gboolean list;
  gboolean due;
  gboolean off;
  char    *answer;
} options;

const GOptionEntry om_cli_remind_options[] = {
  { "list", 'l', 0, G_OPTION_ARG_NONE, &options.list, N_("List all reminders, the first first"), NULL },
  { "due", 0, 0, G_OPTION_ARG_NONE, &options.due, N_("List those that are due now"), NULL },
  { "answer", 0, 0, G_OPTION_ARG_STRING, &options.answer,
    N_("Say how well it was remembered, now that it is due: vivid, vague or gone; that says when again"), N_("WORD") },
  { "off", 0, 0, G_OPTION_ARG_NONE, &options.off, N_("Switch its reminder off"), NULL },
  G_OPTION_ENTRY_NULL
};

/* Listing --------------------------------------------------------------------------------------- */

static void
add_reminder (JsonBuilder      *builder,
              const OmReminder *reminder,
              gint64            now)
{
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "id", reminder->memory->id);
  om_cli_json_instant (builder, "due_at", reminder->due_at);
  om_cli_json_double (builder, "days", (double) reminder->interval_ms / OM_MS_PER_DAY);
  om_cli_json_boolean (builder, "due", reminder->due_at <= now);
  om_cli_json_instant (builder, "told_at", reminder->told_at);
  json_builder_end_object (builder);
}

static void
print_json (const GPtrArray *reminders,
            gint64           now)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "reminders");
  json_builder_begin_array (builder);
  for (guint i = 0; i < reminders->len; i++)
    add_reminder (builder, g_ptr_array_index (reminders, i), now);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_list (OmCli           *cli,
            const GPtrArray *reminders)
{
  g_autoptr (GString) out = g_string_new (NULL);
  OmCliStyle style = om_cli_style (cli);
  gint64 now = om_cli_now (cli);

  if (reminders->len == 0)
    g_string_append (out, options.due ? _("No reminder is due.\n") : _("There are no reminders.\n"));
  for (guint i = 0; i < reminders->len; i++)
    {
      const OmReminder *reminder = g_ptr_array_index (reminders, i);
      const OmMemory *memory = reminder->memory;
      g_autofree char *id = om_cli_dup_short_id (memory);
      g_autofree char *when = om_cli_dup_instant (cli, reminder->due_at);
      g_autoptr (GArray) unmarked = NULL;
      g_autofree char *text = om_cli_text_snippet (memory->title != NULL ? memory->title : memory->content, NULL,
                                                   SNIPPET_CHARS, &unmarked);

      g_string_append_printf (out, "%s  %s%s  ", id, when, reminder->due_at <= now ? _(" (due)") : "");
      om_cli_text_append (out, text, &style);
      g_string_append_c (out, '\n');
    }
  om_cli_flush (out);
}

static int
list (OmCli   *cli,
      GError **error)
{
  g_autoptr (GPtrArray) reminders = NULL;

  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST | OM_OPEN_READ_ONLY, error))
    return OM_CLI_STORE;
  reminders = om_engine_list_reminders (cli->engine, options.due, cli->cancellable, error);
  if (reminders == NULL)
    return OM_CLI_FAILED;
  if (cli->json)
    print_json (reminders, om_cli_now (cli));
  else
    print_list (cli, reminders);
  return OM_CLI_OK;
}

/* Changing -------------------------------------------------------------------------------------- */

static void
report (OmCli      *cli,
        const char *id,
        gint64      due_at,
        gint64      group)
{
  g_autofree char *when = due_at != 0 ? om_cli_dup_instant (cli, due_at) : NULL;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "id", id);
      om_cli_json_instant (builder, "due_at", due_at);
      om_cli_json_boolean (builder, "changed", group != 0);
      om_cli_json_number (builder, "undo", group);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
      return;
    }
  if (when != NULL)
    printf (group != 0 ? _("%s wants to be seen on %s.\n") : _("%s wants to be seen on %s already.\n"), id, when);
  else
    printf (group != 0 ? _("%s has no reminder any more.\n") : _("%s had no reminder; nothing was changed.\n"), id);
  om_cli_report_undo (group);
}

static int
answer (OmCli            *cli,
        const char       *id,
        OmReminderAnswer  how,
        GError          **error)
{
  gint64 due_at;
  gint64 group;

  if (!om_engine_answer_reminder (cli->engine, id, how, &group, &due_at, cli->cancellable, error))
    return OM_CLI_FAILED;
  report (cli, id, due_at, group);
  return OM_CLI_OK;
}

static int
set (OmCli      *cli,
     const char *id,
     gint64      due_at,
     GError    **error)
{
  gint64 group;

  if (!om_engine_set_reminder (cli->engine, id, due_at, &group, cli->cancellable, error))
    return OM_CLI_FAILED;
  report (cli, id, due_at, group);
  return OM_CLI_OK;
}

/** om_cli_remind_run: `openmemory remind [ID [WHEN]]`. */
int
om_cli_remind_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  guint n = args != NULL ? g_strv_length (args) : 0;
  gboolean changes = !options.off && options.answer == NULL;
  OmReminderAnswer how = om_reminder_answer_from_nick (options.answer);
  g_autoptr (OmMemory) memory = NULL;
  g_autofree char *when = NULL;
  gint64 due_at = 0;

  if (n == 0 && changes)
    return list (cli, error);
  if (options.list || options.due || (changes ? n < 2 : n != 1) || (options.off && options.answer != NULL))
    {
      om_cli_set_usage_error (error, _("Say which memory and when: openmemory remind ID WHEN, or openmemory remind --off ID."));
      return OM_CLI_USAGE;
    }
  if (options.answer != NULL && how == OM_REMINDER_UNKNOWN)
    {
      om_cli_set_input_error (error, _("“%s” is no answer: say vivid, vague or gone."), options.answer);
      return OM_CLI_BAD_INPUT;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  if (changes)
    {
      when = g_strjoinv (" ", args + 1);
      due_at = om_engine_parse_reminder (cli->engine, when, cli->zone, error);
      if (due_at == 0)
        return OM_CLI_BAD_INPUT;
    }
  memory = om_cli_find (cli, args[0], error);
  if (memory == NULL)
    return OM_CLI_NOTHING;
  return options.answer != NULL ? answer (cli, memory->id, how, error) : set (cli, memory->id, due_at, error);
}
