/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown files, alone or in folders. Hidden files, copies and pictures are no entries. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-markdown-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-note-date.h"
#include "archive/om-note-folder.h"
#include "archive/om-note-reading.h"
#include "archive/om-read-job.h"
#include "archive/om-source-text.h"

#define HEAD_BYTES 4096

struct _OmMarkdownReader
{
  GObject parent_instance;
};

/* Files that are text and something else all the same. */
static const char *const other_endings[] = {
  ".json", ".jsonl", ".xml", ".html", ".htm", ".csv", ".tsv", ".opml", ".enex",
  ".yaml", ".yml", ".rtf", ".svg", ".ics", ".vcf", ".diary", ".note", ".canvas",
};

static void om_markdown_reader_interface_init (OmReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmMarkdownReader, om_markdown_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_READER,
                                                      om_markdown_reader_interface_init))

static const char *
om_markdown_reader_get_name (OmReader *reader)
{
  return "markdown";
}

static const char *
om_markdown_reader_get_title (OmReader *reader)
{
  return _("Markdown and plain text");
}

static int
om_markdown_reader_probe (OmReader     *reader,
                          GFile        *file,
                          GCancellable *cancellable)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *lower = NULL;
  g_autofree char *head = NULL;

  if (base == NULL)
    return 0;
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    {
      g_autoptr (OmNoteFolder) folder = om_note_folder_scan (file, OM_NOTE_FOLDER_LOOK,
                                                             cancellable, NULL);

      if (folder == NULL)
        return 0;
      /* A large folder may have its notes further down. */
      return folder->notes->len > 0 ? 60 : folder->n_left == 0 ? 10 : 0;
    }

  lower = g_ascii_strdown (base, -1);
  for (guint i = 0; i < G_N_ELEMENTS (other_endings); i++)
    {
      if (g_str_has_suffix (lower, other_endings[i]))
        return 0;
    }
  head = om_source_text_head (file, HEAD_BYTES, cancellable);
  if (head == NULL)
    return 0;
  if (!om_note_name_is_text (lower))
    return 10;
  return g_str_has_suffix (lower, ".txt") || g_str_has_suffix (lower, ".text") ? 30 : 60;
}

static gboolean
om_markdown_reader_read (OmReader             *reader,
                         GFile                *file,
                         const OmReadOptions  *options,
                         OmImportReport       *report,
                         OmDraftFunc           func,
                         gpointer              data,
                         GCancellable         *cancellable,
                         GError              **error)
{
  g_auto (OmReadJob) job = { 0 };
  g_auto (OmNoteReading) reading = { 0 };
  g_autoptr (OmNoteFolder) folder = NULL;

  om_read_job_init (&job, "markdown", options, report, func, data, cancellable);
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) != G_FILE_TYPE_DIRECTORY)
    return om_note_reading_read_single (&job, file, error);

  folder = om_note_folder_scan (file, 0, cancellable, error);
  if (folder == NULL)
    return FALSE;
  om_note_reading_init (&reading, &job, folder);
  for (guint i = 0; i < folder->notes->len; i++)
    {
      if (!om_note_reading_read (&reading, g_ptr_array_index (folder->notes, i), error))
        return FALSE;
    }
  return om_note_reading_finish (&reading, error);
}

static void
om_markdown_reader_interface_init (OmReaderInterface *iface)
{
  iface->get_name = om_markdown_reader_get_name;
  iface->get_title = om_markdown_reader_get_title;
  iface->probe = om_markdown_reader_probe;
  iface->read = om_markdown_reader_read;
}

static void
om_markdown_reader_class_init (OmMarkdownReaderClass *klass)
{
}

static void
om_markdown_reader_init (OmMarkdownReader *self)
{
}

/**
 * om_markdown_reader_new:
 *
 * Returns: (transfer full): a reader
 */
OmReader *
om_markdown_reader_new (void)
{
  return g_object_new (OM_TYPE_MARKDOWN_READER, NULL);
}
