/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instants without a place: shown as the clock stood where the person is. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-foreign-time.h"

#include <math.h>
#include <string.h>

/* No journal is written between 1970 and these, counted in the next smaller unit: 10^11 s is the
 * year 5138, 10^11 ms is 1973. */
#define LEAST_MS 1e11
#define LEAST_US 1e14
#define LEAST_NS 1e17

/* 0001-01-01 and 9999-12-31T23:59:59.999Z, with a day to spare for any zone; ms UTC. */
#define FIRST_MS (-62135510400000.0)
#define LAST_MS 253402214399999.0

/**
 * om_foreign_time_from_number:
 * @value: seconds, ms, µs or ns since 1970; the size tells which. 0 is what programs write for a
 *   time they do not know.
 * @zone: where it is to be shown
 * @moment: (out): the moment
 *
 * Returns: %FALSE if it is no time
 */
gboolean
om_foreign_time_from_number (double      value,
                             GTimeZone  *zone,
                             OmMoment   *moment)
{
  double size = fabs (value);
  double ms = value;

  if (!isfinite (value) || value == 0)
    return FALSE;
  if (size < LEAST_MS)
    ms = value * 1000;
  else if (size >= LEAST_NS)
    ms = value / 1e6;
  else if (size >= LEAST_US)
    ms = value / 1e3;
  ms = floor (ms + 1e-3);
  if (ms < FIRST_MS || ms > LAST_MS)
    return FALSE;
  *moment = om_moment_at ((gint64) ms, zone);
  return TRUE;
}

/**
 * om_foreign_time_from_text:
 * @text: (nullable): RFC 3339, a day, or a number
 * @zone: of a time written without one, and where one of UTC is to be shown
 * @moment: (out): the moment
 *
 * Returns: %FALSE if it is no time
 */
gboolean
om_foreign_time_from_text (const char *text,
                           GTimeZone  *zone,
                           OmMoment   *moment)
{
  char *end = NULL;
  double number;

  if (text == NULL || *text == '\0')
    return FALSE;
  if (om_moment_parse (text, zone, moment, NULL))
    {
      /* UTC is the program's clock and not the place of the person. */
      if (moment->precision == OM_PRECISION_INSTANT && moment->offset_s == 0)
        *moment = om_moment_at (moment->ms, zone);
      return TRUE;
    }
  number = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && om_foreign_time_from_number (number, zone, moment);
}
