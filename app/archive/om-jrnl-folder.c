/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a jrnl folder. Its YAML is not lawful (tabs indent the text): any field may be missing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-jrnl-folder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-front-matter.h"
#include "archive/om-jrnl-entry.h"
#include "archive/om-jrnl-text-reader.h"
#include "archive/om-json-scanner.h"
#include "archive/om-note-date.h"
#include "archive/om-note-folder.h"
#include "archive/om-source-text.h"
#include "archive/om-text-edges.h"

/* How much of how many files a look at a folder reads. */
#define PROBE_BYTES 4096
#define PROBE_FILES 3

typedef enum
{
  FILE_OTHER,
  FILE_DAY, /* YYYY/MM/DD.txt */
  FILE_YAML,
} FileKind;

static FileKind
kind_of (const char    *path,
         OmWrittenDate *day)
{
  gsize stem = om_note_stem_length (path);
  g_autofree char *plain = g_strndup (path, stem);

  if (g_str_has_suffix (path, ".txt") && stem == 10 &&
      om_date_form_match ("%Y/%m/%d", plain, stem, NULL, day) == OM_DATE_VALID)
    return FILE_DAY;
  return g_str_has_suffix (path, ".md") ? FILE_YAML : FILE_OTHER;
}

/* The value of a field as it stands on its line, for jrnl quotes nothing; NULL if there is none. */
static const char *
written (OmFrontMatter *front,
         const char    *key)
{
  OmFrontField *field = front != NULL ? om_front_matter_find (front, key) : NULL;
  const char *text;

  if (field == NULL)
    return NULL;
  text = field->one_line ? field->written : om_front_field_get_text (field);
  field->used = text != NULL;
  return text != NULL && *text != '\0' ? text : NULL;
}

/* The date of the field or, if it cannot be read, of the file's name. */
static gboolean
read_date (OmReadJob     *job,
           OmNoteFile    *file,
           OmFrontMatter *front,
           OmWrittenDate *date)
{
  const char *text = written (front, "date");
  const char *form = NULL;
  const char *slash = strrchr (file->path, '/');
  const char *name = slash != NULL ? slash + 1 : file->path;
  g_autofree char *stem = g_strndup (name, om_note_stem_length (name));
  gsize start;
  gsize end;

  if (text != NULL)
    {
      form = job->options->date_format;
      if (form == NULL)
        form = om_date_form_detect (text, strlen (text), FALSE);
      if (form != NULL &&
          om_date_form_match (form, text, strlen (text), NULL, date) == OM_DATE_VALID)
        return TRUE;
      om_front_matter_find (front, "date")->used = FALSE;
      om_import_report_add (job->report, FALSE, file->path,
                            _("“%s” is no date this program can read."), text);
    }
  if (om_note_date_in_name (stem, NULL, date, &start, &end) == OM_DATE_VALID)
    return TRUE;

  job->report->outcome = OM_IMPORT_PARTIAL;
  om_import_report_add (job->report, FALSE, file->path,
                        _("There is no date in it; it is an entry that needs one."));
  return FALSE;
}

static gboolean
read_star (OmFrontMatter *front)
{
  OmFrontField *field = front != NULL ? om_front_matter_find (front, "starred") : NULL;
  const char *text = om_front_field_get_text (field);

  if (text == NULL ||
      (g_ascii_strcasecmp (text, "true") != 0 && g_ascii_strcasecmp (text, "false") != 0))
    return FALSE;
  field->used = TRUE;
  return g_ascii_tolower (*text) == 't';
}

static void
read_tags (OmFrontMatter *front,
           OmTagSet      *tags)
{
  OmFrontField *field = front != NULL ? om_front_matter_find (front, "tags") : NULL;

  if (field == NULL || field->kind == OM_FRONT_TEXT)
    return;
  field->used = TRUE;
  for (guint i = 0; i < field->values->len; i++)
    om_tag_set_add_list (tags, ((OmFrontValue *) g_ptr_array_index (field->values, i))->text);
}

