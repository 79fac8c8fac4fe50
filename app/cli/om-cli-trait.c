/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory trait VERB ID`: one trait with its evidence, and the person's word about it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "cli/om-cli-trait-words.h"

/** Rest: what stands behind the id. */
typedef enum
{
  REST_NONE,
  REST_NAME,    /* any words; none takes a name back */
  REST_CONTEXT,
  REST_ANSWER,
  REST_TRAIT,
} Rest;

static const struct
{
  const char *word;
  OmTraitVerb verb;
  Rest        rest;
} verbs[] = {
  { "confirm", OM_TRAIT_VERB_CONFIRM, REST_NONE },      { "reject", OM_TRAIT_VERB_REJECT, REST_NONE },
  { "restore", OM_TRAIT_VERB_RESTORE, REST_NONE },      { "unblock", OM_TRAIT_VERB_UNBLOCK, REST_NONE },
  { "rename", OM_TRAIT_VERB_RENAME, REST_NAME },        { "context", OM_TRAIT_VERB_SET_CONTEXT, REST_CONTEXT },
  { "review", OM_TRAIT_VERB_REVIEW, REST_ANSWER },      { "merge", OM_TRAIT_VERB_MERGE, REST_TRAIT },
  { "name", OM_TRAIT_VERB_NAME_GROUP, REST_NAME },
};

static const char *const answers[OM_N_TRAIT_ANSWERS] = { "true", "often", "split", "let-go" };

static int
show (OmCli      *cli,
      const char *id,
      GError    **error)
{
  g_autoptr (OmTraitDetail) detail = om_engine_get_trait (cli->engine, id, cli->cancellable, error);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  if (detail == NULL)
    return OM_CLI_NOTHING;
  if (cli->json)
    {
      om_cli_trait_json_detail (builder, detail);
      om_cli_json_print (builder);
    }
  else
    {
      om_cli_trait_details (cli, out, detail);
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}

static gboolean
read_context (const char *word,
              OmContext  *context,
              GError    **error)
{
  *context = om_context_from_nick (word);
  if (*context == OM_CONTEXT_UNKNOWN && g_strcmp0 (word, "any") != 0)
    {
      om_cli_set_input_error (error,
                              _("“%s” is no part of life. They are work, personal, social, learning, general; any leaves it "
                                "to the entries."),
                              word);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_answer (char      **words,
             OmTraitAct *act,
             GError    **error)
{
  for (guint i = 0; i < OM_N_TRAIT_ANSWERS && words[0] != NULL; i++)
    {
      if (!g_str_equal (words[0], answers[i]))
        continue;
      act->answer = (OmTraitAnswer) i;
      return act->answer != OM_TRAIT_ANSWER_SPLIT || words[1] == NULL || read_context (words[1], &act->context, error);
    }
  om_cli_set_usage_error (error, _("Answer with true, often, split and a part of life, or let-go."));
  return FALSE;
}

/* What stands behind the id; strings are the caller's to free. */
static gboolean
read_rest (OmCli      *cli,
           Rest        rest,
           char      **words,
           OmTraitAct *act,
           GError    **error)
{
  switch (rest)
    {
    case REST_NAME:
      act->text = words[0] != NULL ? om_cli_join_words (words) : NULL;
      return TRUE;
    case REST_CONTEXT:
      if (words[0] != NULL && words[1] == NULL)
        return read_context (words[0], &act->context, error);
      break;
    case REST_ANSWER:
      return read_answer (words, act, error);
    case REST_TRAIT:
      if (words[0] != NULL && words[1] == NULL)
        return (act->other_id = om_engine_find_trait_id (cli->engine, words[0], cli->cancellable, error)) != NULL;
      break;
    case REST_NONE:
    default:
      if (words[0] == NULL)
        return TRUE;
      break;
    }
  om_cli_set_usage_error (error, _("This needs other words behind the id; see “openmemory help trait”."));
  return FALSE;
}

static void
print_done (OmCli      *cli,
            const char *verb,
            const char *id,
            gint64      group)
{
  g_autoptr (JsonBuilder) builder = NULL;

  if (!cli->json)
    {
      printf (_("Done. “openmemory trait undo %lld” takes it back.\n"), (long long) group);
      return;
    }
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  om_cli_json_string (builder, "verb", verb);
  om_cli_json_string (builder, "id", id);
  om_cli_json_int (builder, "undo", group);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static int
act (OmCli   *cli,
     guint    verb,
     char    *id,
     char   **rest,
     GError **error)
{
  OmTraitAct said = { .verb = verbs[verb].verb, .id = id, .context = OM_CONTEXT_UNKNOWN };
  gint64 group = 0;
  gboolean done = read_rest (cli, verbs[verb].rest, rest, &said, error) &&
                  om_engine_act_on_trait (cli->engine, &said, &group, cli->cancellable, error);

  g_free (said.text);
  g_free (said.other_id);
  if (!done)
    return OM_CLI_FAILED;
  print_done (cli, verbs[verb].word, id, group);
  return OM_CLI_OK;
}

static int
undo (OmCli      *cli,
      const char *number,
      GError    **error)
{
  gint64 group;

  if (!g_ascii_string_to_signed (number, 10, 1, G_MAXINT64, &group, NULL))
    {
      om_cli_set_input_error (error, _("“%s” is no number of an act."), number);
      return OM_CLI_BAD_INPUT;
    }
  if (!om_engine_undo_trait_act (cli->engine, group, cli->cancellable, error))
    return OM_CLI_FAILED;
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_int (builder, "undone", group);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    {
      printf (_("Took it back.\n"));
    }
  return OM_CLI_OK;
}

/** om_cli_trait_run: `openmemory trait VERB ID`. */
int
om_cli_trait_run (OmCli   *cli,
                  char   **args,
                  GError **error)
{
  const char *word = args != NULL ? args[0] : NULL;
  gboolean shows = g_strcmp0 (word, "show") == 0;
  gboolean undoes = g_strcmp0 (word, "undo") == 0;
  g_autofree char *id = NULL;
  guint verb = 0;

  while (word != NULL && verb < G_N_ELEMENTS (verbs) && !g_str_equal (word, verbs[verb].word))
    verb++;
  if (word == NULL || args[1] == NULL || (!shows && !undoes && verb == G_N_ELEMENTS (verbs)) ||
      ((shows || undoes) && args[2] != NULL))
    {
      om_cli_set_usage_error (error, _("trait needs a verb and an id: show, confirm, reject, restore, unblock, rename, context, "
                                       "review, merge, name, or undo and a number."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  if (undoes)
    return undo (cli, args[1], error);
  if (!shows && verbs[verb].verb == OM_TRAIT_VERB_NAME_GROUP)
    return act (cli, verb, args[1], args + 2, error);
  id = om_engine_find_trait_id (cli->engine, args[1], cli->cancellable, error);
  if (id == NULL)
    return OM_CLI_NOTHING;
  return shows ? show (cli, id, error) : act (cli, verb, id, args + 2, error);
}
