/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over tags and text. What is no tag is text, so nothing that a person wrote is lost. Bold
 * and italics are dropped: the words are to be found as they were written. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-html-text.h"

#include <string.h>

/* Longer than any tag is text with a lone sign in it. */
#define MAX_TAG_BYTES 8192
#define MAX_LISTS 16

/** The text while it is made. */
typedef struct
{
  GString *out;
  gboolean gap;     /* a blank is due before the next word */
  guint    breaks;  /* line ends due before the next word */
  guint    skip;    /* within so many elements whose text nobody sees */
  guint    pre;     /* within so many elements whose blanks count */
  guint    n_lists; /* lists open */
  int      numbers[MAX_LISTS]; /* of each list: the next number, 0 for bullets */
  GString *href;    /* (owned): of the link that is open */
} Html;

/* Character references that people meet; all others stay as they are written. */
static const struct
{
  const char *name;
  gunichar    c;
} references[] = {
  { "amp", '&' }, { "lt", '<' }, { "gt", '>' }, { "quot", '"' }, { "apos", '\'' },
  { "nbsp", ' ' }, { "ndash", 0x2013 }, { "mdash", 0x2014 }, { "hellip", 0x2026 },
  { "lsquo", 0x2018 }, { "rsquo", 0x2019 }, { "ldquo", 0x201C }, { "rdquo", 0x201D },
  { "laquo", 0xAB }, { "raquo", 0xBB }, { "copy", 0xA9 }, { "euro", 0x20AC }, { "deg", 0xB0 },
  { "times", 0xD7 }, { "middot", 0xB7 }, { "bull", 0x2022 }, { "szlig", 0xDF },
  { "auml", 0xE4 }, { "ouml", 0xF6 }, { "uuml", 0xFC }, { "Auml", 0xC4 }, { "Ouml", 0xD6 },
  { "Uuml", 0xDC }, { "eacute", 0xE9 }, { "egrave", 0xE8 }, { "agrave", 0xE0 },
  { "ccedil", 0xE7 }, { "ntilde", 0xF1 },
};

/* The character of the reference that begins at the ampersand, and its bytes. */
static gunichar
reference_at (const char *at,
              gsize      *length)
{
  gsize n = strcspn (at, "; \n<") + 1;
  gint64 value = 0;

  if (n < 3 || n > 12 || at[n - 1] != ';')
    return 0;
  *length = n;
  if (at[1] == '#')
    {
      char *end = NULL;
      gboolean hex = at[2] == 'x' || at[2] == 'X';

      value = g_ascii_strtoll (at + (hex ? 3 : 2), &end, hex ? 16 : 10);
      return end == at + n - 1 && value > 0 && g_unichar_validate ((gunichar) value)
             ? (gunichar) value : 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      if (strlen (references[i].name) == n - 2 && memcmp (references[i].name, at + 1, n - 2) == 0)
        return references[i].c;
    }
  return 0;
}

static void
want_breaks (Html  *self,
             guint  n)
{
  self->breaks = MAX (self->breaks, n);
  self->gap = FALSE;
}

/* What is due before the next word or mark. */
static void
settle (Html *self)
{
  if (self->out->len > 0)
    {
      for (guint i = 0; i < self->breaks; i++)
        g_string_append_c (self->out, '\n');
      if (self->breaks == 0 && self->gap)
        g_string_append_c (self->out, ' ');
    }
  self->breaks = 0;
  self->gap = FALSE;
}

static void
append_char (Html     *self,
             gunichar  c)
{
  if (self->skip > 0)
    return;
  if (self->pre > 0 && c == '\n')
    {
      self->breaks++;
      return;
    }
  if (self->pre == 0 && (c == ' ' || c == '\n' || c == '\t' || c == '\r'))
    {
      self->gap = self->gap || self->breaks == 0;
      return;
    }
  settle (self);
  g_string_append_unichar (self->out, c);
}

static void
append_mark (Html       *self,
             const char *mark)
{
  if (self->skip > 0)
    return;
  settle (self);
  g_string_append (self->out, mark);
}

/* The value of an attribute, its references undone; NULL if it is not there. */
static char *
attribute (const char *tag,
           gsize       length,
           const char *name)
{
  gsize n = strlen (name);
  const char *end = tag + length;

  for (const char *p = tag; (p = memmem (p, (gsize) (end - p), name, n)) != NULL; p += n)
    {
      const char *value = p + n;
      const char *stop;
      GString *text;

      if (!g_ascii_isspace (p[-1]) || value + 2 > end || *value != '=')
        continue;
      value++;
      if (*value == '"' || *value == '\'')
        {
          stop = memchr (value + 1, *value, (gsize) (end - value - 1));
          value++;
        }
      else
        for (stop = value; stop < end && !g_ascii_isspace (*stop); stop++)
          ;
      if (stop == NULL)
        return NULL;
      text = g_string_new (NULL);
      while (value < stop)
        {
          gsize bytes = 1;
          gunichar c = *value == '&' ? reference_at (value, &bytes) : 0;

          if (c != 0 && value + bytes <= stop)
            g_string_append_unichar (text, c);
          else
            {
              bytes = 1;
              g_string_append_c (text, *value);
            }
          value += bytes;
        }
      return g_string_free (text, FALSE);
    }
  return NULL;
}

static void
begin_item (Html *self)
{
  int *number = self->n_lists > 0 ? &self->numbers[self->n_lists - 1] : NULL;

  want_breaks (self, 1);
  settle (self);
  for (guint i = 1; i < self->n_lists; i++)
    g_string_append (self->out, "  ");
  if (number != NULL && *number > 0)
    g_string_append_printf (self->out, "%d. ", (*number)++);
  else
    g_string_append (self->out, "- ");
}

