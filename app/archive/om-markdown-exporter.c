/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of Markdown files, an entry a file, with its facts as properties at the top: opens in Obsidian,
 * and our own reader makes the same entries of it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "archive/om-archive-record.h"
#include "archive/om-export-files.h"
#include "archive/om-json-scanner.h"
#include "archive/om-json-write.h"
#include "archive/om-new-file.h"
#include "archive/om-note-folder.h"
#include "archive/om-plain-entry.h"
#include "archive/om-plain-file.h"
#include "archive/om-unique-name.h"
#include "memory/om-error.h"

/* The folder of pictures and other files, also of texts, which are no notes there. */
#define FILES OM_NOTE_FOLDER_FILES

/* Of a title in a file's name, in characters. */
#define NAME_MAX_CHARS 60

/** Writing: a folder in the making. */
typedef struct
{
  GHashTable *names; /* (owned): given out, see om_unique_name() */
  GPtrArray  *stems; /* (owned) (element-type utf8): of job->rows, without folder and ending */
  GPtrArray  *sums;  /* (owned) (element-type OmPlainSum) */
  OmExportFiles *files;      /* (owned) */
  GHashTable    *file_names; /* (owned) (element-type utf8): given out */
  GHashTable    *copied;     /* (owned) (element-type utf8 utf8): "hash/name" -> name in the folder */
} Writing;

/** Written: what reading back compares with. */
typedef struct
{
  GPtrArray  *sums;   /* (owned) (element-type OmPlainSum) */
  GHashTable *copied; /* (owned) */
} Written;

static void
written_free (gpointer data)
{
  Written *self = data;

  g_ptr_array_unref (self->sums);
  g_hash_table_unref (self->copied);
  g_free (self);
}

/* What file systems, links and other systems take: letters, digits, marks and single blanks. */
static char *
clean_name (const char *title)
{
  GString *name = g_string_new (NULL);
  guint n = 0;

  for (const char *p = title; *p != '\0' && *p != '\n' && n < NAME_MAX_CHARS; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean plain = g_unichar_isprint (c) && (c > 127 || g_ascii_isalnum ((char) c) || strchr (" -_,;!()+=&'.", (int) c) != NULL);

      if (!plain || g_unichar_isspace (c))
        c = ' ';
      if (c == ' ' && (name->len == 0 || name->str[name->len - 1] == ' '))
        continue;
      g_string_append_unichar (name, c);
      n++;
    }
  while (name->len > 0 && (name->str[name->len - 1] == ' ' || name->str[name->len - 1] == '.'))
    g_string_truncate (name, name->len - 1);
  return g_string_free (name, FALSE);
}

static void
civil_date (const OmMemory *memory,
            char            date[16],
            char            folder[16])
{
  int year;
  int month;
  int day;

  g_strlcpy (date, "", 16);
  g_strlcpy (folder, "undated", 16);
  if (memory->happened.precision == OM_PRECISION_UNKNOWN)
    return;
  om_moment_civil_date (&memory->happened, &year, &month, &day);
  g_snprintf (date, 16, "%04d-%02d-%02d", CLAMP (year, 0, 9999), CLAMP (month, 1, 12), CLAMP (day, 1, 31));
  g_snprintf (folder, 16, "%04d", CLAMP (year, 0, 9999));
}

static gboolean
name_entry (OmExportJob *job,
            gsize        index,
            OmMemory    *memory,
            gpointer     data,
            GError     **error)
{
  Writing *writing = data;
  g_autofree char *shown = om_memory_dup_title (memory);
  g_autofree char *title = clean_name (shown);
  g_autofree char *name = NULL;
  char date[16];
  char folder[16];

  civil_date (memory, date, folder);
  name = g_strdup_printf ("%s%s%s", date, *date != '\0' && *title != '\0' ? " " : "", title);
  if (*name == '\0')
    name = g_strndup (memory->id, 8);
  g_ptr_array_add (writing->stems, om_unique_name (writing->names, name));
  return TRUE;
}

static void
put_property (GString    *text,
              const char *name,
              const char *value)
{
  if (value == NULL)
    return;
  g_string_append_printf (text, "%s: ", name);
  om_json_append_string (text, value);
  g_string_append_c (text, '\n');
}

static void
put_number (GString    *text,
            const char *name,
            double      value)
{
  if (isnan (value))
    return;
  g_string_append_printf (text, "%s: ", name);
  om_json_append_number (text, value);
  g_string_append_c (text, '\n');
}

