/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of separated values: spreadsheets and mood trackers, a row an entry. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-csv-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-note-date.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

/* Daylio's five moods as a new journal has them: how pleasant. It says nothing of how intense. */
static const struct
{
  const char *word;
  double      valence;
} moods[] = {
  { "rad", 0.9 }, { "good", 0.5 }, { "meh", 0 }, { "bad", -0.5 }, { "awful", -0.9 },
};
#define MOOD_AROUSAL 0.5

typedef struct
{
  OmReadJob    *job;
  OmCsvLayout  *layout;
  OmCsvScanner *scanner;
  const char   *name;
} Reading;

/** The parts of an entry, as far as its row has been read. */
typedef struct
{
  const char   *date;
  const char   *time;
  const char   *mood;
  const char   *id;
  const char   *title;
  GString      *text; /* (owned) */
  OmTagSet     *tags; /* (owned) */
  OmSourceData *kept; /* (owned) */
} Row;

static void
row_clear (Row *row)
{
  g_string_free (row->text, TRUE);
  om_tag_set_free (row->tags);
  om_source_data_free (row->kept);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Row, row_clear)

static gboolean
is_blank (const char *cell)
{
  return cell == NULL || om_text_is_blank (cell, strlen (cell));
}

static void
add_text (Row        *row,
          const char *cell)
{
  if (row->text->len > 0)
    g_string_append (row->text, "\n\n");
  g_string_append (row->text, cell);
}

/* Tags with a bar, a semicolon or a comma between them, whichever comes first in this order; with a
 * sign before each, blanks will do; else the cell is one. */
static void
add_tags (Row        *row,
          const char *cell)
{
  const char *between = strchr (cell, '|') != NULL                     ? "|"
                        : strchr (cell, ';') != NULL                   ? ";"
                        : strchr (cell, ',') != NULL                   ? ","
                        : *cell == '#' && strchr (cell, ' ') != NULL ? " "
                                                                       : "\n";
  g_auto (GStrv) tags = g_strsplit (cell, between, -1);

  for (guint i = 0; tags[i] != NULL; i++)
    om_tag_set_add (row->tags, tags[i], -1);
}

static void
keep (Row        *row,
      const char *name,
      const char *cell)
{
  om_source_data_add (row->kept, name, cell);
}

/* A first cell of each role; another of the same is kept under its name. */
static void
take_cell (Reading    *reading,
           Row        *row,
           guint       column,
           const char *cell)
{
  const char *name = reading->layout->names[column];
  const char **field = NULL;

  if (is_blank (cell))
    return;
  switch ((OmColumnRole) reading->layout->map.roles[column])
    {
    case OM_COLUMN_TEXT:
      add_text (row, cell);
      return;
    case OM_COLUMN_TAGS:
      add_tags (row, cell);
      return;
    case OM_COLUMN_LEFT_OUT:
      return;
    case OM_COLUMN_DATE:
      field = &row->date;
      break;
    case OM_COLUMN_TIME:
      field = &row->time;
      break;
    case OM_COLUMN_TITLE:
      field = &row->title;
      break;
    case OM_COLUMN_MOOD:
      field = &row->mood;
      break;
    case OM_COLUMN_ID:
      field = &row->id;
      break;
    case OM_COLUMN_KEPT:
    default:
      keep (row, name, cell);
      return;
    }
  if (*field == NULL)
    *field = cell;
  else
    keep (row, name, cell);
}

static char *
place_of (Reading *reading)
{
  return g_strdup_printf (_("%s, row %u"), reading->name, om_csv_scanner_get_row (reading->scanner));
}

/* Cells behind the last column have no name: their words are part of the text. */
static void
take_extra (Reading *reading,
            Row     *row)
{
  guint n = om_csv_scanner_get_n_cells (reading->scanner);
  guint n_extra = 0;
  g_autofree char *place = NULL;

  for (guint i = reading->layout->map.n; i < n; i++)
    {
      const char *cell = om_csv_scanner_get_cell (reading->scanner, i);

      if (is_blank (cell))
        continue;
      add_text (row, cell);
      n_extra++;
    }
  if (n_extra == 0)
    return;
  place = place_of (reading);
  om_import_report_add (reading->job->report, FALSE, place,
                        _("The row has more cells than there are columns; what is in them stands at "
                          "the end of its text."));
  reading->job->report->outcome = OM_IMPORT_PARTIAL;
}

