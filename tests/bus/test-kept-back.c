/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is private, hidden, put to rest by hand or in the bin is never seen by any method, whatever the
 * leave: neither its words nor its id. */
#include "config.h"

#include <string.h>

#include "engine/om-act.h"
#include "engine/om-hiding.h"
#include "test-bus.h"

#define SECRET "quicksilver"

enum
{
  PRIVATE,
  HIDDEN,
  ARCHIVED,
  BINNED,
  SECTIONS, /* a long text, hidden: its sections know nothing of that */
  N_KEPT
};

typedef struct
{
  char *kept[N_KEPT];
  char *open;
  char *open_too;
} Journal;

static void
act (Fixture    *fixture,
     OmAct       what,
     const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_act (fixture->engine, what, ids, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
write_journal (Fixture *fixture,
               Journal *journal)
{
  g_autoptr (GString) text = g_string_new ("# About " SECRET "\n\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "## Part %u\n\nSomebody spilled " SECRET " on page %u and wiped it up again.\n\n", i, i);
  journal->kept[PRIVATE] = fixture_remember (fixture, "Bought " SECRET " on Monday.", 0);
  journal->kept[HIDDEN] = fixture_remember (fixture, "Sold " SECRET " on Tuesday.", 0);
  journal->kept[ARCHIVED] = fixture_remember (fixture, "Lost " SECRET " on Wednesday.", 0);
  journal->kept[BINNED] = fixture_remember (fixture, "Found " SECRET " on Thursday.", 0);
  journal->kept[SECTIONS] = fixture_remember (fixture, text->str, 0);
  journal->open = fixture_remember (fixture, "An open entry about thermometers on Friday.", 0);
  journal->open_too = fixture_remember (fixture, "Another one about barometers on Saturday.", 0);
  for (guint i = 0; i < N_KEPT; i++)
    {
      om_engine_link (fixture->engine, journal->open, journal->kept[i], NULL, &error);
      g_assert_no_error (error);
      om_engine_link (fixture->engine, journal->kept[i], journal->open_too, NULL, &error);
      g_assert_no_error (error);
    }
  act (fixture, OM_ACT_MAKE_PRIVATE, journal->kept[PRIVATE]);
  act (fixture, OM_ACT_HIDE, journal->kept[HIDDEN]);
  act (fixture, OM_ACT_HIDE, journal->kept[SECTIONS]);
  fixture_archive (fixture, journal->kept[ARCHIVED]);
  fixture_bin (fixture, journal->kept[BINNED]);
}

static void
journal_clear (Journal *journal)
{
  for (guint i = 0; i < N_KEPT; i++)
    g_free (journal->kept[i]);
  g_free (journal->open);
  g_free (journal->open_too);
}

static void
check_text (const Journal *journal,
            const char    *text)
{
  g_assert_null (strstr (text, SECRET));
  for (guint i = 0; i < N_KEPT; i++)
    g_assert_null (strstr (text, journal->kept[i]));
}

static void
check (const Journal *journal,
       GVariant      *reply)
{
  g_autofree char *text = g_variant_print (reply, FALSE);

  check_text (journal, text);
  g_variant_unref (reply);
}

static void
allow (Fixture *fixture)
{
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  g_autofree char *exe = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *key = g_strconcat ("exe:", exe, NULL);

  om_bus_service_answer (fixture->service, key, OM_LEAVE_ALLOWED, FALSE);
}

static void
test_never_read (Fixture      *fixture,
                 gconstpointer data)
{
  static const char *const queries[] = {
    SECRET, "quick silver", "\"" SECRET "\"", "quicksilvr", "Monday Tuesday Wednesday Thursday Friday", "is:private", "is:hidden",
    "is:binned", "is:resting", SECRET " is:binned", "type:section " SECRET, "thermometers", "is:archived",
  };
  Journal journal;

  write_journal (fixture, &journal);
  allow (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      /* What was asked for stands in no answer either, but for the entry that says so. */
      check (&journal, call (fixture, "Memories1.Search", "(%s, {'limit': <uint32 100>})", queries[i]));
      check (&journal, call (fixture, "Memories1.Recall", "(%s, {'limit': <uint32 100>})", queries[i]));
    }
  check (&journal, call (fixture, "Memories1.List", "({'limit': <uint32 100>},)"));
  check (&journal, call (fixture, "Memories1.List", "({'order': <'oldest'>},)"));
  check (&journal, call (fixture, "Waypoints1.Neighbours", "(%s, @a{sv} {})", journal.open));
  check (&journal, call (fixture, "Waypoints1.Path", "(%s, %s, @a{sv} {})", journal.open, journal.open_too));
  check (&journal, call (fixture, "Salience1.History", "(%s, @a{sv} {})", journal.open));
  check (&journal, call (fixture, "Salience1.Forecast", "(%s, @a{sv} {})", journal.open));
  {
    g_autoptr (GVariant) memories = get_property (fixture, "Memories");

    g_assert_cmpuint (g_variant_get_uint32 (memories), ==, 2);
  }
  journal_clear (&journal);
}

/* By id it is as if there were none. */
static void
test_never_there (Fixture      *fixture,
                  gconstpointer data)
{
  Journal journal;

  write_journal (fixture, &journal);
  allow (fixture);
  for (guint i = 0; i < N_KEPT; i++)
    {
      const char *id = journal.kept[i];

      expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Get", "(%s, @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Update", "(%s, {'content': <'x'>}, @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.MoveToBin", "([%s], @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Waypoints1.Neighbours", "(%s, @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Waypoints1.Path", "(%s, %s, @a{sv} {})", journal.open, id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Salience1.History", "(%s, @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Salience1.Forecast", "(%s, @a{sv} {})", id);
      expect_error (fixture, "org.openmemory.Error.NotFound", "Salience1.At", "(%s, int64 0, @a{sv} {})", id);
      if (i != BINNED)
        expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Restore", "([%s], @a{sv} {})", id);
    }
  journal_clear (&journal);
}

/* One that is private goes to the bin: it is not taken back by others either. */
static void
test_private_in_bin (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Bought " SECRET ".", OM_FLAG_PRIVATE);

  fixture_bin (fixture, id);
  allow (fixture);
  expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Restore", "([%s], @a{sv} {})", id);
}

/* Saying it does not tell that it is known, nor wake it. */
static void
test_not_told_by_saying (Fixture      *fixture,
                         gconstpointer data)
{
  static const char *const texts[] = {
    "Bought " SECRET " on Monday.", "Sold " SECRET " on Tuesday.", "Lost " SECRET " on Wednesday.",
    "Found " SECRET " on Thursday.",
  };
  Journal journal;

  write_journal (fixture, &journal);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GVariant) reply = call (fixture, "Memories1.Remember", "(%s, @a{sv} {})", texts[i]);
      g_autoptr (GVariant) about = g_variant_get_child_value (reply, 1);
      g_autofree char *text = g_variant_print (reply, FALSE);

      g_assert_cmpuint (g_variant_n_children (about), ==, 0);
      check_text (&journal, text);
    }
  journal_clear (&journal);
}

/* What is not kept back any more comes up, what is kept back from now on goes. */
static void
note_signal_cb (GDBusConnection *connection,
                const char      *sender,
                const char      *path,
                const char      *interface,
                const char      *signal,
                GVariant        *parameters,
                gpointer         data)
{
  g_autofree char *text = g_variant_print (parameters, FALSE);

  g_string_append_printf (data, "%s %s\n", signal, text);
}

static void
test_no_signal (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GString) heard = g_string_new (NULL);
  guint id = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, NULL, NULL, OM_BUS_PATH, NULL,
                                                 G_DBUS_SIGNAL_FLAGS_NONE, note_signal_cb, heard, NULL);
  Journal journal;

  write_journal (fixture, &journal);
  {
    g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  }
  wait_ms (700);
  g_string_truncate (heard, 0);

  act (fixture, OM_ACT_PIN, journal.kept[PRIVATE]);
  act (fixture, OM_ACT_PIN, journal.kept[HIDDEN]);
  {
    g_autofree char *another = fixture_remember (fixture, "More " SECRET ".", OM_FLAG_PRIVATE);
  }
  wait_ms (1200);
  check_text (&journal, heard->str);
  g_assert_cmpstr (heard->str, ==, "");

  act (fixture, OM_ACT_HIDE, journal.open);
  act (fixture, OM_ACT_UNHIDE, journal.kept[HIDDEN]);
  WAIT_UNTIL (strstr (heard->str, "Removed") != NULL && strstr (heard->str, "Added") != NULL);
  g_assert_nonnull (strstr (heard->str, journal.open));
  g_assert_nonnull (strstr (heard->str, journal.kept[HIDDEN]));
  g_dbus_connection_signal_unsubscribe (fixture->client, id);
  journal_clear (&journal);
}

/* What is hidden by a tag, a name or a period is kept back with all it says. */
static void
test_hidden_as_a_whole (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *tagged = fixture_remember (fixture, "Met Quentin and his quicksilver thermometers.", 0);
  g_autofree char *open = fixture_remember (fixture, "A thermometer of wood.", 0);
  g_autoptr (GString) heard = g_string_new (NULL);
  guint id = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, NULL, NULL, OM_BUS_PATH, NULL,
                                                 G_DBUS_SIGNAL_FLAGS_NONE, note_signal_cb, heard, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmHiding) hiding = om_hiding_new_name ("Quentin", &error);
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  g_autoptr (GVariant) memories = NULL;
  Journal journal = { .kept = { tagged, tagged, tagged, tagged, tagged } };

  g_assert_no_error (error);
  wait_ms (700);
  om_engine_change_hiding (fixture->engine, hiding, TRUE, NULL, NULL, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (strstr (heard->str, "Removed") != NULL);
  g_assert_nonnull (strstr (heard->str, tagged));
  check (&journal, call (fixture, "Memories1.Search", "('thermometers', @a{sv} {})"));
  check (&journal, call (fixture, "Memories1.Recall", "('Quentin', @a{sv} {})"));
  check (&journal, call (fixture, "Memories1.List", "(@a{sv} {},)"));
  expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Get", "(%s, @a{sv} {})", tagged);
  memories = get_property (fixture, "Memories");
  g_assert_cmpuint (g_variant_get_uint32 (memories), ==, 1);

  om_engine_change_hiding (fixture->engine, hiding, FALSE, NULL, NULL, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (strstr (heard->str, "Added") != NULL);
  g_dbus_connection_signal_unsubscribe (fixture->client, id);
}

#define ADD(name, func) g_test_add ("/bus/kept-back/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_kept_back_add (void)
{
  ADD ("never-read", test_never_read);
  ADD ("never-there", test_never_there);
  ADD ("private-in-bin", test_private_in_bin);
  ADD ("not-told-by-saying", test_not_told_by_saying);
  ADD ("no-signal", test_no_signal);
  ADD ("hidden-as-a-whole", test_hidden_as_a_whole);
}
