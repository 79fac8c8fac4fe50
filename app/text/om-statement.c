/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the clauses of a sentence and the first pattern that fits one of them; then asks what speaks
 * against it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-statement.h"

#include <string.h>

#include "text/om-script.h"
#include "text/om-sentences.h"
#include "text/om-statement-key.h"
#include "text/om-statement-refusal.h"
#include "text/om-statement-words.h"

/* A longer sentence is no statement, and patterns are slow on it. */
#define MAX_BYTES 1200
#define MAX_CLAUSES 32

static const char *const kind_nicks[OM_N_STATEMENT_KINDS] = { "identity", "habit", "preference" };

static const char *const refusal_nicks[OM_N_STATEMENT_REFUSALS] = {
  [OM_STATEMENT_TAKEN] = "taken",
  [OM_STATEMENT_QUESTION] = "question",
  [OM_STATEMENT_QUOTE] = "quote",
  [OM_STATEMENT_SENSITIVE] = "sensitive",
  [OM_STATEMENT_SELF_ATTACK] = "self-attack",
  [OM_STATEMENT_DISTRESS] = "distress",
  [OM_STATEMENT_REPORTED] = "reported",
  [OM_STATEMENT_WISH] = "wish",
  [OM_STATEMENT_SARCASM] = "sarcasm",
  [OM_STATEMENT_STATE] = "state",
  [OM_STATEMENT_PAST] = "past",
  [OM_STATEMENT_PARTICULAR] = "particular",
  [OM_STATEMENT_FACT] = "fact",
  [OM_STATEMENT_NO_OBJECT] = "no-object",
  [OM_STATEMENT_NOTHING] = "nothing",
};

static const char *const sensitive_nicks[OM_N_SENSITIVE] = {
  [OM_SENSITIVE_HEALTH] = "health",
  [OM_SENSITIVE_MENTAL_HEALTH] = "mental-health",
  [OM_SENSITIVE_RELIGION] = "religion",
  [OM_SENSITIVE_POLITICS] = "politics",
  [OM_SENSITIVE_SEXUALITY] = "sexuality",
  [OM_SENSITIVE_ADDICTION] = "addiction",
  [OM_SENSITIVE_ABUSE] = "abuse",
  [OM_SENSITIVE_CRIME] = "crime",
  [OM_SENSITIVE_MONEY] = "money",
};

/** om_statement_kind_to_nick: "identity", "habit" or "preference". */
const char *
om_statement_kind_to_nick (OmStatementKind kind)
{
  g_return_val_if_fail ((guint) kind < OM_N_STATEMENT_KINDS, NULL);
  return kind_nicks[kind];
}

/** om_statement_refusal_to_nick: a word for programs, "taken" if it was not refused. */
const char *
om_statement_refusal_to_nick (OmStatementRefusal refusal)
{
  g_return_val_if_fail ((guint) refusal < OM_N_STATEMENT_REFUSALS, NULL);
  return refusal_nicks[refusal];
}

/** om_sensitive_to_nick: a word for programs and data files. */
const char *
om_sensitive_to_nick (OmSensitive category)
{
  g_return_val_if_fail ((guint) category < OM_N_SENSITIVE, NULL);
  return sensitive_nicks[category];
}

/* What no reader sees: control characters, marks of order, blanks without width. */
static gboolean
is_unseen (gunichar c)
{
  return g_unichar_type (c) == G_UNICODE_CONTROL || g_unichar_type (c) == G_UNICODE_FORMAT;
}

/* With plain apostrophes and single blanks, and only what is seen, for the patterns. */
static char *
plain (const char *sentence)
{
  GString *out = g_string_sized_new (strlen (sentence));

  for (const char *p = sentence; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0x2019)
        g_string_append_c (out, '\'');
      else if (!om_script_is_space (c))
        {
          if (!is_unseen (c))
            g_string_append_unichar (out, c);
        }
      else if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    }
  return g_string_free (out, FALSE);
}

static void
add_place (GArray *places,
           int     place)
{
  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, int, i) == place)
      return;
  if (places->len < MAX_CLAUSES)
    g_array_append_val (places, place);
}

/* The ends of all matches of @regex; with @after only where a first person stands before. */
static void
add_places (const GRegex *regex,
            const char   *sentence,
            const GRegex *after,
            GArray       *places)
{
  GMatchInfo *match = NULL;
  int start, end;

  if (regex == NULL)
    return;
  g_regex_match (regex, sentence, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_match_info_fetch_pos (match, 0, &start, &end);
      if (after != NULL)
        {
          g_autofree char *before = g_strndup (sentence, start);

          if (!g_regex_match (after, before, 0, NULL))
            continue;
        }
      add_place (places, end);
    }
  g_match_info_free (match);
}

/* Where a clause may begin, with and without the words that may come before its subject. */
static GArray *
find_clauses (const OmStatementWords *words,
              const char             *sentence)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (int));

  add_places (words->starts, sentence, NULL, places);
  add_places (words->joined, sentence, words->first_person, places);
  for (guint i = 0; i < places->len; i++)
    {
      GMatchInfo *match = NULL;
      int end;

      if (g_regex_match_full (words->opening, sentence, -1, g_array_index (places, int, i),
                              G_REGEX_MATCH_ANCHORED, &match, NULL) &&
          g_match_info_fetch_pos (match, 0, NULL, &end))
        add_place (places, end);
      g_match_info_free (match);
    }

  return places;
}

