/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables: separators, quotation marks, columns guessed and said, and tables made to do harm. */
#include "config.h"

#include "archive-support.h"

#include <math.h>
#include <string.h>

#include "archive/om-csv-format.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static TestReading *
read_columns (const char *name,
              const char *text,
              const char *columns)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  g_autoptr (GError) error = NULL;
  OmColumnMap map;
  TestReading *reading;

  test_write (folder, name, text, -1);
  if (columns != NULL)
    {
      om_column_map_parse (columns, &map, &error);
      g_assert_no_error (error);
      options.columns = &map;
    }
  reading = test_read_file (file, "csv", &options);
  om_test_folder_remove (folder);
  return reading;
}

/* All cells of all rows, with bars between them. */
static char *
scan (const char *text,
      char        separator)
{
  g_autoptr (OmCsvScanner) scanner = om_csv_scanner_new (text, strlen (text), NULL, separator);
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  gboolean at_end;

  while (om_csv_scanner_next (scanner, &at_end, &error) && !at_end)
    {
      g_string_append_printf (out, "%u:", om_csv_scanner_get_row (scanner));
      for (guint i = 0; i < om_csv_scanner_get_n_cells (scanner); i++)
        g_string_append_printf (out, "%s%s", i > 0 ? "|" : "", om_csv_scanner_get_cell (scanner, i));
      g_string_append_c (out, ' ');
    }
  if (error != NULL)
    g_string_append_c (out, '!');
  return g_string_free (out, FALSE);
}

