/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates, snippets, reasons and reports in words. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-views.h"
#include "views/om-date-words.h"
#include "views/om-import-words.h"
#include "views/om-looks.h"
#include "views/om-snippet.h"
#include "views/om-zones.h"

/* S6: written in Auckland at 23:30, read in New York: the day and the clock of Auckland. */
static void
test_date_of_place (void)
{
  g_autoptr (GTimeZone) auckland = g_time_zone_new_identifier ("Pacific/Auckland");
  g_autoptr (GTimeZone) new_york = g_time_zone_new_identifier ("America/New_York");
  OmMoment moment;
  g_autofree char *there = NULL;
  g_autofree char *here = NULL;
  g_autofree char *day = NULL;
  g_autofree char *time = NULL;

  g_assert_true (om_moment_from_local (auckland, 2024, 5, 31, 23, 30, 0, &moment));
  there = om_date_words_full (&moment, new_york);
  here = om_date_words_full (&moment, auckland);
  day = om_date_words_day_number (&moment);
  time = om_date_words_time (&moment);
  g_assert_cmpstr (there, ==, "Friday, 31 May 2024, 23:30 (UTC+12:00)");
  g_assert_cmpstr (here, ==, "Friday, 31 May 2024, 23:30");
  g_assert_cmpstr (day, ==, "31");
  g_assert_cmpstr (time, ==, "23:30");
}

/* A day has no time of day, and what is not known is not made up. */
static void
test_date_precision (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("Pacific/Kiritimati");
  OmMoment day = om_moment_on_day (1899, 12, 31);
  OmMoment unknown = om_moment_unknown (0);
  g_autofree char *words = om_date_words_full (&day, zone);
  g_autofree char *time = om_date_words_time (&day);
  g_autofree char *no_words = om_date_words_full (&unknown, zone);
  g_autofree char *no_day = om_date_words_day_number (&unknown);
  g_autofree char *no_month = om_date_words_month (&unknown);

  g_assert_cmpstr (words, ==, "Sunday, 31 December 1899");
  g_assert_cmpstr (time, ==, "");
  g_assert_cmpstr (no_words, ==, "Date not known");
  g_assert_cmpstr (no_day, ==, "–");
  g_assert_cmpstr (no_month, ==, "");
}

/* Text that looks like markup is text. */
static void
test_snippet_plain (void)
{
  g_autoptr (OmMemory) memory = om_memory_new ();
  g_autoptr (OmSnippet) snippet = NULL;
  g_autoptr (PangoAttrList) attributes = NULL;

  memory->title = g_strdup ("A <b>title</b> & more");
  memory->content = g_strdup ("  first\n\n\tsecond <i>&amp;\r\nthird ");
  snippet = om_snippet_new (memory);
  attributes = om_snippet_get_attributes (snippet);
  g_assert_cmpstr (snippet->text, ==, "A <b>title</b> & more\nfirst second <i>&amp; third ");
  g_assert_cmpuint (snippet->title_length, ==, strlen ("A <b>title</b> & more"));
  g_assert_nonnull (attributes);
}

static OmHit *
hit_new (const char *content,
         const char *word)
{
  g_autoptr (OmMemory) memory = om_memory_new ();
  OmHit *hit;

  memory->content = g_strdup (content);
  hit = om_hit_new (memory);
  hit->marks = g_array_new (FALSE, FALSE, sizeof (guint));
  for (const char *at = strstr (content, word); at != NULL; at = strstr (at + 1, word))
    {
      guint start = (guint) (at - content);
      guint stop = start + (guint) strlen (word);

      g_array_append_val (hit->marks, start);
      g_array_append_val (hit->marks, stop);
    }
  return hit;
}

static void
assert_marked (const OmSnippet *snippet,
               guint            nth,
               const char      *word)
{
  guint start = g_array_index (snippet->marks, guint, 2 * nth);
  guint stop = g_array_index (snippet->marks, guint, 2 * nth + 1);
  g_autofree char *marked = g_strndup (snippet->text + start, stop - start);

  g_assert_cmpstr (marked, ==, word);
}

