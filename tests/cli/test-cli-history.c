/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has happened to a memory and what is foreseen, and taking it back. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_history_add (void);

/* A memory, a second one that it is linked to, and a recall of the first on the 20th. */
static gint64
write_and_recall (OmTestHome  *home,
                  char       **id,
                  char       **neighbour)
{
  g_autoptr (JsonNode) linked = NULL;
  g_autoptr (JsonNode) recalled = NULL;

  *id = om_test_add (home, "Walked along the canal. A heron at the second lock.", "--now",
                     "2024-06-01 10:00", NULL);
  *neighbour = om_test_add (home, "Bought bread, milk and a bag of onions.", "--now",
                            "2024-06-02 10:00", NULL);
  linked = om_test_json (home, "link", *id, *neighbour, NULL);
  recalled = om_test_json (home, "--now", "2024-06-20 10:00", "recall", "heron", "-k", "1", NULL);
  g_assert_cmpuint (om_test_length (recalled, "hits"), ==, 1);
  return om_test_int (recalled, "undo");
}

static void
test_history (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = NULL;
  g_autofree char *neighbour = NULL;
  gint64 number = write_and_recall (home, &id, &neighbour);
  g_autofree char *hint = g_strdup_printf ("(undo %" G_GINT64_FORMAT ")", number);
  g_autofree char *short_id = g_strndup (id, 8);
  g_autoptr (JsonNode) own = om_test_json (home, "history", id, NULL);
  g_autoptr (JsonNode) other = om_test_json (home, "history", neighbour, NULL);
  g_autoptr (JsonNode) shown = om_test_json (home, "show", id, "--history", NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "history", neighbour, NULL);
  g_autoptr (OmTestRun) show_text = om_test_run (home, NULL, "show", "--history", id, NULL);
  JsonObject *recalled;
  JsonObject *spread;

  g_assert_cmpuint (om_test_length (own, "events"), ==, 2);
  g_assert_cmpuint (om_test_length (own, "earlier"), ==, 0);
  g_assert_cmpstr (json_object_get_string_member (om_test_item (own, "events", 0), "cause"), ==, "created");
  g_assert_true (json_object_get_null_member (om_test_item (own, "events", 0), "undo"));
  recalled = om_test_item (own, "events", 1);
  g_assert_cmpstr (json_object_get_string_member (recalled, "cause"), ==, "recalled");
  g_assert_cmpstr (json_object_get_string_member (recalled, "at"), ==, "2024-06-20T10:00:00Z");
  g_assert_cmpstr (json_object_get_string_member (recalled, "by"), ==, "command");
  g_assert_true (json_object_get_null_member (recalled, "program"));
  g_assert_true (json_object_get_null_member (om_test_item (own, "events", 0), "by"));
  g_assert_cmpint (json_object_get_int_member (recalled, "undo"), ==, number);
  g_assert_cmpint (json_object_get_int_member (recalled, "recalls"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (recalled, "after"), >,
                     json_object_get_double_member (recalled, "before"));

  spread = om_test_item (other, "events", 1);
  g_assert_cmpstr (json_object_get_string_member (spread, "cause"), ==, "spread");
  g_assert_cmpstr (json_object_get_string_member (spread, "from"), ==, id);
  g_assert_cmpint (json_object_get_int_member (spread, "undo"), ==, number);
  g_assert_cmpuint (json_array_get_length (
                      json_object_get_array_member (om_test_object (shown, "history"), "events")),
                    ==, 2);

  om_assert_status (text, 0);
  om_assert_has (text->out, "2024-06-20 10:00  a neighbour was recalled");
  om_assert_has (text->out, short_id);
  om_assert_has (text->out, "Walked along the canal");
  om_assert_has (text->out, " → ");
  om_assert_has (text->out, hint);
  om_assert_has (text->out, "  now  ");
  om_assert_has (show_text->out, "A heron at the second lock.\n");
  om_assert_has (show_text->out, "written down");
  om_assert_has (show_text->out, "2024-06-20 10:00  recalled by a search on the command line  ");
  om_assert_has (show_text->out, hint);
}

/* The newest 48 events in full, what is left of older ones as points. */
static void
test_long_history (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Walked along the canal.", "--now", "2024-01-01 10:00",
                                     NULL);
  g_autoptr (JsonNode) history = NULL;
  g_autoptr (JsonNode) curve = NULL;
  g_autoptr (OmTestRun) text = NULL;

  for (int i = 0; i < 60; i++)
    {
      g_autofree char *now = g_strdup_printf ("2024-%02d-%02d 10:00", 2 + i / 28, 1 + i % 28);

      json_node_unref (om_test_json (home, "--now", now, i % 2 ? "pin" : "keep", id,
                                     i % 4 < 2 ? "--off" : "--json", NULL));
      json_node_unref (om_test_json (home, "--now", now, "recall", "canal", NULL));
    }
  history = om_test_json (home, "history", id, NULL);
  g_assert_cmpuint (om_test_length (history, "events"), ==, 48);
  g_assert_cmpuint (om_test_length (history, "earlier"), >, 10);
  text = om_test_run (home, NULL, "history", id, NULL);
  om_assert_has (text->out, "≈ 0.400");
  curve = om_test_json (home, "salience", id, "--to", "2024-04-01", "--step", "1", NULL);
  g_assert_cmpuint (om_test_length (curve, NULL), ==, 93);
  g_assert_true (json_object_get_null_member (
    json_array_get_object_element (json_node_get_array (curve), 0), "vividness"));
}

