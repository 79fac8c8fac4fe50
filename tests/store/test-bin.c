/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bin: there and back, and for good: then no byte of the word is left in any file. */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-changes.h"
#include "store/om-store-events.h"
#include "store/om-store-health.h"
#include "store/om-store-imports.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-tags.h"
#include "store/om-store-text.h"
#include "store/om-store-vectors.h"
#include "store/om-store-waypoints.h"

#define DIM 64

static guint
count_hits (OmStore    *store,
            const char *phrase)
{
  g_autoptr (GArray) rows = om_store_text_find_phrase (store, phrase, OM_TEXT_BINNED, 100, NULL);

  return rows->len;
}

static void
test_bin (Fixture      *fixture,
          gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 document = add_memory (store, "A document.");
  gint64 plain = add_memory (store, "Plain.");
  g_autoptr (OmMemory) section = make_memory ("A section.");
  g_autoptr (OmMemory) m = NULL;
  g_autoptr (GArray) bin = NULL;
  g_autoptr (GArray) old = NULL;
  g_autoptr (GArray) list = NULL;
  g_autoptr (GArray) left = NULL;
  gint64 both[2];

  section->type = OM_MEMORY_TYPE_SECTION;
  section->parent_row = document;
  g_assert_true (om_store_memory_insert (store, section, NULL));
  both[0] = document;
  both[1] = plain;
  g_assert_true (om_store_bin_put (store, &plain, 1, NOW, NULL));
  g_assert_true (om_store_bin_put (store, both, 2, NOW + 10, NULL));

  bin = om_store_bin_list (store, G_MAXINT64, NULL);
  g_assert_cmpuint (bin->len, ==, 2);
  g_assert_cmpint (g_array_index (bin, gint64, 0), ==, plain);
  old = om_store_bin_list (store, NOW + 5, NULL);
  g_assert_cmpuint (old->len, ==, 1);
  list = om_store_list (store, NULL, 10, NULL);
  g_assert_cmpuint (list->len, ==, 0);
  m = om_store_memory_get (store, section->row, NULL);
  g_assert_cmpint (m->trashed_at, ==, NOW + 10);
  g_assert_cmpstr (m->content, ==, "A section.");

  g_assert_true (om_store_bin_restore (store, &document, 1, NULL));
  g_clear_pointer (&m, om_memory_unref);
  m = om_store_memory_get (store, section->row, NULL);
  g_assert_cmpint (m->trashed_at, ==, 0);
  left = om_store_bin_list (store, G_MAXINT64, NULL);
  g_assert_cmpuint (left->len, ==, 1);
}

/* Whether the word stands in any file of the store. */
static gboolean
is_anywhere (Fixture    *fixture,
             const char *word)
{
  return file_holds (fixture->path, "", word) || file_holds (fixture->path, "-wal", word) ||
         file_holds (fixture->path, "-shm", word);
}

static void
give_everything (OmStore *store,
                 gint64   row,
                 gint64   other,
                 gint64   embedder)
{
  OmWaypoint there = { .source = row,
                       .target = other,
                       .weight = .5,
                       .kind = OM_WAYPOINT_HAND,
                       .created_at = NOW,
                       .walked_at = NOW };
  OmWaypoint back = { .source = other,
                      .target = row,
                      .weight = .5,
                      .kind = OM_WAYPOINT_ASSOCIATION,
                      .created_at = NOW,
                      .walked_at = NOW };
  OmEvent event = { .row = row,
                    .at = NOW,
                    .cause = OM_EVENT_CREATED,
                    .salience_after = .4,
                    .before = { .salience = .4, .activation_count = 1 } };
  OmEvent related = { .row = other,
                      .at = NOW,
                      .cause = OM_EVENT_SPREAD,
                      .related = row,
                      .salience_after = .5,
                      .before = { .salience = .4, .activation_count = 1 } };
  static const char slot[] = "SLOTSECRETSLOTSECRETSLOTSECRETSLOTSECRETSLOTSECRETSLOTSECRETSLOT";
  float v[DIM] = { 0 };
  OmEditOutcome outcome;

  /* The bytes of a vector would give the text away, too. */
  for (gsize i = 0; i + sizeof "VECTORSECRET" <= sizeof v; i += strlen ("VECTORSECRET"))
    memcpy ((char *) v + i, "VECTORSECRET", strlen ("VECTORSECRET"));
  g_assert_true (om_store_vector_put (store, embedder, row, OM_SECTOR_MEAN, OM_VECTOR_STAGE_FULL, v,
                                      DIM, (const guint8 *) slot, 1, NULL));
  g_assert_true (om_store_waypoint_put (store, &there, NULL));
  g_assert_true (om_store_waypoint_put (store, &back, NULL));
  g_assert_true (om_store_event_append (store, &event, NULL));
  g_assert_true (om_store_event_append (store, &related, NULL));
  g_assert_true (om_store_import_key_add (store, "jrnl", "key-1", 77, row,
                                          "7d444840-9dc0-11d1-b245-5ffdce74fad2", NULL));
  g_assert_true (om_store_memory_edit (store, row, 1, "Now about the quetzalcoatlus instead.",
                                       "Pterosaur", NOW, &outcome, NULL));
}

