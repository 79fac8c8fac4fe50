/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may ask: programs on the host, in sandboxes, and those that cannot be told; what the person said; the
 * log of it. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "bus/om-bus-identity.h"
#include "engine/om-access.h"
#include "test-bus.h"

#define FLATPAK "[Application]\nname=org.example.Notes\nruntime=runtime/org.example.Platform/x86_64/1\n"

/* Recognising ---------------------------------------------------------------------------------- */

static void
test_identify (Fixture      *fixture,
               gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *info;
    const char *cgroup;
    const char *key; /* (nullable) */
  } cases[] = {
    { "host", NULL, NULL, "exe:/usr/bin/some-program" },
    { "flatpak", FLATPAK, NULL, "flatpak:org.example.Notes" },
    { "snap", NULL, "0::/user.slice/user-1000.slice/snap.notes.editor.1f2e.scope\n", "snap:notes" },
    /* A Flatpak that says it is a Snap is a Flatpak. */
    { "both", FLATPAK, "0::/snap.notes.editor.scope\n", "flatpak:org.example.Notes" },
    /* A sandbox that cannot be read is no program of the host. */
    { "empty", "", NULL, NULL },
    { "no-name", "[Application]\nruntime=x\n", NULL, NULL },
    { "odd-name", "[Application]\nname=<b>&\n", NULL, NULL },
    { "no-snap", NULL, "0::/notasnap.notes.editor.scope\n", "exe:/usr/bin/some-program" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *proc = make_proc (fixture, cases[i].name, cases[i].info, cases[i].cgroup);
      g_autoptr (OmProgram) program = om_bus_identify (proc, getpid (), -1);

      g_test_message ("%s", cases[i].name);
      g_assert_cmpstr (program != NULL ? program->key : NULL, ==, cases[i].key);
    }
  {
    g_autoptr (OmProgram) self = om_bus_identify ("/proc", getpid (), -1);
    g_autoptr (OmProgram) nobody = om_bus_identify ("/proc", 0x7ffffff0, -1);
    g_autofree char *exe = g_file_read_link ("/proc/self/exe", NULL);

    g_assert_nonnull (self);
    g_assert_true (g_str_has_suffix (self->key, exe));
    g_assert_null (nobody);
  }
}

/* Asking --------------------------------------------------------------------------------------- */

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Begins a call and waits until the person is asked. */
static void
begin_list (Fixture       *fixture,
            GAsyncResult **result)
{
  guint n = fixture->n_asked;

  *result = NULL;
  g_dbus_connection_call (fixture->client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Memories1", "List",
                          g_variant_new_parsed ("(@a{sv} {},)"), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, answered_cb, result);
  WAIT_UNTIL (fixture->n_asked > n || *result != NULL);
}

static char *
end_call (Fixture       *fixture,
          GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  WAIT_UNTIL (*result != NULL);
  reply = g_dbus_connection_call_finish (fixture->client, *result, &error);
  g_clear_object (result);
  return reply != NULL ? g_strdup ("ok") : g_dbus_error_get_remote_error (error);
}

static void
test_sandboxed_allowed (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", FLATPAK, NULL);
  GAsyncResult *result;
  GAsyncResult *second;
  g_autofree char *first_end = NULL;
  g_autofree char *second_end = NULL;

  om_bus_service_set_proc (fixture->service, proc);
  begin_list (fixture, &result);
  g_assert_cmpuint (fixture->n_asked, ==, 1);
  g_assert_cmpstr (fixture->asked->key, ==, "flatpak:org.example.Notes");
  g_assert_false (fixture->asked_change);

  /* Once for all that waits. */
  second = NULL;
  g_dbus_connection_call (fixture->client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Memories1", "List",
                          g_variant_new_parsed ("(@a{sv} {},)"), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, answered_cb, &second);
  wait_ms (100);
  g_assert_null (result);
  g_assert_null (second);
  g_assert_cmpuint (fixture->n_asked, ==, 1);

  om_bus_service_answer (fixture->service, "flatpak:org.example.Notes", OM_LEAVE_ALLOWED, TRUE);
  first_end = end_call (fixture, &result);
  second_end = end_call (fixture, &second);
  g_assert_cmpstr (first_end, ==, "ok");
  g_assert_cmpstr (second_end, ==, "ok");

  /* And never again: neither by this connection nor by the next, nor after a new start. */
  {
    g_autoptr (GVariant) added = call (fixture, "Memories1.Remember", "('One more.', @a{sv} {})");
    const char *id;
    g_autoptr (GVariant) binned = NULL;

    g_variant_get (added, "(&s@a{sv})", &id, NULL);
    binned = call (fixture, "Memories1.MoveToBin", "([%s], @a{sv} {})", id);
  }
  om_bus_service_set_engine (fixture->service, NULL);
  {
    g_autoptr (GVariant) again = call (fixture, "Memories1.List", "(@a{sv} {},)");
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) programs = om_engine_get_programs (fixture->engine, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (programs->len, ==, 1);
    g_assert_cmpint (((OmProgram *) g_ptr_array_index (programs, 0))->leave, ==, OM_LEAVE_ALLOWED);
    g_assert_cmpint (((OmProgram *) g_ptr_array_index (programs, 0))->kind, ==, OM_PROGRAM_FLATPAK);
  }
  g_assert_cmpuint (fixture->n_asked, ==, 1);
}

