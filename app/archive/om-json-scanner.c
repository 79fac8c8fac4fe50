/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pull parser for JSON (RFC 8259), strict in what it takes and bounded in depth. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-json-scanner.h"

#include <string.h>

#include "memory/om-error.h"

/* What may come next. */
typedef enum
{
  EXPECT_VALUE,         /* a value */
  EXPECT_VALUE_OR_END,  /* the first of an array */
  EXPECT_NAME_OR_END,   /* the first of an object */
  EXPECT_NAME,          /* after a comma in an object */
  EXPECT_COMMA_OR_END,  /* after a value in an array or object */
  EXPECT_NOTHING,       /* after the outermost value */
} Expect;

struct _OmJsonScanner
{
  const char *start; /* (not owned) */
  const char *at;
  const char *end;
  const char *line_at; /* how far lines have been counted */
  const char *token;   /* where the last token began */
  guint       line;
  Expect      expect;
  guint       depth;
  gboolean    in_object[OM_JSON_MAX_DEPTH];
  GString    *string; /* (owned): value of the last name, string or number */
  guint       n_replaced;
};

/**
 * om_json_scanner_new:
 * @text: (not owned): UTF-8, must outlive the scanner
 *
 * Returns: (transfer full): a scanner at the beginning of @text
 */
OmJsonScanner *
om_json_scanner_new (const char *text,
                     gsize       length)
{
  OmJsonScanner *self = g_new0 (OmJsonScanner, 1);

  self->start = self->at = self->line_at = self->token = text;
  self->end = text + length;
  self->line = 1;
  self->string = g_string_new (NULL);
  return self;
}

/** om_json_scanner_free: */
void
om_json_scanner_free (OmJsonScanner *self)
{
  if (self == NULL)
    return;

  g_string_free (self->string, TRUE);
  g_free (self);
}

/**
 * om_json_scanner_get_string:
 *
 * Returns: (transfer none): the last name or string with its escapes undone, or the last number as
 *   written; good until the next token
 */
const char *
om_json_scanner_get_string (OmJsonScanner *self)
{
  return self->string->str;
}

/**
 * om_json_scanner_get_line:
 *
 * Returns: the line of the last token, from 1
 */
guint
om_json_scanner_get_line (OmJsonScanner *self)
{
  for (; self->line_at < self->token; self->line_at++)
    {
      if (*self->line_at == '\n')
        self->line++;
    }
  return self->line;
}

/** om_json_scanner_get_n_replaced: NULs and lone surrogates that became U+FFFD so far. */
guint
om_json_scanner_get_n_replaced (OmJsonScanner *self)
{
  return self->n_replaced;
}

static OmJsonToken
fail (OmJsonScanner *self,
      GError       **error,
      const char    *what)
{
  self->token = MIN (self->at, self->end);
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, "The JSON is damaged or cut off: line %u %s.",
               om_json_scanner_get_line (self), what);
  return OM_JSON_FAILED;
}

static gboolean
read_hex4 (OmJsonScanner *self,
           gunichar      *value)
{
  *value = 0;
  if (self->end - self->at < 4)
    return FALSE;
  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (self->at[i]);

      if (digit < 0)
        return FALSE;
      *value = *value << 4 | (gunichar) digit;
    }
  self->at += 4;
  return TRUE;
}

/* After `\u`. */
static gboolean
read_unicode_escape (OmJsonScanner *self)
{
  gunichar c;

  if (!read_hex4 (self, &c))
    return FALSE;
  if (c >= 0xD800 && c < 0xDC00 && self->end - self->at >= 6 && self->at[0] == '\\' &&
      self->at[1] == 'u')
    {
      const char *back = self->at;
      gunichar low;

      self->at += 2;
      if (!read_hex4 (self, &low))
        return FALSE;
      if (low >= 0xDC00 && low < 0xE000)
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
      else
        self->at = back;
    }
  if (c == 0 || (c >= 0xD800 && c < 0xE000))
    {
      c = 0xFFFD;
      self->n_replaced++;
    }
  g_string_append_unichar (self->string, c);
  return TRUE;
}

