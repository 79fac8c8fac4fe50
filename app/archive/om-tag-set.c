/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags as entries carry them, and what a tag may be made of. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-tag-set.h"

#include <string.h>

struct _OmTagSet
{
  GHashTable *by_key; /* (owned) (element-type utf8 utf8): comparison key to first spelling */
};

/** om_tag_set_new: an empty set. */
OmTagSet *
om_tag_set_new (void)
{
  OmTagSet *self = g_new0 (OmTagSet, 1);

  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/** om_tag_set_free: */
void
om_tag_set_free (OmTagSet *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->by_key);
  g_free (self);
}

/**
 * om_tag_key:
 *
 * Returns: (transfer full): what tags are compared and sorted by: NFC and lower case, the same in
 *   every locale (g_utf8_strdown() is not: a Turkish I loses its dot)
 */
char *
om_tag_key (const char *tag)
{
  g_autofree char *composed = g_utf8_normalize (tag, -1, G_NORMALIZE_NFC);
  g_autoptr (GString) lower = g_string_new (NULL);
  char *key;

  for (const char *p = composed != NULL ? composed : tag; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (lower, c == 0x0130 ? 'i' : g_unichar_tolower (c));
      if (c == 0x0130)
        g_string_append_unichar (lower, 0x0307);
    }

  key = g_utf8_normalize (lower->str, -1, G_NORMALIZE_NFC);
  return key != NULL ? key : g_strdup (lower->str);
}

/**
 * om_tag_set_add:
 * @tag: a tag, its sign (`#`, `@`) taken off if it has one
 * @length: bytes, or -1
 */
void
om_tag_set_add (OmTagSet   *self,
                const char *tag,
                gssize      length)
{
  const char *start = tag;
  const char *end = tag + (length < 0 ? (gssize) strlen (tag) : length);
  g_autofree char *plain = NULL;
  g_autofree char *composed = NULL;
  char *key;

  while (start < end && (*start == '#' || *start == '@' || g_ascii_isspace (*start)))
    start++;
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  if (start == end)
    return;

  plain = g_strndup (start, (gsize) (end - start));
  composed = g_utf8_normalize (plain, -1, G_NORMALIZE_NFC);
  key = om_tag_key (plain);
  if (g_hash_table_contains (self->by_key, key))
    g_free (key);
  else
    g_hash_table_insert (self->by_key, key, g_strdup (composed != NULL ? composed : plain));
}

/**
 * om_tag_set_add_list:
 * @text: several tags in one line, with commas between them or, if there is none, blanks
 */
void
om_tag_set_add_list (OmTagSet   *self,
                     const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, strchr (text, ',') != NULL ? "," : " \t\n", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    om_tag_set_add (self, parts[i], -1);
}

/**
 * om_tag_set_to_strv:
 *
 * Returns: (transfer full) (nullable): the tags in their first spelling, sorted by comparison key;
 *   %NULL if there is none
 */
char **
om_tag_set_to_strv (OmTagSet *self)
{
  g_autoptr (GList) keys = NULL;
  g_autoptr (GStrvBuilder) tags = NULL;

  if (g_hash_table_size (self->by_key) == 0)
    return NULL;

  tags = g_strv_builder_new ();
  keys = g_list_sort (g_hash_table_get_keys (self->by_key), (GCompareFunc) strcmp);
  for (GList *l = keys; l != NULL; l = l->next)
    g_strv_builder_add (tags, g_hash_table_lookup (self->by_key, l->data));
  return g_strv_builder_end (tags);
}

/**
 * om_tag_is_char:
 *
 * Returns: %TRUE if @c can be part of a tag written in running text
 */
gboolean
om_tag_is_char (gunichar c)
{
  if (c < 0x80)
    return g_ascii_isalnum ((char) c) || c == '_' || c == '-' || c == '/';

  /* Emoji are symbols held together by joiners and variation selectors. */
  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == 0x200D ||
         g_unichar_type (c) == G_UNICODE_OTHER_SYMBOL || (c >= 0x1F3FB && c <= 0x1F3FF);
}

/**
 * om_tag_is_colour:
 * @text: what follows a `#`
 *
 * A colour is six or eight hexadecimal digits with a number among them or in equal pairs (ff8800,
 * aabbcc, not the word decade), or three equal letters.
 *
 * Returns: %TRUE for a colour, which is no tag
 */
gboolean
om_tag_is_colour (const char *text,
                  gsize       length)
{
  gboolean digit = FALSE;
  gboolean pairs = TRUE;

  if (length != 3 && length != 6 && length != 8)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return FALSE;
      digit = digit || g_ascii_isdigit (text[i]);
      pairs = pairs && g_ascii_tolower (text[i]) == g_ascii_tolower (text[i & ~(gsize) 1]);
    }

  if (length == 3)
    return g_ascii_tolower (text[0]) == g_ascii_tolower (text[1]) &&
           g_ascii_tolower (text[1]) == g_ascii_tolower (text[2]);
  return digit || pairs;
}
