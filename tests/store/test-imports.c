/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Import keys, and the leases of jobs. */
#include "config.h"

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-imports.h"
#include "store/om-store-jobs.h"
#include "store/om-store-private.h"

#define ID "7d444840-9dc0-11d1-b245-5ffdce74fad2"

static OmImportKnown
look_up (OmStore    *store,
         const char *key,
         guint64     hash,
         gint64     *row)
{
  g_auto (OmImportKey) found = { 0 };

  g_assert_true (om_store_import_key_find (store, "dayone", key, hash, &found, NULL));
  if (found.known != OM_IMPORT_KEY_NEW)
    g_assert_cmpstr (found.id, ==, ID);
  *row = found.row;
  return found.known;
}

static void
test_keys (Fixture      *fixture,
           gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 a = add_memory (store, "a");
  gint64 b = add_memory (store, "b");
  gint64 row;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_NEW);
  g_assert_true (om_store_import_key_add (store, "dayone", "k", 1, a, ID, NULL));
  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_KNOWN);
  g_assert_cmpint (row, ==, a);
  /* Imported once more after it was wiped: it is the new memory's. */
  g_assert_true (om_store_import_key_add (store, "dayone", "k", 1, b, ID, NULL));
  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_KNOWN);
  g_assert_cmpint (row, ==, b);
  g_assert_true (om_store_import_key_add (store, "dayone", "k", 1, a, ID, NULL));
  g_assert_cmpint (look_up (store, "K", 1, &row), ==, OM_IMPORT_KEY_NEW);
  g_assert_cmpint (look_up (store, "k", G_MAXUINT64, &row), ==, OM_IMPORT_KEY_CHANGED);
  g_assert_cmpint (row, ==, a);

  /* The changed text came in as a second entry: both are known from now on. */
  g_assert_true (om_store_import_key_add (store, "dayone", "k", G_MAXUINT64, b, ID, NULL));
  g_assert_cmpint (look_up (store, "k", G_MAXUINT64, &row), ==, OM_IMPORT_KEY_KNOWN);
  g_assert_cmpint (row, ==, b);
  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_KNOWN);
  g_assert_cmpint (row, ==, a);

  g_assert_true (om_store_bin_put (store, &a, 1, NOW, NULL));
  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_DELETED);
  g_assert_true (om_store_bin_wipe (store, &a, 1, NULL, NULL));
  g_assert_cmpint (look_up (store, "k", 1, &row), ==, OM_IMPORT_KEY_DELETED);
  g_assert_cmpint (row, ==, 0);
  g_assert_cmpint (look_up (store, "k", 5, &row), ==, OM_IMPORT_KEY_CHANGED);
  g_assert_cmpint (row, ==, b);

  g_assert_cmpint (om_store_import_add (store, NOW, "dayone", "Journal.zip", "{}", NULL), ==, 1);
  g_assert_false (om_store_import_key_add (store, "dayone", "k", 9, 99, ID, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

static gboolean
take (OmStore    *store,
      const char *owner,
      gint64      now)
{
  g_autoptr (GError) error = NULL;
  gboolean taken;

  om_store_job_take (store, "reflect", owner, now, now + 100, &taken, &error);
  g_assert_no_error (error);
  return taken;
}

/* The words of an import come to the disk together, not entry by entry. */
static void
test_words_together (Fixture      *fixture,
                     gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 before;
  gint64 after;

  g_assert_true (om_store_get_int64 (store, "SELECT count (*) FROM memory_text_data", &before, NULL));
  g_assert_true (om_store_begin (store, NULL));
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *text = g_strdup_printf ("entry number %u of many", i);
      g_autofree char *key = g_strdup_printf ("%u", i);
      gint64 row = add_memory (store, text);

      g_assert_true (om_store_import_key_add (store, "dayone", key, i, row, ID, NULL));
    }
  g_assert_true (om_store_commit (store, NULL));
  g_assert_true (om_store_get_int64 (store, "SELECT count (*) FROM memory_text_data", &after, NULL));
  g_assert_cmpint (after - before, <=, 2);
}

static void
test_leases (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmStore) second = fixture_open (fixture, OM_STORE_WRITER);
  g_autoptr (GError) error = NULL;
  g_auto (OmJob) never = { 0 };
  g_auto (OmJob) job = { 0 };

  g_assert_true (om_store_job_get (fixture->store, "reflect", &never, NULL));
  g_assert_cmpint (never.watermark, ==, 0);
  g_assert_null (never.state);

  g_assert_true (take (fixture->store, "A", 1000));
  g_assert_false (take (second, "B", 1050));
  g_assert_true (take (fixture->store, "A", 1050));
  g_assert_false (take (second, "B", 1149));
  g_assert_true (take (second, "B", 1150));
  g_assert_false (take (fixture->store, "A", 1160));

  /* Who lost it cannot say that it went on; the work around it is undone with it. */
  g_assert_false (om_store_job_advance (fixture->store, "reflect", "A", 5, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_true (om_store_job_advance (second, "reflect", "B", 7, "{\"day\":1}", NULL));
  g_assert_true (om_store_job_advance (second, "reflect", "B", 8, NULL, NULL));
  g_assert_true (om_store_job_release (second, "reflect", "A", NULL));
  g_assert_false (take (fixture->store, "A", 1170));
  g_assert_true (om_store_job_release (second, "reflect", "B", NULL));
  g_assert_true (om_store_job_get (fixture->store, "reflect", &job, NULL));
  g_assert_cmpint (job.watermark, ==, 8);
  g_assert_cmpstr (job.state, ==, "{\"day\":1}");
  g_assert_null (job.owner);
  g_assert_true (take (fixture->store, "A", 1170));

  /* The clock was set back: nobody waits until it is there again. */
  g_assert_true (take (second, "B", 500));
  g_assert_false (take (fixture->store, "A", 550));
}

void
add_import_tests (void)
{
  test_store ("imports/keys", test_keys);
  test_store ("imports/words-together", test_words_together);
  test_store ("jobs/leases", test_leases);
}
