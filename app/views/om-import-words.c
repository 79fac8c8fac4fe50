/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of an import in words for people: counts as sentences, and every item not taken. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-words.h"

#include <glib/gi18n.h>

/* Takes the line. */
static void
add_line (GString *out,
          char    *line)
{
  if (out->len > 0)
    g_string_append_c (out, '\n');
  g_string_append (out, line);
  g_free (line);
}

/**
 * om_import_words_summary:
 * @dry_run: nothing was taken in yet
 *
 * Returns: (transfer full): what was or will be taken in and what not, a line each
 */
char *
om_import_words_summary (const OmImportReport *report,
                         gboolean              dry_run)
{
  GString *out = g_string_new (NULL);
  guint lost = 0;

  for (guint i = 0; i < report->problems->len; i++)
    lost += ((const OmProblem *) g_ptr_array_index (report->problems, i))->lost;

  if (dry_run)
    add_line (out, g_strdup_printf (ngettext ("%u entry will be taken in.",
                                              "%u entries will be taken in.",
                                              report->added),
                                    report->added));
  else
    add_line (out, g_strdup_printf (ngettext ("%u entry was taken in.",
                                              "%u entries were taken in.",
                                              report->added),
                                    report->added));
  if (report->known > 0)
    add_line (out, g_strdup_printf (ngettext ("%u was imported before and stays as it is.",
                                              "%u were imported before and stay as they are.",
                                              report->known),
                                    report->known));
  if (report->known_deleted > 0)
    add_line (out, g_strdup_printf (ngettext ("%u of them is in the bin or was removed; it is not brought back.",
                                              "%u of them are in the bin or were removed; they are not brought back.",
                                              report->known_deleted),
                                    report->known_deleted));
  if (report->changed_at_source > 0)
    add_line (out, g_strdup_printf (ngettext ("%u has another text now than when it was imported before; both are kept.",
                                              "%u have another text now than when they were imported before; both are kept.",
                                              report->changed_at_source),
                                    report->changed_at_source));
  if (report->same_text > 0)
    add_line (out, g_strdup_printf (ngettext ("%u has a text that is there already; it comes in all the same.",
                                              "%u have a text that is there already; they come in all the same.",
                                              report->same_text),
                                    report->same_text));
  if (report->undated > 0)
    add_line (out, g_strdup_printf (ngettext ("%u has no date and needs one.",
                                              "%u have no date and need one.",
                                              report->undated),
                                    report->undated));
  if (report->links > 0)
    add_line (out, g_strdup_printf (ngettext ("%u link between entries.",
                                              "%u links between entries.",
                                              report->links),
                                    report->links));
  if (report->files > 0)
    add_line (out, g_strdup_printf (ngettext ("%u picture or file comes along.",
                                              "%u pictures and files come along.",
                                              report->files),
                                    report->files));
  if (lost > 0)
    add_line (out, g_strdup_printf (ngettext ("%u item cannot be taken.",
                                              "%u items cannot be taken.",
                                              lost),
                                    lost));
  return g_string_free (out, FALSE);
}

/**
 * om_import_words_problems:
 *
 * Returns: (transfer full): NULL-terminated: what was not taken, then the remarks, each with its place
 */
char **
om_import_words_problems (const OmImportReport *report)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  for (int lost = 1; lost >= 0; lost--)
    {
      for (guint i = 0; i < report->problems->len; i++)
        {
          const OmProblem *problem = g_ptr_array_index (report->problems, i);

          if (problem->lost != lost)
            continue;
          if (problem->place == NULL)
            g_ptr_array_add (lines, g_strdup (problem->message));
          else if (lost)
            {
              /* Translators: the place (a file and a line), then why it was not taken in */
              g_ptr_array_add (lines, g_strdup_printf (_("Not taken: %s: %s"), problem->place, problem->message));
            }
          else
            {
              /* Translators: the place (a file and a line), then a remark */
              g_ptr_array_add (lines, g_strdup_printf (_("%s: %s"), problem->place, problem->message));
            }
        }
    }
  g_ptr_array_add (lines, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&lines), FALSE);
}
