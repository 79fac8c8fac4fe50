/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the words of statements and puts the patterns together. `{name}` in a fragment stands for
 * any word of the list `name`; a list may only name lists that stand before it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-statement-words.h"

#include <string.h>

#include "memory/om-error.h"
#include "text/om-lexicon-private.h"

/* Longer patterns are more than the library compiles at once. */
#define MAX_GROUP_BYTES 8000

#define STATEMENTS_FORMAT "openmemory-statements/1"
#define STATEMENTS_PATH "/org/openmemory/Desktop/data/lexicon/statements-"

static const char *const list_names[OM_N_LISTS] = {
  [OM_LIST_QUESTION] = "question",
  [OM_LIST_SELF_ATTACK] = "self-attack",
  [OM_LIST_REPORTED] = "reported",
  [OM_LIST_WISH] = "wish",
  [OM_LIST_SARCASM] = "sarcasm",
  [OM_LIST_STATE] = "state",
  [OM_LIST_STATE_SELF] = "state-self",
  [OM_LIST_PAST] = "past",
  [OM_LIST_PAST_OBJECT] = "past-object",
  [OM_LIST_PAST_RETRACTION] = "past-retraction",
  [OM_LIST_PAST_RETRACTION_START] = "past-retraction-start",
  [OM_LIST_PARTICULAR_START] = "particular-start",
  [OM_LIST_PARTICULAR_NAME] = "particular-name",
  [OM_LIST_PARTICULAR_ANY] = "particular-any",
  [OM_LIST_FACT] = "fact",
};

static void
clear_group (gpointer data)
{
  g_clear_pointer (&((OmStatementGroup *) data)->regex, g_regex_unref);
}

static void
clear_pattern (gpointer data)
{
  OmStatementPattern *pattern = data;

  g_clear_pointer (&pattern->regex, g_regex_unref);
}

/** om_statement_words_free: frees @self. */
void
om_statement_words_free (OmStatementWords *self)
{
  g_clear_pointer (&self->first_person, g_regex_unref);
  g_clear_pointer (&self->starts, g_regex_unref);
  g_clear_pointer (&self->joined, g_regex_unref);
  g_clear_pointer (&self->opening, g_regex_unref);
  g_clear_pointer (&self->object_end, g_regex_unref);
  g_clear_pointer (&self->key_cut, g_regex_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->any_sensitive, g_regex_unref);
  for (guint i = 0; i < OM_N_LISTS; i++)
    g_clear_pointer (&self->lists[i], g_regex_unref);
  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    g_clear_pointer (&self->sensitive[i], g_regex_unref);
  g_array_unref (self->patterns);
  g_hash_table_unref (self->key_words);
  g_hash_table_unref (self->stop_words);
  g_ptr_array_unref (self->antonyms);
  g_free (self);
}

/* Puts the lists in for their names. */
static gboolean
expand (GHashTable *macros,
        const char *fragment,
        GString    *out,
        GError    **error)
{
  for (const char *p = fragment; *p != '\0'; p++)
    {
      const char *end = *p == '{' && g_ascii_isalpha (p[1]) ? strchr (p, '}') : NULL;
      g_autofree char *name = end != NULL ? g_strndup (p + 1, end - p - 1) : NULL;
      const char *words = name != NULL ? g_hash_table_lookup (macros, name) : NULL;

      if (name != NULL && words == NULL)
        return om_lexicon_refuse (error, "“{%s}” names no list before it", name);
      if (words == NULL)
        {
          g_string_append_c (out, *p);
          continue;
        }
      g_string_append (out, words);
      p = end;
    }

  return TRUE;
}

/* (?:a|b|c) of a list; %NULL also for an empty one, without an error. */
static char *
join (GHashTable *macros,
      JsonArray  *any,
      const char *name,
      GError    **error)
{
  g_autoptr (GString) out = g_string_new ("(?:");

  for (guint i = 0; i < json_array_get_length (any); i++)
    {
      const char *fragment = om_lexicon_string (json_array_get_element (any, i));

      if (fragment == NULL)
        {
          om_lexicon_refuse (error, "a word of “%s” is empty or not text", name);
          return NULL;
        }
      if (i > 0)
        g_string_append_c (out, '|');
      if (!expand (macros, fragment, out, error))
        return NULL;
    }

  if (json_array_get_length (any) == 0)
    return NULL;
  g_string_append_c (out, ')');
  return g_strdup (out->str);
}

