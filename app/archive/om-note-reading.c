/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a folder one by one. A file that cannot be read is named; the others come in. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-note-reading.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-note.h"
#include "archive/om-source-text.h"
#include "archive/om-text-edges.h"

/**
 * om_note_reading_init:
 * @self: to be cleared with om_note_reading_clear()
 */
void
om_note_reading_init (OmNoteReading *self,
                      OmReadJob     *job,
                      OmNoteFolder  *folder)
{
  *self = (OmNoteReading){ .job = job, .folder = folder };
  self->empty = g_ptr_array_new_with_free_func (g_free);
}

/** om_note_reading_clear: */
void
om_note_reading_clear (OmNoteReading *self)
{
  g_clear_pointer (&self->empty, g_ptr_array_unref);
  g_clear_error (&self->failure);
}

/**
 * om_note_reading_read:
 * @file: a note
 *
 * In a folder a note that cannot be read goes into the report, and reading goes on.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_note_reading_read (OmNoteReading *self,
                      OmNoteFile    *file,
                      GError       **error)
{
  const OmReadOptions *options = self->job->options;
  g_autoptr (GError) local = NULL;
  g_autoptr (OmSourceText) source = om_source_text_load (file->file, options->guess_encoding,
                                                         options->allow_large,
                                                         self->job->cancellable, &local);

  if (source == NULL)
    {
      if (self->folder == NULL || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      om_import_report_add (self->job->report, TRUE, file->path, "%s", local->message);
      if (self->failure == NULL)
        self->failure = g_steal_pointer (&local);
      return TRUE;
    }

  om_source_text_remark (source, self->job->report, file->path);
  if (om_text_is_blank (source->text, source->length))
    {
      g_ptr_array_add (self->empty, g_strdup (file->path));
      return TRUE;
    }
  return om_note_read (self, file, source, error);
}

/**
 * om_note_reading_finish:
 *
 * Says what was left out of the folder and why.
 *
 * Returns: %FALSE if nothing could be read though there was something
 */
gboolean
om_note_reading_finish (OmNoteReading *self,
                        GError       **error)
{
  OmNoteFolder *folder = self->folder;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  if (self->failure != NULL && self->job->n_entries == 0)
    {
      g_propagate_error (error, g_steal_pointer (&self->failure));
      return FALSE;
    }
  for (guint i = 0; i < folder->others->len; i++)
    {
      const OmNoteFile *file = g_ptr_array_index (folder->others, i);

      if (!file->taken)
        g_ptr_array_add (others, file->path);
    }

  om_import_report_add_names (self->job->report, FALSE, self->empty,
                              ngettext ("empty note was left out",
                                        "empty notes were left out", self->empty->len));
  om_import_report_add_names (self->job->report, FALSE, others,
                              ngettext ("file is no note and was left out",
                                        "files are no notes and were left out", others->len));
  om_note_folder_remark (folder, self->job->report);
  if (self->job->n_entries == 0)
    om_import_report_add (self->job->report, FALSE, NULL, _("The folder is empty of notes."));
  return TRUE;
}

/**
 * om_note_reading_read_single:
 * @file: a file picked by itself
 *
 * Returns: %FALSE if it could not be read, or reading is to stop
 */
gboolean
om_note_reading_read_single (OmReadJob  *job,
                             GFile      *file,
                             GError    **error)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *composed = g_utf8_normalize (name, -1, G_NORMALIZE_NFC);
  g_auto (OmNoteReading) reading = { 0 };
  OmNoteFile note = { .path = composed != NULL ? composed : name, .file = file };
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                                  G_FILE_QUERY_INFO_NONE,
                                                  job->cancellable, error);

  if (info == NULL)
    return FALSE;
  note.modified_ms = om_source_modified_ms (info);
  om_note_reading_init (&reading, job, NULL);
  if (!om_note_reading_read (&reading, &note, error))
    return FALSE;
  if (reading.empty->len > 0)
    om_import_report_add (job->report, FALSE, note.path, _("The file is empty."));
  return TRUE;
}
