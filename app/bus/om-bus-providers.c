/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of the desktop: what GNOME Shell and KRunner ask, both answered by one query. What is given is
 * plain text: neither reads markup in it. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "bus/om-bus-memory.h"

#define RESULTS 8
#define METAS_MAX 50
#define QUERY_BYTES 1000
#define NAME_BYTES 120
#define LINE_BYTES 200

/* How much KRunner makes of it: a plausible match, ordered by the score among its like. */
#define RUNNER_RELEVANCE 50

/* The one query ------------------------------------------------------------------------------- */

/* One letter finds everything; one character of Chinese is a word. */
static gboolean
is_worth_asking (const char *query)
{
  gsize length = strlen (query);

  return length >= 2 && length <= QUERY_BYTES;
}

/* What is still being typed says nothing yet: a quote that is not closed, and an operator without its value. */
static char *
dup_typed (const char *query)
{
  static const char *const operators[] = { "tag:", "sector:", "type:", "context:", "before:", "after:", "on:", "is:" };
  char *typed = g_strstrip (g_strdup (query));
  gsize length = strlen (typed);
  guint n_quotes = 0;

  for (gsize i = 0; i < length; i++)
    n_quotes += typed[i] == '"';
  if (n_quotes % 2 == 1)
    *strrchr (typed, '"') = ' ';
  for (gsize i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      gsize n = strlen (operators[i]);

      if (g_str_has_suffix (typed, operators[i]) && (length == n || typed[length - n - 1] == ' '))
        {
          typed[length - n] = '\0';
          break;
        }
    }
  return g_strstrip (typed);
}

static GPtrArray *
find (OmBusCall     *call,
      const char    *query,
      OmAnswer     **answer,
      GCancellable  *cancellable,
      GError       **error)
{
  OmBusChoice choice = { om_bus_filter_new (), G_MININT64, G_MAXINT64, RESULTS, NULL, TRUE };
  g_autofree char *stripped = dup_typed (query);
  GPtrArray *hits;

  if (is_worth_asking (stripped))
    hits = om_bus_search (call, stripped, &choice, 0, FALSE, answer, cancellable, error);
  else
    hits = g_ptr_array_new ();
  om_bus_choice_clear (&choice);
  if (hits != NULL)
    {
      g_ptr_array_set_size (hits, (int) MIN (hits->len, RESULTS));
      call->given = hits->len;
    }
  return hits;
}

static char *
dup_name (const OmMemory *memory)
{
  g_autofree char *title = om_memory_dup_title (memory);

  return om_bus_dup_excerpt (title, NAME_BYTES);
}

/* The beginning of the text in one line. */
static char *
dup_line (const OmMemory *memory)
{
  char *line = om_bus_dup_excerpt (memory->content, LINE_BYTES);

  return g_strdelimit (line, "\r\n\t", ' ');
}

/* GNOME Shell --------------------------------------------------------------------------------- */

static GVariant *
find_ids (OmBusCall    *call,
          char        **terms,
          GCancellable *cancellable,
          GError      **error)
{
  g_autofree char *query = g_strjoinv (" ", terms);
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GPtrArray) hits = find (call, query, &answer, cancellable, error);
  GVariantBuilder ids;

  if (hits == NULL)
    return NULL;
  g_variant_builder_init (&ids, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < hits->len; i++)
    g_variant_builder_add (&ids, "s", ((OmHit *) g_ptr_array_index (hits, i))->memory->id);
  return g_variant_new ("(as)", &ids);
}

static GVariant *
get_initial_result_set (OmBusCall    *call,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_auto (GStrv) terms = NULL;

  g_variant_get (call->parameters, "(^as)", &terms);
  return find_ids (call, terms, cancellable, error);
}

/* Fewer words found may be more than the former results hold: typing errors are mended, links walked. */
static GVariant *
get_subsearch_result_set (OmBusCall    *call,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_auto (GStrv) terms = NULL;

  g_variant_get (call->parameters, "(as^as)", NULL, &terms);
  return find_ids (call, terms, cancellable, error);
}

