/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory traits explain`: what each detector sees in a text, and why it refuses the rest. Opens no
 * store and writes nothing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-explain.h"

#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "text/om-context-words.h"
#include "text/om-deed.h"
#include "text/om-fact.h"
#include "text/om-sentences.h"
#include "text/om-statement.h"
#include "text/om-theme.h"

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
  [OM_STATEMENT_SARCASM] = N_("the opposite is meant"),
  [OM_STATEMENT_STATE] = N_("how it is for now"),
  [OM_STATEMENT_PAST] = N_("the past"),
  [OM_STATEMENT_PARTICULAR] = N_("about one thing or person, not in general"),
  [OM_STATEMENT_FACT] = N_("a plain fact"),
  [OM_STATEMENT_NO_OBJECT] = N_("it does not say about what"),
  [OM_STATEMENT_NOTHING] = N_("says nothing of you in general"),
};

/* The theme that a trait of it would belong to; (nullable). */
static const char *
theme_of (const char        *text,
          const OmStatement *statement)
{
  const char *deed = statement->kind == OM_STATEMENT_HABIT && statement->family == OM_STATEMENT_PLAIN && statement->object != NULL
                       ? om_deed_of_object (statement->object, statement->language)
                       : NULL;

  if (statement->family == OM_STATEMENT_IF_THEN)
    return NULL;
  if (deed != NULL && statement->polarity > 0)
    return om_theme_of_deed (deed);
  return om_theme_of_text (text, statement->polarity, 0);
}

static void
append_theme (GString    *out,
              const char *theme,
              OmLanguage  language)
{
  const char *name = theme != NULL ? om_theme_text (theme, language, OM_THEME_NAME) : NULL;

  /* Translators: %s names what habits have in common: “making things” */
  if (name != NULL)
    g_string_append_printf (out, _(" · theme: %s"), name);
}

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
  om_cli_json_string (builder, "theme", taken ? theme_of (text, statement) : NULL);
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
      for (guint i = 0; i < OM_N_SENSITIVE && statement->refusal == OM_STATEMENT_SENSITIVE; i++)
        if (statement->sensitive & (1u << i))
          g_string_append_printf (out, " · %s", om_sensitive_to_nick ((OmSensitive) i));
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
  append_theme (out, theme_of (text, statement), statement->language);
  g_string_append_c (out, '\n');
}

static const char *const deed_words[OM_N_DEED_REFUSALS] = {
  [OM_DEED_TAKEN] = "",
  [OM_DEED_QUESTION] = N_("a question"),
  [OM_DEED_QUOTE] = N_("somebody else's words"),
  [OM_DEED_SENSITIVE] = N_("a sensitive subject"),
  [OM_DEED_PAST] = N_("another time of life"),
  [OM_DEED_REPORTED] = N_("what others say or think"),
  [OM_DEED_WISH] = N_("a wish, a plan or an if"),
  [OM_DEED_NEGATION] = N_("it was not done"),
  [OM_DEED_GENERAL] = N_("said in general, not of one day"),
  [OM_DEED_OTHER] = N_("somebody else does it, or nobody"),
};

static void
print_json_deed (JsonBuilder  *builder,
                 const char   *text,
                 const OmDeed *deed)
{
  g_autofree char *words = g_strndup (text + deed->offset, deed->length);
  gboolean taken = deed->refusal == OM_DEED_TAKEN;

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "activity", deed->key);
  om_cli_json_string (builder, "words", words);
  om_cli_json_int (builder, "start", deed->start);
  om_cli_json_int (builder, "end", deed->end);
  om_cli_json_int (builder, "sentence", deed->sentence);
  om_cli_json_boolean (builder, "taken", taken);
  om_cli_json_string (builder, "refused", taken ? NULL : om_deed_refusal_to_nick (deed->refusal));
  om_cli_json_string (builder, "theme", taken ? om_theme_of_deed (deed->key) : NULL);
  json_builder_end_object (builder);
}

static void
print_text_deed (OmCli        *cli,
                 GString      *out,
                 const OmDeed *deed)
{
  const char *name = om_deed_name (deed->key, deed->language);

  g_string_append (out, "    ");
  if (deed->refusal == OM_DEED_TAKEN)
    {
      g_string_append_printf (out, _("you did: %s"), name);
      append_theme (out, om_theme_of_deed (deed->key), deed->language);
    }
  else
    g_string_append_printf (out, _("not counted: %s · %s"), name, _(deed_words[deed->refusal]));
  g_string_append_c (out, '\n');
}

static void
print_context (OmCli       *cli,
               JsonBuilder *builder,
               GString     *out,
               const char  *text)
{
  guint votes[OM_N_CONTEXTS];
  OmContext context = om_context_of_text (text, votes);

  om_cli_json_string (builder, "context", om_context_to_nick (context));
  json_builder_set_member_name (builder, "votes");
  json_builder_begin_object (builder);
  g_string_append_printf (out, _("Context: %s"), om_context_to_nick (context));
  for (guint i = 0; i < OM_CONTEXT_GENERAL; i++)
    {
      om_cli_json_int (builder, om_context_to_nick ((OmContext) i), votes[i]);
      g_string_append_printf (out, "%s%s %u", i > 0 ? ", " : " · ", om_context_to_nick ((OmContext) i), votes[i]);
    }
  json_builder_end_object (builder);
  g_string_append_c (out, '\n');
}

static void
print_facts (OmCli       *cli,
             JsonBuilder *builder,
             GString     *out,
             const char  *text)
{
  g_autoptr (GArray) facts = om_facts_find (text);
  OmCliStyle style = om_cli_style (cli);

  json_builder_set_member_name (builder, "facts");
  json_builder_begin_array (builder);
  for (guint i = 0; i < facts->len; i++)
    {
      const OmFact *fact = &g_array_index (facts, OmFact, i);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "subject", fact->subject);
      om_cli_json_string (builder, "predicate", fact->predicate);
      om_cli_json_string (builder, "value", fact->value);
      om_cli_json_int (builder, "start", fact->start);
      om_cli_json_int (builder, "end", fact->end);
      json_builder_end_object (builder);
      g_string_append (out, _("Fact: "));
      om_cli_text_append (out, fact->subject, &style);
      g_string_append (out, " · ");
      om_cli_text_append (out, fact->predicate, &style);
      g_string_append (out, " · ");
      om_cli_text_append (out, fact->value, &style);
      g_string_append_c (out, '\n');
    }
  json_builder_end_array (builder);
}

/**
 * om_cli_explain:
 * @text: UTF-8
 *
 * Prints what is seen in @text of its writer.
 */
void
om_cli_explain (OmCli      *cli,
                const char *text)
{
  g_autoptr (GArray) sentences = om_sentences_split (text);
  g_autoptr (GArray) deeds = om_deeds_find (text, 0);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  guint next = 0;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "sentences");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sentences->len && !g_cancellable_is_cancelled (cli->cancellable); i++)
    {
      const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);
      g_autofree char *part = om_sentence_dup (text, sentence);
      g_auto (OmStatement) statement = { 0 };

      om_statement_read (part, sentence->quoted, NULL, &statement);
      print_json_sentence (builder, sentence, part, &statement);
      print_text_sentence (cli, out, part, &statement);
      for (; next < deeds->len && g_array_index (deeds, OmDeed, next).sentence == i; next++)
        print_text_deed (cli, out, &g_array_index (deeds, OmDeed, next));
    }
  json_builder_end_array (builder);

  json_builder_set_member_name (builder, "activities");
  json_builder_begin_array (builder);
  for (guint i = 0; i < deeds->len; i++)
    print_json_deed (builder, text, &g_array_index (deeds, OmDeed, i));
  json_builder_end_array (builder);
  print_facts (cli, builder, out, text);
  print_context (cli, builder, out, text);
  json_builder_end_object (builder);

  if (cli->json)
    om_cli_json_print (builder);
  else
    om_cli_flush (out);
}
