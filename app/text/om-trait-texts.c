/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-trait-texts.h"

#include <math.h>

#include "text/om-deed.h"
#include "text/om-lexicon-private.h"
#include "text/om-word-file.h"

#define TEXTS_FORMAT "openmemory-trait-texts/1"

/* U+2212, so that a minus is as wide as a plus. */
#define MINUS "\xe2\x88\x92"

/* The strings live as long as the program, for the file is read once. */
typedef struct
{
  JsonParser *parser; /* (owned) */
  JsonObject *rhythm;
  JsonObject *mood;
  JsonArray  *weekdays;
} Texts;

static gpointer
parse (GBytes  *json,
       GError **error)
{
  g_autofree Texts *self = g_new0 (Texts, 1);
  g_autoptr (JsonParser) parser = NULL;
  OmLanguage language;
  JsonObject *root = NULL;

  parser = om_word_file_open (json, TEXTS_FORMAT, &language, &root, error);
  if (parser == NULL)
    return NULL;
  self->rhythm = om_lexicon_object (root, "rhythm", error);
  self->mood = self->rhythm != NULL ? om_lexicon_object (root, "mood", error) : NULL;
  self->weekdays = self->mood != NULL ? om_lexicon_array (root, "weekdays", error) : NULL;
  if (self->weekdays == NULL)
    return NULL;
  if (json_array_get_length (self->weekdays) != 7)
    {
      om_lexicon_refuse (error, "a week has seven days");
      return NULL;
    }
  self->parser = g_steal_pointer (&parser);
  return g_steal_pointer (&self);
}

static const Texts *
get (OmLanguage language)
{
  static OmWordFileSlot slots[OM_N_LANGUAGES];

  return om_word_file_get (slots, "trait-texts", language, parse);
}

static void
put (GString    *text,
     const char *name,
     const char *value)
{
  g_string_replace (text, name, value, 1);
}

static void
put_number (GString    *text,
            const char *name,
            guint       value)
{
  g_autofree char *number = g_strdup_printf ("%u", value);

  put (text, name, number);
}

/**
 * om_trait_text_rhythm:
 * @rhythm: its key, see om_rhythm_to_key()
 * @n: entries that have it
 * @of: entries that could
 *
 * Returns: (transfer full) (nullable): "You usually write after 22:00 (14 of 19)"; %NULL if there is no such
 *   text
 */
char *
om_trait_text_rhythm (OmLanguage  language,
                      const char *rhythm,
                      guint       n,
                      guint       of)
{
  const Texts *texts = get (language);
  const char *source = texts != NULL ? om_lexicon_string (json_object_get_member (texts->rhythm, rhythm)) : NULL;
  g_autoptr (GString) text = g_string_new (source);

  if (source == NULL)
    return NULL;
  put_number (text, "{n}", n);
  put_number (text, "{of}", of);
  return g_strdup (text->str);
}

static const char *
name_of (const Texts *texts,
         OmLanguage   language,
         OmMoodTopic  topic,
         const char  *name)
{
  gint64 weekday;

  switch (topic)
    {
    case OM_MOOD_TOPIC_ACTIVITY:
      return om_deed_name (name, language);
    case OM_MOOD_TOPIC_WEEKDAY:
      weekday = g_ascii_strtoll (name, NULL, 10);
      return weekday >= 1 && weekday <= 7
               ? om_lexicon_string (json_array_get_element (texts->weekdays, (guint) weekday - 1))
               : NULL;
    case OM_MOOD_TOPIC_MENTION:
    case OM_N_MOOD_TOPICS:
    default:
      return name;
    }
}

/**
 * om_trait_text_mood:
 * @name: of a tag or person; key of an activity; "1" to "7"
 * @difference: of the valence, -2..2; not 0
 * @n_with: days with it
 * @n_without: days without
 *
 * Returns: (transfer full) (nullable): "Days that mention running read brighter (+.31, 9 against 40 days)";
 *   %NULL if there is no such text
 */
char *
om_trait_text_mood (OmLanguage  language,
                    OmMoodTopic topic,
                    const char *name,
                    double      difference,
                    guint       n_with,
                    guint       n_without)
{
  static const char *const topics[OM_N_MOOD_TOPICS] = { "topic", "activity", "weekday" };
  const Texts *texts = get (language);
  const char *shown = texts != NULL ? name_of (texts, language, topic, name) : NULL;
  g_autofree char *member = g_strconcat (topics[topic], difference > 0 ? "-brighter" : "-darker", NULL);
  const char *source = shown != NULL ? om_lexicon_string (json_object_get_member (texts->mood, member)) : NULL;
  g_autoptr (GString) text = g_string_new (source);
  g_autofree char *number = NULL;
  int hundredths = (int) lround (fabs (difference) * 100);

  if (source == NULL)
    return NULL;
  number = hundredths < 100
             ? g_strdup_printf ("%s.%02d", difference > 0 ? "+" : MINUS, hundredths)
             : g_strdup_printf ("%s%d.%02d", difference > 0 ? "+" : MINUS, hundredths / 100, hundredths % 100);
  put (text, "{difference}", number);
  put_number (text, "{with}", n_with);
  put_number (text, "{without}", n_without);
  /* Last, for it may hold braces. */
  put (text, "{name}", shown);
  return g_strdup (text->str);
}
