/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bin: out of sight and back as it was; emptied, a text is gone from the bytes of the files. */
#include "config.h"

#include <string.h>

#include "engine/om-doctor.h"
#include "store/om-store-memories.h"
#include "test-engine.h"

static void
empty_bin (Fixture    *fixture,
           const char *id)
{
  const char *const ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_empty_bin (fixture->engine, id != NULL ? ids : NULL, NULL, &error);
  g_assert_no_error (error);
}

static guint
count_list (OmEngine *engine,
            gboolean  binned)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = NULL;

  filter->binned = binned;
  items = om_engine_list (engine, filter, OM_SORT_NEWEST, NULL, &error);
  g_assert_no_error (error);
  return items->len;
}

static guint
count_hits (OmEngine   *engine,
            const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 20);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (engine, search, NULL, &error);

  g_assert_no_error (error);
  return answer->hits->len;
}

/* Every file beside the store, the bytes of it. */
static guint
count_files_with (Fixture    *fixture,
                  const char *word)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize size;

      if (g_file_get_contents (path, &bytes, &size, NULL) && memmem (bytes, size, word, strlen (word)) != NULL)
        {
          g_test_message ("“%s” stands in %s", word, name);
          n++;
        }
    }
  return n;
}

static void
assert_sound (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (report->findings, i));
}

/* The store as it lies there, but for what says that something happened. */
static char *
dump_of_memory (Fixture *fixture)
{
  g_autofree char *dump = fixture_dump (fixture);
  g_auto (GStrv) lines = g_strsplit (dump, "\n", -1);
  GString *kept = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "texts|") || g_str_has_prefix (lines[i], "versions|") || g_str_has_prefix (lines[i], "vectors|") ||
          g_str_has_prefix (lines[i], "waypoints|") || g_str_has_prefix (lines[i], "events|") || g_str_has_prefix (lines[i], "memory_tags|"))
        g_string_append_printf (kept, "%s\n", lines[i]);
    }
  return g_string_free (kept, FALSE);
}

static void
test_out_of_sight (Fixture      *fixture,
                   gconstpointer data)
{
  G_GNUC_UNUSED g_autofree char *other = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_autofree char *id = fixture_remember (fixture, "A heron stood at the third lock of the canal.");
  G_GNUC_UNUSED g_autofree char *later = fixture_remember (fixture, "A heron stands at the third lock of the canal again.");
  g_autofree char *before = dump_of_memory (fixture);
  g_autofree char *after = NULL;
  g_autoptr (OmMemory) binned = NULL;
  OmStats stats;

  fixture->now += 5000;
  fixture_bin (fixture, id);
  binned = fixture_get (fixture, id);
  g_assert_cmpint (binned->trashed_at, ==, fixture->now);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (fixture_count_hits (fixture, "heron", "third"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 2);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned heron", "third"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned heron", NULL), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned", "third"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned sector:emotional heron", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned tag:nowhere heron", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned \"second lock\"", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned \"third lock\"", "third"), ==, 1);
      g_assert_cmpuint (count_list (fixture->engine, FALSE), ==, 2);
      g_assert_cmpuint (count_list (fixture->engine, TRUE), ==, 1);
      g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
      g_assert_cmpuint (stats.memories, ==, 2);
      g_assert_cmpuint (stats.binned, ==, 1);
      fixture_reopen (fixture);
    }

  /* Back with all that belonged to it. Twice into the bin is once, and so is twice out of it. */
  fixture_bin (fixture, id);
  fixture_restore (fixture, id);
  fixture_restore (fixture, id);
  after = dump_of_memory (fixture);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 3);
  g_assert_cmpuint (count_list (fixture->engine, TRUE), ==, 0);
  assert_sound (fixture);
}