static gboolean
compile (const char *source,
         const char *name,
         GRegex    **regex,
         GError    **error)
{
  g_autoptr (GError) inner = NULL;

  *regex = g_regex_new (source, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, &inner);
  if (*regex == NULL)
    return om_lexicon_refuse (error, "“%s” is no pattern (%s)", name, inner->message);
  return TRUE;
}

/* A list as one pattern, between edges of words where a language has them. An empty list gives none. */
static gboolean
read_list (OmStatementWords *self,
           GHashTable       *macros,
           JsonObject       *parent,
           const char       *name,
           gboolean          bounded,
           GRegex          **regex,
           GError          **error)
{
  g_autoptr (GError) inner = NULL;
  g_autofree char *words = NULL;
  g_autofree char *source = NULL;
  JsonArray *any = om_lexicon_array (parent, name, error);

  if (any == NULL)
    return FALSE;
  words = join (macros, any, name, &inner);
  if (inner != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
  if (words == NULL)
    return TRUE;
  if (bounded && self->language != OM_LANGUAGE_ZH)
    source = g_strconcat ("(?<![\\w'])", words, "(?!\\w)", NULL);
  return compile (source != NULL ? source : words, name, regex, error);
}

static gboolean
read_macros (GHashTable *macros,
             JsonObject *words,
             GError    **error)
{
  g_autoptr (GList) names = json_object_get_members (words);

  for (GList *name = names; name != NULL; name = name->next)
    {
      g_autoptr (GError) inner = NULL;
      JsonArray *any = om_lexicon_array (words, name->data, error);
      char *joined = any != NULL ? join (macros, any, name->data, &inner) : NULL;

      if (any == NULL)
        return FALSE;
      if (inner != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&inner));
          return FALSE;
        }
      if (joined == NULL)
        return om_lexicon_refuse (error, "the list “%s” is empty", (const char *) name->data);
      g_hash_table_insert (macros, g_strdup (name->data), joined);
    }

  return TRUE;
}

static gboolean
read_pattern (OmStatementWords *self,
              GHashTable       *macros,
              JsonNode         *node,
              GError          **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  OmStatementPattern pattern = { 0 };
  const char *kind;
  JsonArray *any;

  if (object == NULL)
    return om_lexicon_refuse (error, "a pattern is not an object");
  kind = om_lexicon_string (json_object_get_member (object, "kind"));
  while (pattern.kind < OM_N_STATEMENT_KINDS &&
         g_strcmp0 (kind, om_statement_kind_to_nick (pattern.kind)) != 0)
    pattern.kind++;
  if (pattern.kind == OM_N_STATEMENT_KINDS)
    return om_lexicon_refuse (error, "a pattern is neither identity, habit nor preference");
  pattern.polarity = json_object_get_int_member_with_default (object, "polarity", 0) < 0 ? -1 : 1;
  pattern.retraction = json_object_get_boolean_member_with_default (object, "retraction", FALSE);
  if (g_strcmp0 (json_object_get_string_member_with_default (object, "family", "F1"), "F5") == 0)
    pattern.family = OM_STATEMENT_IF_THEN;

  any = om_lexicon_array (object, "any", error);
  if (any == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (any); i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);
      const char *fragment = om_lexicon_string (json_array_get_element (any, i));

      if (fragment == NULL || strstr (fragment, "(?<object>") == NULL)
        return om_lexicon_refuse (error, "a pattern of “%s” says not where its object is", kind);
      if (!expand (macros, fragment, source, error) ||
          !compile (source->str, fragment, &pattern.regex, error))
        return FALSE;
      g_array_append_val (self->patterns, pattern);
    }

  return TRUE;
}

