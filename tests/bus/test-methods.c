/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method does what the XML says, and the running service is what the XML says. */
#include "config.h"

#include <string.h>

#include "test-bus.h"

static const char *const xml_files[] = {
  "org.openmemory.Archive1.xml",
  "org.openmemory.Memories1.xml",
  "org.openmemory.Salience1.xml",
  "org.openmemory.Status1.xml",
  "org.openmemory.Traits1.xml",
  "org.openmemory.Waypoints1.xml",
};

static char *
as_text (GDBusInterfaceInfo *info)
{
  GString *text = g_string_new (NULL);

  g_dbus_interface_info_generate_xml (info, 0, text);
  return g_string_free (text, FALSE);
}

static void
test_introspection (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = call_as (fixture->client, OM_BUS_PATH, "org.freedesktop.DBus.Introspectable", "Introspect",
                                        NULL, &error);
  g_autoptr (GDBusNodeInfo) running = NULL;
  const char *xml;
  guint n_own = 0;

  g_assert_no_error (error);
  g_variant_get (reply, "(&s)", &xml);
  running = g_dbus_node_info_new_for_xml (xml, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (xml_files); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "data", xml_files[i], NULL);
      g_autofree char *file = NULL;
      g_autoptr (GDBusNodeInfo) written = NULL;
      GDBusInterfaceInfo *there;
      g_autofree char *is = NULL;
      g_autofree char *wanted = NULL;

      g_file_get_contents (path, &file, NULL, &error);
      g_assert_no_error (error);
      written = g_dbus_node_info_new_for_xml (file, &error);
      g_assert_no_error (error);
      there = g_dbus_node_info_lookup_interface (running, written->interfaces[0]->name);
      g_assert_nonnull (there);
      is = as_text (there);
      wanted = as_text (written->interfaces[0]);
      g_assert_cmpstr (is, ==, wanted);
    }
  for (guint i = 0; running->interfaces[i] != NULL; i++)
    n_own += g_str_has_prefix (running->interfaces[i]->name, "org.openmemory.");
  g_assert_cmpuint (n_own, ==, G_N_ELEMENTS (xml_files));
}

static char *
lookup_string (GVariant   *dict,
               const char *key)
{
  char *value = NULL;

  g_assert_true (g_variant_lookup (dict, key, "s", &value));
  return value;
}

static void
test_remember_and_get (Fixture      *fixture,
                       gconstpointer data)
{
  g_autoptr (GVariant) added = call (fixture, "Memories1.Remember",
                                     "('A heron at the second lock.', {'title': <'Canal'>, 'tags': <['water', 'birds']>,"
                                     " 'happened': <int64 1700000000000>, 'offset': <3600>, 'importance': <7>,"
                                     " 'valence': <0.5>, 'arousal': <0.25>, 'context': <'personal'>, 'sector': <'episodic'>,"
                                     " 'some-day': <'nothing knows this'>})");
  const char *id;
  g_autoptr (GVariant) got = NULL;
  g_autoptr (GVariant) memory = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  g_auto (GStrv) tags = NULL;
  gint64 happened;
  gint32 number;
  double real;

  g_variant_get (added, "(&s@a{sv})", &id, NULL);
  got = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", id);
  memory = g_variant_get_child_value (got, 0);
  text = lookup_string (memory, "content");
  title = lookup_string (memory, "title");
  g_assert_cmpstr (text, ==, "A heron at the second lock.");
  g_assert_cmpstr (title, ==, "Canal");
  g_assert_true (g_variant_lookup (memory, "tags", "^as", &tags));
  g_assert_cmpstr (tags[0], ==, "birds");
  g_assert_cmpstr (tags[1], ==, "water");
  g_assert_true (g_variant_lookup (memory, "happened", "x", &happened));
  g_assert_cmpint (happened, ==, 1700000000000);
  g_assert_true (g_variant_lookup (memory, "offset", "i", &number));
  g_assert_cmpint (number, ==, 3600);
  g_assert_true (g_variant_lookup (memory, "importance", "i", &number));
  g_assert_cmpint (number, ==, 7);
  g_assert_true (g_variant_lookup (memory, "salience", "d", &real));
  g_assert_cmpfloat (real, >, 0);
  g_assert_cmpfloat (real, <=, 1);
}

