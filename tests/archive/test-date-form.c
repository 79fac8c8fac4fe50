/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written dates: forms, strictness, names, headings. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-note-date.h"
#include "memory/om-error.h"

static void
assert_fit (const char *form,
            const char *text,
            OmDateFit   wanted,
            const char *written)
{
  OmWrittenDate date;
  OmDateFit fit = om_date_form_match (form, text, strlen (text), NULL, &date);
  g_autofree char *found = om_written_date_format (&date);

  if (fit != wanted || (written != NULL && !g_str_equal (found, written)))
    g_error ("“%s” as “%s” gives %d %s", text, form, fit, found);
}

static void
test_forms (void)
{
  assert_fit ("%Y-%m-%d %H:%M", "2024-01-02 07:05", OM_DATE_VALID, "2024-01-02 07:05");
  assert_fit ("%Y-%m-%d %H:%M", "2024-1-2 7:05", OM_DATE_VALID, "2024-01-02 07:05");
  assert_fit ("%Y-%m-%d %H:%M", "2024-01-02  07:05", OM_DATE_VALID, "2024-01-02 07:05");
  assert_fit ("%Y-%m-%d %H:%M", "2024-01-02 07:05:09", OM_DATE_NONE, NULL);
  assert_fit ("%Y-%m-%d %H:%M", "24-01-02 07:05", OM_DATE_NONE, NULL);
  assert_fit ("%Y-%m-%d %H:%M", "2024-01-0207:05", OM_DATE_NONE, NULL);
  assert_fit ("%Y-%m-%d %H:%M:%S", "2024-01-02 07:05:09", OM_DATE_VALID, "2024-01-02 07:05");
  assert_fit ("%Y-%m-%d %I:%M %p", "2024-01-01 12:05 AM", OM_DATE_VALID, "2024-01-01 00:05");
  assert_fit ("%Y-%m-%d %I:%M %p", "2024-01-01 12:00 pm", OM_DATE_VALID, "2024-01-01 12:00");
  assert_fit ("%Y-%m-%d %I:%M %p", "2024-01-01 9:05 p.m.", OM_DATE_VALID, "2024-01-01 21:05");
  assert_fit ("%Y-%m-%d %I:%M%p", "2024-01-01 9:05\xE2\x80\xAFPM", OM_DATE_VALID,
              "2024-01-01 21:05");
  assert_fit ("%Y-%m-%d %I:%M%p", "2024-01-01 13:05 PM", OM_DATE_OUT_OF_RANGE, NULL);
  assert_fit ("%d.%m.%Y %H:%M", "09.06.2013 15:39", OM_DATE_VALID, "2013-06-09 15:39");
  assert_fit ("%d %B %Y", "5 January 2024", OM_DATE_VALID, "2024-01-05");
  assert_fit ("%d. %B %Y", "5. März 2024", OM_DATE_VALID, "2024-03-05");
  assert_fit ("%d %b %y", "5 Sep 99", OM_DATE_VALID, "1999-09-05");
  assert_fit ("%A, %d %B %Y", "vendredi, 5 août 2022", OM_DATE_VALID, "2022-08-05");
  assert_fit ("%d%o %B %Y", "1st May 2024", OM_DATE_VALID, "2024-05-01");
  assert_fit ("%F %T", "2024-01-02 07:05:09", OM_DATE_VALID, "2024-01-02 07:05");
  assert_fit ("100%% %F", "100% 2024-01-02", OM_DATE_VALID, "2024-01-02");
  assert_fit ("%Y-%m-%d", "0001-01-01", OM_DATE_VALID, "0001-01-01");
  assert_fit ("%Y-%m-%d", "9999-12-31", OM_DATE_VALID, "9999-12-31");
}

static void
test_impossible (void)
{
  assert_fit ("%Y-%m-%d %H:%M", "2023-02-30 10:00", OM_DATE_IMPOSSIBLE, "2023-02-30 10:00");
  assert_fit ("%Y-%m-%d", "2023-02-29", OM_DATE_IMPOSSIBLE, NULL);
  assert_fit ("%Y-%m-%d", "2024-02-29", OM_DATE_VALID, NULL);
  assert_fit ("%Y-%m-%d", "1900-02-29", OM_DATE_IMPOSSIBLE, NULL);
  assert_fit ("%Y-%m-%d", "0000-01-01", OM_DATE_IMPOSSIBLE, NULL);
  assert_fit ("%Y-%m-%d %H:%M", "2024-13-45 99:99", OM_DATE_OUT_OF_RANGE, NULL);
  assert_fit ("%Y-%m-%d %H:%M", "2024-01-01 24:00", OM_DATE_OUT_OF_RANGE, NULL);
  assert_fit ("%Y-%m-%d %H:%M:%S", "2024-01-01 23:59:60", OM_DATE_OUT_OF_RANGE, NULL);
  assert_fit ("%Y-%m-%d", "2024-00-10", OM_DATE_OUT_OF_RANGE, NULL);
}

