/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory hide`: what does not come up by itself as a whole. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_hide_add (void);

static void
test_hide (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *tagged = om_test_add (home, "The report again.", "--tag", "Work", "--date", "2024-05-02", NULL);
  g_autofree char *named = om_test_add (home, "Anna came by.", "--date", "2024-05-03", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (JsonNode) hidden = om_test_json (home, "hide", "--tag", "#work", "--name", "anna", NULL);
  g_autoptr (JsonNode) period = om_test_json (home, "hide", "--period", "2024-05-01..2024-05-02", NULL);
  g_autoptr (JsonNode) listed = om_test_json (home, "hide", NULL);
  g_autoptr (JsonNode) found = om_test_json (home, "search", "report", NULL);
  g_autoptr (JsonNode) back = NULL;
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "hide", NULL);
  g_autoptr (OmTestRun) again = om_test_run (home, NULL, "hide", "--tag", "WORK", NULL);
  g_autoptr (OmTestRun) none = NULL;

  g_assert_true (om_test_boolean (hidden, "on"));
  g_assert_cmpuint (om_test_length (hidden, "changes"), ==, 2);
  g_assert_true (json_object_get_boolean_member (om_test_item (hidden, "changes", 0), "changed"));
  g_assert_cmpuint (om_test_length (period, "changes"), ==, 1);

  g_assert_cmpuint (om_test_length (listed, "hidden"), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (json_object_get_int_member (om_test_item (listed, "hidden", i), "memories"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (om_test_item (listed, "hidden", 0), "name"), ==, "work");
  g_assert_cmpstr (json_object_get_string_member (om_test_item (listed, "hidden", 2), "first"), ==, "2024-05-01");
  g_assert_cmpuint (om_test_length (found, "hits"), >=, 1);
  om_assert_status (text, 0);
  om_assert_has (text->out, "Naming “anna”: 1 memory");
  om_assert_status (again, 0);
  om_assert_has (again->out, "hidden already");

  before = om_test_dump (home->store);
  back = om_test_json (home, "hide", "--off", "--name", "Anna", "--tag", "Work", "--period", "2024-05-01..2024-05-02", NULL);
  g_assert_cmpuint (om_test_length (back, "changes"), ==, 3);
  after = om_test_dump (home->store);
  g_assert_cmpstr (after, !=, before);
  none = om_test_run (home, NULL, "hide", NULL);
  om_assert_status (none, 0);
  om_assert_has (none->out, "Nothing is hidden as a whole.");
}

static void
test_refused (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron.", NULL);
  g_autoptr (OmTestRun) argument = om_test_run (home, NULL, "hide", "work", NULL);
  g_autoptr (OmTestRun) nothing = om_test_run (home, NULL, "hide", "--off", NULL);
  g_autoptr (OmTestRun) period = om_test_run (home, NULL, "hide", "--period", "spring", "--tag", "work", NULL);
  g_autoptr (OmTestRun) name = om_test_run (home, NULL, "hide", "--name", ":)", NULL);
  g_autoptr (OmTestRun) tag = om_test_run (home, NULL, "hide", "--tag", "#", NULL);
  g_autoptr (OmTestRun) absent = om_test_run (home, NULL, "hide", "--off", "--tag", "work", NULL);
  g_autoptr (JsonNode) listed = om_test_json (home, "hide", NULL);

  om_assert_status (argument, 2);
  om_assert_status (nothing, 2);
  om_assert_status (period, 3);
  om_assert_status (name, 3);
  om_assert_status (tag, 3);
  om_assert_status (absent, 0);
  om_assert_has (absent->out, "was not hidden");
  g_assert_cmpuint (om_test_length (listed, "hidden"), ==, 0);
}

void
test_cli_hide_add (void)
{
  om_test_add_case ("/cli/hide/whole", test_hide);
  om_test_add_case ("/cli/hide/refused", test_refused);
}
