/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side file of the word index: what comes back, and that nothing wrong is ever taken. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "index/om-word-search.h"
#include "index/om-word-snapshot-format.h"
#include "index/om-word-snapshot.h"
#include "memory/om-error.h"
#include "test-index.h"

static const guint8 store_id[OM_STORE_ID_BYTES] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                                    15, 16 };

typedef struct
{
  char        *folder;
  char        *path;
  OmWordIndex *index;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const char *const texts[] = {
    "We walked along the canal before breakfast", "The dentist was kind", "Die Häuser am Fluss",
    "今天我去公园看鸭子", "walking und walking", "Another dentist, another letter",
  };
  static const char *const languages[] = { "en", "en", "de", "zh", "de", NULL };

  fixture->folder = g_dir_make_tmp ("openmemory-words-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->path = g_build_filename (fixture->folder, "words", NULL);
  fixture->index = om_word_index_new ();
  for (guint32 i = 0; i < G_N_ELEMENTS (texts); i++)
    om_word_index_add (fixture->index, 10 * i + 1, languages[i], "A title", texts[i], NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
  om_word_index_free (fixture->index);
}

static void
save (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (om_word_snapshot_save (fixture->index, fixture->path, store_id, 77, &error));
  g_assert_no_error (error);
}

static GArray *
search (const OmWordIndex *index,
        const char        *text)
{
  g_autoptr (OmWordQuery) query = om_word_query_new (index, text, NULL);

  return om_word_index_search (index, query, NULL, NULL, NULL, 100, NULL, NULL);
}

static void
assert_same (const OmWordIndex *a,
             const OmWordIndex *b)
{
  static const char *const queries[] = {
    "dentist", "dentits", "walking", "Haus", "鸭子", "鸭", "anal", "title letter", "nothing of it",
    "the",
  };

  g_assert_cmpuint (om_word_index_count (a), ==, om_word_index_count (b));
  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GArray) from_a = search (a, queries[i]);
      g_autoptr (GArray) from_b = search (b, queries[i]);

      g_assert_cmpmem (from_a->data, from_a->len * sizeof (OmWordMatch),
                       from_b->data, from_b->len * sizeof (OmWordMatch));
    }
}

static void
test_round_trip (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (OmWordIndex) opened = NULL;
  g_autoptr (OmWordIndex) again = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *same_bytes = NULL;
  gsize n, same_n;
  gint64 revision = 0;
  GStatBuf status;

  save (fixture);
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  opened = om_word_snapshot_open (fixture->path, store_id, &revision);
  g_assert_nonnull (opened);
  g_assert_cmpint (revision, ==, 77);
  assert_same (opened, fixture->index);

  /* What is added lies on top of the file, and goes into the next. */
  om_word_index_add (opened, 5, "en", NULL, "A new dentist and a heron", NULL);
  om_word_index_add (fixture->index, 5, "en", NULL, "A new dentist and a heron", NULL);
  om_word_index_remove (opened, 1);
  om_word_index_remove (fixture->index, 1);
  assert_same (opened, fixture->index);
  g_assert_true (om_word_snapshot_save (opened, fixture->path, store_id, 78, NULL));
  /* The old file is still mapped, though its name is another's now. */
  assert_same (opened, fixture->index);
  again = om_word_snapshot_open (fixture->path, store_id, &revision);
  g_assert_nonnull (again);
  g_assert_cmpint (revision, ==, 78);
  assert_same (again, fixture->index);

  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n, NULL));
  g_assert_true (om_word_snapshot_save (again, fixture->path, store_id, 78, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &same_bytes, &same_n, NULL));
  g_assert_cmpmem (bytes, n, same_bytes, same_n);
}

static void
test_empty_index (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (OmWordIndex) empty = om_word_index_new ();
  g_autoptr (OmWordIndex) opened = NULL;
  gint64 revision;

  g_assert_true (om_word_snapshot_save (empty, fixture->path, store_id, 0, NULL));
  opened = om_word_snapshot_open (fixture->path, store_id, &revision);
  g_assert_nonnull (opened);
  assert_same (opened, empty);
  om_word_index_add (opened, 1, "en", NULL, "dentist", NULL);
  g_assert_cmpuint (om_word_index_count_term (opened, "dentist"), ==, 1);
}

/* A word that was only in a removed document is not in the file. */
static void
test_forgets (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n;

  om_word_index_add (fixture->index, 3, "en", NULL, "unspeakable canal", NULL);
  save (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &before, &n, NULL));
  g_assert_nonnull (memmem (before, n, "unspeak", 7));

  om_word_index_remove (fixture->index, 3);
  save (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &after, &n, NULL));
  g_assert_null (memmem (after, n, "unspeak", 7));
  g_assert_nonnull (memmem (after, n, "canal", 5));
}

/* Straight into the file, without the caution that a file of value deserves: this is done thousands
 * of times. */
static void
put_bytes (Fixture    *fixture,
           const char *bytes,
           gsize       n)
{
  /* Written straight, a file that is there is not cut to its new length. */
  g_unlink (fixture->path);
  g_assert_true (g_file_set_contents_full (fixture->path, bytes, n, G_FILE_SET_CONTENTS_NONE, 0600,
                                           NULL));
}