static void
test_rows (void)
{
  static const struct
  {
    const char *text;
    const char *rows;
  } cases[] = {
    { "a,b\nc,d\n", "1:a|b 2:c|d " },
    { "a,b\r\nc,d", "1:a|b 2:c|d " },
    { "a\rb\r\r\nc", "1:a 2:b 4:c " },
    { "\"a,b\",\"c\"\"d\"", "1:a,b|c\"d " },
    { "\"a\r\nb\",c\n", "1:a\nb|c " },
    { "\"a\nb\rc\"\n", "1:a\nb\nc " },
    { "a\"b\",c", "1:a\"b\"|c " },
    { "\"a\"b,c", "1:ab|c " },
    { "a,\n", "1:a| " },
    { ",", "1:| " },
    { "\n\n\na\n", "4:a " },
    { "", "" },
    { "\"\"\n", "" },
    { "\"a", "!" },
    { "a\n\"b,c\nd", "1:a !" },
    { "\"a\"", "1:a " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rows = scan (cases[i].text, ',');

      g_assert_cmpstr (rows, ==, cases[i].rows);
    }
}

/* A mark and a line end at the end of a piece are those of one file. */
static void
test_pieces (void)
{
  for (gsize before = 256 * 1024 - 4; before <= 256 * 1024 + 1; before++)
    {
      g_autoptr (GString) text = g_string_new ("text\n\"");
      g_autoptr (TestReading) reading = NULL;
      g_autofree char *end = NULL;

      while (text->len < before)
        g_string_append_c (text, 'a');
      g_string_append (text, "\"\"b\r\nc\"\r\n\"next\"\r\n");
      reading = read_columns ("a.csv", text->str, NULL);
      g_assert_cmpuint (reading->drafts->len, ==, 2);
      g_assert_true (g_str_has_suffix (test_reading_get (reading, 0)->content, "a\"b\nc"));
      g_assert_cmpstr (test_reading_get (reading, 1)->content, ==, "next");
    }
}

static void
test_separators (void)
{
  static const char *const files[] = {
    "Datum;Titel;Text;Schlagworte\n31.05.2024;Eins;Zwei, drei;a|b\n",
    "sep=;\r\nDatum;Titel;Text;Schlagworte\r\n31.05.2024;Eins;Zwei, drei;a|b\r\n",
    "\xEF\xBB\xBF" "date\ttitle\ttext\ttags\n2024-05-31\tEins\tZwei, drei\ta,b\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (TestReading) reading = read_columns ("a.csv", files[i], NULL);
      OmDraft *draft = test_reading_get (reading, 0);
      g_autofree char *tags = test_tag_keys (draft->tags);
      g_autofree char *date = om_moment_format (&draft->happened);

      g_assert_cmpuint (reading->drafts->len, ==, 1);
      g_assert_cmpstr (date, ==, "2024-05-31");
      g_assert_cmpstr (draft->title, ==, "Eins");
      g_assert_cmpstr (draft->content, ==, "Zwei, drei");
      g_assert_cmpstr (tags, ==, "a,b");
    }
}

static void
test_chosen_columns (void)
{
  g_autoptr (TestReading) reading = read_columns (
    "a.csv", "2024-06-01,one,two,three,7\n2024-06-02,four,five,six,8\n",
    "date=1,text=4,title=2,id=5,skip=3,header=no");
  OmDraft *draft = test_reading_get (reading, 1);

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  g_assert_cmpstr (draft->title, ==, "four");
  g_assert_cmpstr (draft->content, ==, "six");
  g_assert_cmpstr (draft->source_key, ==, "8");
  g_assert_null (draft->source_data);
}

/* Without names the values tell: dates, and the column of the most words; the rest is kept. */
static void
test_guessed_by_values (void)
{
  g_autoptr (TestReading) reading = read_columns (
    "a.csv", "7,2024-06-01,Rain all day and nothing else\n8,2024-06-02,Sun at last, and a walk\n", NULL);
  OmDraft *draft = test_reading_get (reading, 0);
  g_autofree char *date = om_moment_format (&draft->happened);

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  g_assert_cmpstr (date, ==, "2024-06-01");
  g_assert_cmpstr (draft->content, ==, "Rain all day and nothing else");
  g_assert_cmpstr (draft->source_data, ==, "{\"Column 1\":\"7\"}");
}

/* Dates with slashes are read once the values tell which way, and never bent. */
static void
test_slashes (void)
{
  g_autoptr (TestReading) american =
      read_columns ("a.csv", "date,text\n5/31/2024,a\n6/1/2024,b\n", NULL);
  g_autoptr (TestReading) european =
      read_columns ("a.csv", "date,text\n31/5/2024,a\n1/6/2024,b\n", NULL);
  g_autoptr (TestReading) either = read_columns ("a.csv", "date,text\n1/6/2024,b\n", NULL);
  g_autofree char *first = om_moment_format (&test_reading_get (american, 1)->happened);
  g_autofree char *second = om_moment_format (&test_reading_get (european, 1)->happened);

  g_assert_cmpstr (first, ==, "2024-06-01");
  g_assert_cmpstr (second, ==, "2024-06-01");
  g_assert_cmpint (test_reading_get (either, 0)->happened.precision, ==, OM_PRECISION_UNKNOWN);
  g_assert_cmpint (either->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (either, "--date-format");
}

static void
test_mood (void)
{
  g_autoptr (TestReading) daylio = test_read_sample ("csv/daylio.csv", NULL, NULL);

  g_assert_cmpfloat (test_reading_get (daylio, 0)->valence, ==, 0.5);
  g_assert_cmpfloat (test_reading_get (daylio, 1)->valence, ==, 0);
  g_assert_cmpstr (test_reading_get (daylio, 1)->content, ==, "meh");
}

/* What a person types is refused with what could be typed. */
static void
test_map_text (void)
{
  static const char *const wrong[] = {
    "", "date", "date=", "date=0", "date=501", "date=x", "when=1", "header=maybe", "separator=x",
    "date=1,,text=2",
  };
  OmColumnMap map;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (om_column_map_parse (wrong[i], &map, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
  g_assert_true (om_column_map_parse ("date=1, text = 3,header=no,separator=semicolon", &map, NULL));
  g_assert_cmpuint (map.n, ==, 3);
  g_assert_cmpint (map.roles[1], ==, OM_COLUMN_KEPT);
  g_assert_cmpint (map.separator, ==, ';');
}

static void
test_hostile_tables (void)
{
  g_autoptr (GString) wide = g_string_new ("text");
  g_autoptr (GString) endless = g_string_new ("date,text\n2024-06-01,\"");
  g_autoptr (GString) later = g_string_new ("date,text\n2024-06-01,\"");
  g_autoptr (TestReading) reading = NULL;
  g_autoptr (TestReading) open = NULL;
  g_autoptr (TestReading) open_later = NULL;
  g_autoptr (TestReading) nul = NULL;
  g_autoptr (TestReading) empty = test_read_bytes ("a.csv", "", 0, NULL);
  g_autoptr (TestReading) names = test_read_bytes ("a.csv", "date,text\n", -1, NULL);

  for (int i = 0; i < 10000; i++)
    g_string_append (wide, ",x");
  reading = read_columns ("a.csv", wide->str, NULL);
  g_assert_error (reading->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (reading, "columns");

  for (int i = 0; i < 20 * 1024 * 1024 / 8; i++)
    g_string_append (endless, "abc,\ndef");
  open = read_columns ("a.csv", endless->str, NULL);
  g_assert_error (open->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (open, "never closed");
  g_string_append (later, "short\n");
  open_later = read_columns ("a.csv", later->str, NULL);
  g_assert_error (open_later->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (open_later, "row 2");

  nul = test_read_bytes ("a.csv", "date,text\n2024-06-01,a\0b\n", 25, NULL);
  g_assert_cmpstr (test_reading_get (nul, 0)->content, ==, "a\xEF\xBF\xBD" "b");
  test_assert_mentions (nul, "1 character");
  g_assert_cmpint (empty->report->outcome, ==, OM_IMPORT_EMPTY);
  g_assert_cmpint (names->report->outcome, ==, OM_IMPORT_EMPTY);
}

/* What is shown before is what comes in. */
static void
test_look (void)
{
  g_autofree char *path = test_sample_path ("csv/generic.csv");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmCsvLayout) layout = om_csv_look (file, &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (layout->map.n, ==, 4);
  g_assert_cmpstr (layout->names[2], ==, "Text");
  g_assert_cmpstr (g_ptr_array_index (layout->samples, 0), ==,
                   "2024-06-01 · 2024-06-02 · 2024-06-04");
  g_assert_cmpint (layout->map.roles[0], ==, OM_COLUMN_DATE);
  g_assert_cmpint (layout->map.roles[3], ==, OM_COLUMN_TAGS);
}

void
test_add_csv (void)
{
  g_test_add_func ("/archive/csv/rows", test_rows);
  g_test_add_func ("/archive/csv/pieces", test_pieces);
  g_test_add_func ("/archive/csv/separators", test_separators);
  g_test_add_func ("/archive/csv/chosen-columns", test_chosen_columns);
  g_test_add_func ("/archive/csv/guessed-by-values", test_guessed_by_values);
  g_test_add_func ("/archive/csv/slashes", test_slashes);
  g_test_add_func ("/archive/csv/mood", test_mood);
  g_test_add_func ("/archive/csv/map-text", test_map_text);
  g_test_add_func ("/archive/csv/hostile-tables", test_hostile_tables);
  g_test_add_func ("/archive/csv/look", test_look);
}
