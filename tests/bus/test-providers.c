/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of the desktop, driven by the calls that GNOME Shell and KRunner make. */
#include "config.h"

#include <string.h>

#include "test-bus.h"

#define SHELL "org.gnome.Shell.SearchProvider2"
#define RUNNER "org.kde.krunner1"
#define ODD "Tea with <b>Lena</b> & Tom"

static GVariant *
ask_shell (Fixture    *fixture,
           const char *method,
           GVariant   *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = call_as (fixture->client, OM_BUS_SHELL_PATH, SHELL, method, parameters, &error);

  g_assert_no_error (error);
  return reply;
}

static GVariant *
ask_runner (Fixture    *fixture,
            const char *method,
            GVariant   *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = call_as (fixture->client, OM_BUS_RUNNER_PATH, RUNNER, method, parameters, &error);

  g_assert_no_error (error);
  return reply;
}

static char **
find_ids (Fixture    *fixture,
          const char *terms)
{
  g_autoptr (GVariant) reply = ask_shell (fixture, "GetInitialResultSet", g_variant_new_parsed (terms));
  char **ids;

  g_variant_get (reply, "(^as)", &ids);
  return ids;
}

static void
test_off_at_first (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, ODD, 0);
  g_auto (GStrv) ids = find_ids (fixture, "(['lena'],)");
  g_autoptr (GVariant) matches = ask_runner (fixture, "Match", g_variant_new ("(s)", "lena"));
  g_autoptr (GVariant) metas = ask_shell (fixture, "GetResultMetas", g_variant_new_parsed ("([%s],)", id));
  g_autofree char *text = g_variant_print (matches, FALSE);
  g_autofree char *meta = g_variant_print (metas, FALSE);

  g_assert_cmpuint (g_strv_length (ids), ==, 0);
  g_assert_null (strstr (text, id));
  g_assert_null (strstr (meta, "Lena"));
  /* Nor is the store opened for it. */
  g_assert_cmpuint (fixture->n_wanted, ==, 0);
}

static void
test_shell (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, ODD, 0);
  g_autofree char *other = fixture_remember (fixture, "Nothing at all.", 0);
  g_auto (GStrv) ids = NULL;
  g_auto (GStrv) letter = NULL;
  g_autoptr (GVariant) narrower = NULL;
  g_autoptr (GVariant) metas = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GVariant) meta = NULL;
  g_auto (GStrv) narrow = NULL;
  const char *name;

  om_bus_service_set_search (fixture->service, TRUE);
  ids = find_ids (fixture, "(['tea', 'len'],)");
  g_assert_cmpuint (g_strv_length (ids), >=, 1);
  g_assert_cmpstr (ids[0], ==, id);
  letter = find_ids (fixture, "(['t'],)");
  g_assert_cmpuint (g_strv_length (letter), ==, 0);
  narrower = ask_shell (fixture, "GetSubsearchResultSet", g_variant_new_parsed ("([%s], ['tea', 'lena'])", id));
  g_variant_get (narrower, "(^as)", &narrow);
  g_assert_cmpstr (narrow[0], ==, id);

  /* What is not there has no meta. What is there is said as it was written. */
  metas = ask_shell (fixture, "GetResultMetas", g_variant_new_parsed ("([%s, 'nobody'],)", id));
  list = g_variant_get_child_value (metas, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 1);
  meta = g_variant_get_child_value (list, 0);
  g_assert_true (g_variant_lookup (meta, "name", "&s", &name));
  g_assert_cmpstr (name, ==, ODD);
  g_assert_true (g_variant_lookup (meta, "description", "&s", &name));
  g_assert_cmpstr (name, ==, ODD);
}

typedef struct
{
  char *what;
  guint time;
} Opened;

static void
opened_cb (OmBusService *service,
           const char   *what,
           guint         time,
           Opened       *opened)
{
  g_free (opened->what);
  opened->what = g_strdup (what);
  opened->time = time;
}

static void
test_opening (Fixture      *fixture,
              gconstpointer data)
{
  Opened opened = { NULL, 0 };
  g_autoptr (GVariant) a = NULL;
  g_autoptr (GVariant) b = NULL;
  g_autoptr (GVariant) c = NULL;
  g_autoptr (GVariant) d = NULL;
  g_autofree char *token = NULL;

  om_bus_service_set_search (fixture->service, TRUE);
  g_signal_connect (fixture->service, "open-memory", G_CALLBACK (opened_cb), &opened);
  g_signal_connect (fixture->service, "open-search", G_CALLBACK (opened_cb), &opened);
  a = ask_shell (fixture, "ActivateResult", g_variant_new_parsed ("('some-id', ['tea'], uint32 77)"));
  g_assert_cmpstr (opened.what, ==, "some-id");
  g_assert_cmpuint (opened.time, ==, 77);
  b = ask_shell (fixture, "LaunchSearch", g_variant_new_parsed ("(['tea', 'lena'], uint32 78)"));
  g_assert_cmpstr (opened.what, ==, "tea lena");
  g_assert_null (om_bus_service_take_activation_token (fixture->service));
  d = ask_runner (fixture, "SetActivationToken", g_variant_new ("(s)", "a-token"));
  c = ask_runner (fixture, "Run", g_variant_new ("(ss)", "another-id", ""));
  g_assert_cmpstr (opened.what, ==, "another-id");
  token = om_bus_service_take_activation_token (fixture->service);
  g_assert_cmpstr (token, ==, "a-token");
  g_assert_null (om_bus_service_take_activation_token (fixture->service));
  g_free (opened.what);
  g_signal_handlers_disconnect_by_data (fixture->service, &opened);
}

