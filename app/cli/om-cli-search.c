/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory search`, which changes nothing, and `openmemory recall`, which brings back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"
#include "cli/om-cli-trait-words.h"

#define DEFAULT_K 10
#define MAX_K 1000

static struct
{
  char    *k;
  gboolean explain;
} options;

const GOptionEntry om_cli_search_options[] = {
  { "count", 'k', 0, G_OPTION_ARG_FILENAME, &options.k,
    N_("At most this many results, 1 to 1000; 10 otherwise"), N_("NUMBER") },
  { "explain", 'e', 0, G_OPTION_ARG_NONE, &options.explain,
    N_("Also the parts of each score and the path of memories that led to it"), NULL },
  G_OPTION_ENTRY_NULL
};

static OmSearch *
read_search (OmCli   *cli,
             char   **args,
             GError **error)
{
  g_autoptr (OmSearch) search = NULL;
  g_autofree char *words = om_cli_join_words (args);
  gint64 k = DEFAULT_K;

  if (args == NULL || args[0] == NULL)
    {
      om_cli_set_usage_error (
        error,
        _("Say what to look for: openmemory search WORDS…. “openmemory list” lists everything."));
      return NULL;
    }
  if (om_cli_is_blank (words))
    {
      om_cli_set_input_error (
        error,
        _("There is nothing to look for in an empty search. “openmemory list” lists everything."));
      return NULL;
    }
  if (options.k != NULL && !om_cli_parse_number ("-k", options.k, 1, MAX_K, &k, error))
    return NULL;

  search = om_search_new (words, (guint) k);
  om_filter_free (search->filter);
  search->filter = om_cli_filter_new (cli, error);
  search->include_private = om_cli_filter_takes_private ();
  search->include_traits = TRUE;
  return search->filter != NULL ? g_steal_pointer (&search) : NULL;
}

static void
print_json (OmCli          *cli,
            const OmSearch *search,
            const OmAnswer *answer)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "query", search->query);
  json_builder_set_member_name (builder, "hits");
  json_builder_begin_array (builder);
  for (guint i = 0; i < answer->hits->len; i++)
    om_cli_json_hit (builder, cli, g_ptr_array_index (answer->hits, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "traits");
  json_builder_begin_array (builder);
  for (guint i = 0; i < answer->traits->len; i++)
    {
      const OmTraitHit *hit = g_ptr_array_index (answer->traits, i);

      json_builder_begin_object (builder);
      om_cli_json_double (builder, "score", hit->score);
      om_cli_json_int (builder, "place", hit->place);
      json_builder_set_member_name (builder, "trait");
      om_cli_trait_json (builder, hit->trait);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "corrections");
  json_builder_begin_array (builder);
  for (char **p = answer->corrections; p != NULL && p[0] != NULL && p[1] != NULL; p += 2)
    {
      json_builder_begin_object (builder);
      om_cli_json_string (builder, "typed", p[0]);
      om_cli_json_string (builder, "searched", p[1]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  om_cli_json_string (builder, "sector", om_sector_to_nick (answer->sector));
  om_cli_json_int (builder, "revision", answer->revision);
  om_cli_json_boolean (builder, "incomplete", answer->incomplete);
  om_cli_json_number (builder, "undo", answer->group);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

/* Traits stand between the memories, and say that they are none. */
static void
print_traits (OmCli          *cli,
              GString        *out,
              const OmAnswer *answer,
              guint           place)
{
  for (guint i = 0; i < answer->traits->len; i++)
    {
      const OmTraitHit *hit = g_ptr_array_index (answer->traits, i);

      if (hit->place != place)
        continue;
      g_string_append_printf (out, "%s%s\n", out->len > 0 ? "\n" : "", _("A trait of yours:"));
      om_cli_trait_line (cli, out, hit->trait);
    }
}

static void
print_text (OmCli          *cli,
            const OmAnswer *answer)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (char **p = answer->corrections; p != NULL && p[0] != NULL && p[1] != NULL; p += 2)
    g_string_append_printf (out, _("Searched “%s” instead of “%s”.\n"), p[1], p[0]);
  for (guint i = 0; i < answer->hits->len; i++)
    {
      print_traits (cli, out, answer, i);
      if (out->len > 0 && i > 0)
        g_string_append_c (out, '\n');
      om_cli_print_hit (cli, out, g_ptr_array_index (answer->hits, i), i + 1, options.explain);
    }
  print_traits (cli, out, answer, answer->hits->len);
  if (answer->group != 0)
    g_string_append_printf (out,
                            _("\n“openmemory undo %lld” takes this recall back.\n"),
                            (long long) answer->group);
  om_cli_flush (out);
}

static int
answer_with (OmCli    *cli,
             char    **args,
             gboolean  deliberate,
             GError  **error)
{
  g_autoptr (OmSearch) search = read_search (cli, args, error);
  g_autoptr (OmAnswer) answer = NULL;
  OmOpenFlags flags = OM_OPEN_MUST_EXIST | (deliberate ? OM_OPEN_DEFAULT : OM_OPEN_READ_ONLY);

  if (search == NULL || !om_cli_open (cli, flags, error) ||
      !om_engine_load (cli->engine, cli->cancellable, error))
    return OM_CLI_FAILED;

  search->way = OM_RECALL_WAY_COMMAND;
  answer = deliberate ? om_engine_recall (cli->engine, search, cli->cancellable, error)
                      : om_engine_search (cli->engine, search, cli->cancellable, error);
  if (answer == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    print_json (cli, search, answer);
  else if (answer->hits->len > 0 || answer->traits->len > 0)
    print_text (cli, answer);
  else
    fputs (search->include_private
             ? _("Nothing found.\n")
             : _(
                 "Nothing found. (Private memories are left out; --with-private takes them in.)\n"),
           stderr);
  return answer->hits->len > 0 || answer->traits->len > 0 ? OM_CLI_OK : OM_CLI_NOTHING;
}

/** om_cli_search_run: `openmemory search WORDS…`. */
int
om_cli_search_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  return answer_with (cli, args, FALSE, error);
}

/** om_cli_recall_run: `openmemory recall WORDS…`. */
int
om_cli_recall_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  return answer_with (cli, args, TRUE, error);
}
