/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory fade` and `reflect`. */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli/om-test-command.h"

void test_cli_jobs_add (void);

static void
test_fade (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 10:00", NULL);
  g_autofree char *kept = om_test_add (home, "The day she was born.", "--keep", "--now",
                                       "2024-06-01 10:00", NULL);
  g_autoptr (OmTestRun) first = om_test_run (home, NULL, "--now", "2024-06-02", "fade", NULL);
  g_autofree char *before = om_test_dump (home->store);
  g_autofree char *hash = om_test_hash (home->store);
  g_autofree char *after = NULL;
  g_autofree char *hash_after = NULL;
  g_autoptr (JsonNode) dry = om_test_json (home, "--now", "2024-12-01", "fade", "--dry-run", NULL);
  g_autoptr (OmTestRun) dry_text = om_test_run (home, NULL, "--now", "2024-12-01", "fade", "-n",
                                                NULL);
  g_autoptr (JsonNode) pass = NULL;
  g_autoptr (OmTestRun) again = NULL;
  g_autoptr (JsonNode) shown = NULL;

  after = om_test_dump (home->store);
  hash_after = om_test_hash (home->store);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (hash_after, ==, hash);

  g_assert_cmpstr (kept, !=, id);
  om_assert_status (first, 0);
  om_assert_has (first->out, "no report before");
  om_assert_has_not (first->out, "dry run");
  g_assert_true (om_test_boolean (dry, "dry_run"));
  g_assert_cmpstr (om_test_string (dry, "since"), ==, "2024-06-02T12:00:00Z");
  g_assert_cmpint (om_test_int (dry, "checked"), ==, 1);
  g_assert_cmpint (om_test_int (dry, "resting"), ==, 1);
  g_assert_cmpuint (om_test_length (dry, "newly_resting"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (om_test_item (dry, "newly_resting", 0), "id"), ==, id);
  g_assert_cmpstr (json_object_get_string_member (om_test_item (dry, "newly_resting", 0), "title"), ==,
                   "A heron at the second lock.");
  g_assert_cmpint (om_test_int (dry, "vectors_to_fingerprints"), ==, 1);
  g_assert_cmpfloat (om_test_real (dry, "lowest_score"), <, 0.3);
  g_assert_cmpint (json_object_get_int_member (om_test_object (dry, "by_tier"), "cold"), ==, 2);
  om_assert_has (dry_text->out, "1 memory went to rest since 2024-06-02");
  om_assert_has (dry_text->out, "A heron at the second lock.");
  om_assert_has (dry_text->out, "openmemory wake");
  om_assert_has (dry_text->out, "dry run");

  pass = om_test_json (home, "--now", "2024-12-01", "fade", NULL);
  g_assert_false (om_test_boolean (pass, "dry_run"));
  json_object_set_boolean_member (json_node_get_object (pass), "dry_run", TRUE);
  g_assert_true (json_node_equal (pass, dry));
  again = om_test_run (home, NULL, "--now", "2024-12-02", "fade", NULL);
  om_assert_has (again->out, "None went to rest since 2024-12-01");
  shown = om_test_show_at (home, id, "2024-12-02");
  g_assert_cmpstr (om_test_string (shown, "text"), ==, "A heron at the second lock.");
}

static void
test_reflect (OmTestHome    *home,
              gconstpointer  unused)
{
  static const char *const others[] = {
    "Tuned the piano with old Mr Brandt.", "Bought eleven blue tiles for the hall.",
    "The tax letter came at last.",        "Soup with leeks, too much salt.",
    "Nadia rang about the ferry tickets.", "Mended the lamp on the stairs.",
    "A parcel of books from Tomas.",       "Slept badly, the wind again.",
    "New chain for the green bicycle.",    "Planted garlic behind the shed.",
    "The choir sang without sheet music.", "Read half of the fog novel.",
  };
  g_autoptr (OmTestRun) too_few = NULL;
  g_autoptr (JsonNode) reflected = NULL;
  g_autoptr (JsonNode) again = NULL;
  g_autoptr (JsonNode) today = NULL;
  g_autoptr (OmTestRun) again_text = NULL;
  g_autoptr (JsonNode) list = NULL;
  const char *id;

  for (int day = 0; day < 24; day++)
    {
      g_autofree char *now = g_strdup_printf ("2024-06-%02d 10:00", day + 1);

      if (day == 12)
        {
          too_few = om_test_run (home, NULL, "--now", now, "reflect", NULL);
          om_assert_status (too_few, 0);
          om_assert_has (too_few->out, "20 dated memories");
        }
      g_free (om_test_add (home,
                           day % 4 == 0 ? (day % 8 == 0 ? "Yesterday heron canal morning walk ice"
                                                        : "Yesterday heron canal morning walk fog")
                                        : others[(day - day / 4) % (int) G_N_ELEMENTS (others)],
                           "--now", now, NULL));
    }
  reflected = om_test_json (home, "--now", "2024-06-24 20:00", "reflect", NULL);
  g_assert_false (om_test_boolean (reflected, "too_few"));
  g_assert_cmpint (om_test_int (reflected, "days"), ==, 23);
  g_assert_cmpuint (om_test_length (reflected, "created"), >=, 1);
  om_assert_has (json_object_get_string_member (om_test_item (reflected, "created", 0), "title"), "canal");

  again = om_test_json (home, "--now", "2024-06-24 20:00", "reflect", NULL);
  g_assert_cmpint (om_test_int (again, "days"), ==, 0);
  g_assert_cmpuint (om_test_length (again, "created"), ==, 0);
  today = om_test_json (home, "--now", "2024-06-24 20:00", "reflect", "--today", NULL);
  g_assert_cmpint (om_test_int (today, "days"), ==, 1);
  again_text = om_test_run (home, NULL, "--now", "2024-06-24 20:00", "reflect", NULL);
  om_assert_has (again_text->out, "Looked at 0 days");

  list = om_test_json (home, "list", "--type", "reflection", NULL);
  g_assert_cmpuint (om_test_length (list, NULL), ==,
                    om_test_length (reflected, "created") + om_test_length (today, "created"));
  id = om_test_item_string (list, 0, "id");
  {
    g_autoptr (JsonNode) links = om_test_json (home, "show", id, "--links", NULL);
    g_autoptr (OmTestRun) history = om_test_run (
      home, NULL, "history", json_object_get_string_member (om_test_item (links, "links", 0), "id"), NULL);

    g_assert_cmpuint (om_test_length (links, "links"), >=, 2);
    om_assert_has (history->out, "taken into a reflection");
  }
}

/* Gives a job to another program until ten past twelve. */
static void
occupy (OmTestHome *home,
        const char *job)
{
  g_autofree char *sql = g_strdup_printf (
    "INSERT INTO jobs (name, owner, lease_until) VALUES ('%s', 'another', 1717330200000)", job);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (home->store, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

/* Two programs never run the same job at once; that it did not run is said. */
static void
test_busy (OmTestHome    *home,
           gconstpointer  unused)
{
  static const char *const jobs[] = { "fade", "reflect" };

  g_free (om_test_add (home, "A heron at the second lock.", "--now", "2024-06-01 12:00", NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autoptr (OmTestRun) busy = NULL;
      g_autoptr (OmTestRun) json = NULL;
      g_autoptr (OmTestRun) later = NULL;

      occupy (home, jobs[i]);
      busy = om_test_run (home, NULL, "--now", "2024-06-02 12:00", jobs[i], NULL);
      om_assert_status (busy, 4);
      om_assert_has (busy->err, "at it already");
      g_assert_cmpstr (busy->out, ==, "");
      json = om_test_run (home, NULL, "--json", "--now", "2024-06-02 12:00", jobs[i], NULL);
      om_assert_has (json->err, "\"locked\"");
      later = om_test_run (home, NULL, "--now", "2024-06-02 12:10", jobs[i], NULL);
      om_assert_status (later, 0);
    }
}

void
test_cli_jobs_add (void)
{
  om_test_add_case ("/cli/living/fade", test_fade);
  om_test_add_case ("/cli/living/reflect", test_reflect);
  om_test_add_case ("/cli/living/busy", test_busy);
}
