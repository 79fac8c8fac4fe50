/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clock of --now, zones, and what fades: case S6, and looking ahead. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_time_add (void);

static JsonObject *
show (OmTestHome  *home,
      const char  *id,
      const char  *now,
      JsonNode   **node)
{
  *node = om_test_json (home, "--now", now, "show", id, NULL);
  return json_node_get_object (*node);
}

/* S6: after a flight the diary stays where it was written. */
static void
test_flight (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *late = NULL;
  g_autofree char *day = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *hash_before = NULL;
  g_autofree char *hash_after = NULL;
  g_autoptr (OmTestRun) there = NULL;
  g_autoptr (OmTestRun) here = NULL;
  g_autoptr (JsonNode) list = NULL;
  g_autoptr (OmTestRun) stats = NULL;
  g_autoptr (JsonNode) stats_json = NULL;
  JsonArray *all;

  om_test_home_setenv (home, "TZ", "Pacific/Auckland");
  late = om_test_add (home, "Half past eleven at night.", "--now", "2024-06-01 23:30", NULL);
  day = om_test_add (home, "All of that day.", "--now", "2024-06-01 23:31", "--date", "2024-06-01",
                     NULL);
  there = om_test_run (home, NULL, "list", "--now", "2024-06-02 09:00", NULL);
  om_assert_has (there->out, "2024-06-01 23:30  ");
  before = om_test_dump (home->store);
  hash_before = om_test_hash (home->store);

  om_test_home_setenv (home, "TZ", "America/New_York");
  here = om_test_run (home, NULL, "list", "--now", "2024-06-02 09:00", NULL);
  list = om_test_json (home, "list", "--on", "2024-06-01", "--now", "2024-06-02 09:00", NULL);
  stats = om_test_run (home, NULL, "stats", NULL);
  stats_json = om_test_json (home, "stats", NULL);
  after = om_test_dump (home->store);
  hash_after = om_test_hash (home->store);

  om_assert_status (here, 0);
  om_assert_has (here->out, "2024-06-01 23:30 +12:00");
  om_assert_has (here->out, "2024-06-01  ");
  om_assert_has_not (here->out, "2024-05-31");
  /* The counts show the same days, and invent no time either. */
  om_assert_has (stats->out, "From 2024-06-01 23:30 +12:00 to 2024-06-01\n");
  g_assert_cmpstr (om_test_string (stats_json, "first_happened"), ==, "2024-06-01T23:30:00+12:00");
  g_assert_cmpstr (om_test_string (stats_json, "last_happened"), ==, "2024-06-01");
  om_assert_has_not (here->out, "2024-06-02");
  all = json_node_get_array (list);
  g_assert_cmpuint (json_array_get_length (all), ==, 2);
  /* Newest first by the instant: noon UTC stands for the day, 23:30 there is 11:30 UTC. */
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (all, 0),
                                                  "happened"),
                   ==, "2024-06-01");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (all, 1),
                                                  "happened"),
                   ==, "2024-06-01T23:30:00+12:00");
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (hash_before, ==, hash_after);
}

/* Looking ahead: it fades by the clock, nothing is written, nothing is lost. */
static void
test_looking_ahead (OmTestHome    *home,
                    gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 10:00", NULL);
  g_autofree char *kept = om_test_add (home, "Kept for good.", "--keep", "--now",
                                       "2024-06-01 10:00", NULL);
  g_autofree char *before = om_test_hash (home->store);
  g_autofree char *after = NULL;
  static const char *const later[] = { "2024-06-02 10:00", "2024-08-01 10:00", "2026-06-01",
                                       "2044-06-01" };
  JsonArray *hits;
  double last = 1;
  double kept_salience;
  g_autoptr (JsonNode) now = NULL;
  g_autoptr (JsonNode) kept_now = NULL;
  g_autoptr (JsonNode) kept_later = NULL;
  g_autoptr (JsonNode) found = NULL;
  g_autoptr (JsonNode) stats = NULL;

  g_assert_cmpstr (json_object_get_string_member (show (home, id, "2024-06-01 10:00", &now),
                                                  "vividness"),
                   !=, "resting");
  for (gsize i = 0; i < G_N_ELEMENTS (later); i++)
    {
      g_autoptr (JsonNode) node = NULL;
      JsonObject *memory = show (home, id, later[i], &node);
      double salience = json_object_get_double_member (memory, "salience");

      g_assert_cmpfloat (salience, <=, last);
      g_assert_cmpfloat (salience, >, 0);
      g_assert_cmpstr (json_object_get_string_member (memory, "text"), ==,
                       "A heron at the second lock.");
      last = salience;
      if (i == G_N_ELEMENTS (later) - 1)
        g_assert_cmpstr (json_object_get_string_member (memory, "vividness"), ==, "resting");
    }
  kept_salience = json_object_get_double_member (show (home, kept, "2024-06-01 10:00", &kept_now),
                                                 "salience");
  g_assert_cmpfloat (json_object_get_double_member (show (home, kept, "2044-06-01", &kept_later),
                                                    "salience"),
                     ==, kept_salience);

  found = om_test_json (home, "--now", "2044-06-01", "search", "heron", NULL);
  hits = json_object_get_array_member (json_node_get_object (found), "hits");
  g_assert_cmpuint (json_array_get_length (hits), >, 0);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (hits, 0), "id"),
                   ==, id);
  stats = om_test_json (home, "--now", "2044-06-01", "stats", NULL);
  g_assert_cmpint (om_test_int (stats, "memories"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (
                     json_object_get_object_member (json_node_get_object (stats), "by_vividness"),
                     "resting"),
                   ==, 1);
  after = om_test_hash (home->store);
  g_assert_cmpstr (before, ==, after);
}

static void
test_relative (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Today, said the clock.", NULL);
  static const char *const distances[] = { "-2h", "+30s", "+5min", "+60d", "+2w", "+3m", "+20y" };
  g_autoptr (JsonNode) now = om_test_json (home, "show", id, NULL);
  g_autoptr (JsonNode) then = om_test_json (home, "--now", "+20y", "show", id, NULL);
  g_autofree char *dated = om_test_add (home, "Three days ago.", "--date", "-3d", "--now",
                                        "2024-06-10 12:00", NULL);
  g_autofree char *yesterday = om_test_add (home, "The day before.", "--date", "yesterday", "--now",
                                            "2024-03-01 00:30", NULL);
  g_autoptr (JsonNode) three = om_test_json (home, "show", dated, NULL);
  g_autoptr (JsonNode) day = om_test_json (home, "show", yesterday, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      g_autoptr (OmTestRun) run = om_test_run (home, NULL, "--now", distances[i], "list", NULL);

      om_assert_status (run, 0);
    }
  g_assert_cmpfloat (json_object_get_double_member (json_node_get_object (then), "salience"), <,
                     json_object_get_double_member (json_node_get_object (now), "salience"));
  g_assert_cmpstr (om_test_string (three, "happened"), ==, "2024-06-07T12:00:00Z");
  g_assert_cmpstr (om_test_string (day, "happened"), ==, "2024-02-29");
}

void
test_cli_time_add (void)
{
  om_test_add_case ("/cli/time/flight", test_flight);
  om_test_add_case ("/cli/time/looking-ahead", test_looking_ahead);
  om_test_add_case ("/cli/time/relative", test_relative);
}