static void
test_undo (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *id = NULL;
  g_autofree char *neighbour = NULL;
  gint64 number = write_and_recall (home, &id, &neighbour);
  g_autofree char *typed = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  g_autofree char *hint = NULL;
  g_autoptr (JsonNode) recalled = om_test_show_at (home, id, "2024-06-21");
  g_autoptr (JsonNode) search = om_test_json (home, "search", "heron", NULL);
  g_autoptr (JsonNode) undone = om_test_json (home, "undo", typed, NULL);
  g_autoptr (JsonNode) after = om_test_show_at (home, id, "2024-06-21");
  g_autoptr (JsonNode) history = om_test_json (home, "history", id, NULL);
  g_autoptr (OmTestRun) history_text = om_test_run (home, NULL, "history", id, NULL);
  g_autoptr (OmTestRun) again = om_test_run (home, NULL, "undo", typed, NULL);
  g_autoptr (OmTestRun) recall = NULL;
  g_autoptr (OmTestRun) text = NULL;
  char *last;

  g_assert_cmpint (number, >, 0);
  g_assert_true (json_object_get_null_member (json_node_get_object (search), "undo"));
  g_assert_cmpint (om_test_int (undone, "undone"), ==, number);
  g_assert_cmpint (om_test_int (undone, "restored"), ==, 2);
  g_assert_cmpint (om_test_int (recalled, "recalls"), ==, 1);
  g_assert_cmpint (om_test_int (after, "recalls"), ==, 0);
  g_assert_cmpfloat (om_test_real (after, "salience"), <, om_test_real (recalled, "salience"));
  g_assert_cmpstr (om_test_string (after, "last_active"), ==, "2024-06-01T10:00:00Z");
  g_assert_true (json_object_get_boolean_member (om_test_item (history, "events", 1), "undone"));
  g_assert_true (json_object_get_null_member (om_test_item (history, "events", 1), "undo"));
  om_assert_has (history_text->out, "(taken back)");
  om_assert_has (history_text->out, "what was done was taken back");
  om_assert_status (again, 1);
  om_assert_has (again->err, "nothing to take back");

  /* The number that recall prints to people is the one to type. */
  recall = om_test_run (home, NULL, "recall", "heron", NULL);
  om_assert_status (recall, 0);
  hint = g_strdup (strstr (recall->out, "“openmemory undo "));
  om_assert_has (recall->out, "“openmemory undo ");
  g_free (typed);
  typed = g_strdup_printf ("%" G_GINT64_FORMAT,
                           g_ascii_strtoll (hint + strlen ("“openmemory undo "), &last, 10));
  g_assert_true (g_str_has_prefix (last, "”"));
  text = om_test_run (home, NULL, "undo", typed, NULL);
  om_assert_status (text, 0);
  om_assert_has (text->out, "2 memories are as they were before");
}

/* What is taken back need not be a recall, and is not called one. */
static void
test_undo_rest (OmTestHome    *home,
                gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", NULL);
  g_autoptr (OmTestRun) rest = om_test_run (home, NULL, "rest", id, NULL);
  g_autoptr (JsonNode) history = om_test_json (home, "history", id, NULL);
  g_autofree char *number = g_strdup_printf (
    "%" G_GINT64_FORMAT,
    (gint64) json_object_get_int_member (om_test_item (history, "events", 1), "undo"));
  g_autoptr (OmTestRun) undone = om_test_run (home, NULL, "undo", number, NULL);
  g_autoptr (OmTestRun) again = om_test_run (home, NULL, "undo", number, NULL);
  g_autoptr (OmTestRun) told = om_test_run (home, NULL, "history", id, NULL);
  g_autoptr (JsonNode) awake = om_test_json (home, "show", id, NULL);

  om_assert_status (rest, 0);
  om_assert_status (undone, 0);
  om_assert_has (undone->out, "1 memory is as it was before");
  g_assert_null (strstr (undone->out, "recall"));
  om_assert_status (again, 1);
  g_assert_null (strstr (again->err, "recall"));
  g_assert_null (strstr (told->out, "recall"));
  g_assert_cmpstr (om_test_string (awake, "vividness"), ==, "vivid");
}

