/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of documents. */
#include "config.h"

#include "index/om-doc-set.h"
#include "test-index.h"

#define N 700

static void
assert_equals (const OmDocSet *set,
               const gboolean *wanted)
{
  gsize count = 0;
  guint32 doc = 0;

  for (guint32 i = 0; i < N; i++)
    {
      g_assert_cmpint (om_doc_set_has (set, i), ==, wanted[i]);
      count += wanted[i];
    }
  g_assert_cmpuint (om_doc_set_count (set), ==, count);

  for (guint32 i = 0; i < N; i++)
    if (wanted[i])
      {
        g_assert_true (om_doc_set_next (set, &doc));
        g_assert_cmpuint (doc, ==, i);
        doc++;
      }
  g_assert_false (om_doc_set_next (set, &doc));
}

static void
test_bits (void)
{
  g_autoptr (OmDocSet) set = om_doc_set_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gboolean wanted[N] = { 0 };

  g_assert_false (om_doc_set_has (set, 0));
  g_assert_false (om_doc_set_has (set, G_MAXUINT32));
  g_assert_true (om_doc_set_allows (NULL, 7));
  g_assert_false (om_doc_set_allows (set, 7));
  assert_equals (set, wanted);
  for (int i = 0; i < 2000; i++)
    {
      guint32 doc = g_rand_int_range (random, 0, N);

      wanted[doc] = g_rand_boolean (random);
      if (wanted[doc])
        om_doc_set_add (set, doc);
      else
        om_doc_set_remove (set, doc);
    }
  assert_equals (set, wanted);
  om_doc_set_remove (set, 1000000);
  om_doc_set_clear (set);
  g_assert_cmpuint (om_doc_set_count (set), ==, 0);
}

static void
test_ranges (void)
{
  for (guint32 first = 0; first < 200; first += 13)
    for (guint32 last = 0; last < 330; last += 11)
      {
        g_autoptr (OmDocSet) set = om_doc_set_new ();
        gboolean wanted[N] = { 0 };

        for (guint32 i = first; i <= last; i++)
          wanted[i] = TRUE;
        om_doc_set_add_range (set, first, last);
        assert_equals (set, wanted);
      }
}

static void
test_operations (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);

  for (int round = 0; round < 20; round++)
    {
      g_autoptr (OmDocSet) a = om_doc_set_new ();
      g_autoptr (OmDocSet) b = om_doc_set_new ();
      g_autoptr (OmDocSet) both = NULL;
      g_autoptr (OmDocSet) any = NULL;
      g_autoptr (OmDocSet) rest = NULL;
      g_autoptr (OmDocSet) same = NULL;
      gboolean in_both[N] = { 0 }, in_any[N] = { 0 }, in_rest[N] = { 0 };
      /* Sets of different lengths, either one the longer. */
      int size_a = g_rand_int_range (random, 1, N);
      int size_b = g_rand_int_range (random, 1, N);

      for (int i = 0; i < N; i++)
        {
          gboolean in_a = i < size_a && g_rand_boolean (random);
          gboolean in_b = i < size_b && g_rand_boolean (random);

          if (in_a)
            om_doc_set_add (a, i);
          if (in_b)
            om_doc_set_add (b, i);
          in_both[i] = in_a && in_b;
          in_any[i] = in_a || in_b;
          in_rest[i] = in_a && !in_b;
        }
      both = om_doc_set_copy (a);
      om_doc_set_and (both, b);
      assert_equals (both, in_both);
      any = om_doc_set_copy (a);
      om_doc_set_or (any, b);
      assert_equals (any, in_any);
      rest = om_doc_set_copy (a);
      om_doc_set_and_not (rest, b);
      assert_equals (rest, in_rest);

      same = om_doc_set_copy (any);
      om_doc_set_add (same, 5000);
      g_assert_false (om_doc_set_equal (same, any));
      om_doc_set_remove (same, 5000);
      g_assert_true (om_doc_set_equal (same, any));
      g_assert_true (om_doc_set_equal (any, same));
    }
}

void
test_doc_set_add (void)
{
  g_test_add_func ("/doc-set/bits", test_bits);
  g_test_add_func ("/doc-set/ranges", test_ranges);
  g_test_add_func ("/doc-set/operations", test_operations);
}