static void
test_detect (void)
{
  static const struct
  {
    const char *text;
    const char *form;
  } cases[] = {
    { "2024-01-02 07:05", "%Y-%m-%d %H:%M" },       { "2023-02-30 10:00", "%Y-%m-%d %H:%M" },
    { "2024-01-01 12:05 AM", "%Y-%m-%d %I:%M%p" },  { "2024-01-02", "%Y-%m-%d" },
    { "2020-08-29 11:11:00 AM", "%Y-%m-%d %I:%M:%S%p" },
    { "09.06.2013 15:39", "%d.%m.%Y %H:%M" },
    { "5 January 2024 10:00", "%d %B %Y %H:%M" },   { "2024/01/02 07:05", "%Y/%m/%d %H:%M" },
    { "26/11, 23:32", NULL },                       { "today", NULL },
    { "1", NULL },                                  { "2018", NULL },
    { "x", NULL },                                  { "2024-13-45 99:99", NULL },
    { "05/06/2024 10:00", NULL },                   { "07:05", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (om_date_form_detect (cases[i].text, strlen (cases[i].text), FALSE), ==,
                     cases[i].form);
  g_assert_cmpstr (om_date_form_detect ("07:05", 5, TRUE), ==, "%H:%M");
}

static void
test_check (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (om_date_form_check ("%Y-%m-%d %I:%M %p", &error));
  g_assert_no_error (error);
  g_assert_false (om_date_form_check ("%Y-%q", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_date_form_check ("dd.mm.yyyy", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_date_form_check ("%", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
}

static void
test_moment_patterns (void)
{
  static const struct
  {
    const char *pattern;
    const char *form;
  } cases[] = {
    { "YYYY-MM-DD", "%Y-%m-%d" },
    { "YYYY/MM/YYYY-MM-DD dddd", "%Y/%m/%Y-%m-%d %A" },
    { "dddd, MMMM Do YYYY", "%A, %B %d%o %Y" },
    { "YYYYMMDD", "%Y%m%d" },
    { "[Day] YYYY-M-D", "Day %Y-%m-%d" },
    { "YYYY-MM-DD [100%]", "%Y-%m-%d 100%%" },
    { "gggg-[W]ww", NULL },
    { "YYYY-DDDD", NULL },
    { "YYYY-MM", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *form = om_date_form_from_moment (cases[i].pattern);

      g_assert_cmpstr (form, ==, cases[i].form);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *date; /* NULL if there is none */
    const char *title;
  } cases[] = {
    { "2023-05-06 Market day", "2023-05-06", "Market day" },
    { "2024-01-05", "2024-01-05", "2024-01-05" },
    { "Trip 2024-01-05", "2024-01-05", "Trip" },
    { "Trip (2024-01-05) home", "2024-01-05", "Trip () home" },
    { "2024_01_05_notes", "2024-01-05", "notes" },
    { "20240105 Walk", "2024-01-05", "Walk" },
    { "202401051620 Walk", "2024-01-05 16:20", "Walk" },
    { "05.01.2024 – Walk", "2024-01-05", "– Walk" },
    { "2023-02-30 never", NULL, "2023-02-30 never" },
    { "12345678", NULL, "12345678" },
    { "v2024-01-05", NULL, "v2024-01-05" },
    { "2024-01-051", NULL, "2024-01-051" },
    { "05-06-2024", NULL, "05-06-2024" },
    { "Nadia Okafor", NULL, "Nadia Okafor" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OmWrittenDate date;
      gsize start, end;
      OmDateFit fit = om_note_date_in_name (cases[i].name, NULL, &date, &start, &end);
      g_autofree char *title = NULL;

      if ((fit == OM_DATE_VALID) != (cases[i].date != NULL))
        g_error ("“%s”: %d", cases[i].name, fit);
      if (fit == OM_DATE_VALID)
        {
          g_autofree char *written = om_written_date_format (&date);
          g_assert_cmpstr (written, ==, cases[i].date);
        }
      else
        end = start;
      title = om_note_title_from_name (cases[i].name, start, end);
      g_assert_cmpstr (title, ==, cases[i].title);
    }
}

static void
test_paths (void)
{
  OmWrittenDate date;

  g_assert_cmpint (om_note_date_in_path ("2023/06/07", &date), ==, OM_DATE_VALID);
  g_assert_cmpint (date.day, ==, 7);
  g_assert_cmpint (om_note_date_in_path ("a/b/2023-06/07", &date), ==, OM_DATE_VALID);
  g_assert_cmpint (date.month, ==, 6);
  g_assert_cmpint (om_note_date_in_path ("2023/02/30", &date), ==, OM_DATE_IMPOSSIBLE);
  g_assert_cmpint (om_note_date_in_path ("06/07", &date), ==, OM_DATE_NONE);
  g_assert_cmpint (om_note_date_in_path ("07", &date), ==, OM_DATE_NONE);
  g_assert_cmpint (om_note_date_in_path ("x2023/06/07", &date), ==, OM_DATE_NONE);
}

static void
test_headings (void)
{
  static const struct
  {
    const char *heading;
    const char *date;
    const char *rest;
  } cases[] = {
    { "2024-01-15", "2024-01-15", "" },
    { "[[2024-01-15]]", "2024-01-15", "" },
    { "2024-01-15 – Snow", "2024-01-15", "Snow" },
    { "2024-01-02 07:05 Walk", "2024-01-02 07:05", "Walk" },
    { "2024-01-02 7:05 pm: Walk", "2024-01-02 19:05", "Walk" },
    { "2024-01-02T07:05", "2024-01-02 07:05", "" },
    { "Monday, 15 January 2024", "2024-01-15", "Monday, 15 January 2024" },
    { "January 15, 2024", "2024-01-15", "January 15, 2024" },
    { "15.01.2024", "2024-01-15", "" },
    { "2024-01-151", NULL, NULL },
    { "2024-01-15th", NULL, NULL },
    { "Thoughts", NULL, NULL },
    { "2024", NULL, NULL },
    { "", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OmWrittenDate date;
      const char *rest;
      gsize length;
      OmDateFit fit = om_note_date_in_heading (cases[i].heading, strlen (cases[i].heading), NULL,
                                               &date, &rest, &length);

      if ((fit == OM_DATE_VALID) != (cases[i].date != NULL))
        g_error ("“%s”: %d", cases[i].heading, fit);
      if (fit == OM_DATE_VALID)
        {
          g_autofree char *written = om_written_date_format (&date);
          g_autofree char *left = g_strndup (rest, length);

          g_assert_cmpstr (written, ==, cases[i].date);
          g_assert_cmpstr (left, ==, cases[i].rest);
        }
    }
}

static void
test_values (void)
{
  static const struct
  {
    const char *value;
    const char *moment;
  } cases[] = {
    { "2024-01-05", "2024-01-05" },
    { "2024-01-07T16:20", "2024-01-07T16:20:00Z" },
    { "2023-08-09 10:11:12", "2023-08-09T10:11:12Z" },
    { "2024-01-07T16:20:00+02:00", "2024-01-07T16:20:00+02:00" },
    { "[[2024-01-05]]", "2024-01-05" },
    { "5 January 2024", "2024-01-05" },
    { "2024/01/05 10:00", "2024-01-05T10:00:00Z" },
    { "2023-02-30", NULL },
    { "yesterday", NULL },
    { "1704400000", NULL },
    { "{{date}}", NULL },
  };
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OmMoment moment;
      OmDateFit fit = om_note_date_in_value (cases[i].value, utc, NULL, &moment);
      g_autofree char *written = NULL;

      if ((fit == OM_DATE_VALID) != (cases[i].moment != NULL))
        g_error ("“%s”: %d", cases[i].value, fit);
      if (fit != OM_DATE_VALID)
        continue;
      written = om_moment_format (&moment);
      g_assert_cmpstr (written, ==, cases[i].moment);
    }
}

void
test_add_date_form (void)
{
  g_test_add_func ("/archive/date-form/forms", test_forms);
  g_test_add_func ("/archive/date-form/impossible", test_impossible);
  g_test_add_func ("/archive/date-form/detect", test_detect);
  g_test_add_func ("/archive/date-form/check", test_check);
  g_test_add_func ("/archive/date-form/moment-patterns", test_moment_patterns);
  g_test_add_func ("/archive/note-date/names", test_names);
  g_test_add_func ("/archive/note-date/paths", test_paths);
  g_test_add_func ("/archive/note-date/headings", test_headings);
  g_test_add_func ("/archive/note-date/values", test_values);
}