static void
put_list (GString           *text,
          const char        *name,
          const char *const *values)
{
  if (values[0] == NULL)
    return;
  g_string_append_printf (text, "%s:\n", name);
  for (gsize i = 0; values[i] != NULL; i++)
    {
      g_string_append (text, "  - ");
      om_json_append_string (text, values[i]);
      g_string_append_c (text, '\n');
    }
}

static gsize
index_of (OmExportJob *job,
          gint64       row)
{
  gsize low = 0;
  gsize high = job->n_rows;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (job->rows[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
put_links (OmExportJob *job,
           Writing     *writing,
           GString     *text,
           gint64       row,
           GError     **error)
{
  g_autoptr (GArray) links = om_plain_entry_links (job, row, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (links == NULL)
    return FALSE;
  for (guint i = 0; i < links->len; i++)
    {
      gsize index = index_of (job, g_array_index (links, gint64, i));

      if (index < writing->stems->len)
        g_ptr_array_add (names, g_strdup_printf ("[[%s]]", (char *) g_ptr_array_index (writing->stems, index)));
    }
  g_ptr_array_add (names, NULL);
  put_list (text, "links", (const char *const *) names->pdata);
  return TRUE;
}

/* Its own name, with a number before the ending where another file is called so. */
static char *
name_file (Writing            *writing,
           const OmAttachment *file)
{
  const char *dot = strrchr (file->name, '.');
  gsize length = dot != NULL && dot != file->name ? (gsize) (dot - file->name) : strlen (file->name);
  g_autofree char *start = g_strndup (file->name, length);
  g_autofree char *stem = clean_name (start);
  g_autofree char *ending = file->name[length] == '.' ? clean_name (file->name + length + 1) : g_strdup ("");

  for (guint n = 1;; n++)
    {
      g_autofree char *number = n > 1 ? g_strdup_printf (" (%u)", n) : g_strdup ("");
      g_autofree char *name = g_strconcat (*stem != '\0' ? stem : "file", number, *ending != '\0' ? "." : "", ending, NULL);

      /* Some systems take large and small letters for the same. */
      if (g_hash_table_add (writing->file_names, g_utf8_casefold (name, -1)))
        return g_steal_pointer (&name);
    }
}

/* Two entries that share a file share its copy, if they call it the same. */
static gboolean
copy_file (OmExportJob        *job,
           Writing            *writing,
           const OmAttachment *file,
           const char        **name,
           GError            **error)
{
  g_autofree char *key = g_strconcat (file->hash, "/", file->name, NULL);
  g_autofree char *folder = g_build_filename (job->path, FILES, NULL);
  g_autofree char *from = om_export_files_dup_path (writing->files, file->hash);
  g_autofree char *to = NULL;
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = NULL;
  char *given;

  *name = g_hash_table_lookup (writing->copied, key);
  if (*name != NULL)
    return TRUE;
  *name = given = name_file (writing, file);
  g_hash_table_insert (writing->copied, g_steal_pointer (&key), given);
  if (g_mkdir (folder, 0700) != 0 && errno != EEXIST)
    return om_new_file_fail (folder, errno, error);
  to = g_build_filename (folder, given, NULL);
  target = g_file_new_for_path (to);
  return g_file_copy (source, target, G_FILE_COPY_NONE, job->cancellable, NULL, NULL, error);
}

/* As links, so that whoever reads the folder can open them. */
static gboolean
put_files (OmExportJob    *job,
           Writing        *writing,
           GString        *text,
           const OmMemory *memory,
           GError        **error)
{
  g_autoptr (GPtrArray) files = om_export_files_of (writing->files, memory, error);
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (g_free);

  if (files == NULL)
    return FALSE;
  for (guint i = 0; i < files->len; i++)
    {
      const char *name;

      if (!copy_file (job, writing, g_ptr_array_index (files, i), &name, error))
        return FALSE;
      g_ptr_array_add (links, g_strdup_printf ("[[" FILES "/%s]]", name));
    }
  g_ptr_array_add (links, NULL);
  put_list (text, "attachments", (const char *const *) links->pdata);
  return TRUE;
}

static gboolean
put_properties (OmExportJob    *job,
                Writing        *writing,
                GString        *text,
                const OmMemory *memory,
                GError        **error)
{
  g_autofree char *when = om_plain_entry_date (memory);

  g_string_append (text, "---\n");
  put_property (text, "id", memory->id);
  if (memory->title != NULL)
    put_property (text, "title", memory->title);
  else
    g_string_append (text, "untitled: true\n");
  if (when != NULL)
    g_string_append_printf (text, "date: %s\n", when);
  put_list (text, "tags", (const char *const *) memory->tags);
  if (!put_links (job, writing, text, memory->row, error) || !put_files (job, writing, text, memory, error))
    return FALSE;
  put_property (text, "sector", om_sector_to_nick (memory->sector));
  put_property (text, "type", om_memory_type_to_nick (memory->type));
  put_number (text, "importance", memory->importance);
  put_number (text, "valence", memory->valence);
  put_number (text, "arousal", memory->arousal);
  if (memory->context != OM_CONTEXT_UNKNOWN)
    put_property (text, "context", om_context_to_nick (memory->context));
  for (int bit = 0; bit < OM_ARCHIVE_N_FLAGS; bit++)
    {
      if ((memory->flags & (OM_FLAG_PINNED | OM_FLAG_KEPT | OM_FLAG_RESOLVED | OM_FLAG_PRIVATE | OM_FLAG_STARRED) & 1u << bit) != 0)
        g_string_append_printf (text, "%s: true\n", om_archive_flag_to_nick (bit));
    }
  g_string_append (text, "---\n\n");
  return TRUE;
}

static gboolean
put_entry (OmExportJob *job,
           gsize        index,
           OmMemory    *memory,
           gpointer     data,
           GError     **error)
{
  Writing *writing = data;
  char date[16];
  char folder[16];
  g_autofree char *in = NULL;
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;
  g_autoptr (OmPlainFile) file = NULL;
  OmPlainSum *sum;

  if (index >= writing->stems->len)
    return TRUE;
  civil_date (memory, date, folder);
  in = g_build_filename (job->path, folder, NULL);
  base = g_strconcat (g_ptr_array_index (writing->stems, index), ".md", NULL);
  path = g_build_filename (in, base, NULL);
  if (g_mkdir (in, 0700) != 0 && errno != EEXIST)
    return om_new_file_fail (path, errno, error);
  file = om_plain_file_new (path, error);
  if (file == NULL || !put_properties (job, writing, file->text, memory, error))
    return FALSE;
  g_string_append_printf (file->text, "%s\n", memory->content);
  sum = om_plain_file_finish (file, FALSE, error);
  if (sum == NULL)
    return FALSE;
  g_ptr_array_add (writing->sums, sum);
  om_plain_entry_count (job->report, memory);
  if (job->tell != NULL)
    job->tell (job->report->entries, (guint) job->n_rows, job->tell_data);
  return TRUE;
}

static gboolean
write_folder (OmExportJob *job,
              GError     **error)
{
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func ((GDestroyNotify) om_plain_sum_free);
  g_autoptr (GPtrArray) stems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) names = om_unique_names_new ();
  g_autoptr (OmExportFiles) files = om_export_files_new (job);
  g_autoptr (GHashTable) file_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) copied = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Writing writing = { names, stems, sums, files, file_names, copied };
  Written *written;

  if (!om_export_job_each (job, name_entry, &writing, error) || !om_export_job_each (job, put_entry, &writing, error) ||
      !om_new_file_sync (job->path, error))
    return FALSE;
  written = g_new0 (Written, 1);
  written->sums = g_steal_pointer (&sums);
  written->copied = g_steal_pointer (&copied);
  job->written = written;
  job->free_written = written_free;
  return TRUE;
}

static gboolean
read_back_files (OmExportJob   *job,
                 const Written *written,
                 GError       **error)
{
  GHashTableIter iter;
  gpointer key;
  gpointer name;

  g_hash_table_iter_init (&iter, written->copied);
  while (g_hash_table_iter_next (&iter, &key, &name))
    {
      g_autofree char *hash = g_strndup (key, OM_ATTACHMENT_HASH_CHARS);
      g_autofree char *path = g_build_filename (job->path, FILES, name, NULL);

      if (g_cancellable_set_error_if_cancelled (job->cancellable, error))
        return FALSE;
      if (!om_export_file_holds (path, hash, job->cancellable))
        {
          g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("“%s” does not hold what was written to it."), (char *) name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_back (OmExportJob *job,
           GError     **error)
{
  const Written *written = job->written;
  GPtrArray *sums = written->sums;

  for (guint i = 0; i < sums->len; i++)
    {
      const OmPlainSum *sum = g_ptr_array_index (sums, i);
      g_autoptr (GBytes) bytes = om_plain_sum_read_back (sum, error);

      if (bytes == NULL || g_cancellable_set_error_if_cancelled (job->cancellable, error))
        return FALSE;
      job->report->bytes += sum->size;
      job->report->read_back++;
    }
  return read_back_files (job, written, error);
}

const OmExporter om_markdown_exporter = {
  .name = "markdown",
  .title = N_("Folder of Markdown files"),
  .ending = "",
  .folder = TRUE,
  .files = TRUE,
  .write = write_folder,
  .read_back = read_back,
};