/* All of @sources as one, without names of groups. */
static gboolean
compile_any (GPtrArray  *sources,
             const char *name,
             GRegex    **regex,
             GError    **error)
{
  static const char *const names[] = { "(?<object>", "(?<other>", "(?<if>" };
  g_autoptr (GString) any = g_string_new ("(?:");

  for (guint i = 0; i < sources->len; i++)
    g_string_append_printf (any, "%s%s", i > 0 ? "|" : "", (const char *) g_ptr_array_index (sources, i));
  g_string_append_c (any, ')');
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_replace (any, names[i], "(?:", 0);
  return sources->len == 0 || compile (any->str, name, regex, error);
}

/* Consecutive patterns until they are as many as can be compiled together. */
static gboolean
join_patterns (OmStatementWords *self,
               GError          **error)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  gsize length = 0;

  for (guint i = 0; i < self->patterns->len; i++)
    {
      const char *source = g_regex_get_pattern (g_array_index (self->patterns, OmStatementPattern, i).regex);
      const char *next = i + 1 < self->patterns->len
                           ? g_regex_get_pattern (g_array_index (self->patterns, OmStatementPattern, i + 1).regex)
                           : "";

      g_ptr_array_add (sources, (char *) source);
      length += strlen (source);
      if (i + 1 == self->patterns->len || length + strlen (next) > MAX_GROUP_BYTES)
        {
          OmStatementGroup group = { i + 1 - sources->len, i + 1, NULL };

          if (!compile_any (sources, "patterns", &group.regex, error))
            return FALSE;
          g_array_append_val (self->groups, group);
          g_ptr_array_set_size (sources, 0);
          length = 0;
        }
    }

  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    if (self->sensitive[i] != NULL)
      g_ptr_array_add (sources, (char *) g_regex_get_pattern (self->sensitive[i]));
  return compile_any (sources, "sensitive", &self->any_sensitive, error);
}

static gboolean
read_set (GHashTable *set,
          JsonObject *parent,
          const char *name,
          GError    **error)
{
  JsonArray *words = om_lexicon_array (parent, name, error);

  for (guint i = 0; words != NULL && i < json_array_get_length (words); i++)
    {
      const char *word = om_lexicon_string (json_array_get_element (words, i));

      if (word == NULL)
        return om_lexicon_refuse (error, "a word of “%s” is empty or not text", name);
      g_hash_table_add (set, g_strdup (word));
    }

  return words != NULL;
}

