/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to come of a memory if nothing recalls it, in whole sentences. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-forecast-words.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-looks.h"

static char *
dup_day (gint64     at,
         GTimeZone *zone)
{
  OmMoment moment = om_moment_at (at, zone);

  return om_date_words_day (&moment);
}

static gboolean
is_to_come (gint64 at)
{
  return at > 0 && at < G_MAXINT64;
}

/**
 * om_forecast_words:
 * @vividness: how present the memory is now
 * @forecast: when it crosses a line
 * @zone: of this place
 *
 * Returns: (transfer full): a sentence or two, with the days
 */
char *
om_forecast_words (const OmMemory   *memory,
                   OmVividness       vividness,
                   const OmForecast *forecast,
                   GTimeZone        *zone)
{
  const char *word = om_look_vividness_name (vividness);
  gboolean fades = is_to_come (forecast->fading_at);
  gboolean rests = is_to_come (forecast->resting_at);
  g_autofree char *fading = fades ? dup_day (forecast->fading_at, zone) : NULL;
  g_autofree char *resting = rests ? dup_day (forecast->resting_at, zone) : NULL;

  if (vividness == OM_VIVIDNESS_RESTING)
    return g_strdup (memory->archived_at != 0 ? _("Resting, for you put it to rest. Waking or recalling it brings it back.")
                                              : _("Resting now. Waking or recalling it brings it back."));
  if ((memory->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0)
    return g_strdup (_("Kept, so it does not fade."));
  if (fades && rests && forecast->fading_at < forecast->resting_at)
    {
      /* Translators: the first %s is a word like Vivid or Clear, the others are days */
      return g_strdup_printf (_("%s now; will be fading about %s, resting about %s, if nothing recalls it."), word, fading,
                              resting);
    }
  if (rests)
    {
      /* Translators: the first %s is a word like Clear or Fading, the second a day */
      return g_strdup_printf (_("%s now; will be resting about %s, if nothing recalls it."), word, resting);
    }
  if (fades)
    {
      /* Translators: the first %s is a word like Vivid or Clear, the second a day */
      return g_strdup_printf (_("%s now; will be fading about %s, if nothing recalls it. It does not go to rest."), word, fading);
    }
  /* Translators: %s is a word like Vivid, Clear or Fading */
  return g_strdup_printf (_("%s now, and stays so at this pace."), word);
}
