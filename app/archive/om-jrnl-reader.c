/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells jrnl's forms apart and hands the source to the reader of that form. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-jrnl-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-jrnl-folder.h"
#include "archive/om-jrnl-json-reader.h"
#include "archive/om-jrnl-text-reader.h"
#include "archive/om-note-date.h"
#include "archive/om-note-folder.h"
#include "archive/om-read-job.h"
#include "archive/om-source-text.h"
#include "archive/om-text-edges.h"

#define HEAD_BYTES (64 * 1024)

struct _OmJrnlReader
{
  GObject parent_instance;
};

static void om_jrnl_reader_interface_init (OmReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmJrnlReader, om_jrnl_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_READER,
                                                      om_jrnl_reader_interface_init))

static const char *
om_jrnl_reader_get_name (OmReader *reader)
{
  return "jrnl";
}

static const char *
om_jrnl_reader_get_title (OmReader *reader)
{
  return _("jrnl (text, JSON, YAML)");
}

static gboolean
has_ending (const char *name,
            const char *ending)
{
  gsize n = strlen (name);
  gsize m = strlen (ending);

  return n > m && g_ascii_strcasecmp (name + n - m, ending) == 0;
}

static int
om_jrnl_reader_probe (OmReader     *reader,
                      GFile        *file,
                      GCancellable *cancellable)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *head = NULL;
  g_autofree char *stem = NULL;
  OmWrittenDate date;
  gboolean at_start;
  gsize start, end;
  guint n;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    return om_jrnl_folder_probe (file, cancellable) ? 80 : 0;

  head = om_source_text_head (file, HEAD_BYTES, cancellable);
  if (head == NULL || base == NULL)
    return 0;
  if (g_str_has_prefix (head, "gAAAAA") || g_str_has_prefix (head, "JRNLv"))
    return 90;
  if (has_ending (base, ".json"))
    return om_jrnl_json_probe (head) ? 80 : 0;

  n = om_jrnl_text_count_headers (head, strlen (head), NULL, FALSE, &at_start);
  if (at_start || n > 1)
    return 90;
  if (!has_ending (base, ".txt"))
    return 0;

  /* A text by itself is a journal whose dates are missing, unless its name has one. */
  stem = g_filename_display_name (base);
  if (n == 0 && om_note_date_in_name (stem, NULL, &date, &start, &end) == OM_DATE_VALID)
    return 0;
  return n > 0 ? 70 : 40;
}

static gboolean
om_jrnl_reader_read (OmReader             *reader,
                     GFile                *file,
                     const OmReadOptions  *options,
                     OmImportReport       *report,
                     OmDraftFunc           func,
                     gpointer              data,
                     GCancellable         *cancellable,
                     GError              **error)
{
  g_auto (OmReadJob) job = { 0 };
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autoptr (OmSourceText) text = NULL;
  const char *first;
  gsize length;

  om_read_job_init (&job, "jrnl", options, report, func, data, cancellable);
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    return om_jrnl_folder_read (&job, file, error);

  text = om_source_text_load (file, options->guess_encoding, options->allow_large, cancellable,
                              error);
  if (text == NULL)
    return FALSE;
  om_source_text_remark (text, report, name);
  first = text->text;
  length = text->length;
  om_text_strip (&first, &length);
  if (length == 0)
    {
      om_import_report_add (report, FALSE, name, _("The file is empty."));
      return TRUE;
    }
  if (*first == '{' || has_ending (base, ".json"))
    return om_jrnl_json_read (&job, text->text, text->length, name, error);
  return om_jrnl_text_read (&job, text->text, text->length, name, NULL, error);
}

static void
om_jrnl_reader_interface_init (OmReaderInterface *iface)
{
  iface->get_name = om_jrnl_reader_get_name;
  iface->get_title = om_jrnl_reader_get_title;
  iface->probe = om_jrnl_reader_probe;
  iface->read = om_jrnl_reader_read;
}

static void
om_jrnl_reader_class_init (OmJrnlReaderClass *klass)
{
}

static void
om_jrnl_reader_init (OmJrnlReader *self)
{
}

/**
 * om_jrnl_reader_new:
 *
 * Returns: (transfer full): a reader
 */
OmReader *
om_jrnl_reader_new (void)
{
  return g_object_new (OM_TYPE_JRNL_READER, NULL);
}
