/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTextBuffer: a text buffer that stays quick with very long lines.
 *
 * A text view lays out a whole line at once: 1 MB in one line holds the window up for half a second
 * at every key, 200,000 letters without a blank for more than ten. So a long line is cut in the buffer
 * with soft breaks, U+2029, which dup_content leaves out again: what is stored is what was written,
 * to the byte. A text that holds U+2029 of its own is left uncut as a whole, so nothing of it can be
 * taken for a soft break. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-text-buffer.h"

#include <string.h>

#define SOFT_BREAK "\342\200\251" /* U+2029 */
#define SOFT_BREAK_LENGTH 3

/* Lines are cut to this length, at a blank if one stands among the last of them ... */
#define PIECE_CHARS 2000
#define BLANK_WITHIN_CHARS 200
/* ... once they are longer than this: typing into the middle of a piece must not cut it. */
#define LINE_CHARS 6000

struct _OmTextBuffer
{
  GtkTextBuffer parent_instance;

  gboolean cuts;    /* long lines are cut; %FALSE for a text with U+2029 of its own */
  gboolean undoing; /* what undo and redo put in is in the form the buffer had */
};

G_DEFINE_FINAL_TYPE (OmTextBuffer, om_text_buffer, GTK_TYPE_TEXT_BUFFER)

/* Whether a cut before @p would part what is shown as one letter. */
static gboolean
continues_letter (const char *start,
                  const char *p)
{
  gunichar here = g_utf8_get_char (p);
  gunichar before = p > start ? g_utf8_get_char (g_utf8_prev_char (p)) : 0;

  return g_unichar_ismark (here) || here == 0x200d || before == 0x200d ||
         (here >= 0x1f3fb && here <= 0x1f3ff) ||
         (here >= 0x1f1e6 && here <= 0x1f1ff) || (here >= 0xe0020 && here <= 0xe007f);
}

/* Where to cut the line that starts at @start, near @limit: after a blank, else between letters. */
static const char *
find_cut (const char *start,
          const char *limit)
{
  const char *p = limit;

  for (int i = 0; i < BLANK_WITHIN_CHARS && p > start; i++)
    {
      const char *before = g_utf8_prev_char (p);

      if (g_unichar_isspace (g_utf8_get_char (before)))
        return p;
      p = before;
    }
  for (p = limit; p > start && continues_letter (start, p);)
    p = g_utf8_prev_char (p);
  return p > start ? p : limit;
}

static gboolean
is_line_end (const char *p)
{
  return *p == '\n' || *p == '\r' || strncmp (p, SOFT_BREAK, SOFT_BREAK_LENGTH) == 0;
}

/* Cuts the long lines of @text, whose first one goes on from @before characters and whose last one
 * goes on for @after. Returns %NULL if there is nothing to cut. */
static char *
cut_long_lines (const char *text,
                gsize       length,
                guint       before,
                guint       after)
{
  const char *end = text + length;
  GString *out = NULL;
  const char *copied = text;
  const char *line = text;
  guint chars_before = before;

  while (line < end)
    {
      const char *stop = line;
      guint chars = chars_before;
      guint of_piece = chars_before;

      while (stop < end && !is_line_end (stop))
        {
          stop = g_utf8_next_char (stop);
          chars++;
        }
      if (stop == end)
        chars += after;
      if (chars > LINE_CHARS)
        {
          const char *piece = line;
          const char *p = line;

          if (out == NULL)
            out = g_string_sized_new (length + length / 256);
          /* What goes on a line that is long enough already begins a piece of its own. */
          if (of_piece >= PIECE_CHARS)
            {
              g_string_append_len (out, copied, line - copied);
              g_string_append (out, SOFT_BREAK);
              copied = line;
              of_piece = 0;
            }
          while (p < stop)
            {
              p = g_utf8_next_char (p);
              of_piece++;
              if (of_piece >= PIECE_CHARS && p < stop)
                {
                  p = find_cut (piece, p);
                  g_string_append_len (out, copied, p - copied);
                  g_string_append (out, SOFT_BREAK);
                  copied = piece = p;
                  of_piece = 0;
                }
            }
        }
      chars_before = 0;
      line = stop;
      if (line < end)
        line = g_utf8_next_char (line);
    }

  if (out == NULL)
    return NULL;
  g_string_append_len (out, copied, end - copied);
  return g_string_free (out, FALSE);
}

/* In place. */
static void
drop_soft_breaks (char *text)
{
  char *to = text;
  const char *from = text;
  const char *at;

  while ((at = strstr (from, SOFT_BREAK)) != NULL)
    {
      memmove (to, from, at - from);
      to += at - from;
      from = at + SOFT_BREAK_LENGTH;
    }
  memmove (to, from, strlen (from) + 1);
}

