/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When one writes. The lower bounds were found with mpmath as roots of the score equation
 * (p' - p)^2 = z^2 p (1 - p) / n, not by the formula that the code uses. */
#include "config.h"

#include "dynamics/om-rhythm.h"
#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static void
test_wilson (void)
{
  static const struct
  {
    guint  n, of;
    double lower;
  } expected[] = {
    { 14, 19, 0.512084491021849 }, { 6, 10, 0.312673769733658 },  { 7, 10, 0.396778147461145 },
    { 12, 20, 0.386581500762253 }, { 10, 10, 0.722467200137111 }, { 19, 20, 0.763868806553258 },
    { 61, 100, 0.512030170458407 }, { 0, 10, 0 }, { 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    om_assert_near (om_rhythm_wilson (expected[i].n, expected[i].of), expected[i].lower, 1e-12);
}

static void
test_fits (void)
{
  static const struct
  {
    gint32   minute;
    OmRhythm rhythm;
  } clock[] = {
    { 0, OM_RHYTHM_NIGHT },       { 239, OM_RHYTHM_NIGHT },   { 240, OM_RHYTHM_MORNING },
    { 539, OM_RHYTHM_MORNING },   { 540, OM_RHYTHM_DAY },     { 1079, OM_RHYTHM_DAY },
    { 1080, OM_RHYTHM_EVENING },  { 1319, OM_RHYTHM_EVENING }, { 1320, OM_RHYTHM_NIGHT },
    { 1439, OM_RHYTHM_NIGHT },
  };
  OmRhythmEntry entry = { 0, -1, 49 };

  for (guint i = 0; i < G_N_ELEMENTS (clock); i++)
    for (guint r = OM_RHYTHM_MORNING; r <= OM_RHYTHM_NIGHT; r++)
      {
        OmRhythmEntry at = { 0, clock[i].minute, 0 };

        g_assert_cmpint (om_rhythm_fits ((OmRhythm) r, &at), ==, r == clock[i].rhythm);
      }
  for (guint r = OM_RHYTHM_MORNING; r <= OM_RHYTHM_NIGHT; r++)
    g_assert_false (om_rhythm_fits ((OmRhythm) r, &entry));

  /* 1970-01-01 was a Thursday, two days on a Saturday; five days before, too. */
  g_assert_true (om_rhythm_fits (OM_RHYTHM_WORKING_DAY, &entry));
  g_assert_true (om_rhythm_fits (OM_RHYTHM_SHORT, &entry));
  entry.day = 2;
  g_assert_true (om_rhythm_fits (OM_RHYTHM_WEEKEND, &entry));
  entry.day = -5;
  g_assert_true (om_rhythm_fits (OM_RHYTHM_WEEKEND, &entry));
  entry.n_words = 50;
  g_assert_false (om_rhythm_fits (OM_RHYTHM_SHORT, &entry));
  entry.n_words = 300;
  g_assert_false (om_rhythm_fits (OM_RHYTHM_LONG, &entry));
  entry.n_words = 301;
  g_assert_true (om_rhythm_fits (OM_RHYTHM_LONG, &entry));
}

static void
test_holds (void)
{
  OmRhythmEntry entries[40];
  OmRhythmCount count;

  /* 14 of 19 late ones, one a day. */
  for (guint i = 0; i < 19; i++)
    entries[i] = (OmRhythmEntry) { (gint32) i, i < 14 ? 1400 : 700, 100 };
  g_assert_true (om_rhythm_holds (OM_RHYTHM_NIGHT, entries, 19, &count));
  g_assert_cmpuint (count.n, ==, 14);
  g_assert_cmpuint (count.of, ==, 19);
  om_assert_near (count.share, 14.0 / 19, 1e-12);
  g_assert_false (om_rhythm_holds (OM_RHYTHM_DAY, entries, 19, NULL));
  /* .60 alone is not enough: 12 of 20 have a lower bound of .387. */
  for (guint i = 0; i < 20; i++)
    entries[i] = (OmRhythmEntry) { (gint32) i, i < 12 ? 1400 : 700, 100 };
  g_assert_false (om_rhythm_holds (OM_RHYTHM_NIGHT, entries, 20, NULL));
  /* Nine days are too few, however many entries. */
  for (guint i = 0; i < 40; i++)
    entries[i] = (OmRhythmEntry) { (gint32) i / 5, 1400, 100 };
  g_assert_false (om_rhythm_holds (OM_RHYTHM_NIGHT, entries, 40, NULL));
  /* Who writes every day has no working days; without a time there is no clock. */
  for (guint i = 0; i < 40; i++)
    entries[i] = (OmRhythmEntry) { (gint32) i, -1, 100 };
  for (guint r = 0; r < OM_N_RHYTHMS; r++)
    g_assert_false (om_rhythm_holds ((OmRhythm) r, entries, 40, NULL));
  /* Monday to Friday, eight weeks. */
  for (guint i = 0; i < 40; i++)
    entries[i] = (OmRhythmEntry) { 4 + (gint32) (i / 5 * 7 + i % 5), -1, 100 };
  g_assert_true (om_rhythm_holds (OM_RHYTHM_WORKING_DAY, entries, 40, NULL));
}

static void
test_reversed (void)
{
  OmRhythmEntry entries[20];

  for (guint i = 0; i < 20; i++)
    entries[i] = (OmRhythmEntry) { (gint32) i, i < 12 ? 1400 : 400, 100 };
  g_assert_true (om_rhythm_is_reversed (OM_RHYTHM_NIGHT, entries, 20));
  g_assert_false (om_rhythm_is_reversed (OM_RHYTHM_NIGHT, entries, 19));
  g_assert_false (om_rhythm_is_reversed (OM_RHYTHM_MORNING, entries, 20));
  g_assert_false (om_rhythm_is_reversed (OM_RHYTHM_LONG, entries, 9));
}

static void
test_keys (void)
{
  for (guint i = 0; i < OM_N_RHYTHMS; i++)
    {
      OmRhythm rhythm = OM_N_RHYTHMS;

      g_assert_true (om_rhythm_from_key (om_rhythm_to_key ((OmRhythm) i), &rhythm));
      g_assert_cmpuint (rhythm, ==, i);
      g_assert_cmpuint (om_rhythm_opposite (om_rhythm_opposite (rhythm)), ==, i);
    }
}

void
test_rhythm_add (void)
{
  g_test_add_func ("/dynamics/rhythm/wilson", test_wilson);
  g_test_add_func ("/dynamics/rhythm/fits", test_fits);
  g_test_add_func ("/dynamics/rhythm/holds", test_holds);
  g_test_add_func ("/dynamics/rhythm/reversed", test_reversed);
  g_test_add_func ("/dynamics/rhythm/keys", test_keys);
}
