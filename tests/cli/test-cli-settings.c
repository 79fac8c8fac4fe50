/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory settings`: what is chosen counts for every other command. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_settings_add (void);

static JsonObject *
setting_of (JsonNode *node,
            guint     i)
{
  return json_array_get_object_element (json_object_get_array_member (json_node_get_object (node), "settings"), i);
}

static char *
show_later (OmTestHome *home,
            const char *id)
{
  g_autoptr (OmTestRun) run = om_test_run (home, NULL, "--now", "2024-09-01", "show", id, "--json", NULL);

  om_assert_status (run, 0);
  return g_steal_pointer (&run->out);
}

static void
test_counts (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now", "2024-06-01 10:00", NULL);
  g_autofree char *natural = show_later (home, id);
  g_autofree char *slow = NULL;
  g_autofree char *again = NULL;
  g_autoptr (JsonNode) set = om_test_json (home, "settings", "set", "pace", "slow", NULL);
  g_autoptr (JsonNode) reset = NULL;
  g_autoptr (OmTestRun) listed = NULL;

  g_assert_cmpuint (om_test_length (set, "settings"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (setting_of (set, 0), "value"), ==, "slow");
  g_assert_cmpstr (json_object_get_string_member (setting_of (set, 0), "default"), ==, "natural");
  om_assert_has (natural, "resting");
  slow = show_later (home, id);
  om_assert_has_not (slow, "resting\"");
  g_assert_cmpstr (slow, !=, natural);

  listed = om_test_run (home, NULL, "settings", NULL);
  om_assert_status (listed, 0);
  om_assert_has (listed->out, "pace                  slow");
  om_assert_has (listed->out, ", else natural");
  om_assert_has (listed->out, "rest-threshold        0.3");

  reset = om_test_json (home, "settings", "reset", NULL);
  g_assert_cmpuint (om_test_length (reset, "settings"), >, 20);
  again = show_later (home, id);
  g_assert_cmpstr (again, ==, natural);
}

static void
test_refused (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", NULL);
  g_autoptr (OmTestRun) word = om_test_run (home, NULL, "settings", "set", "pace", "fast", NULL);
  g_autoptr (OmTestRun) number = om_test_run (home, NULL, "settings", "set", "floor", "NaN", NULL);
  g_autoptr (OmTestRun) hexadecimal = om_test_run (home, NULL, "settings", "set", "floor", "0x1p-2", NULL);
  g_autoptr (OmTestRun) minutes = om_test_run (home, NULL, "settings", "set", "reflection-interval", "99999", NULL);
  g_autoptr (OmTestRun) listed = om_test_run (home, NULL, "settings", NULL);
  g_autoptr (OmTestRun) name = om_test_run (home, NULL, "settings", "set", "speed", "1", NULL);
  g_autoptr (OmTestRun) verb = om_test_run (home, NULL, "settings", "change", NULL);
  g_autoptr (OmTestRun) missing = om_test_run (home, NULL, "settings", "set", "pace", NULL);
  g_autoptr (JsonNode) kept = om_test_json (home, "settings", "list", "pace", "floor", NULL);

  om_assert_status (word, 3);
  om_assert_has (word->err, "natural, gentle, slow, off");
  om_assert_status (number, 3);
  om_assert_has (number->err, "from 0 to 0.5");
  om_assert_status (hexadecimal, 3);
  om_assert_status (minutes, 3);
  om_assert_has (minutes->err, "from 1 to 1440");
  om_assert_status (listed, 0);
  om_assert_has (listed->out, "reflection-interval   10 ");
  om_assert_has_not (listed->out, "e+0");
  om_assert_status (name, 2);
  om_assert_has (name->err, "speed");
  om_assert_status (verb, 2);
  om_assert_status (missing, 2);
  g_assert_cmpstr (json_object_get_string_member (setting_of (kept, 0), "value"), ==, "natural");
  g_assert_cmpfloat (json_object_get_double_member (setting_of (kept, 1), "value"), ==, 0.08);
}

void
test_cli_settings_add (void)
{
  om_test_add_case ("/cli/settings/counts", test_counts);
  om_test_add_case ("/cli/settings/refused", test_refused);
}
