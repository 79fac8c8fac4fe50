/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences end at signs that end them and at ends of lines. Quotation marks are followed over the
 * sentences of a paragraph, for what another said is no word of the writer. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-sentences.h"

#include <string.h>

#include "text/om-script.h"

/* A line that begins with so few letters and a colon may be what somebody says. */
#define MAX_NAME 24

/* A sentence is Chinese with so many characters, and such a share of its letters. */
#define CHINESE_CHARACTERS 2
#define CHINESE_SHARE 0.2

/* What a person puts before a colon without being quoted: labels of their own. */
static const char *const labels[] = {
  "me", "i", "note", "notes", "ps", "p.s", "today", "mood", "update", "idea", "lesson", "fact",
  "truth", "summary", "question", "reminder", "note to self", "plan", "morning", "evening", "rule",
  "also", "confession", "thought", "我", "备注", "備註", "注", "心情", "今天", "感想", "想法", "总结",
  "问题", "問題", "提醒", "计划", "反思", "另外", "结论",
};

/* After these a full stop ends no sentence. */
static const char *const shortened[] = {
  "mr", "mrs", "ms", "dr", "st", "vs", "prof", "e.g", "i.e", "approx",
};

static gunichar
closing_of (gunichar c)
{
  switch (c)
    {
    case '"':
      return '"';
    case 0x201C: /* “ */
      return 0x201D;
    case 0x201E: /* „ */
      return 0x201C;
    case 0x2018: /* ‘ */
      return 0x2019;
    case 0x00AB: /* « */
      return 0x00BB;
    case 0x300C: /* 「 */
      return 0x300D;
    case 0x300E: /* 『 */
      return 0x300F;
    default:
      return 0;
    }
}

static gunichar
before (const char *text,
        const char *p)
{
  return p > text ? g_utf8_get_char (g_utf8_prev_char (p)) : ' ';
}

/* A plain apostrophe opens a quotation only before a letter and after none; it closes one only
 * before no letter. */
static gboolean
opens (const char *text,
       const char *p)
{
  gunichar c = g_utf8_get_char (p);

  if (c == '\'')
    return !g_unichar_isalnum (before (text, p)) && g_unichar_isalpha (g_utf8_get_char (p + 1));
  return closing_of (c) != 0;
}

static gboolean
closes (const char *text,
        const char *p,
        gunichar    opened)
{
  gunichar c = g_utf8_get_char (p);
  gunichar closing = opened == '\'' ? '\'' : closing_of (opened);

  if (c != closing)
    return FALSE;
  if (c == '\'')
    return g_unichar_ispunct (before (text, p)) && !g_unichar_isalnum (g_utf8_get_char (p + 1));
  return c != 0x2019 || !g_unichar_isalpha (g_utf8_get_char (p + strlen ("’")));
}

/**
 * om_sentence_next_quote:
 * @text: one sentence
 * @from: where to look from
 * @start: (out): the opening sign
 * @end: (out): after the closing sign, or the end of the text
 *
 * Finds what stands between quotation marks; a closing sign alone, in a sentence that began inside, is not
 * looked for.
 *
 * Returns: %FALSE if there is none
 */
gboolean
om_sentence_next_quote (const char  *text,
                        const char  *from,
                        const char **start,
                        const char **end)
{
  for (const char *p = from; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar opened = g_utf8_get_char (p);
      const char *q;

      if (!opens (text, p))
        continue;
      for (q = g_utf8_next_char (p); *q != '\0' && !closes (text, q, opened); q = g_utf8_next_char (q))
        ;
      /* An apostrophe that nothing closes is one of `'tis`. */
      if (*q == '\0' && opened == '\'')
        continue;
      *start = p;
      *end = *q != '\0' ? g_utf8_next_char (q) : q;
      return TRUE;
    }

  return FALSE;
}

