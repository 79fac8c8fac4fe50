/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the lines of a block of properties. What is not understood stays as it was written; nothing
 * is ever run. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-front-matter-private.h"

#include <string.h>

/* A value that goes on over more lines than this is no value. */
#define MAX_CONTINUATION 200
#define MAX_NAME_BYTES 100

/** One line of the block, without its line end. */
typedef struct
{
  const char *start;
  gsize       length;
} Line;

typedef struct
{
  OmFrontMatter *self;
  GArray        *lines; /* (element-type Line) */
  guint          at;
} Parser;

/* Names whose presence says that a block is meant as properties, even if a line of it is odd. */
static const char *const known_keys[] = { "title", "date", "created", "created_at", "tags", "tag",
                                          "aliases" };

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static void
strip_blanks (const char **start,
              gsize       *length)
{
  while (*length > 0 && is_blank (**start))
    {
      (*start)++;
      (*length)--;
    }
  while (*length > 0 && is_blank ((*start)[*length - 1]))
    (*length)--;
}

static gsize
indent_of (const Line *line)
{
  gsize n = 0;

  while (n < line->length && is_blank (line->start[n]))
    n++;
  return n;
}

static gboolean
line_is_blank (const Line *line)
{
  return indent_of (line) == line->length;
}

static Line *
line_at (Parser *parser,
         guint   i)
{
  return i < parser->lines->len ? &g_array_index (parser->lines, Line, i) : NULL;
}

/* `---` or `...` at the beginning of a line, and nothing else on it. */
static gboolean
is_fence (const Line *line,
          gboolean    opening)
{
  const char *start = line->start;
  gsize length = line->length;

  strip_blanks (&start, &length);
  return start == line->start && length == 3 &&
         (memcmp (start, "---", 3) == 0 || (!opening && memcmp (start, "...", 3) == 0));
}

/* The colon that ends a name at the beginning of a line, or NULL. */
static const char *
name_end (const Line *line)
{
  if (line->length == 0 || is_blank (line->start[0]) || line->start[0] == '#' ||
      line->start[0] == '-' || line->start[0] == ':')
    return NULL;

  for (gsize i = 1; i < line->length && i < MAX_NAME_BYTES; i++)
    {
      if (line->start[i] == ':' && (i + 1 == line->length || is_blank (line->start[i + 1])))
        return line->start + i;
    }
  return NULL;
}

static gboolean
is_item (const Line *line)
{
  gsize indent = indent_of (line);

  return indent < line->length && line->start[indent] == '-' &&
         (indent + 1 == line->length || is_blank (line->start[indent + 1]));
}

static void
add_value (OmFrontField *field,
           char         *text,
           gboolean      plain)
{
  OmFrontValue *value = g_new0 (OmFrontValue, 1);

  value->text = text;
  value->plain = plain;
  g_ptr_array_add (field->values, value);
}

static gboolean
append_escape (GString     *out,
               const char **p,
               const char  *end)
{
  static const char escapes[] = "0abtnvfre \"/\\";
  static const char meanings[] = " \a\b\t\n\v\f\r\x1b \"/\\";
  const char *found;
  int digits = **p == 'x' ? 2 : **p == 'u' ? 4 : **p == 'U' ? 8 : 0;

  if (digits > 0)
    {
      gunichar c = 0;

      for (int i = 1; i <= digits; i++)
        {
          if (*p + i >= end || !g_ascii_isxdigit ((*p)[i]))
            return FALSE;
          c = c << 4 | (gunichar) g_ascii_xdigit_value ((*p)[i]);
        }
      g_string_append_unichar (out, c != 0 && g_unichar_validate (c) ? c : 0xFFFD);
      *p += digits + 1;
      return TRUE;
    }

  found = memchr (escapes, **p, sizeof escapes - 1);
  if (found == NULL)
    return FALSE;
  g_string_append_c (out, meanings[found - escapes]);
  (*p)++;
  return TRUE;
}

