/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrong arguments on every method: a wrong signature is refused by the bus, a wrong option by us, and what is
 * not there is not found. Nothing is changed by any of it. */
#include "config.h"

#include <string.h>

#include "test-bus.h"

#define INVALID "org.openmemory.Error.InvalidArgument"
#define NOT_FOUND "org.openmemory.Error.NotFound"
#define INVALID_ARGS "org.freedesktop.DBus.Error.InvalidArgs"

static const struct
{
  const char *method;
  const char *parameters;
  const char *error;
} wrong[] = {
  /* Signatures. */
  { "Memories1.Remember", "(1,)", INVALID_ARGS },
  { "Memories1.Remember", "('text', 'no options')", INVALID_ARGS },
  { "Memories1.Search", "(['a'], @a{sv} {})", INVALID_ARGS },
  { "Memories1.Recall", "('a',)", INVALID_ARGS },
  { "Memories1.Get", "(uint32 1, @a{sv} {})", INVALID_ARGS },
  { "Memories1.List", "('newest',)", INVALID_ARGS },
  { "Memories1.Update", "('id', @a{sv} {})", INVALID_ARGS },
  { "Memories1.MoveToBin", "('id', @a{sv} {})", INVALID_ARGS },
  { "Memories1.Restore", "('id', @a{sv} {})", INVALID_ARGS },
  { "Memories1.Follow", "()", INVALID_ARGS },
  { "Waypoints1.Neighbours", "(1, @a{sv} {})", INVALID_ARGS },
  { "Waypoints1.Path", "('a', @a{sv} {})", INVALID_ARGS },
  { "Salience1.History", "('a',)", INVALID_ARGS },
  { "Salience1.Forecast", "(true, @a{sv} {})", INVALID_ARGS },
  { "Salience1.At", "('a', 'yesterday', @a{sv} {})", INVALID_ARGS },
  { "Traits1.List", "('all',)", INVALID_ARGS },
  { "Traits1.Get", "('a',)", INVALID_ARGS },
  { "Traits1.Evidence", "(1, @a{sv} {})", INVALID_ARGS },
  { "Traits1.List", "({'stage': <'wonderful'>},)", INVALID },
  { "Traits1.List", "({'tier': <1>},)", INVALID },
  { "Traits1.List", "({'cursor': <'l1:n:0:0'>},)", INVALID },
  { "Traits1.Evidence", "('a', {'limit': <uint32 501>})", INVALID },
  { "Traits1.Get", "('nobody', @a{sv} {})", NOT_FOUND },
  { "Traits1.Evidence", "('nobody', @a{sv} {})", NOT_FOUND },
  /* Types of options, and their ranges. */
  { "Memories1.Remember", "('text', {'title': <1>})", INVALID },
  { "Memories1.Remember", "('text', {'tags': <'one'>})", INVALID },
  { "Memories1.Remember", "('text', {'happened': <'yesterday'>})", INVALID },
  { "Memories1.Remember", "('text', {'happened': <int64 9223372036854775807>})", INVALID },
  { "Memories1.Remember", "('text', {'happened': <int64 -9223372036854775808>})", INVALID },
  { "Memories1.Remember", "('text', {'happened': <int64 0>, 'offset': <100000>})", INVALID },
  { "Memories1.Remember", "('text', {'importance': <11>})", INVALID },
  { "Memories1.Remember", "('text', {'importance': <uint32 5>})", INVALID },
  { "Memories1.Remember", "('text', {'valence': <2.0>})", INVALID },
  { "Memories1.Remember", "('text', {'sector': <'nostalgic'>})", INVALID },
  { "Memories1.Remember", "('text', {'type': <'section'>})", INVALID },
  { "Memories1.Remember", "('text', {'type': <'reflection'>})", INVALID },
  { "Memories1.Remember", "('text', {'context': <'moon'>})", INVALID },
  { "Memories1.Remember", "('text', {'precision': <'roughly'>})", INVALID },
  { "Memories1.Remember", "('text', {'private': <1>})", INVALID },
  { "Memories1.Remember", "('', @a{sv} {})", INVALID },
  { "Memories1.Remember", "('   ', @a{sv} {})", INVALID },
  { "Memories1.Search", "('a', {'limit': <5>})", INVALID },
  { "Memories1.Search", "('a', {'limit': <uint32 0>})", INVALID },
  { "Memories1.Search", "('a', {'limit': <uint32 101>})", INVALID },
  { "Memories1.Search", "('a', {'cursor': <'l1:n:0:0'>})", INVALID },
  { "Memories1.Search", "('a', {'after': <'2020'>})", INVALID },
  { "Memories1.Search", "('a', {'min-salience': <1.5>})", INVALID },
  { "Memories1.Recall", "('a', {'vividness': <'loud'>})", INVALID },
  { "Memories1.Recall", "('a', {'cursor': <'s1:5'>})", INVALID },
  { "Memories1.Get", "('a', {'from': <1>})", INVALID },
  { "Memories1.List", "({'order': <'random'>},)", INVALID },
  { "Memories1.List", "({'cursor': <'s1:20'>},)", INVALID },
  { "Memories1.List", "({'cursor': <uint32 1>},)", INVALID },
  { "Memories1.Update", "('a', {'content': <1>}, @a{sv} {})", INVALID },
  { "Memories1.Update", "('a', @a{sv} {}, {'version': <'1'>})", INVALID },
  { "Waypoints1.Neighbours", "('a', {'limit': <'all'>})", INVALID },
  { "Waypoints1.Path", "('a', 'b', {'max-steps': <uint32 13>})", INVALID },
  { "Salience1.History", "('a', {'limit': <uint32 0>})", INVALID },
  /* What is not there. */
  { "Memories1.Get", "('3f2a91c0-0000-0000-0000-000000000000', @a{sv} {})", NOT_FOUND },
  { "Memories1.Get", "('', @a{sv} {})", NOT_FOUND },
  { "Memories1.Get", "('\\'; DROP TABLE memories; --', @a{sv} {})", NOT_FOUND },
  { "Memories1.Update", "('nobody', {'content': <'x'>}, @a{sv} {})", NOT_FOUND },
  { "Memories1.MoveToBin", "(['nobody'], @a{sv} {})", NOT_FOUND },
  { "Memories1.Restore", "(['nobody'], @a{sv} {})", NOT_FOUND },
  { "Waypoints1.Neighbours", "('nobody', @a{sv} {})", NOT_FOUND },
  { "Waypoints1.Path", "('nobody', 'nothing', @a{sv} {})", NOT_FOUND },
  { "Salience1.History", "('nobody', @a{sv} {})", NOT_FOUND },
  { "Salience1.Forecast", "('nobody', @a{sv} {})", NOT_FOUND },
  { "Salience1.At", "('nobody', int64 0, @a{sv} {})", NOT_FOUND },
};

