/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is hidden as a whole, and what became of it, in words. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-hiding-words.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"

static char *
dup_day (gint32 number)
{
  int year, month, day;
  OmMoment moment;

  om_date_from_day_number (number, &year, &month, &day);
  moment = om_moment_on_day (year, month, day);
  return om_date_words_day (&moment);
}

/**
 * om_hiding_words_title:
 *
 * Returns: (transfer full): what it is; plain text
 */
char *
om_hiding_words_title (const OmHiding *hiding)
{
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  switch (hiding->kind)
    {
    case OM_HIDING_TAG:
      /* Translators: memories that carry a tag */
      return g_strdup_printf (_("Tagged “%s”"), hiding->name);
    case OM_HIDING_NAME:
      /* Translators: memories in which a person or thing is named */
      return g_strdup_printf (_("Naming “%s”"), hiding->name);
    case OM_HIDING_PERIOD:
    default:
      first = dup_day (hiding->first_day);
      last = dup_day (hiding->last_day);
      if (hiding->first_day == hiding->last_day)
        return g_steal_pointer (&first);
      /* Translators: the first and the last day of a period */
      return g_strdup_printf (_("%s – %s"), first, last);
    }
}

/** om_hiding_words_count: (transfer full): how many memories that is */
char *
om_hiding_words_count (const OmHiding *hiding)
{
  return g_strdup_printf (ngettext ("%'u memory", "%'u memories", hiding->n_memories), hiding->n_memories);
}

/**
 * om_hiding_words_done:
 * @hidden: whether it was to be hidden, or shown again
 * @changed: whether it was otherwise before
 *
 * Returns: (transfer full): what became of it; plain text
 */
char *
om_hiding_words_done (const OmHiding *hiding,
                      gboolean        hidden,
                      gboolean        changed)
{
  g_autofree char *title = om_hiding_words_title (hiding);

  /* Translators: %s is what is hidden, such as: Tagged “work” */
  return g_strdup_printf (hidden && !changed ? _("%s: hidden already")
                          : hidden           ? _("%s: no longer shown by itself")
                                             : _("%s: may come up again"),
                          title);
}