/* The marks follow the text through folding and cutting. */
static void
test_snippet_marks (void)
{
  g_autofree char *lead = g_strnfill (3000, 'x');
  g_autofree char *far_off = g_strconcat ("Beginning. ", lead, " and at last the 桜, then 桜 again", NULL);
  g_autoptr (OmHit) near_hit = hit_new ("One\n\n heron and\ta heron", "heron");
  g_autoptr (OmHit) far_hit = hit_new (far_off, "桜");
  g_autoptr (OmSnippet) near_snippet = om_snippet_new_for_hit (near_hit);
  g_autoptr (OmSnippet) far_snippet = om_snippet_new_for_hit (far_hit);

  g_assert_cmpstr (near_snippet->text, ==, "One heron and a heron");
  g_assert_cmpuint (near_snippet->marks->len, ==, 4);
  assert_marked (near_snippet, 0, "heron");
  assert_marked (near_snippet, 1, "heron");

  g_assert_true (g_str_has_prefix (far_snippet->text, "… "));
  g_assert_cmpuint (far_snippet->marks->len, ==, 4);
  assert_marked (far_snippet, 0, "桜");
  assert_marked (far_snippet, 1, "桜");
}

static void
test_reasons (void)
{
  g_auto (GStrv) exact = om_look_dup_reasons (OM_HIT_EXACT | OM_HIT_WORDS | OM_HIT_MEANING);
  g_auto (GStrv) all = om_look_dup_reasons (OM_HIT_WORDS | OM_HIT_PART | OM_HIT_MEANING | OM_HIT_LINK | OM_HIT_DAY |
                                            OM_HIT_TITLE | OM_HIT_TAG);
  g_autofree char *exact_words = g_strjoinv (", ", exact);
  g_autofree char *all_words = g_strjoinv (", ", all);

  g_assert_cmpstr (exact_words, ==, "As typed, Meaning");
  g_assert_cmpstr (all_words, ==, "Title, Tag, Words, Part of a word, Meaning, Linked, Same day");
  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      g_assert_cmpstr (om_look_sector_name (i), !=, "");
      g_assert_true (g_str_has_suffix (om_look_sector_icon (i), "-symbolic"));
    }
}

static void
test_report (void)
{
  g_autoptr (OmImportReport) report = om_import_report_new ();
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_auto (GStrv) problems = NULL;

  report->added = 1;
  report->known = 3;
  report->undated = 2;
  om_import_report_add (report, FALSE, "a.md, line 3", "There is no date.");
  om_import_report_add (report, TRUE, "b.md", "It is <not> UTF-8.");
  before = om_import_words_summary (report, TRUE);
  after = om_import_words_summary (report, FALSE);
  problems = om_import_words_problems (report);
  g_assert_cmpstr (before, ==, "1 entry will be taken in.\n3 were imported before and stay as they are.\n"
                               "2 have no date and need one.\n1 item cannot be taken.");
  g_assert_true (g_str_has_prefix (after, "1 entry was taken in.\n"));
  g_assert_cmpuint (g_strv_length (problems), ==, 2);
  g_assert_cmpstr (problems[0], ==, "Not taken: b.md: It is <not> UTF-8.");
  g_assert_cmpstr (problems[1], ==, "a.md, line 3: There is no date.");
}

static void
test_zones (void)
{
  g_auto (GStrv) names = om_zones_dup_names ();

  g_assert_cmpstr (names[0], ==, "UTC");
  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (*name);

      g_assert_nonnull (zone);
    }
}

void
test_words_add (void)
{
  g_test_add_func ("/views/words/date-of-place", test_date_of_place);
  g_test_add_func ("/views/words/date-precision", test_date_precision);
  g_test_add_func ("/views/words/snippet-plain", test_snippet_plain);
  g_test_add_func ("/views/words/snippet-marks", test_snippet_marks);
  g_test_add_func ("/views/words/reasons", test_reasons);
  g_test_add_func ("/views/words/report", test_report);
  g_test_add_func ("/views/words/zones", test_zones);
}
