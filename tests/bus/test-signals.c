/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Added, Changed, Removed: told once, at most twice a second, by whomever it was changed. */
#include "config.h"

#include <string.h>

#include "engine/om-act.h"
#include "test-bus.h"

typedef struct
{
  GPtrArray *heard; /* (element-type utf8): "Added id id" */
  guint      more;
} Ear;

static void
heard_cb (GDBusConnection *connection,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         data)
{
  Ear *ear = data;
  g_auto (GStrv) ids = NULL;
  g_autoptr (GVariant) about = NULL;
  g_autofree char *joined = NULL;
  gboolean mark = FALSE;

  g_variant_get (parameters, "(^as@a{sv})", &ids, &about);
  joined = g_strjoinv (" ", ids);
  if (g_variant_lookup (about, "more", "b", &mark) && mark)
    ear->more++;
  mark = FALSE;
  g_variant_lookup (about, "activity", "b", &mark);
  g_ptr_array_add (ear->heard, g_strdup_printf ("%s%s %s", signal, mark ? "(activity)" : "", joined));
}

static guint
count (Ear        *ear,
       const char *signal,
       const char *id)
{
  guint n = 0;

  for (guint i = 0; i < ear->heard->len; i++)
    {
      const char *line = g_ptr_array_index (ear->heard, i);

      n += g_str_has_prefix (line, signal) && (id == NULL || strstr (line, id) != NULL);
    }
  return n;
}

static guint
listen (Fixture *fixture,
        Ear     *ear)
{
  g_autoptr (GVariant) ready = NULL;
  guint id = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, "org.openmemory.Memories1", NULL, OM_BUS_PATH,
                                                 NULL, G_DBUS_SIGNAL_FLAGS_NONE, heard_cb, ear, NULL);

  ear->heard = g_ptr_array_new_with_free_func (g_free);
  ear->more = 0;
  ready = get_property (fixture, "Loaded");
  return id;
}

static void
deafen (Fixture *fixture,
        Ear     *ear,
        guint    id)
{
  g_dbus_connection_signal_unsubscribe (fixture->client, id);
  g_ptr_array_unref (ear->heard);
}

static void
test_life (Fixture      *fixture,
           gconstpointer data)
{
  Ear ear;
  guint id = listen (fixture, &ear);
  g_autoptr (GVariant) added = call (fixture, "Memories1.Remember", "('From outside.', @a{sv} {})");
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GError) error = NULL;
  const char *memory;

  g_variant_get (added, "(&s@a{sv})", &memory, NULL);
  WAIT_UNTIL (count (&ear, "Added ", memory) == 1);

  g_free (values->content);
  values->content = g_strdup ("Changed inside.");
  om_engine_edit (fixture->engine, memory, OM_CHANGE_CONTENT, values, 0, NULL, &error);
  g_assert_no_error (error);
  WAIT_UNTIL (count (&ear, "Changed ", memory) == 1);

  fixture->now += 3600000;
  {
    const char *ids[] = { memory, NULL };

    om_engine_act (fixture->engine, OM_ACT_REMEMBER, ids, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  WAIT_UNTIL (count (&ear, "Changed", memory) == 2);

  fixture_bin (fixture, memory);
  WAIT_UNTIL (count (&ear, "Removed ", memory) == 1);
  g_assert_cmpuint (count (&ear, "Added ", NULL), ==, 1);
  deafen (fixture, &ear, id);
}

/* The very first call adds something: it is told as well. */
static void
test_first_call (Fixture      *fixture,
                 gconstpointer data)
{
  Ear ear = { g_ptr_array_new_with_free_func (g_free), 0 };
  guint id = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, "org.openmemory.Memories1", NULL, OM_BUS_PATH,
                                                 NULL, G_DBUS_SIGNAL_FLAGS_NONE, heard_cb, &ear, NULL);
  g_autoptr (GVariant) added = call (fixture, "Memories1.Remember", "('From outside.', @a{sv} {})");

  WAIT_UNTIL (count (&ear, "Added ", NULL) == 1);
  deafen (fixture, &ear, id);
}

/* Another process writes, and this one tells within a second. */
static void
test_another_process (Fixture      *fixture,
                      gconstpointer data)
{
  Ear ear;
  guint id = listen (fixture, &ear);
  g_autoptr (OmEngine) other = om_engine_new ();
  g_autoptr (OmDraft) draft = om_draft_new ("Written elsewhere.");
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;

  om_engine_open (other, fixture->path, OM_OPEN_MUST_EXIST, NULL, &error);
  g_assert_no_error (error);
  remembered = om_engine_remember (other, draft, NULL, &error);
  g_assert_no_error (error);
  om_engine_close (other);
  /* The fixture opened its store blocking, so nothing watches the file: any call looks. */
  {
    g_autoptr (GVariant) got = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", remembered->id);
  }
  WAIT_UNTIL (count (&ear, "Added ", remembered->id) == 1);
  deafen (fixture, &ear, id);
}

/* Two hundred changes, a handful of signals. */
static void
test_coalesced (Fixture      *fixture,
                gconstpointer data)
{
  Ear ear;
  guint id = listen (fixture, &ear);
  g_autofree char *last = NULL;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u of many.", i);

      g_free (last);
      last = fixture_remember (fixture, text, 0);
      if (i % 20 == 0)
        g_main_context_iteration (NULL, FALSE);
    }
  WAIT_UNTIL (count (&ear, "Added ", last) == 1);
  g_assert_cmpuint (ear.heard->len, <, 20);
  g_assert_cmpuint (ear.more, ==, 0);
  deafen (fixture, &ear, id);
}

static void
test_more (Fixture      *fixture,
           gconstpointer data)
{
  Ear ear;
  guint id = listen (fixture, &ear);

  for (guint i = 0; i < 1050; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u.", i);
      g_autofree char *memory = fixture_remember (fixture, text, 0);
    }
  WAIT_UNTIL (ear.more >= 1);
  deafen (fixture, &ear, id);
}

static void
test_off (Fixture      *fixture,
          gconstpointer data)
{
  Ear ear;
  guint id = listen (fixture, &ear);
  g_autofree char *memory = NULL;

  om_bus_service_set_mode (fixture->service, OM_BUS_MODE_OFF);
  memory = fixture_remember (fixture, "Nobody hears of this.", 0);
  wait_ms (1200);
  g_assert_cmpuint (ear.heard->len, ==, 0);
  deafen (fixture, &ear, id);
}

#define ADD(name, func) g_test_add ("/bus/signals/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_signals_add (void)
{
  ADD ("life", test_life);
  ADD ("first-call", test_first_call);
  ADD ("another-process", test_another_process);
  ADD ("coalesced", test_coalesced);
  ADD ("more", test_more);
  ADD ("off", test_off);
}
