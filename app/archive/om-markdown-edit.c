/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each goes once through the text; code stays as it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-markdown-edit.h"

#include <string.h>

#include "archive/om-markdown-text.h"

/* A link target is a file's name, an id or an address. */
#define MAX_TARGET_BYTES 2048

/* Whether @at stands in code; @next goes along with it. */
static gboolean
in_code (GArray     *code,
         guint      *next,
         const char *at)
{
  while (*next < code->len && g_array_index (code, OmMarkdownStretch, *next).end <= at)
    (*next)++;
  return *next < code->len && g_array_index (code, OmMarkdownStretch, *next).start <= at;
}

/**
 * om_markdown_unescape:
 * @text: Markdown whose writer put a backslash before most punctuation
 *
 * Returns: (transfer full): the text without them, code as it is
 */
char *
om_markdown_unescape (const char *text)
{
  g_autoptr (GArray) code = om_markdown_find_code (text, strlen (text));
  GString *out = g_string_sized_new (strlen (text));
  guint next = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '\\' && g_ascii_ispunct (p[1]) && !in_code (code, &next, p))
        p++;
      g_string_append_c (out, *p);
    }
  return g_string_free (out, FALSE);
}

/**
 * om_markdown_take_title:
 * @text: (inout): Markdown; behind the title on return
 *
 * Returns: (transfer full) (nullable): the words of a first-level heading at the very top
 */
char *
om_markdown_take_title (const char **text)
{
  const char *start = *text + strspn (*text, " \t\n");
  gsize length = strcspn (start, "\n");
  g_autoptr (GArray) headings = NULL;
  const OmMarkdownHeading *first;
  char *title;

  if (start[0] != '#' || (start[1] != ' ' && start[1] != '\t'))
    return NULL;
  headings = om_markdown_find_headings (start, length, FALSE);
  if (headings->len == 0)
    return NULL;
  first = &g_array_index (headings, OmMarkdownHeading, 0);
  if (first->text_length == 0)
    return NULL;
  title = g_strndup (first->text, first->text_length);
  *text = start + length + strspn (start + length, "\n");
  return title;
}

/**
 * om_markdown_retarget:
 * @func: (scope call): names the new target of each inline link
 *
 * Returns: (transfer full): the text with its links leading elsewhere
 */
char *
om_markdown_retarget (const char           *text,
                      OmMarkdownTargetFunc  func,
                      gpointer              data)
{
  g_autoptr (GArray) code = NULL;
  GString *out;
  const char *open = NULL; /* the last opening bracket of the line */
  const char *done = text;
  guint next = 0;

  if (strstr (text, "](") == NULL)
    return g_strdup (text);
  code = om_markdown_find_code (text, strlen (text));
  out = g_string_sized_new (strlen (text));
  for (const char *p = text; *p != '\0'; p++)
    {
      g_autofree char *target = NULL;
      g_autofree char *other = NULL;
      const char *start;
      gsize length;

      if (*p == '[')
        open = p;
      else if (*p == '\n')
        open = NULL;
      if (*p != ']' || p[1] != '(' || in_code (code, &next, p))
        continue;
      start = p + 2;
      length = strcspn (start, " \t\n)");
      if (length > MAX_TARGET_BYTES || (start[length] != ')' && start[length] != ' '))
        continue;
      target = g_strndup (start, length);
      other = func (target, open != NULL && open > text && open[-1] == '!', data);
      if (other == NULL)
        continue;
      g_string_append_len (out, done, start - done);
      g_string_append (out, other);
      done = start + length;
    }
  g_string_append (out, done);
  return g_string_free (out, FALSE);
}
