/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rest and marks: what a person decides about a memory on the command line. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_marks_add (void);

static void
test_rest (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", NULL);
  g_autofree char *pinned = om_test_add (home, "On top of everything.", "--pin", NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "rest", id, NULL);
  g_autoptr (JsonNode) resting = om_test_json (home, "show", id, NULL);
  g_autoptr (OmTestRun) history = om_test_run (home, NULL, "history", id, NULL);
  g_autoptr (OmTestRun) refused = om_test_run (home, NULL, "rest", id, pinned, NULL);
  g_autoptr (JsonNode) still = om_test_json (home, "show", pinned, NULL);
  g_autoptr (JsonNode) both = om_test_json (home, "rest", "--yes", id, pinned, id, NULL);
  g_autoptr (JsonNode) list = om_test_json (home, "list", "--vividness", "resting", NULL);
  g_autoptr (OmTestRun) woken_text = NULL;
  g_autoptr (JsonNode) woken = NULL;
  g_autoptr (JsonNode) awake = NULL;

  om_assert_status (text, 0);
  om_assert_has (text->out, id);
  g_assert_cmpstr (om_test_string (resting, "vividness"), ==, "resting");
  om_assert_has (history->out, "put to rest");
  om_assert_status (refused, 2);
  om_assert_has (refused->err, "--yes");
  g_assert_true (json_object_get_null_member (json_node_get_object (still), "archived"));
  g_assert_cmpuint (om_test_length (both, "rested"), ==, 2);
  g_assert_cmpuint (om_test_length (list, NULL), ==, 2);
  g_assert_false (om_test_has_mark (home, pinned, "pinned"));

  woken_text = om_test_run (home, NULL, "wake", id, NULL);
  om_assert_status (woken_text, 0);
  om_assert_has (woken_text->out, id);
  woken = om_test_json (home, "wake", id, pinned, NULL);
  g_assert_cmpuint (om_test_length (woken, "woken"), ==, 2);
  awake = om_test_json (home, "show", id, NULL);
  g_assert_cmpstr (om_test_string (awake, "vividness"), ==, "vivid");
}

static void
test_marks (OmTestHome    *home,
            gconstpointer  unused)
{
  static const struct
  {
    const char *command;
    const char *mark;
    const char *says;
    const char *says_off;
  } cases[] = {
    { "keep", "kept", "Kept ", "fades again" },
    { "pin", "pinned", "Pinned ", "still kept" },
    { "resolve", "resolved", "resolved", "Reopened " },
  };
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", NULL);
  g_autofree char *other = om_test_add (home, "Bought eleven blue tiles.", NULL);
  g_autoptr (OmTestRun) history = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmTestRun) on = om_test_run (home, NULL, cases[i].command, id, NULL);
      g_autoptr (JsonNode) both = om_test_json (home, cases[i].command, id, other, NULL);
      g_autoptr (JsonNode) off = NULL;
      g_autoptr (OmTestRun) off_text = NULL;
      g_autoptr (OmTestRun) again = NULL;

      om_assert_status (on, 0);
      om_assert_has (on->out, cases[i].says);
      g_assert_cmpstr (om_test_string (both, "mark"), ==, cases[i].command);
      g_assert_true (om_test_boolean (both, "on"));
      g_assert_cmpuint (om_test_length (both, "ids"), ==, 2);
      g_assert_true (om_test_has_mark (home, id, cases[i].mark) && om_test_has_mark (home, other, cases[i].mark));

      off_text = om_test_run (home, NULL, cases[i].command, "--off", id, NULL);
      om_assert_status (off_text, 0);
      om_assert_has (off_text->out, cases[i].says_off);
      /* A mark that is not there is not said to be taken off. */
      again = om_test_run (home, NULL, cases[i].command, "--off", id, NULL);
      om_assert_status (again, 0);
      om_assert_has (again->out, id);
      om_assert_has (again->out, "nothing was changed");
      g_assert_null (strstr (again->out, cases[i].says_off));
      off = om_test_json (home, cases[i].command, "--off", id, NULL);
      g_assert_false (om_test_boolean (off, "on"));
      g_assert_false (om_test_has_mark (home, id, cases[i].mark));
      g_assert_true (om_test_has_mark (home, other, cases[i].mark));
    }
  history = om_test_run (home, NULL, "history", id, NULL);
  om_assert_has (history->out, "kept from fading");
  om_assert_has (history->out, "let fade again");
  om_assert_has (history->out, "unpinned");
  om_assert_has (history->out, "reopened");
  /* Saying it twice is not done twice. */
  g_assert_null (strstr (strstr (history->out, "kept from fading") + 1, "kept from fading"));
}

/* Each says how it is taken back, and that works. */
static void
test_marks_undo (OmTestHome    *home,
                 gconstpointer  unused)
{
  static const char *const commands[][2] = { { "keep", "kept" }, { "pin", "pinned" }, { "resolve", "resolved" } };
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", NULL);
  g_autofree char *other = om_test_add (home, "Bought eleven blue tiles.", NULL);
  g_autoptr (OmTestRun) woken = NULL;
  g_autoptr (JsonNode) awake = NULL;
  g_autoptr (JsonNode) rested = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (JsonNode) one = om_test_json (home, commands[i][0], other, NULL);
      g_autoptr (JsonNode) on = om_test_json (home, commands[i][0], id, other, NULL);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, om_test_int (on, "undo"));
      g_autoptr (JsonNode) again = om_test_json (home, commands[i][0], id, NULL);
      g_autoptr (JsonNode) undone = om_test_json (home, "undo", number, NULL);
      g_autoptr (OmTestRun) text = om_test_run (home, NULL, commands[i][0], id, NULL);

      g_assert_cmpuint (om_test_length (one, "changed"), ==, 1);
      g_assert_cmpuint (om_test_length (on, "changed"), ==, 1);
      g_assert_true (json_object_get_null_member (json_node_get_object (again), "undo"));
      g_assert_cmpint (om_test_int (undone, "restored"), ==, 1);
      om_assert_status (text, 0);
      om_assert_has (text->out, "openmemory undo ");
      g_assert_true (om_test_has_mark (home, other, commands[i][1]));
    }
  /* Who was awake is not said to have been woken. */
  woken = om_test_run (home, NULL, "wake", id, NULL);
  om_assert_status (woken, 0);
  om_assert_has (woken->out, "awake already");
  awake = om_test_json (home, "wake", id, NULL);
  g_assert_cmpuint (om_test_length (awake, "already"), ==, 1);
  rested = om_test_json (home, "rest", "--yes", id, NULL);
  g_assert_cmpuint (om_test_length (rested, "already"), ==, 0);
  g_assert_cmpint (om_test_int (rested, "undo"), >, 0);
}

static void
test_room_for_pins (OmTestHome    *home,
                    gconstpointer  unused)
{
  g_autofree char *last = om_test_add (home, "One too many.", NULL);
  g_autoptr (OmTestRun) refused = NULL;

  for (int i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("Number %d of what hangs on the door.", i);

      g_free (om_test_add (home, text, "--pin", NULL));
    }
  refused = om_test_run (home, NULL, "pin", last, NULL);
  om_assert_status (refused, 3);
  om_assert_has (refused->err, "Unpin one first");
  g_assert_false (om_test_has_mark (home, last, "pinned"));
}

void
test_cli_marks_add (void)
{
  om_test_add_case ("/cli/living/rest", test_rest);
  om_test_add_case ("/cli/living/marks", test_marks);
  om_test_add_case ("/cli/living/marks-undo", test_marks_undo);
  om_test_add_case ("/cli/living/room-for-pins", test_room_for_pins);
}