/* A quoted text that begins at @start. Returns where it ends, after its quotation mark, or NULL. */
static const char *
read_quoted (const char *start,
             const char *end,
             GString    *out)
{
  char mark = *start;
  const char *p = start + 1;

  while (p < end)
    {
      if (*p == mark && mark == '\'' && p + 1 < end && p[1] == '\'')
        {
          g_string_append_c (out, '\'');
          p += 2;
        }
      else if (*p == mark)
        return p + 1;
      else if (*p == '\\' && mark == '"' && p + 1 < end)
        {
          p++;
          if (!append_escape (out, &p, end))
            g_string_append_c (out, '\\');
        }
      else
        g_string_append_c (out, *p++);
    }

  return NULL;
}

static gboolean
is_rest_of_line (const char *p,
                 const char *end)
{
  const char *start = p;

  while (p < end && is_blank (*p))
    p++;
  return p == end || (*p == '#' && p > start);
}

/* A value that stands in one piece: quoted, or plain up to a comment. */
static void
add_scalar (Parser       *parser,
            OmFrontField *field,
            const char   *start,
            gsize         length)
{
  const char *end;

  strip_blanks (&start, &length);
  end = start + length;
  if (length > 0 && (*start == '"' || *start == '\''))
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const char *after = read_quoted (start, end, text);

      if (after != NULL && is_rest_of_line (after, end))
        {
          if (after < end && memchr (after, '#', (gsize) (end - after)) != NULL)
            parser->self->complete = FALSE;
          add_value (field, g_string_free (g_steal_pointer (&text), FALSE), FALSE);
          return;
        }
    }

  /* A comment has a blank on either side here: titles such as “Take #2” are not to be cut. */
  for (gsize i = 1; i + 1 < length; i++)
    {
      if (start[i] == '#' && is_blank (start[i - 1]) && is_blank (start[i + 1]))
        {
          parser->self->complete = FALSE;
          length = i;
          break;
        }
    }
  strip_blanks (&start, &length);
  add_value (field, g_strndup (start, length), TRUE);
}

/* `[a, "b, c", d]` as a whole. */
static gboolean
add_flow_list (Parser       *parser,
               OmFrontField *field,
               const char   *start,
               gsize         length)
{
  const char *end = start + length;
  const char *p = start + 1;
  const char *item = p;
  int depth = 0;

  for (; p < end; p++)
    {
      if ((*p == '"' || *p == '\'') && is_rest_of_line (item, p))
        {
          g_autoptr (GString) ignored = g_string_new (NULL);
          const char *after = read_quoted (p, end, ignored);

          if (after != NULL)
            p = after - 1;
        }
      else if (*p == '[' || *p == '{')
        depth++;
      else if (depth > 0 && (*p == ']' || *p == '}'))
        depth--;
      else if (depth == 0 && (*p == ',' || *p == ']'))
        {
          const char *from = item;
          gsize n = (gsize) (p - item);

          strip_blanks (&from, &n);
          if (n > 0)
            add_scalar (parser, field, from, n);
          item = p + 1;
          if (*p == ']')
            return is_rest_of_line (p + 1, end);
        }
    }

  return FALSE;
}

/* Joins a value that goes on over further lines until @closes says so. */
static gboolean
read_flow (Parser       *parser,
           OmFrontField *field,
           const char   *start,
           gsize         length)
{
  g_autoptr (GString) text = g_string_new_len (start, (gssize) length);
  gboolean list = *start == '[';

  for (guint i = 0; i < MAX_CONTINUATION; i++)
    {
      Line *next = line_at (parser, parser->at + i);
      gboolean done;

      g_ptr_array_set_size (field->values, 0);
      if (list)
        done = add_flow_list (parser, field, text->str, text->len);
      else
        {
          g_autoptr (GString) ignored = g_string_new (NULL);
          const char *after = read_quoted (text->str, text->str + text->len, ignored);

          /* The mark may close early in a text with marks inside; then it is plain. */
          if (after != NULL && !is_rest_of_line (after, text->str + text->len))
            return FALSE;
          done = after != NULL;
          if (done)
            add_scalar (parser, field, text->str, text->len);
        }
      if (done)
        {
          field->kind = list ? OM_FRONT_LIST : OM_FRONT_SCALAR;
          parser->at += i;
          return TRUE;
        }
      if (next == NULL || (name_end (next) != NULL && indent_of (next) == 0))
        break;

      {
        const char *more = next->start;
        gsize n = next->length;

        strip_blanks (&more, &n);
        g_string_append_c (text, ' ');
        g_string_append_len (text, more, (gssize) n);
      }
    }

  g_ptr_array_set_size (field->values, 0);
  return FALSE;
}

