/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cutting long texts. The model's own splitter is kept for its golden data; the documents of the
 * program are cut into ranges, of which not a byte is lost. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-sections.h"

#include <string.h>

#include "text/om-script.h"

#define CHARS_PER_TOKEN 4

/* A sentence is not cut off nearer to the beginning of a section than this; else a line or word
 * is. */
#define LEAST_SECTION (OM_SECTIONS_SIZE / 2)

/**
 * om_sections_estimate_tokens:
 *
 * Returns: estimated tokens of @text, by which a document is told: code points / 4, rounded down,
 *   + 1 (golden/estimate_tokens.json, `ingest`)
 */
gsize
om_sections_estimate_tokens (const char *text)
{
  return (gsize) g_utf8_strlen (text, -1) / CHARS_PER_TOKEN + 1;
}

/**
 * om_sections_estimate_chunk:
 *
 * Returns: code points / 4, rounded up (golden/estimate_tokens.json, `chunk`)
 */
gsize
om_sections_estimate_chunk (const char *text)
{
  return ((gsize) g_utf8_strlen (text, -1) + CHARS_PER_TOKEN - 1) / CHARS_PER_TOKEN;
}

/** om_sections_is_document: whether @text is long enough to be kept as a document with sections. */
gboolean
om_sections_is_document (const char *text)
{
  return om_sections_estimate_tokens (text) > OM_SECTIONS_DOCUMENT_TOKENS;
}

/* White space off both ends, as the model's language takes it. */
static char *
strip (const char *start,
       const char *end)
{
  while (start < end && om_script_is_space (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (end > start && om_script_is_space (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return g_strndup (start, (gsize) (end - start));
}

/**
 * om_sections_split_text:
 * @text: UTF-8
 * @size: code points
 *
 * The model's splitter (golden/split_text.json): paragraphs part at exactly two newlines; a
 * section is closed when the next paragraph would take it past @size.
 *
 * Returns: (transfer full) (element-type utf8): the sections, stripped; frees its elements
 */
GPtrArray *
om_sections_split_text (const char *text,
                        gsize       size)
{
  GPtrArray *sections = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *last = NULL;
  const char *section = text; /* where the open section begins */
  const char *section_end = text;
  const char *paragraph = text;
  gsize length = 0;

  if ((gsize) g_utf8_strlen (text, -1) <= size)
    {
      g_ptr_array_add (sections, g_strdup (text));
      return sections;
    }

  while (paragraph != NULL)
    {
      const char *blank = strstr (paragraph, "\n\n");
      const char *end = blank != NULL ? blank : paragraph + strlen (paragraph);
      gsize n = (gsize) g_utf8_strlen (paragraph, end - paragraph);

      /* The model counts the separator into what it has gathered but not into what comes. */
      if (length + n > size && length > 0)
        {
          g_ptr_array_add (sections, strip (section, section_end));
          section = paragraph;
          length = n;
        }
      else
        length += (length > 0 ? strlen ("\n\n") : 0) + n;
      section_end = end;
      paragraph = blank != NULL ? blank + strlen ("\n\n") : NULL;
    }

  last = strip (section, section_end);
  if (*last != '\0')
    g_ptr_array_add (sections, g_steal_pointer (&last));
  return sections;
}

/* Whether a sentence ends with the code point at @p: a full stop before white space, or one of the
 * scripts that have no blanks. */
static gboolean
ends_sentence (const char *p)
{
  gunichar c = g_utf8_get_char (p);

  switch (c)
    {
    case 0x3002: /* 。 */
    case 0xFF01: /* ！ */
    case 0xFF1F: /* ？ */
    case 0x0964: /* danda */
      return TRUE;
    case '.':
    case '!':
    case '?':
    case 0x2026: /* … */
    case 0x061F: /* Arabic question mark */
      {
        const char *next = g_utf8_next_char (p);

        while (*next != '\0' && strchr ("\"')]", *next) != NULL)
          next++;
        return *next == '\0' || om_script_is_space (g_utf8_get_char (next));
      }
    default:
      return FALSE;
    }
}

/* Whether @p, behind a line feed, begins the blank part between two paragraphs; @next is where the
 * next one begins then. */
static gboolean
is_blank_line (const char  *p,
               const char **next)
{
  const char *q = p;
  gboolean blank = FALSE;

  while (*q != '\0' && om_script_is_space (g_utf8_get_char (q)))
    {
      if (*q == '\n')
        {
          blank = TRUE;
          *next = q + 1;
        }
      q = g_utf8_next_char (q);
    }

  return blank;
}

/* Where the section that begins at @start ends: at the last blank line within OM_SECTIONS_SIZE code
 * points; in a longer paragraph at the last sentence, line or word; or just there. */
static const char *
find_end (const char *text,
          const char *start)
{
  const char *paragraph = NULL, *sentence = NULL, *line = NULL, *word = NULL;
  const char *p = start;
  gsize n = 0;

  for (; *p != '\0' && n < OM_SECTIONS_SIZE; n++)
    {
      const char *after = g_utf8_next_char (p);
      const char *next = NULL;

      if (*p == '\n' && is_blank_line (after, &next))
        {
          /* White space goes with the paragraph before it, but does not make a section by itself. */
          if (n > 0)
            paragraph = next;
          n += (gsize) g_utf8_strlen (after, next - after);
          p = next;
          continue;
        }
      if (n >= LEAST_SECTION)
        {
          if (ends_sentence (p))
            sentence = after;
          else if (*p == '\n')
            line = after;
          else if (om_script_is_space (g_utf8_get_char (p)))
            word = after;
        }
      p = after;
    }

  if (*p == '\0')
    return p;
  if (paragraph != NULL)
    return paragraph;
  if (sentence != NULL)
    return sentence;
  if (line != NULL)
    return line;
  if (word != NULL)
    return word;
  p = text + om_grapheme_ceil (text, (gsize) (p - text));
  return p;
}

/**
 * om_sections_cut:
 * @text: UTF-8
 *
 * Cuts a long text into sections of about %OM_SECTIONS_SIZE code points, at blank lines; a
 * paragraph that is longer by itself at the end of a sentence, failing that of a line or word. The
 * white space between two sections belongs to the first. Never inside a grapheme.
 *
 * Returns: (transfer full) (element-type OmSection): ranges that follow one another and make up the
 *   whole text; none for an empty text
 */
GArray *
om_sections_cut (const char *text)
{
  GArray *sections = g_array_new (FALSE, FALSE, sizeof (OmSection));
  const char *p = text;
  const char *text_end = text + strlen (text);
  const char *tail = text_end; /* where the last white space begins */

  while (tail > text && om_script_is_space (g_utf8_get_char (g_utf8_prev_char (tail))))
    tail = g_utf8_prev_char (tail);

  while (p < text_end)
    {
      const char *end = find_end (text, p);
      OmSection section;

      if (end >= tail)
        end = text_end;
      section.start = (gsize) (p - text);
      section.end = (gsize) (end - text);
      g_array_append_val (sections, section);
      p = end;
    }

  return sections;
}

/**
 * om_sections_summary:
 *
 * Returns: (transfer full): the first %OM_SECTIONS_SUMMARY code points of @text
 */
char *
om_sections_summary (const char *text)
{
  const char *end = text;

  for (guint i = 0; i < OM_SECTIONS_SUMMARY && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  return g_strndup (text, (gsize) (end - text));
}
