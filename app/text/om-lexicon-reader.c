/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a lexicon and refuses one that is not right: a translator writes these files by hand. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-lexicon-private.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "memory/om-error.h"
#include "text/om-fold.h"

#define LEXICON_FORMAT "openmemory-lexicon/1"
#define MAX_FACTOR 4.0

/**
 * om_lexicon_refuse:
 * @format: what is wrong
 *
 * Sets %OM_ERROR_INVALID with a message that says what to do.
 *
 * Returns: %FALSE
 */
gboolean
om_lexicon_refuse (GError    **error,
                   const char *format,
                   ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               "The lexicon cannot be used: %s. Correct the file", reason);
  return FALSE;
}

/**
 * om_lexicon_object:
 *
 * Returns: (transfer none): the object @member of @parent, or %NULL with %OM_ERROR_INVALID
 */
JsonObject *
om_lexicon_object (JsonObject *parent,
                   const char *member,
                   GError    **error)
{
  JsonNode *node = json_object_get_member (parent, member);

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      om_lexicon_refuse (error, "“%s” is missing or not an object", member);
      return NULL;
    }
  return json_node_get_object (node);
}

/**
 * om_lexicon_array:
 *
 * Returns: (transfer none): the list @member of @parent, or %NULL with %OM_ERROR_INVALID
 */
JsonArray *
om_lexicon_array (JsonObject *parent,
                  const char *member,
                  GError    **error)
{
  JsonNode *node = json_object_get_member (parent, member);

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    {
      om_lexicon_refuse (error, "“%s” is missing or not a list", member);
      return NULL;
    }
  return json_node_get_array (node);
}

/**
 * om_lexicon_string:
 *
 * Returns: (transfer none) (nullable): the text of @node; %NULL if it is empty or no text
 */
const char *
om_lexicon_string (JsonNode *node)
{
  const char *string;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  string = json_node_get_string (node);
  return string != NULL && *string != '\0' && g_utf8_validate (string, -1, NULL) ? string : NULL;
}

static gboolean
node_number (JsonNode *node,
             double    least,
             double    most,
             double   *number)
{
  GType type = G_TYPE_NONE;

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node))
    type = json_node_get_value_type (node);
  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = json_node_get_double (node);
  return *number >= least && *number <= most;
}

/* One pattern: any of its fragments, between edges of words unless it says otherwise. */
static char *
parse_pattern (JsonNode *node,
               GError  **error)
{
  g_autoptr (GString) source = g_string_new ("(?:");
  JsonObject *object;
  JsonArray *any;
  gboolean bounded = TRUE;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      om_lexicon_refuse (error, "a pattern of a sector is not an object");
      return NULL;
    }

  object = json_node_get_object (node);
  any = om_lexicon_array (object, "any", error);
  if (any == NULL)
    return NULL;
  if (json_object_has_member (object, "bounded"))
    {
      JsonNode *flag = json_object_get_member (object, "bounded");

      if (!JSON_NODE_HOLDS_VALUE (flag) || json_node_get_value_type (flag) != G_TYPE_BOOLEAN)
        {
          om_lexicon_refuse (error, "“bounded” is neither true nor false");
          return NULL;
        }
      bounded = json_node_get_boolean (flag);
    }
  if (json_array_get_length (any) == 0)
    {
      om_lexicon_refuse (error, "a pattern has no words");
      return NULL;
    }

  for (guint i = 0; i < json_array_get_length (any); i++)
    {
      const char *fragment = om_lexicon_string (json_array_get_element (any, i));

      if (fragment == NULL)
        {
          om_lexicon_refuse (error, "a word of a pattern is empty or not text");
          return NULL;
        }
      if (i > 0)
        g_string_append_c (source, '|');
      g_string_append (source, fragment);
    }
  g_string_append_c (source, ')');
  if (bounded)
    {
      g_string_prepend (source, "\\b");
      g_string_append (source, "\\b");
    }

  return g_strdup (source->str);
}

static gboolean
parse_sectors (OmLexicon  *self,
               JsonObject *sectors,
               GError    **error)
{
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      JsonArray *patterns = om_lexicon_array (sectors, om_sector_to_nick (sector), error);

      if (patterns == NULL)
        return FALSE;
      for (guint i = 0; i < json_array_get_length (patterns); i++)
        {
          char *source = parse_pattern (json_array_get_element (patterns, i), error);
          OmLexiconPattern *pattern;

          if (source == NULL)
            return FALSE;
          pattern = g_new0 (OmLexiconPattern, 1);
          pattern->source = source;
          g_ptr_array_add (self->patterns[sector], pattern);
        }
    }

  if (json_object_get_size (sectors) != OM_N_SECTORS)
    return om_lexicon_refuse (error, "“sectors” holds a sector that does not exist");
  return TRUE;
}

static gboolean
parse_stopwords (OmLexicon *self,
                 JsonArray *words,
                 GError   **error)
{
  for (guint i = 0; i < json_array_get_length (words); i++)
    {
      const char *word = om_lexicon_string (json_array_get_element (words, i));

      if (word == NULL)
        return om_lexicon_refuse (error, "a stop word is empty or not text");
      g_ptr_array_add (self->stopwords, g_strdup (word));
    }

  g_ptr_array_add (self->stopwords, NULL);
  return TRUE;
}

