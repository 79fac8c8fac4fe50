/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits over the bus: they are listed with their evidence, quotes come from open entries alone, and a change of
 * stage is told. */
#include "config.h"

#include <string.h>

#include "engine/om-act.h"
#include "engine/om-trait-job.h"
#include "test-bus.h"

#define DAY (OM_MS_PER_DAY)

static void
find_traits (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmTraitReport *report = om_engine_find_traits (fixture->engine, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_free (report);
}

/* Said on some days. */
static void
say (Fixture   *fixture,
     GPtrArray *ids,
     guint      n_days)
{
  for (guint i = 0; i < n_days; i++)
    {
      g_autofree char *text = g_strdup_printf ("I prefer tea to coffee. That was day number %u.", i);

      fixture->now += 4 * DAY;
      g_ptr_array_add (ids, fixture_remember (fixture, text, 0));
    }
}

static char *
first_trait (Fixture *fixture)
{
  g_autoptr (GVariant) reply = call (fixture, "Traits1.List", "({'limit': <uint32 100>},)");
  g_autoptr (GVariant) traits = g_variant_get_child_value (reply, 0);
  g_autoptr (GVariant) trait = NULL;
  char *id = NULL;

  if (g_variant_n_children (traits) == 0)
    return NULL;
  trait = g_variant_get_child_value (traits, 0);
  g_assert_true (g_variant_lookup (trait, "id", "s", &id));
  return id;
}

static void
heard_cb (GDBusConnection *connection,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         data)
{
  g_assert_cmpstr (g_variant_get_type_string (parameters), ==, "(sssa{sv})");
  ++*(guint *) data;
}

static void
test_listed (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *id = NULL;
  g_autoptr (GVariant) got = NULL;
  g_autoptr (GVariant) evidence = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  guint n_heard = 0;
  guint subscription = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, "org.openmemory.Traits1", "StageChanged",
                                                           OM_BUS_PATH, NULL, G_DBUS_SIGNAL_FLAGS_NONE, heard_cb, &n_heard,
                                                           NULL);

  wait_ms (700);
  say (fixture, ids, 6);
  find_traits (fixture);
  WAIT_UNTIL (n_heard > 0);
  id = first_trait (fixture);
  g_assert_nonnull (id);
  got = call (fixture, "Traits1.Get", "(%s, @a{sv} {})", id);
  g_assert_cmpstr (g_variant_get_type_string (got), ==, "(a{sv})");
  evidence = call (fixture, "Traits1.Evidence", "(%s, @a{sv} {})", id);
  text = g_variant_print (evidence, FALSE);
  g_assert_nonnull (strstr (text, g_ptr_array_index (ids, 0)));
  g_assert_nonnull (strstr (text, "tea"));
  g_dbus_connection_signal_unsubscribe (fixture->client, subscription);
}

static void
test_kept_back (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *id = NULL;
  g_autofree char *later = NULL;
  g_autoptr (GVariant) evidence = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  say (fixture, ids, 6);
  find_traits (fixture);
  g_ptr_array_add (ids, NULL);
  {
    const char *one[] = { g_ptr_array_index (ids, 0), NULL };

    om_engine_act (fixture->engine, OM_ACT_HIDE, one, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  id = first_trait (fixture);
  evidence = call (fixture, "Traits1.Evidence", "(%s, @a{sv} {})", id);
  text = g_variant_print (evidence, FALSE);
  g_assert_null (strstr (text, g_ptr_array_index (ids, 0)));
  g_assert_nonnull (strstr (text, g_ptr_array_index (ids, 1)));

  /* When all are hidden the sentence says what they said. */
  om_engine_act (fixture->engine, OM_ACT_HIDE, (const char *const *) ids->pdata, NULL, NULL, &error);
  g_assert_no_error (error);
  expect_error (fixture, "org.openmemory.Error.NotFound", "Traits1.Get", "(%s, @a{sv} {})", id);
  expect_error (fixture, "org.openmemory.Error.NotFound", "Traits1.Evidence", "(%s, @a{sv} {})", id);
  later = first_trait (fixture);
  g_assert_null (later);
}

#define ADD(name, func) g_test_add ("/bus/traits/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_traits_add (void)
{
  ADD ("listed", test_listed);
  ADD ("kept-back", test_kept_back);
}
