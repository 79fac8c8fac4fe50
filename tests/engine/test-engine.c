/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture and entry of the engine's tests. */
#include "config.h"

#include "test-engine.h"

#include <glib/gstdio.h>

static gint64
test_clock (gpointer data)
{
  return ((Fixture *) data)->now;
}

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("om-engine-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "store", "memories.db", NULL);
  fixture->now = TEST_NOW;
  fixture->engine = om_engine_new ();
  om_engine_set_clock (fixture->engine, test_clock, fixture);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
}

/** fixture_reopen: closes the store and opens it anew, as the next start of the program does. */
void
fixture_reopen (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_folder (child);
    }
  g_remove (path);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  om_engine_close (fixture->engine);
  g_assert_finalize_object (fixture->engine);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/** fixture_remember: (transfer full): the id of a new memory, written now */
char *
fixture_remember (Fixture    *fixture,
                  const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember (fixture->engine, draft, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (remembered->deduplicated);
  return g_strdup (remembered->id);
}

/** fixture_remember_at: (transfer full): the same at another time, which becomes the present */
char *
fixture_remember_at (Fixture    *fixture,
                     gint64      at,
                     const char *text)
{
  fixture->now = at;
  return fixture_remember (fixture, text);
}

/** fixture_search: (transfer full): the best 20 */
OmAnswer *
fixture_search (Fixture    *fixture,
                const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 20);
  g_autoptr (GError) error = NULL;
  OmAnswer *answer = om_engine_search (fixture->engine, search, NULL, &error);

  g_assert_no_error (error);
  return answer;
}

/** fixture_count_hits: how many results hold @text (all of them for NULL). */
guint
fixture_count_hits (Fixture    *fixture,
                    const char *query,
                    const char *text)
{
  g_autoptr (OmAnswer) answer = fixture_search (fixture, query);
  guint n = 0;

  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (text == NULL || g_strrstr (hit->memory->content, text) != NULL)
        n++;
    }
  return n;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_query_add ();
  test_reference_add ();
  test_remember_add ();
  test_search_add ();
  test_recall_add ();
  test_edit_add ();
  test_intake_add ();
  test_several_add ();
  return g_test_run ();
}
