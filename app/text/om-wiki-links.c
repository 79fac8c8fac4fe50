/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to other memories within a text. What a memory is called there is its title, or its first line, without the
 * marks of Markdown that cannot stand between brackets; capitals and blanks make no difference. As elsewhere, what
 * follows a stroke or a hash is how it is shown, or a part of it. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-wiki-links.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-markdown.h"

#define LONGEST_NAME 80

/**
 * om_wiki_link_name:
 * @title: of a memory, or its first line
 *
 * Returns: (transfer full): what it is called in a link; may be empty
 */
char *
om_wiki_link_name (const char *title)
{
  g_autoptr (GString) name = g_string_new (NULL);
  glong length = 0;
  gboolean blank = FALSE;

  while (*title != '\0' && strchr ("#>*-+ \t", *title) != NULL)
    title++;
  for (const char *p = title; *p != '\0' && length < LONGEST_NAME; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c) || (c < 0x80 && strchr ("[]|#^", (int) c) != NULL))
        {
          blank = name->len > 0;
          continue;
        }
      if (blank)
        {
          g_string_append_c (name, ' ');
          length++;
        }
      blank = FALSE;
      g_string_append_unichar (name, c);
      length++;
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/**
 * om_wiki_link_key:
 * @name: as it stands between the brackets, or a title
 *
 * Returns: (transfer full): for comparing; empty if it names nothing
 */
char *
om_wiki_link_key (const char *name)
{
  g_autofree char *plain = om_wiki_link_name (name);

  return om_fold_same (plain);
}

static void
add_name (GPtrArray  *names,
          GHashTable *keys,
          const char *inside,
          gsize       length)
{
  g_autofree char *name = NULL;
  g_autofree char *key = NULL;

  for (gsize i = 0; i < length; i++)
    {
      if (inside[i] == '|' || (inside[i] == '#' && i > 0))
        length = i;
    }
  name = g_strstrip (g_strndup (inside, length));
  key = om_wiki_link_key (name);
  if (*key != '\0' && g_hash_table_add (keys, g_steal_pointer (&key)))
    g_ptr_array_add (names, g_steal_pointer (&name));
}

/**
 * om_wiki_links_find:
 * @content: UTF-8
 *
 * Returns: (transfer full) (element-type utf8): what it links to, each once, in order; nothing that stands in code
 */
GPtrArray *
om_wiki_links_find (const char *content)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) keys = NULL;
  g_autoptr (GArray) spans = NULL;
  OmMarkdownState state = OM_MARKDOWN_START;

  if (strstr (content, "[[") == NULL)
    return names;
  keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
  for (const char *line = content; *line != '\0';)
    {
      gsize length = strcspn (line, "\r\n");
      const char *next = line + length + (line[length] == '\r' && line[length + 1] == '\n' ? 2 : line[length] != '\0' ? 1 : 0);

      g_array_set_size (spans, 0);
      state = om_markdown_read_line (line, length, next, state, spans);
      for (guint i = 0; i < spans->len; i++)
        {
          const OmMarkdownSpan *span = &g_array_index (spans, OmMarkdownSpan, i);
          const char *start;

          if (span->kind != OM_MARKDOWN_WIKI_LINK)
            continue;
          start = g_utf8_offset_to_pointer (line, span->start);
          add_name (names, keys, start, (gsize) (g_utf8_offset_to_pointer (start, span->end - span->start) - start));
        }
      line = next;
    }
  return names;
}
