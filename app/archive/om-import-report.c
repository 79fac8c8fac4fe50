/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts and remarks of an import, and the same as text for people. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-import-report.h"

#include <glib/gi18n.h>
#include <stdarg.h>

/* Names in one remark; the rest is counted. */
#define MAX_NAMES 20

static void
problem_free (gpointer data)
{
  OmProblem *self = data;

  g_free (self->place);
  g_free (self->message);
  g_free (self);
}

/**
 * om_import_report_new:
 *
 * Returns: (transfer full): a report without a remark, its outcome %OM_IMPORT_OK
 */
OmImportReport *
om_import_report_new (void)
{
  OmImportReport *self = g_new0 (OmImportReport, 1);

  self->problems = g_ptr_array_new_with_free_func (problem_free);
  return self;
}

/**
 * om_import_report_new_refused:
 * @place: (nullable): the file
 * @error: why an import came to nothing
 *
 * Returns: (transfer full): a report that says so, for those who show every import alike
 */
OmImportReport *
om_import_report_new_refused (const char   *place,
                              const GError *error)
{
  OmImportReport *self = om_import_report_new ();

  om_import_report_add (self, TRUE, place, "%s", error->message);
  self->outcome = OM_IMPORT_REFUSED;
  return self;
}

/**
 * om_import_report_free:
 * @self: (transfer full) (nullable): a report
 */
void
om_import_report_free (OmImportReport *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->problems);
  g_free (self);
}

/**
 * om_import_report_add:
 * @lost: %TRUE: what stands at @place did not come in
 * @place: (nullable): file and line, or name of an item
 * @format: a sentence: what and why
 */
void
om_import_report_add (OmImportReport *self,
                      gboolean        lost,
                      const char     *place,
                      const char     *format,
                      ...)
{
  OmProblem *problem = g_new0 (OmProblem, 1);
  va_list args;

  problem->lost = lost;
  problem->place = g_strdup (place);
  va_start (args, format);
  problem->message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->problems, problem);
}

/**
 * om_import_report_add_names:
 * @lost: as in om_import_report_add()
 * @names: (element-type utf8): what it is about; nothing is said about none
 * @words: what stands behind their number, in the form for it
 *
 * One remark about many items: how many, what, and the first of their names.
 */
void
om_import_report_add_names (OmImportReport *self,
                            gboolean        lost,
                            GPtrArray      *names,
                            const char     *words)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  if (names->len == 0)
    return;
  for (guint i = 0; i < MIN (names->len, MAX_NAMES); i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? ", " : "",
                            (char *) g_ptr_array_index (names, i));
  if (names->len > MAX_NAMES)
    {
      /* Translators: behind some names */
      g_string_append_printf (joined, _(" and %u more"), names->len - MAX_NAMES);
    }
  /* Translators: how many, what of them, as “files are no notes and were left out”, and their names */
  om_import_report_add (self, lost, NULL, _("%u %s: %s."), names->len, words, joined->str);
}

/**
 * om_import_report_add_replaced:
 * @n: characters that no text can hold; nothing is said about none
 */
void
om_import_report_add_replaced (OmImportReport *self,
                               const char     *place,
                               guint           n)
{
  if (n > 0)
    om_import_report_add (self, FALSE, place,
                          ngettext ("%u character that no text can hold became “�”.",
                                    "%u characters that no text can hold became “�”.", n),
                          n);
}

/**
 * om_import_report_settle:
 *
 * Once everything has been read: the outcome by what the report holds. A reader sets
 * %OM_IMPORT_PARTIAL itself where an entry came in without something the source meant it to have.
 */
void
om_import_report_settle (OmImportReport *self)
{
  guint n_lost = 0;

  if (self->outcome == OM_IMPORT_REFUSED)
    return;
  for (guint i = 0; i < self->problems->len; i++)
    n_lost += ((OmProblem *) g_ptr_array_index (self->problems, i))->lost;

  if (self->read == 0 && n_lost == 0)
    self->outcome = OM_IMPORT_EMPTY;
  else if (self->read == 0)
    self->outcome = OM_IMPORT_REFUSED;
  else if (n_lost > 0)
    self->outcome = OM_IMPORT_PARTIAL;
}

/**
 * om_import_outcome_to_nick:
 *
 * Returns: (transfer none): the word samples/README.md has for it
 */
const char *
om_import_outcome_to_nick (OmImportOutcome outcome)
{
  static const char *const nicks[] = { "ok", "partial", "refuse", "empty" };

  return nicks[outcome];
}

static void
append_count (GString    *text,
              guint       n,
              const char *words)
{
  if (n > 0)
    g_string_append_printf (text, "%u %s\n", n, words);
}

/**
 * om_import_report_to_text:
 *
 * Returns: (transfer full): the report in plain words, a line each, ending in a line end
 */
char *
om_import_report_to_text (const OmImportReport *self)
{
  GString *text = g_string_new (NULL);

  switch (self->outcome)
    {
    case OM_IMPORT_REFUSED:
      g_string_append (text, _("Nothing was imported; everything is as it was before.\n"));
      break;
    case OM_IMPORT_EMPTY:
      g_string_append (text, _("There was nothing to import.\n"));
      break;
    case OM_IMPORT_PARTIAL:
      g_string_append (text, _("Not everything could be taken as it stands; see below.\n"));
      break;
    case OM_IMPORT_OK:
    default:
      break;
    }

  append_count (text, self->read,
                ngettext ("entry read",
                          "entries read", self->read));
  append_count (text, self->added,
                ngettext ("new memory",
                          "new memories", self->added));
  append_count (text, self->known,
                ngettext ("imported before and left as it is",
                          "imported before and left as they are", self->known));
  append_count (text, self->known_deleted,
                ngettext ("of these was deleted since and was not brought back",
                          "of these were deleted since and were not brought back", self->known_deleted));
  append_count (text, self->changed_at_source,
                ngettext ("changed at the source: its new text is a second memory",
                          "changed at the source: their new texts are second memories", self->changed_at_source));
  append_count (text, self->same_text,
                ngettext ("has a text that is there already",
                          "have a text that is there already", self->same_text));
  append_count (text, self->undated,
                ngettext ("has no date and is listed as needing one",
                          "have no date and are listed as needing one", self->undated));
  append_count (text, self->links,
                ngettext ("link between entries",
                          "links between entries", self->links));
  append_count (text, self->files,
                ngettext ("attached file taken along",
                          "attached files taken along", self->files));

  for (guint i = 0; i < self->problems->len; i++)
    {
      const OmProblem *problem = g_ptr_array_index (self->problems, i);

      if (problem->place != NULL)
        {
          /* Translators: the place (a file and a line), then a remark */
          g_string_append_printf (text, _("%s: %s"), problem->place, problem->message);
        }
      else
        g_string_append (text, problem->message);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}
