/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns are told apart by their names in the languages the program speaks, and where names say
 * nothing by what stands in them. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-csv-columns.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "archive/om-note-date.h"
#include "archive/om-tag-set.h"
#include "memory/om-error.h"

/* Rows that are looked at to tell columns apart, and values of each that people see. */
#define LOOK_ROWS 200
#define SAMPLES 3
#define SAMPLE_LETTERS 60

static const char *const nicks[OM_N_COLUMN_ROLES] = {
  "keep", "date", "time", "title", "text", "tags", "mood", "id", "skip",
};

/* Names of columns without blanks and signs, in lower case. */
static const struct
{
  const char  *name;
  OmColumnRole role;
} known[] = {
  { "date", OM_COLUMN_DATE },        { "fulldate", OM_COLUMN_DATE },    { "datetime", OM_COLUMN_DATE },
  { "day", OM_COLUMN_DATE },         { "createdat", OM_COLUMN_DATE },   { "created", OM_COLUMN_DATE },
  { "creationdate", OM_COLUMN_DATE }, { "timestamp", OM_COLUMN_DATE },  { "when", OM_COLUMN_DATE },
  { "datum", OM_COLUMN_DATE },       { "tag", OM_COLUMN_TAGS },         { "fecha", OM_COLUMN_DATE },
  { "jour", OM_COLUMN_DATE },        { "日期", OM_COLUMN_DATE },
  { "time", OM_COLUMN_TIME },        { "uhrzeit", OM_COLUMN_TIME },     { "zeit", OM_COLUMN_TIME },
  { "heure", OM_COLUMN_TIME },       { "hora", OM_COLUMN_TIME },        { "时间", OM_COLUMN_TIME },
  { "title", OM_COLUMN_TITLE },      { "notetitle", OM_COLUMN_TITLE },  { "heading", OM_COLUMN_TITLE },
  { "subject", OM_COLUMN_TITLE },    { "titel", OM_COLUMN_TITLE },      { "titre", OM_COLUMN_TITLE },
  { "título", OM_COLUMN_TITLE },     { "标题", OM_COLUMN_TITLE },
  { "text", OM_COLUMN_TEXT },        { "note", OM_COLUMN_TEXT },        { "notes", OM_COLUMN_TEXT },
  { "entry", OM_COLUMN_TEXT },       { "content", OM_COLUMN_TEXT },     { "body", OM_COLUMN_TEXT },
  { "description", OM_COLUMN_TEXT }, { "journal", OM_COLUMN_TEXT },     { "comment", OM_COLUMN_TEXT },
  { "memory", OM_COLUMN_TEXT },      { "eintrag", OM_COLUMN_TEXT },     { "notiz", OM_COLUMN_TEXT },
  { "texte", OM_COLUMN_TEXT },       { "texto", OM_COLUMN_TEXT },       { "nota", OM_COLUMN_TEXT },
  { "inhalt", OM_COLUMN_TEXT },      { "contenu", OM_COLUMN_TEXT },     { "contenido", OM_COLUMN_TEXT },
  { "内容", OM_COLUMN_TEXT },        { "正文", OM_COLUMN_TEXT },
  { "tags", OM_COLUMN_TAGS },        { "labels", OM_COLUMN_TAGS },      { "activities", OM_COLUMN_TAGS },
  { "categories", OM_COLUMN_TAGS },  { "category", OM_COLUMN_TAGS },    { "keywords", OM_COLUMN_TAGS },
  { "schlagworte", OM_COLUMN_TAGS }, { "étiquettes", OM_COLUMN_TAGS },  { "etiquetas", OM_COLUMN_TAGS },
  { "标签", OM_COLUMN_TAGS },
  { "mood", OM_COLUMN_MOOD },        { "stimmung", OM_COLUMN_MOOD },    { "humeur", OM_COLUMN_MOOD },
  { "ánimo", OM_COLUMN_MOOD },       { "心情", OM_COLUMN_MOOD },
  { "id", OM_COLUMN_ID },            { "uuid", OM_COLUMN_ID },          { "guid", OM_COLUMN_ID },
  { "key", OM_COLUMN_ID },
};

