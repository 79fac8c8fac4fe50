/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-theme.h"

#include "text/om-lexicon-private.h"
#include "text/om-phrases.h"
#include "text/om-statement.h"
#include "text/om-word-file.h"

#define THEMES_FORMAT "openmemory-themes/1"
#define THEMES_PATH "/org/openmemory/Desktop/data/lexicon/themes.json"

/* Languages of the words and sentences. */
static const OmLanguage languages[] = { OM_LANGUAGE_EN, OM_LANGUAGE_ZH };

static const char *const text_names[OM_N_THEME_TEXTS] = { "name", "preference", "core" };

typedef struct
{
  char *key;
  char *family;
  char *opposite; /* (nullable) */
  guint sensitive; /* bit of #OmSensitive, 0 if none */
  char *texts[G_N_ELEMENTS (languages)][OM_N_THEME_TEXTS];
} Theme;

/* @phrases: values are places in @themes. */
typedef struct
{
  GPtrArray  *themes;
  GPtrArray  *keys; /* NULL-terminated */
  OmPhrases  *phrases;
  GHashTable *deeds; /* (element-type utf8 Theme) */
} Themes;

static void
free_theme (gpointer data)
{
  Theme *self = data;

  g_free (self->key);
  g_free (self->family);
  g_free (self->opposite);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    for (guint j = 0; j < OM_N_THEME_TEXTS; j++)
      g_free (self->texts[i][j]);
  g_free (self);
}

static void
free_themes (Themes *self)
{
  g_ptr_array_unref (self->themes);
  g_ptr_array_unref (self->keys);
  om_phrases_free (self->phrases);
  g_hash_table_unref (self->deeds);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Themes, free_themes)

static gboolean
add_word (const char *word,
          gpointer    data,
          GError    **error)
{
  Themes *self = data;

  if (!om_phrases_add (self->phrases, word, self->themes->len - 1))
    return om_lexicon_refuse (error, "“%s” stands in it twice", word);
  return TRUE;
}

static gboolean
add_deed (const char *key,
          gpointer    data,
          GError    **error)
{
  Themes *self = data;

  if (!g_hash_table_insert (self->deeds, g_strdup (key), g_ptr_array_index (self->themes, self->themes->len - 1)))
    return om_lexicon_refuse (error, "the activity “%s” has two themes", key);
  return TRUE;
}

static gboolean
read_language (Themes     *self,
               Theme      *theme,
               JsonObject *root,
               guint       number,
               GError    **error)
{
  JsonObject *object = om_lexicon_object (root, om_language_to_code (languages[number]), error);

  if (object == NULL)
    return FALSE;
  for (guint i = 0; i < OM_N_THEME_TEXTS; i++)
    {
      theme->texts[number][i] = g_strdup (om_lexicon_string (json_object_get_member (object, text_names[i])));
      if (theme->texts[number][i] == NULL)
        return om_lexicon_refuse (error, "the theme “%s” has no “%s”", theme->key, text_names[i]);
    }
  return om_word_file_foreach (object, "words", add_word, self, error);
}

static gboolean
read_theme (Themes   *self,
            JsonNode *node,
            GError  **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  Theme *theme = g_new0 (Theme, 1);
  const char *sensitive;

  g_ptr_array_add (self->themes, theme);
  theme->key = g_strdup (object != NULL ? om_lexicon_string (json_object_get_member (object, "key")) : NULL);
  if (theme->key == NULL)
    return om_lexicon_refuse (error, "a theme has no “key”");
  theme->family = g_strdup (om_lexicon_string (json_object_get_member (object, "family")));
  theme->opposite = g_strdup (json_object_get_string_member_with_default (object, "opposite", NULL));
  if (theme->family == NULL)
    return om_lexicon_refuse (error, "the theme “%s” has no “family”", theme->key);
  sensitive = json_object_get_string_member_with_default (object, "sensitive", NULL);
  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    if (g_strcmp0 (sensitive, om_sensitive_to_nick ((OmSensitive) i)) == 0)
      theme->sensitive = 1u << i;
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (!read_language (self, theme, object, i, error))
      return FALSE;
  return om_word_file_foreach (object, "activities", add_deed, self, error);
}

static const Theme *
find (const Themes *self,
      const char   *key)
{
  for (guint i = 0; key != NULL && i < self->themes->len; i++)
    {
      const Theme *theme = g_ptr_array_index (self->themes, i);

      if (g_strcmp0 (theme->key, key) == 0)
        return theme;
    }
  return NULL;
}

