/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The refuse list, in its order: the first that fits ends it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-statement-refusal.h"

#include "text/om-sensitive.h"
#include "text/om-sentences.h"

/* From here on an entry was written in great distress, and what it says of its writer is not
 * taken for what they are. */
#define DISTRESS_VALENCE -0.5
#define DISTRESS_AROUSAL 0.6

static gboolean
fits (const GRegex *regex,
      const char   *text)
{
  return regex != NULL && text != NULL && g_regex_match (regex, text, 0, NULL);
}

static gboolean
begins (const GRegex *regex,
        const char   *text)
{
  return regex != NULL && text != NULL && g_regex_match (regex, text, G_REGEX_MATCH_ANCHORED, NULL);
}

/* A quotation in which nobody says "I" is a title or a word that is spoken of. */
static gboolean
is_quote (const OmStatementWords *words,
          const char             *sentence,
          gboolean                quoted)
{
  const char *start, *end;

  if (quoted)
    return TRUE;
  for (const char *p = sentence; om_sentence_next_quote (sentence, p, &start, &end); p = end)
    {
      g_autofree char *inside = g_strndup (start, end - start);

      if (fits (words->first_person, inside))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_state (const OmStatementWords *words,
          const char             *sentence,
          const OmStatement      *found)
{
  return fits (words->lists[OM_LIST_STATE], sentence) ||
         ((!found->found || found->family != OM_STATEMENT_IF_THEN) &&
          fits (words->lists[OM_LIST_STATE_SELF], sentence));
}

static gboolean
is_past (const OmStatementWords *words,
         const char             *sentence,
         const OmStatement      *found)
{
  if (found->found && found->retraction)
    return fits (words->lists[OM_LIST_PAST_RETRACTION], sentence) ||
           begins (words->lists[OM_LIST_PAST_RETRACTION_START], found->object);
  return fits (words->lists[OM_LIST_PAST], sentence) ||
         (found->found && found->kind == OM_STATEMENT_HABIT &&
          begins (words->lists[OM_LIST_PAST_OBJECT], found->object));
}

static gboolean
is_particular (const OmStatementWords *words,
               const char             *sentence,
               const OmStatement      *found)
{
  if (!found->found || found->kind == OM_STATEMENT_IDENTITY || found->object == NULL)
    return FALSE;
  if (!g_str_has_prefix (sentence, found->object) &&
      begins (words->lists[OM_LIST_PARTICULAR_NAME], found->object))
    return TRUE;
  return begins (words->lists[OM_LIST_PARTICULAR_START], found->object) ||
         fits (words->lists[OM_LIST_PARTICULAR_ANY], found->object);
}

/**
 * om_statement_refusal:
 * @sentence: as written
 * @quoted: it stands in a quotation
 * @entry: (nullable): the entry it stands in
 * @found: what the patterns have found
 * @sensitive: (out): bit per #OmSensitive that the sentence touches
 *
 * Returns: %OM_STATEMENT_TAKEN if nothing speaks against it
 */
OmStatementRefusal
om_statement_refusal (const OmStatementWords *words,
                      const char             *sentence,
                      gboolean                quoted,
                      const OmStatementEntry *entry,
                      const OmStatement      *found,
                      guint                  *sensitive)
{
  gboolean retraction = found->found && found->retraction;

  *sensitive = om_sensitive_find (sentence);
  if (om_sentence_asks (sentence) || fits (words->lists[OM_LIST_QUESTION], sentence))
    return OM_STATEMENT_QUESTION;
  if (is_quote (words, sentence, quoted))
    return OM_STATEMENT_QUOTE;
  if ((*sensitive & ~(entry != NULL ? entry->allowed : 0)) != 0)
    return OM_STATEMENT_SENSITIVE;
  if (fits (words->lists[OM_LIST_SELF_ATTACK], sentence))
    return OM_STATEMENT_SELF_ATTACK;
  if (entry != NULL && found->found && found->kind == OM_STATEMENT_IDENTITY &&
      entry->valence <= DISTRESS_VALENCE && entry->arousal >= DISTRESS_AROUSAL)
    return OM_STATEMENT_DISTRESS;
  if (fits (words->lists[OM_LIST_REPORTED], sentence))
    return OM_STATEMENT_REPORTED;
  if (fits (words->lists[OM_LIST_WISH], sentence))
    return OM_STATEMENT_WISH;
  if (fits (words->lists[OM_LIST_SARCASM], sentence))
    return OM_STATEMENT_SARCASM;
  if (!retraction && is_state (words, sentence, found))
    return OM_STATEMENT_STATE;
  if (is_past (words, sentence, found))
    return OM_STATEMENT_PAST;
  if (is_particular (words, sentence, found))
    return OM_STATEMENT_PARTICULAR;
  if (fits (words->lists[OM_LIST_FACT], sentence))
    return OM_STATEMENT_FACT;
  if (!found->found)
    return OM_STATEMENT_NOTHING;
  return found->key == NULL ? OM_STATEMENT_NO_OBJECT : OM_STATEMENT_TAKEN;
}