/* `|` and `>`: the lines below that are indented, or blank. */
static void
read_block (Parser       *parser,
            OmFrontField *field,
            gboolean      folded)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const Line *line;
  const char *indent = NULL;
  gsize indent_length = 0;
  guint blank = 0;

  for (; (line = line_at (parser, parser->at)) != NULL; parser->at++)
    {
      gsize own = indent_of (line);
      gsize off = 0;

      if (own == line->length)
        {
          blank++;
          continue;
        }
      if (own == 0)
        break;
      if (indent == NULL)
        {
          indent = line->start;
          indent_length = own;
        }
      else if (folded && blank == 0)
        g_string_append_c (text, ' ');
      else
        {
          for (guint i = folded ? 1 : 0; i <= blank; i++)
            g_string_append_c (text, '\n');
        }
      blank = 0;
      while (off < indent_length && off < own && line->start[off] == indent[off])
        off++;
      g_string_append_len (text, line->start + off, (gssize) (line->length - off));
    }

  field->kind = OM_FRONT_TEXT;
  add_value (field, g_string_free (g_steal_pointer (&text), FALSE), FALSE);
}

/* Whether a value is the sign of a block, with its modifiers. */
static gboolean
is_block_sign (const char *value,
               gsize       length)
{
  if (length == 0 || (*value != '|' && *value != '>'))
    return FALSE;
  for (gsize i = 1; i < length; i++)
    {
      if (strchr ("+-0123456789 \t", value[i]) == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
read_items (Parser       *parser,
            OmFrontField *field)
{
  const Line *line;

  field->kind = OM_FRONT_LIST;
  while ((line = line_at (parser, parser->at)) != NULL && (is_item (line) || line_is_blank (line)))
    {
      gsize indent = indent_of (line);
      g_autoptr (GString) text = NULL;

      parser->at++;
      if (line_is_blank (line))
        continue;
      text = g_string_new_len (line->start + indent + 1, (gssize) (line->length - indent - 1));
      /* What is indented deeper belongs to the item: a map, or a text that goes on. */
      for (const Line *next; (next = line_at (parser, parser->at)) != NULL &&
           !line_is_blank (next) &&
                             indent_of (next) > indent && !is_item (next); parser->at++)
        {
          g_string_append_c (text, '\n');
          g_string_append_len (text, next->start, (gssize) next->length);
        }
      add_scalar (parser, field, text->str, text->len);
    }
}

static void
read_plain (Parser       *parser,
            OmFrontField *field,
            const char   *start,
            gsize         length)
{
  g_autoptr (GString) text = g_string_new_len (start, (gssize) length);

  for (const Line *next; (next = line_at (parser, parser->at)) != NULL && !line_is_blank (next) &&
                         indent_of (next) > 0 && !is_item (next); parser->at++)
    {
      gsize indent = indent_of (next);

      g_string_append_c (text, ' ');
      g_string_append_len (text, next->start + indent, (gssize) (next->length - indent));
    }
  field->kind = OM_FRONT_SCALAR;
  add_scalar (parser, field, text->str, text->len);
}

static char *
make_key (const char *name)
{
  return g_strdelimit (g_ascii_strdown (name, -1), "- ", '_');
}

static char *
make_name (const char *start,
           gsize       length)
{
  strip_blanks (&start, &length);
  if (length > 2 && (*start == '"' || *start == '\''))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (read_quoted (start, start + length, text) == start + length)
        return g_string_free (g_steal_pointer (&text), FALSE);
    }
  return g_strndup (start, length);
}

/* The value of a field, which begins at @value and may go on over the lines below. */
static void
read_value (Parser       *parser,
            OmFrontField *field,
            const char   *value,
            gsize         length)
{
  const Line *next = line_at (parser, parser->at);

  if (is_block_sign (value, length))
    {
      read_block (parser, field, *value == '>');
      return;
    }
  if (length > 0 && strchr ("[\"'", *value) != NULL && read_flow (parser, field, value, length))
    return;
  if (length == 0 && next != NULL && is_item (next))
    {
      read_items (parser, field);
      return;
    }
  if (length == 0 && next != NULL && !line_is_blank (next) && indent_of (next) > 0)
    {
      /* Something nested: its lines are kept as they are. */
      read_block (parser, field, FALSE);
      return;
    }
  if (length == 0 || (length == 1 && *value == '~') ||
      (length == 4 && g_ascii_strncasecmp (value, "null", 4) == 0))
    {
      field->kind = OM_FRONT_NULL;
      return;
    }
  read_plain (parser, field, value, length);
}

static void
read_field (Parser     *parser,
            const Line *line,
            const char *colon)
{
  OmFrontField *field = om_front_matter_add_field (parser->self);
  const char *value = colon + 1;
  gsize length = line->length - (gsize) (value - line->start);
  guint first = ++parser->at;

  strip_blanks (&value, &length);
  field->name = make_name (line->start, (gsize) (colon - line->start));
  field->key = make_key (field->name);
  field->written = g_strndup (value, length);

  read_value (parser, field, value, length);
  field->one_line = parser->at == first;
}

static gboolean
has_known_key (OmFrontMatter *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (known_keys); i++)
    {
      if (om_front_matter_find (self, known_keys[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Reads the lines of the block. Returns %FALSE if they are a text between two rules. */
static gboolean
parse_lines (Parser *parser)
{
  guint odd = 0;

  while (parser->at < parser->lines->len)
    {
      const Line *line = line_at (parser, parser->at);
      const char *colon = name_end (line);

      if (colon != NULL)
        {
          read_field (parser, line, colon);
          continue;
        }
      parser->at++;
      if (line_is_blank (line))
        continue;
      parser->self->complete = FALSE;
      if (line->start[indent_of (line)] == '#')
        continue;
      if (parser->self->fields->len == 0)
        return FALSE;
      odd++;
    }

  if (parser->self->fields->len == 0)
    return parser->self->complete;
  return odd == 0 || has_known_key (parser->self);
}

/* The next line from @at on; @next is where the one after it begins. */
static Line
take_line (const char *at,
           const char *end,
           const char **next)
{
  const char *line_end = memchr (at, '\n', (gsize) (end - at));

  *next = line_end != NULL ? line_end + 1 : end;
  return (Line){ at, (gsize) ((line_end != NULL ? line_end : end) - at) };
}

/**
 * om_front_matter_parse:
 * @text: a whole file, line ends LF
 * @unclosed: (out) (nullable): whether a block begins and never ends: all of it is text then
 *
 * A block begins with `---` on the first line and ends with `---` or `...` on a line of its own; it
 * must hold `name: value` lines. Tags that build objects, anchors and aliases are plain text here.
 *
 * Returns: (transfer full) (nullable): the properties, or %NULL if @text has none
 */
OmFrontMatter *
om_front_matter_parse (const char *text,
                       gsize       length,
                       gboolean   *unclosed)
{
  g_autoptr (OmFrontMatter) self = NULL;
  g_autoptr (GArray) lines = NULL;
  const char *end = text + length;
  const char *at = text;
  const char *block;
  Parser parser = { 0 };
  Line line;

  if (unclosed != NULL)
    *unclosed = FALSE;
  if (length < 3)
    return NULL;
  line = take_line (at, end, &at);
  if (!is_fence (&line, TRUE) || at == end)
    return NULL;

  block = at;
  lines = g_array_new (FALSE, FALSE, sizeof (Line));
  for (;;)
    {
      if (at == end)
        {
          /* Only what looks like properties is worth a remark. */
          if (unclosed != NULL && lines->len > 0)
            *unclosed = name_end (&g_array_index (lines, Line, 0)) != NULL;
          return NULL;
        }
      line = take_line (at, end, &at);
      if (is_fence (&line, FALSE))
        break;
      g_array_append_val (lines, line);
    }

  self = om_front_matter_new ();
  self->raw = g_strndup (block, (gsize) (line.start - block));
  self->body = (gsize) (at - text);
  parser = (Parser){ .self = self, .lines = lines };
  return parse_lines (&parser) ? g_steal_pointer (&self) : NULL;
}
