/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory traits explain`: what is seen in a text of what its writer says of themselves, and why the
 * rest is refused. Opens no store and writes nothing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "text/om-sentences.h"
#include "text/om-statement.h"

static const char *const kind_words[OM_N_STATEMENT_KINDS] = {
  [OM_STATEMENT_IDENTITY] = N_("what you are"),
  [OM_STATEMENT_HABIT] = N_("what you do"),
  [OM_STATEMENT_PREFERENCE] = N_("what you like"),
};

static const char *const refusal_words[OM_N_STATEMENT_REFUSALS] = {
  [OM_STATEMENT_TAKEN] = "",
  [OM_STATEMENT_QUESTION] = N_("a question"),
  [OM_STATEMENT_QUOTE] = N_("somebody else's words"),
  [OM_STATEMENT_SENSITIVE] = N_("a sensitive subject"),
  [OM_STATEMENT_SELF_ATTACK] = N_("hard words against oneself are never a trait"),
  [OM_STATEMENT_DISTRESS] = N_("written in distress"),
  [OM_STATEMENT_REPORTED] = N_("what others say or think"),
  [OM_STATEMENT_WISH] = N_("a wish, a plan or an if"),
  [OM_STATEMENT_STATE] = N_("how it is for now"),
  [OM_STATEMENT_PAST] = N_("the past"),
  [OM_STATEMENT_PARTICULAR] = N_("about one thing or person, not in general"),
  [OM_STATEMENT_FACT] = N_("a plain fact"),
  [OM_STATEMENT_NO_OBJECT] = N_("it does not say about what"),
  [OM_STATEMENT_NOTHING] = N_("says nothing of you in general"),
};

static void
print_json_sentence (JsonBuilder       *builder,
                     const OmSentence  *sentence,
                     const char        *text,
                     const OmStatement *statement)
{
  const char *sensitive[OM_N_SENSITIVE + 1] = { NULL };
  gboolean taken = statement->refusal == OM_STATEMENT_TAKEN;
  const char *family = NULL;
  guint n = 0;

  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    if (statement->sensitive & (1u << i))
      sensitive[n++] = om_sensitive_to_nick (i);

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "sentence", text);
  om_cli_json_int (builder, "start", sentence->start);
  om_cli_json_int (builder, "end", sentence->end);
  om_cli_json_string (builder, "language", om_language_to_code (statement->language));
  om_cli_json_boolean (builder, "taken", taken);
  om_cli_json_string (builder, "refused",
                      taken ? NULL : om_statement_refusal_to_nick (statement->refusal));
  om_cli_json_strv (builder, "sensitive", sensitive);
  om_cli_json_string (builder, "kind",
                      statement->found ? om_statement_kind_to_nick (statement->kind) : NULL);
  om_cli_json_int (builder, "polarity", statement->polarity);
  om_cli_json_boolean (builder, "retraction", statement->retraction);
  if (statement->found)
    family = statement->family == OM_STATEMENT_IF_THEN ? "F5" : "F1";
  om_cli_json_string (builder, "family", family);
  om_cli_json_string (builder, "object", statement->object);
  om_cli_json_string (builder, "key", statement->key);
  json_builder_end_object (builder);
}

static void
print_text_sentence (OmCli             *cli,
                     GString           *out,
                     const char        *text,
                     const OmStatement *statement)
{
  OmCliStyle style = om_cli_style (cli);

  om_cli_text_append (out, text, &style);
  g_string_append (out, "\n    ");
  if (statement->refusal != OM_STATEMENT_TAKEN)
    {
      g_string_append_printf (out, _("no: %s"), _(refusal_words[statement->refusal]));
      g_string_append_c (out, '\n');
      return;
    }

  g_string_append_printf (out, _("yes: %s"), _(kind_words[statement->kind]));
  g_string_append (out, " · ");
  if (statement->retraction)
    g_string_append (out, _("this has changed: "));
  else if (statement->polarity < 0)
    g_string_append (out, _("not: "));
  om_cli_text_append (out, statement->object, &style);
  g_string_append_c (out, '\n');
}

static void
explain (OmCli      *cli,
         const char *text)
{
  g_autoptr (GArray) sentences = om_sentences_split (text);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "sentences");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sentences->len && !g_cancellable_is_cancelled (cli->cancellable); i++)
    {
      const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);
      g_autofree char *part = om_sentence_dup (text, sentence);
      g_auto (OmStatement) statement = { 0 };

      om_statement_read (part, sentence->quoted, NULL, &statement);
      if (cli->json)
        print_json_sentence (builder, sentence, part, &statement);
      else
        print_text_sentence (cli, out, part, &statement);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  if (cli->json)
    om_cli_json_print (builder);
  else
    om_cli_flush (out);
}

/** om_cli_traits_run: `openmemory traits explain TEXT`. */
int
om_cli_traits_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autofree char *text = NULL;
  gboolean from_stdin;

  if (args == NULL || g_strcmp0 (args[0], "explain") != 0)
    {
      om_cli_set_usage_error (error, _("traits needs “explain” and a text."));
      return OM_CLI_USAGE;
    }
  from_stdin = args[1] == NULL || (g_str_equal (args[1], "-") && args[2] == NULL);
  text = from_stdin ? om_cli_read_stdin (cli, error) : om_cli_join_words (args + 1);
  if (text == NULL)
    return OM_CLI_BAD_INPUT;
  if (om_cli_is_blank (text))
    {
      om_cli_set_input_error (error, _("The text is empty. Give words or standard input."));
      return OM_CLI_BAD_INPUT;
    }

  explain (cli, text);
  return g_cancellable_set_error_if_cancelled (cli->cancellable, error) ? OM_CLI_CANCELLED
                                                                        : OM_CLI_OK;
}
