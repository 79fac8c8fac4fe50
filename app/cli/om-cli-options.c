/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values people type after an option, each with one clear message for what cannot be taken. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-options.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/** om_cli_parse_number: a whole number from @least to @most. */
gboolean
om_cli_parse_number (const char  *option,
                     const char  *text,
                     gint64       least,
                     gint64       most,
                     gint64      *number,
                     GError     **error)
{
  if (g_ascii_string_to_signed (text, 10, least, most, number, NULL))
    return TRUE;

  om_cli_set_input_error (
    error,
    _("“%s” cannot be taken for %s: it wants a whole number from %lld to %lld."), text, option,
    (long long) least, (long long) most);
  return FALSE;
}

/** om_cli_parse_real: a number from @least to @most, with a point. */
gboolean
om_cli_parse_real (const char  *option,
                   const char  *text,
                   double       least,
                   double       most,
                   double      *number,
                   GError     **error)
{
  char *end;

  errno = 0;
  *number = g_ascii_strtod (text, &end);
  if (errno == 0 && end != text && *end == '\0' && *number >= least && *number <= most)
    return TRUE;

  om_cli_set_input_error (error, _("“%s” cannot be taken for %s: it wants a number from %g to %g."),
                          text, option, least, most);
  return FALSE;
}

/* Reads +60d, -2h, +20y, counted from @from. Returns FALSE if it is not of that form. */
static gboolean
parse_relative (const char *text,
                GDateTime  *from,
                gint64     *ms)
{
  g_autoptr (GDateTime) then = NULL;
  guint64 amount;
  int n;
  char *unit;

  if ((*text != '+' && *text != '-') || !g_ascii_isdigit (text[1]))
    return FALSE;
  amount = g_ascii_strtoull (text + 1, &unit, 10);
  if (amount > 1000000)
    return FALSE;

  n = *text == '-' ? -(int) amount : (int) amount;
  if (g_str_equal (unit, "s"))
    then = g_date_time_add_seconds (from, n);
  else if (g_str_equal (unit, "min"))
    then = g_date_time_add_minutes (from, n);
  else if (g_str_equal (unit, "h"))
    then = g_date_time_add_hours (from, n);
  else if (g_str_equal (unit, "d"))
    then = g_date_time_add_days (from, n);
  else if (g_str_equal (unit, "w"))
    then = g_date_time_add_weeks (from, n);
  else if (g_str_equal (unit, "m") || g_str_equal (unit, "mo"))
    then = g_date_time_add_months (from, n);
  else if (g_str_equal (unit, "y"))
    then = g_date_time_add_years (from, n);
  if (then == NULL)
    return FALSE;

  *ms = g_date_time_to_unix (then) * 1000 + g_date_time_get_microsecond (then) / 1000;
  return TRUE;
}

static GDateTime *
date_time_at (const OmCli *cli,
              gint64       ms)
{
  OmMoment moment = om_moment_at (ms, cli->zone);

  return om_moment_to_local (&moment);
}

static gboolean
has_a_date (gint64     ms,
            GTimeZone *zone)
{
  OmMoment moment = om_moment_at (ms, zone);
  g_autoptr (GDateTime) there = om_moment_to_local (&moment);

  return there != NULL;
}

/**
 * om_cli_parse_now:
 *
 * Sets the clock of the run from --now: a date and time, a date (its noon), or a distance from the
 * present such as +60d, -2h, +20y.
 */
gboolean
om_cli_parse_now (OmCli   *cli,
                  GError **error)
{
  g_autoptr (GDateTime) wall = date_time_at (cli, om_clock_wall (NULL));
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  int year, month, day;
  OmMoment moment;

  if (parse_relative (cli->now_text, wall, &cli->now))
    return TRUE;
  if (!om_moment_parse (cli->now_text, cli->zone, &moment, NULL))
    {
      om_cli_set_input_error (error,
                              _(
                                "“%s” cannot be taken for --now: write a time as 2024-05-31 22:15, "
                                "or a distance as +60d, -2h, +20y (s, min, h, d, w, m, y)."),
                              cli->now_text);
      return FALSE;
    }
  if (moment.precision == OM_PRECISION_DAY)
    {
      om_moment_civil_date (&moment, &year, &month, &day);
      om_moment_from_local (cli->zone, year, month, day, 12, 0, 0, &moment);
    }
  cli->now = moment.ms;
  if (has_a_date (cli->now, cli->zone) && has_a_date (cli->now, utc))
    return TRUE;
  om_cli_set_input_error (error,
                          _("“%s” cannot be taken for --now: it is outside the years 1 to 9999, "
                            "here or in UTC."),
                          cli->now_text);
  return FALSE;
}