static void
resolve_date (Reading *reading,
              Row     *row,
              OmDraft *draft)
{
  const OmReadOptions *options = reading->job->options;
  const char *form = options->date_format != NULL ? options->date_format : reading->layout->date_form;
  g_autofree char *date = g_strdup (row->date != NULL ? row->date : "");
  g_autofree char *time = g_strdup (row->time != NULL ? row->time : "");
  g_autofree char *both = NULL;
  g_autofree char *place = NULL;

  g_strstrip (date);
  g_strstrip (time);
  both = g_strdup_printf ("%s%s%s", date, *time != '\0' ? " " : "", time);
  if (*date != '\0' &&
      om_note_date_in_value (both, options->zone, form, &draft->happened) == OM_DATE_VALID)
    return;

  place = place_of (reading);
  if (*time != '\0')
    keep (row, "time", time);
  if (*date == '\0')
    {
      om_import_report_add (reading->job->report, FALSE, place, _("The row has no date and needs one."));
      return;
    }
  keep (row, "date", date);
  /* The day alone, if the time beside it is none. */
  if (*time != '\0' &&
      om_note_date_in_value (date, options->zone, form, &draft->happened) == OM_DATE_VALID)
    {
      om_import_report_add (reading->job->report, FALSE, place,
                            _("“%s” is no time of day; the entry has its day alone."), time);
      return;
    }
  reading->job->report->outcome = OM_IMPORT_PARTIAL;
  om_import_report_add (reading->job->report, FALSE, place,
                        _("“%s” is no date that can be believed; the entry is kept undated. If all of "
                          "them are written so, name their form (--date-format)."),
                        both);
}

static void
resolve_mood (Row     *row,
              OmDraft *draft)
{
  g_autofree char *word = NULL;

  if (row->mood == NULL)
    return;
  keep (row, "mood", row->mood);
  word = om_tag_key (row->mood);
  g_strstrip (word);
  for (guint i = 0; i < G_N_ELEMENTS (moods); i++)
    {
      if (!g_str_equal (word, moods[i].word))
        continue;
      draft->valence = moods[i].valence;
      draft->arousal = MOOD_AROUSAL;
    }
}

/* What names the row: its id, else when it was and how it is called, else its words. */
static char *
dup_key (const Row *row)
{
  g_autofree char *sum = NULL;

  if (row->id != NULL)
    return g_strdup (row->id);
  if (row->date != NULL || row->title != NULL)
    return g_strdup_printf ("%s %s %s", row->date != NULL ? row->date : "",
                            row->time != NULL ? row->time : "",
                            row->title != NULL ? row->title : "");
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, row->text->str, -1);
  return g_strndup (sum, 16);
}

static gboolean
emit_row (Reading  *reading,
          Row      *row,
          GError  **error)
{
  g_autofree char *key = dup_key (row);
  g_auto (GStrv) tags = om_tag_set_to_strv (row->tags);
  g_autofree char *words = NULL;
  const char *text = row->text->str;
  OmDraft *draft;

  /* A day of which only the mood or what was done is noted is an entry all the same. */
  if (is_blank (text) && row->title == NULL)
    {
      words = tags != NULL ? g_strjoinv (", ", tags) : NULL;
      text = row->mood != NULL ? row->mood : words;
    }
  if (text == NULL)
    {
      g_autofree char *place = place_of (reading);

      om_import_report_add (reading->job->report, FALSE, place,
                            _("The row has no text; it was left out."));
      return TRUE;
    }
  draft = om_read_job_draft (reading->job, row->title, row->title != NULL ? strlen (row->title) : 0,
                             text, strlen (text));
  resolve_date (reading, row, draft);
  resolve_mood (row, draft);
  draft->tags = g_steal_pointer (&tags);
  draft->source_data = om_source_data_to_json (row->kept);
  return om_read_job_emit (reading->job, draft, key, error);
}