/* What Daylio writes, and what is said twice there. */
static const struct
{
  const char  *name;
  OmColumnRole role;
} daylio[] = {
  { "fulldate", OM_COLUMN_DATE },   { "date", OM_COLUMN_LEFT_OUT },  { "weekday", OM_COLUMN_LEFT_OUT },
  { "time", OM_COLUMN_TIME },       { "mood", OM_COLUMN_MOOD },      { "activities", OM_COLUMN_TAGS },
  { "notetitle", OM_COLUMN_TITLE }, { "note", OM_COLUMN_TEXT },
};

/** om_column_role_to_nick: the word by which the command names a role. */
const char *
om_column_role_to_nick (OmColumnRole role)
{
  return nicks[role];
}

static gboolean
fail (GError    **error,
      const char *part)
{
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” says nothing about a column. Write it as date=1,time=2,title=3,text=4,tags=5,"
                 "mood=6,id=7, with the numbers of the columns from 1; skip=8 leaves one out, "
                 "header=no says that the first row is an entry, separator=semicolon or tab what "
                 "stands between columns."),
               part);
  return FALSE;
}

static gboolean
parse_part (const char  *name,
            const char  *value,
            OmColumnMap *map)
{
  static const struct
  {
    const char *name;
    char        sign;
  } separators[] = { { "comma", ',' }, { "semicolon", ';' }, { "tab", '\t' } };
  char *end;
  gint64 column;

  if (g_str_equal (name, "header"))
    {
      map->header = g_str_equal (value, "no") ? OM_CSV_HEADER_NO : OM_CSV_HEADER_YES;
      return g_str_equal (value, "no") || g_str_equal (value, "yes");
    }
  if (g_str_equal (name, "separator"))
    {
      for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
        {
          if (g_str_equal (value, separators[i].name))
            map->separator = separators[i].sign;
        }
      return map->separator != 0;
    }
  column = g_ascii_strtoll (value, &end, 10);
  if (end == value || *end != '\0' || column < 1 || column > OM_CSV_MAX_COLUMNS)
    return FALSE;
  for (guint role = 0; role < OM_N_COLUMN_ROLES; role++)
    {
      if (!g_str_equal (name, nicks[role]))
        continue;
      map->roles[column - 1] = (guint8) role;
      map->n = MAX (map->n, (guint) column);
      return TRUE;
    }
  return FALSE;
}

/**
 * om_column_map_parse:
 * @text: `date=1,text=3,header=no`: roles with numbers of columns from 1
 * @map: (out): what it says; columns not named are kept with the entry
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %TRUE if @text was read
 */
gboolean
om_column_map_parse (const char   *text,
                     OmColumnMap  *map,
                     GError      **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  *map = (OmColumnMap){ .n = 0 };
  if (parts[0] == NULL)
    return fail (error, text);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      char *equals = strchr (parts[i], '=');
      g_autofree char *whole = g_strdup (parts[i]);

      if (equals == NULL)
        return fail (error, whole);
      *equals = '\0';
      if (!parse_part (g_strstrip (parts[i]), g_strstrip (equals + 1), map))
        return fail (error, whole);
    }
  return TRUE;
}

/* What is in the file ---------------------------------------------------------------------------- */

/* The name without blanks and signs, as in the tables above. */
static char *
fold_name (const char *name)
{
  g_autofree char *key = om_tag_key (name);
  g_autoptr (GString) folded = g_string_new (NULL);

  for (const char *p = key; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (g_unichar_isalnum (g_utf8_get_char (p)))
        g_string_append_unichar (folded, g_utf8_get_char (p));
    }
  return g_string_free (g_steal_pointer (&folded), FALSE);
}

static OmColumnRole
role_by_name (const char *name,
              gboolean    is_daylio)
{
  g_autofree char *folded = fold_name (name);

  for (guint i = 0; is_daylio && i < G_N_ELEMENTS (daylio); i++)
    {
      if (g_str_equal (folded, daylio[i].name))
        return daylio[i].role;
    }
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      if (g_str_equal (folded, known[i].name))
        return known[i].role;
    }
  return OM_COLUMN_KEPT;
}

static gboolean
is_date (const char *value)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmMoment moment;
  int a, b, year, n = 0;

  if (om_note_date_in_value (value, utc, NULL, &moment) >= OM_DATE_IMPOSSIBLE)
    return TRUE;
  return sscanf (value, "%2d/%2d/%4d%n", &a, &b, &year, &n) == 3 && n >= 8;
}

