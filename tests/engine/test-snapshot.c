/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side file of the index makes loading quick and changes nothing else: right, old, foreign or broken,
 * the answers are the same. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/om-fade.h"
#include "engine/om-intake.h"
#include "engine/om-mirror-private.h"
#include "store/om-store-backup.h"
#include "test-engine.h"

static char *
side_file (Fixture *fixture)
{
  return om_mirror_dup_snapshot_path (fixture->path);
}

static void
fill (Fixture *fixture,
      guint    from,
      guint    to)
{
  static const char *const things[] = { "heron", "lock", "canal", "soup", "letter", "walnut", "ladder", "market", "ferry", "choir" };

  for (guint i = from; i < to; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u about the %s, the %s and 花見 in the year %u.", i, things[i % 10],
                                               things[(i / 10) % 10], 1900 + i % 120);

      g_free (fixture_remember (fixture, text));
    }
}

/* What a journal of these texts answers, with scores to the bit. */
static char *
describe_answers (OmEngine *engine)
{
  static const char *const queries[] = { "heron", "walnut ladder", "\"the ferry\"", "花見", "herron", "1950", "choir market in the year 1931",
                                         "zebra", "tulip" };
  GString *all = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (OmSearch) search = om_search_new (queries[i], 30);
      g_autoptr (GError) error = NULL;
      g_autoptr (OmAnswer) answer = om_engine_search (engine, search, NULL, &error);

      g_assert_no_error (error);
      for (guint j = 0; j < answer->hits->len; j++)
        {
          const OmHit *hit = g_ptr_array_index (answer->hits, j);

          g_string_append_printf (all, "%s %a %s\n", queries[i], hit->score, hit->memory->id);
        }
    }
  return g_string_free (all, FALSE);
}

static void
reopen_and_compare (Fixture    *fixture,
                    const char *expected)
{
  g_autofree char *answers = NULL;

  fixture_reopen (fixture);
  answers = describe_answers (fixture->engine);
  g_assert_cmpstr (answers, ==, expected);
}

/* Whether the index was taken from the side file. */
static gboolean
is_mapped (Fixture *fixture)
{
  OmMirror *mirror = om_engine_get_mirror (fixture->engine);
  OmWordStats stats;

  om_mirror_lock (mirror);
  om_word_index_get_stats (om_mirror_get_words (mirror), &stats);
  om_mirror_unlock (mirror);
  return stats.mapped > 0;
}

static void
write_file (const char *path,
            const char *bytes,
            gsize       size)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, (gssize) size, &error);
  g_assert_no_error (error);
}

static void
test_same_answers (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *path = side_file (fixture);
  g_autofree char *with = NULL;
  GStatBuf status;

  fill (fixture, 0, 400);
  with = describe_answers (fixture->engine);
  g_assert_cmpuint (strlen (with), >, 1000);
  fixture_reopen (fixture);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  reopen_and_compare (fixture, with);
  g_assert_true (is_mapped (fixture));
  /* A little is added on top of it, and it stays as it is. */
  fill (fixture, 400, 410);
  g_free (with);
  with = describe_answers (fixture->engine);
  reopen_and_compare (fixture, with);
  g_assert_true (is_mapped (fixture));

  om_engine_close (fixture->engine);
  g_assert_cmpint (g_unlink (path), ==, 0);
  reopen_and_compare (fixture, with);
  g_assert_false (is_mapped (fixture));
}

static void
test_broken (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *path = side_file (fixture);
  g_autofree char *right = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  gsize size;

  fill (fixture, 0, 300);
  expected = describe_answers (fixture->engine);
  om_engine_close (fixture->engine);
  g_assert_true (g_file_get_contents (path, &right, &size, NULL));
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *bytes = g_memdup2 (right, size);
      gsize length = size;

      if (i == 0)
        length = 0;
      else if (i < 6)
        length = (gsize) g_rand_double_range (random, 1, (double) size);
      else if (i == 6)
        memset (bytes, 'x', size);
      else
        bytes[(gsize) g_rand_double_range (random, 0, (double) size)] ^= 1 << (i % 8);
      om_engine_close (fixture->engine);
      write_file (path, bytes, length);
      reopen_and_compare (fixture, expected);
    }
  /* A folder in its place is no reason not to open. */
  om_engine_close (fixture->engine);
  g_unlink (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  reopen_and_compare (fixture, expected);
}

