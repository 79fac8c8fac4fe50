/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for a terminal: columns, wrapping, marked words, characters that must not reach it. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-text.h"

#include <string.h>

#define BOLD_ON "\033[1m"
#define BOLD_OFF "\033[22m"

#define TAB_STOP 4

/* A line narrower than this is not worth wrapping to. */
#define MIN_WIDTH 16

/* Characters that steer a terminal or turn the order of what follows. */
static gboolean
is_control (gunichar c)
{
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

static guint
char_width (gunichar c)
{
  if (g_unichar_iszerowidth (c))
    return 0;
  return g_unichar_iswide (c) ? 2 : 1;
}

/* Appends one character as it may be shown, returns its columns. */
static guint
append_char (GString          *out,
             gunichar          c,
             const OmCliStyle *style)
{
  char code[16];

  if (!style->safe || !is_control (c))
    {
      g_string_append_unichar (out, c);
      return char_width (c);
    }
  if (c < 0x20)
    {
      g_string_append_unichar (out, 0x2400 + c);
      return 1;
    }
  if (c == 0x7F)
    {
      g_string_append_unichar (out, 0x2421);
      return 1;
    }
  g_snprintf (code, sizeof code, "‹U+%04X›", c);
  g_string_append (out, code);
  return (guint) g_utf8_strlen (code, -1);
}

/**
 * om_cli_text_width:
 *
 * Returns: how many columns a terminal gives a line of text
 */
guint
om_cli_text_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += char_width (g_utf8_get_char (p));
  return width;
}

/**
 * om_cli_text_append:
 *
 * Appends one line of text as it may be shown; what breaks lines becomes a blank.
 */
void
om_cli_text_append (GString          *out,
                    const char       *text,
                    const OmCliStyle *style)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      append_char (out, c == '\n' || c == '\r' || c == '\t' ? ' ' : c, style);
    }
}

/**
 * om_cli_text_cut:
 * @width: columns there are, 0 for as many as it takes
 * @pad: fill up with blanks to @width
 *
 * Appends one line of text, cut with an ellipsis if it is wider than there is room.
 */
void
om_cli_text_cut (GString          *out,
                 const char       *text,
                 guint             width,
                 gboolean          pad,
                 const OmCliStyle *style)
{
  g_autoptr (GString) shown = g_string_new (NULL);
  guint used = 0;
  const char *end;

  om_cli_text_append (shown, text, style);
  if (width == 0)
    {
      g_string_append (out, shown->str);
      return;
    }

  if (om_cli_text_width (shown->str) <= width)
    {
      g_string_append (out, shown->str);
      used = om_cli_text_width (shown->str);
    }
  else
    {
      for (end = shown->str; *end != '\0'; end = g_utf8_next_char (end))
        {
          guint columns = char_width (g_utf8_get_char (end));

          if (used + columns > width - 1)
            break;
          used += columns;
        }
      g_string_append_len (out, shown->str, end - shown->str);
      g_string_append (out, "…");
      used++;
    }
  for (; pad && used < width; used++)
    g_string_append_c (out, ' ');
}

/* The state of wrapping one text. */
typedef struct
{
  GString          *out;
  const OmCliStyle *style;
  const char       *indent;
  GArray           *marks;
  const char       *text;
  guint             next_mark;
  guint             width; /* columns for the text itself, 0: endless */
  guint             column;
  gboolean          bold;
} Wrapper;

static void
set_bold (Wrapper  *self,
          gboolean  bold)
{
  if (self->bold != bold && self->style->bold)
    g_string_append (self->out, bold ? BOLD_ON : BOLD_OFF);
  self->bold = bold;
}

static void
break_line (Wrapper *self)
{
  gboolean was_bold = self->bold;

  set_bold (self, FALSE);
  g_string_append_c (self->out, '\n');
  g_string_append (self->out, self->indent);
  self->column = 0;
  set_bold (self, was_bold);
}

/* Emits the characters of a word, or of the blanks between two. */
static void
emit (Wrapper    *self,
      const char *start,
      const char *end)
{
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint offset = (guint) (p - self->text);

      while (self->marks != NULL && self->next_mark + 1 < self->marks->len &&
             offset >= g_array_index (self->marks, guint, self->next_mark + 1))
        {
          set_bold (self, FALSE);
          self->next_mark += 2;
        }
      if (self->marks != NULL && self->next_mark + 1 < self->marks->len &&
          offset >= g_array_index (self->marks, guint, self->next_mark))
        set_bold (self, TRUE);

      if (self->width > 0 && self->column + char_width (c) > self->width && !g_unichar_isspace (c))
        break_line (self);
      if (c == '\t' && self->style->safe)
        {
          do
            {
              g_string_append_c (self->out, ' ');
              self->column++;
            }
          while (self->column % TAB_STOP != 0);
        }
      else
        self->column += append_char (self->out, c, self->style);
    }
  if (self->marks != NULL && self->next_mark + 1 < self->marks->len &&
      (guint) (end - self->text) >= g_array_index (self->marks, guint, self->next_mark + 1))
    set_bold (self, FALSE);
}

