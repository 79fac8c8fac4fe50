/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory history`: what happened to a memory, and what it did to its salience. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-past.h"
#include "cli/om-cli-print.h"
#include "engine/om-history-words.h"

/* Columns of a line: when, what happened, salience before and after. */
#define WHEN_COLUMNS 18
#define CAUSE_COLUMNS 26
#define CAUSE_COLUMNS_MAX 42
#define SALIENCE_COLUMNS 17

/** om_cli_json_history: adds the members of a history to an object that is open. */
void
om_cli_json_history (JsonBuilder     *builder,
                     const OmHistory *history)
{
  json_builder_set_member_name (builder, "events");
  json_builder_begin_array (builder);
  for (guint i = 0; i < history->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i);
      g_auto (GStrv) marks = om_cli_flag_words (event->flags);

      json_builder_begin_object (builder);
      om_cli_json_instant (builder, "at", event->at);
      om_cli_json_string (builder, "cause", om_event_cause_to_nick (event->cause));
      om_cli_json_double (builder, "before", event->before);
      om_cli_json_double (builder, "after", event->after);
      om_cli_json_string (builder, "by", event->way != OM_RECALL_WAY_UNKNOWN ? om_recall_way_to_nick (event->way) : NULL);
      om_cli_json_string (builder, "program", event->program);
      om_cli_json_string (builder, "from", event->related_id);
      om_cli_json_int (builder, "recalls", event->coactivations);
      om_cli_json_strv (builder, "marks", (const char *const *) marks);
      om_cli_json_instant (builder, "archived", event->archived_at);
      om_cli_json_number (builder, "undo", event->undone ? 0 : event->group);
      om_cli_json_boolean (builder, "undone", event->undone);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "earlier");
  json_builder_begin_array (builder);
  for (guint i = 0; i < history->points->len; i++)
    {
      const OmSaliencePoint *point = &g_array_index (history->points, OmSaliencePoint, i);

      json_builder_begin_object (builder);
      om_cli_json_instant (builder, "at", point->at);
      om_cli_json_double (builder, "salience", point->salience);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_row (OmCli      *cli,
           GString    *out,
           gint64      at,
           const char *what,
           guint       what_columns,
           const char *salience)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *when = om_cli_dup_instant (cli, at);

  om_cli_text_cut (out, when, WHEN_COLUMNS, TRUE, &style);
  om_cli_text_cut (out, what, MAX (what_columns, om_cli_text_width (what) + 1), TRUE, &style);
  om_cli_text_cut (out, salience, SALIENCE_COLUMNS, TRUE, &style);
}

/* The memory an event came from, by its id and first line. */
static void
append_origin (OmCli      *cli,
               GString    *out,
               const char *id)
{
  OmCliStyle style = om_cli_style (cli);
  g_autoptr (OmMemory) memory = om_engine_get (cli->engine, id, cli->cancellable, NULL);
  g_autofree char *short_id = memory != NULL ? om_cli_dup_short_id (memory) : NULL;
  g_autofree char *title = memory != NULL ? om_memory_dup_title (memory) : NULL;

  if (memory == NULL)
    return;
  g_string_append_printf (out, _("from %s "), short_id);
  om_cli_text_cut (out, title, 30, FALSE, &style);
  g_string_append_c (out, ' ');
}

static GPtrArray *
cause_words (const OmHistory *history)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < history->events->len; i++)
    g_ptr_array_add (words, om_history_event_words (g_ptr_array_index (history->events, i),
                                                    i > 0 ? g_ptr_array_index (history->events, i - 1) : NULL));
  return words;
}

/* What happened, one under the other; one that is longer than most pushes its own line alone. */
static guint
cause_columns (GPtrArray *words)
{
  guint columns = CAUSE_COLUMNS;

  for (guint i = 0; i < words->len; i++)
    columns = MAX (columns, om_cli_text_width (g_ptr_array_index (words, i)) + 2);
  return MIN (columns, CAUSE_COLUMNS_MAX);
}

static void
end_row (GString *out)
{
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

/** om_cli_print_history: appends what happened, a line each, and where it stands now. */
void
om_cli_print_history (OmCli           *cli,
                      GString         *out,
                      const OmMemory  *memory,
                      const OmHistory *history)
{
  g_autofree char *present = g_strdup_printf ("%.3f", om_engine_present_salience (cli->engine,
                                                                                  memory));
  g_autoptr (GPtrArray) words = cause_words (history);
  guint columns = cause_columns (words);

  for (guint i = 0; i < history->points->len; i++)
    {
      const OmSaliencePoint *point = &g_array_index (history->points, OmSaliencePoint, i);
      g_autofree char *salience = g_strdup_printf ("≈ %.3f", point->salience);

      print_row (cli, out, point->at, _("of earlier days"), columns, salience);
      end_row (out);
    }
  for (guint i = 0; i < history->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i);
      gboolean first = i == 0 && history->points->len == 0;
      g_autofree char *salience = first
                                    ? g_strdup_printf ("%.3f", event->after)
                                    : g_strdup_printf ("%.3f → %.3f", event->before, event->after);

      print_row (cli, out, event->at, g_ptr_array_index (words, i), columns, salience);
      if (event->related_id != NULL)
        append_origin (cli, out, event->related_id);
      if (event->undone)
        g_string_append (out, _("(taken back)"));
      else if (event->group != 0)
        g_string_append_printf (out, _("(undo %lld)"), (long long) event->group);
      end_row (out);
    }
  print_row (cli, out, om_cli_now (cli), _("now"), columns, present);
  end_row (out);
}

/** om_cli_history_run: `openmemory history ID`. */
int
om_cli_history_run (OmCli   *cli,
                    char   **args,
                    GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) history = NULL;

  memory = om_cli_open_one (cli, args, "history", error);
  if (memory == NULL)
    return OM_CLI_NOTHING;
  history = om_engine_get_history (cli->engine, memory->id, cli->cancellable, error);
  if (history == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_present (builder, cli, memory);
      om_cli_json_history (builder, history);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autoptr (GString) out = g_string_new (NULL);

      om_cli_print_line (cli, out, memory, om_cli_when_width (cli, &memory->happened));
      g_string_append_c (out, '\n');
      om_cli_print_history (cli, out, memory, history);
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}
