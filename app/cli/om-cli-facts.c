/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory facts`: what the entries state plainly, and when it changed. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"
#include "engine/om-fact-words.h"
#include "engine/om-facts.h"

static struct
{
  char    *as_of;
  gboolean all;
} options;

const GOptionEntry om_cli_facts_options[] = {
  { "as-of", 0, 0, G_OPTION_ARG_FILENAME, &options.as_of, N_("Those that held then (openmemory help dates); now otherwise"),
    N_("DATE") },
  { "all", 0, 0, G_OPTION_ARG_NONE, &options.all, N_("Every one there was, with when it changed"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
print_json_fact (JsonBuilder        *builder,
                 const OmFactRecord *fact)
{
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "subject", fact->subject);
  om_cli_json_string (builder, "predicate", fact->predicate);
  om_cli_json_string (builder, "value", fact->value);
  om_cli_json_string (builder, "memory", fact->memory_id);
  om_cli_json_instant (builder, "since", fact->since);
  om_cli_json_instant (builder, "until", fact->until);
  om_cli_json_string (builder, "superseded_by", fact->superseded_by);
  om_cli_json_int (builder, "start", fact->start);
  om_cli_json_int (builder, "length", fact->length);
  json_builder_end_object (builder);
}

static void
print_text_fact (OmCli              *cli,
                 GString            *out,
                 const OmFactRecord *fact)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *since = om_cli_dup_instant (cli, fact->since);
  g_autofree char *until = fact->until != 0 ? om_cli_dup_instant (cli, fact->until) : NULL;

  om_cli_text_append (out, om_fact_is_about_writer (fact->subject) ? C_("subject of a fact", "you") : fact->subject,
                      &style);
  g_string_append (out, " · ");
  om_cli_text_append (out, om_fact_predicate_words (fact->predicate), &style);
  g_string_append (out, ": ");
  om_cli_text_append (out, fact->value, &style);
  g_string_append (out, "\n    ");
  g_string_append_printf (out, _("since %s"), since);
  if (until != NULL)
    {
      g_string_append (out, ", ");
      g_string_append_printf (out, _("changed on %s"), until);
    }
  g_string_append_c (out, '\n');
}

static gboolean
read_as_of (OmCli   *cli,
            gint64  *as_of,
            GError **error)
{
  OmMoment moment;
  int year, month, day;

  *as_of = options.all ? OM_FACTS_EVER : om_cli_now (cli);
  if (options.as_of == NULL)
    return TRUE;
  if (!om_cli_parse_date (cli, options.as_of, &moment, error))
    return FALSE;
  if (moment.precision == OM_PRECISION_UNKNOWN)
    {
      om_cli_set_input_error (error, _("“%s” cannot be taken for %s: it wants a date."), options.as_of, "--as-of");
      return FALSE;
    }
  /* A day means its end. */
  if (moment.precision == OM_PRECISION_DAY)
    {
      om_moment_civil_date (&moment, &year, &month, &day);
      om_moment_from_local (cli->zone, year, month, day, 23, 59, 59, &moment);
    }
  *as_of = moment.ms;
  return TRUE;
}

/** om_cli_facts_run: `openmemory facts`. */
int
om_cli_facts_run (OmCli   *cli,
                  char   **args,
                  GError **error)
{
  g_autoptr (GPtrArray) facts = NULL;
  gint64 as_of;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("facts takes no words, only --as-of and --all."));
      return OM_CLI_USAGE;
    }
  if (!read_as_of (cli, &as_of, error))
    return OM_CLI_BAD_INPUT;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_FAILED;
  facts = om_engine_list_facts (cli->engine, as_of, NULL, cli->cancellable, error);
  if (facts == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_array (builder);
      for (guint i = 0; i < facts->len; i++)
        print_json_fact (builder, g_ptr_array_index (facts, i));
      json_builder_end_array (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint i = 0; i < facts->len; i++)
        print_text_fact (cli, out, g_ptr_array_index (facts, i));
      if (facts->len == 0)
        g_string_append_printf (out, "%s\n", _("No entry states a fact of that time."));
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}
