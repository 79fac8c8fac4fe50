/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts take each other's place, and follow what becomes of the entries that state them. */
#include "config.h"

#include "engine/om-facts.h"
#include "engine/test-engine.h"

#define DAY G_GINT64_CONSTANT (86400000)

/* "subject predicate value" of each fact, in a line. */
static char *
tell (Fixture *fixture,
      gint64   as_of)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) facts = om_engine_list_facts (fixture->engine, as_of, NULL, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < facts->len; i++)
    {
      const OmFactRecord *fact = g_ptr_array_index (facts, i);

      g_string_append_printf (text, "%s%s %s %s%s", i > 0 ? "; " : "", fact->subject, fact->predicate, fact->value,
                              fact->until != 0 ? " (changed)" : "");
    }
  return g_strdup (text->str);
}

static void
check (Fixture    *fixture,
       gint64      as_of,
       const char *expected)
{
  g_autofree char *told = tell (fixture, as_of);

  g_assert_cmpstr (told, ==, expected);
}

static void
test_supersede (Fixture      *fixture,
                gconstpointer unused)
{
  gint64 now = fixture->now;
  g_autofree char *lisbon = fixture_remember_at (fixture, now - 10 * DAY, "I live in Lisbon now. The light is low.");
  g_autofree char *ghent = fixture_remember_at (fixture, now - 100 * DAY, "I live in Ghent.");
  g_autofree char *again = fixture_remember_at (fixture, now - 50 * DAY, "Still raining. I live in GHENT, after all.");
  g_autoptr (GPtrArray) of_one = NULL;

  /* The order of writing does not matter, and the same said again changes nothing. */
  check (fixture, now, "me home Lisbon");
  check (fixture, now - 20 * DAY, "me home Ghent (changed)");
  check (fixture, now - 200 * DAY, "");
  check (fixture, OM_FACTS_EVER, "me home Ghent (changed); me home Lisbon");
  of_one = om_engine_list_facts (fixture->engine, OM_FACTS_EVER, lisbon, NULL, NULL);
  g_assert_cmpuint (of_one->len, ==, 1);
}

static void
test_follow (Fixture      *fixture,
             gconstpointer unused)
{
  gint64 now = fixture->now;
  g_autofree char *ghent = fixture_remember_at (fixture, now - 100 * DAY, "I live in Ghent.");
  g_autofree char *lisbon = fixture_remember_at (fixture, now - 10 * DAY, "I live in Lisbon.");
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) edited = NULL;
  g_autoptr (OmMemory) secret = NULL;

  check (fixture, now, "me home Lisbon");
  values->content = g_strdup ("I live in Porto.");
  edited = fixture_edit (fixture, lisbon, OM_CHANGE_CONTENT, values);
  check (fixture, now, "me home Porto");
  fixture_bin (fixture, lisbon);
  check (fixture, OM_FACTS_EVER, "me home Ghent");
  fixture_restore (fixture, lisbon);
  check (fixture, now, "me home Porto");
  values = om_memory_new ();
  values->flags = OM_FLAG_PRIVATE;
  secret = fixture_edit (fixture, lisbon, OM_CHANGE_FLAGS, values);
  check (fixture, OM_FACTS_EVER, "me home Ghent");
  fixture_reopen (fixture);
  check (fixture, now, "me home Ghent");
}

typedef struct
{
  GMainLoop *loop;
  GPtrArray *facts;
} Answer;

static void
answered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      data)
{
  Answer *answer = data;

  answer->facts = om_engine_list_facts_finish (OM_ENGINE (object), result, NULL);
  g_main_loop_quit (answer->loop);
}

static void
test_async (Fixture      *fixture,
            gconstpointer unused)
{
  g_autofree char *id = fixture_remember (fixture, "My cat is called Mosterd.");
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Answer answer = { loop, NULL };
  g_autoptr (GPtrArray) facts = NULL;

  om_engine_list_facts_async (fixture->engine, OM_FACTS_EVER, id, NULL, answered_cb, &answer);
  g_main_loop_run (loop);
  facts = answer.facts;
  g_assert_nonnull (facts);
  g_assert_cmpuint (facts->len, ==, 1);
  g_assert_cmpstr (((OmFactRecord *) g_ptr_array_index (facts, 0))->value, ==, "Mosterd");
}

/* More entries than a slice holds. */
static void
test_many (Fixture      *fixture,
           gconstpointer unused)
{
  gint64 now = fixture->now;

  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *text = g_strdup_printf ("I am %u years old. Day %u.", 10 + i / 2, i);
      g_autofree char *id = fixture_remember_at (fixture, now - (200 - (gint64) i) * DAY, text);
    }
  check (fixture, now, "me age 84");
}

void
test_facts_add (void)
{
  g_test_add ("/engine/facts/supersede", Fixture, NULL, fixture_set_up, test_supersede, fixture_tear_down);
  g_test_add ("/engine/facts/follow", Fixture, NULL, fixture_set_up, test_follow, fixture_tear_down);
  g_test_add ("/engine/facts/async", Fixture, NULL, fixture_set_up, test_async, fixture_tear_down);
  g_test_add ("/engine/facts/many", Fixture, NULL, fixture_set_up, test_many, fixture_tear_down);
}
