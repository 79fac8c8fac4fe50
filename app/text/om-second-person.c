/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "I" and what goes with it become "you", word by word; the part of the sentence that says it is cut out. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-second-person.h"

#include <string.h>

/* Longer is no sentence to show. */
#define MAX_CHARS 160

static const char *const turned[][2] = {
  { "i", "you" },      { "i'm", "you're" },  { "i've", "you've" }, { "i'd", "you'd" },          { "i'll", "you'll" },
  { "me", "you" },     { "my", "your" },     { "mine", "yours" },  { "myself", "yourself" },    { "am", "are" },
  { "we", "you" },     { "us", "you" },      { "our", "your" },    { "ourselves", "yourself" }, { "ours", "yours" },
  { "we're", "you're" },
};

/* Where what is said has surely ended. */
static const char *const ends[] = { ", ", ",", ";", ":", " - ", " – ", " — ", "—", " (", " but ", " because ", " so ", " though ", " although ",
                                    "，", "；", "：", "。", "！", "（" };

static gboolean
is_letter (gunichar c)
{
  return g_unichar_isalnum (c) || c == '\'' || c == 0x2019;
}

/* The end of the word that begins at @p. */
static const char *
end_of_word (const char *p)
{
  while (*p != '\0' && is_letter (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

/* The word lower-cased, with a plain apostrophe. */
static char *
fold_word (const char *start,
           const char *end)
{
  g_autofree char *word = g_strndup (start, end - start);
  g_autofree char *lower = g_utf8_strdown (word, -1);
  g_auto (GStrv) parts = g_strsplit (lower, "’", -1);

  return g_strjoinv ("'", parts);
}

static const char *
turn (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (turned); i++)
    {
      if (g_str_equal (word, turned[i][0]))
        return turned[i][1];
    }
  return NULL;
}

/* The last "I" before @limit, or "my" if there is none. */
static const char *
find_subject (const char *sentence,
              const char *limit)
{
  const char *found = NULL;
  const char *mine = NULL;

  for (const char *p = sentence; p < limit;)
    {
      const char *end = end_of_word (p);
      g_autofree char *word = fold_word (p, end);

      if (g_str_equal (word, "i") || g_str_has_prefix (word, "i'"))
        found = p;
      else if (g_str_equal (word, "my"))
        mine = mine != NULL ? mine : p;
      p = end > p ? end : g_utf8_next_char (p);
    }
  return found != NULL ? found : mine;
}

static const char *
find_end (const char *from)
{
  const char *end = from + strlen (from);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *found = strstr (from, ends[i]);

      if (found != NULL && found < end)
        end = found;
    }
  return end;
}

static char *
turn_english (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *p = text; *p != '\0';)
    {
      const char *end = end_of_word (p);
      g_autofree char *word = fold_word (p, end);
      const char *other = end > p ? turn (word) : NULL;

      if (other != NULL)
        g_string_append (out, other);
      else if (end > p)
        g_string_append_len (out, p, end - p);
      else
        {
          end = g_utf8_next_char (p);
          g_string_append_len (out, p, end - p);
        }
      p = end;
    }
  return g_strdup (out->str);
}

static char *
turn_chinese (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "我", -1);

  return g_strjoinv ("你", parts);
}

/* Ends without a stop, begins large, and is no novel. */
static char *
trim (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *cut = g_utf8_strlen (text, -1) > MAX_CHARS ? g_utf8_substring (text, 0, MAX_CHARS) : g_strdup (text);
  gunichar first;

  g_strstrip (cut);
  for (gsize length = strlen (cut); length > 0; length = strlen (cut))
    {
      char *last = g_utf8_find_prev_char (cut, cut + length);

      if (last == NULL || !g_unichar_ispunct (g_utf8_get_char (last)) || strchr ("\"')", *last) != NULL)
        break;
      *last = '\0';
    }
  if (*cut == '\0')
    return g_strdup (text);
  first = g_utf8_get_char (cut);
  g_string_append_unichar (out, g_unichar_toupper (first));
  g_string_append (out, g_utf8_next_char (cut));
  if (g_utf8_strlen (text, -1) > MAX_CHARS)
    g_string_append (out, "…");
  return g_strdup (out->str);
}

/**
 * om_second_person:
 * @sentence: first person
 * @object: (nullable): what it is about, as it stands in @sentence
 * @whole: the sentence is taken whole ("whenever X, I Y")
 *
 * Returns: (transfer full): the same in the second person
 */
char *
om_second_person (OmLanguage  language,
                  const char *sentence,
                  const char *object,
                  gboolean    whole)
{
  const char *about = object != NULL && !whole ? strstr (sentence, object) : NULL;
  const char *start = sentence;
  const char *end = sentence + strlen (sentence);
  g_autofree char *part = NULL;
  g_autofree char *other = NULL;

  if (about != NULL)
    {
      if (language == OM_LANGUAGE_ZH)
        start = g_strrstr_len (sentence, about - sentence, "我");
      else
        start = find_subject (sentence, about);
      end = find_end (about + strlen (object));
      if (start == NULL)
        start = sentence;
    }
  part = g_strndup (start, end - start);
  other = language == OM_LANGUAGE_ZH ? turn_chinese (part) : turn_english (part);
  return trim (other);
}
