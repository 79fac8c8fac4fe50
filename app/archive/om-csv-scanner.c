/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of separated values, a step at a time. A quotation mark counts only where a cell begins; line ends inside of
 * marks belong to the cell and become LF. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-csv-scanner.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

struct _OmCsvScanner
{
  OmTextStream *stream;  /* (not owned) (nullable): what follows @at .. @end */
  const char   *at;
  const char   *end;
  char          separator;
  GString      *row;     /* (owned): cells with NUL between them */
  GArray       *cells;   /* (owned) (element-type gsize): where each begins in @row */
  guint         n_row;   /* of the last row, from 1 */
  gboolean      after_cr; /* an LF that comes next belongs to the line end before */
};

/**
 * om_csv_scanner_new:
 * @text: (not owned): the beginning
 * @stream: (not owned) (nullable): what follows it
 * @separator: `,`, `;` or a tab
 *
 * Returns: (transfer full): a scanner before the first row
 */
OmCsvScanner *
om_csv_scanner_new (const char   *text,
                    gsize         length,
                    OmTextStream *stream,
                    char          separator)
{
  OmCsvScanner *self = g_new0 (OmCsvScanner, 1);

  self->stream = stream;
  self->at = text;
  self->end = text + length;
  self->separator = separator;
  self->row = g_string_new (NULL);
  self->cells = g_array_new (FALSE, FALSE, sizeof (gsize));
  return self;
}

/** om_csv_scanner_free: */
void
om_csv_scanner_free (OmCsvScanner *self)
{
  if (self == NULL)
    return;

  g_string_free (self->row, TRUE);
  g_array_unref (self->cells);
  g_free (self);
}

/* Returns: whether there is a letter to read. */
static gboolean
fill (OmCsvScanner  *self,
      GError       **error)
{
  gsize length;

  if (self->at < self->end)
    return TRUE;
  if (self->stream == NULL)
    return FALSE;
  if (!om_text_stream_next (self->stream, &self->at, &length, error))
    {
      self->at = self->end;
      return FALSE;
    }
  self->end = self->at + length;
  return length > 0;
}

static gboolean
begin_cell (OmCsvScanner  *self,
            GError       **error)
{
  gsize start;

  if (self->cells->len == OM_CSV_MAX_COLUMNS)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("Row %u has more than %d columns, which no journal has."), self->n_row,
                   OM_CSV_MAX_COLUMNS);
      return FALSE;
    }
  if (self->cells->len > 0)
    g_string_append_c (self->row, '\0');
  start = self->row->len;
  g_array_append_val (self->cells, start);
  return TRUE;
}

static gsize
cell_length (OmCsvScanner *self)
{
  return self->row->len - g_array_index (self->cells, gsize, self->cells->len - 1);
}

static gboolean
append (OmCsvScanner  *self,
        const char    *from,
        GError       **error)
{
  if (cell_length (self) + (gsize) (self->at - from) > OM_CSV_MAX_CELL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("Row %u has a cell of more than %d MiB: most likely a quotation mark in it is "
                     "never closed."),
                   self->n_row, OM_CSV_MAX_CELL / 1024 / 1024);
      return FALSE;
    }
  g_string_append_len (self->row, from, self->at - from);
  return TRUE;
}

/* Letters up to one of the three, or to the end of what is there. */
static gboolean
append_run (OmCsvScanner  *self,
            char           a,
            char           b,
            char           c,
            GError       **error)
{
  const char *from = self->at;

  while (self->at < self->end && *self->at != a && *self->at != b && *self->at != c)
    self->at++;
  return append (self, from, error);
}

typedef enum
{
  AT_CELL,    /* nothing of the cell has been read */
  IN_PLAIN,
  IN_MARKS,   /* between quotation marks */
  AFTER_MARK, /* a mark inside of marks: the end, or the first of two */
  ROW_DONE,
} State;