static gboolean
read_yaml (OmReadJob    *job,
           OmNoteFile   *file,
           OmSourceText *source,
           GError      **error)
{
  g_autoptr (OmFrontMatter) front = om_front_matter_parse (source->text, source->length, NULL);
  OmFrontField *body = front != NULL ? om_front_matter_find (front, "body") : NULL;
  const char *rest = source->text + (front != NULL ? front->body : 0);
  const char *title = written (front, "title");
  g_autoptr (GString) content = g_string_new (NULL);
  g_autoptr (GString) data = g_string_new ("{");
  g_autoptr (OmTagSet) set = om_tag_set_new ();
  OmJrnlEntry entry = { 0 };

  if (body != NULL && om_front_field_get_text (body) != NULL)
    {
      body->used = TRUE;
      g_string_append (content, om_front_field_get_text (body));
      g_string_append_c (content, '\n');
    }
  g_string_append_len (content, rest, source->text + source->length - rest);

  entry.title = title;
  entry.title_length = title != NULL ? strlen (title) : 0;
  entry.body = content->str;
  entry.body_length = content->len;
  om_text_strip (&entry.body, &entry.body_length);
  entry.starred = read_star (front);
  entry.has_date = read_date (job, file, front, &entry.date);
  read_tags (front, set);
  entry.tags = front != NULL ? set : NULL;

  if (front != NULL)
    om_front_matter_append_json (front, data);
  if (front != NULL && !front->complete)
    {
      g_string_append (data, data->len > 1 ? ",\"front_matter\":" : "\"front_matter\":");
      om_json_append_string (data, front->raw);
    }
  if (data->len > 1)
    {
      g_string_append_c (data, '}');
      entry.source_data = data->str;
    }
  return om_jrnl_entry_emit (&entry, job, error);
}

/* A file that cannot be read is named, and @failure set; the others come in. */
static gboolean
read_file (OmReadJob   *job,
           OmNoteFile  *file,
           GError     **failure,
           GError     **error)
{
  g_autoptr (OmSourceText) source = NULL;
  g_autoptr (GError) local = NULL;
  OmWrittenDate day;
  FileKind kind = kind_of (file->path, &day);

  source = om_source_text_load (file->file, job->options->guess_encoding, job->options->allow_large,
                                job->cancellable, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (source == NULL)
    {
      om_import_report_add (job->report, TRUE, file->path, "%s", local->message);
      if (*failure == NULL)
        *failure = g_steal_pointer (&local);
      return TRUE;
    }
  om_source_text_remark (source, job->report, file->path);
  if (om_text_is_blank (source->text, source->length))
    {
      om_import_report_add (job->report, FALSE, file->path, _("The file is empty."));
      return TRUE;
    }
  if (kind == FILE_DAY)
    return om_jrnl_text_read (job, source->text, source->length, file->path, &day, error);
  return read_yaml (job, file, source, error);
}

/**
 * om_jrnl_folder_read:
 * @folder: a folder of jrnl's
 *
 * Returns: %FALSE if it could not be read, or reading is to stop
 */
gboolean
om_jrnl_folder_read (OmReadJob  *job,
                     GFile      *folder,
                     GError    **error)
{
  g_autoptr (OmNoteFolder) files = om_note_folder_scan (folder, 0, job->cancellable, error);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GString) left_out = g_string_new (NULL);

  if (files == NULL)
    return FALSE;

  for (guint i = 0; i < files->notes->len; i++)
    {
      OmNoteFile *file = g_ptr_array_index (files->notes, i);
      OmWrittenDate day;

      if (kind_of (file->path, &day) == FILE_OTHER)
        g_string_append_printf (left_out, "%s%s", left_out->len > 0 ? ", " : "", file->path);
      else if (!read_file (job, file, &failure, error))
        return FALSE;
    }
  if (failure != NULL && job->n_entries == 0)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  if (left_out->len > 0)
    om_import_report_add (job->report, TRUE, NULL, _("Not part of the journal and left out: %s."),
                          left_out->str);
  for (guint i = 0; i < files->links->len; i++)
    om_import_report_add (job->report, FALSE, g_ptr_array_index (files->links, i),
                          _("The link was not followed, as it may lead out of the folder."));
  if (job->n_entries == 0)
    om_import_report_add (job->report, FALSE, NULL, _("The folder is empty of entries."));
  return TRUE;
}

/**
 * om_jrnl_folder_probe:
 *
 * Returns: whether the first files that could be jrnl's are
 */
gboolean
om_jrnl_folder_probe (GFile        *folder,
                      GCancellable *cancellable)
{
  g_autoptr (OmNoteFolder) files = om_note_folder_scan (folder, OM_NOTE_FOLDER_LOOK, cancellable,
                                                        NULL);
  guint looked_at = 0;
  guint hits = 0;

  for (guint i = 0; files != NULL && i < files->notes->len && looked_at < PROBE_FILES; i++)
    {
      OmNoteFile *file = g_ptr_array_index (files->notes, i);
      g_autofree char *head = NULL;
      OmWrittenDate day;
      gboolean at_start = FALSE;
      FileKind kind = kind_of (file->path, &day);

      if (kind == FILE_OTHER)
        continue;
      head = om_source_text_head (file->file, PROBE_BYTES, cancellable);
      looked_at++;
      if (head == NULL)
        continue;
      if (kind == FILE_DAY)
        {
          om_jrnl_text_count_headers (head, strlen (head), NULL, TRUE, &at_start);
          hits += at_start;
        }
      else
        hits += g_str_has_prefix (head, "---\ntitle: ") && strstr (head, "\ndate: ") != NULL &&
                strstr (head, "\nbody: |") != NULL;
    }
  return looked_at > 0 && hits == looked_at;
}