/* Dates with slashes are written in two ways; a day after the twelfth tells which. */
static const char *
slash_form (GPtrArray *rows,
            guint      column)
{
  gboolean day_first = FALSE;
  gboolean month_first = FALSE;

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);
      int a, b, year;

      if (column >= g_strv_length (row) || sscanf (row[column], "%2d/%2d/%4d", &a, &b, &year) != 3)
        continue;
      day_first |= a > 12;
      month_first |= b > 12;
    }
  if (day_first == month_first)
    return NULL;
  return day_first ? "%d/%m/%Y" : "%m/%d/%Y";
}

static guint
count_dates (GPtrArray *rows,
             guint      first,
             guint      column)
{
  guint n = 0;

  for (guint i = first; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      n += column < g_strv_length (row) && is_date (row[column]);
    }
  return n;
}

static gsize
count_letters (GPtrArray *rows,
               guint      first,
               guint      column)
{
  gsize n = 0;

  for (guint i = first; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      n += column < g_strv_length (row) ? strlen (row[column]) : 0;
    }
  return n;
}

static gboolean
has_role (const OmColumnMap *map,
          OmColumnRole       role)
{
  for (guint i = 0; i < map->n; i++)
    {
      if (map->roles[i] == role)
        return TRUE;
    }
  return FALSE;
}

/* Where names say nothing: the first column of dates, and the one with the most letters. */
static void
guess_by_values (OmColumnMap *map,
                 GPtrArray   *rows,
                 guint        first)
{
  for (guint i = 0; i < map->n && !has_role (map, OM_COLUMN_DATE); i++)
    {
      if (map->roles[i] == OM_COLUMN_KEPT && count_dates (rows, first, i) * 2 > rows->len - first)
        map->roles[i] = OM_COLUMN_DATE;
    }
  if (!has_role (map, OM_COLUMN_TEXT))
    {
      guint best = map->n;
      gsize most = 0;

      for (guint i = 0; i < map->n; i++)
        {
          gsize letters = count_letters (rows, first, i);

          if (map->roles[i] != OM_COLUMN_KEPT || letters <= most)
            continue;
          most = letters;
          best = i;
        }
      if (best < map->n)
        map->roles[best] = OM_COLUMN_TEXT;
    }
}

static void
guess_by_names (OmCsvLayout *self,
                char       **header)
{
  for (guint i = 0; i < self->map.n; i++)
    {
      OmColumnRole role = role_by_name (header[i], self->is_daylio);

      /* Of texts and tags there may be several. */
      if (role != OM_COLUMN_TEXT && role != OM_COLUMN_TAGS && has_role (&self->map, role))
        role = OM_COLUMN_KEPT;
      self->map.roles[i] = (guint8) role;
    }
}