/* One step through the row; some of the text is there. */
static gboolean
step (OmCsvScanner  *self,
      State         *state,
      GError       **error)
{
  switch (*state)
    {
    case AT_CELL:
      *state = *self->at == '"' ? IN_MARKS : IN_PLAIN;
      self->at += *self->at == '"';
      return TRUE;

    case IN_MARKS:
      if (!append_run (self, '"', '\r', '"', error))
        return FALSE;
      if (self->at == self->end)
        return TRUE;
      self->after_cr = *self->at == '\r';
      if (self->after_cr)
        g_string_append_c (self->row, '\n');
      else
        *state = AFTER_MARK;
      self->at++;
      return TRUE;

    case AFTER_MARK:
      *state = *self->at == '"' ? IN_MARKS : IN_PLAIN;
      if (*self->at == '"')
        g_string_append_c (self->row, *self->at++);
      return TRUE;

    case IN_PLAIN:
    case ROW_DONE:
    default:
      if (!append_run (self, self->separator, '\r', '\n', error))
        return FALSE;
      if (self->at == self->end)
        return TRUE;
      *state = *self->at == self->separator ? AT_CELL : ROW_DONE;
      self->after_cr = *self->at++ == '\r';
      return *state != AT_CELL || begin_cell (self, error);
    }
}

/* Reads one row, be it empty. */
static gboolean
read_row (OmCsvScanner  *self,
          gboolean      *at_end,
          GError       **error)
{
  g_autoptr (GError) local = NULL;
  State state = AT_CELL;
  gboolean any = FALSE;

  g_string_truncate (self->row, 0);
  g_array_set_size (self->cells, 0);
  self->n_row++;
  if (!begin_cell (self, error))
    return FALSE;
  while (state != ROW_DONE && fill (self, &local))
    {
      /* The LF of CR LF. */
      if (self->after_cr && *self->at == '\n')
        {
          self->after_cr = FALSE;
          self->at++;
          continue;
        }
      self->after_cr = FALSE;
      any = TRUE;
      if (!step (self, &state, error))
        return FALSE;
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (state == IN_MARKS)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("Row %u opens a quotation mark that is never closed; the file may be cut off."),
                   self->n_row);
      return FALSE;
    }
  *at_end = state != ROW_DONE && !any;
  return TRUE;
}

/**
 * om_csv_scanner_next:
 * @at_end: (out): %TRUE if there was no row any more
 * @error: return location, %OM_ERROR_INVALID with the row
 *
 * Rows without anything in them are passed over; they count.
 *
 * Returns: %FALSE on error
 */
gboolean
om_csv_scanner_next (OmCsvScanner  *self,
                     gboolean      *at_end,
                     GError       **error)
{
  do
    {
      if (!read_row (self, at_end, error))
        return FALSE;
    }
  while (!*at_end && self->row->len == 0);
  return TRUE;
}

/** om_csv_scanner_get_n_cells: of the last row. */
guint
om_csv_scanner_get_n_cells (OmCsvScanner *self)
{
  return self->cells->len;
}

/**
 * om_csv_scanner_get_cell:
 * @column: from 0
 *
 * Returns: (transfer none): the cell of the last row, empty where the row is shorter; good until the
 *   next row
 */
const char *
om_csv_scanner_get_cell (OmCsvScanner *self,
                         guint         column)
{
  return column < self->cells->len
           ? self->row->str + g_array_index (self->cells, gsize, column)
           : "";
}

/** om_csv_scanner_get_row: number of the last row, from 1; empty rows count. */
guint
om_csv_scanner_get_row (OmCsvScanner *self)
{
  return self->n_row;
}

/**
 * om_csv_detect_separator:
 * @text: the beginning of a file
 * @skip: (out): bytes of a first line that names the separator, as spreadsheets write `sep=;`
 *
 * Returns: what cuts the first row into the most cells; a comma where nothing does
 */
char
om_csv_detect_separator (const char *text,
                         gsize       length,
                         gsize      *skip)
{
  static const char separators[] = { ',', ';', '\t' };
  char best = ',';
  guint most = 1;

  *skip = 0;
  if (length > 5 && g_ascii_strncasecmp (text, "sep=", 4) == 0 &&
      (text[5] == '\n' || text[5] == '\r') && memchr (separators, text[4], sizeof separators) != NULL)
    {
      *skip = text[5] == '\r' && length > 6 && text[6] == '\n' ? 7 : 6;
      return text[4];
    }
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autoptr (OmCsvScanner) scanner = om_csv_scanner_new (text, length, NULL, separators[i]);
      gboolean at_end;

      if (om_csv_scanner_next (scanner, &at_end, NULL) &&
          om_csv_scanner_get_n_cells (scanner) > most)
        {
          most = om_csv_scanner_get_n_cells (scanner);
          best = separators[i];
        }
    }
  return best;
}
