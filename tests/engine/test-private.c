/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is private is seen by its owner alone: no search, link, path or correction gives it away. */
#include "config.h"

#include <string.h>

#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "test-engine.h"

static OmMemory *
set_private (Fixture    *fixture,
             const char *id,
             gboolean    is_private)
{
  OmMemory *values = om_memory_new ();

  values->flags = is_private ? OM_FLAG_PRIVATE : 0;
  return fixture_edit (fixture, id, OM_CHANGE_FLAGS, values);
}

static OmAnswer *
search_as (Fixture    *fixture,
           const char *query,
           gboolean    owner)
{
  g_autoptr (OmSearch) search = om_search_new (query, 20);
  g_autoptr (GError) error = NULL;
  OmAnswer *answer;

  search->include_private = owner;
  answer = om_engine_search (fixture->engine, search, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

static guint
count_as (Fixture    *fixture,
          const char *query,
          gboolean    owner)
{
  g_autoptr (OmAnswer) answer = search_as (fixture, query, owner);

  return answer->hits->len;
}

/* Target of the association that starts at a memory, 0 if there is none. */
static gint64
nearest (Fixture    *fixture,
         const char *id)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, id, NULL, &error);
  gint64 target = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind != OM_WAYPOINT_ASSOCIATION || waypoint->source != memory->row)
        continue;
      g_assert_cmpint (target, ==, 0);
      target = waypoint->target;
    }
  return target;
}

static gint64
row_of (Fixture    *fixture,
        const char *id)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);

  return memory->row;
}

static gpointer
drop_associations (const OmWriteContext *context,
                   gpointer              data,
                   GCancellable         *cancellable,
                   GError              **error)
{
  for (gint64 row = 1; row <= 20; row++)
    {
      if (!om_store_waypoints_clear (context->store, row, OM_WAYPOINT_ASSOCIATION, error))
        return NULL;
    }
  return OM_ENGINE_DONE;
}

static void
test_search (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Saw Dr Haverkamp about the lump.");
  G_GNUC_UNUSED g_autofree char *open = fixture_remember (fixture, "The heron was there again.");

  fixture_write (fixture, drop_associations, NULL);
  g_assert_cmpuint (count_as (fixture, "Haverkamp", FALSE), ==, 1);
  om_memory_unref (set_private (fixture, id, TRUE));
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (count_as (fixture, "Haverkamp", FALSE), ==, 0);
      g_assert_cmpuint (count_as (fixture, "\"about the lump\"", FALSE), ==, 0);
      g_assert_cmpuint (count_as (fixture, "averkam", FALSE), ==, 0);
      g_assert_cmpuint (count_as (fixture, "is:private", FALSE), ==, 0);
      g_assert_cmpuint (count_as (fixture, "Haverkamp", TRUE), ==, 1);
      g_assert_cmpuint (count_as (fixture, "heron", FALSE), ==, 1);
      if (i == 0)
        {
          g_autoptr (GError) error = NULL;

          /* By the full text alone. */
          om_engine_close (fixture->engine);
          om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
          g_assert_no_error (error);
        }
    }
  om_memory_unref (set_private (fixture, id, FALSE));
  g_assert_cmpuint (count_as (fixture, "Haverkamp", FALSE), ==, 1);
}

/* Its vectors are used for nobody's link: not those that come, and those that came are drawn anew. */
static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *far_id = fixture_remember (fixture, "Baked rye bread with caraway in a hot oven.");
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_autofree char *near_id = fixture_remember (fixture, "A heron stood at the third lock of the canal.");
  g_autofree char *later = NULL;

  g_assert_cmpint (nearest (fixture, near_id), ==, row_of (fixture, id));
  g_assert_cmpint (nearest (fixture, id), ==, row_of (fixture, far_id));
  om_memory_unref (set_private (fixture, id, TRUE));
  g_assert_cmpint (nearest (fixture, id), ==, 0);
  g_assert_cmpint (nearest (fixture, near_id), ==, row_of (fixture, far_id));
  later = fixture_remember (fixture, "The heron stood at the second lock of the canal again.");
  g_assert_cmpint (nearest (fixture, later), ==, row_of (fixture, near_id));

  om_memory_unref (set_private (fixture, id, FALSE));
  g_assert_cmpint (nearest (fixture, id), ==, row_of (fixture, far_id));
}

static gpointer
link_by_hand (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  const char *const *ids = data;
  OmWaypoint waypoint = {
    .source = om_store_memory_find_row (context->store, ids[0], error),
    .target = om_store_memory_find_row (context->store, ids[1], error),
    .weight = 0.95,
    .kind = OM_WAYPOINT_HAND,
    .created_at = context->now,
    .walked_at = context->now,
  };

  return om_store_waypoint_put (context->store, &waypoint, error) ? OM_ENGINE_DONE : NULL;
}

