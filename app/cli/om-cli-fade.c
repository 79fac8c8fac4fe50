/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory fade`: one pass of fading, or what it would do. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "engine/om-fade.h"

static struct
{
  gboolean dry_run;
} options;

const GOptionEntry om_cli_fade_options[] = { { "dry-run", 'n', 0, G_OPTION_ARG_NONE,
                                               &options.dry_run,
                                               N_("Only say what a pass would do"), NULL },
                                             G_OPTION_ENTRY_NULL };

static void
print_json (OmCli              *cli,
            const OmFadeReport *report,
            GPtrArray          *resting)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_boolean (builder, "dry_run", report->dry_run);
  om_cli_json_instant (builder, "since", report->since);
  om_cli_json_int (builder, "checked", report->checked);
  om_cli_json_int (builder, "resting", report->resting);
  json_builder_set_member_name (builder, "newly_resting");
  om_cli_json_titles (builder, resting);
  om_cli_json_double (builder, "lowest_score", report->checked > 0 ? report->lowest_score : NAN);
  json_builder_set_member_name (builder, "by_tier");
  json_builder_begin_object (builder);
  for (int tier = 0; tier < OM_N_TIERS; tier++)
    om_cli_json_int (builder, om_tier_to_nick (tier), report->by_tier[tier]);
  json_builder_end_object (builder);
  om_cli_json_int (builder, "vectors_compressed", report->n_compressed);
  om_cli_json_int (builder, "vectors_to_fingerprints", report->n_fingerprints);
  om_cli_json_int (builder, "vectors_restored", report->n_restored);
  om_cli_json_int (builder, "links_pruned", report->n_pruned);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_resting (OmCli              *cli,
               GString            *out,
               const OmFadeReport *report,
               GPtrArray          *resting)
{
  g_autofree char *since = report->since > 0 ? om_cli_dup_instant (cli, report->since) : NULL;

  if (since == NULL)
    g_string_append (out, _("There was no report before: from the next one on it is said which "
                            "memories went to rest.\n"));
  else if (resting->len == 0)
    g_string_append_printf (out, _("None went to rest since %s.\n"), since);
  else
    {
      g_string_append_printf (out,
                              ngettext ("%u memory went to rest since %s:\n",
                                        "%u memories went to rest since %s:\n", resting->len),
                              resting->len, since);
      om_cli_print_lines (cli, out, resting);
      g_string_append (out, _("“openmemory wake ID…” wakes them.\n"));
    }
}

static void
print_text (OmCli              *cli,
            const OmFadeReport *report,
            GPtrArray          *resting)
{
  g_autoptr (GString) out = g_string_new (NULL);
  OmCliStyle style = om_cli_style (cli);
  const struct
  {
    const char *name;
    char       *value;
  } rows[] = {
    { _("Checked"), g_strdup_printf ("%u", report->checked) },
    { _("Resting"), g_strdup_printf ("%u", report->resting) },
    { _("Lowest score"), report->checked > 0 ? g_strdup_printf ("%.4f", report->lowest_score)
                                             : NULL },
    { _("Tiers"),
      g_strdup_printf (_("hot %u, warm %u, cold %u"), report->by_tier[OM_TIER_HOT],
                       report->by_tier[OM_TIER_WARM], report->by_tier[OM_TIER_COLD]) },
    { _("Vectors"),
      g_strdup_printf (_("%u compressed, %u turned into fingerprints, %u made whole again"),
                       report->n_compressed, report->n_fingerprints, report->n_restored) },
    { _("Links"), g_strdup_printf (_("%u too weak to keep"), report->n_pruned) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      om_cli_field (out, rows[i].name, rows[i].value, &style);
      g_free (rows[i].value);
    }
  g_string_append_c (out, '\n');
  print_resting (cli, out, report, resting);
  if (report->dry_run)
    g_string_append (out, _("This was a dry run: nothing was changed.\n"));
  om_cli_flush (out);
}

/** om_cli_fade_run: `openmemory fade`. */
int
om_cli_fade_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  g_autoptr (OmFadeReport) report = NULL;
  g_autoptr (GPtrArray) resting = NULL;
  OmOpenFlags flags = options.dry_run ? OM_OPEN_READ_ONLY : OM_OPEN_DEFAULT;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("fade takes no arguments; it looks at everything."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST | flags, error) ||
      !om_engine_load (cli->engine, cli->cancellable, error))
    return OM_CLI_STORE;
  report = om_engine_fade (cli->engine, options.dry_run, cli->cancellable, error);
  if (report == NULL)
    return OM_CLI_FAILED;
  if (report->skipped)
    {
      om_cli_set_busy_error (error);
      return OM_CLI_STORE;
    }
  resting = om_cli_get_all (cli, (const char *const *) report->newly_resting, error);
  if (resting == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    print_json (cli, report, resting);
  else
    print_text (cli, report, resting);
  return OM_CLI_OK;
}
