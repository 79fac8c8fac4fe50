/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Living memory on the command line: fading, history, forecasts, rest, marks, reflection. */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "cli/om-test-command.h"

void test_cli_living_add (void);

static JsonArray *
array_of (JsonNode   *node,
          const char *name)
{
  return json_object_get_array_member (json_node_get_object (node), name);
}

static JsonObject *
object_of (JsonNode   *node,
           const char *name)
{
  return json_object_get_object_member (json_node_get_object (node), name);
}

static JsonObject *
item (JsonNode   *node,
      const char *name,
      guint       i)
{
  return json_array_get_object_element (array_of (node, name), i);
}

static double
number_of (JsonNode   *node,
           const char *name)
{
  return json_object_get_double_member (json_node_get_object (node), name);
}

static JsonNode *
show_at (OmTestHome *home,
         const char *id,
         const char *now)
{
  return om_test_json (home, "--now", now, "show", id, NULL);
}

static gboolean
has_mark (OmTestHome *home,
          const char *id,
          const char *mark)
{
  g_autoptr (JsonNode) node = om_test_json (home, "show", id, NULL);
  JsonArray *flags = array_of (node, "flags");

  for (guint i = 0; i < json_array_get_length (flags); i++)
    {
      if (g_str_equal (json_array_get_string_element (flags, i), mark))
        return TRUE;
    }
  return FALSE;
}

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
  g_assert_cmpstr (json_object_get_string_member (item (own, "events", 0), "cause"), ==, "created");
  g_assert_true (json_object_get_null_member (item (own, "events", 0), "undo"));
  recalled = item (own, "events", 1);
  g_assert_cmpstr (json_object_get_string_member (recalled, "cause"), ==, "recalled");
  g_assert_cmpstr (json_object_get_string_member (recalled, "at"), ==, "2024-06-20T10:00:00Z");
  g_assert_cmpint (json_object_get_int_member (recalled, "undo"), ==, number);
  g_assert_cmpint (json_object_get_int_member (recalled, "recalls"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (recalled, "after"), >,
                     json_object_get_double_member (recalled, "before"));

  spread = item (other, "events", 1);
  g_assert_cmpstr (json_object_get_string_member (spread, "cause"), ==, "spread");
  g_assert_cmpstr (json_object_get_string_member (spread, "from"), ==, id);
  g_assert_cmpint (json_object_get_int_member (spread, "undo"), ==, number);
  g_assert_cmpuint (json_array_get_length (
                      json_object_get_array_member (object_of (shown, "history"), "events")),
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
  g_autoptr (JsonNode) recalled = show_at (home, id, "2024-06-21");
  g_autoptr (JsonNode) search = om_test_json (home, "search", "heron", NULL);
  g_autoptr (JsonNode) undone = om_test_json (home, "undo", typed, NULL);
  g_autoptr (JsonNode) after = show_at (home, id, "2024-06-21");
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
  g_assert_cmpfloat (number_of (after, "salience"), <, number_of (recalled, "salience"));
  g_assert_cmpstr (om_test_string (after, "last_active"), ==, "2024-06-01T10:00:00Z");
  g_assert_true (json_object_get_boolean_member (item (history, "events", 1), "undone"));
  g_assert_true (json_object_get_null_member (item (history, "events", 1), "undo"));
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
    (gint64) json_object_get_int_member (item (history, "events", 1), "undo"));
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
  g_autoptr (JsonNode) then = show_at (home, id, sooner_text);
  g_autoptr (JsonNode) now = show_at (home, id, later_text);

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
  JsonObject *fading = object_of (forecast, "fading");
  JsonObject *resting = object_of (forecast, "resting");
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

  g_assert_cmpstr (json_object_get_string_member (object_of (late, "fading"), "when"), ==,
                   "already");
  g_assert_true (json_object_get_null_member (object_of (late, "resting"), "at"));
  om_assert_has (late_text->out, "It rests.");
  g_assert_cmpstr (json_object_get_string_member (object_of (never, "resting"), "when"), ==,
                   "never");
  om_assert_has (never_text->out, "it is kept");
}

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
  g_assert_false (has_mark (home, pinned, "pinned"));

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
      g_assert_true (has_mark (home, id, cases[i].mark) && has_mark (home, other, cases[i].mark));

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
      g_assert_false (has_mark (home, id, cases[i].mark));
      g_assert_true (has_mark (home, other, cases[i].mark));
    }
  history = om_test_run (home, NULL, "history", id, NULL);
  om_assert_has (history->out, "kept from fading");
  om_assert_has (history->out, "let fade again");
  om_assert_has (history->out, "unpinned");
  om_assert_has (history->out, "reopened");
  /* Saying it twice is not done twice. */
  g_assert_null (strstr (strstr (history->out, "kept from fading") + 1, "kept from fading"));
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
  g_assert_false (has_mark (home, last, "pinned"));
}

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
  g_assert_cmpstr (json_object_get_string_member (item (dry, "newly_resting", 0), "id"), ==, id);
  g_assert_cmpstr (json_object_get_string_member (item (dry, "newly_resting", 0), "title"), ==,
                   "A heron at the second lock.");
  g_assert_cmpint (om_test_int (dry, "vectors_to_fingerprints"), ==, 1);
  g_assert_cmpfloat (number_of (dry, "lowest_score"), <, 0.3);
  g_assert_cmpint (json_object_get_int_member (object_of (dry, "by_tier"), "cold"), ==, 2);
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
  shown = show_at (home, id, "2024-12-02");
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
  om_assert_has (json_object_get_string_member (item (reflected, "created", 0), "title"), "canal");

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
      home, NULL, "history", json_object_get_string_member (item (links, "links", 0), "id"), NULL);

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

/* The curve of a memory goes through what was shown at the time, past and to come. */
static void
test_salience (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A heron at the second lock.", "--now",
                                     "2024-06-01 12:00", NULL);
  g_autofree char *second = NULL;
  g_autoptr (JsonNode) before = show_at (home, id, "2024-06-11 12:00");
  g_autoptr (JsonNode) recalled = om_test_json (home, "--now", "2024-06-15 12:00", "recall",
                                                "heron", NULL);
  g_autoptr (JsonNode) after = show_at (home, id, "2024-06-21 12:00");
  g_autoptr (JsonNode) ahead = show_at (home, id, "2024-07-11 12:00");
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
                         number_of (shown[i], "salience"));
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
test_cli_living_add (void)
{
  om_test_add_case ("/cli/living/history", test_history);
  om_test_add_case ("/cli/living/long-history", test_long_history);
  om_test_add_case ("/cli/living/undo", test_undo);
  om_test_add_case ("/cli/living/undo-rest", test_undo_rest);
  om_test_add_case ("/cli/living/forecast", test_forecast);
  om_test_add_case ("/cli/living/rest", test_rest);
  om_test_add_case ("/cli/living/marks", test_marks);
  om_test_add_case ("/cli/living/room-for-pins", test_room_for_pins);
  om_test_add_case ("/cli/living/fade", test_fade);
  om_test_add_case ("/cli/living/reflect", test_reflect);
  om_test_add_case ("/cli/living/busy", test_busy);
  om_test_add_case ("/cli/living/salience", test_salience);
  om_test_add_case ("/cli/living/salience-as-if-lived", test_salience_as_if_lived);
  om_test_add_case ("/cli/living/salience-of-nothing", test_salience_of_nothing);
  om_test_add_case ("/cli/living/only-looking", test_only_looking);
}
