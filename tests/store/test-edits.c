/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits: every one leaves the former text; two at once leave both. */
#include "config.h"

#include "store-fixture.h"
#include "store/om-store-memories.h"
#include "store/om-store-text.h"
#include "store/om-store-versions.h"

static guint
count_hits (OmStore    *store,
            const char *phrase)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = om_store_text_find_phrase (store, phrase, 0, 100, &error);

  g_assert_no_error (error);
  return rows->len;
}

static void
test_versions (Fixture      *fixture,
               gconstpointer data)
{
  gint64 row = add_tagged (fixture->store, "The heron stood on the lock.", "Heron", NULL);
  OmEditOutcome outcome;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (OmMemory) m = NULL;
  const OmVersion *version;
  gint64 revision;

  g_assert_true (om_store_memory_edit (fixture->store, row, 1, "The heron flew away.", "Heron",
                                       NOW + 10, &outcome, &error));
  g_assert_no_error (error);
  g_assert_true (outcome.changed);
  g_assert_false (outcome.conflict);
  g_assert_cmpuint (outcome.version, ==, 2);
  g_assert_cmpuint (count_hits (fixture->store, "lock"), ==, 0);
  g_assert_cmpuint (count_hits (fixture->store, "flew away"), ==, 1);

  /* The title alone is a change, too; nothing at all is none. */
  g_assert_true (om_store_memory_edit (fixture->store, row, 2, "The heron flew away.", NULL,
                                       NOW + 20, &outcome, NULL));
  g_assert_true (outcome.changed);
  g_assert_true (om_store_memory_edit (fixture->store, row, 3, "The heron flew away.", NULL,
                                       NOW + 30, &outcome, NULL));
  g_assert_false (outcome.changed);
  g_assert_cmpuint (outcome.version, ==, 3);
  /* To nothing: even that is taken back by the history. */
  g_assert_true (om_store_memory_edit (fixture->store, row, 3, "", NULL, NOW + 40, &outcome, NULL));
  g_assert_cmpuint (count_hits (fixture->store, "heron"), ==, 0);

  revision = om_store_get_revision (fixture->store, NULL);
  g_assert_true (om_store_version_add (fixture->store, row, "A heron stood by the lock.", NULL,
                                       NOW + 5, NOW + 50, NULL));
  fixture_reopen (fixture);
  m = om_store_memory_get (fixture->store, row, NULL);
  g_assert_cmpstr (m->content, ==, "");
  g_assert_cmpuint (m->version, ==, 4);
  g_assert_cmpint (m->changed_at, ==, NOW + 40);
  g_assert_cmpint (m->revision, ==, revision + 1);
  versions = om_store_versions_list (fixture->store, row, NULL);
  g_assert_cmpuint (versions->len, ==, 4);
  version = g_ptr_array_index (versions, 0);
  g_assert_cmpuint (version->version, ==, 0);
  g_assert_cmpint (version->changed_at, ==, NOW + 5);
  version = g_ptr_array_index (versions, 1);
  g_assert_cmpuint (version->version, ==, 3);
  g_assert_cmpstr (version->content, ==, "The heron flew away.");
  g_assert_null (version->title);
  g_assert_cmpint (version->changed_at, ==, NOW + 20);
  g_assert_cmpint (version->replaced_at, ==, NOW + 40);
  version = g_ptr_array_index (versions, 3);
  g_assert_cmpuint (version->version, ==, 1);
  g_assert_cmpstr (version->content, ==, "The heron stood on the lock.");
  g_assert_cmpstr (version->title, ==, "Heron");
  g_assert_false (version->conflict);
}

/* S1: an entry edited in both of two processes ends as two readable texts, one of them marked. */
static void
test_conflict (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmStore) second = fixture_open (fixture, OM_STORE_WRITER);
  gint64 row = add_memory (fixture->store, "As it was.");
  OmEditOutcome outcome;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (OmMemory) m = NULL;
  const OmVersion *version;

  g_assert_true (
      om_store_memory_edit (fixture->store, row, 1, "from A", NULL, NOW + 1, &outcome, NULL));
  g_assert_false (outcome.conflict);
  g_assert_true (om_store_memory_edit (second, row, 1, "from B", NULL, NOW + 2, &outcome, NULL));
  g_assert_true (outcome.conflict);
  g_assert_cmpuint (outcome.version, ==, 3);

  m = om_store_memory_get (fixture->store, row, NULL);
  g_assert_cmpstr (m->content, ==, "from B");
  g_assert_cmpuint (m->flags, ==, OM_FLAG_CONFLICT);
  versions = om_store_versions_list (fixture->store, row, NULL);
  g_assert_cmpuint (versions->len, ==, 2);
  version = g_ptr_array_index (versions, 0);
  g_assert_cmpstr (version->content, ==, "from A");
  g_assert_true (version->conflict);
  version = g_ptr_array_index (versions, 1);
  g_assert_cmpstr (version->content, ==, "As it was.");
  g_assert_false (version->conflict);

  /* The same text from both is no conflict. */
  g_assert_true (
      om_store_memory_edit (fixture->store, row, 1, "from B", NULL, NOW + 3, &outcome, NULL));
  g_assert_false (outcome.changed);
  g_assert_false (outcome.conflict);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "Kept.");
  OmEditOutcome outcome;
  g_autoptr (GError) error = NULL;
  g_autofree char *content = NULL;

  g_assert_false (om_store_memory_edit (fixture->store, 99, 0, "x", NULL, NOW, &outcome, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (
      om_store_memory_edit (fixture->store, row, 0, "\xc3", NULL, NOW, &outcome, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
  content = read_content (fixture->store, row);
  g_assert_cmpstr (content, ==, "Kept.");
}

void
add_edit_tests (void)
{
  test_store ("edits/versions", test_versions);
  test_store ("edits/conflict", test_conflict);
  test_store ("edits/refused", test_refused);
}
