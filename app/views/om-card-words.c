/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a card of Today is there, and what became of it, in words. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-card-words.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"

/* Longer than this counts in years. */
#define MONTHS_OF_YEARS 24

/* Whole days of the calendar from one instant to another. */
static int
days_between (gint64     from,
              gint64     to,
              GTimeZone *zone)
{
  OmMoment first = om_moment_at (from, zone);
  OmMoment last = om_moment_at (to, zone);

  return MAX (0, om_moment_civil_day (&last) - om_moment_civil_day (&first));
}

static char *
words_for_fading (int      days,
                  gboolean is_over)
{
  if (is_over)
    return g_strdup (_("Fading since today"));
  if (days == 0)
    return g_strdup (_("Fading from today"));
  if (days == 1)
    return g_strdup (_("Fading from tomorrow"));
  return g_strdup_printf (ngettext ("Fading in %d day", "Fading in %d days", (unsigned long) days), days);
}

static char *
words_for_resting (int      days,
                   gboolean is_over)
{
  if (is_over)
    return g_strdup (_("Went to rest today"));
  if (days == 0)
    return g_strdup (_("Goes to rest today"));
  if (days == 1)
    return g_strdup (_("Goes to rest tomorrow"));
  return g_strdup_printf (ngettext ("Goes to rest in %d day", "Goes to rest in %d days", (unsigned long) days), days);
}

static char *
words_for_unseen (int days)
{
  int months = days / 30;
  int years = days / 365;

  if (months < MONTHS_OF_YEARS)
    return g_strdup_printf (ngettext ("Not seen for %d month", "Not seen for %d months", (unsigned long) months), months);
  return g_strdup_printf (ngettext ("Not seen for %d year", "Not seen for %d years", (unsigned long) years), years);
}

static char *
words_for_reflection (int days)
{
  if (days == 0)
    return g_strdup (_("Came together today"));
  if (days == 1)
    return g_strdup (_("Came together yesterday"));
  return g_strdup_printf (ngettext ("Came together %d day ago", "Came together %d days ago", (unsigned long) days), days);
}

/**
 * om_card_words_why:
 * @card: a card
 * @day_start: when the day of the card began, ms UTC
 * @now: ms UTC
 * @zone: of this place
 *
 * Returns: (transfer full): why it is there
 */
char *
om_card_words_why (const OmCard *card,
                   gint64        day_start,
                   gint64        now,
                   GTimeZone    *zone)
{
  switch (card->reason)
    {
    case OM_CARD_BY_HAND:
      return g_strdup (_("Pinned by you"));
    case OM_CARD_FOREMOST:
      return g_strdup (_("Foremost: by importance, use and feeling"));
    case OM_CARD_DRAWN:
      return g_strdup (_("Drawn for today from the twenty foremost"));
    case OM_CARD_FADES:
      return words_for_fading (days_between (day_start, card->at, zone), card->at <= now);
    case OM_CARD_RESTS:
      return words_for_resting (days_between (day_start, card->at, zone), card->at <= now);
    case OM_CARD_IMPORTANT:
      return g_strdup (_("Important, and fading"));
    case OM_CARD_UNSEEN:
      return words_for_unseen (days_between (card->at, day_start, zone));
    case OM_CARD_REFLECTED:
      return words_for_reflection (days_between (card->at, day_start, zone));
    default:
      g_assert_not_reached ();
    }
}

/**
 * om_card_words_done:
 * @act: what was done
 * @n: with how many memories
 *
 * Returns: (transfer full): what that means, for a toast
 */
char *
om_card_words_done (OmCardAct act,
                    guint     n)
{
  switch (act)
    {
    case OM_CARD_NOT_NOW:
      return g_strdup (_("Not on Today until tomorrow"));
    case OM_CARD_LET_REST:
      return g_strdup (_("Let rest: lists and search find it as ever"));
    case OM_CARD_HIDE:
      return g_strdup (_("It does not come up by itself any more"));
    case OM_CARD_KEEP:
      return g_strdup (_("Kept: it does not fade"));
    case OM_CARD_WAKE:
      return g_strdup_printf (ngettext ("%'u memory is awake again", "%'u memories are awake again", n), n);
    default:
      g_assert_not_reached ();
    }
}

/**
 * om_card_words_rested:
 * @n: how many
 *
 * Returns: (transfer full): that they went to rest
 */
char *
om_card_words_rested (guint n)
{
  return g_strdup_printf (ngettext ("%'u memory went to rest", "%'u memories went to rest", n), n);
}
