/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams the entries of one jrnl file. Unlike jrnl it drops no text above the first date, takes
 * only the journal's own form of date for a header, and bends no date. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-jrnl-text-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-jrnl-entry.h"
#include "archive/om-text-edges.h"

/* No form of date is longer, in bytes. */
#define MAX_DATE_BYTES 64

/* Remarks of one kind that are made one by one; the rest is counted. */
#define MAX_REMARKS 20

/** A line that begins with something in brackets. */
typedef struct
{
  const char *line;
  const char *date;
  gsize       date_length;
  const char *rest; /* behind the bracket and the blank */
  const char *end;  /* of the line */
} Header;

typedef struct
{
  OmReadJob           *job;
  const char          *name;
  const OmWrittenDate *file_day;
  const char          *form;
  const char          *text;
  const char          *end;
  const char          *line_at; /* how far lines have been counted */
  guint                line;
  guint                n_odd;        /* dates of the journal's form that are none */
  guint                n_other;      /* headers of another form */
  guint                n_impossible;
} Reading;

static const char *
line_end (const char *at,
          const char *end)
{
  const char *found = memchr (at, '\n', (gsize) (end - at));

  return found != NULL ? found : end;
}

static const char *
next_line (const char *line,
           const char *end)
{
  const char *stop = line_end (line, end);

  return stop < end ? stop + 1 : end;
}

/* Whether the line at @line has the shape of a header, whatever stands in its brackets. */
static gboolean
header_at (const char *line,
           const char *end,
           Header     *header)
{
  const char *close;

  if (line >= end || *line != '[')
    return FALSE;
  close = memchr (line, ']', MIN ((gsize) (end - line), MAX_DATE_BYTES + 2));
  if (close == NULL || memchr (line, '\n', (gsize) (close - line)) != NULL)
    return FALSE;
  if (close + 1 < end && close[1] != ' ' && close[1] != '\t' && close[1] != '\n')
    return FALSE;

  header->line = line;
  header->date = line + 1;
  header->date_length = (gsize) (close - line - 1);
  header->rest = close + 1;
  header->end = line_end (close, end);
  return TRUE;
}

static guint
line_number (Reading    *reading,
             const char *at)
{
  while (reading->line_at < at)
    {
      const char *found = memchr (reading->line_at, '\n', (gsize) (at - reading->line_at));

      if (found == NULL)
        break;
      reading->line_at = found + 1;
      reading->line++;
    }
  return reading->line;
}

static void
remark (Reading    *reading,
        guint      *counter,
        const char *at,
        const char *what_of_it,
        int         length,
        const char *what)
{
  g_autofree char *place = NULL;
  g_autofree char *quoted = NULL;

  if ((*counter)++ >= MAX_REMARKS)
    return;
  place = g_strdup_printf (_("%s, line %u"), reading->name, line_number (reading, at));
  quoted = g_strndup (what, (gsize) length);
  /* Translators: a line of the journal, and what of it, as “looks like a date and is none” */
  om_import_report_add (reading->job->report, FALSE, place, _("“%s” %s."), quoted, what_of_it);
}

/* The form of the first header there is; the person's own choice goes first. */
static const char *
find_form (Reading *reading)
{
  Header header;

  if (reading->job->options->date_format != NULL)
    return reading->job->options->date_format;
  for (const char *line = reading->text; line < reading->end; line = next_line (line, reading->end))
    {
      const char *form;

      if (!header_at (line, reading->end, &header))
        continue;
      form = om_date_form_detect (header.date, header.date_length, reading->file_day != NULL);
      if (form != NULL)
        return form;
    }
  return NULL;
}

/* Whether the header opens an entry. Remarks on what only looks like it. */
static gboolean
opens_entry (Reading       *reading,
             const Header  *header,
             OmWrittenDate *date)
{
  OmDateFit fit = OM_DATE_NONE;

  if (reading->form != NULL)
    fit = om_date_form_match (reading->form, header->date, header->date_length, NULL, date);

  switch (fit)
    {
    case OM_DATE_VALID:
      break;

    case OM_DATE_IMPOSSIBLE:
      remark (reading, &reading->n_impossible, header->line,
              _("is a day that never was; the entry is kept without a date"),
              (int) header->date_length, header->date);
      reading->job->report->outcome = OM_IMPORT_PARTIAL;
      break;

    case OM_DATE_OUT_OF_RANGE:
      remark (reading, &reading->n_odd, header->line,
              _("looks like a date and is none; the line stays in the text of its entry"),
              (int) header->date_length, header->date);
      return FALSE;

    case OM_DATE_NONE:
    default:
      /* Below an empty line it may have been meant as a header, before the form was changed. */
      if ((header->line == reading->text ||
           (header->line - reading->text > 1 && header->line[-2] == '\n')) &&
          om_date_form_detect (header->date, header->date_length, FALSE) != NULL)
        remark (reading, &reading->n_other, header->line,
                _("is a date in another form than the journal’s own; the line stays in the text of "
                  "its entry. If such lines are entries, import with that form of date given"),
                (int) header->date_length, header->date);
      return FALSE;
    }

  if (reading->file_day != NULL && !om_date_form_has_day (reading->form))
    {
      date->year = reading->file_day->year;
      date->month = reading->file_day->month;
      date->day = reading->file_day->day;
    }
  return TRUE;
}