/* Quotation marks that are not paired are dropped: they belong to more than the object. */
static char *
drop_lone_quotes (const char *object)
{
  static const char *const pairs[][2] = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "「", "」" },
                                          { "『", "』" } };
  g_autoptr (GString) out = g_string_new (object);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_auto (GStrv) opened = g_strsplit (out->str, pairs[i][0], -1);
      g_auto (GStrv) closed = g_strsplit (out->str, pairs[i][1], -1);
      guint n_opened = g_strv_length (opened), n_closed = g_strv_length (closed);
      gboolean same = strcmp (pairs[i][0], pairs[i][1]) == 0;

      /* A string of n marks is split in n + 1 parts; the low mark has the closing of another pair. */
      if (same ? n_opened % 2 == 1 : n_opened == n_closed)
        continue;
      if (!same && n_opened == 1 && strstr ("„", pairs[i][0]) != NULL)
        continue;
      g_string_replace (out, pairs[i][0], "", 0);
      g_string_replace (out, pairs[i][1], "", 0);
    }
  return g_strstrip (g_strdup (out->str));
}

/* A group, cut where another clause begins. */
static char *
dup_group (const OmStatementWords *words,
           GMatchInfo             *match,
           const char             *name)
{
  g_autofree char *group = g_match_info_fetch_named (match, name);
  g_autofree char *plain_group = NULL;
  GMatchInfo *end = NULL;
  int start;

  if (group == NULL || *group == '\0')
    return NULL;
  if (g_regex_match (words->object_end, group, 0, &end) &&
      g_match_info_fetch_pos (end, 0, &start, NULL))
    group[start] = '\0';
  g_match_info_free (end);
  plain_group = drop_lone_quotes (group);
  return *plain_group != '\0' ? g_steal_pointer (&plain_group) : NULL;
}

static void
take_match (const OmStatementWords   *words,
            const OmStatementPattern *pattern,
            GMatchInfo               *match,
            OmStatement              *statement)
{
  g_autofree char *other = dup_group (words, match, "other");
  g_autofree char *condition = dup_group (words, match, "if");

  statement->found = TRUE;
  statement->kind = pattern->kind;
  statement->family = pattern->family;
  statement->polarity = pattern->polarity;
  statement->retraction = pattern->retraction;
  statement->object = dup_group (words, match, "object");
  if (statement->object != NULL)
    statement->key = om_statement_key (words->language, pattern->kind, statement->object, other, condition);
}

/* The places at which @regex fits. */
static GArray *
fitting_places (const GRegex *regex,
                const char   *sentence,
                const GArray *places)
{
  GArray *fitting = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < places->len; i++)
    if (g_regex_match_full (regex, sentence, -1, g_array_index (places, int, i), G_REGEX_MATCH_ANCHORED, NULL, NULL))
      g_array_append_val (fitting, g_array_index (places, int, i));
  return fitting;
}

static gboolean
find_in_group (const OmStatementWords *words,
               const OmStatementGroup *group,
               const char             *sentence,
               const GArray           *places,
               OmStatement            *statement)
{
  for (guint i = group->first; places->len > 0 && i < group->end; i++)
    {
      const OmStatementPattern *pattern = &g_array_index (words->patterns, OmStatementPattern, i);

      for (guint j = 0; j < places->len; j++)
        {
          g_autoptr (GMatchInfo) match = NULL;

          if (!g_regex_match_full (pattern->regex, sentence, -1, g_array_index (places, int, j),
                                   G_REGEX_MATCH_ANCHORED, &match, NULL))
            continue;
          take_match (words, pattern, match, statement);
          return TRUE;
        }
    }

  return FALSE;
}

static void
find_pattern (const OmStatementWords *words,
              const char             *sentence,
              OmStatement            *statement)
{
  g_autoptr (GArray) places = find_clauses (words, sentence);

  for (guint i = 0; i < words->groups->len; i++)
    {
      const OmStatementGroup *group = &g_array_index (words->groups, OmStatementGroup, i);
      g_autoptr (GArray) fitting = fitting_places (group->regex, sentence, places);

      if (find_in_group (words, group, sentence, fitting, statement))
        return;
    }
}

/**
 * om_statement_read:
 * @sentence: one sentence, UTF-8
 * @quoted: it stands in a quotation, see #OmSentence
 * @entry: (nullable): what is known of the entry; nothing is allowed without
 * @statement: (out caller-allocates): to be cleared with om_statement_clear()
 *
 * Says whether @sentence is an explicit statement of the writer about themselves, and which.
 */
void
om_statement_read (const char             *sentence,
                   gboolean                quoted,
                   const OmStatementEntry *entry,
                   OmStatement            *statement)
{
  const OmStatementWords *words;
  g_autofree char *text = NULL;

  memset (statement, 0, sizeof *statement);
  statement->language = om_sentence_language (sentence);
  statement->refusal = OM_STATEMENT_NOTHING;
  if (strlen (sentence) > MAX_BYTES)
    return;

  text = plain (sentence);
  words = om_statement_words_get (statement->language);
  if (!g_regex_match (words->first_person, text, 0, NULL))
    return;
  find_pattern (words, text, statement);
  statement->refusal = om_statement_refusal (words, text, quoted, entry, statement,
                                             &statement->sensitive);
}

/** om_statement_clear: frees what @statement holds. */
void
om_statement_clear (OmStatement *statement)
{
  g_clear_pointer (&statement->object, g_free);
  g_clear_pointer (&statement->key, g_free);
}
