/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for people put together: languages differ in what stands between them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <stdarg.h>
#include <string.h>

#include "memory/om-joining.h"

/** om_join_list: (transfer full): @items one after the other: “work, family, canal” */
char *
om_join_list (const char *const *items)
{
  /* Translators: between the items of a list */
  return g_strjoinv (C_ ("list", ", "), (char **) items);
}

/* “A heron.” and “Really?” have their pause already; a quotation mark or a bracket may stand behind it. */
static gboolean
has_stop (const char *text)
{
  static const gunichar stops[] = { '.', '!', '?', 0x2026, 0x3002, 0xFF0E, 0xFF01, 0xFF1F, 0xFF61, 0x0964, 0x06D4, 0x061F };
  const char *p = text + strlen (text);

  while ((p = g_utf8_find_prev_char (text, p)) != NULL)
    {
      gunichar c = g_utf8_get_char (p);
      GUnicodeType type = g_unichar_type (c);

      for (gsize i = 0; i < G_N_ELEMENTS (stops); i++)
        if (c == stops[i])
          return TRUE;
      if (!g_unichar_isspace (c) && c != '"' && c != '\'' && type != G_UNICODE_CLOSE_PUNCTUATION &&
          type != G_UNICODE_FINAL_PUNCTUATION)
        return FALSE;
    }
  return FALSE;
}

/**
 * om_join_said:
 * @first: valid UTF-8, as all parts are
 *
 * Returns: (transfer full): parts up to %NULL as they are read aloud, with a pause between them
 */
char *
om_join_said (const char *first,
              ...)
{
  GString *text = g_string_new (first);
  const char *part;
  va_list parts;

  va_start (parts, first);
  while ((part = va_arg (parts, const char *)) != NULL)
    {
      /* Translators: between short statements that are read one after the other: the full stop, then what stands
       * behind it. A statement that ends with a stop of its own gets only the latter. */
      const char *pause = C_ ("statements", ". ");

      if (has_stop (text->str) && *pause != '\0')
        pause = g_utf8_next_char (pause);
      /* The wide stop of Chinese has its room in itself, a Latin one before it has not. */
      if (*pause == '\0' && text->len > 0 && g_ascii_isprint (text->str[text->len - 1]))
        pause = " ";
      g_string_append (text, pause);
      g_string_append (text, part);
    }
  va_end (parts);
  return g_string_free (text, FALSE);
}

/** om_join_value: (transfer full): @name and what it is: “Mood: glad” */
char *
om_join_value (const char *name,
               const char *value)
{
  /* Translators: the name of something, and what it is */
  return g_strdup_printf (C_ ("value", "%s: %s"), name, value);
}
