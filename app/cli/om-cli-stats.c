/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory stats`: counts what is there. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "engine/om-days.h"
#include "engine/om-tallies.h"

/* Columns of the names. */
#define NAME_COLUMNS 16

typedef const char *(*NickFunc) (int value);

static const char *
sector_nick (int value)
{
  return om_sector_to_nick (value);
}

static const char *
type_nick (int value)
{
  return om_memory_type_to_nick (value);
}

static const char *
tier_nick (int value)
{
  return om_tier_to_nick (value);
}

static const char *
vividness_nick (int value)
{
  return om_vividness_to_nick (value);
}

static const char *
stage_nick (int value)
{
  return om_vector_stage_to_nick (value);
}

static void
json_group (JsonBuilder *builder,
            const char  *name,
            const guint *counts,
            int          n,
            NickFunc     nick)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (int i = 0; i < n; i++)
    om_cli_json_int (builder, nick (i), counts[i]);
  json_builder_end_object (builder);
}

/* The mean, or nothing where there is none. */
static void
json_mean (JsonBuilder *builder,
           const char  *name,
           double       sum,
           guint        n)
{
  json_builder_set_member_name (builder, name);
  if (n > 0)
    json_builder_add_double_value (builder, sum / n);
  else
    json_builder_add_null_value (builder);
}

static void
json_months (JsonBuilder *builder,
             GArray      *tallies)
{
  json_builder_set_member_name (builder, "months");
  json_builder_begin_array (builder);
  for (guint i = 0; i < tallies->len; i++)
    {
      const OmTally *tally = &g_array_index (tallies, OmTally, i);
      g_autofree char *month = g_strdup_printf ("%04d-%02d", tally->month / 12, tally->month % 12 + 1);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "month", tally->month == OM_TALLY_UNDATED ? "unknown" : month);
      json_group (builder, "by_sector", tally->entries, OM_N_SECTORS, sector_nick);
      om_cli_json_int (builder, "words", (gint64) tally->words);
      om_cli_json_int (builder, "moods", tally->n_moods);
      json_mean (builder, "mean_valence", tally->valence, tally->n_moods);
      json_mean (builder, "mean_arousal", tally->arousal, tally->n_moods);
      om_cli_json_int (builder, "recalls", tally->recalls);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_json (OmCli         *cli,
            const OmStats *stats,
            GArray        *tallies,
            guint          n_days)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  OmTally sum;

  om_tallies_sum (tallies, &sum);

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "store", om_engine_get_path (cli->engine));
  om_cli_json_int (builder, "memories", stats->memories);
  om_cli_json_int (builder, "binned", stats->binned);
  om_cli_json_int (builder, "sections", stats->sections);
  om_cli_json_int (builder, "waypoints", stats->waypoints);
  om_cli_json_int (builder, "tags", stats->tags);
  om_cli_json_int (builder, "versions", stats->versions);
  om_cli_json_int (builder, "words", (gint64) sum.words);
  om_cli_json_int (builder, "days", n_days);
  om_cli_json_int (builder, "recalls", sum.recalls);
  json_group (builder, "by_sector", stats->by_sector, OM_N_SECTORS, sector_nick);
  json_group (builder, "by_type", stats->by_type, OM_N_MEMORY_TYPES, type_nick);
  json_group (builder, "by_tier", stats->by_tier, OM_N_TIERS, tier_nick);
  json_group (builder, "by_vividness", stats->by_vividness, OM_N_VIVIDNESS, vividness_nick);
  json_group (builder, "by_stage", stats->by_stage, OM_N_VECTOR_STAGES, stage_nick);
  om_cli_json_moment (builder, "first_happened", &stats->first_happened);
  om_cli_json_moment (builder, "last_happened", &stats->last_happened);
  json_months (builder, tallies);
  om_cli_json_int (builder, "revision", stats->revision);
  om_cli_json_int (builder, "bytes", stats->bytes);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_count (GString    *out,
             const char *name,
             guint64     count)
{
  static const OmCliStyle style = { 0 };

  om_cli_text_cut (out, name, MAX (NAME_COLUMNS, om_cli_text_width (name) + 1), TRUE, &style);
  g_string_append_printf (out, "%8" G_GUINT64_FORMAT "\n", count);
}

static void
print_group (GString     *out,
             const char  *heading,
             const guint *counts,
             int          n,
             NickFunc     nick)
{
  g_string_append_printf (out, "\n%s\n", heading);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("  %s", nick (i));

      print_count (out, name, counts[i]);
    }
}

static void
print_text (OmCli         *cli,
            const OmStats *stats,
            GArray        *tallies,
            guint          n_days)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *size = g_format_size ((guint64) stats->bytes);
  OmTally sum;
  OmCliStyle style = om_cli_style (cli);

  om_tallies_sum (tallies, &sum);
  style.width = 0;
  om_cli_text_append (out, om_engine_get_path (cli->engine), &style);
  g_string_append_printf (out, " (%s)\n", size);
  if (stats->first_happened.precision != OM_PRECISION_UNKNOWN)
    {
      g_autofree char *first = om_cli_dup_when (cli, &stats->first_happened);
      g_autofree char *last = om_cli_dup_when (cli, &stats->last_happened);

      g_string_append_printf (out, _("From %s to %s"), first, last);
      g_string_append_c (out, '\n');
    }
  g_string_append_c (out, '\n');
  print_count (out, _("Memories"), stats->memories);
  print_count (out, _("In the bin"), stats->binned);
  print_count (out, _("Sections"), stats->sections);
  print_count (out, _("Links"), stats->waypoints);
  print_count (out, _("Tags"), stats->tags);
  print_count (out, _("Former texts"), stats->versions);
  print_count (out, _("Words"), sum.words);
  print_count (out, _("Days"), n_days);
  print_count (out, _("Recalls"), sum.recalls);
  print_group (out, _("Vividness"), stats->by_vividness, OM_N_VIVIDNESS, vividness_nick);
  print_group (out, _("Sector"), stats->by_sector, OM_N_SECTORS, sector_nick);
  print_group (out, _("Type"), stats->by_type, OM_N_MEMORY_TYPES, type_nick);
  om_cli_flush (out);
}

/** om_cli_stats_run: `openmemory stats`. */
int
om_cli_stats_run (OmCli   *cli,
                  char   **args,
                  GError **error)
{
  OmStats stats = { 0 };
  g_autoptr (GArray) tallies = NULL;
  g_autoptr (GArray) days = NULL;

  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error, _("stats takes no arguments."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error) ||
      !om_engine_get_stats (cli->engine, &stats, cli->cancellable, error))
    return OM_CLI_STORE;
  tallies = om_engine_get_tallies (cli->engine, cli->cancellable, error);
  days = tallies != NULL ? om_engine_count_days (cli->engine, NULL, cli->cancellable, error) : NULL;
  if (days == NULL)
    return OM_CLI_STORE;

  if (cli->json)
    print_json (cli, &stats, tallies, days->len);
  else
    print_text (cli, &stats, tallies, days->len);
  return OM_CLI_OK;
}
