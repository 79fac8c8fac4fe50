/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report: outcome and words. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "memory/om-error.h"

static OmImportOutcome
settle (guint    n_read,
        gboolean lost,
        gboolean partial)
{
  g_autoptr (OmImportReport) report = om_import_report_new ();

  report->read = n_read;
  om_import_report_add (report, lost, "a.md", "%s", "remark");
  if (partial)
    report->outcome = OM_IMPORT_PARTIAL;
  om_import_report_settle (report);
  return report->outcome;
}

static void
test_outcome (void)
{
  g_assert_cmpint (settle (1, FALSE, FALSE), ==, OM_IMPORT_OK);
  g_assert_cmpint (settle (1, TRUE, FALSE), ==, OM_IMPORT_PARTIAL);
  g_assert_cmpint (settle (1, FALSE, TRUE), ==, OM_IMPORT_PARTIAL);
  g_assert_cmpint (settle (0, FALSE, FALSE), ==, OM_IMPORT_EMPTY);
  g_assert_cmpint (settle (0, TRUE, FALSE), ==, OM_IMPORT_REFUSED);
  g_assert_cmpstr (om_import_outcome_to_nick (OM_IMPORT_OK), ==, "ok");
  g_assert_cmpstr (om_import_outcome_to_nick (OM_IMPORT_PARTIAL), ==, "partial");
  g_assert_cmpstr (om_import_outcome_to_nick (OM_IMPORT_REFUSED), ==, "refuse");
  g_assert_cmpstr (om_import_outcome_to_nick (OM_IMPORT_EMPTY), ==, "empty");
}

static void
test_text (void)
{
  g_autoptr (OmImportReport) report = om_import_report_new ();
  g_autofree char *text = NULL;

  report->read = 3;
  report->added = 1;
  report->known = 2;
  report->known_deleted = 1;
  om_import_report_add (report, TRUE, "a.md, line 3", "%d%% lost.", 5);
  om_import_report_add (report, FALSE, NULL, "A remark.");
  om_import_report_settle (report);
  text = om_import_report_to_text (report);
  g_assert_cmpstr (text, ==,
                   "Not everything could be taken as it stands; see below.\n"
                   "3 entries read\n"
                   "1 new memory\n"
                   "2 imported before and left as they are\n"
                   "1 of these was deleted since and was not brought back\n"
                   "a.md, line 3: 5% lost.\n"
                   "A remark.\n");
}

static void
test_refused (void)
{
  g_autoptr (GError) error = g_error_new (OM_ERROR, OM_ERROR_ENCODING, "The encoding is odd.");
  g_autoptr (OmImportReport) report = om_import_report_new_refused ("x.txt", error);
  g_autofree char *text = om_import_report_to_text (report);

  om_import_report_settle (report);
  g_assert_cmpint (report->outcome, ==, OM_IMPORT_REFUSED);
  g_assert_nonnull (strstr (text, "Nothing was imported"));
  g_assert_nonnull (strstr (text, "x.txt: The encoding is odd."));
}

void
test_add_report (void)
{
  g_test_add_func ("/archive/report/outcome", test_outcome);
  g_test_add_func ("/archive/report/text", test_text);
  g_test_add_func ("/archive/report/refused", test_refused);
}