static gboolean
read_rows (Reading  *reading,
           GError  **error)
{
  gboolean header = reading->layout->map.header == OM_CSV_HEADER_YES;
  gboolean at_end = FALSE;

  for (;;)
    {
      g_auto (Row) row = { .text = g_string_new (NULL), .tags = om_tag_set_new (),
                           .kept = om_source_data_new () };

      if (!om_csv_scanner_next (reading->scanner, &at_end, error))
        return FALSE;
      if (at_end)
        return TRUE;
      if (header)
        {
          header = FALSE;
          continue;
        }
      for (guint i = 0; i < reading->layout->map.n; i++)
        take_cell (reading, &row, i, om_csv_scanner_get_cell (reading->scanner, i));
      take_extra (reading, &row);
      if (!emit_row (reading, &row, error))
        return FALSE;
    }
}

static OmMember *
only_member (OmContainer *container)
{
  return om_container_get_kind (container) == OM_CONTAINER_FILE
           ? g_ptr_array_index (om_container_get_members (container), 0)
           : NULL;
}

/* The columns, by the first piece of the text; the rows begin there. */
static OmTextStream *
open_layout (OmContainer          *container,
             const OmReadOptions  *options,
             GCancellable         *cancellable,
             OmCsvLayout         **layout,
             const char          **text,
             gsize                *length,
             GError              **error)
{
  OmMember *member = only_member (container);
  g_autoptr (OmTextStream) stream = NULL;

  if (member == NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is no table: choose a file that ends in .csv or .tsv."),
                   om_container_get_name (container));
      return NULL;
    }
  stream = om_container_read_text (container, member, options->guess_encoding, cancellable, error);
  if (stream == NULL || !om_text_stream_next (stream, text, length, error))
    return NULL;
  *layout = om_csv_layout_new (*text, *length, options->columns, error);
  return *layout != NULL ? g_steal_pointer (&stream) : NULL;
}

static gboolean
read_table (OmReadJob    *job,
            OmContainer  *container,
            GError      **error)
{
  g_autoptr (OmCsvLayout) layout = NULL;
  g_autoptr (OmTextStream) stream = NULL;
  g_autoptr (OmCsvScanner) scanner = NULL;
  Reading reading = { .job = job, .name = om_container_get_name (container) };
  const char *text;
  gsize length;

  stream = open_layout (container, job->options, job->cancellable, &layout, &text, &length, error);
  if (stream == NULL)
    return FALSE;
  scanner = om_csv_scanner_new (text + layout->skip, length - layout->skip, stream,
                                layout->map.separator);
  reading.layout = layout;
  reading.scanner = scanner;
  if (!read_rows (&reading, error))
    return FALSE;
  om_text_stream_remark (stream, job->report, reading.name);
  return TRUE;
}

static gboolean
has_table_ending (const char *name)
{
  static const char *const endings[] = { ".csv", ".tsv", ".tab" };
  gsize n = strlen (name);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      if (n > 4 && g_ascii_strcasecmp (name + n - 4, endings[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

static int
probe (OmContainer  *look,
       GCancellable *cancellable)
{
  OmMember *member = only_member (look);
  g_autofree char *head = NULL;

  if (member == NULL)
    return 0;
  head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
  if (head == NULL)
    return 0;
  return MAX (om_csv_layout_probe (head), has_table_ending (member->name) ? 85 : 0);
}

/**
 * om_csv_look:
 * @file: a table
 * @options: what the person chose so far
 * @error: return location, as om_reader_read()
 *
 * Reads the beginning alone. Blocks; for workers.
 *
 * Returns: (transfer full) (nullable): its columns, as om_reader_read() would take them
 */
OmCsvLayout *
om_csv_look (GFile                *file,
             const OmReadOptions  *options,
             GCancellable         *cancellable,
             GError              **error)
{
  g_autoptr (OmContainer) container = om_container_open (file, options->allow_large, cancellable,
                                                         error);
  OmCsvLayout *layout = NULL;
  g_autoptr (OmTextStream) stream = NULL;
  const char *text;
  gsize length;

  if (container != NULL)
    stream = open_layout (container, options, cancellable, &layout, &text, &length, error);
  return layout;
}

const OmFormat om_csv_format = {
  .name = "csv",
  .title = N_("CSV (spreadsheets, Daylio)"),
  .probe = probe,
  .read = read_table,
};
