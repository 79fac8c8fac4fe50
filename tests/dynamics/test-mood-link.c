/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mood links. The values of p were found with mpmath by integrating the density of Student's t, with 30
 * digits; the code uses the incomplete beta function. q is compared with its definition. */
#include "config.h"

#include <math.h>

#include "dynamics/om-mood-link.h"
#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static void
test_p (void)
{
  static const struct
  {
    double t, freedom, p;
  } expected[] = {
    { 2.6, 10, 0.0264914975140951 }, { 2.6, 7.5, 0.0333806467828867 },   { 0.5, 3, 0.651447964848151 },
    { 4, 60, 0.000176322387063974 }, { 12.5, 200, 7.15569367134304e-27 }, { 1, 1, 0.5 },
    { -1, 1, 0.5 },                  { 0, 5, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    om_assert_near (om_mood_link_p (expected[i].t, expected[i].freedom) / expected[i].p, 1, 1e-10);
  om_assert_near (om_mood_link_p (INFINITY, 4), 0, 0);
}

static void
test_welch (void)
{
  static const double valence[] = { 0.6, 0.5,  0.7,  0.4, 0.8, 0.65, 0.55, 0.45, 0.75, 0.1,  0.3, -0.2,
                                    0.25, 0.4, 0.0, 0.2, -0.1, 0.35, 0.15, 0.05, 0.3, NAN, NAN };
  guint8 with[G_N_ELEMENTS (valence)] = { 0 };
  const guint8 *topics[] = { with };
  OmMoodLink link;

  for (guint i = 0; i < 9; i++)
    with[i] = 1;
  with[21] = 1;
  om_mood_links (valence, G_N_ELEMENTS (valence), topics, 1, &link);
  g_assert_cmpuint (link.n_with, ==, 9);
  g_assert_cmpuint (link.n_without, ==, 12);
  om_assert_near (link.difference, 0.45, 1e-12);
  om_assert_near (link.t, 6.38820477954045, 1e-10);
  om_assert_near (link.freedom, 18.9998867682397, 1e-9);
  om_assert_near (link.p / 3.97690982211542e-6, 1, 1e-9);
  om_assert_near (link.q, link.p, 0);
  g_assert_true (link.tested && link.holds);

  /* Five days on one side are not tested; equal values differ endlessly, or not at all. */
  for (guint i = 5; i < 9; i++)
    with[i] = 0;
  om_mood_links (valence, G_N_ELEMENTS (valence), topics, 1, &link);
  g_assert_false (link.tested || link.holds);
}

static void
test_equal (void)
{
  double valence[20];
  guint8 with[20];
  const guint8 *topics[] = { with };
  OmMoodLink link;

  for (guint i = 0; i < 20; i++)
    {
      with[i] = i < 10;
      valence[i] = 0.3;
    }
  om_mood_links (valence, 20, topics, 1, &link);
  om_assert_near (link.p, 1, 0);
  g_assert_false (link.holds);
  for (guint i = 0; i < 10; i++)
    valence[i] = -0.3;
  om_mood_links (valence, 20, topics, 1, &link);
  om_assert_near (link.difference, -0.6, 1e-12);
  g_assert_true (link.holds);
}

/* The least of p_j m / j over all p_j that are not less: the definition, the slow way. */
static double
q_by_definition (const OmMoodLink *links,
                 guint             n,
                 guint             which)
{
  double least = 1;

  for (guint i = 0; i < n; i++)
    {
      guint rank = 0;

      if (links[i].p < links[which].p)
        continue;
      for (guint j = 0; j < n; j++)
        rank += links[j].p <= links[i].p;
      least = MIN (least, links[i].p * n / rank);
    }
  return least;
}

/* Topics that have nothing to do with the mood: q is as defined, and hardly a journal finds a link. */
static void
test_noise (void)
{
  enum { N_JOURNALS = 1000, N_TOPICS = 20, N_DAYS = 80 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (20251130);
  guint found = 0;

  for (guint round = 0; round < N_JOURNALS; round++)
    {
      double valence[N_DAYS];
      guint8 with[N_TOPICS][N_DAYS];
      const guint8 *topics[N_TOPICS];
      OmMoodLink links[N_TOPICS];
      gboolean any = FALSE;

      for (guint i = 0; i < N_DAYS; i++)
        valence[i] = (g_rand_double_range (rand, -1, 1) + g_rand_double_range (rand, -1, 1) +
                      g_rand_double_range (rand, -1, 1)) / 3;
      for (guint t = 0; t < N_TOPICS; t++)
        {
          topics[t] = with[t];
          for (guint i = 0; i < N_DAYS; i++)
            with[t][i] = g_rand_double (rand) < 0.25;
        }
      om_mood_links (valence, N_DAYS, topics, N_TOPICS, links);
      for (guint t = 0; t < N_TOPICS; t++)
        {
          g_assert_true (links[t].tested);
          om_assert_near (links[t].q, q_by_definition (links, N_TOPICS, t), 1e-12);
          any = any || links[t].holds;
        }
      found += any;
    }
  g_test_message ("%u of %d journals without any link have one", found, N_JOURNALS);
  g_assert_cmpuint (found, <=, N_JOURNALS / 10);
}

void
test_mood_link_add (void)
{
  g_test_add_func ("/dynamics/mood-link/p", test_p);
  g_test_add_func ("/dynamics/mood-link/welch", test_welch);
  g_test_add_func ("/dynamics/mood-link/equal", test_equal);
  g_test_add_func ("/dynamics/mood-link/noise", test_noise);
}
