/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory salience`: curves as numbers. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_salience_add (void);

/* The curve of a memory goes through what was shown at the time, past and to come. */
static void
test_salience (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 12:00", NULL);
  g_autofree char *second = NULL;
  g_autoptr (JsonNode) before = om_test_show_at (home, id, "2024-06-11 12:00");
  g_autoptr (JsonNode) recalled = om_test_json (home, "--now", "2024-06-15 12:00", "recall",
                                                "heron", NULL);
  g_autoptr (JsonNode) after = om_test_show_at (home, id, "2024-06-21 12:00");
  g_autoptr (JsonNode) ahead = om_test_show_at (home, id, "2024-07-11 12:00");
  g_autoptr (JsonNode) curve = NULL;
  g_autoptr (OmTestRun) csv = NULL;
  g_autoptr (OmTestRun) means = NULL;
  g_autoptr (OmTestRun) text = NULL;
  g_autoptr (JsonNode) all = NULL;
  g_auto (GStrv) lines = NULL;
  JsonNode *const shown[] = { before, after, ahead };
  const guint places[] = { 1, 2, 4 };

  g_assert_cmpuint (om_test_length (recalled, "hits"), ==, 1);
  curve = om_test_json (home, "--now", "2024-07-01 12:00", "salience", id, "--to", "+10d", "--step",
                        "10", NULL);
  g_assert_cmpuint (om_test_length (curve, NULL), ==, 5);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      JsonObject *point = json_array_get_object_element (json_node_get_array (curve), places[i]);

      g_assert_cmpfloat (json_object_get_double_member (point, "salience"), ==,
                         om_test_real (shown[i], "salience"));
      g_assert_cmpint (json_object_get_int_member (point, "vividness"), ==,
                       om_test_int (shown[i], "vividness_percent"));
    }

  second = om_test_add (home, "My sister feels happy.", "--now", "2024-06-16 12:00", NULL);
  csv = om_test_run (home, NULL, "--now", "2024-07-01 12:00", "salience", "--csv", id, second,
                     "--step", "10", NULL);
  om_assert_status (csv, 0);
  lines = g_strsplit (csv->out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "date,id,salience,vividness");
  om_assert_has (lines[1], "2024-06-01T12:00:00Z,");
  om_assert_has (lines[1], id);
  /* Four points of the first, two of the second, which was not there before. */
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 4 + 2 + 1);
  om_assert_has (lines[5], second);

  means = om_test_run (home, NULL, "--now", "2024-07-01 12:00", "salience", "--csv", "--step", "10",
                       NULL);
  om_assert_status (means, 0);
  g_assert_true (g_str_has_prefix (means->out, "date,group,memories,salience,vividness\n"));
  om_assert_has (means->out, "2024-06-01T12:00:00Z,all,1,0.4");
  om_assert_has (means->out, "2024-07-01T12:00:00Z,all,2,");
  om_assert_has (means->out, "2024-07-01T12:00:00Z,emotional,1,");
  all = om_test_json (home, "--now", "2024-07-01 12:00", "salience", "--sector", "emotional",
                      "--from", "2024-07-01", NULL);
  g_assert_cmpuint (om_test_length (all, NULL), ==, 2);
  g_assert_cmpstr (om_test_item_string (all, 0, "group"), ==, "all");
  g_assert_cmpstr (om_test_item_string (all, 1, "group"), ==, "emotional");
  g_assert_cmpfloat (
    json_object_get_double_member (json_array_get_object_element (json_node_get_array (all), 0),
                                   "salience"),
    ==,
    json_object_get_double_member (json_array_get_object_element (json_node_get_array (all), 1),
                                   "salience"));

  text = om_test_run (home, NULL, "--now", "2024-07-01 12:00", "salience", id, NULL);
  om_assert_status (text, 0);
  om_assert_has (text->out, "Salience");
  om_assert_has (text->out, "2024-06-15 12:00  ");
}

/* What was taken in as if lived begins when it was lived, alone and among others. */
static void
test_salience_as_if_lived (OmTestHome    *home,
                           gconstpointer  unused)
{
  g_autofree char *path = om_test_home_file (home, "lived.txt",
                                             "[2024-03-01 12:00] A heron at the second lock.\n");
  g_autoptr (JsonNode) added = om_test_json (home, "--now", "2024-06-01 12:00", "import", path,
                                             "--as-if-lived", NULL);
  g_autoptr (JsonNode) list = om_test_json (home, "list", NULL);
  const char *id = om_test_item_string (list, 0, "id");
  g_autoptr (OmTestRun) one = om_test_run (home, NULL, "--now", "2024-06-10 12:00", "salience",
                                           "--csv", id, "--step", "1", NULL);
  g_autoptr (OmTestRun) means = om_test_run (home, NULL, "--now", "2024-06-10 12:00", "salience",
                                             "--csv", "--step", "1", NULL);

  g_assert_cmpint (om_test_int (added, "added"), ==, 1);
  om_assert_status (one, 0);
  om_assert_has (one->out, "\n2024-03-01T12:00:00Z,");
  om_assert_status (means, 0);
  om_assert_has (means->out, "\n2024-03-01T12:00:00Z,all,1,");
}

static void
test_salience_of_nothing (OmTestHome    *home,
                          gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 12:00", NULL);
  g_autoptr (OmTestRun) early = om_test_run (home, NULL, "salience", id, "--from", "2023-01-01",
                                             "--to", "2023-02-01", NULL);
  g_autoptr (OmTestRun) no_tag = om_test_run (home, NULL, "salience", "--csv", "--tag", "birds",
                                              NULL);
  g_autoptr (OmTestRun) many = om_test_run (home, NULL, "salience", id, "--step", "0.001", "--to",
                                            "+2y", NULL);

  g_autoptr (OmTestRun) both = om_test_run (home, NULL, "salience", "--csv", "--json", NULL);

  om_assert_status (both, 2);
  om_assert_status (early, 1);
  om_assert_has (early->err, "Nothing was written down");
  om_assert_status (no_tag, 1);
  om_assert_has (no_tag->err, "Nothing was written down");
  om_assert_status (many, 3);
  om_assert_has (many->err, "100000 is the most");
}

void
test_cli_salience_add (void)
{
  om_test_add_case ("/cli/living/salience", test_salience);
  om_test_add_case ("/cli/living/salience-as-if-lived", test_salience_as_if_lived);
  om_test_add_case ("/cli/living/salience-of-nothing", test_salience_of_nothing);
}
