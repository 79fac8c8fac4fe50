/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pull parser for JSON (RFC 8259), strict in what it takes and bounded in depth. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-json-scanner.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-text-stream.h"
#include "memory/om-error.h"

/* Longer numbers are none. */
#define MAX_NUMBER 1000

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
  OmTextStream *stream; /* (not owned) (nullable): where the next piece of text comes from */
  GError       *failed; /* (owned) (nullable): why it gives none */
  const char   *at;
  const char   *end;
  const char   *line_at; /* how far lines have been counted */
  guint         line;    /* of the last token */
  Expect        expect;
  guint         depth;
  gboolean      in_object[OM_JSON_MAX_DEPTH];
  gboolean      lines;   /* another value may follow the outermost one */
  GString      *string;  /* (owned): value of the last name, string or number */
  GString      *record;  /* (not owned) (nullable): what is read goes there as it stands */
  const char   *record_from;
  gsize         record_start; /* bytes that were in @record before */
  guint         n_replaced;
  guint         n_left_out;
};

static OmJsonScanner *
scanner_new (void)
{
  OmJsonScanner *self = g_new0 (OmJsonScanner, 1);

  self->line = 1;
  self->string = g_string_new (NULL);
  return self;
}

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
  OmJsonScanner *self = scanner_new ();

  self->at = self->line_at = text;
  self->end = text + length;
  return self;
}

/**
 * om_json_scanner_new_for_stream:
 * @stream: (not owned): text that is read as it is wanted; must outlive the scanner
 *
 * Returns: (transfer full): a scanner at the beginning of @stream
 */
OmJsonScanner *
om_json_scanner_new_for_stream (OmTextStream *stream)
{
  OmJsonScanner *self = scanner_new ();

  self->stream = stream;
  return self;
}

/**
 * om_json_scanner_allow_lines:
 *
 * After the outermost value another may follow, as in a file of JSON lines.
 */
void
om_json_scanner_allow_lines (OmJsonScanner *self)
{
  self->lines = TRUE;
}

/** om_json_scanner_free: */
void
om_json_scanner_free (OmJsonScanner *self)
{
  if (self == NULL)
    return;

  g_clear_error (&self->failed);
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
  return self->line;
}

/** om_json_scanner_get_n_replaced: NULs and lone surrogates that became U+FFFD so far. */
guint
om_json_scanner_get_n_replaced (OmJsonScanner *self)
{
  return self->n_replaced;
}

/** om_json_scanner_get_n_left_out: values too large to be kept as they stand, so far. */
guint
om_json_scanner_get_n_left_out (OmJsonScanner *self)
{
  return self->n_left_out;
}

static void
count_lines (OmJsonScanner *self,
             const char    *to)
{
  const char *p = self->line_at;

  while (p < to && (p = memchr (p, '\n', (gsize) (to - p))) != NULL)
    {
      self->line++;
      p++;
    }
  self->line_at = to;
}

static void
record_until (OmJsonScanner *self,
              const char    *to)
{
  if (self->record == NULL)
    return;
  if (self->record->len - self->record_start <= OM_JSON_MAX_RAW)
    g_string_append_len (self->record, self->record_from, to - self->record_from);
  self->record_from = to;
}

/* The next piece of the text, once the one before has been read to its end. */
static gboolean
read_more (OmJsonScanner *self)
{
  gsize length;

  if (self->stream == NULL || self->failed != NULL)
    return FALSE;
  count_lines (self, self->end);
  record_until (self, self->end);
  if (!om_text_stream_next (self->stream, &self->at, &length, &self->failed))
    length = 0;
  if (length == 0)
    self->at = "";
  self->end = self->at + length;
  self->line_at = self->record_from = self->at;
  return length > 0;
}

/* The next letter without taking it, -1 at the end. */
static inline int
peek (OmJsonScanner *self)
{
  return self->at < self->end || read_more (self) ? (guchar) *self->at : -1;
}

static OmJsonToken
fail (OmJsonScanner *self,
      GError       **error,
      const char    *what)
{
  if (self->failed != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->failed));
      return OM_JSON_FAILED;
    }
  count_lines (self, self->at);
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The JSON is damaged or cut off: line %u %s."),
               self->line, what);
  return OM_JSON_FAILED;
}

static gboolean
read_hex4 (OmJsonScanner *self,
           gunichar      *value)
{
  *value = 0;
  for (int i = 0; i < 4; i++)
    {
      int c = peek (self);
      int digit = c < 0 ? -1 : g_ascii_xdigit_value ((char) c);

      if (digit < 0)
        return FALSE;
      *value = *value << 4 | (gunichar) digit;
      self->at++;
    }
  return TRUE;
}