/* A path is no way round: what lies behind a private memory, or behind one in the bin, is not reached
 * through it, and no answer names it. */
static void
test_paths (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *start = fixture_remember (fixture, "Drove to Ghent in the rain.");
  g_autofree char *middle = fixture_remember (fixture, "Seven pumpkins in the cellar.");
  g_autofree char *end = fixture_remember (fixture, "Aunt Vera lives above the bakery.");
  const char *const links[][2] = { { start, middle }, { middle, end } };

  for (gsize i = 0; i < G_N_ELEMENTS (links); i++)
    fixture_write (fixture, link_by_hand, (gpointer) links[i]);
  fixture_write (fixture, drop_associations, NULL);
  g_assert_cmpuint (count_as (fixture, "Ghent", FALSE), ==, 3);

  om_memory_unref (set_private (fixture, middle, TRUE));
  fixture_write (fixture, drop_associations, NULL);
  g_assert_cmpuint (count_as (fixture, "Ghent", FALSE), ==, 1);
  g_assert_cmpuint (count_as (fixture, "Ghent", TRUE), ==, 3);

  om_memory_unref (set_private (fixture, middle, FALSE));
  fixture_write (fixture, drop_associations, NULL);
  fixture_bin (fixture, middle);
  g_assert_cmpuint (count_as (fixture, "Ghent", FALSE), ==, 1);
  g_assert_cmpuint (count_as (fixture, "Ghent", TRUE), ==, 1);
  fixture_restore (fixture, middle);
  g_assert_cmpuint (count_as (fixture, "Ghent", FALSE), ==, 3);
}

static void
test_document (Fixture      *fixture,
               gconstpointer data)
{
  GString *text = g_string_new (NULL);
  g_autofree char *id = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
  g_string_append (text, "At the very end stands the word quincunx.\n");
  id = fixture_remember (fixture, text->str);
  om_memory_unref (set_private (fixture, id, TRUE));
  g_assert_cmpuint (count_as (fixture, "quincunx", FALSE), ==, 0);
  g_assert_cmpuint (count_as (fixture, "chronicle of mills and ferries", FALSE), ==, 0);
  g_assert_cmpuint (count_as (fixture, "quincunx", TRUE), ==, 1);
  om_memory_unref (set_private (fixture, id, FALSE));
  g_assert_cmpuint (count_as (fixture, "quincunx", FALSE), ==, 1);
  g_string_free (text, TRUE);
}

/* A word that stands in a private entry alone is no correction for others. */
static void
test_corrections (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The password of the safe is hippogriff.");
  G_GNUC_UNUSED g_autofree char *open = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmAnswer) owner = NULL;
  g_autoptr (OmAnswer) other = NULL;

  om_memory_unref (set_private (fixture, id, TRUE));
  owner = search_as (fixture, "hippogrif", TRUE);
  g_assert_cmpuint (owner->hits->len, ==, 1);
  other = search_as (fixture, "hippogrif", FALSE);
  g_assert_cmpuint (other->hits->len, ==, 0);
  for (guint i = 0; other->corrections[i] != NULL; i++)
    g_assert_null (strstr (other->corrections[i], "griff"));
}

/* The same words, once for oneself and once for all, are two entries: the answer to a program does not
 * say that the person wrote them down, and what was to be private does not become what is not. */
static void
test_same_words (Fixture      *fixture,
                 gconstpointer data)
{
  static const char *const text = "Took the slow train along the coast to Vranje and read the whole of the second notebook there";
  g_autoptr (OmDraft) secret = om_draft_new (text);
  g_autoptr (OmDraft) open = om_draft_new (text);
  g_autoptr (OmDraft) near = om_draft_new ("Took the slow train along the coast to Vranje, and read the whole of the second notebook there!");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) first = NULL;
  g_autoptr (OmRemembered) second = NULL;
  g_autoptr (OmRemembered) third = NULL;
  g_autoptr (OmRemembered) again = NULL;

  secret->flags = OM_FLAG_PRIVATE;
  first = om_engine_remember (fixture->engine, secret, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  third = om_engine_remember (fixture->engine, near, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  g_assert_false (third->deduplicated);
  g_assert_null (third->near_duplicate);
  second = om_engine_remember (fixture->engine, open, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  g_assert_false (second->deduplicated);
  g_assert_cmpstr (second->id, !=, first->id);
  again = om_engine_remember (fixture->engine, secret, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  g_assert_true (again->deduplicated);
  g_assert_cmpstr (again->id, ==, first->id);
}

#define add(name, function) g_test_add ("/private/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_private_add (void)
{
  add ("search", test_search);
  add ("links", test_links);
  add ("paths", test_paths);
  add ("document", test_document);
  add ("corrections", test_corrections);
  add ("same-words", test_same_words);
}
