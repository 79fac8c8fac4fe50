/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory traits explain`: what it takes, what it refuses, and that it writes nothing. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_traits_add (void);

static void
test_explain (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autoptr (JsonNode) node = om_test_json (
    home, "traits", "explain", "I'm not a morning person. Anna says I'm stubborn. 我总是迟到。", NULL);
  JsonArray *sentences = json_object_get_array_member (json_node_get_object (node), "sentences");
  JsonObject *first, *second, *third;

  g_assert_cmpuint (json_array_get_length (sentences), ==, 3);
  first = json_array_get_object_element (sentences, 0);
  second = json_array_get_object_element (sentences, 1);
  third = json_array_get_object_element (sentences, 2);

  g_assert_true (json_object_get_boolean_member (first, "taken"));
  g_assert_true (json_object_get_null_member (first, "refused"));
  g_assert_cmpstr (json_object_get_string_member (first, "kind"), ==, "identity");
  g_assert_cmpint (json_object_get_int_member (first, "polarity"), ==, -1);
  g_assert_cmpstr (json_object_get_string_member (first, "object"), ==, "morning person");
  g_assert_cmpstr (json_object_get_string_member (first, "family"), ==, "F1");

  g_assert_false (json_object_get_boolean_member (second, "taken"));
  g_assert_cmpstr (json_object_get_string_member (second, "refused"), ==, "reported");
  g_assert_cmpint (json_object_get_int_member (second, "start"), ==, 26);

  g_assert_cmpstr (json_object_get_string_member (third, "language"), ==, "zh");
  g_assert_cmpstr (json_object_get_string_member (third, "kind"), ==, "habit");
  g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
}

static void
test_print (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autoptr (OmTestRun) run = om_test_run (
    home, "I love rain. I used to hate rye. I never eat meat. Do I?", "traits", "explain", NULL);

  om_assert_status (run, 0);
  om_assert_has (run->out, "yes: what you like · rain");
  om_assert_has (run->out, "this has changed: rye");
  om_assert_has (run->out, "not: eat meat");
  om_assert_has (run->out, "no: a question");
}

static void
test_detectors (OmTestHome    *home,
                gconstpointer  unused)
{
  g_autoptr (JsonNode) node = om_test_json (
    home, "traits", "explain", "Painted with friends after the party. Anna baked bread. 去游泳了。", NULL);
  JsonObject *root = json_node_get_object (node);
  JsonArray *deeds = json_object_get_array_member (root, "activities");
  JsonObject *paint = json_array_get_object_element (deeds, 0);
  g_autoptr (OmTestRun) run = om_test_run (home, "I didn't paint. Baked a rye.", "traits", "explain", NULL);

  g_assert_cmpuint (json_array_get_length (deeds), ==, 3);
  g_assert_cmpstr (json_object_get_string_member (paint, "activity"), ==, "paint");
  g_assert_cmpstr (json_object_get_string_member (paint, "words"), ==, "Painted");
  g_assert_true (json_object_get_boolean_member (paint, "taken"));
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (deeds, 1), "refused"), ==, "other");
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (deeds, 2), "start"), ==, 56);
  g_assert_cmpstr (json_object_get_string_member (root, "context"), ==, "social");
  om_assert_has (run->out, "not counted: paint");
  om_assert_has (run->out, "you did: bake");
  om_assert_has (run->out, "Context: general");
}

static void
test_facts (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autoptr (OmTestRun) none = om_test_run (home, NULL, "facts", NULL);
  g_autofree char *first = om_test_add (home, "I live in Ghent. Marit's birthday is 30 November.", "--date", "2024-05-01", NULL);
  g_autofree char *second = om_test_add (home, "I live in Lisbon now.", "--date", "2025-02-01", NULL);
  g_autoptr (JsonNode) now = om_test_json (home, "facts", NULL);
  g_autoptr (JsonNode) then = om_test_json (home, "facts", "--as-of", "2024-12-31", NULL);
  g_autoptr (OmTestRun) all = om_test_run (home, NULL, "facts", "--all", NULL);
  g_autoptr (OmTestRun) words = om_test_run (home, NULL, "facts", "home", NULL);
  g_autoptr (JsonNode) explained = om_test_json (home, "traits", "explain", "I live in Ghent.", NULL);
  JsonObject *home_now = json_array_get_object_element (json_node_get_array (now), 1);
  JsonObject *home_then = json_array_get_object_element (json_node_get_array (then), 1);

  g_assert_cmpint (none->status, !=, 0);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (now)), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (home_now, "value"), ==, "Lisbon");
  g_assert_true (json_object_get_null_member (home_now, "until"));
  g_assert_cmpstr (json_object_get_string_member (home_then, "value"), ==, "Ghent");
  g_assert_cmpstr (json_object_get_string_member (home_then, "superseded_by"), ==, second);
  om_assert_has (all->out, "you · home: Ghent");
  om_assert_has (all->out, "changed on");
  om_assert_status (words, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (json_node_get_object (explained), "facts")), ==, 1);
}

/* From entries to a trait, the person's word about it, and back. */
static void
test_trait (OmTestHome    *home,
            gconstpointer  unused)
{
  static const char *const days[] = { "2025-03-01", "2025-03-05", "2025-03-09" };
  g_autoptr (JsonNode) found = NULL;
  g_autoptr (JsonNode) traits = NULL;
  g_autoptr (JsonNode) shown = NULL;
  g_autoptr (JsonNode) said = NULL;
  g_autoptr (OmTestRun) print = NULL;
  g_autoptr (OmTestRun) undo = NULL;
  g_autofree char *number = NULL;
  JsonObject *trait;
  const char *id;

  for (guint i = 0; i < G_N_ELEMENTS (days); i++)
    g_free (om_test_add (home, "I prefer tea to coffee.", "--date", days[i], NULL));
  found = om_test_json (home, "traits", "run", "--now", "2025-03-10", NULL);
  g_assert_cmpint (om_test_int (found, "read"), ==, 3);
  traits = om_test_json (home, "traits", "--now", "2025-03-10", "--tier", "behavior", "--stage", "candidate", NULL);
  trait = json_array_get_object_element (json_object_get_array_member (json_node_get_object (traits), "traits"), 0);
  id = json_object_get_string_member (trait, "id");
  g_assert_cmpstr (json_object_get_string_member (trait, "text"), ==, "You prefer tea to coffee");

  shown = om_test_json (home, "trait", "show", id, "--now", "2025-03-10", NULL);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (json_node_get_object (shown), "evidence")), ==, 3);
  said = om_test_json (home, "trait", "reject", id, "--now", "2025-03-10", NULL);
  print = om_test_run (home, NULL, "traits", "--all", "--now", "2025-03-10", NULL);
  om_assert_has (print->out, "let go");
  number = g_strdup_printf ("%" G_GINT64_FORMAT, om_test_int (said, "undo"));
  undo = om_test_run (home, NULL, "trait", "undo", number, "--now", "2025-03-10", NULL);
  om_assert_status (undo, 0);
  g_clear_pointer (&print, om_test_run_free);
  print = om_test_run (home, NULL, "trait", "show", id, "--now", "2025-03-10", NULL);
  om_assert_has (print->out, "possible 0.30");
  om_assert_has (print->out, "you wrote so");
}

static void
test_wrong (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autoptr (OmTestRun) other = om_test_run (home, NULL, "traits", "list", NULL);
  g_autoptr (OmTestRun) empty = om_test_run (home, " \n", "traits", "explain", "-", NULL);

  om_assert_status (other, 2);
  om_assert_has (other->err, "explain");
  om_assert_status (empty, 3);
}

void
test_cli_traits_add (void)
{
  om_test_add_case ("/cli/traits/explain", test_explain);
  om_test_add_case ("/cli/traits/print", test_print);
  om_test_add_case ("/cli/traits/detectors", test_detectors);
  om_test_add_case ("/cli/traits/facts", test_facts);
  om_test_add_case ("/cli/traits/trait", test_trait);
  om_test_add_case ("/cli/traits/wrong", test_wrong);
}