static void
test_runner (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, ODD, 0);
  g_autoptr (GVariant) actions = NULL;
  g_autoptr (GVariant) config = NULL;
  g_autoptr (GVariant) torn = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GVariant) more = NULL;
  static const struct
  {
    const char *typed;
    guint       n;
  } unfinished[] = {
    { "\"tea", 1 }, { "tea \"", 1 }, { "tea tag:", 1 }, { "tea is:", 1 }, { "tag:", 0 }, { "\"", 0 }, { "\"tea\"", 1 },
  };
  const char *found;
  const char *text;
  const char *icon;
  const char *subtext;
  gint32 category;
  double relevance;

  om_bus_service_set_search (fixture->service, TRUE);
  actions = ask_runner (fixture, "Actions", NULL);
  config = ask_runner (fixture, "Config", NULL);
  reply = ask_runner (fixture, "Match", g_variant_new ("(s)", "tea"));
  g_assert_cmpstr (g_variant_get_type_string (reply), ==, "(a(sssida{sv}))");
  list = g_variant_get_child_value (reply, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 1);
  g_variant_get_child (list, 0, "(&s&s&sid@a{sv})", &found, &text, &icon, &category, &relevance, &more);
  g_assert_cmpstr (found, ==, id);
  g_assert_cmpstr (text, ==, ODD);
  g_assert_cmpfloat (relevance, >=, 0);
  g_assert_cmpfloat (relevance, <=, 1);
  g_assert_true (g_variant_lookup (more, "subtext", "&s", &subtext));
  torn = ask_runner (fixture, "Teardown", NULL);

  /* What is still being typed neither hides what is found nor finds everything. */
  for (gsize i = 0; i < G_N_ELEMENTS (unfinished); i++)
    {
      g_autoptr (GVariant) begun = ask_runner (fixture, "Match", g_variant_new ("(s)", unfinished[i].typed));
      g_autoptr (GVariant) matches = g_variant_get_child_value (begun, 0);

      g_assert_cmpuint (g_variant_n_children (matches), ==, unfinished[i].n);
    }
}

/* Kept back here as everywhere. */
static void
test_kept_back (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *secret = fixture_remember (fixture, "Tea with nobody knows whom.", OM_FLAG_PRIVATE);
  g_auto (GStrv) ids = NULL;
  g_autoptr (GVariant) metas = NULL;
  g_autofree char *text = NULL;

  om_bus_service_set_search (fixture->service, TRUE);
  ids = find_ids (fixture, "(['tea'],)");
  g_assert_cmpuint (g_strv_length (ids), ==, 0);
  metas = ask_shell (fixture, "GetResultMetas", g_variant_new_parsed ("([%s],)", secret));
  text = g_variant_print (metas, FALSE);
  g_assert_null (strstr (text, "Tea"));
}

/* A sandboxed program does not get in by this door. */
static void
test_sandboxed (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", "[Application]\nname=org.example.Notes\n", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  om_bus_service_set_search (fixture->service, TRUE);
  om_bus_service_set_proc (fixture->service, proc);
  g_signal_handlers_disconnect_matched (fixture->service, G_SIGNAL_MATCH_DATA | G_SIGNAL_MATCH_ID,
                                        g_signal_lookup ("ask", OM_TYPE_BUS_SERVICE), 0, NULL, NULL, fixture);
  reply = call_as (fixture->client, OM_BUS_SHELL_PATH, SHELL, "GetInitialResultSet", g_variant_new_parsed ("(['tea'],)"), &error);
  g_assert_null (reply);
  g_assert_nonnull (error);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_auto (GStrv) ids = NULL;
  GArray *answers = data;
  guint n;

  g_assert_nonnull (reply);
  g_variant_get (reply, "(^as)", &ids);
  n = g_strv_length (ids);
  g_array_append_val (answers, n);
}

/* Every letter asks anew: only the last one is answered in earnest, and all are answered. */
static void
test_typing (Fixture      *fixture,
             gconstpointer data)
{
  static const char *const typed[] = { "li", "lig", "ligh", "light", "lightho", "lighthouse" };
  g_autofree char *id = fixture_remember (fixture, "The lighthouse was dark.", 0);
  g_autoptr (GArray) answers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (GStrv) warm = NULL;

  om_bus_service_set_search (fixture->service, TRUE);
  warm = find_ids (fixture, "(['dark'],)");
  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    g_dbus_connection_call (fixture->client, BUS_NAME, OM_BUS_SHELL_PATH, SHELL, "GetInitialResultSet",
                            g_variant_new_parsed ("([%s],)", typed[i]), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, answered_cb,
                            answers);
  WAIT_UNTIL (answers->len == G_N_ELEMENTS (typed));
  g_assert_cmpuint (g_array_index (answers, guint, answers->len - 1), ==, 1);
}

#define ADD(name, func) g_test_add ("/bus/providers/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_providers_add (void)
{
  ADD ("off-at-first", test_off_at_first);
  ADD ("shell", test_shell);
  ADD ("opening", test_opening);
  ADD ("runner", test_runner);
  ADD ("kept-back", test_kept_back);
  ADD ("sandboxed", test_sandboxed);
  ADD ("typing", test_typing);
}