static gboolean
emit_entry (Reading             *reading,
            const char          *start,
            const char          *end,
            const OmWrittenDate *date,
            GError             **error)
{
  OmJrnlEntry entry = { .has_date = date != NULL };
  const char *first_end = line_end (start, end);
  gsize first = (gsize) (first_end - start);

  if (date != NULL)
    entry.date = *date;
  entry.starred = date != NULL && om_jrnl_entry_take_star (start, &first);
  if (entry.starred)
    {
      entry.title = start;
      entry.title_length = first;
      entry.body = first_end;
      entry.body_length = (gsize) (end - first_end);
      om_text_strip (&entry.title, &entry.title_length);
      om_text_strip (&entry.body, &entry.body_length);
    }
  else
    om_jrnl_entry_split (&entry, start, (gsize) (end - start));

  if (entry.title_length == 0 && entry.body_length == 0)
    {
      /* A date with nothing behind it: the line itself is all there is to keep. */
      g_autofree char *written = date != NULL ? om_written_date_format (date) : g_strdup ("");

      entry.title = written;
      entry.title_length = strlen (written);
      return om_jrnl_entry_emit (&entry, reading->job, error);
    }
  return om_jrnl_entry_emit (&entry, reading->job, error);
}

/* A line in brackets with a number in it may be a date in a form that nobody knows. */
static char *
dup_hint (Reading *reading)
{
  Header header;

  for (const char *line = reading->text; line < reading->end; line = next_line (line, reading->end))
    {
      if (!header_at (line, reading->end, &header) || header.date_length < 6)
        continue;
      for (gsize i = 0; i < header.date_length; i++)
        {
          if (g_ascii_isdigit (header.date[i]))
            return g_strdup_printf (_(" If “%.*s” begins an entry, import with that form of date given."),
                                    (int) header.date_length + 2, header.line);
        }
    }
  return g_strdup ("");
}

static gboolean
emit_undated (Reading    *reading,
              const char *start,
              const char *end,
              gboolean    whole,
              GError    **error)
{
  g_autofree char *place = NULL;
  const char *first = start;
  gsize length = (gsize) (end - start);

  om_text_strip (&first, &length);
  if (length == 0)
    return TRUE;
  if (reading->file_day != NULL)
    return emit_entry (reading, first, first + length, reading->file_day, error);

  place = g_strdup_printf (_("%s, line %u"), reading->name, line_number (reading, first));
  if (whole)
    {
      g_autofree char *hint = dup_hint (reading);

      om_import_report_add (reading->job->report, FALSE, place,
                            _("There is no date in this text; it is one entry that needs a date.%s"),
                            hint);
    }
  else
    om_import_report_add (reading->job->report, FALSE, place,
                          _("There is text before the first date; it is an entry of its own that "
                            "needs a date."));
  return emit_entry (reading, first, first + length, NULL, error);
}

static void
count_rest (Reading    *reading,
            guint       n,
            const char *what)
{
  if (n > MAX_REMARKS)
    om_import_report_add (reading->job->report, FALSE, reading->name, _("… and %u more %s."),
                          n - MAX_REMARKS, what);
}

/**
 * om_jrnl_text_read:
 * @text: the file
 * @name: its name, for remarks
 * @file_day: (nullable): the day that the file's own name says (folders of `YYYY/MM/DD.txt`)
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_jrnl_text_read (OmReadJob           *job,
                   const char          *text,
                   gsize                length,
                   const char          *name,
                   const OmWrittenDate *file_day,
                   GError             **error)
{
  Reading reading = {
    .job = job,
    .name = name,
    .file_day = file_day,
    .text = text,
    .end = text + length,
    .line_at = text,
    .line = 1,
  };
  OmWrittenDate date = { 0 };
  const char *entry = NULL; /* where the open entry's text begins */

  reading.form = find_form (&reading);
  for (const char *line = text; line < reading.end; line = next_line (line, reading.end))
    {
      OmWrittenDate next_date;
      Header header;
      gboolean ok;

      if (!header_at (line, reading.end, &header) || !opens_entry (&reading, &header, &next_date))
        continue;
      /* The line end before a header belongs to the header. */
      if (entry == NULL)
        ok = emit_undated (&reading, text, line, FALSE, error);
      else
        ok = emit_entry (&reading, entry, MAX (entry, line - 1), &date, error);
      if (!ok)
        return FALSE;
      entry = header.rest;
      date = next_date;
    }

  if (entry == NULL)
    {
      if (!emit_undated (&reading, text, reading.end, TRUE, error))
        return FALSE;
    }
  else if (!emit_entry (&reading, entry, reading.end, &date, error))
    return FALSE;

  count_rest (&reading, reading.n_odd, _("lines that look like dates and are none"));
  count_rest (&reading, reading.n_other, _("lines with dates in another form"));
  count_rest (&reading, reading.n_impossible, _("entries of days that never were"));
  return TRUE;
}

/**
 * om_jrnl_text_count_headers:
 * @text: a file's beginning
 * @date_form: (nullable): as in #OmReadOptions
 * @time_alone: whether `[07:05]` is a header
 * @at_start: (out): whether the first line that holds anything is one
 *
 * Returns: how many lines open an entry
 */
guint
om_jrnl_text_count_headers (const char *text,
                            gsize       length,
                            const char *date_form,
                            gboolean    time_alone,
                            gboolean   *at_start)
{
  const char *end = text + length;
  const char *first = text;
  gsize rest = length;
  guint n = 0;

  *at_start = FALSE;
  om_text_strip (&first, &rest);
  for (const char *line = text; line < end; line = next_line (line, end))
    {
      OmWrittenDate date;
      Header header;

      if (!header_at (line, end, &header))
        continue;
      if (date_form == NULL)
        date_form = om_date_form_detect (header.date, header.date_length, time_alone);
      if (date_form == NULL ||
          om_date_form_match (date_form, header.date, header.date_length, NULL, &date) <
            OM_DATE_IMPOSSIBLE)
        continue;
      n++;
      *at_start = *at_start || line == first;
    }

  return n;
}
