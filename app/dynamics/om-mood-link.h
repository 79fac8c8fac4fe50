/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether days that have to do with something read brighter or darker than the others: family F4 of
 * design/traits.md 5.1. It says how days read, not how they were, and never why. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_MOOD_LINK_LEAST_DAYS 6
#define OM_MOOD_LINK_LEAST_DIFFERENCE 0.25
#define OM_MOOD_LINK_LEAST_T 2.6
#define OM_MOOD_LINK_MOST_Q 0.10

/**
 * OmMoodLink:
 * @n_with: days with it whose valence is known
 * @n_without: the others
 * @difference: mean valence with it less that without
 * @t: of Welch's test
 * @freedom: its degrees of freedom (Welch and Satterthwaite)
 * @p: two-sided
 * @q: of Benjamini and Hochberg, over all that were tested
 * @tested: there are enough days on either side
 * @holds: the rule is met
 */
typedef struct
{
  guint    n_with;
  guint    n_without;
  double   difference;
  double   t;
  double   freedom;
  double   p;
  double   q;
  gboolean tested;
  gboolean holds;
} OmMoodLink;

double om_mood_link_p (double               t,
                       double               freedom);
void   om_mood_links  (const double        *valence,
                       guint                n_days,
                       const guint8 *const *with,
                       guint                n_topics,
                       OmMoodLink          *links);

G_END_DECLS
