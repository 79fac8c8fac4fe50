/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line by line: what a line begins with, then what stands in it. Code stays as it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-wiki-text.h"

#include <string.h>

/* A mark and its end are no further apart: many open ones must not cost a search each. */
#define MAX_MARK_BYTES 2048

/* `= Heading =` of as many signs at both ends; Zim counts from six down, txt2tags from one up. */
static gboolean
append_heading (GString     *out,
                const char  *line,
                gsize        length,
                OmWikiMarks  marks)
{
  gsize n = 0;
  gsize end = length;
  gsize level;

  while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t'))
    end--;
  while (n < end && line[n] == '=')
    n++;
  if (n == 0 || n > 6 || end < 2 * n + 2 || line[n] != ' ' || line[end - n - 1] != ' ')
    return FALSE;
  for (gsize i = 1; i <= n; i++)
    {
      if (line[end - i] != '=')
        return FALSE;
    }

  level = marks == OM_WIKI_ZIM ? 7 - n : n;
  for (gsize i = 0; i < level; i++)
    g_string_append_c (out, '#');
  g_string_append_len (out, line + n, (gssize) (end - 2 * n - 1));
  return TRUE;
}

/* `[name ""address""]` */
static const char *
append_named_address (GString    *out,
                      const char *at,
                      const char *end)
{
  const char *close = memchr (at, ']', (gsize) (end - at));
  const char *quotes = memmem (at, (gsize) (end - at), "\"\"", 2);
  const char *last;

  if (quotes == NULL || close == NULL || quotes > close || quotes == at + 1)
    return NULL;
  last = memmem (quotes + 2, (gsize) (end - quotes - 2), "\"\"", 2);
  if (last == NULL || last + 2 >= end || last[2] != ']')
    return NULL;
  g_string_append_c (out, '[');
  at++;
  while (quotes > at && quotes[-1] == ' ')
    quotes--;
  g_string_append_len (out, at, quotes - at);
  g_string_append (out, "](");
  quotes = strstr (quotes, "\"\"") + 2;
  g_string_append_len (out, quotes, last - quotes);
  g_string_append_c (out, ')');
  return last + 3;
}

/* `{{./picture.png?width=3}}` */
static const char *
append_picture (GString    *out,
                const char *at,
                const char *end)
{
  const char *close = memmem (at, (gsize) (end - at), "}}", 2);
  gsize length;

  if (close == NULL)
    return NULL;
  at += 2;
  if (close - at > 2 && at[0] == '.' && at[1] == '/')
    at += 2;
  length = MIN (strcspn (at, "?"), (gsize) (close - at));
  g_string_append (out, "![](");
  g_string_append_len (out, at, (gssize) length);
  g_string_append_c (out, ')');
  return close + 2;
}

/* A sign of two letters that begins or ends a stretch: not beside a blank within it, and not the
 * two slashes of an address. */
static gboolean
is_mark (const char *line,
         const char *at,
         const char *end,
         const char *mark)
{
  if (end - at < 2 || memcmp (at, mark, 2) != 0)
    return FALSE;
  return at == line || at[-1] != ':';
}

static void
append_inline (GString     *out,
               const char  *line,
               gsize        length,
               OmWikiMarks  marks)
{
  const char *end = line + length;

  for (const char *p = line; p < end;)
    {
      const char *limit = end - p > MAX_MARK_BYTES ? p + MAX_MARK_BYTES : end;
      const char *behind = NULL;
      const char *close;

      if (marks == OM_WIKI_TXT2TAGS && *p == '[')
        behind = append_named_address (out, p, limit);
      else if (marks == OM_WIKI_ZIM && is_mark (line, p, end, "{{"))
        behind = append_picture (out, p, limit);
      else if (is_mark (line, p, end, "``") || is_mark (line, p, end, "''"))
        {
          close = memmem (p + 2, (gsize) (limit - p - 2), p[0] == '`' ? "``" : "''", 2);
          if (close != NULL)
            {
              behind = close + 2;
              g_string_append_c (out, '`');
              g_string_append_len (out, p + 2, close - p - 2);
              g_string_append_c (out, '`');
            }
        }
      else if (is_mark (line, p, end, "//") || (marks == OM_WIKI_TXT2TAGS &&
                                                is_mark (line, p, end, "--")))
        {
          close = limit - p > 4 && !g_ascii_isspace (p[2]) && p[2] != p[0]
                  ? memmem (p + 3, (gsize) (limit - p - 3), p[0] == '/' ? "//" : "--", 2) : NULL;
          if (close != NULL && !g_ascii_isspace (close[-1]) && close[-1] != ':')
            {
              const char *sign = p[0] == '/' ? "*" : "~~";

              behind = close + 2;
              g_string_append (out, sign);
              append_inline (out, p + 2, (gsize) (close - p - 2), marks);
              g_string_append (out, sign);
            }
        }
      if (behind == NULL)
        {
          g_string_append_c (out, *p);
          behind = p + 1;
        }
      p = behind;
    }
}

/**
 * om_wiki_to_markdown:
 * @text: as the program has it
 *
 * Returns: (transfer full): Markdown
 */
char *
om_wiki_to_markdown (const char  *text,
                     OmWikiMarks  marks)
{
  static const char *const boxes[][2] = {
    { "[*] ", "- [x] " }, { "[x] ", "- [x] " }, { "[>] ", "- [ ] " }, { "[ ] ", "- [ ] " },
  };
  GString *out = g_string_sized_new (strlen (text));
  gboolean code = FALSE;

  for (const char *line = text;;)
    {
      gsize length = strcspn (line, "\n");
      gsize indent = strspn (line, " \t");
      const char *start = line + indent;
      gsize left = length > indent ? length - indent : 0;
      gboolean fence = left == 3 && (strncmp (start, "```", 3) == 0 || strncmp (start, "'''", 3) == 0);

      if (fence)
        {
          code = !code;
          g_string_append (out, "```");
        }
      else if (code)
        g_string_append_len (out, line, (gssize) length);
      else if (!append_heading (out, line, length, marks))
        {
          const char *box = NULL;

          for (guint i = 0; marks == OM_WIKI_ZIM && i < G_N_ELEMENTS (boxes) && box == NULL; i++)
            {
              if (left >= 4 && strncmp (start, boxes[i][0], 4) == 0)
                box = boxes[i][1];
            }
          g_string_append_len (out, line, (gssize) MIN (indent, length));
          if (box != NULL)
            {
              g_string_append (out, box);
              start += 4;
              left -= 4;
            }
          append_inline (out, start, left, marks);
        }
      if (line[length] == '\0')
        break;
      g_string_append_c (out, '\n');
      line += length + 1;
    }
  return g_string_free (out, FALSE);
}
