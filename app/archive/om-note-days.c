/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file that holds many days: an entry of each, and nothing between them lost. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-note-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-markdown-text.h"
#include "archive/om-note-date.h"
#include "archive/om-text-edges.h"

/* Whether a heading only says which year or month follows, as jrnl's Markdown export has it. */
static gboolean
is_shelf (const OmMarkdownHeading *heading)
{
  const char *end = heading->text + heading->text_length;

  if (heading->level == 1)
    return heading->text_length == 4 && strspn (heading->text, "0123456789") >= 4;
  if (heading->level != 2 || heading->text_length == 0)
    return FALSE;
  for (const char *p = heading->text; p < end; p = g_utf8_next_char (p))
    {
      if (!g_unichar_isalpha (g_utf8_get_char (p)) && !g_unichar_ismark (g_utf8_get_char (p)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
begins_day (OmNote                  *note,
            const OmNoteDays        *days,
            const OmMarkdownHeading *heading,
            OmWrittenDate           *date,
            const char             **rest,
            gsize                   *rest_length)
{
  return heading->level == days->level &&
         om_note_date_in_heading (heading->text, heading->text_length,
                                  note->reading->job->options->date_format, date,
                                  rest, rest_length) >= OM_DATE_IMPOSSIBLE;
}

static void
count_days (OmNote     *note,
            OmNoteDays *days)
{
  guint best = 0;
  guint best_level = 0;

  for (days->level = 1; days->level <= 6; days->level++)
    {
      guint n = 0;

      for (guint i = 0; i < days->headings->len; i++)
        {
          OmWrittenDate date;
          const char *rest;
          gsize rest_length;

          n += begins_day (note, days, &g_array_index (days->headings, OmMarkdownHeading, i),
                           &date, &rest,
                           &rest_length);
        }
      if (n > best)
        {
          best = n;
          best_level = days->level;
        }
    }
  days->level = best_level;
  days->n_days = best;
}

/** om_note_days_clear: */
void
om_note_days_clear (OmNoteDays *self)
{
  g_clear_pointer (&self->headings, g_array_unref);
}

/**
 * om_note_days_find:
 * @self: to be cleared with om_note_days_clear()
 *
 * Looks for days among the headings; jrnl's export is known by its shelves.
 */
void
om_note_days_find (OmNoteDays *days,
                   OmNote     *note)
{
  /* jrnl indents every heading of a text below its own, those in code, too: a fence left open in
   * one entry must not swallow the others. */
  days->headings = om_markdown_find_headings (note->text, note->length, TRUE);
  if (note->front == NULL && days->headings->len > 2 &&
      om_text_is_blank (note->text,
                        (gsize) (g_array_index (days->headings, OmMarkdownHeading,
                                                0).start - note->text)) &&
      g_array_index (days->headings, OmMarkdownHeading, 0).level == 1 &&
      is_shelf (&g_array_index (days->headings, OmMarkdownHeading, 0)) &&
      is_shelf (&g_array_index (days->headings, OmMarkdownHeading, 1)))
    {
      count_days (note, days);
      days->jrnl = days->n_days > 0 && days->level == 3;
      if (days->jrnl)
        return;
    }

  g_array_unref (days->headings);
  days->headings = om_markdown_find_headings (note->text, note->length, FALSE);
  count_days (note, days);
}

/* An entry of one day: what stands below its heading. */
static gboolean
emit_day (OmNote                  *note,
          const OmNoteDays        *days,
          const OmMarkdownHeading *heading,
          GString                 *content,
          GPtrArray               *under,
          GError                 **error)
{
  const OmReadOptions *options = note->reading->job->options;
  OmNotePart part = { .under = under, .no_inline_tags = days->jrnl };
  g_autofree char *written = NULL;
  g_autofree char *key = NULL;
  OmWrittenDate date;
  OmMoment moment;

  if (heading == NULL)
    {
      if (om_text_is_blank (content->str, content->len))
        return TRUE;
      return om_note_emit_whole (note, content->str, content->len, error);
    }

  begins_day (note, days, heading, &date, &part.title, &part.title_length);
  written = om_written_date_format (&date);
  key = g_strconcat (note->file->path, "#", written, NULL);
  part.key = key;
  if (om_written_date_resolve (&date, options->zone, &moment))
    part.moment = &moment;
  else
    {
      om_note_remark_bad_date (note, written, C_("where a date stands", "heading"), OM_DATE_IMPOSSIBLE);
      part.title = heading->text;
      part.title_length = heading->text_length;
    }

  part.content = content->str;
  part.content_length = content->len;
  if (days->jrnl)
    om_text_strip (&part.content, &part.content_length);
  else
    om_text_strip_lines (&part.content, &part.content_length);
  if (om_text_is_blank (part.content, part.content_length) && part.title_length == 0)
    {
      part.content = heading->text;
      part.content_length = heading->text_length;
    }
  return om_note_emit_part (note, &part, error);
}

/**
 * om_note_days_emit:
 *
 * An entry of each day and, with the note's own title, one of what stands above the first.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_note_days_emit (const OmNoteDays  *days,
                   OmNote            *note,
                   GError           **error)
{
  g_autoptr (GString) content = g_string_new (NULL);
  g_autoptr (GPtrArray) under = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) next_under = g_ptr_array_new_with_free_func (g_free);
  const OmMarkdownHeading *open = NULL;
  const char *at = note->text;
  const char *end = note->text + note->length;

  /* The days have titles of their own; that of the file is kept with each. */
  if (note->titled)
    om_front_matter_find (note->front, "title")->used = FALSE;
  for (guint i = 0; i <= days->headings->len; i++)
    {
      const OmMarkdownHeading *heading =
        i < days->headings->len ? &g_array_index (days->headings, OmMarkdownHeading, i) : NULL;
      OmWrittenDate date;
      const char *rest;
      gsize rest_length;

      if (heading != NULL && days->jrnl && is_shelf (heading))
        {
          g_string_append_len (content, at, heading->start - at);
          g_ptr_array_add (next_under, g_strndup (heading->text, heading->text_length));
          at = heading->end;
          continue;
        }
      if (heading != NULL && !begins_day (note, days, heading, &date, &rest, &rest_length))
        continue;

      g_string_append_len (content, at, (heading != NULL ? heading->start : end) - at);
      /* A shelf with nothing on it is kept where it stands. */
      for (guint j = 0; heading == NULL && j < next_under->len; j++)
        g_string_append_printf (content, "\n%s", (char *) g_ptr_array_index (next_under, j));
      if (!emit_day (note, days, open, content, under, error))
        return FALSE;
      g_string_truncate (content, 0);
      g_ptr_array_set_size (under, 0);
      g_ptr_array_extend_and_steal (under, g_steal_pointer (&next_under));
      next_under = g_ptr_array_new_with_free_func (g_free);
      open = heading;
      at = heading != NULL ? heading->end : end;
    }
  return TRUE;
}