static GVariant *
get_result_metas (OmBusCall    *call,
                  GCancellable *cancellable,
                  GError      **error)
{
  g_auto (GStrv) ids = NULL;
  OmBusPage page;

  g_variant_get (call->parameters, "(^as)", &ids);
  om_bus_page_init (&page);
  for (guint i = 0; ids[i] != NULL && i < METAS_MAX; i++)
    {
      g_autoptr (OmMemory) memory = om_bus_get_memory (call, ids[i], cancellable, NULL);
      g_auto (GVariantDict) meta = G_VARIANT_DICT_INIT (NULL);
      g_autofree char *name = NULL;
      g_autofree char *line = NULL;

      if (memory == NULL)
        continue;
      name = dup_name (memory);
      line = dup_line (memory);
      g_variant_dict_insert (&meta, "id", "s", memory->id);
      g_variant_dict_insert (&meta, "name", "s", name);
      g_variant_dict_insert (&meta, "description", "s", line);
      g_variant_dict_insert (&meta, "gicon", "s", APP_ID);
      if (!om_bus_page_add (&page, &meta))
        break;
    }
  call->given = page.n;
  return g_variant_new ("(@aa{sv})", om_bus_page_end (&page));
}

static GVariant *
nothing (OmBusCall    *call,
         GCancellable *cancellable,
         GError      **error)
{
  return g_variant_new ("()");
}

/* Whether it is there is seen by the window. */
static void
activate_result_done (OmBusCall *call)
{
  const char *id;
  guint time;

  g_variant_get (call->parameters, "(&sasu)", &id, NULL, &time);
  om_bus_service_open_memory (call->service, id, time);
}

static void
launch_search_done (OmBusCall *call)
{
  g_auto (GStrv) terms = NULL;
  g_autofree char *query = NULL;
  guint time;

  g_variant_get (call->parameters, "(^asu)", &terms, &time);
  query = g_strjoinv (" ", terms);
  om_bus_service_open_search (call->service, query, time);
}

const OmBusMethod om_bus_shell_methods[] = {
  { "GetInitialResultSet", OM_BUS_NEEDS_READ, get_initial_result_set, NULL, "(@as [],)", TRUE },
  { "GetSubsearchResultSet", OM_BUS_NEEDS_READ, get_subsearch_result_set, NULL, "(@as [],)", TRUE },
  { "GetResultMetas", OM_BUS_NEEDS_READ, get_result_metas, NULL, "(@aa{sv} [],)" },
  { "ActivateResult", OM_BUS_NEEDS_READ, nothing, activate_result_done, "()" },
  { "LaunchSearch", OM_BUS_NEEDS_READ, nothing, launch_search_done, "()" },
  { NULL },
};

/* KRunner ------------------------------------------------------------------------------------- */

static GVariant *
match (OmBusCall    *call,
       GCancellable *cancellable,
       GError      **error)
{
  const char *query;
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GPtrArray) hits = NULL;
  GVariantBuilder matches;

  g_variant_get (call->parameters, "(&s)", &query);
  hits = find (call, query, &answer, cancellable, error);
  if (hits == NULL)
    return NULL;
  g_variant_builder_init (&matches, G_VARIANT_TYPE ("a(sssida{sv})"));
  for (guint i = 0; i < hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (hits, i);
      g_autofree char *name = dup_name (hit->memory);
      g_autofree char *line = dup_line (hit->memory);
      GVariantDict more;

      g_variant_dict_init (&more, NULL);
      g_variant_dict_insert (&more, "subtext", "s", line);
      g_variant_builder_add (&matches, "(sssid@a{sv})", hit->memory->id, name, APP_ID, RUNNER_RELEVANCE,
                             CLAMP (hit->score, 0.0, 1.0), g_variant_dict_end (&more));
    }
  return g_variant_new ("(a(sssida{sv}))", &matches);
}

static void
run_done (OmBusCall *call)
{
  const char *id;

  g_variant_get (call->parameters, "(&s&s)", &id, NULL);
  om_bus_service_open_memory (call->service, id, 0);
}

/* Longer than any token. */
#define TOKEN_BYTES 1000

static void
set_activation_token_done (OmBusCall *call)
{
  const char *token;

  g_variant_get (call->parameters, "(&s)", &token);
  if (strlen (token) <= TOKEN_BYTES)
    om_bus_service_set_activation_token (call->service, token);
}

const OmBusMethod om_bus_runner_methods[] = {
  { "Match", OM_BUS_NEEDS_READ, match, NULL, "(@a(sssida{sv}) [],)", TRUE },
  { "Run", OM_BUS_NEEDS_READ, nothing, run_done, "()" },
  { "Actions", OM_BUS_NEEDS_READ, NULL, NULL, "(@a(sss) [],)" },
  { "Config", OM_BUS_NEEDS_READ, NULL, NULL, "({'MinLetterCount': <2>},)" },
  { "Teardown", OM_BUS_NEEDS_READ, NULL, NULL, "()" },
  { "SetActivationToken", OM_BUS_NEEDS_READ, nothing, set_activation_token_done, "()" },
  { NULL },
};