static void
toggle_link (Html       *self,
             const char *tag,
             gsize       length,
             gboolean    close)
{
  g_autofree char *href = NULL;

  if (close && self->href->len > 0)
    {
      g_string_append_printf (self->out, "](%s)", self->href->str);
      g_string_truncate (self->href, 0);
    }
  if (close)
    return;
  href = attribute (tag, length, "href");
  if (href == NULL || *href == '\0' || strpbrk (href, " \n)") != NULL || self->href->len > 0 ||
      self->skip > 0)
    return;
  append_mark (self, "[");
  g_string_assign (self->href, href);
}

static void
append_image (Html       *self,
              const char *tag,
              gsize       length)
{
  g_autofree char *source = attribute (tag, length, "src");
  g_autofree char *alt = attribute (tag, length, "alt");

  /* A picture written out in letters is no text. */
  if (source == NULL || g_str_has_prefix (source, "data:") || strpbrk (source, " \n)") != NULL)
    source = g_strdup ("");
  append_mark (self, "![");
  g_string_append_printf (self->out, "%s](%s)", alt != NULL ? alt : "", source);
}

static gboolean
is_one (const char *name,
        const char *list)
{
  g_auto (GStrv) names = g_strsplit (list, " ", -1);

  return g_strv_contains ((const char *const *) names, name);
}

/* @tag without its signs. */
static void
take_tag (Html       *self,
          const char *tag,
          gsize       length)
{
  gboolean close = length > 0 && *tag == '/';
  const char *start = tag + close;
  gsize n = 0;
  g_autofree char *name = NULL;

  while (start + n < tag + length && g_ascii_isalnum (start[n]))
    n++;
  name = g_ascii_strdown (start, (gssize) n);

  if (is_one (name, "script style head title"))
    {
      if (!close && tag[length - 1] != '/')
        self->skip++;
      else if (close && self->skip > 0)
        self->skip--;
    }
  else if (g_str_equal (name, "br"))
    {
      self->breaks++;
      self->gap = FALSE;
    }
  else if (g_str_equal (name, "hr"))
    {
      want_breaks (self, 2);
      append_mark (self, "---");
      want_breaks (self, 2);
    }
  else if (g_str_equal (name, "a"))
    toggle_link (self, tag, length, close);
  else if (g_str_equal (name, "img"))
    append_image (self, tag, length);
  else if (g_str_equal (name, "li"))
    {
      if (!close)
        begin_item (self);
      else
        want_breaks (self, 1);
    }
  else if (is_one (name, "ul ol"))
    {
      if (!close && self->n_lists < MAX_LISTS)
        self->numbers[self->n_lists++] = g_str_equal (name, "ol") ? 1 : 0;
      else if (close && self->n_lists > 0)
        self->n_lists--;
      want_breaks (self, self->n_lists > 0 ? 1 : 2);
    }
  else if (g_str_equal (name, "pre"))
    {
      want_breaks (self, 2);
      self->pre = close ? (self->pre > 0 ? self->pre - 1 : 0) : self->pre + 1;
    }
  else if (n == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6')
    {
      want_breaks (self, 2);
      if (!close)
        {
          g_autofree char *signs = g_strnfill ((gsize) (name[1] - '0'), '#');

          append_mark (self, signs);
          self->gap = TRUE;
        }
    }
  else if (g_str_equal (name, "blockquote"))
    {
      want_breaks (self, 2);
      if (!close)
        append_mark (self, "> ");
    }
  else if (is_one (name, "p div section article table"))
    {
      /* In an item or a quotation the text goes on in its line. */
      if (self->out->len < 2 || self->breaks > 0 ||
          (strcmp (self->out->str + self->out->len - 2, "- ") != 0 &&
           strcmp (self->out->str + self->out->len - 2, "> ") != 0))
        want_breaks (self, g_str_equal (name, "div") ? 1 : self->n_lists > 0 ? 1 : 2);
    }
  else if (is_one (name, "tr"))
    want_breaks (self, 1);
  else if (is_one (name, "td th") && !close)
    self->gap = TRUE;
}

/**
 * om_html_to_markdown:
 * @html: a part of a page
 *
 * Returns: (transfer full): its text with the marks of Markdown
 */
char *
om_html_to_markdown (const char *html)
{
  Html self = { .out = g_string_new (NULL), .href = g_string_new (NULL) };

  for (const char *p = html; *p != '\0';)
    {
      gsize length = 0;
      gunichar c = g_utf8_get_char (p);

      if (c == '<' && strncmp (p, "<!--", 4) == 0)
        {
          const char *end = strstr (p + 4, "-->");

          p = end != NULL ? end + 3 : p + strlen (p);
          continue;
        }
      if (c == '<' && (g_ascii_isalpha (p[1]) || p[1] == '/' || p[1] == '!'))
        {
          const char *end = memchr (p, '>', strnlen (p, MAX_TAG_BYTES));

          if (end != NULL)
            {
              take_tag (&self, p + 1, (gsize) (end - p - 1));
              p = end + 1;
              continue;
            }
        }
      if (c == '&')
        {
          gunichar meant = reference_at (p, &length);

          c = meant != 0 ? meant : c;
          length = meant != 0 ? length : 0;
        }
      append_char (&self, c);
      p = length > 0 ? p + length : g_utf8_next_char (p);
    }
  if (self.href->len > 0)
    g_string_append_printf (self.out, "](%s)", self.href->str);
  g_string_free (self.href, TRUE);
  return g_string_free (self.out, FALSE);
}