static void
test_sandboxed_read_only (Fixture      *fixture,
                          gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", FLATPAK, NULL);
  GAsyncResult *result;
  g_autofree char *end = NULL;
  g_autoptr (GVariant) access = NULL;

  om_bus_service_set_proc (fixture->service, proc);
  begin_list (fixture, &result);
  om_bus_service_answer (fixture->service, "flatpak:org.example.Notes", OM_LEAVE_READ, TRUE);
  end = end_call (fixture, &result);
  g_assert_cmpstr (end, ==, "ok");
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.Remember", "('Mine.', @a{sv} {})");
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.Recall", "('Mine.', @a{sv} {})");
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.MoveToBin", "(['x'], @a{sv} {})");
  access = get_property (fixture, "Access");
  g_assert_cmpuint (g_variant_n_children (access), ==, 1);
}

static void
test_sandboxed_denied (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "snap", NULL, "0::/a/snap.notes.editor.scope\n");
  GAsyncResult *result;
  g_autofree char *end = NULL;

  om_bus_service_set_proc (fixture->service, proc);
  begin_list (fixture, &result);
  om_bus_service_answer (fixture->service, "snap:notes", OM_LEAVE_DENIED, TRUE);
  end = end_call (fixture, &result);
  g_assert_cmpstr (end, ==, "org.openmemory.Error.NotAllowed");
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.List", "(@a{sv} {},)");
  g_assert_cmpuint (fixture->n_asked, ==, 1);
}

/* What was decided is changed in the preferences, and counts from then on. */
static void
decided_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  *(gboolean *) data = om_engine_decide_program_finish (OM_ENGINE (source), result, NULL);
}

static void
test_changed_mind (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GVariant) first = call (fixture, "Memories1.List", "(@a{sv} {},)");
  g_autoptr (OmProgram) self = om_bus_identify ("/proc", getpid (), -1);
  gboolean decided = FALSE;

  self->leave = OM_LEAVE_DENIED;
  om_engine_decide_program_async (fixture->engine, self, NULL, decided_cb, &decided);
  WAIT_UNTIL (decided);
  wait_ms (200);
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.List", "(@a{sv} {},)");
}

static void
test_unknown_is_asked (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "empty", "", NULL);
  GAsyncResult *result;
  g_autofree char *end = NULL;
  g_autoptr (GPtrArray) programs = NULL;

  om_bus_service_set_proc (fixture->service, proc);
  begin_list (fixture, &result);
  g_assert_cmpstr (fixture->asked->name, ==, "");
  g_assert_true (g_str_has_prefix (fixture->asked->key, "unknown:"));
  om_bus_service_answer (fixture->service, fixture->asked->key, OM_LEAVE_ALLOWED, TRUE);
  end = end_call (fixture, &result);
  g_assert_cmpstr (end, ==, "ok");
  /* For this connection, and not in the store. */
  wait_ms (100);
  programs = om_engine_get_programs (fixture->engine, NULL, NULL);
  g_assert_cmpuint (programs->len, ==, 0);
}