static gboolean
opens (Fixture *fixture)
{
  gint64 revision = 0;
  g_autoptr (OmWordIndex) index = om_word_snapshot_open (fixture->path, store_id, &revision);

  return index != NULL;
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *bytes = NULL;
  gsize n;
  guint8 other_id[OM_STORE_ID_BYTES] = { 9 };
  gint64 revision = 5;

  g_assert_false (opens (fixture));
  save (fixture);
  g_assert_true (opens (fixture));
  g_assert_null (om_word_snapshot_open (fixture->path, other_id, &revision));
  g_assert_cmpint (revision, ==, 5);

  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n, NULL));
  for (gsize cut = 0; cut < n; cut += 61)
    {
      put_bytes (fixture, bytes, cut);
      g_assert_false (opens (fixture));
    }
  put_bytes (fixture, "PK\003\004 something else", 18);
  g_assert_false (opens (fixture));
  g_unlink (fixture->path);
  /* Nobody writes into it, and nobody waits for it. */
  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  g_assert_false (opens (fixture));
  g_unlink (fixture->path);
  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  g_assert_false (opens (fixture));
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);
}

static void
damage (GRand *random,
        char  *bytes,
        gsize  n)
{
  gsize at = g_rand_int_range (random, 0, n);
  gsize len = g_rand_int_range (random, 1, 200);

  len = MIN (len, n - at);
  switch (g_rand_int_range (random, 0, 4))
    {
    case 0: /* a bit */
      bytes[at] ^= 1 << g_rand_int_range (random, 0, 8);
      break;
    case 1: /* a stretch of noise */
      for (gsize i = 0; i < len; i++)
        bytes[at + i] = g_rand_int_range (random, 0, 256);
      break;
    case 2: /* a stretch of zeros, as a disk leaves it */
      memset (bytes + at, 0, len);
      break;
    default: /* a stretch moved elsewhere */
      memmove (bytes + at, bytes + g_rand_int_range (random, 0, n - len + 1), len);
      break;
    }
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (50);
  g_autofree char *bytes = NULL;
  gsize n;
  guint same = 0;

  save (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n, NULL));
  for (int i = 0; i < 2000; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, n);

      damage (random, damaged, n);
      put_bytes (fixture, damaged, n);
      if (memcmp (damaged, bytes, n) == 0)
        same++;
      else
        g_assert_false (opens (fixture));
    }
  g_test_message ("%u of 2000 left the file as it was", same);
  g_assert_cmpuint (same, <, 1000);
}

/* Damage under right checksums, as a faulty program would write it: it may open or not, and
 * searching and adding may find nonsense, but nothing runs over. */
static void
test_damaged_within (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (51);
  g_autofree char *bytes = NULL;
  gsize n;
  guint opened = 0;

  save (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n, NULL));
  for (int i = 0; i < 2000; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, n);
      OmSnapshotHeader *header = (OmSnapshotHeader *) damaged;
      g_autoptr (OmWordIndex) index = NULL;
      OmChecksum sum;
      gint64 revision;

      damage (random, damaged, n);
      om_checksum_init (&sum);
      om_checksum_update (&sum, damaged + sizeof (*header), n - sizeof (*header));
      header->body = om_checksum_end (&sum);
      header->self = om_snapshot_sum_header (header);
      put_bytes (fixture, damaged, n);
      index = om_word_snapshot_open (fixture->path, store_id, &revision);
      if (index == NULL)
        continue;
      opened++;
      g_array_unref (search (index, "dentist walking 鸭子 the"));
      g_array_unref (search (index, "dentits"));
      g_array_unref (search (index, "anal"));
      om_word_index_add (index, 1, "en", "dentist", "walking canal", NULL);
      om_word_index_remove (index, 11);
      om_word_index_compact (index);
      g_array_unref (search (index, "dentist walking"));
    }
  g_test_message ("%u of 2000 opened", opened);
}

static void
test_cannot_write (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *nowhere = g_build_filename (fixture->folder, "no-such-folder", "words", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = NULL;

  g_assert_false (om_word_snapshot_save (fixture->index, nowhere, store_id, 1, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_clear_error (&error);

  /* A folder in the way: the file cannot take its name, and nothing is left lying about. */
  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  g_assert_false (om_word_snapshot_save (fixture->index, fixture->path, store_id, 1, &error));
  g_assert_nonnull (error);
  folder = g_dir_open (fixture->folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (folder), ==, "words");
  g_assert_null (g_dir_read_name (folder));
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);
}

void
test_word_snapshot_add (void)
{
  g_test_add ("/word-snapshot/round-trip", Fixture, NULL, set_up, test_round_trip, tear_down);
  g_test_add ("/word-snapshot/empty-index", Fixture, NULL, set_up, test_empty_index, tear_down);
  g_test_add ("/word-snapshot/forgets", Fixture, NULL, set_up, test_forgets, tear_down);
  g_test_add ("/word-snapshot/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/word-snapshot/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/word-snapshot/damaged-within", Fixture, NULL, set_up, test_damaged_within,
              tear_down);
  g_test_add ("/word-snapshot/cannot-write", Fixture, NULL, set_up, test_cannot_write, tear_down);
}
