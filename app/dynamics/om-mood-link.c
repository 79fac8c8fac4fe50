/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Welch's t, its p by the incomplete beta function, and the q of Benjamini and Hochberg (1995). */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-mood-link.h"

#include <math.h>

#define MAX_STEPS 400
#define CLOSE_ENOUGH 1e-14
#define TINY 1e-300

/* Continued fraction of the incomplete beta function (modified Lentz). */
static double
beta_fraction (double a,
               double b,
               double x)
{
  double c = 1, d = 1 - (a + b) * x / (a + 1), value;

  d = 1 / (fabs (d) < TINY ? TINY : d);
  value = d;
  for (int m = 1; m <= MAX_STEPS; m++)
    {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      double step;

      d = 1 + even * d;
      c = 1 + even / c;
      d = 1 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      value *= d * c;
      d = 1 + odd * d;
      c = 1 + odd / c;
      d = 1 / (fabs (d) < TINY ? TINY : d);
      c = fabs (c) < TINY ? TINY : c;
      step = d * c;
      value *= step;
      if (fabs (step - 1) < CLOSE_ENOUGH)
        break;
    }

  return value;
}

static double
incomplete_beta (double a,
                 double b,
                 double x)
{
  double front;

  if (x <= 0)
    return 0;
  if (x >= 1)
    return 1;
  front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) + a * log (x) + b * log1p (-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction (a, b, x) / a
                                   : 1 - front * beta_fraction (b, a, 1 - x) / b;
}

/**
 * om_mood_link_p:
 * @t: may be infinite
 * @freedom: over 0
 *
 * Returns: how likely a t as far from 0 is by chance, two-sided; 0..1
 */
double
om_mood_link_p (double t,
                double freedom)
{
  if (isinf (t))
    return 0;
  return incomplete_beta (freedom / 2, 0.5, freedom / (freedom + t * t));
}

typedef struct
{
  guint  n;
  double mean;
  double variance; /* of the sample */
} Side;

static Side
side_of (const double *valence,
         guint         n_days,
         const guint8 *with,
         gboolean      wanted)
{
  Side side = { 0 };
  double squares = 0;

  /* Welford, so that equal values have no variance. */
  for (guint i = 0; i < n_days; i++)
    {
      double delta;

      if (isnan (valence[i]) || (with[i] != 0) != wanted)
        continue;
      side.n++;
      delta = valence[i] - side.mean;
      side.mean += delta / side.n;
      squares += delta * (valence[i] - side.mean);
    }
  side.variance = side.n > 1 ? squares / (side.n - 1) : 0;
  return side;
}

static void
test_topic (const double *valence,
            guint         n_days,
            const guint8 *with,
            OmMoodLink   *link)
{
  Side a = side_of (valence, n_days, with, TRUE);
  Side b = side_of (valence, n_days, with, FALSE);
  double part_a, part_b, error;

  *link = (OmMoodLink) { .n_with = a.n, .n_without = b.n, .p = 1, .q = 1 };
  if (a.n > 0 && b.n > 0)
    link->difference = a.mean - b.mean;
  if (a.n < OM_MOOD_LINK_LEAST_DAYS || b.n < OM_MOOD_LINK_LEAST_DAYS)
    return;

  link->tested = TRUE;
  part_a = a.variance / a.n;
  part_b = b.variance / b.n;
  error = part_a + part_b;
  if (error > 0)
    {
      link->t = link->difference / sqrt (error);
      link->freedom = error * error / (part_a * part_a / (a.n - 1) + part_b * part_b / (b.n - 1));
    }
  else
    {
      link->t = link->difference != 0 ? copysign (INFINITY, link->difference) : 0;
      link->freedom = a.n + b.n - 2;
    }
  link->p = om_mood_link_p (link->t, link->freedom);
}

static int
compare_p (gconstpointer a,
           gconstpointer b)
{
  const OmMoodLink *first = *(const OmMoodLink *const *) a, *second = *(const OmMoodLink *const *) b;

  return first->p < second->p ? -1 : first->p > second->p ? 1 : 0;
}

/* q of the greatest p is that p; going down, none is greater than the one above it. */
static void
control (OmMoodLink *links,
         guint       n_topics)
{
  g_autoptr (GPtrArray) tested = g_ptr_array_new ();
  double above = 1;

  for (guint i = 0; i < n_topics; i++)
    if (links[i].tested)
      g_ptr_array_add (tested, &links[i]);
  g_ptr_array_sort (tested, compare_p);
  for (guint i = tested->len; i > 0; i--)
    {
      OmMoodLink *link = g_ptr_array_index (tested, i - 1);

      link->q = above = MIN (above, link->p * tested->len / i);
    }
}

/**
 * om_mood_links:
 * @valence: of each day, -1..1; %NAN if not known
 * @with: (array length=n_topics): for each topic a list of @n_days, not 0 where the day has to do with it
 * @links: (out caller-allocates) (array length=n_topics): what was found of each
 *
 * Tests all topics together: who asks for many finds one by luck, and q takes account of it. Topics are
 * tags, people, weekdays or activities.
 */
void
om_mood_links (const double        *valence,
               guint                n_days,
               const guint8 *const *with,
               guint                n_topics,
               OmMoodLink          *links)
{
  for (guint i = 0; i < n_topics; i++)
    test_topic (valence, n_days, with[i], &links[i]);
  control (links, n_topics);
  for (guint i = 0; i < n_topics; i++)
    links[i].holds = links[i].tested && fabs (links[i].difference) >= OM_MOOD_LINK_LEAST_DIFFERENCE &&
                     fabs (links[i].t) >= OM_MOOD_LINK_LEAST_T && links[i].q <= OM_MOOD_LINK_MOST_Q;
}
