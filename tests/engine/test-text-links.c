/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A link that is written draws a waypoint; one that is taken out takes it away; what stays is left alone. */
#include "config.h"

#include "test-engine.h"

static gboolean
is_linked (Fixture    *fixture,
           const char *from,
           const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) related = om_engine_get_related (fixture->engine, from, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < related->len; i++)
    {
      const OmRelated *other = g_ptr_array_index (related, i);

      if (other->outgoing && other->waypoint.kind == OM_WAYPOINT_HAND && g_str_equal (other->memory->id, to))
        return TRUE;
    }
  return FALSE;
}

static void
change (Fixture    *fixture,
        const char *id,
        const char *content)
{
  OmMemory *values = om_memory_new ();

  values->content = g_strdup (content);
  om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_CONTENT, values));
}

static void
test_written (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *heron = fixture_remember (fixture, "# The Heron\nIt stood at the second lock.");
  g_autofree char *cherry = fixture_remember (fixture, "花見をした。\n桜がきれい。");
  g_autofree char *other = fixture_remember (fixture, "Somebody said: the heron is a bird.");
  g_autofree char *entry = fixture_remember (fixture, "As on the day of [[the heron]], I stood still.");

  g_assert_true (is_linked (fixture, entry, heron));
  g_assert_false (is_linked (fixture, entry, other));

  change (fixture, entry, "As on the day of [[the heron]], and of [[花見をした。]], I stood still.");
  g_assert_true (is_linked (fixture, entry, heron));
  g_assert_true (is_linked (fixture, entry, cherry));

  change (fixture, entry, "As on the day of the heron, and of [[花見をした。]], I stood still.");
  g_assert_false (is_linked (fixture, entry, heron));
  g_assert_true (is_linked (fixture, entry, cherry));

  change (fixture, entry, "Nothing of that.");
  g_assert_false (is_linked (fixture, entry, cherry));
}

/* What the person unlinked by hand stays so while they write on, and comes when they write it anew. */
static void
test_left_alone (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *heron = fixture_remember (fixture, "The heron");
  g_autofree char *lock = fixture_remember (fixture, "The lock");
  g_autofree char *entry = fixture_remember (fixture, "[[The heron]] again.");

  g_assert_true (om_engine_unlink (fixture->engine, entry, heron, NULL, NULL));
  change (fixture, entry, "[[The heron]] again, and again.");
  g_assert_false (is_linked (fixture, entry, heron));
  /* And what was linked by hand alone is not the text's to take away. */
  g_assert_true (om_engine_link (fixture->engine, entry, lock, NULL, NULL));
  change (fixture, entry, "Nothing.");
  g_assert_true (is_linked (fixture, entry, lock));
  change (fixture, entry, "[[The heron]]");
  g_assert_true (is_linked (fixture, entry, heron));
}

/* Itself, nobody, what lies in the bin, and what only says the words are no targets; of two the newer is meant. */
static void
test_targets (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *older = fixture_remember (fixture, "Same name\nfirst of two");
  g_autofree char *binned = fixture_remember (fixture, "Same name\nin the bin soon");
  g_autofree char *newer = fixture_remember (fixture, "Same name\nsecond of two, quite otherwise");
  g_autofree char *itself = NULL;
  g_autofree char *entry = NULL;

  fixture_bin (fixture, binned);
  entry = fixture_remember (fixture, "See [[same  NAME]] and [[nobody at all]] and [[👍]].");
  itself = fixture_remember (fixture, "[[Only itself]]");
  g_assert_true (is_linked (fixture, entry, newer));
  g_assert_false (is_linked (fixture, entry, older));
  g_assert_false (is_linked (fixture, entry, binned));
  change (fixture, itself, "Only itself\n[[Only itself]]");
  g_assert_false (is_linked (fixture, itself, itself));
}

void
test_text_links_add (void)
{
  g_test_add ("/engine/text-links/written", Fixture, NULL, fixture_set_up, test_written, fixture_tear_down);
  g_test_add ("/engine/text-links/left-alone", Fixture, NULL, fixture_set_up, test_left_alone, fixture_tear_down);
  g_test_add ("/engine/text-links/targets", Fixture, NULL, fixture_set_up, test_targets, fixture_tear_down);
}
