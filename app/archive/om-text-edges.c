/* SPDX-License-Identifier: GPL-3.0-or-later */
/* White space at the ends of texts and lines, of every script. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-text-edges.h"

#include <string.h>

/**
 * om_text_unify_line_ends:
 * @text: any text
 *
 * CRLF and CR become LF, in place.
 */
void
om_text_unify_line_ends (GString *text)
{
  gsize to = 0;

  if (memchr (text->str, '\r', text->len) == NULL)
    return;
  for (gsize from = 0; from < text->len; from++)
    {
      if (text->str[from] != '\r')
        text->str[to++] = text->str[from];
      else if (text->str[from + 1] != '\n')
        text->str[to++] = '\n';
    }
  g_string_truncate (text, to);
}

/**
 * om_char_is_space:
 *
 * Returns: %TRUE for white space of any script, control characters and the characters without width
 *   that make an empty page look written on
 */
gboolean
om_char_is_space (gunichar c)
{
  return g_unichar_isspace (c) || g_unichar_iscntrl (c) || c == 0x00A0 || c == 0x200B ||
         c == 0x2060 || c == 0xFEFF;
}

/**
 * om_text_is_blank:
 *
 * Returns: %TRUE if there is nothing in @text to keep
 */
gboolean
om_text_is_blank (const char *text,
                  gsize       length)
{
  const char *end = text + length;

  for (; text < end; text = g_utf8_next_char (text))
    {
      if (!om_char_is_space (g_utf8_get_char (text)))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_text_strip:
 * @text: (inout): beginning
 * @length: (inout): bytes
 *
 * Takes white space off both ends.
 */
void
om_text_strip (const char **text,
               gsize       *length)
{
  const char *end = *text + *length;

  while (*text < end && om_char_is_space (g_utf8_get_char (*text)))
    *text = g_utf8_next_char (*text);
  while (end > *text)
    {
      const char *last = g_utf8_prev_char (end);

      if (!om_char_is_space (g_utf8_get_char (last)))
        break;
      end = last;
    }
  *length = (gsize) (end - *text);
}

/**
 * om_text_strip_lines:
 * @text: (inout): beginning
 * @length: (inout): bytes
 *
 * Takes empty lines off the beginning and white space off the end. The first line keeps its indent,
 * which means something in Markdown.
 */
void
om_text_strip_lines (const char **text,
                     gsize       *length)
{
  const char *start = *text;
  const char *stripped = *text;
  gsize stripped_length = *length;

  om_text_strip (&stripped, &stripped_length);
  for (const char *p = start; p < stripped; p++)
    {
      if (*p == '\n')
        start = p + 1;
    }
  *length = (gsize) (stripped + stripped_length - start);
  *text = start;
}