static gboolean
has_name (char      **header,
          const char *name)
{
  for (guint i = 0; header[i] != NULL; i++)
    {
      g_autofree char *folded = fold_name (header[i]);

      if (g_str_equal (folded, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
looks_like_header (char **row)
{
  for (guint i = 0; row[i] != NULL; i++)
    {
      if (role_by_name (row[i], FALSE) != OM_COLUMN_KEPT)
        return TRUE;
    }
  for (guint i = 0; row[i] != NULL; i++)
    {
      if (is_date (row[i]))
        return FALSE;
    }
  return TRUE;
}

static char *
shorten (const char *value)
{
  g_autofree char *line = g_strndup (value, strcspn (value, "\n"));

  if (g_utf8_strlen (line, -1) <= SAMPLE_LETTERS)
    return g_steal_pointer (&line);
  *g_utf8_offset_to_pointer (line, SAMPLE_LETTERS) = '\0';
  return g_strconcat (line, "…", NULL);
}

static void
name_columns (OmCsvLayout *self,
              GPtrArray   *rows,
              guint        first)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  char **header = first > 0 ? g_ptr_array_index (rows, 0) : NULL;

  self->samples = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->map.n; i++)
    {
      g_autofree char *number = g_strdup_printf ("Column %u", i + 1);
      g_autoptr (GString) sample = g_string_new (NULL);
      guint n = 0;

      if (header != NULL && i < g_strv_length (header) && *header[i] != '\0')
        g_strv_builder_add (names, header[i]);
      else
        g_strv_builder_add (names, number);
      for (guint r = first; r < rows->len && n < SAMPLES; r++)
        {
          char **row = g_ptr_array_index (rows, r);
          g_autofree char *value = NULL;

          if (i >= g_strv_length (row) || *row[i] == '\0')
            continue;
          value = shorten (row[i]);
          g_string_append_printf (sample, "%s%s", n++ > 0 ? " · " : "", value);
        }
      g_ptr_array_add (self->samples, g_string_free (g_steal_pointer (&sample), FALSE));
    }
  self->names = g_strv_builder_end (names);
}

/* The first rows; the last one may be cut off and is left out unless it is the only one. */
static GPtrArray *
read_rows (const char  *text,
           gsize        length,
           char         separator,
           GError     **error)
{
  g_autoptr (OmCsvScanner) scanner = om_csv_scanner_new (text, length, NULL, separator);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GError) local = NULL;
  gboolean at_end = FALSE;

  while (rows->len < LOOK_ROWS && om_csv_scanner_next (scanner, &at_end, &local) && !at_end)
    {
      g_autoptr (GStrvBuilder) row = g_strv_builder_new ();

      for (guint i = 0; i < om_csv_scanner_get_n_cells (scanner); i++)
        g_strv_builder_add (row, om_csv_scanner_get_cell (scanner, i));
      g_ptr_array_add (rows, g_strv_builder_end (row));
    }
  /* A mark that is still open may be closed in what follows; wide rows are no better later. */
  if (local != NULL && rows->len == 0)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  return g_steal_pointer (&rows);
}

/**
 * om_csv_layout_new:
 * @text: the beginning of the file, the same each time it is read
 * @chosen: (nullable): what the person says; the rest is guessed
 * @error: return location, %OM_ERROR_INVALID if the beginning has no rows that can be read
 *
 * Returns: (transfer full) (nullable): the columns; none at all in an empty file
 */
OmCsvLayout *
om_csv_layout_new (const char         *text,
                   gsize               length,
                   const OmColumnMap  *chosen,
                   GError            **error)
{
  g_autoptr (OmCsvLayout) self = g_new0 (OmCsvLayout, 1);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean header;
  char **first;

  self->map.separator = om_csv_detect_separator (text, length, &self->skip);
  if (chosen != NULL && chosen->separator != 0)
    self->map.separator = chosen->separator;
  rows = read_rows (text + self->skip, length - self->skip, self->map.separator, error);
  if (rows == NULL)
    return NULL;
  if (rows->len == 0)
    {
      self->map.header = OM_CSV_HEADER_NO;
      name_columns (self, rows, 0);
      return g_steal_pointer (&self);
    }

  first = g_ptr_array_index (rows, 0);
  self->is_daylio = has_name (first, "fulldate") && has_name (first, "mood") &&
                    has_name (first, "activities");
  header = chosen == NULL || chosen->header == OM_CSV_HEADER_GUESSED
             ? looks_like_header (first)
             : chosen->header == OM_CSV_HEADER_YES;
  self->map.header = header ? OM_CSV_HEADER_YES : OM_CSV_HEADER_NO;
  self->map.n = g_strv_length (first);
  if (chosen != NULL && chosen->n > 0)
    {
      self->map.n = MAX (self->map.n, chosen->n);
      memcpy (self->map.roles, chosen->roles, chosen->n);
    }
  else
    {
      if (header)
        guess_by_names (self, first);
      guess_by_values (&self->map, rows, header);
    }
  for (guint i = 0; i < self->map.n && self->date_form == NULL; i++)
    {
      if (self->map.roles[i] == OM_COLUMN_DATE)
        self->date_form = slash_form (rows, i);
    }
  name_columns (self, rows, header);
  return g_steal_pointer (&self);
}

/** om_csv_layout_free: */
void
om_csv_layout_free (OmCsvLayout *self)
{
  if (self == NULL)
    return;

  g_strfreev (self->names);
  g_clear_pointer (&self->samples, g_ptr_array_unref);
  g_free (self);
}

/**
 * om_csv_layout_probe:
 * @text: the beginning of a file
 *
 * Returns: 90 for a file of Daylio, 60 for columns with names that say what they are, else 0
 */
int
om_csv_layout_probe (const char *text)
{
  g_autoptr (OmCsvLayout) layout = om_csv_layout_new (text, strlen (text), NULL, NULL);

  if (layout == NULL || layout->map.n < 2)
    return 0;
  if (layout->is_daylio)
    return 90;
  return layout->map.header == OM_CSV_HEADER_YES && has_role (&layout->map, OM_COLUMN_DATE) &&
             has_role (&layout->map, OM_COLUMN_TEXT)
           ? 60
           : 0;
}