static void
test_host_changes_are_asked (Fixture      *fixture,
                             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Untouched.", 0);
  g_autoptr (GVariant) added = call (fixture, "Memories1.Remember", "('From outside.', @a{sv} {})");
  GAsyncResult *result = NULL;
  g_autofree char *end = NULL;

  g_assert_cmpuint (fixture->n_asked, ==, 0);
  g_dbus_connection_call (fixture->client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Memories1", "MoveToBin",
                          g_variant_new_parsed ("([%s], @a{sv} {})", id), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, answered_cb,
                          &result);
  WAIT_UNTIL (fixture->n_asked == 1);
  g_assert_true (fixture->asked_change);
  om_bus_service_answer (fixture->service, fixture->asked->key, OM_LEAVE_DENIED, FALSE);
  end = end_call (fixture, &result);
  g_assert_cmpstr (end, ==, "org.openmemory.Error.NotAllowed");
}

static void
test_modes (Fixture      *fixture,
            gconstpointer data)
{
  GAsyncResult *result;
  g_autofree char *end = NULL;

  om_bus_service_set_mode (fixture->service, OM_BUS_MODE_OFF);
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.List", "(@a{sv} {},)");
  g_assert_cmpuint (fixture->n_wanted, ==, 0);
  om_bus_service_set_mode (fixture->service, OM_BUS_MODE_ASK);
  begin_list (fixture, &result);
  g_assert_cmpuint (fixture->n_asked, ==, 1);
  om_bus_service_set_mode (fixture->service, OM_BUS_MODE_OFF);
  end = end_call (fixture, &result);
  g_assert_cmpstr (end, ==, "org.openmemory.Error.NotAllowed");
}

/* A gate without a person in front of it stays shut. */
static void
test_nobody_to_ask (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", FLATPAK, NULL);

  g_signal_handlers_disconnect_matched (fixture->service, G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_ID,
                                        g_signal_lookup ("ask", OM_TYPE_BUS_SERVICE), 0, NULL, NULL, fixture);
  om_bus_service_set_proc (fixture->service, proc);
  expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.List", "(@a{sv} {},)");
}

static void
test_no_store (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (GError) why = g_error_new_literal (OM_ERROR, OM_ERROR_NEWER_STORE, "/home/somebody/memories.db is newer.");
  g_autoptr (GError) error = NULL;
  GAsyncResult *result = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *name = NULL;

  g_signal_handlers_disconnect_matched (fixture->service, G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_ID,
                                        g_signal_lookup ("engine-wanted", OM_TYPE_BUS_SERVICE), 0, NULL, NULL, fixture);
  g_dbus_connection_call (fixture->client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Memories1", "List",
                          g_variant_new_parsed ("(@a{sv} {},)"), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, answered_cb, &result);
  wait_ms (200);
  g_assert_null (result);
  g_assert_true (om_bus_service_is_busy (fixture->service));
  om_bus_service_set_failed (fixture->service, why);
  WAIT_UNTIL (result != NULL);
  reply = g_dbus_connection_call_finish (fixture->client, result, &error);
  g_object_unref (result);
  g_assert_null (reply);
  name = g_dbus_error_get_remote_error (error);
  g_assert_cmpstr (name, ==, "org.openmemory.Error.Unavailable");
  /* Where it lies is nobody's business. */
  g_assert_null (strstr (error->message, "somebody"));
}

/* The store cannot be opened, the person says no: both while the call is being looked at. */
static void
fail_at_once_cb (OmBusService *service,
                 gpointer      data)
{
  g_autoptr (GError) why = g_error_new_literal (OM_ERROR, OM_ERROR_LOCKED, "Somebody else has it.");

  om_bus_service_set_failed (service, why);
}

static void
deny_at_once_cb (OmBusService    *service,
                 const OmProgram *program,
                 gboolean         change,
                 gpointer         data)
{
  om_bus_service_answer (service, program->key, OM_LEAVE_DENIED, FALSE);
}

static void
test_answered_at_once (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", FLATPAK, NULL);

  om_bus_service_set_proc (fixture->service, proc);
  g_signal_handlers_disconnect_by_data (fixture->service, fixture);
  g_signal_connect (fixture->service, "ask", G_CALLBACK (deny_at_once_cb), NULL);
  g_signal_connect (fixture->service, "engine-wanted", G_CALLBACK (fail_at_once_cb), NULL);
  for (guint i = 0; i < 3; i++)
    expect_error (fixture, "org.openmemory.Error.Busy", "Memories1.List", "(@a{sv} {},)");
  om_bus_service_set_engine (fixture->service, fixture->engine);
  for (guint i = 0; i < 3; i++)
    expect_error (fixture, "org.openmemory.Error.NotAllowed", "Memories1.List", "(@a{sv} {},)");
}