/* Where the word that starts at @p ends: at a blank, or after one wide character, since lines of
 * Chinese and Japanese break anywhere. */
static const char *
word_end (const char *p,
          guint      *columns)
{
  const char *start = p;

  *columns = 0;
  while (*p != '\0' && !g_unichar_isspace (g_utf8_get_char (p)))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iswide (c) && p != start)
        break;
      *columns += char_width (c);
      p = g_utf8_next_char (p);
      if (g_unichar_iswide (c))
        {
          while (*p != '\0' && g_unichar_iszerowidth (g_utf8_get_char (p)))
            p = g_utf8_next_char (p);
          break;
        }
    }
  return p;
}

/**
 * om_cli_text_wrap:
 * @text: the text, any number of lines
 * @marks: (nullable) (element-type guint): pairs of byte offsets of the words to be bold
 * @indent: stands before every line
 *
 * Appends a text line by line, without a line end at its end. Nothing of it is interpreted.
 */
void
om_cli_text_wrap (GString          *out,
                  const char       *text,
                  GArray           *marks,
                  const char       *indent,
                  const OmCliStyle *style)
{
  guint indent_width = om_cli_text_width (indent);
  Wrapper self = { .out = out, .style = style, .indent = indent, .marks = marks, .text = text };
  const char *p = text;

  if (style->width > 0)
    self.width = MAX (style->width, indent_width + MIN_WIDTH) - indent_width;

  g_string_append (out, indent);
  while (*p != '\0')
    {
      const char *start = p;
      const char *word;
      guint blank = 0;
      guint columns;

      if (*p == '\n' || (*p == '\r' && p[1] == '\n'))
        {
          emit (&self, p, p);
          break_line (&self);
          p += *p == '\r' ? 2 : 1;
          continue;
        }
      while (*p != '\0' && *p != '\n' && g_unichar_isspace (g_utf8_get_char (p)))
        {
          blank += MAX (1, char_width (g_utf8_get_char (p)));
          p = g_utf8_next_char (p);
        }
      word = p;
      p = word_end (p, &columns);
      if (self.width > 0 && self.column > 0 && p > word &&
          self.column + blank + columns > self.width)
        break_line (&self);
      else
        emit (&self, start, word);
      emit (&self, word, p);
    }
  set_bold (&self, FALSE);
}

/* Moves back from @p to a place where a snippet may begin: after a blank, not far away. */
static const char *
snap_back (const char *text,
           const char *p,
           guint       max_chars)
{
  const char *q = p;

  for (guint i = 0; i < max_chars && q > text; i++)
    {
      const char *before = g_utf8_prev_char (q);

      if (g_unichar_isspace (g_utf8_get_char (before)) ||
          g_unichar_iswide (g_utf8_get_char (before)))
        return q;
      q = before;
    }
  return q == text ? text : p;
}

/**
 * om_cli_text_snippet:
 * @marks: (nullable) (element-type guint): pairs of byte offsets of matched words
 * @max_chars: about how many characters to show
 * @snippet_marks: (out) (transfer full): the marks that lie in the snippet, offsets in it
 *
 * The part of a text around its first matched word, on one line, with … where it was cut.
 *
 * Returns: (transfer full): the snippet
 */
char *
om_cli_text_snippet (const char  *text,
                     GArray      *marks,
                     guint        max_chars,
                     GArray     **snippet_marks)
{
  GString *out = g_string_new (NULL);
  const char *start = text;
  const char *end;
  gsize length = strlen (text);
  guint mark = 0;
  gboolean cut;

  *snippet_marks = g_array_new (FALSE, FALSE, sizeof (guint));
  if (marks != NULL && marks->len >= 2 && g_array_index (marks, guint, 0) <= length)
    {
      start = text + g_array_index (marks, guint, 0);
      for (guint i = 0; i < max_chars / 4 && start > text; i++)
        start = g_utf8_prev_char (start);
      start = snap_back (text, start, 24);
    }
  cut = start > text;
  while (*start != '\0' && g_unichar_isspace (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  end = start;
  for (guint i = 0; i < max_chars && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  if (*end != '\0')
    end = snap_back (start, end, 24) > start ? snap_back (start, end, 24) : end;
  while (*end != '\0' && g_unichar_iszerowidth (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);

  if (cut)
    g_string_append (out, "…");
  for (const char *p = start; p < end && *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint offset = (guint) (p - text);
      gboolean blank = g_unichar_isspace (c);

      while (marks != NULL && mark < marks->len && offset >= g_array_index (marks, guint, mark))
        {
          guint at = (guint) out->len;

          /* An end without its start lies before the snippet. */
          if (mark % 2 == 0 || (*snippet_marks)->len % 2 == 1)
            g_array_append_val (*snippet_marks, at);
          mark++;
        }
      if (!blank)
        g_string_append_unichar (out, c);
      else if (out->len == 0 || out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  if ((*snippet_marks)->len % 2 == 1)
    {
      guint at = (guint) out->len;

      g_array_append_val (*snippet_marks, at);
    }
  if (*end != '\0')
    g_string_append (out, "…");
  return g_string_free (out, FALSE);
}
