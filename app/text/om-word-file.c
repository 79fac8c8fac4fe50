/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-word-file.h"

#include "text/om-lexicon-private.h"

#define LEXICON_PATH "/org/openmemory/Desktop/data/lexicon/"

/**
 * om_word_file_open:
 * @json: the file
 * @format: what its member `format` must say
 * @language: (out): of its member `language`
 * @root: (out) (transfer none): valid as long as what is returned
 *
 * Returns: (transfer full): the parser that holds @root, or %NULL with %OM_ERROR_INVALID
 */
JsonParser *
om_word_file_open (GBytes      *json,
                   const char  *format,
                   OmLanguage  *language,
                   JsonObject **root,
                   GError     **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) inner = NULL;
  gsize size = 0;
  const char *data = g_bytes_get_data (json, &size);
  JsonNode *node;

  if (size == 0 || !g_utf8_validate (data, (gssize) size, NULL) ||
      !json_parser_load_from_data (parser, data, (gssize) size, &inner))
    {
      om_lexicon_refuse (error, "it is not JSON (%s)", inner != NULL ? inner->message : "not text");
      return NULL;
    }
  node = json_parser_get_root (parser);
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      om_lexicon_refuse (error, "it is not an object");
      return NULL;
    }

  *root = json_node_get_object (node);
  if (g_strcmp0 (om_lexicon_string (json_object_get_member (*root, "format")), format) != 0)
    {
      om_lexicon_refuse (error, "its format is not “%s”", format);
      return NULL;
    }
  *language = om_language_from_code (om_lexicon_string (json_object_get_member (*root, "language")));
  if (*language == OM_LANGUAGE_UNKNOWN)
    {
      om_lexicon_refuse (error, "its language is not one that the program knows");
      return NULL;
    }
  return g_steal_pointer (&parser);
}

/**
 * om_word_file_get:
 * @slots: one for each language
 * @name: of the file, without language and ending
 * @parse: reads it; a bundled file that is not right ends the program
 *
 * Returns: (transfer none) (nullable): what @parse made of the bundled file; %NULL if there is none
 */
gconstpointer
om_word_file_get (OmWordFileSlot *slots,
                  const char     *name,
                  OmLanguage      language,
                  OmWordFileParse parse)
{
  OmWordFileSlot *slot;

  g_return_val_if_fail ((guint) language < OM_N_LANGUAGES, NULL);

  slot = &slots[language];
  if (g_once_init_enter (&slot->ready))
    {
      const char *code = om_language_to_code (language);
      g_autofree char *path = code != NULL
                                ? g_strconcat (LEXICON_PATH, name, "-", code, ".json", NULL)
                                : NULL;
      g_autoptr (GBytes) json = path != NULL ? g_resources_lookup_data (path, 0, NULL) : NULL;
      g_autoptr (GError) error = NULL;

      if (json != NULL)
        {
          slot->words = parse (json, &error);
          if (slot->words == NULL)
            g_error ("%s: %s", path, error->message);
        }
      g_once_init_leave (&slot->ready, 1);
    }

  return slot->words;
}

/**
 * om_word_file_foreach:
 * @member: a list of words
 * @func: called for each; ends it by returning %FALSE with an error set
 *
 * Returns: %FALSE with %OM_ERROR_INVALID if the list is missing or a word is no text
 */
gboolean
om_word_file_foreach (JsonObject    *parent,
                      const char    *member,
                      OmWordFileFunc func,
                      gpointer       data,
                      GError       **error)
{
  JsonArray *words = om_lexicon_array (parent, member, error);

  if (words == NULL)
    return FALSE;
  for (guint i = 0; i < json_array_get_length (words); i++)
    {
      const char *word = om_lexicon_string (json_array_get_element (words, i));

      if (word == NULL)
        return om_lexicon_refuse (error, "a word of “%s” is empty or not text", member);
      if (!func (word, data, error))
        return FALSE;
    }

  return TRUE;
}