/* At the moment that is foretold it comes to pass, a minute before it has not. */
static void
assert_crossed (OmTestHome *home,
                const char *id,
                const char *at,
                const char *before,
                const char *after)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (at, NULL);
  g_autoptr (GDateTime) sooner = g_date_time_add_minutes (time, -1);
  g_autofree char *sooner_text = g_date_time_format_iso8601 (sooner);
  g_autoptr (GDateTime) later = g_date_time_add_minutes (time, 1);
  g_autofree char *later_text = g_date_time_format_iso8601 (later);
  g_autoptr (JsonNode) then = om_test_show_at (home, id, sooner_text);
  g_autoptr (JsonNode) now = om_test_show_at (home, id, later_text);

  g_assert_cmpstr (om_test_string (then, "vividness"), ==, before);
  g_assert_cmpstr (om_test_string (now, "vividness"), ==, after);
}

static void
test_forecast (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 10:00", NULL);
  g_autofree char *kept = om_test_add (home, "The day she was born.", "--keep", "--now",
                                       "2024-06-01 10:00", NULL);
  g_autoptr (JsonNode) forecast = om_test_json (home, "--now", "2024-06-10 10:00", "forecast", id,
                                                NULL);
  g_autoptr (JsonNode) late = om_test_json (home, "--now", "+40y", "forecast", id, NULL);
  g_autoptr (JsonNode) never = om_test_json (home, "forecast", kept, NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "--now", "2024-06-10 10:00", "forecast", id,
                                            NULL);
  g_autoptr (OmTestRun) late_text = om_test_run (home, NULL, "--now", "+40y", "forecast", id, NULL);
  g_autoptr (OmTestRun) never_text = om_test_run (home, NULL, "forecast", kept, NULL);
  JsonObject *fading = om_test_object (forecast, "fading");
  JsonObject *resting = om_test_object (forecast, "resting");
  g_autofree char *day = g_strndup (json_object_get_string_member (fading, "at"), 10);

  g_assert_cmpstr (json_object_get_string_member (fading, "when"), ==, "ahead");
  g_assert_cmpfloat (json_object_get_double_member (fading, "days"), >, 1);
  g_assert_cmpfloat (json_object_get_double_member (resting, "days"), >,
                     json_object_get_double_member (fading, "days"));
  assert_crossed (home, id, json_object_get_string_member (fading, "at"), "clear", "fading");
  assert_crossed (home, id, json_object_get_string_member (resting, "at"), "fading", "resting");
  om_assert_has (text->out, "It falls to Fading on ");
  om_assert_has (text->out, day);
  om_assert_has (text->out, ", in ");
  om_assert_has (text->out, "It goes to rest on ");

  g_assert_cmpstr (json_object_get_string_member (om_test_object (late, "fading"), "when"), ==,
                   "already");
  g_assert_true (json_object_get_null_member (om_test_object (late, "resting"), "at"));
  om_assert_has (late_text->out, "It rests.");
  g_assert_cmpstr (json_object_get_string_member (om_test_object (never, "resting"), "when"), ==,
                   "never");
  om_assert_has (never_text->out, "it is kept");
}

/* Whoever only looks changes nothing, and needs no leave to write. */
static void
test_only_looking (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autofree char *id = NULL;
  g_autofree char *neighbour = NULL;
  g_autofree char *before = NULL;
  g_autofree char *hash = NULL;
  gint64 number = write_and_recall (home, &id, &neighbour);
  const char *const lines[][4] = {
    { "history", id, NULL },
    { "forecast", id, NULL },
    { "salience", id, NULL },
    { "salience", "--csv", NULL },
    { "show", id, "--history", NULL },
    { "fade", "--dry-run", NULL },
  };

  g_assert_cmpint (number, >, 0);
  before = om_test_dump (home->store);
  hash = om_test_hash (home->store);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, lines[i]);
      g_autofree char *after = om_test_dump (home->store);
      g_autofree char *hash_after = om_test_hash (home->store);

      om_assert_status (run, 0);
      g_assert_cmpstr (after, ==, before);
      g_assert_cmpstr (hash_after, ==, hash);
    }
}

void
test_cli_history_add (void)
{
  om_test_add_case ("/cli/living/history", test_history);
  om_test_add_case ("/cli/living/long-history", test_long_history);
  om_test_add_case ("/cli/living/undo", test_undo);
  om_test_add_case ("/cli/living/undo-rest", test_undo_rest);
  om_test_add_case ("/cli/living/forecast", test_forecast);
  om_test_add_case ("/cli/living/only-looking", test_only_looking);
}
