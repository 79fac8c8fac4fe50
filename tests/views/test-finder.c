/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search as one types: found, nothing, and failed are three different things. */
#include "config.h"

#include "test-views.h"
#include "views/om-finder.h"
#include "views/om-memory-item.h"

static void
ask (OmFinder   *finder,
     const char *query)
{
  om_finder_set_query (finder, query);
  wait_until (om_finder_get_state (finder) != OM_FINDER_SEARCHING);
}

static void
test_found (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);
  g_autoptr (OmMemoryItem) item = NULL;
  g_autofree char *id = NULL;
  const OmSnippet *snippet;
  g_autofree char *marked = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron stood in the <canal> & waited.");
  g_free (fixture_remember (fixture, "Bread and soup for dinner."));
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_IDLE);
  ask (finder, "  heron ");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_FOUND);
  item = g_list_model_get_item (om_finder_get_results (finder), 0);
  g_assert_cmpstr (om_memory_item_get_id (item), ==, id);
  snippet = om_memory_item_get_snippet (item);
  g_assert_cmpstr (snippet->text, ==, "A heron stood in the <canal> & waited.");
  g_assert_cmpuint (snippet->marks->len, ==, 2);
  marked = g_strndup (snippet->text + g_array_index (snippet->marks, guint, 0),
                      g_array_index (snippet->marks, guint, 1) - g_array_index (snippet->marks, guint, 0));
  g_assert_cmpstr (marked, ==, "heron");
  g_assert_cmpuint (om_memory_item_get_reasons (item), !=, 0);

  om_finder_forget (finder, id);
  for (guint i = 0; i < g_list_model_get_n_items (om_finder_get_results (finder)); i++)
    {
      g_autoptr (OmMemoryItem) other = g_list_model_get_item (om_finder_get_results (finder), i);

      g_assert_cmpstr (om_memory_item_get_id (other), !=, id);
    }

  om_finder_set_query (finder, "");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_IDLE);
  g_assert_cmpuint (g_list_model_get_n_items (om_finder_get_results (finder)), ==, 0);
}

static void
test_nothing (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);

  fixture_open (fixture);
  ask (finder, "zeppelin");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_NOTHING);
}

/* An error is told, never shown as nothing found. */
static void
test_failed (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);

  /* The store is not open. */
  ask (finder, "heron");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_FAILED);
  g_assert_nonnull (om_finder_get_error (finder));
}

static void
test_corrected (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);
  g_autofree char *corrections = NULL;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "The garden is full of weeds."));
  g_free (fixture_remember (fixture, "The garden again."));
  ask (finder, "gardne");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_FOUND);
  corrections = om_finder_dup_corrections (finder);
  g_assert_cmpstr (corrections, ==, "Searched for “garden” instead of “gardne”.");
}

/* Typing on asks for the last word alone, and a search may outlive the finder. */
static void
test_typed (Fixture      *fixture,
            gconstpointer data)
{
  OmFinder *finder = om_finder_new (fixture->session);

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "A heron."));
  om_finder_set_query (finder, "h");
  om_finder_set_query (finder, "he");
  om_finder_set_query (finder, "xyz");
  ask (finder, "heron");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_FOUND);

  om_finder_set_query (finder, "canal");
  om_finder_recall (finder);
  g_object_run_dispose (G_OBJECT (finder));
  g_object_add_weak_pointer (G_OBJECT (finder), (gpointer *) &finder);
  g_object_unref (finder);
  wait_until (finder == NULL);
}

/* Searching changes nothing; Enter recalls. */
static void
test_recall (Fixture      *fixture,
             gconstpointer data)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);
  g_autofree char *id = NULL;
  g_autoptr (OmMemory) before = NULL;
  g_autoptr (OmMemory) searched = NULL;
  g_autoptr (OmMemory) recalled = NULL;
  g_autoptr (GError) error = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron.");
  before = om_engine_get (engine, id, NULL, &error);
  ask (finder, "heron");
  searched = om_engine_get (engine, id, NULL, &error);
  g_assert_cmpint (searched->coactivations, ==, before->coactivations);
  g_assert_cmpint (searched->revision, ==, before->revision);

  om_finder_recall (finder);
  wait_until (om_finder_get_recalled (finder) > 0);
  g_assert_cmpuint (om_finder_get_recalled (finder), ==, 1);
  recalled = om_engine_get (engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recalled->coactivations, ==, before->coactivations + 1);
}

/* What is found in a section of a long document opens, and bins, the document. */
static void
test_section (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmFinder) finder = om_finder_new (fixture->session);
  g_autoptr (GString) text = g_string_new ("A long one.\n\n");
  g_autoptr (OmMemoryItem) item = NULL;
  g_autofree char *id = NULL;

  fixture_open (fixture);
  while (text->len < 60000)
    g_string_append (text, "Plain words that fill one paragraph after the other, and say nothing at all.\n\n");
  g_string_append (text, "At the very end a zeppelin.\n");
  id = fixture_remember (fixture, text->str);
  ask (finder, "zeppelin");
  g_assert_cmpint (om_finder_get_state (finder), ==, OM_FINDER_FOUND);
  item = g_list_model_get_item (om_finder_get_results (finder), 0);
  wait_until (om_memory_item_get_id (item) != NULL);
  g_assert_cmpstr (om_memory_item_get_id (item), ==, id);
}

#define add(name, func) g_test_add ("/views/finder/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_finder_add (void)
{
  add ("found", test_found);
  add ("nothing", test_nothing);
  add ("failed", test_failed);
  add ("corrected", test_corrected);
  add ("typed", test_typed);
  add ("recall", test_recall);
  add ("section", test_section);
}