/**
 * om_cli_parse_date:
 * @text: `today`, `yesterday`, `unknown`, a distance such as -3d, or what om_moment_parse() takes
 */
gboolean
om_cli_parse_date (const OmCli  *cli,
                   const char   *text,
                   OmMoment     *moment,
                   GError      **error)
{
  gint64 now = om_cli_now (cli);
  g_autoptr (GDateTime) here = date_time_at (cli, now);
  gboolean yesterday = g_ascii_strcasecmp (text, "yesterday") == 0;
  gint64 ms;
  int year, month, day;

  if (g_ascii_strcasecmp (text, "unknown") == 0)
    {
      *moment = om_moment_unknown (now);
      return TRUE;
    }
  if (yesterday || g_ascii_strcasecmp (text, "today") == 0)
    {
      OmMoment at = om_moment_at (now, cli->zone);

      om_date_from_day_number (om_moment_civil_day (&at) - (yesterday ? 1 : 0), &year, &month,
                               &day);
      *moment = om_moment_on_day (year, month, day);
      return TRUE;
    }
  if (here != NULL && parse_relative (text, here, &ms))
    {
      *moment = om_moment_at (ms, cli->zone);
      return TRUE;
    }
  return om_moment_parse (text, cli->zone, moment, error);
}

/** om_cli_parse_mood: `VALENCE,AROUSAL` as in -0.4,0.3, or `unknown`, which gives NAN twice. */
gboolean
om_cli_parse_mood (const char  *text,
                   double      *valence,
                   double      *arousal,
                   GError     **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 0);

  if (g_ascii_strcasecmp (text, "unknown") == 0)
    {
      *valence = *arousal = NAN;
      return TRUE;
    }
  if (g_strv_length (parts) == 2 && om_cli_parse_real ("--mood", parts[0], -1, 1, valence, NULL) &&
      om_cli_parse_real ("--mood", parts[1], 0, 1, arousal, NULL))
    return TRUE;

  om_cli_set_input_error (
    error,
    _(
      "“%s” cannot be taken for --mood: write valence (-1 to 1) and arousal (0 to 1) as -0.4,0.3."),
    text);
  return FALSE;
}

/** om_cli_parse_sector: one of the five. */
gboolean
om_cli_parse_sector (const char  *text,
                     OmSector    *sector,
                     GError     **error)
{
  *sector = om_sector_from_nick (text);
  if (*sector != OM_SECTOR_UNKNOWN)
    return TRUE;

  om_cli_set_input_error (error,
                          _("There is no sector “%s”. The sectors are episodic, semantic, "
                            "procedural, emotional, reflective."),
                          text);
  return FALSE;
}

/** om_cli_parse_type: @any: also the types that only the program makes. */
gboolean
om_cli_parse_type (const char    *text,
                   gboolean       any,
                   OmMemoryType  *type,
                   GError       **error)
{
  *type = om_memory_type_from_nick (text);
  if (*type != OM_MEMORY_TYPE_UNKNOWN && (any || *type <= OM_MEMORY_TYPE_DOCUMENT))
    return TRUE;

  if (any)
    om_cli_set_input_error (
      error,
      _("There is no type “%s”. The types are fact, episode, document, section, reflection."),
      text);
  else
    om_cli_set_input_error (
      error, _("“%s” is no type you can choose. The types are fact, episode, document."), text);
  return FALSE;
}

/** om_cli_parse_context: one of the five, or `unknown`. */
gboolean
om_cli_parse_context (const char  *text,
                      OmContext   *context,
                      GError     **error)
{
  *context = om_context_from_nick (text);
  if (*context != OM_CONTEXT_UNKNOWN || g_ascii_strcasecmp (text, "unknown") == 0)
    return TRUE;

  om_cli_set_input_error (
    error,
    _("There is no context “%s”. The contexts are work, personal, social, learning, general."),
    text);
  return FALSE;
}

/** om_cli_parse_zone: a zone as the zone database names it, or an offset such as +05:45. */
gboolean
om_cli_parse_zone (const char  *text,
                   GTimeZone  **zone,
                   GError     **error)
{
  /* GLib reads an offset without a sign, too, and 2024 is rather a year. */
  *zone = g_ascii_isdigit (text[0]) ? NULL : g_time_zone_new_identifier (text);
  if (*zone != NULL)
    return TRUE;

  om_cli_set_input_error (error,
                          _("There is no time zone “%s”. Write it as Europe/Berlin or +02:00."),
                          text);
  return FALSE;
}
