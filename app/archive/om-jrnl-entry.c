/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jrnl's own rules for title, star and tags (jrnl/journals/Entry.py), where they lose nothing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-jrnl-entry.h"

#include <string.h>

#include "archive/om-text-edges.h"

static gboolean
is_one_of (gunichar    c,
           const char *ascii,
           const char *other)
{
  return c < 0x80 ? strchr (ascii, (int) c) != NULL : g_utf8_strchr (other, -1, c) != NULL;
}

/* Where the first sentence of @text ends, or its end. A Latin full stop needs a blank after it, a
 * Chinese or Japanese one does not. */
static const char *
sentence_end (const char *text,
              const char *end)
{
  for (const char *p = text; p < end;)
    {
      gunichar c = g_utf8_get_char (p);

      p = g_utf8_next_char (p);
      if (is_one_of (c, "", "！．？｡。"))
        return p;
      if (is_one_of (c, ".!?", "…‼‽⁇⁈⁉⋯﹒﹗"))
        {
          const char *q = p;

          if (q < end && is_one_of (g_utf8_get_char (q), "'\"", "’”"))
            q = g_utf8_next_char (q);
          while (q < end && (*q == ']' || *q == ')'))
            q++;
          if (q < end && g_unichar_isspace (g_utf8_get_char (q)))
            return q;
        }
    }

  return end;
}

/**
 * om_jrnl_entry_split:
 * @text: an entry behind its date, without the star
 *
 * The title is the first line or, if there is but one line, the first sentence.
 */
void
om_jrnl_entry_split (OmJrnlEntry *self,
                     const char  *text,
                     gsize        length)
{
  const char *end = text + length;
  const char *cut = memchr (text, '\n', length);

  if (cut == NULL)
    cut = sentence_end (text, end);
  self->title = text;
  self->title_length = (gsize) (cut - text);
  self->body = cut;
  self->body_length = (gsize) (end - cut);
  om_text_strip (&self->title, &self->title_length);
  om_text_strip (&self->body, &self->body_length);
}

/**
 * om_jrnl_entry_take_star:
 * @line: the first line of an entry
 * @length: (inout): its bytes, cut before the star
 *
 * A star stands alone at the end of the line; the one of `star*` belongs to the word.
 *
 * Returns: whether there is one
 */
gboolean
om_jrnl_entry_take_star (const char *line,
                         gsize      *length)
{
  gsize n = *length;

  while (n > 0 && g_ascii_isspace (line[n - 1]))
    n--;
  if (n == 0 || line[n - 1] != '*' || (n > 1 && !g_ascii_isspace (line[n - 2])))
    return FALSE;

  *length = n - 1;
  return TRUE;
}

static gboolean
is_tag_char (gunichar c)
{
  return c == '-' || c == '+' || c == '*' || c == '#' || c == '/' || c == '_' ||
         g_unichar_isalnum (c) || g_unichar_ismark (c);
}

/**
 * om_jrnl_find_tags:
 * @tags: where they go
 * @text: title or body
 *
 * `@word` and `#word` after white space. One letter must be in it (a digit will do after `@`):
 * `##` is no tag, nor is a colour.
 */
void
om_jrnl_find_tags (OmTagSet   *tags,
                   const char *text,
                   gsize       length)
{
  const char *end = text + length;
  gboolean free_before = TRUE;

  for (const char *p = text; p < end;)
    {
      gunichar c = g_utf8_get_char (p);
      const char *start = g_utf8_next_char (p);
      const char *q = start;
      gboolean named = FALSE;

      if (!free_before || (c != '@' && c != '#'))
        {
          free_before = g_unichar_isspace (c);
          p = start;
          continue;
        }
      for (; q < end && is_tag_char (g_utf8_get_char (q)); q = g_utf8_next_char (q))
        named = named || g_unichar_isalpha (g_utf8_get_char (q)) ||
                (c == '@' && g_unichar_isdigit (g_utf8_get_char (q)));
      if (named && !(c == '#' && om_tag_is_colour (start, (gsize) (q - start))))
        om_tag_set_add (tags, start, q - start);
      free_before = FALSE;
      p = q;
    }
}

static char *
make_key (const OmJrnlEntry *self,
          const OmDraft     *draft)
{
  const char *title = self->title != NULL && self->title_length > 0 ? self->title : draft->content;
  gsize length = title == self->title ? self->title_length : strcspn (draft->content, "\n");
  g_autofree char *date = self->has_date ? om_written_date_format (&self->date) : NULL;
  g_autoptr (GString) key = g_string_new (date != NULL ? date : "undated");
  const char *end;
  gboolean gap = TRUE;

  /* The JSON export drops stars that our reading keeps, and blanks may differ. */
  while (length > 0 && (title[length - 1] == '*' || g_ascii_isspace (title[length - 1])))
    length--;
  end = title + length;
  for (const char *p = title; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isspace (c) || (p == title && c == '*'))
        {
          gap = TRUE;
          continue;
        }
      if (gap)
        g_string_append_c (key, ' ');
      gap = FALSE;
      g_string_append_unichar (key, c);
    }

  return g_string_free (g_steal_pointer (&key), FALSE);
}

/**
 * om_jrnl_entry_emit:
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_jrnl_entry_emit (OmJrnlEntry *self,
                    OmReadJob   *job,
                    GError     **error)
{
  const char *body = self->body != NULL ? self->body : "";
  g_autoptr (OmDraft) draft = om_read_job_draft (job, self->title, self->title_length, body,
                                                 self->body_length);
  g_autoptr (OmTagSet) found = NULL;
  g_autofree char *key = make_key (self, draft);

  if (self->has_date)
    om_written_date_resolve (&self->date, job->options->zone, &draft->happened);
  if (self->starred)
    draft->flags |= OM_FLAG_STARRED;
  if (self->tags == NULL)
    {
      found = om_tag_set_new ();
      if (self->title != NULL)
        om_jrnl_find_tags (found, self->title, self->title_length);
      if (self->body != NULL)
        om_jrnl_find_tags (found, self->body, self->body_length);
    }
  draft->tags = om_tag_set_to_strv (self->tags != NULL ? self->tags : found);
  draft->source_data = g_strdup (self->source_data);
  return om_read_job_emit (job, g_steal_pointer (&draft), key, error);
}
