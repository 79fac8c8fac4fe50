/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory forecast`: when a memory will fade and go to rest if nobody touches it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"

/* Up to so many of a unit are told in it, more in the next larger one. */
#define MAX_HOURS 48
#define MAX_DAYS 60
#define MAX_MONTHS 24

#define MS_PER_HOUR (OM_MS_PER_DAY / 24)
#define DAYS_PER_MONTH (365.25 / 12)

/* "in 12 days": the date stands beside it, so a round number will do. */
static char *
dup_distance (gint64 ms)
{
  guint hours = (guint) (MAX (0, ms) / MS_PER_HOUR);
  guint days = (guint) (MAX (0, ms) / OM_MS_PER_DAY);
  guint months = (guint) (days / DAYS_PER_MONTH);
  guint years = (guint) (days / 365.25);

  if (hours < 1)
    return g_strdup (_("within the hour"));
  if (hours <= MAX_HOURS)
    return g_strdup_printf (ngettext ("in %u hour", "in %u hours", hours), hours);
  if (days <= MAX_DAYS)
    return g_strdup_printf (ngettext ("in %u day", "in %u days", days), days);
  if (months <= MAX_MONTHS)
    return g_strdup_printf (ngettext ("in %u month", "in %u months", months), months);
  return g_strdup_printf (ngettext ("in %u year", "in %u years", years), years);
}

static void
json_line (JsonBuilder *builder,
           OmCli       *cli,
           const char  *name,
           gint64       at)
{
  gboolean ahead = at != 0 && at != G_MAXINT64;
  double days = ahead ? (double) (at - om_cli_now (cli)) / (double) OM_MS_PER_DAY : NAN;

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "when", at == 0 ? "already" : ahead ? "ahead" : "never");
  om_cli_json_instant (builder, "at", ahead ? at : 0);
  om_cli_json_double (builder, "days", days);
  json_builder_end_object (builder);
}

static void
print_line (OmCli      *cli,
            gboolean    resting,
            gint64      at,
            const char *already,
            const char *never)
{
  g_autofree char *date = NULL;
  g_autofree char *distance = NULL;

  if (at == 0 || at == G_MAXINT64)
    {
      printf ("%s\n", at == 0 ? already : never);
      return;
    }
  date = om_cli_dup_instant (cli, at);
  distance = dup_distance (at - om_cli_now (cli));
  printf (resting ? _("It goes to rest on %s, %s.\n") : _("It falls to Fading on %s, %s.\n"), date,
          distance);
}

static void
print_text (OmCli            *cli,
            const OmMemory   *memory,
            const OmForecast *forecast)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean kept = (memory->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0;
  int percent;
  OmVividness vividness = om_engine_get_vividness (cli->engine, memory, &percent);

  om_cli_print_line (cli, out, memory, om_cli_when_width (cli, &memory->happened));
  g_string_append_c (out, '\n');
  om_cli_flush (out);
  printf (_("Now: %s (%d), salience %.3f.\n"), om_cli_vividness_word (vividness), percent,
          om_engine_present_salience (cli->engine, memory));
  print_line (cli, FALSE, forecast->fading_at, _("It has faded already."),
              kept ? _("It never fades: it is kept.") : _("It never falls to Fading."));
  print_line (cli, TRUE, forecast->resting_at,
              _("It rests. Recalling it or “openmemory wake” brings it back."),
              _("It never goes to rest."));
}

/** om_cli_forecast_run: `openmemory forecast ID`. */
int
om_cli_forecast_run (OmCli   *cli,
                     char   **args,
                     GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) history = NULL;

  memory = om_cli_open_one (cli, args, "forecast", error);
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
      json_line (builder, cli, "fading", history->forecast.fading_at);
      json_line (builder, cli, "resting", history->forecast.resting_at);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    print_text (cli, memory, &history->forecast);
  return OM_CLI_OK;
}