/* Written at an earlier time, and put back in place of the newer one. */
static void
test_old (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *path = side_file (fixture);
  g_autofree char *old = NULL;
  g_autofree char *expected = NULL;
  gsize size;

  fill (fixture, 0, 300);
  om_engine_close (fixture->engine);
  g_assert_true (g_file_get_contents (path, &old, &size, NULL));
  fixture_reopen (fixture);
  fill (fixture, 300, 700);
  expected = describe_answers (fixture->engine);
  om_engine_close (fixture->engine);
  write_file (path, old, size);
  reopen_and_compare (fixture, expected);
}

static void
test_foreign (Fixture      *fixture,
              gconstpointer data)
{
  Fixture other = { 0 };
  g_autofree char *path = side_file (fixture);
  g_autofree char *other_path = NULL;
  g_autofree char *foreign = NULL;
  g_autofree char *expected = NULL;
  gsize size;

  fixture_set_up (&other, NULL);
  other_path = side_file (&other);
  fill (&other, 500, 900);
  om_engine_close (other.engine);
  g_assert_true (g_file_get_contents (other_path, &foreign, &size, NULL));
  fill (fixture, 0, 400);
  expected = describe_answers (fixture->engine);
  om_engine_close (fixture->engine);
  write_file (path, foreign, size);
  reopen_and_compare (fixture, expected);
  fixture_tear_down (&other, NULL);
}

static void
copy_store (Fixture    *fixture,
            const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store = om_store_open (fixture->path, OM_STORE_READER, 0, NULL, &error);

  g_assert_no_error (error);
  om_store_backup (store, to, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
put_store_back (Fixture    *fixture,
                const char *from)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (from, &bytes, &size, NULL));
  write_file (fixture->path, bytes, size);
}

/* An older copy of the store is put back by hand, the side file stays as it was: its words are those of
 * a past that is no more, even once the store has come to the same revision by another way. */
