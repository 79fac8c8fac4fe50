/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every detector over one text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-reader.h"

#include "text/om-context-words.h"
#include "text/om-deed.h"
#include "text/om-second-person.h"
#include "text/om-sensitive.h"
#include "text/om-sentences.h"
#include "text/om-statement.h"

/* What is sensitive is kept with what it touches, and left out when traits are worked out: who opts in later
 * needs nothing read again. */
#define EVERYTHING ((1u << OM_N_SENSITIVE) - 1)

static void
clear_sighting (gpointer data)
{
  OmTraitSighting *sighting = data;

  g_free ((char *) sighting->key);
  g_free ((char *) sighting->text);
  g_free ((char *) sighting->quote);
}

/**
 * om_store_reading_free:
 * @reading: (transfer full) (nullable): a reading
 */
void
om_store_reading_free (OmStoreReading *reading)
{
  if (reading == NULL)
    return;

  g_array_unref (reading->sightings);
  g_free (reading);
}

/* To say that one paints and to paint are evidence of one trait: the key is that of the activity then. */
static void
take_statement (OmStoreReading    *reading,
                const OmSentence  *sentence,
                char              *part,
                const OmStatement *statement)
{
  gboolean if_then = statement->family == OM_STATEMENT_IF_THEN;
  const char *deed = !if_then && statement->kind == OM_STATEMENT_HABIT && statement->object != NULL
                       ? om_deed_of_object (statement->object, statement->language)
                       : NULL;
  OmTraitSighting sighting = {
    .family = if_then ? OM_TRAIT_FAMILY_IF_THEN : OM_TRAIT_FAMILY_STATEMENT,
    .kind = if_then ? "if-then" : deed != NULL ? "activity" : om_statement_kind_to_nick (statement->kind),
    .key = g_strdup (deed != NULL ? deed : statement->key),
    .polarity = statement->polarity < 0 ? -1 : 1,
    .retraction = statement->retraction,
    .sensitive = statement->sensitive,
    .language = om_language_to_code (statement->language),
    .text = om_second_person (statement->language, part, statement->object, if_then),
    .quote = g_strdup (part),
    .start = sentence->start,
    .length = sentence->end - sentence->start,
  };

  g_array_append_val (reading->sightings, sighting);
}

static void
read_statements (OmStoreReading *reading,
                 const char     *text)
{
  const OmStatementEntry entry = { EVERYTHING, 0, 0 };
  g_autoptr (GArray) sentences = om_sentences_split (text);

  for (guint i = 0; i < sentences->len; i++)
    {
      const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);
      g_autofree char *part = om_sentence_dup (text, sentence);
      g_auto (OmStatement) statement = { 0 };

      om_statement_read (part, sentence->quoted, &entry, &statement);
      if (statement.refusal == OM_STATEMENT_TAKEN && statement.key != NULL)
        take_statement (reading, sentence, part, &statement);
    }
}

static void
read_deeds (OmStoreReading *reading,
            const char     *text)
{
  g_autoptr (GArray) deeds = om_deeds_find (text, EVERYTHING);
  g_autoptr (GArray) sentences = deeds->len > 0 ? om_sentences_split (text) : NULL;

  for (guint i = 0; i < deeds->len; i++)
    {
      const OmDeed *deed = &g_array_index (deeds, OmDeed, i);
      g_autofree char *part = NULL;
      OmTraitSighting sighting;

      if (deed->refusal != OM_DEED_TAKEN)
        continue;
      part = om_sentence_dup (text, &g_array_index (sentences, OmSentence, deed->sentence));
      sighting = (OmTraitSighting){
        .family = OM_TRAIT_FAMILY_ACTIVITY,
        .kind = "activity",
        .key = g_strdup (deed->key),
        .polarity = 1,
        .sensitive = om_sensitive_find (part),
        .language = om_language_to_code (deed->language),
        .quote = g_strdup (part),
        .start = deed->start,
        .length = deed->end - deed->start,
      };
      g_array_append_val (reading->sightings, sighting);
    }
}

/* Runs of letters, and each character of what is written without spaces: the sentence about it says characters
 * there, so that om_phrase_count_words(), which takes three of them for two words, is another measure. */
static guint
count_words (const char *text)
{
  gboolean inside = FALSE;
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean letter = g_unichar_isalnum (c);

      if (letter && (g_unichar_iswide (c) || !inside))
        n++;
      inside = letter && !g_unichar_iswide (c);
    }
  return n;
}

/**
 * om_trait_reader_read:
 * @memory: an entry
 *
 * Returns: (transfer full): what is seen in it
 */
OmStoreReading *
om_trait_reader_read (const OmMemory *memory)
{
  OmStoreReading *reading = g_new0 (OmStoreReading, 1);
  guint votes[OM_N_CONTEXTS];

  reading->row = memory->row;
  reading->version = memory->version;
  reading->changed_at = memory->changed_at;
  reading->context = om_context_of_text (memory->content, votes);
  reading->n_words = count_words (memory->content);
  reading->sightings = g_array_new (FALSE, FALSE, sizeof (OmTraitSighting));
  g_array_set_clear_func (reading->sightings, clear_sighting);
  read_statements (reading, memory->content);
  read_deeds (reading, memory->content);
  return reading;
}