static void
test_long_text (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("a");
  g_autofree char *id = NULL;
  g_autoptr (GString) read = g_string_new (NULL);
  guint64 next = 0;
  gboolean more = TRUE;

  /* Two bytes a letter, from an odd place: the cuts fall into letters. */
  while (text->len < 1200001)
    g_string_append (text, "ö");
  id = fixture_remember (fixture, text->str, 0);
  while (more)
    {
      g_autoptr (GVariant) got = call (fixture, "Memories1.Get", "(%s, {'from': <%t>})", id, next);
      g_autoptr (GVariant) memory = g_variant_get_child_value (got, 0);
      const char *part;

      g_assert_cmpuint (g_variant_get_size (got), <, 1000000);
      g_assert_true (g_variant_lookup (memory, "content", "&s", &part));
      g_string_append (read, part);
      more = g_variant_lookup (memory, "next", "t", &next);
    }
  g_assert_cmpuint (read->len, ==, text->len);
  g_assert_cmpstr (read->str, ==, text->str);
  expect_error (fixture, "org.openmemory.Error.InvalidArgument", "Memories1.Get", "(%s, {'from': <uint64 2>})", id);
}

static GVariant *
search_one (Fixture    *fixture,
            const char *method,
            const char *query)
{
  g_autoptr (GVariant) reply = call (fixture, method, "(%s, @a{sv} {})", query);
  g_autoptr (GVariant) memories = g_variant_get_child_value (reply, 0);

  g_assert_cmpuint (g_variant_n_children (memories), ==, 1);
  return g_variant_get_child_value (memories, 0);
}

static void
test_search_and_recall (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The kettle boiled over.", 0);
  g_autofree char *other = fixture_remember (fixture, "Lena repaired the bicycle.", 0);
  g_autoptr (GVariant) hit = search_one (fixture, "Memories1.Search", "kettle");
  g_autoptr (GVariant) again = NULL;
  g_autoptr (GVariant) recalled = NULL;
  g_autofree char *found = lookup_string (hit, "id");
  g_autofree char *excerpt = lookup_string (hit, "excerpt");
  double before;
  double after;
  g_auto (GStrv) reasons = NULL;

  g_assert_cmpstr (found, ==, id);
  g_assert_cmpstr (excerpt, ==, "The kettle boiled over.");
  g_assert_true (g_variant_lookup (hit, "reasons", "^as", &reasons));
  g_assert_true (g_strv_contains ((const char *const *) reasons, "words") ||
                 g_strv_contains ((const char *const *) reasons, "exact"));
  g_assert_true (g_variant_lookup (hit, "salience", "d", &before));

  fixture->now += 20 * G_TIME_SPAN_DAY / 1000;
  again = search_one (fixture, "Memories1.Search", "kettle");
  g_assert_true (g_variant_lookup (again, "salience", "d", &before));
  recalled = search_one (fixture, "Memories1.Recall", "kettle");
  g_clear_pointer (&again, g_variant_unref);
  again = search_one (fixture, "Memories1.Search", "kettle");
  g_assert_true (g_variant_lookup (again, "salience", "d", &after));
  g_assert_cmpfloat (after, >, before);
}

static void
test_list_pages (Fixture      *fixture,
                 gconstpointer data)
{
  static const char *const orders[] = { "newest", "oldest" };

  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry number %u about nothing.", i);
      g_autofree char *id = fixture_remember (fixture, text, 0);

      /* Some at one moment. */
      if (i % 3 == 0)
        fixture->now -= 60000;
    }
  for (gsize o = 0; o < G_N_ELEMENTS (orders); o++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autofree char *cursor = g_strdup ("");
      gint64 last = o == 0 ? G_MAXINT64 : G_MININT64;
      guint n_pages = 0;

      do
        {
          g_autoptr (GVariant) reply = call (fixture, "Memories1.List", "({'limit': <uint32 7>, 'cursor': <%s>, 'order': <%s>},)",
                                             cursor, orders[o]);
          g_autoptr (GVariant) memories = g_variant_get_child_value (reply, 0);

          g_free (cursor);
          g_variant_get_child (reply, 1, "s", &cursor);
          for (gsize i = 0; i < g_variant_n_children (memories); i++)
            {
              g_autoptr (GVariant) memory = g_variant_get_child_value (memories, i);
              gint64 happened;

              g_assert_true (g_variant_lookup (memory, "happened", "x", &happened));
              g_assert_true (o == 0 ? happened <= last : happened >= last);
              last = happened;
              g_assert_true (g_hash_table_add (seen, lookup_string (memory, "id")));
            }
          n_pages++;
          /* What comes meanwhile does not shift the pages. */
          if (n_pages == 2 && o == 0)
            {
              g_autofree char *id = fixture_remember (fixture, "A newcomer.", 0);
            }
        }
      while (*cursor != '\0');
      g_assert_cmpuint (n_pages, ==, 4);
      g_assert_cmpuint (g_hash_table_size (seen), ==, o == 0 ? 25 : 26);
    }
}