static char *
mood_key (const char *word)
{
  g_autofree char *composed = g_utf8_normalize (word, -1, G_NORMALIZE_NFC);

  for (char *quote = strstr (composed, "’"); quote != NULL; quote = strstr (quote, "’"))
    {
      *quote = '\'';
      memmove (quote + 1, quote + strlen ("’"), strlen (quote + strlen ("’")) + 1);
    }
  return om_fold_lower (composed);
}

static OmMoodEntry *
add_mood (OmLexicon  *self,
          const char *word,
          OmMoodKind  kind)
{
  g_autofree char *key = mood_key (word);
  guint32 *place = om_word_map_insert (self->moods, key, strlen (key));
  OmMoodEntry *entry;

  if (*place == 0)
    {
      OmMoodEntry blank = { .factor = 1 };

      g_array_append_val (self->entries, blank);
      *place = self->entries->len;
    }
  self->longest_mood = MAX (self->longest_mood, (guint) g_utf8_strlen (key, -1));

  entry = &g_array_index (self->entries, OmMoodEntry, *place - 1);
  entry->kinds |= 1u << kind;
  return entry;
}

static gboolean
parse_mood (OmLexicon  *self,
            JsonObject *mood,
            GError    **error)
{
  JsonObject *words = om_lexicon_object (mood, "words", error);
  JsonArray *negations = words != NULL ? om_lexicon_array (mood, "negations", error) : NULL;
  JsonObject *intensifiers = negations != NULL ? om_lexicon_object (mood, "intensifiers", error) : NULL;
  JsonObjectIter iter;
  const char *word;
  JsonNode *node;

  if (intensifiers == NULL)
    return FALSE;

  json_object_iter_init_ordered (&iter, words);
  while (json_object_iter_next_ordered (&iter, &word, &node))
    {
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      double valence, arousal;
      OmMoodEntry *entry;

      if (pair == NULL || json_array_get_length (pair) != 2 ||
          !node_number (json_array_get_element (pair, 0), -1, 1, &valence) ||
          !node_number (json_array_get_element (pair, 1), 0, 1, &arousal))
        return om_lexicon_refuse (
          error, "the mood of “%s” is not a valence (-1 to 1) and an arousal (0 to 1)", word);
      entry = add_mood (self, word, OM_MOOD_WORD);
      entry->valence = valence;
      entry->arousal = arousal;
      self->n_mood_words++;
    }

  for (guint i = 0; i < json_array_get_length (negations); i++)
    {
      word = om_lexicon_string (json_array_get_element (negations, i));
      if (word == NULL)
        return om_lexicon_refuse (error, "a negation is empty or not text");
      add_mood (self, word, OM_MOOD_NEGATION);
    }

  json_object_iter_init_ordered (&iter, intensifiers);
  while (json_object_iter_next_ordered (&iter, &word, &node))
    {
      double factor;

      if (!node_number (node, 0, MAX_FACTOR, &factor) || factor <= 0)
        return om_lexicon_refuse (
          error, "the strength of “%s” is not a number over 0 and at most %g", word, MAX_FACTOR);
      add_mood (self, word, OM_MOOD_INTENSIFIER)->factor = factor;
    }

  return TRUE;
}

static gboolean
parse_root (OmLexicon  *self,
            JsonObject *root,
            GError    **error)
{
  const char *format = om_lexicon_string (json_object_get_member (root, "format"));
  const char *language = om_lexicon_string (json_object_get_member (root, "language"));
  const char *name = om_lexicon_string (json_object_get_member (root, "name"));
  JsonObject *sectors, *mood;
  JsonArray *stopwords;

  if (g_strcmp0 (format, LEXICON_FORMAT) != 0)
    return om_lexicon_refuse (error, "its format is not “%s”", LEXICON_FORMAT);
  self->language = om_language_from_code (language);
  if (self->language == OM_LANGUAGE_UNKNOWN)
    return om_lexicon_refuse (error, "its language is not one that the program knows");
  if (name == NULL)
    return om_lexicon_refuse (error, "“name” is missing");
  self->name = g_strdup (name);

  sectors = om_lexicon_object (root, "sectors", error);
  if (sectors == NULL || !parse_sectors (self, sectors, error))
    return FALSE;
  stopwords = om_lexicon_array (root, "stopwords", error);
  if (stopwords == NULL || !parse_stopwords (self, stopwords, error))
    return FALSE;
  mood = om_lexicon_object (root, "mood", error);
  return mood != NULL && parse_mood (self, mood, error);
}

/**
 * om_lexicon_read:
 * @json: a file of the form `openmemory-lexicon/1`
 *
 * Reads a lexicon without compiling its patterns.
 *
 * Returns: (transfer full): the lexicon, or %NULL with %OM_ERROR_INVALID if the file is not right
 */
OmLexicon *
om_lexicon_read (GBytes  *json,
                 GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (OmLexicon) self = om_lexicon_new ();
  g_autoptr (GError) inner = NULL;
  gsize size = 0;
  const char *data = g_bytes_get_data (json, &size);
  JsonNode *root;

  if (size == 0 || !g_utf8_validate (data, (gssize) size, NULL))
    {
      om_lexicon_refuse (error, "it is empty or not UTF-8");
      return NULL;
    }
  if (!json_parser_load_from_data (parser, data, (gssize) size, &inner))
    {
      om_lexicon_refuse (error, "it is not JSON (%s)", inner->message);
      return NULL;
    }

  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      om_lexicon_refuse (error, "it is not an object");
      return NULL;
    }
  if (!parse_root (self, json_node_get_object (root), error))
    return NULL;
  return g_steal_pointer (&self);
}