/* After the opening quotation mark. */
static gboolean
read_string (OmJsonScanner *self)
{
  static const char escapes[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";

  g_string_truncate (self->string, 0);
  for (;;)
    {
      const char *run = self->at;
      const char *escape;

      while (self->at < self->end && *self->at != '"' && *self->at != '\\' && *self->at != '\n')
        self->at++;
      g_string_append_len (self->string, run, self->at - run);
      /* A line end inside is not lawful, and most often a missing quotation mark. */
      if (self->at >= self->end || *self->at == '\n')
        return FALSE;
      if (*self->at++ == '"')
        return TRUE;
      if (self->at >= self->end)
        return FALSE;

      if (*self->at == 'u')
        {
          self->at++;
          if (!read_unicode_escape (self))
            return FALSE;
          continue;
        }
      escape = memchr (escapes, *self->at, sizeof escapes - 1);
      if (escape == NULL)
        return FALSE;
      g_string_append_c (self->string, meanings[escape - escapes]);
      self->at++;
    }
}

static gboolean
read_number (OmJsonScanner *self)
{
  const char *start = self->at;
  const char *p = start;

#define DIGITS(q)                                        \
  G_STMT_START                                           \
  {                                                      \
    const char *first_ = q;                              \
    while (q < self->end && g_ascii_isdigit (*q))        \
      q++;                                               \
    if (q == first_)                                     \
      return FALSE;                                      \
  }                                                      \
  G_STMT_END

  if (p < self->end && *p == '-')
    p++;
  DIGITS (p);
  if (p < self->end && *p == '.')
    {
      p++;
      DIGITS (p);
    }
  if (p < self->end && (*p == 'e' || *p == 'E'))
    {
      p++;
      if (p < self->end && (*p == '+' || *p == '-'))
        p++;
      DIGITS (p);
    }
#undef DIGITS

  self->at = p;
  g_string_truncate (self->string, 0);
  g_string_append_len (self->string, start, p - start);
  return TRUE;
}

static gboolean
read_word (OmJsonScanner *self,
           const char    *word)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->at) < length || memcmp (self->at, word, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

static void
value_done (OmJsonScanner *self)
{
  self->expect = self->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
}

static OmJsonToken
open_container (OmJsonScanner *self,
                gboolean       object,
                GError       **error)
{
  if (self->depth == OM_JSON_MAX_DEPTH)
    return fail (self, error, "nests deeper than any journal does");

  self->at++;
  self->in_object[self->depth++] = object;
  self->expect = object ? EXPECT_NAME_OR_END : EXPECT_VALUE_OR_END;
  return object ? OM_JSON_OBJECT_START : OM_JSON_ARRAY_START;
}

static OmJsonToken
close_container (OmJsonScanner *self)
{
  gboolean object = self->in_object[--self->depth];

  self->at++;
  value_done (self);
  return object ? OM_JSON_OBJECT_END : OM_JSON_ARRAY_END;
}

static OmJsonToken
read_value (OmJsonScanner *self,
            GError       **error)
{
  OmJsonToken token = OM_JSON_FAILED;

  switch (*self->at)
    {
    case '{':
      return open_container (self, TRUE, error);
    case '[':
      return open_container (self, FALSE, error);
    case '"':
      self->at++;
      token = read_string (self) ? OM_JSON_STRING : OM_JSON_FAILED;
      break;
    case 't':
      token = read_word (self, "true") ? OM_JSON_TRUE : OM_JSON_FAILED;
      break;
    case 'f':
      token = read_word (self, "false") ? OM_JSON_FALSE : OM_JSON_FAILED;
      break;
    case 'n':
      token = read_word (self, "null") ? OM_JSON_NULL : OM_JSON_FAILED;
      break;
    default:
      token = read_number (self) ? OM_JSON_NUMBER : OM_JSON_FAILED;
      break;
    }

  if (token == OM_JSON_FAILED)
    return fail (self, error, "holds a value that is none");
  value_done (self);
  return token;
}

static void
skip_space (OmJsonScanner *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t' || *self->at == '\n' ||
                                  *self->at == '\r'))
    self->at++;
}

/**
 * om_json_scanner_next:
 * @error: return location, %OM_ERROR_INVALID with the line
 *
 * Returns: the next token; %OM_JSON_END once after the outermost value, %OM_JSON_FAILED with @error
 */