static void
test_log (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The one that is found.", 0);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  const OmAccess *entry;
  guint n_changed = 0;
  guint n_before;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GVariant) reply = call (fixture, "Memories1.Search", "('found', @a{sv} {})");
    }
  expect_error (fixture, "org.openmemory.Error.NotFound", "Memories1.Get", "('x', @a{sv} {})");
  wait_ms (300);
  g_signal_connect_swapped (fixture->engine, "changed", G_CALLBACK (g_atomic_int_inc), &n_changed);
  n_before = n_changed;
  wait_ms (1500);
  entries = om_engine_get_access_log (fixture->engine, 100, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  entry = g_ptr_array_index (entries, 1);
  g_assert_cmpstr (entry->what, ==, "Search");
  g_assert_cmpuint (entry->calls, ==, 3);
  g_assert_cmpuint (entry->given, ==, 3);
  g_assert_cmpint (entry->outcome, ==, OM_ACCESS_ANSWERED);
  g_assert_true (g_str_has_prefix (entry->program, "exe:"));
  entry = g_ptr_array_index (entries, 0);
  g_assert_cmpstr (entry->what, ==, "Get");
  g_assert_cmpint (entry->outcome, ==, OM_ACCESS_FAILED);
  /* Writing it down is no change of the journal. */
  g_assert_cmpuint (n_changed, ==, n_before);

  om_engine_clear_access_log (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&entries, g_ptr_array_unref);
  entries = om_engine_get_access_log (fixture->engine, 100, NULL, &error);
  g_assert_cmpuint (entries->len, ==, 0);
  g_signal_handlers_disconnect_by_data (fixture->engine, &n_changed);
}

static OmHistoryEvent *
newest_event (OmHistory *past)
{
  return g_ptr_array_index (past->events, past->events->len - 1);
}

/* In the history of what it recalled stands the program, as the log calls it, until the log is emptied. */
static void
test_recalled (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The one that is found.", 0);
  g_autoptr (GVariant) reply = call (fixture, "Memories1.Recall", "('found', @a{sv} {})");
  g_autoptr (GPtrArray) programs = NULL;
  g_autoptr (OmHistory) past = NULL;
  g_autoptr (OmHistory) later = NULL;
  g_autoptr (GError) error = NULL;

  while (programs == NULL || programs->len == 0)
    {
      g_clear_pointer (&programs, g_ptr_array_unref);
      wait_ms (50);
      programs = om_engine_get_programs (fixture->engine, NULL, &error);
      g_assert_no_error (error);
    }
  past = om_engine_get_history (fixture->engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (newest_event (past)->way, ==, OM_RECALL_WAY_PROGRAM);
  g_assert_cmpstr (newest_event (past)->program, ==, ((OmProgram *) g_ptr_array_index (programs, 0))->name);

  om_engine_clear_access_log (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  later = om_engine_get_history (fixture->engine, id, NULL, &error);
  g_assert_cmpint (newest_event (later)->way, ==, OM_RECALL_WAY_PROGRAM);
  g_assert_null (newest_event (later)->program);
}

#define ADD(name, func) g_test_add ("/bus/callers/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_callers_add (void)
{
  ADD ("identify", test_identify);
  ADD ("sandboxed-allowed", test_sandboxed_allowed);
  ADD ("sandboxed-read-only", test_sandboxed_read_only);
  ADD ("sandboxed-denied", test_sandboxed_denied);
  ADD ("changed-mind", test_changed_mind);
  ADD ("unknown-is-asked", test_unknown_is_asked);
  ADD ("host-changes-are-asked", test_host_changes_are_asked);
  ADD ("modes", test_modes);
  ADD ("nobody-to-ask", test_nobody_to_ask);
  ADD ("no-store", test_no_store);
  ADD ("answered-at-once", test_answered_at_once);
  ADD ("log", test_log);
  ADD ("recalled", test_recalled);
}