static void
test_store_put_back (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *copy = g_build_filename (fixture->folder, "copy.db", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *later = NULL;

  fill (fixture, 0, 300);
  fixture_reopen (fixture);
  expected = describe_answers (fixture->engine);
  copy_store (fixture, copy);
  for (guint i = 0; i < 600; i++)
    {
      g_autofree char *text = g_strdup_printf ("A zebra and a tulip, the %uth of them.", i);

      g_free (fixture_remember (fixture, text));
    }
  om_engine_close (fixture->engine);

  put_store_back (fixture, copy);
  reopen_and_compare (fixture, expected);
  g_assert_false (is_mapped (fixture));
  g_assert_cmpuint (fixture_count_hits (fixture, "zebra", NULL), ==, 0);

  /* Once more, and written on without the index in memory, as the command does. */
  om_engine_close (fixture->engine);
  put_store_back (fixture, copy);
  {
    g_autoptr (GError) error = NULL;

    om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
    g_assert_no_error (error);
    fill (fixture, 1000, 1700);
  }
  fixture_reopen (fixture);
  g_assert_cmpuint (fixture_count_hits (fixture, "zebra", NULL), ==, 0);
  later = describe_answers (fixture->engine);
  {
    g_autofree char *path = side_file (fixture);

    om_engine_close (fixture->engine);
    g_unlink (path);
  }
  reopen_and_compare (fixture, later);
}

/* Who only reads writes no side file; what a killed process left half written is cleared away. */
static void
test_leftovers (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *path = side_file (fixture);
  g_autofree char *left = g_strconcat (path, ".A1B2C3", NULL);
  g_autofree char *answers = NULL;
  g_autofree char *expected = NULL;
  OmEngine *reader;

  fill (fixture, 0, 300);
  expected = describe_answers (fixture->engine);
  reader = engine_open (fixture, OM_OPEN_READ_ONLY);
  answers = describe_answers (reader);
  g_assert_cmpstr (answers, ==, expected);
  engine_close (reader);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  write_file (left, "half", 4);
  om_engine_close (fixture->engine);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
}

#define add(name, function) g_test_add ("/snapshot/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

static guint
count_texts_read (OmEngine *engine)
{
  OmMirror *mirror = om_engine_get_mirror (engine);
  guint n;

  om_mirror_lock (mirror);
  n = mirror->n_words_read;
  om_mirror_unlock (mirror);
  return n;
}

/* What fades and goes to rest keeps its words: nothing is read again, neither now nor at the next start,
 * and a start of which the index is made from all texts answers the same. */
static void
test_fresh_after_fading (Fixture      *fixture,
                         gconstpointer data)
{
  g_autofree char *path = side_file (fixture);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = NULL;
  gsize size_before;
  gsize size_after;

  fill (fixture, 0, 300);
  fixture_reopen (fixture);
  g_assert_true (g_file_get_contents (path, &before, &size_before, NULL));
  fixture->now += 900 * (gint64) 86400000;
  report = om_engine_fade (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->n_compressed + report->n_fingerprints, >, 100);
  g_assert_cmpuint (count_texts_read (fixture->engine), ==, 0);

  fixture_reopen (fixture);
  g_assert_true (is_mapped (fixture));
  g_assert_cmpuint (count_texts_read (fixture->engine), ==, 0);
  g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
  g_assert_cmpmem (before, size_before, after, size_after);
  expected = describe_answers (fixture->engine);

  om_engine_close (fixture->engine);
  g_assert_cmpint (g_unlink (path), ==, 0);
  reopen_and_compare (fixture, expected);
  g_assert_cmpuint (count_texts_read (fixture->engine), ==, 300);
}

/* Tags, and coming out of the bin, are words; who was in the bin when the file was written is read then. */
static void
test_words_that_change (Fixture      *fixture,
                        gconstpointer data)
{
  static const char *const mango[] = { "mango", NULL };
  g_autofree char *binned = NULL;
  g_autofree char *tagged = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;

  binned = fixture_remember (fixture, "A quince in a bowl.");
  tagged = fixture_remember (fixture, "A pear in a bowl.");
  fill (fixture, 0, 300);
  fixture_bin (fixture, binned);
  fixture_reopen (fixture);
  fixture_restore (fixture, binned);
  om_engine_tag (fixture->engine, (const char *const[]){ tagged, NULL }, mango, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_texts_read (fixture->engine), ==, 2);
  g_assert_cmpuint (fixture_count_hits (fixture, "quince", "quince"), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "mango", "pear"), ==, 1);
  expected = describe_answers (fixture->engine);
  reopen_and_compare (fixture, expected);
  g_assert_true (is_mapped (fixture));
  g_assert_cmpuint (count_texts_read (fixture->engine), ==, 2);
  g_assert_cmpuint (fixture_count_hits (fixture, "quince", "quince"), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "mango", "pear"), ==, 1);
}

/* A large import is in the side file though the program is not there to close the store. */
static void
test_kept_after_import (Fixture      *fixture,
                        gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmIntake) intake = om_intake_new (fixture->engine, TRUE, &error);
  OmIntakeOutcome outcome;
  OmEngine *other;

  g_assert_no_error (error);
  for (guint i = 0; i < 1200; i++)
    {
      g_autofree char *text = g_strdup_printf ("Number %u came in with word%u.", i, i);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      draft->source = g_strdup ("test");
      draft->source_key = g_strdup_printf ("%u", i);
      om_intake_add (intake, draft, &outcome, NULL, &error);
      g_assert_no_error (error);
    }
  om_intake_commit (intake, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (is_mapped (fixture));

  other = engine_open (fixture, OM_OPEN_READ_ONLY);
  om_engine_load (other, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_texts_read (other), ==, 0);
  engine_close (other);
  g_assert_cmpuint (fixture_count_hits (fixture, "word777", "777"), ==, 1);
}

void
test_snapshot_add (void)
{
  add ("same-answers", test_same_answers);
  add ("broken", test_broken);
  add ("old", test_old);
  add ("foreign", test_foreign);
  add ("store-put-back", test_store_put_back);
  add ("leftovers", test_leftovers);
  add ("fresh-after-fading", test_fresh_after_fading);
  add ("words-that-change", test_words_that_change);
  add ("kept-after-import", test_kept_after_import);
}