/* Among many that are not in the bin the one that is must be found. */
static void
test_found_in_the_bin (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *id = NULL;

  for (guint i = 0; i < 120; i++)
    {
      g_autofree char *text = g_strdup_printf ("Heron, heron and heron, for the %uth time.", i);

      g_free (fixture_remember (fixture, text));
    }
  id = fixture_remember (fixture, "After a long walk through reeds and mud and over many a stile we saw one more heron, late.");
  fixture_bin (fixture, id);
  g_assert_cmpuint (fixture_count_hits (fixture, "is:binned heron", "stile"), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "is:binned heron", NULL), ==, 1);
}

/* Who lay in the bin when links were drawn gets its own when it comes back. */
static void
test_link_after_restoring (Fixture      *fixture,
                           gconstpointer data)
{
  G_GNUC_UNUSED g_autofree char *other = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_autofree char *id = NULL;
  g_autoptr (GArray) waypoints = NULL;
  g_autoptr (GError) error = NULL;

  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  id = fixture_remember (fixture, "A heron stood at the third lock of the canal.");
  fixture_bin (fixture, id);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_free (fixture_remember (fixture, "Something else."));
  fixture_restore (fixture, id);
  waypoints = om_engine_get_waypoints (fixture->engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (waypoints->len, >=, 1);
  g_assert_cmpint (g_array_index (waypoints, OmWaypoint, 0).kind, ==, OM_WAYPOINT_ASSOCIATION);
}

static void
test_all_or_none (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *one = fixture_remember (fixture, "The first.");
  g_autofree char *two = fixture_remember (fixture, "The second.");
  const char *const ids[] = { one, "00000000-0000-4000-8000-000000000000", two, NULL };
  const char *const live[] = { one, NULL };
  g_autofree char *before = fixture_dump (fixture);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (om_engine_bin (fixture->engine, ids, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (om_engine_restore (fixture->engine, ids, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  /* What is not in the bin is not wiped, and that is said. */
  g_assert_false (om_engine_empty_bin (fixture->engine, live, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* Emptying -------------------------------------------------------------------------------------- */

static void
test_gone_from_the_bytes (Fixture      *fixture,
                          gconstpointer data)
{
  static const char *const words[] = { "xanthippe", "Xanthippe", "quagmire", "zephyrine", "Wolpertinger" };
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;
  OmMemory *values = om_memory_new ();
  g_autoptr (GError) error = NULL;

  /* Enough for a side file of the index to be worth its writing. */
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("An ordinary entry, the %uth of its kind, about soup and weather.", i);

      g_free (fixture_remember (fixture, text));
    }
  id = fixture_remember (fixture, "Xanthippe was in the quagmire.");
  values->content = g_strdup ("Xanthippe was seen by nobody.");
  values->title = g_strdup ("Zephyrine");
  g_strfreev (values->tags);
  values->tags = g_strsplit ("Wolpertinger", ",", -1);
  om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_CONTENT | OM_CHANGE_TITLE | OM_CHANGE_TAGS, values));
  other = fixture_remember (fixture, "Xanthippe, another one, who stays.");
  fixture_reopen (fixture);
  g_assert_cmpuint (count_files_with (fixture, "quagmire"), >=, 1);
  g_assert_cmpuint (count_files_with (fixture, "xanthippe"), >=, 1);

  fixture_bin (fixture, id);
  fixture_bin (fixture, other);
  empty_bin (fixture, id);
  g_assert_cmpuint (count_files_with (fixture, "quagmire"), ==, 0);
  g_assert_cmpuint (count_files_with (fixture, "zephyrine"), ==, 0);
  g_assert_cmpuint (count_list (fixture->engine, TRUE), ==, 1);
  empty_bin (fixture, NULL);
  for (guint i = 0; i < 2; i++)
    {
      for (gsize w = 0; w < G_N_ELEMENTS (words); w++)
        g_assert_cmpuint (count_files_with (fixture, words[w]), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "xanthippe", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "is:binned", NULL), ==, 0);
      g_assert_null (om_engine_get (fixture->engine, id, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
      g_clear_error (&error);
      assert_sound (fixture);
      /* Closing writes the side file anew, without them. */
      fixture_reopen (fixture);
    }
  g_assert_cmpuint (fixture_count_hits (fixture, "soup", NULL), ==, 20);
}

/* Another program that has the store open forgets it, and does not write its words down again. */
static void
test_others_forget (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autofree char *near_id = NULL;
  g_autoptr (GError) error = NULL;
  OmEngine *other;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("An ordinary entry, the %uth of its kind, about soup and weather.", i);

      g_free (fixture_remember (fixture, text));
    }
  id = fixture_remember (fixture, "Xanthippe was in the quagmire.");
  near_id = fixture_remember (fixture, "Socrates was in the quagmire, too, they say.");
  other = engine_open (fixture, OM_OPEN_DEFAULT);
  g_assert_cmpuint (count_hits (other, "xanthippe"), >=, 1);
  fixture_bin (fixture, id);
  g_assert_cmpuint (count_hits (other, "xanthippe"), ==, 0);
  g_assert_cmpuint (count_list (other, TRUE), ==, 1);
  empty_bin (fixture, NULL);
  g_assert_cmpuint (count_files_with (fixture, "xanthippe"), ==, 0);

  /* It has not looked since. */
  engine_close (other);
  g_assert_cmpuint (count_files_with (fixture, "xanthippe"), ==, 0);
  other = engine_open (fixture, OM_OPEN_DEFAULT);
  g_assert_cmpuint (count_list (other, TRUE), ==, 0);
  g_assert_cmpuint (count_hits (other, "quagmire"), ==, 1);
  g_assert_null (om_engine_get (other, id, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  engine_close (other);
}

/* A reader that holds on to the log: the text is gone from the store, its bytes go at the next try. */
static void
test_reader_in_the_way (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Xanthippe was in the quagmire.");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) reader = om_store_open (fixture->path, OM_STORE_READER, 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (om_store_begin (reader, &error));
  om_store_set_busy_timeout (fixture->engine->store, 1);
  fixture_bin (fixture, id);
  g_assert_false (om_engine_empty_bin (fixture->engine, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_assert_null (strstr (error->message, "Xanthippe"));
  g_clear_error (&error);
  g_assert_cmpuint (count_list (fixture->engine, TRUE), ==, 0);
  g_assert_null (om_engine_get (fixture->engine, id, NULL, NULL));
  g_assert_cmpuint (count_files_with (fixture, "quagmire"), >=, 1);

  om_store_rollback (reader);
  empty_bin (fixture, NULL);
  g_assert_cmpuint (count_files_with (fixture, "quagmire"), ==, 0);
}

static void
test_document (Fixture      *fixture,
               gconstpointer data)
{
  GString *text = g_string_new (NULL);
  g_autofree char *id = NULL;
  OmStats stats;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
  g_string_append (text, "At the very end stands the word quincunx.\n");
  id = fixture_remember (fixture, text->str);
  fixture_bin (fixture, id);
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", NULL), ==, 0);
  g_assert_cmpuint (count_list (fixture->engine, TRUE), ==, 1);
  fixture_restore (fixture, id);
  g_assert_cmpuint (fixture_count_hits (fixture, "quincunx", NULL), ==, 1);
  fixture_bin (fixture, id);
  empty_bin (fixture, id);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 0);
  g_assert_cmpuint (stats.sections, ==, 0);
  g_assert_cmpuint (stats.binned, ==, 0);
  g_assert_cmpuint (stats.waypoints, ==, 0);
  g_assert_cmpuint (count_files_with (fixture, "quincunx"), ==, 0);
  g_assert_cmpuint (count_files_with (fixture, "chronicle"), ==, 0);
  assert_sound (fixture);
  g_string_free (text, TRUE);
}

#define add(name, function) g_test_add ("/bin/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_bin_add (void)
{
  add ("out-of-sight", test_out_of_sight);
  add ("found-in-the-bin", test_found_in_the_bin);
  add ("link-after-restoring", test_link_after_restoring);
  add ("all-or-none", test_all_or_none);
  add ("gone-from-the-bytes", test_gone_from_the_bytes);
  add ("others-forget", test_others_forget);
  add ("reader-in-the-way", test_reader_in_the_way);
  add ("document", test_document);
}