static void
test_wipe (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const secrets[] = {
    "xylophonist", "Xylophonist", "quetzalcoatlus", "quetzalcoatlu", "Pterosaur",    "pterosaur",
    "Marimba",     "marimba",     "hushhush",       "SLOTSECRET",    "VECTORSECRET", "笛子",
    "笛",
  };
  static const char *const kinds[] = { "events", "waypoints", "vectors", "versions",
                                       "memory_tags" };
  OmStore *store = fixture->store;
  gint64 embedder = om_store_embedder_id (store, "test", DIM, NULL);
  g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
  gint64 secret;
  gint64 other;
  gint64 before;
  guint n;
  g_auto (OmImportKey) key = { 0 };
  g_autoptr (OmStoreHealth) health = NULL;
  g_autoptr (OmStoreChanges) changes = NULL;
  g_autoptr (OmMemory) gone = NULL;
  g_autoptr (GError) error = NULL;

  /* Among many others, before and after, in pieces of the full text that have been merged and
   * not. */
  for (guint i = 0; i < 200; i++)
    add_tagged (store,
                "Ordinary things happened by the canal today, and the kettle"
                " gave up.",
                "Usual", "daily");
  other = add_memory (store, "A neighbour.");
  secret = add_tagged (store, "She is a xylophonist; Xylophonist she stays. 笛子", "Marimba",
                       "hushhush,daily");
  give_everything (store, secret, other, embedder);
  for (guint i = 0; i < 200; i++)
    add_tagged (store,
                "Other ordinary things happened by the lock, and the heron stood"
                " there.",
                "Usual", "daily");
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      /* Stems and pairs stand in the index alone, in pieces; whole words must be there to begin
       * with. */
      if (i == 1 || i == 4 || i == 6 || i >= 8)
        g_assert_true (is_anywhere (fixture, secrets[i]));
    }
  g_assert_true (om_store_checkpoint (store, TRUE, NULL));
  g_assert_true (file_holds (fixture->path, "", "Xylophonist"));

  /* Not in the bin: nothing happens. */
  g_assert_true (om_store_bin_wipe (store, &secret, 1, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (om_store_bin_put (store, &secret, 1, NOW, NULL));
  before = om_store_get_revision (store, NULL);
  g_assert_true (om_store_bin_wipe (store, &secret, 1, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (om_store_bin_scrub (store, &error));
  g_assert_no_error (error);

  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      if (is_anywhere (fixture, secrets[i]))
        g_error ("“%s” is still in the files", secrets[i]);
    }
  gone = om_store_memory_get (store, secret, NULL);
  g_assert_null (gone);
  g_assert_cmpuint (count_hits (store, "xylophonist"), ==, 0);
  g_assert_cmpuint (count_hits (reader, "笛子"), ==, 0);
  g_assert_cmpuint (count_hits (store, "kettle gave up"), ==, 100);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *sql =
          g_strdup_printf (g_str_equal (kinds[i], "waypoints")
                               ? "SELECT count (*) FROM %s WHERE source = %d OR target = %d"
                               : "SELECT count (*) FROM %s WHERE memory IN (%d, %d)",
                           kinds[i], (int) secret, (int) secret);
      sqlite3_stmt *stmt;

      g_assert_cmpint (sqlite3_prepare_v2 (store->db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
      g_assert_cmpint (sqlite3_column_int (stmt, 0), ==, 0);
      sqlite3_finalize (stmt);
    }

  /* Who follows learns of it, and a second import knows it. */
  changes = om_store_changes_since (reader, before, NULL);
  g_assert_cmpuint (changes->wiped->len, ==, 1);
  g_assert_cmpint (g_array_index (changes->wiped, gint64, 0), ==, secret);
  g_assert_cmpuint (changes->links->len, ==, 1);
  g_assert_cmpint (g_array_index (changes->links, gint64, 0), ==, other);
  g_assert_true (om_store_import_key_find (store, "jrnl", "key-1", 77, &key, NULL));
  g_assert_cmpint (key.known, ==, OM_IMPORT_KEY_DELETED);
  g_assert_cmpint (key.row, ==, 0);
  health = om_store_health_check (store, NULL);
  g_assert_true (health->ok);

  /* Its number is never given out again. */
  g_assert_cmpint (add_memory (store, "Next."), >, secret + 200);
}

static void
test_wipe_document (Fixture      *fixture,
                    gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 document = add_memory (store, "The whole of the zanzibar text.");
  gint64 rows[4] = { document };
  g_autoptr (OmMemory) fact = make_memory ("I live here.");
  g_autoptr (OmMemory) document_record = om_store_memory_get (store, document, NULL);
  g_autoptr (OmMemory) after = NULL;
  guint n;

  for (guint i = 1; i < 4; i++)
    {
      g_autoptr (OmMemory) section = make_memory ("A zanzibar section.");

      section->type = OM_MEMORY_TYPE_SECTION;
      section->parent_row = document;
      section->section_index = i - 1;
      g_assert_true (om_store_memory_insert (store, section, NULL));
      rows[i] = section->row;
    }
  fact->superseded_by = g_strdup (document_record->id);
  g_assert_true (om_store_memory_insert (store, fact, NULL));

  g_assert_true (om_store_bin_put (store, &document, 1, NOW, NULL));
  g_assert_true (om_store_bin_wipe (store, rows, 2, &n, NULL));
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (count_hits (store, "zanzibar"), ==, 0);
  after = om_store_memory_get (store, fact->row, NULL);
  g_assert_null (after->superseded_by);
}

void
add_bin_tests (void)
{
  test_store ("bin/bin", test_bin);
  test_store ("bin/wipe", test_wipe);
  test_store ("bin/wipe-document", test_wipe_document);
}