static gboolean
is_quoted_line (const char *line)
{
  g_autofree char *name = NULL;
  g_autofree char *lower = NULL;
  const char *p;
  guint n = 0;
  gboolean spaced = FALSE;

  while (*line == ' ' || *line == '\t')
    line++;
  if (*line == '>')
    return TRUE;

  /* "Anna: ...", "妈妈：..." */
  for (p = line; n < MAX_NAME && *p != '\0' && *p != '\n'; p = g_utf8_next_char (p), n++)
    {
      gunichar c = g_utf8_get_char (p);

      if (c == ':' || c == 0xFF1A)
        break;
      if (!g_unichar_isalpha (c) && !g_unichar_ismark (c) && c != ' ' && c != '.' && c != '-')
        return FALSE;
      spaced = spaced || c == ' ';
    }
  if (n == 0 || n >= MAX_NAME || *p == '\0' || *p == '\n')
    return FALSE;
  if (*p == ':' && !g_unichar_isspace (g_utf8_get_char (p + 1)) && !om_script_is_han (g_utf8_get_char (line)))
    return FALSE;
  if (om_script_is_han (g_utf8_get_char (line)) ? n > 4 : !g_unichar_isupper (g_utf8_get_char (line)))
    return FALSE;

  name = g_strndup (line, p - line);
  lower = g_utf8_strdown (name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (strcmp (lower, labels[i]) == 0)
      return FALSE;
  return !spaced || strchr (strchr (name, ' ') + 1, ' ') == NULL;
}

/* Whether the full stop at @p ends no sentence: "Dr. Who", "3.5", "e.g. tea". */
static gboolean
is_inner_stop (const char *text,
               const char *p)
{
  const char *word = p;
  const char *next = p + 1;
  g_autofree char *lower = NULL;

  if (!g_unichar_isspace (g_utf8_get_char (next)) && *next != '\0')
    return g_unichar_isalnum (g_utf8_get_char (next));
  while (word > text && (g_ascii_isalpha (word[-1]) || word[-1] == '.'))
    word--;
  lower = g_ascii_strdown (word, p - word);
  for (guint i = 0; i < G_N_ELEMENTS (shortened); i++)
    if (strcmp (lower, shortened[i]) == 0)
      return TRUE;
  while (*next == ' ')
    next++;
  return g_unichar_islower (g_utf8_get_char (next));
}

static gboolean
ends_sentence (const char *text,
               const char *p)
{
  switch (g_utf8_get_char (p))
    {
    case '.':
      return !is_inner_stop (text, p);
    case '!':
    case '?':
    case 0x2026: /* … */
    case 0x3002: /* 。 */
    case 0xFF01: /* ！ */
    case 0xFF1F: /* ？ */
      return TRUE;
    default:
      return FALSE;
    }
}

typedef struct
{
  const char *text;
  GArray     *sentences;
  gboolean    quoted_line;
  gunichar    opened;  /* the quotation mark that is open, 0 if none */
  const char *counted; /* up to where code points have been counted */
  guint       chars;
} Cutter;

static guint
count_to (Cutter     *self,
          const char *p)
{
  self->chars += (guint) g_utf8_strlen (self->counted, p - self->counted);
  self->counted = p;
  return self->chars;
}

static void
add_sentence (Cutter     *self,
              const char *start,
              const char *end,
              gboolean    in_quote)
{
  OmSentence sentence;

  while (start < end && g_unichar_isspace (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (end > start && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  if (start == end)
    return;

  sentence.offset = start - self->text;
  sentence.length = end - start;
  sentence.start = count_to (self, start);
  sentence.end = count_to (self, end);
  sentence.quoted = in_quote || self->quoted_line;
  g_array_append_val (self->sentences, sentence);
}

/**
 * om_sentences_split:
 * @text: UTF-8
 *
 * Cuts at `.`, `!`, `?`, `…` and their wide forms, together with the closing signs after them, and at
 * ends of lines. A quotation is not carried over an empty line.
 *
 * Returns: (transfer full) (element-type OmSentence): in order, not overlapping
 */
GArray *
om_sentences_split (const char *text)
{
  Cutter cutter = { text, g_array_new (FALSE, FALSE, sizeof (OmSentence)), FALSE, 0, text, 0 };
  const char *start = text, *p = text;
  gboolean in_quote = FALSE;

  cutter.quoted_line = is_quoted_line (text);
  while (*p != '\0')
    {
      const char *next = g_utf8_next_char (p);

      if (cutter.opened != 0 && closes (text, p, cutter.opened))
        cutter.opened = 0;
      else if (cutter.opened == 0 && *p != '\'' && opens (text, p))
        cutter.opened = g_utf8_get_char (p);

      if (*p == '\n' || ends_sentence (text, p))
        {
          gboolean line = *p == '\n';

          while (!line && *next != '\0')
            {
              gunichar c = g_utf8_get_char (next);

              if (cutter.opened != 0 && closes (text, next, cutter.opened))
                cutter.opened = 0;
              else if (!ends_sentence (text, next) && c != '.' && c != ')' && c != 0xFF09)
                break;
              next = g_utf8_next_char (next);
            }
          /* `"I hate mornings!" he said` is one sentence. */
          if (!line && *next == ' ' && g_unichar_islower (g_utf8_get_char (next + 1)) &&
              !g_unichar_isspace (before (text, next)) && (next[-1] == '"' || (guchar) next[-1] >= 0x80))
            {
              p = next;
              continue;
            }
          add_sentence (&cutter, start, next, in_quote);
          start = next;
          if (line)
            {
              cutter.quoted_line = is_quoted_line (next);
              if (*next == '\n')
                cutter.opened = 0;
            }
          in_quote = cutter.opened != 0;
        }
      p = next;
    }

  add_sentence (&cutter, start, p, in_quote);
  return cutter.sentences;
}

/**
 * om_sentence_dup:
 * @text: what @sentence was cut from
 *
 * Returns: (transfer full): the sentence
 */
char *
om_sentence_dup (const char       *text,
                 const OmSentence *sentence)
{
  return g_strndup (text + sentence->offset, sentence->length);
}

/**
 * om_sentence_language:
 * @sentence: one sentence
 *
 * Returns: %OM_LANGUAGE_ZH or, whatever else it is, %OM_LANGUAGE_EN (design/traits.md 5.4)
 */
OmLanguage
om_sentence_language (const char *sentence)
{
  guint letters = 0, han = 0;

  for (const char *p = sentence; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      letters += g_unichar_isalpha (c);
      han += om_script_is_han (c);
    }

  return han >= CHINESE_CHARACTERS && han >= CHINESE_SHARE * letters ? OM_LANGUAGE_ZH
                                                                     : OM_LANGUAGE_EN;
}

/**
 * om_sentence_asks:
 * @sentence: one sentence
 *
 * Returns: whether it ends with a question mark, maybe among other signs
 */
gboolean
om_sentence_asks (const char *sentence)
{
  const char *p = sentence + strlen (sentence);

  while (p > sentence)
    {
      gunichar c;

      p = g_utf8_prev_char (p);
      c = g_utf8_get_char (p);
      if (c == '?' || c == 0xFF1F)
        return TRUE;
      if (g_unichar_isalnum (c))
        break;
    }

  return FALSE;
}