static void
allow_all (Fixture *fixture)
{
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  g_autofree char *exe = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *key = g_strconcat ("exe:", exe, NULL);

  om_bus_service_answer (fixture->service, key, OM_LEAVE_ALLOWED, FALSE);
}

static void
test_wrong (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The one that is there.", 0);
  g_autoptr (GVariant) memories = NULL;

  allow_all (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s %s", wrong[i].method, wrong[i].parameters);
      expect_error (fixture, wrong[i].error, wrong[i].method, wrong[i].parameters);
    }
  memories = get_property (fixture, "Memories");
  g_assert_cmpuint (g_variant_get_uint32 (memories), ==, 1);
}

/* Longer than any honest call. */
static void
test_too_long (Fixture      *fixture,
               gconstpointer data)
{
  static const gsize lengths[] = { 1000001, 1900000, 10000000 };
  g_autofree char *word = g_strnfill (10001, 'w');

  allow_all (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *text = g_strnfill (lengths[i], 'x');

      expect_error (fixture, INVALID, "Memories1.Remember", "(%s, @a{sv} {})", text);
      expect_error (fixture, INVALID, "Memories1.Search", "(%s, @a{sv} {})", text);
      expect_error (fixture, i == 2 ? INVALID : NOT_FOUND, "Memories1.Get", "(%s, @a{sv} {})", text);
    }
  expect_error (fixture, INVALID, "Memories1.Remember", "('text', {'title': <%s>})", word);
  expect_error (fixture, INVALID, "Memories1.Remember", "('text', {'tags': <[%s]>})", word);
  expect_error (fixture, INVALID, "Memories1.Search", "(%s, @a{sv} {})", word);
}

static void
test_too_many (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (GString) options = g_string_new ("('text', {'key': <1>");
  g_autoptr (GString) ids = g_string_new ("(['0'");
  g_autoptr (GString) tags = g_string_new ("('text', {'tags': <['0'");

  allow_all (fixture);
  for (guint i = 0; i < 1001; i++)
    {
      g_string_append_printf (ids, ", '%u'", i);
      if (i <= 100)
        {
          g_string_append_printf (options, ", 'key%u': <1>", i);
          g_string_append_printf (tags, ", '%u'", i);
        }
    }
  g_string_append (options, "})");
  g_string_append (ids, "], @a{sv} {})");
  g_string_append (tags, "]>})");
  expect_error (fixture, INVALID, "Memories1.Remember", options->str);
  expect_error (fixture, INVALID, "Memories1.Remember", tags->str);
  expect_error (fixture, INVALID, "Memories1.MoveToBin", ids->str);
  expect_error (fixture, INVALID, "Memories1.Restore", ids->str);
}

/* Signs that mean something to a full text search, and nothing here. */
static void
test_odd_queries (Fixture      *fixture,
                  gconstpointer data)
{
  static const char *const queries[] = {
    "",      "\"",   "(paren", "foo*", "-minus", "NOT", "NEAR", "AND",  "^",       "a.b",
    "\\",    "';--", "👍🏽",      "'",    "C++",    "50%", "why?", "#tag", "is:binned", "is:private",
    "type:section", "sector:nostalgic", "tag:",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GVariant) reply = call (fixture, "Memories1.Search", "(%s, @a{sv} {})", queries[i]);

      g_assert_nonnull (reply);
    }
}

#define ADD(name, func) g_test_add ("/bus/wrong/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_wrong_add (void)
{
  ADD ("arguments", test_wrong);
  ADD ("too-long", test_too_long);
  ADD ("too-many", test_too_many);
  ADD ("odd-queries", test_odd_queries);
}