static Themes *
parse (GBytes  *json,
       GError **error)
{
  g_autoptr (Themes) self = g_new0 (Themes, 1);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  gsize size = 0;
  const char *data = g_bytes_get_data (json, &size);
  JsonArray *themes = NULL;
  JsonNode *node;

  self->themes = g_ptr_array_new_with_free_func (free_theme);
  self->keys = g_ptr_array_new ();
  self->phrases = om_phrases_new ();
  self->deeds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (size > 0 && json_parser_load_from_data (parser, data, (gssize) size, NULL))
    {
      node = json_parser_get_root (parser);
      if (node != NULL && JSON_NODE_HOLDS_OBJECT (node) &&
          g_strcmp0 (om_lexicon_string (json_object_get_member (json_node_get_object (node), "format")),
                     THEMES_FORMAT) == 0)
        themes = om_lexicon_array (json_node_get_object (node), "themes", NULL);
    }
  if (themes == NULL)
    {
      om_lexicon_refuse (error, "it is not a list of themes");
      return NULL;
    }

  for (guint i = 0; i < json_array_get_length (themes); i++)
    if (!read_theme (self, json_array_get_element (themes, i), error))
      return NULL;
  for (guint i = 0; i < self->themes->len; i++)
    {
      const Theme *theme = g_ptr_array_index (self->themes, i);
      const Theme *opposite = find (self, theme->opposite);

      if (theme->opposite != NULL && (opposite == NULL || g_strcmp0 (opposite->opposite, theme->key) != 0))
        {
          om_lexicon_refuse (error, "“%s” and its opposite do not agree", theme->key);
          return NULL;
        }
      g_ptr_array_add (self->keys, theme->key);
    }
  g_ptr_array_add (self->keys, NULL);
  return g_steal_pointer (&self);
}

static const Themes *
get (void)
{
  static gsize ready = 0;
  static Themes *themes = NULL;

  if (g_once_init_enter (&ready))
    {
      g_autoptr (GBytes) json = g_resources_lookup_data (THEMES_PATH, 0, NULL);
      g_autoptr (GError) error = NULL;

      themes = parse (json, &error);
      if (themes == NULL)
        g_error ("%s: %s", THEMES_PATH, error->message);
      g_once_init_leave (&ready, 1);
    }
  return themes;
}

/** om_theme_check: %FALSE with %OM_ERROR_INVALID if @json is no right file of themes. */
gboolean
om_theme_check (GBytes  *json,
                GError **error)
{
  g_autoptr (Themes) themes = parse (json, error);

  return themes != NULL;
}

/** om_theme_keys: (transfer none) (array zero-terminated=1): all themes. */
const char *const *
om_theme_keys (void)
{
  return (const char *const *) get ()->keys->pdata;
}

/**
 * om_theme_of_text:
 * @text: the sentence or the object of a trait
 * @polarity: 1, or -1 for what is denied or disliked: then it is the opposite theme, if there is one
 * @allowed: bit per #OmSensitive that the person has opted in to; faith needs religion
 *
 * Returns: (transfer none) (nullable): the theme with the most words in @text; %NULL if there is none, or two
 *   have as many
 */
const char *
om_theme_of_text (const char *text,
                  int         polarity,
                  guint       allowed)
{
  const Themes *self = get ();
  g_autoptr (GArray) words = om_phrase_words (text);
  g_autoptr (GArray) hits = om_phrases_find (self->phrases, words);
  g_autofree guint *votes = g_new0 (guint, self->themes->len);
  const Theme *best = NULL;
  guint most = 0;

  for (guint i = 0; i < hits->len; i++)
    votes[g_array_index (hits, OmPhraseHit, i).value]++;
  for (guint i = 0; i < self->themes->len; i++)
    {
      const Theme *theme = g_ptr_array_index (self->themes, i);

      if ((theme->sensitive & ~allowed) != 0 || votes[i] < most || votes[i] == 0)
        continue;
      best = votes[i] > most ? theme : NULL;
      most = votes[i];
    }
  if (best == NULL)
    return NULL;
  return polarity < 0 ? best->opposite : best->key;
}

/** om_theme_of_deed: (transfer none) (nullable): the theme of the activity @key. */
const char *
om_theme_of_deed (const char *key)
{
  const Theme *theme = g_hash_table_lookup (get ()->deeds, key);

  return theme != NULL ? theme->key : NULL;
}

/** om_theme_family: (transfer none) (nullable): what preferences of @theme can become one core value with. */
const char *
om_theme_family (const char *theme)
{
  const Theme *found = find (get (), theme);

  return found != NULL ? found->family : NULL;
}

/** om_theme_opposite: (transfer none) (nullable): the theme that speaks against @theme. */
const char *
om_theme_opposite (const char *theme)
{
  const Theme *found = find (get (), theme);

  return found != NULL ? found->opposite : NULL;
}

/**
 * om_theme_text:
 *
 * Returns: (transfer none) (nullable): a sentence of @theme; English in a language that has none; %NULL if
 *   there is no such theme
 */
const char *
om_theme_text (const char *theme,
               OmLanguage  language,
               OmThemeText text)
{
  const Theme *found = find (get (), theme);

  g_return_val_if_fail ((guint) text < OM_N_THEME_TEXTS, NULL);

  if (found == NULL)
    return NULL;
  return found->texts[language == OM_LANGUAGE_ZH ? 1 : 0][text];
}