static void
test_search_pages (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *cursor = g_strdup ("");
  gboolean more = TRUE;

  for (guint i = 0; i < 12; i++)
    {
      g_autofree char *text = g_strdup_printf ("The lighthouse keeper wrote letter %u.", i);
      g_autofree char *id = fixture_remember (fixture, text, 0);
    }
  while (more)
    {
      g_autoptr (GVariant) reply = call (fixture, "Memories1.Search", "('lighthouse', {'limit': <uint32 5>, 'cursor': <%s>})",
                                         cursor);
      g_autoptr (GVariant) memories = g_variant_get_child_value (reply, 0);
      g_autoptr (GVariant) about = g_variant_get_child_value (reply, 1);

      for (gsize i = 0; i < g_variant_n_children (memories); i++)
        {
          g_autoptr (GVariant) memory = g_variant_get_child_value (memories, i);

          g_assert_true (g_hash_table_add (seen, lookup_string (memory, "id")));
        }
      g_clear_pointer (&cursor, g_free);
      more = g_variant_lookup (about, "cursor", "s", &cursor);
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, 12);
}

/* A host program changes things once the person has said so. */
static void
allow (Fixture *fixture)
{
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  g_autofree char *exe = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *key = g_strconcat ("exe:", exe, NULL);

  om_bus_service_answer (fixture->service, key, OM_LEAVE_ALLOWED, FALSE);
}

static void
test_update_and_bin (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Wednesday was quiet.", 0);
  g_autoptr (GVariant) updated = NULL;
  g_autoptr (GVariant) got = NULL;
  g_autoptr (GVariant) memory = NULL;
  g_autoptr (GVariant) binned = NULL;
  g_autoptr (GVariant) restored = NULL;
  g_autofree char *text = NULL;
  g_autofree char *precision = NULL;
  gboolean kept;
  guint version;

  allow (fixture);
  updated = call (fixture, "Memories1.Update",
                  "(%s, {'content': <'Wednesday was loud.'>, 'kept': <true>, 'happened': <int64 1700000000000>,"
                  " 'precision': <'day'>}, {'version': <uint32 1>})",
                  id);
  g_variant_get (updated, "(u)", &version);
  g_assert_cmpuint (version, ==, 2);
  got = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", id);
  memory = g_variant_get_child_value (got, 0);
  text = lookup_string (memory, "content");
  precision = lookup_string (memory, "precision");
  g_assert_cmpstr (text, ==, "Wednesday was loud.");
  g_assert_cmpstr (precision, ==, "day");
  g_assert_true (g_variant_lookup (memory, "kept", "b", &kept));
  g_assert_true (kept);

  binned = call (fixture, "Memories1.MoveToBin", "([%s], @a{sv} {})", id);
  expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Get", "(%s, @a{sv} {})", id);
  restored = call (fixture, "Memories1.Restore", "([%s], @a{sv} {})", id);
  g_clear_pointer (&got, g_variant_unref);
  got = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", id);
}

static void
test_waypoints (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *a = fixture_remember (fixture, "Sourdough rises slowly.", 0);
  g_autofree char *b = fixture_remember (fixture, "The marathon begins at nine.", 0);
  g_autofree char *c = fixture_remember (fixture, "Violin lessons on Friday.", 0);
  g_autofree char *d = fixture_remember (fixture, "Nothing at all to do with it 123.", 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) near = NULL;
  g_auto (GStrv) ids = NULL;
  g_autoptr (GVariant) weights = NULL;
  gboolean found = FALSE;

  om_engine_link (fixture->engine, a, b, NULL, &error);
  g_assert_no_error (error);
  om_engine_link (fixture->engine, b, c, NULL, &error);
  g_assert_no_error (error);

  near = call (fixture, "Waypoints1.Neighbours", "(%s, @a{sv} {})", a);
  {
    g_autoptr (GVariant) list = g_variant_get_child_value (near, 0);

    for (gsize i = 0; i < g_variant_n_children (list); i++)
      {
        g_autoptr (GVariant) link = g_variant_get_child_value (list, i);
        g_autofree char *id = lookup_string (link, "id");
        g_autofree char *kind = lookup_string (link, "kind");

        found = found || (g_str_equal (id, b) && g_str_equal (kind, "hand"));
      }
  }
  g_assert_true (found);
  reply = call (fixture, "Waypoints1.Path", "(%s, %s, @a{sv} {})", a, c);
  g_variant_get (reply, "(^as@ad)", &ids, &weights);
  g_assert_cmpstr (ids[0], ==, a);
  g_assert_cmpstr (ids[g_strv_length (ids) - 1], ==, c);
  g_assert_cmpuint (g_variant_n_children (weights), ==, g_strv_length (ids) - 1);
}