OmJsonToken
om_json_scanner_next (OmJsonScanner *self,
                      GError       **error)
{
  char c;

  skip_space (self);
  if (self->at >= self->end)
    {
      if (self->expect == EXPECT_NOTHING)
        return OM_JSON_END;
      return fail (self, error, "is the last, and something is still open");
    }
  c = *self->at;
  if (self->expect == EXPECT_NOTHING)
    return fail (self, error, "goes on after the end");

  if (self->expect == EXPECT_COMMA_OR_END && c == ',')
    {
      self->at++;
      self->expect = self->in_object[self->depth - 1] ? EXPECT_NAME : EXPECT_VALUE;
      skip_space (self);
      if (self->at >= self->end)
        return fail (self, error, "ends with a comma");
      c = *self->at;
    }
  self->token = self->at;

  switch (self->expect)
    {
    case EXPECT_COMMA_OR_END:
      if (c == (self->in_object[self->depth - 1] ? '}' : ']'))
        return close_container (self);
      return fail (self, error, "wants a comma");

    case EXPECT_NAME_OR_END:
      if (c == '}')
        return close_container (self);
      G_GNUC_FALLTHROUGH;
    case EXPECT_NAME:
      self->at++;
      if (c != '"' || !read_string (self))
        return fail (self, error, "wants a name in quotation marks");
      skip_space (self);
      if (self->at >= self->end || *self->at != ':')
        return fail (self, error, "wants a colon after a name");
      self->at++;
      self->expect = EXPECT_VALUE;
      return OM_JSON_NAME;

    case EXPECT_VALUE_OR_END:
      if (c == ']')
        return close_container (self);
      G_GNUC_FALLTHROUGH;
    case EXPECT_VALUE:
    case EXPECT_NOTHING:
    default:
      return read_value (self, error);
    }
}

/**
 * om_json_scanner_skip:
 * @first: the token just read, with which a value began
 * @raw: (nullable): the value is appended to it as it stands in the file
 *
 * Reads to the end of the value that began with the last token.
 *
 * Returns: %FALSE if the value is not lawful JSON
 */
gboolean
om_json_scanner_skip (OmJsonScanner *self,
                      OmJsonToken    first,
                      GString       *raw,
                      GError       **error)
{
  const char *start = self->token;

  if (first == OM_JSON_OBJECT_START || first == OM_JSON_ARRAY_START)
    {
      guint depth = self->depth - 1;

      while (self->depth > depth)
        {
          if (om_json_scanner_next (self, error) == OM_JSON_FAILED)
            return FALSE;
        }
    }
  if (raw != NULL)
    g_string_append_len (raw, start, self->at - start);
  return TRUE;
}

/**
 * om_json_read_strings:
 * @text: a small settings file
 *
 * Returns: (transfer full) (element-type utf8 utf8): the outermost object's members that are
 *   strings; empty if @text is something else. Of two of one name the last counts.
 */
GHashTable *
om_json_read_strings (const char *text,
                      gsize       length)
{
  g_autoptr (GHashTable) strings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (text, length);
  OmJsonToken token = om_json_scanner_next (scanner, NULL);

  while (token != OM_JSON_FAILED && token != OM_JSON_END && token != OM_JSON_ARRAY_START)
    {
      g_autofree char *name = NULL;

      token = om_json_scanner_next (scanner, NULL);
      if (token != OM_JSON_NAME)
        continue;
      name = g_strdup (om_json_scanner_get_string (scanner));
      token = om_json_scanner_next (scanner, NULL);
      if (token == OM_JSON_STRING)
        g_hash_table_replace (strings, g_steal_pointer (&name),
                              g_strdup (om_json_scanner_get_string (scanner)));
      else if (!om_json_scanner_skip (scanner, token, NULL, NULL))
        break;
    }

  return g_steal_pointer (&strings);
}

/**
 * om_json_append_string:
 * @json: JSON in the making
 * @text: UTF-8
 *
 * Appends @text as a JSON string with its quotation marks.
 */
void
om_json_append_string (GString    *json,
                       const char *text)
{
  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      guchar c = (guchar) *p;

      if (c == '"' || c == '\\')
        g_string_append_c (json, '\\');
      if (c == '\n')
        g_string_append (json, "\\n");
      else if (c == '\t')
        g_string_append (json, "\\t");
      else if (c < 0x20)
        g_string_append_printf (json, "\\u%04x", c);
      else
        g_string_append_c (json, (char) c);
    }
  g_string_append_c (json, '"');
}
