/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory traits`: what is known of the person; `traits run` works it out, `traits groups` asks for
 * names, `traits explain` says what is seen in a text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-explain.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "cli/om-cli-trait-words.h"
#include "engine/om-trait-job.h"

static struct
{
  char    *stage;
  char    *tier;
  char    *context;
  char    *text;
  gboolean review;
  gboolean all;
} options;

const GOptionEntry om_cli_traits_options[] = {
  { "stage", 0, 0, G_OPTION_ARG_STRING, &options.stage,
    N_("Those of one stage: trend, candidate, emerging, established, core, dissolved"), N_("STAGE") },
  { "tier", 0, 0, G_OPTION_ARG_STRING, &options.tier, N_("Those of one tier: behavior, preference, core"), N_("TIER") },
  { "context", 0, 0, G_OPTION_ARG_STRING, &options.context,
    N_("Those of one part of life: work, personal, social, learning, general"), N_("CONTEXT") },
  { "text", 0, 0, G_OPTION_ARG_STRING, &options.text, N_("Those whose sentence holds this"), N_("TEXT") },
  { "review", 0, 0, G_OPTION_ARG_NONE, &options.review, N_("Those to be asked about: still true?"), NULL },
  { "all", 0, 0, G_OPTION_ARG_NONE, &options.all, N_("Also those that were let go"), NULL },
  G_OPTION_ENTRY_NULL
};

static gboolean
read_filter (OmTraitFilter *filter,
             GError       **error)
{
  OmTraitStage stage;

  *filter = (OmTraitFilter) OM_TRAIT_FILTER_INIT;
  filter->text = options.text;
  filter->only_review = options.review;
  if (options.all)
    filter->stages = (1u << OM_N_TRAIT_STAGES) - 1;
  if (options.stage != NULL)
    {
      stage = om_trait_stage_from_nick (options.stage);
      if (stage == OM_TRAIT_STAGE_UNKNOWN)
        {
          om_cli_set_input_error (error, _("“%s” is no stage. The stages are trend, candidate, emerging, established, core, "
                                           "dissolved."),
                                  options.stage);
          return FALSE;
        }
      filter->stages = 1u << stage;
    }
  if (options.tier != NULL && (filter->tier = om_trait_tier_from_nick (options.tier)) == OM_TRAIT_TIER_UNKNOWN)
    {
      om_cli_set_input_error (error, _("“%s” is no tier. The tiers are behavior, preference, core."), options.tier);
      return FALSE;
    }
  if (options.context != NULL && (filter->context = om_context_from_nick (options.context)) == OM_CONTEXT_UNKNOWN)
    {
      om_cli_set_input_error (error, _("“%s” is no part of life. They are work, personal, social, learning, general."),
                              options.context);
      return FALSE;
    }
  return TRUE;
}

static void
print_list (OmCli     *cli,
            GPtrArray *traits)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "traits");
  json_builder_begin_array (builder);
  for (guint i = 0; i < traits->len; i++)
    {
      if (cli->json)
        om_cli_trait_json (builder, g_ptr_array_index (traits, i));
      else
        om_cli_trait_line (cli, out, g_ptr_array_index (traits, i));
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (traits->len == 0)
    g_string_append (out, _("No traits. “openmemory traits run” looks for them.\n"));
  if (cli->json)
    om_cli_json_print (builder);
  else
    om_cli_flush (out);
}

static int
list (OmCli   *cli,
      GError **error)
{
  g_autoptr (GPtrArray) traits = NULL;
  OmTraitFilter filter;

  if (!read_filter (&filter, error))
    return OM_CLI_BAD_INPUT;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  traits = om_engine_list_traits (cli->engine, &filter, cli->cancellable, error);
  if (traits == NULL)
    return OM_CLI_FAILED;
  print_list (cli, traits);
  return OM_CLI_OK;
}

static int
run (OmCli   *cli,
     GError **error)
{
  g_autofree OmTraitReport *report = NULL;

  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  report = om_engine_find_traits (cli->engine, NULL, NULL, cli->cancellable, error);
  if (report == NULL)
    return OM_CLI_FAILED;
  if (report->skipped)
    {
      om_cli_set_busy_error (error);
      return OM_CLI_STORE;
    }
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_int (builder, "read", report->n_read);
      om_cli_json_int (builder, "changed", report->n_changed);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
      return OM_CLI_OK;
    }
  printf (ngettext ("Read %u entry that is new or changed.\n", "Read %u entries that are new or changed.\n", report->n_read),
          report->n_read);
  printf (ngettext ("%u trait is new, changed or gone.\n", "%u traits are new, changed or gone.\n", report->n_changed),
          report->n_changed);
  return OM_CLI_OK;
}

static int
list_groups (OmCli   *cli,
             GError **error)
{
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  groups = om_engine_get_trait_groups (cli->engine, cli->cancellable, error);
  if (groups == NULL)
    return OM_CLI_FAILED;
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "groups");
  json_builder_begin_array (builder);
  for (guint i = 0; i < groups->len; i++)
    {
      const OmTraitGroup *group = g_ptr_array_index (groups, i);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "id", group->id);
      json_builder_set_member_name (builder, "traits");
      json_builder_begin_array (builder);
      g_string_append_printf (out, _("%s: what would you call this?\n"), group->id);
      for (guint j = 0; j < group->traits->len; j++)
        {
          om_cli_trait_json (builder, g_ptr_array_index (group->traits, j));
          om_cli_trait_line (cli, out, g_ptr_array_index (group->traits, j));
        }
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (groups->len == 0)
    g_string_append (out, _("Nothing goes together without a name.\n"));
  if (cli->json)
    om_cli_json_print (builder);
  else
    om_cli_flush (out);
  return OM_CLI_OK;
}

static int
explain (OmCli   *cli,
         char   **words,
         GError **error)
{
  gboolean from_stdin = words[0] == NULL || (g_str_equal (words[0], "-") && words[1] == NULL);
  g_autofree char *text = from_stdin ? om_cli_read_stdin (cli, error) : om_cli_join_words (words);

  if (text == NULL)
    return OM_CLI_BAD_INPUT;
  if (om_cli_is_blank (text))
    {
      om_cli_set_input_error (error, _("The text is empty. Give words or standard input."));
      return OM_CLI_BAD_INPUT;
    }

  om_cli_explain (cli, text);
  return g_cancellable_set_error_if_cancelled (cli->cancellable, error) ? OM_CLI_CANCELLED : OM_CLI_OK;
}

/** om_cli_traits_run: `openmemory traits`. */
int
om_cli_traits_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  const char *what = args != NULL ? args[0] : NULL;

  if (what == NULL)
    return list (cli, error);
  if (g_str_equal (what, "explain"))
    return explain (cli, args + 1, error);
  if (args[1] == NULL && g_str_equal (what, "run"))
    return run (cli, error);
  if (args[1] == NULL && g_str_equal (what, "groups"))
    return list_groups (cli, error);
  om_cli_set_usage_error (error, _("traits knows no “%s”: it is used alone, or with run, groups, or explain and a text."), what);
  return OM_CLI_USAGE;
}