static void
om_text_buffer_insert_text (GtkTextBuffer *buffer,
                            GtkTextIter   *pos,
                            const char    *text,
                            int            length)
{
  OmTextBuffer *self = OM_TEXT_BUFFER (buffer);
  g_autofree char *plain = NULL;
  g_autofree char *cut = NULL;

  if (length < 0)
    length = (int) strlen (text);
  if (self->cuts && !self->undoing)
    {
      GtkTextIter line_end = *pos;
      guint before = gtk_text_iter_get_line_offset (pos);
      guint after;

      /* A paragraph separator that is pasted in: the line end it stands for. */
      if (g_strstr_len (text, length, SOFT_BREAK) != NULL)
        {
          g_auto (GStrv) lines = NULL;

          plain = g_strndup (text, length);
          lines = g_strsplit (plain, SOFT_BREAK, -1);
          g_free (plain);
          text = plain = g_strjoinv ("\n", lines);
          length = (int) strlen (text);
        }

      after = gtk_text_iter_get_chars_in_line (pos) - before;
      if (!gtk_text_iter_is_end (&line_end) && after > 0)
        after--; /* the line end */
      cut = cut_long_lines (text, length, before, after);
      if (cut != NULL)
        {
          text = cut;
          length = (int) strlen (text);
        }
    }

  GTK_TEXT_BUFFER_CLASS (om_text_buffer_parent_class)->insert_text (buffer, pos, text, length);
}

static void
om_text_buffer_undo (GtkTextBuffer *buffer)
{
  OmTextBuffer *self = OM_TEXT_BUFFER (buffer);

  self->undoing = TRUE;
  GTK_TEXT_BUFFER_CLASS (om_text_buffer_parent_class)->undo (buffer);
  self->undoing = FALSE;
}

static void
om_text_buffer_redo (GtkTextBuffer *buffer)
{
  OmTextBuffer *self = OM_TEXT_BUFFER (buffer);

  self->undoing = TRUE;
  GTK_TEXT_BUFFER_CLASS (om_text_buffer_parent_class)->redo (buffer);
  self->undoing = FALSE;
}

static void
om_text_buffer_class_init (OmTextBufferClass *klass)
{
  GtkTextBufferClass *buffer_class = GTK_TEXT_BUFFER_CLASS (klass);

  buffer_class->insert_text = om_text_buffer_insert_text;
  buffer_class->undo = om_text_buffer_undo;
  buffer_class->redo = om_text_buffer_redo;
}

static void
om_text_buffer_init (OmTextBuffer *self)
{
  self->cuts = TRUE;
}

/**
 * om_text_buffer_new:
 *
 * Returns: (transfer full): an empty buffer with an undo of its own
 */
OmTextBuffer *
om_text_buffer_new (void)
{
  return g_object_new (OM_TYPE_TEXT_BUFFER, NULL);
}

/**
 * om_text_buffer_set_content:
 * @content: UTF-8
 *
 * Puts a loaded text in, with the cursor at its beginning; undo does not go back behind it.
 */
void
om_text_buffer_set_content (OmTextBuffer *self,
                            const char   *content)
{
  GtkTextIter start;

  g_return_if_fail (OM_IS_TEXT_BUFFER (self));

  self->cuts = strstr (content, SOFT_BREAK) == NULL;
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self), content, -1);
  gtk_text_buffer_end_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
}

static char *
dup_between (OmTextBuffer *self,
             GtkTextIter  *start,
             GtkTextIter  *end)
{
  char *text = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self), start, end, TRUE);

  if (self->cuts)
    drop_soft_breaks (text);
  return text;
}

/**
 * om_text_buffer_dup_content:
 *
 * Returns: (transfer full): the text, without soft breaks
 */
char *
om_text_buffer_dup_content (OmTextBuffer *self)
{
  GtkTextIter start;
  GtkTextIter end;

  g_return_val_if_fail (OM_IS_TEXT_BUFFER (self), NULL);

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self), &start, &end);
  return dup_between (self, &start, &end);
}

/**
 * om_text_buffer_dup_selection:
 *
 * Returns: (transfer full) (nullable): the selected text, without soft breaks; %NULL if nothing is selected
 */
char *
om_text_buffer_dup_selection (OmTextBuffer *self)
{
  GtkTextIter start;
  GtkTextIter end;

  g_return_val_if_fail (OM_IS_TEXT_BUFFER (self), NULL);

  if (!gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self), &start, &end))
    return NULL;
  return dup_between (self, &start, &end);
}

/**
 * om_text_buffer_begins_line:
 * @iter: the beginning of a line of the buffer
 *
 * Returns: %FALSE if it goes on a line of the text that was cut for display
 */
gboolean
om_text_buffer_begins_line (OmTextBuffer      *self,
                            const GtkTextIter *iter)
{
  GtkTextIter before = *iter;

  g_return_val_if_fail (OM_IS_TEXT_BUFFER (self), TRUE);

  return !self->cuts || !gtk_text_iter_backward_char (&before) || gtk_text_iter_get_char (&before) != 0x2029;
}

/**
 * om_text_buffer_is_blank:
 *
 * Returns: %TRUE if there is nothing but white space
 */
gboolean
om_text_buffer_is_blank (OmTextBuffer *self)
{
  GtkTextIter iter;

  g_return_val_if_fail (OM_IS_TEXT_BUFFER (self), TRUE);

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &iter);
  while (!gtk_text_iter_is_end (&iter))
    {
      if (!g_unichar_isspace (gtk_text_iter_get_char (&iter)))
        return FALSE;
      gtk_text_iter_forward_char (&iter);
    }
  return TRUE;
}