static gboolean
read_antonyms (OmStatementWords *self,
               JsonObject       *root,
               GError          **error)
{
  JsonArray *pairs = om_lexicon_array (root, "antonyms", error);

  for (guint i = 0; pairs != NULL && i < json_array_get_length (pairs); i++)
    {
      JsonNode *node = json_array_get_element (pairs, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      char **words;

      if (pair == NULL || json_array_get_length (pair) != 2 ||
          om_lexicon_string (json_array_get_element (pair, 0)) == NULL ||
          om_lexicon_string (json_array_get_element (pair, 1)) == NULL)
        return om_lexicon_refuse (error, "an antonym is not a pair of words");
      words = g_new0 (char *, 3);
      for (guint side = 0; side < 2; side++)
        {
          words[side] = g_strdup (json_array_get_string_element (pair, side));
          g_hash_table_add (self->key_words, g_strdup (words[side]));
        }
      g_ptr_array_add (self->antonyms, words);
    }

  return pairs != NULL;
}

static gboolean
read_refusals (OmStatementWords *self,
               GHashTable       *macros,
               JsonObject       *root,
               GError          **error)
{
  JsonObject *refuse = om_lexicon_object (root, "refuse", error);
  JsonObject *sensitive = refuse != NULL ? om_lexicon_object (root, "sensitive", error) : NULL;

  if (sensitive == NULL)
    return FALSE;
  for (guint i = 0; i < OM_N_LISTS; i++)
    if (!read_list (self, macros, refuse, list_names[i], TRUE, &self->lists[i], error))
      return FALSE;
  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    if (!read_list (self, macros, sensitive, om_sensitive_to_nick (i), TRUE, &self->sensitive[i],
                    error))
      return FALSE;
  return TRUE;
}

static gboolean
read_root (OmStatementWords *self,
           JsonObject       *root,
           GError          **error)
{
  g_autoptr (GHashTable) macros = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const char *format = om_lexicon_string (json_object_get_member (root, "format"));
  JsonObject *words, *clause;
  JsonArray *patterns;

  if (g_strcmp0 (format, STATEMENTS_FORMAT) != 0)
    return om_lexicon_refuse (error, "its format is not “%s”", STATEMENTS_FORMAT);
  self->language = om_language_from_code (
    om_lexicon_string (json_object_get_member (root, "language")));
  if (self->language == OM_LANGUAGE_UNKNOWN)
    return om_lexicon_refuse (error, "its language is not one that the program knows");

  words = om_lexicon_object (root, "words", error);
  if (words == NULL || !read_macros (macros, words, error))
    return FALSE;
  clause = om_lexicon_object (root, "clause", error);
  if (clause == NULL ||
      !read_list (self, macros, clause, "starts", FALSE, &self->starts, error) ||
      !read_list (self, macros, clause, "joined", FALSE, &self->joined, error) ||
      !read_list (self, macros, clause, "opening", FALSE, &self->opening, error) ||
      !read_list (self, macros, clause, "object_end", FALSE, &self->object_end, error) ||
      !read_list (self, macros, root, "first_person", TRUE, &self->first_person, error) ||
      !read_list (self, macros, root, "key_cut", TRUE, &self->key_cut, error) ||
      !read_refusals (self, macros, root, error))
    return FALSE;
  if (self->starts == NULL || self->opening == NULL || self->object_end == NULL ||
      self->first_person == NULL)
    return om_lexicon_refuse (error, "a list that every sentence needs is empty");

  patterns = om_lexicon_array (root, "patterns", error);
  if (patterns == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (patterns); i++)
    if (!read_pattern (self, macros, json_array_get_element (patterns, i), error))
      return FALSE;
  return join_patterns (self, error) && read_set (self->key_words, words, "identity_nouns", error) &&
         read_set (self->key_words, words, "identity_adjectives", error) &&
         read_set (self->stop_words, root, "stop_words", error) &&
         read_antonyms (self, root, error);
}

/**
 * om_statement_words_parse:
 * @json: a file of the form `openmemory-statements/1`
 *
 * Returns: (transfer full): the words, or %NULL with %OM_ERROR_INVALID if the file is not right
 */
OmStatementWords *
om_statement_words_parse (GBytes  *json,
                          GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (OmStatementWords) self = g_new0 (OmStatementWords, 1);
  g_autoptr (GError) inner = NULL;
  gsize size = 0;
  const char *data = g_bytes_get_data (json, &size);
  JsonNode *root;

  self->groups = g_array_new (FALSE, FALSE, sizeof (OmStatementGroup));
  g_array_set_clear_func (self->groups, clear_group);
  self->patterns = g_array_new (FALSE, FALSE, sizeof (OmStatementPattern));
  g_array_set_clear_func (self->patterns, clear_pattern);
  self->key_words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->stop_words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->antonyms = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  if (size == 0 || !json_parser_load_from_data (parser, data, (gssize) size, &inner))
    {
      om_lexicon_refuse (error, "it is not JSON (%s)", inner != NULL ? inner->message : "empty");
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      om_lexicon_refuse (error, "it is not an object");
      return NULL;
    }
  if (!read_root (self, json_node_get_object (root), error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * om_statement_words_get:
 *
 * Returns: (transfer none) (nullable): the words of @language, read once; %NULL if there are none
 */
const OmStatementWords *
om_statement_words_get (OmLanguage language)
{
  static gsize ready[OM_N_LANGUAGES] = { 0 };
  static OmStatementWords *all[OM_N_LANGUAGES] = { NULL };

  g_return_val_if_fail ((guint) language < OM_N_LANGUAGES, NULL);

  if (g_once_init_enter (&ready[language]))
    {
      const char *code = om_language_to_code (language);
      g_autofree char *path = code != NULL ? g_strconcat (STATEMENTS_PATH, code, ".json", NULL)
                                           : NULL;
      g_autoptr (GBytes) json = path != NULL ? g_resources_lookup_data (path, 0, NULL) : NULL;
      g_autoptr (GError) error = NULL;

      if (json != NULL)
        {
          all[language] = om_statement_words_parse (json, &error);
          if (all[language] == NULL)
            g_error ("%s: %s", path, error->message);
        }
      g_once_init_leave (&ready[language], 1);
    }

  return all[language];
}
