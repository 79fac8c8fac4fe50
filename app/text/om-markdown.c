/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown line by line, after CommonMark, for showing while one writes. A line is read with what of the lines
 * before counts for it, so a change is read again from its line to where nothing differs any more. What CommonMark
 * lets go on over the end of a line (emphasis, links) ends there here, and of a heading with a line of = or -
 * below it the last line alone is one. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-markdown.h"

#include <string.h>

/* Of a state: how long the fence is, 0 outside. */
#define FENCE_LENGTH 0xffu
#define FENCE_IS_TILDE (1u << 8)
#define FENCE_IN_QUOTE (1u << 9)
/* What the line before was. */
#define AFTER_TEXT (1u << 10)
#define AFTER_CODE (1u << 11)
#define IN_LIST (1u << 12)

#define MOST_CONTAINERS 16
#define CODE_INDENT 4

/** Line: one line while it is read; offsets in bytes. */
typedef struct
{
  const char *text;
  gsize       length;
  GArray     *spans;
} Line;

static void
add (Line          *line,
     gsize          start,
     gsize          end,
     OmMarkdownKind kind)
{
  OmMarkdownSpan span = { (guint) start, (guint) end, kind };

  if (end > start)
    g_array_append_val (line->spans, span);
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Columns of the white space at @at; @after (out): where it ends. */
static gsize
indent_at (const Line *line,
           gsize       at,
           gsize      *after)
{
  gsize columns = 0;

  for (; at < line->length && is_blank (line->text[at]); at++)
    columns += line->text[at] == '\t' ? CODE_INDENT - columns % CODE_INDENT : 1;
  *after = at;
  return columns;
}

static gsize
run_of (const Line *line,
        gsize       at,
        char        c)
{
  gsize n = 0;

  while (at + n < line->length && line->text[at + n] == c)
    n++;
  return n;
}

static gboolean
is_blank_from (const Line *line,
               gsize       at)
{
  gsize after;

  indent_at (line, at, &after);
  return after == line->length;
}

/* Three or more stars, hyphens or underscores, and nothing else. */
static gboolean
is_rule (const Line *line,
         gsize       at)
{
  char c = at < line->length ? line->text[at] : '\0';
  gsize n = 0;

  if (c != '*' && c != '-' && c != '_')
    return FALSE;
  for (; at < line->length; at++)
    {
      if (line->text[at] == c)
        n++;
      else if (!is_blank (line->text[at]))
        return FALSE;
    }
  return n >= 3;
}

/* The level of the heading that such a line makes of the line above it, 0 for none. */
static int
underline_level (const Line *line)
{
  gsize at;
  gsize n;

  if (indent_at (line, 0, &at) >= CODE_INDENT || at == line->length)
    return 0;
  n = run_of (line, at, '=');
  if (n > 0)
    return is_blank_from (line, at + n) ? 1 : 0;
  n = run_of (line, at, '-');
  return n > 0 && is_blank_from (line, at + n) ? 2 : 0;
}

/* Length of the sign of a list's item at @at, without the blank after it; 0 if there is none. */
static gsize
list_sign (const Line *line,
           gsize       at,
           gboolean    after_text)
{
  gsize n = 0;

  if (at < line->length && strchr ("-+*", line->text[at]) != NULL)
    n = 1;
  else
    {
      while (at + n < line->length && g_ascii_isdigit (line->text[at + n]) && n < 9)
        n++;
      if (n == 0 || at + n >= line->length || strchr (".)", line->text[at + n]) == NULL)
        return 0;
      /* "1985. That was the year" in the middle of a text is no list. */
      if (after_text && !(n == 1 && line->text[at] == '1'))
        return 0;
      n++;
    }
  if (at + n < line->length && !is_blank (line->text[at + n]))
    return 0;
  if (after_text && is_blank_from (line, at + n))
    return 0;
  return n;
}

/* "[ ]" or "[x]" and a blank. */
static gsize
box_at (const Line *line,
        gsize       at)
{
  const char *p = line->text + at;

  return line->length - at > 3 && p[0] == '[' && strchr (" xX", p[1]) != NULL && p[2] == ']' && is_blank (p[3]) ? 3 : 0;
}

/* A fence of code that opens at @at; its state, 0 for none. */
static OmMarkdownState
fence_at (const Line *line,
          gsize       at)
{
  char c = at < line->length ? line->text[at] : '\0';
  gsize n;

  if (c != '`' && c != '~')
    return 0;
  n = run_of (line, at, c);
  if (n < 3)
    return 0;
  if (c == '`' && memchr (line->text + at + n, '`', line->length - at - n) != NULL)
    return 0;
  return (OmMarkdownState) MIN (n, FENCE_LENGTH) | (c == '~' ? FENCE_IS_TILDE : 0);
}

static gboolean
closes_fence (const Line     *line,
              gsize           at,
              OmMarkdownState state)
{
  char c = (state & FENCE_IS_TILDE) != 0 ? '~' : '`';
  gsize start;
  gsize n;

  if (indent_at (line, at, &start) >= CODE_INDENT && (state & IN_LIST) == 0)
    return FALSE;
  n = run_of (line, start, c);
  return n >= (state & FENCE_LENGTH) && is_blank_from (line, start + n);
}

/* The signs of quotes at the beginning; where what is quoted begins, 0 for no quote. */
static gsize
skip_quote (Line *line)
{
  gsize at = 0;
  gsize quoted = 0;
  gsize sign;

  while (indent_at (line, at, &sign) < CODE_INDENT && sign < line->length && line->text[sign] == '>')
    {
      add (line, sign, sign + 1, OM_MARKDOWN_MARK);
      at = quoted = sign + 1;
      if (at < line->length && is_blank (line->text[at]))
        at = quoted = at + 1;
    }
  return quoted;
}

/* A line within a fence. Returns %FALSE if it does not belong to it any more: the quote around it has ended. */
static gboolean
read_code (Line            *line,
           OmMarkdownState *state)
{
  gsize at = 0;

  if ((*state & FENCE_IN_QUOTE) != 0)
    {
      at = skip_quote (line);
      if (at == 0)
        {
          *state &= IN_LIST;
          return FALSE;
        }
      add (line, 0, line->length, OM_MARKDOWN_QUOTE);
    }
  if (closes_fence (line, at, *state))
    {
      add (line, at, line->length, OM_MARKDOWN_MARK);
      *state &= IN_LIST;
    }
  add (line, at, line->length, OM_MARKDOWN_CODE_BLOCK);
  return TRUE;
}

static gboolean
read_heading (Line *line,
              gsize at)
{
  gsize level = run_of (line, at, '#');
  gsize start;
  gsize end = line->length;
  gsize closing;

  if (level < 1 || level > 6 || (at + level < line->length && !is_blank (line->text[at + level])))
    return FALSE;
  indent_at (line, at + level, &start);
  while (end > start && is_blank (line->text[end - 1]))
    end--;
  /* Hashes at the end, with a blank before them. */
  for (closing = end; closing > start && line->text[closing - 1] == '#'; closing--)
    ;
  if (closing > start && !is_blank (line->text[closing - 1]))
    closing = end;
  add (line, at, line->length, (OmMarkdownKind) (OM_MARKDOWN_HEADING_1 + level - 1));
  add (line, at, at + level, OM_MARKDOWN_MARK);
  add (line, closing, end, OM_MARKDOWN_MARK);
  om_markdown_read_inline (line->text, start, closing, line->spans);
  return TRUE;
}

/* Whether the text of this line is a heading because of the line below it. */
static int
level_by_next (const char *next)
{
  Line below = { next, 0, NULL };
  gsize length = next != NULL ? strcspn (next, "\r\n") : 0;

  if (length == 0)
    return 0;
  below.length = length;
  return underline_level (&below);
}

/* A line outside of fences, from the left. */
static OmMarkdownState
read_blocks (Line           *line,
             const char     *next,
             OmMarkdownState state)
{
  gboolean after_text = (state & AFTER_TEXT) != 0;
  gboolean in_list = (state & IN_LIST) != 0;
  gboolean is_item = FALSE;
  gboolean is_nested = FALSE;
  gsize at;
  gsize quoted;
  gsize columns;
  OmMarkdownState fence;
  int level;

  if (is_blank_from (line, 0))
    return state & (IN_LIST | AFTER_CODE);
  if (after_text && !in_list && underline_level (line) > 0)
    {
      add (line, 0, line->length, OM_MARKDOWN_MARK);
      return 0;
    }

  quoted = skip_quote (line);
  if (quoted > 0)
    add (line, 0, line->length, OM_MARKDOWN_QUOTE);
  columns = indent_at (line, quoted, &at);
  if (columns >= CODE_INDENT && !after_text && (!in_list || (state & AFTER_CODE) != 0) && at < line->length)
    {
      add (line, quoted, line->length, OM_MARKDOWN_CODE_BLOCK);
      return AFTER_CODE;
    }

  for (int i = 0; i < MOST_CONTAINERS; i++)
    {
      gsize sign;

      if (is_rule (line, at))
        break;
      sign = list_sign (line, at, after_text && quoted == 0 && !in_list && !is_item);
      if (sign == 0)
        break;
      add (line, at, at + sign, OM_MARKDOWN_LIST);
      is_nested = is_nested || columns > 0;
      is_item = TRUE;
      indent_at (line, at + sign, &at);
      if (box_at (line, at) > 0)
        {
          add (line, at, at + 3, OM_MARKDOWN_LIST);
          indent_at (line, at + 3, &at);
        }
      if (at < line->length && line->text[at] == '>')
        {
          add (line, at, line->length, OM_MARKDOWN_QUOTE);
          add (line, at, at + 1, OM_MARKDOWN_MARK);
          indent_at (line, at + 1, &at);
        }
    }
  /* A list goes on in what is indented below it, and in what follows a text without a blank line. */
  in_list = is_item || (in_list && (columns > 0 || after_text));
  state = in_list ? IN_LIST : 0;

  fence = fence_at (line, at);
  if (fence != 0)
    {
      add (line, at, line->length, OM_MARKDOWN_MARK);
      add (line, at, line->length, OM_MARKDOWN_CODE_BLOCK);
      return state | fence | (quoted > 0 ? FENCE_IN_QUOTE : 0);
    }
  if (is_rule (line, at))
    {
      add (line, at, line->length, OM_MARKDOWN_RULE);
      return state;
    }
  if (read_heading (line, at))
    return state;

  level = quoted == 0 && !in_list ? level_by_next (next) : 0;
  if (level > 0)
    add (line, at, line->length, (OmMarkdownKind) (OM_MARKDOWN_HEADING_1 + level - 1));
  om_markdown_read_inline (line->text, at, line->length, line->spans);
  /* An item without words, or a quote without, is no text that goes on. */
  return state | (at < line->length ? AFTER_TEXT : 0);
}

/* From bytes to letters, for all spans at once. */
static void
count_letters (const char *text,
               gsize       length,
               GArray     *spans,
               guint       from)
{
  g_autofree guint *letters = NULL;
  guint n = 0;
  gboolean is_ascii = TRUE;

  if (from == spans->len)
    return;
  for (gsize i = 0; i < length && is_ascii; i++)
    is_ascii = (guchar) text[i] < 0x80;
  if (is_ascii)
    return;
  letters = g_new (guint, length + 1);
  for (gsize i = 0; i < length; i++)
    {
      letters[i] = n;
      if (i + 1 == length || ((guchar) text[i + 1] & 0xc0) != 0x80)
        n++;
    }
  letters[length] = n;
  for (guint i = from; i < spans->len; i++)
    {
      OmMarkdownSpan *span = &g_array_index (spans, OmMarkdownSpan, i);

      span->start = letters[span->start];
      span->end = letters[span->end];
    }
}

/**
 * om_markdown_read_line:
 * @line: UTF-8, without its line end
 * @length: in bytes
 * @next: (nullable): the text of the line below, up to its line end or a zero
 * @state: after the line above, %OM_MARKDOWN_START before the first one
 * @spans: (element-type OmMarkdownSpan): what is found is appended
 *
 * Returns: the state after it
 */
OmMarkdownState
om_markdown_read_line (const char     *text,
                       gsize           length,
                       const char     *next,
                       OmMarkdownState state,
                       GArray         *spans)
{
  Line line = { text, length, spans };
  guint from = spans->len;

  if (length > OM_MARKDOWN_LONGEST)
    return (state & FENCE_LENGTH) != 0 ? state : (state & IN_LIST) | AFTER_TEXT;
  if ((state & FENCE_LENGTH) == 0 || !read_code (&line, &state))
    state = read_blocks (&line, next, state);
  count_letters (text, length, spans, from);
  return state;
}

/**
 * om_markdown_read_rest:
 *
 * The same for what goes on a line that was cut for display: nothing begins in the middle of a line.
 */
OmMarkdownState
om_markdown_read_rest (const char     *text,
                       gsize           length,
                       OmMarkdownState state,
                       GArray         *spans)
{
  Line line = { text, length, spans };
  guint from = spans->len;

  if (length > OM_MARKDOWN_LONGEST)
    return state;
  if ((state & (FENCE_LENGTH | AFTER_CODE)) != 0)
    add (&line, 0, length, OM_MARKDOWN_CODE_BLOCK);
  else
    om_markdown_read_inline (text, 0, length, spans);
  count_letters (text, length, spans, from);
  return state;
}