static void
test_salience (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The last tram left without me.", 0);
  g_autoptr (GVariant) history = call (fixture, "Salience1.History", "(%s, @a{sv} {})", id);
  g_autoptr (GVariant) forecast = call (fixture, "Salience1.Forecast", "(%s, @a{sv} {})", id);
  g_autoptr (GVariant) now = call (fixture, "Salience1.At", "(%s, %x, @a{sv} {})", id, fixture->now);
  g_autoptr (GVariant) later = call (fixture, "Salience1.At", "(%s, %x, @a{sv} {})", id,
                                     fixture->now + 300 * G_TIME_SPAN_DAY / 1000);
  g_autoptr (GVariant) before = call (fixture, "Salience1.At", "(%s, int64 0, @a{sv} {})", id);
  g_autoptr (GVariant) events = g_variant_get_child_value (history, 0);
  g_autoptr (GVariant) coming = g_variant_get_child_value (forecast, 0);
  g_autoptr (GVariant) standing = g_variant_get_child_value (now, 0);
  g_autoptr (GVariant) faded = g_variant_get_child_value (later, 0);
  g_autoptr (GVariant) nothing = g_variant_get_child_value (before, 0);
  double first;
  double last;
  gint64 resting;

  g_assert_cmpuint (g_variant_n_children (events), ==, 1);
  g_assert_true (g_variant_lookup (coming, "resting", "x", &resting));
  g_assert_cmpint (resting, >, fixture->now);
  g_assert_true (g_variant_lookup (standing, "salience", "d", &first));
  g_assert_true (g_variant_lookup (faded, "salience", "d", &last));
  g_assert_cmpfloat (last, <, first);
  g_assert_cmpuint (g_variant_n_children (nothing), ==, 0);
}

static void
test_status (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *a = fixture_remember (fixture, "One.", 0);
  g_autofree char *b = fixture_remember (fixture, "Two.", OM_FLAG_PRIVATE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) version = get_property (fixture, "Version");
  g_autoptr (GVariant) memories = get_property (fixture, "Memories");
  g_autoptr (GVariant) access = get_property (fixture, "Access");
  g_autoptr (GVariant) all = call_as (fixture->client, OM_BUS_PATH, "org.freedesktop.DBus.Properties", "GetAll",
                                      g_variant_new ("(s)", "org.openmemory.Status1"), &error);
  g_autoptr (GVariant) dict = NULL;
  g_auto (GStrv) may = g_variant_dup_strv (access, NULL);

  g_assert_no_error (error);
  dict = g_variant_get_child_value (all, 0);
  g_assert_cmpuint (g_variant_n_children (dict), ==, 8);
  g_assert_cmpstr (g_variant_get_string (version, NULL), ==, PACKAGE_VERSION);
  g_assert_cmpuint (g_variant_get_uint32 (memories), ==, 1);
  g_assert_cmpuint (g_strv_length (may), ==, 2);
  g_assert_cmpstr (may[0], ==, "read");
  g_assert_cmpstr (may[1], ==, "add");
}

#define ADD(name, func) g_test_add ("/bus/methods/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_methods_add (void)
{
  ADD ("introspection", test_introspection);
  ADD ("remember-and-get", test_remember_and_get);
  ADD ("long-text", test_long_text);
  ADD ("search-and-recall", test_search_and_recall);
  ADD ("list-pages", test_list_pages);
  ADD ("search-pages", test_search_pages);
  ADD ("update-and-bin", test_update_and_bin);
  ADD ("waypoints", test_waypoints);
  ADD ("salience", test_salience);
  ADD ("status", test_status);
}