static void
append_replacement (OmJsonScanner *self)
{
  g_string_append (self->string, "\xEF\xBF\xBD");
  self->n_replaced++;
}

/* After `\u`. @high is the first half of a pair whose second half is still to come. */
static gboolean
read_unicode_escape (OmJsonScanner *self,
                     gunichar      *high)
{
  gunichar c;

  if (!read_hex4 (self, &c))
    return FALSE;
  if (*high != 0 && c >= 0xDC00 && c < 0xE000)
    {
      g_string_append_unichar (self->string, 0x10000 + ((*high - 0xD800) << 10) + (c - 0xDC00));
      *high = 0;
      return TRUE;
    }
  if (*high != 0)
    append_replacement (self);
  *high = c >= 0xD800 && c < 0xDC00 ? c : 0;
  if (*high != 0)
    return TRUE;
  if (c == 0 || (c >= 0xDC00 && c < 0xE000))
    append_replacement (self);
  else
    g_string_append_unichar (self->string, c);
  return TRUE;
}

/* After the opening quotation mark. */
static gboolean
read_string (OmJsonScanner *self)
{
  static const char escapes[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  gunichar high = 0;

  g_string_truncate (self->string, 0);
  for (;;)
    {
      const char *run;
      const char *escape;
      int c = peek (self);

      if (high != 0 && c != '\\')
        {
          append_replacement (self);
          high = 0;
        }
      run = self->at;
      while (self->at < self->end && *self->at != '"' && *self->at != '\\' && *self->at != '\n')
        self->at++;
      if (self->string->len + (gsize) (self->at - run) > OM_JSON_MAX_STRING)
        return FALSE;
      g_string_append_len (self->string, run, self->at - run);
      c = peek (self);
      /* A line end inside is not lawful, and most often a missing quotation mark. */
      if (c < 0 || c == '\n')
        return FALSE;
      if (c == '"')
        {
          self->at++;
          return TRUE;
        }
      if (c != '\\')
        continue;

      self->at++;
      c = peek (self);
      if (c < 0)
        return FALSE;
      self->at++;
      if (c == 'u')
        {
          if (!read_unicode_escape (self, &high))
            return FALSE;
          continue;
        }
      if (high != 0)
        append_replacement (self);
      high = 0;
      escape = memchr (escapes, c, sizeof escapes - 1);
      if (escape == NULL)
        return FALSE;
      g_string_append_c (self->string, meanings[escape - escapes]);
    }
}

static gboolean
skip_digits (const char **p)
{
  const char *first = *p;

  while (g_ascii_isdigit (**p))
    (*p)++;
  return *p > first;
}

static gboolean
is_number (const char *p)
{
  if (*p == '-')
    p++;
  if (!skip_digits (&p))
    return FALSE;
  if (*p == '.')
    {
      p++;
      if (!skip_digits (&p))
        return FALSE;
    }
  if (*p == 'e' || *p == 'E')
    {
      p++;
      if (*p == '+' || *p == '-')
        p++;
      if (!skip_digits (&p))
        return FALSE;
    }
  return *p == '\0';
}

static gboolean
read_number (OmJsonScanner *self)
{
  int c;

  g_string_truncate (self->string, 0);
  while ((c = peek (self)) > 0 && (g_ascii_isdigit (c) || strchr ("+-.eE", c) != NULL))
    {
      if (self->string->len >= MAX_NUMBER)
        return FALSE;
      g_string_append_c (self->string, (char) c);
      self->at++;
    }
  return is_number (self->string->str);
}

static gboolean
read_word (OmJsonScanner *self,
           const char    *word)
{
  g_string_assign (self->string, word);
  for (; *word != '\0'; word++, self->at++)
    {
      if (peek (self) != *word)
        return FALSE;
    }
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
    return fail (self, error, _("nests deeper than any journal does"));

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
    return fail (self, error,
                 self->string->len > OM_JSON_MAX_STRING / 2 ? _("holds a text longer than any journal's")
                                                            : _("holds a value that is none"));
  value_done (self);
  return token;
}

/* Returns the letter behind the space, -1 at the end. */
static int
skip_space (OmJsonScanner *self)
{
  int c;

  while ((c = peek (self)) == ' ' || c == '\t' || c == '\n' || c == '\r')
    self->at++;
  return c;
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
  int c = skip_space (self);

  count_lines (self, self->at);
  if (c < 0)
    {
      if (self->expect == EXPECT_NOTHING && self->failed == NULL)
        return OM_JSON_END;
      return fail (self, error, _("is the last, and something is still open"));
    }
  if (self->expect == EXPECT_NOTHING && self->lines)
    self->expect = EXPECT_VALUE;
  if (self->expect == EXPECT_NOTHING)
    return fail (self, error, _("goes on after the end"));

  if (self->expect == EXPECT_COMMA_OR_END && c == ',')
    {
      self->at++;
      self->expect = self->in_object[self->depth - 1] ? EXPECT_NAME : EXPECT_VALUE;
      c = skip_space (self);
      if (c < 0)
        return fail (self, error, _("ends with a comma"));
      count_lines (self, self->at);
    }

  switch (self->expect)
    {
    case EXPECT_COMMA_OR_END:
      if (c == (self->in_object[self->depth - 1] ? '}' : ']'))
        return close_container (self);
      return fail (self, error, _("wants a comma"));

    case EXPECT_NAME_OR_END:
      if (c == '}')
        return close_container (self);
      G_GNUC_FALLTHROUGH;
    case EXPECT_NAME:
      self->at++;
      if (c != '"' || !read_string (self))
        return fail (self, error, _("wants a name in quotation marks"));
      if (skip_space (self) != ':')
        return fail (self, error, _("wants a colon after a name"));
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
 * om_json_scanner_next_member:
 * @name: (out) (transfer full): the member's name; %NULL at the end and on failure. What it held
 *   before is freed.
 * @error: return location
 *
 * Inside an object.
 *
 * Returns: the first token of the member's value; %OM_JSON_OBJECT_END after the last
 */
OmJsonToken
om_json_scanner_next_member (OmJsonScanner *self,
                             char         **name,
                             GError       **error)
{
  OmJsonToken token = om_json_scanner_next (self, error);

  g_clear_pointer (name, g_free);
  if (token != OM_JSON_NAME)
    return token;
  *name = g_strdup (self->string->str);
  token = om_json_scanner_next (self, error);
  if (token == OM_JSON_FAILED)
    g_clear_pointer (name, g_free);
  return token;
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
  gboolean container = first == OM_JSON_OBJECT_START || first == OM_JSON_ARRAY_START;
  guint depth = self->depth - 1;
  gboolean ok = TRUE;

  if (raw != NULL && first == OM_JSON_STRING)
    om_json_append_string (raw, self->string->str);
  else if (raw != NULL && !container)
    g_string_append_len (raw, self->string->str, (gssize) self->string->len);
  if (!container)
    return TRUE;

  if (raw != NULL)
    {
      self->record = raw;
      self->record_start = raw->len;
      self->record_from = self->at;
      g_string_append_c (raw, first == OM_JSON_OBJECT_START ? '{' : '[');
    }
  while (ok && self->depth > depth)
    ok = om_json_scanner_next (self, error) != OM_JSON_FAILED;
  if (raw == NULL)
    return ok;

  record_until (self, self->at);
  self->record = NULL;
  if (raw->len - self->record_start > OM_JSON_MAX_RAW)
    {
      g_string_truncate (raw, self->record_start);
      g_string_append (raw, "\"…\"");
      self->n_left_out++;
    }
  return ok;
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
 * om_json_get_member:
 * @json: (nullable): an object
 * @name: of a member
 *
 * Returns: (transfer full) (nullable): the value of the first member of that name: a string without
 *   its marks, or anything else as it stands; %NULL for null and for what is not there
 */
char *
om_json_get_member (const char *json,
                    const char *name)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (json != NULL ? json : "",
                                                           json != NULL ? strlen (json) : 0);
  g_autofree char *member = NULL;
  OmJsonToken token;

  if (om_json_scanner_next (scanner, NULL) != OM_JSON_OBJECT_START)
    return NULL;
  while ((token = om_json_scanner_next_member (scanner, &member, NULL)) != OM_JSON_OBJECT_END &&
         token != OM_JSON_FAILED)
    {
      g_autoptr (GString) raw = g_string_new (NULL);

      if (token == OM_JSON_STRING && g_str_equal (member, name))
        return g_strdup (om_json_scanner_get_string (scanner));
      if (!om_json_scanner_skip (scanner, token, raw, NULL))
        return NULL;
      if (g_str_equal (member, name))
        return token != OM_JSON_NULL ? g_strdup (raw->str) : NULL;
    }
  return NULL;
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
