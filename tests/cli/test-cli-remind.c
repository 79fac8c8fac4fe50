/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory remind`: set, listed, due, answered, taken back. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_remind_add (void);

static void
test_remind (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the <b>second</b> & last lock.", NULL);
  g_autoptr (JsonNode) set = om_test_json (home, "remind", id, "3d", NULL);
  g_autoptr (JsonNode) again = om_test_json (home, "remind", id, "3", "days", NULL);
  g_autoptr (JsonNode) listed = om_test_json (home, "remind", "--list", NULL);
  g_autoptr (JsonNode) none_due = om_test_json (home, "remind", "--due", NULL);
  g_autoptr (JsonNode) due = om_test_json (home, "--now", "+5d", "remind", "--due", NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "--now", "+5d", "remind", NULL);
  g_autoptr (OmTestRun) early = om_test_run (home, NULL, "remind", "--answer", "vivid", id, NULL);
  g_autoptr (JsonNode) answered = om_test_json (home, "--now", "+5d", "remind", "--answer", "vague", id, NULL);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, om_test_int (answered, "undo"));
  g_autoptr (JsonNode) later = om_test_json (home, "remind", NULL);
  g_autoptr (JsonNode) undone = om_test_json (home, "--now", "+5d", "undo", number, NULL);
  g_autoptr (JsonNode) before = om_test_json (home, "remind", NULL);
  g_autoptr (OmTestRun) off = om_test_run (home, NULL, "remind", "--off", id, NULL);
  g_autoptr (OmTestRun) off_again = om_test_run (home, NULL, "remind", "--off", id, NULL);
  g_autoptr (OmTestRun) empty = om_test_run (home, NULL, "remind", NULL);

  g_assert_true (om_test_boolean (set, "changed"));
  g_assert_false (om_test_boolean (again, "changed"));
  g_assert_cmpuint (om_test_length (listed, "reminders"), ==, 1);
  g_assert_cmpuint (om_test_length (none_due, "reminders"), ==, 0);
  g_assert_cmpuint (om_test_length (due, "reminders"), ==, 1);
  om_assert_status (text, 0);
  om_assert_has (text->out, "(due)");
  om_assert_has (text->out, "<b>second</b> & last");
  om_assert_status (early, 3);
  g_assert_cmpfloat (json_object_get_double_member (om_test_item (later, "reminders", 0), "days"), >, 3);
  g_assert_cmpint (om_test_int (undone, "restored"), >=, 1);
  g_assert_cmpstr (json_object_get_string_member (om_test_item (before, "reminders", 0), "due_at"), ==,
                   json_object_get_string_member (om_test_item (listed, "reminders", 0), "due_at"));
  om_assert_status (off, 0);
  om_assert_has (off->out, "no reminder any more");
  om_assert_status (off_again, 0);
  om_assert_has (off_again->out, "nothing was changed");
  om_assert_has (empty->out, "There are no reminders.");
}

static void
test_refused (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron.", NULL);
  g_autoptr (OmTestRun) no_time = om_test_run (home, NULL, "remind", id, NULL);
  g_autoptr (OmTestRun) no_word = om_test_run (home, NULL, "remind", id, "soon", NULL);
  g_autoptr (OmTestRun) past = om_test_run (home, NULL, "remind", id, "2001-01-01", NULL);
  g_autoptr (OmTestRun) nobody = om_test_run (home, NULL, "remind", "00000000", "3d", NULL);
  g_autoptr (OmTestRun) answer = om_test_run (home, NULL, "remind", "--answer", "fine", id, NULL);
  g_autoptr (OmTestRun) both = om_test_run (home, NULL, "remind", "--answer", "gone", "--off", id, NULL);
  g_autoptr (OmTestRun) off = om_test_run (home, NULL, "remind", "--off", NULL);
  g_autoptr (JsonNode) listed = om_test_json (home, "remind", NULL);

  om_assert_status (no_time, 2);
  om_assert_status (no_word, 3);
  om_assert_status (past, 3);
  om_assert_status (nobody, 1);
  om_assert_status (answer, 3);
  om_assert_status (both, 2);
  om_assert_status (off, 2);
  g_assert_cmpuint (om_test_length (listed, "reminders"), ==, 0);
}

void
test_cli_remind_add (void)
{
  om_test_add_case ("/cli/remind/answered", test_remind);
  om_test_add_case ("/cli/remind/refused", test_refused);
}
