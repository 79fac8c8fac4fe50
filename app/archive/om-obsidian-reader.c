/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vault: notes with aliases and links, daily notes by the vault's own pattern. Templates and the
 * trash are left out and named; nothing in the vault's settings is ever run. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-obsidian-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-front-matter.h"
#include "archive/om-json-scanner.h"
#include "archive/om-note-folder.h"
#include "archive/om-note-reading.h"
#include "archive/om-read-job.h"
#include "archive/om-source-text.h"

/* Settings and properties are short. */
#define HEAD_BYTES (16 * 1024)

/* A plug-in for templates that most vaults with templates have. */
#define TEMPLATER_SETTINGS ".obsidian/plugins/templater-obsidian/data.json"

struct _OmObsidianReader
{
  GObject parent_instance;
};

/** What the vault's settings say. */
typedef struct
{
  char      *daily_folder;   /* (owned) (nullable) */
  char      *daily_form;     /* (owned) (nullable) */
  char      *daily_template; /* (owned) (nullable): path without ending */
  GPtrArray *templates;      /* (owned): folders of templates; empty if no setting names one */
} Settings;

static void om_obsidian_reader_interface_init (OmReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmObsidianReader, om_obsidian_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_READER,
                                                      om_obsidian_reader_interface_init))

static void
settings_clear (Settings *self)
{
  g_free (self->daily_folder);
  g_free (self->daily_form);
  g_free (self->daily_template);
  g_clear_pointer (&self->templates, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Settings, settings_clear)

static GHashTable *
load_strings (GFile        *vault,
              const char   *relative,
              GCancellable *cancellable)
{
  g_autoptr (GFile) file = g_file_resolve_relative_path (vault, relative);
  g_autofree char *text = om_source_text_head (file, HEAD_BYTES, cancellable);

  return om_json_read_strings (text != NULL ? text : "", text != NULL ? strlen (text) : 0);
}

/* A path of the settings, without the slashes around it; NULL if it is empty. */
static char *
dup_path (GHashTable *strings,
          const char *name)
{
  const char *path = g_hash_table_lookup (strings, name);
  g_autofree char *composed = path != NULL ? g_utf8_normalize (path, -1, G_NORMALIZE_NFC) : NULL;
  char *start = composed;
  gsize length;

  if (composed == NULL)
    return NULL;
  while (*start == '/')
    start++;
  length = strlen (start);
  while (length > 0 && start[length - 1] == '/')
    length--;
  return length > 0 ? g_strndup (start, length) : NULL;
}

static void
load_settings (Settings     *self,
               GFile        *vault,
               GCancellable *cancellable)
{
  g_autoptr (GHashTable) daily = load_strings (vault, ".obsidian/daily-notes.json", cancellable);
  g_autoptr (GHashTable) core = load_strings (vault, ".obsidian/templates.json", cancellable);
  g_autoptr (GHashTable) plugin = load_strings (vault, TEMPLATER_SETTINGS, cancellable);
  const char *pattern = g_hash_table_lookup (daily, "format");
  char *folder;

  self->daily_folder = dup_path (daily, "folder");
  if (pattern == NULL || *pattern == '\0')
    pattern = "YYYY-MM-DD";
  self->daily_form = om_date_form_from_moment (pattern);
  self->daily_template = dup_path (daily, "template");
  self->templates = g_ptr_array_new_with_free_func (g_free);
  folder = dup_path (core, "folder");
  if (folder != NULL)
    g_ptr_array_add (self->templates, folder);
  folder = dup_path (plugin, "templates_folder");
  if (folder != NULL)
    g_ptr_array_add (self->templates, folder);
}

/* Where no setting says it, the first folder's name does. */
static gboolean
is_template_folder (const char *name,
                    gsize       length)
{
  static const char *const names[] = { "templates", "template", "_templates" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (strlen (names[i]) == length && g_ascii_strncasecmp (name, names[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_template (const Settings *self,
             const char     *path)
{
  const char *slash = strchr (path, '/');

  if (self->daily_template != NULL && g_str_has_prefix (path, self->daily_template) &&
      om_note_stem_length (path) == om_note_stem_length (self->daily_template))
    return TRUE;
  for (guint i = 0; i < self->templates->len; i++)
    {
      const char *folder = g_ptr_array_index (self->templates, i);

      if (g_str_has_prefix (path, folder) && path[strlen (folder)] == '/')
        return TRUE;
    }
  return self->templates->len == 0 && slash != NULL &&
         is_template_folder (path, (gsize) (slash - path));
}

/* Other names of the notes, by which links may mean them. */
static gboolean
collect_aliases (OmNoteFolder  *folder,
                 GCancellable  *cancellable,
                 GError       **error)
{
  static const char *const keys[] = { "aliases", "alias" };

  for (guint i = 0; i < folder->notes->len; i++)
    {
      OmNoteFile *note = g_ptr_array_index (folder->notes, i);
      g_autofree char *head = om_source_text_head (note->file, HEAD_BYTES, cancellable);
      g_autoptr (OmFrontMatter) front = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (head != NULL && g_str_has_prefix (head, "---"))
        front = om_front_matter_parse (head, strlen (head), NULL);
      for (guint k = 0; front != NULL && k < G_N_ELEMENTS (keys); k++)
        {
          OmFrontField *field = om_front_matter_find (front, keys[k]);

          for (guint j = 0; field != NULL && j < field->values->len; j++)
            {
              const OmFrontValue *alias = g_ptr_array_index (field->values, j);

              om_note_folder_add_alias (folder, note, alias->text);
            }
        }
    }
  return TRUE;
}

static gboolean
has_folder (GFile        *vault,
            const char   *name,
            GCancellable *cancellable)
{
  g_autoptr (GFile) folder = g_file_get_child (vault, name);

  return g_file_query_file_type (folder, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable) ==
         G_FILE_TYPE_DIRECTORY;
}

/* The settings and the trash are hidden folders, too; they are spoken of by name. */
static void
remark_trash (OmReadJob    *job,
              GFile        *vault,
              OmNoteFolder *folder)
{
  g_autoptr (GFile) trash = g_file_get_child (vault, ".trash");
  g_autoptr (OmNoteFolder) binned = NULL;
  guint n;

  folder->n_hidden -= has_folder (vault, ".obsidian", job->cancellable);
  if (!has_folder (vault, ".trash", job->cancellable))
    return;
  folder->n_hidden -= 1;
  binned = om_note_folder_scan (trash, 0, job->cancellable, NULL);
  n = binned != NULL ? binned->notes->len : 0;
  if (n > 0)
    om_import_report_add (job->report, FALSE, ".trash", 
                          ngettext ("%u note is in the trash and left out.", "%u notes are in the trash and left out.", n), n);
}

static const char *
om_obsidian_reader_get_name (OmReader *reader)
{
  return "obsidian";
}

static const char *
om_obsidian_reader_get_title (OmReader *reader)
{
  return _("Obsidian vault");
}

static int
om_obsidian_reader_probe (OmReader     *reader,
                          GFile        *file,
                          GCancellable *cancellable)
{
  return has_folder (file, ".obsidian", cancellable) ? 100 : 0;
}

static gboolean
om_obsidian_reader_read (OmReader             *reader,
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
  g_auto (Settings) settings = { 0 };
  g_autoptr (OmNoteFolder) vault = om_note_folder_scan (file, 0, cancellable, error);

  if (vault == NULL)
    return FALSE;

  om_read_job_init (&job, "obsidian", options, report, func, data, cancellable);
  load_settings (&settings, file, cancellable);
  if (!collect_aliases (vault, cancellable, error))
    return FALSE;

  om_note_reading_init (&reading, &job, vault);
  reading.daily_form = settings.daily_form;
  reading.daily_folder = settings.daily_folder;
  for (guint i = 0; i < vault->notes->len; i++)
    {
      OmNoteFile *note = g_ptr_array_index (vault->notes, i);

      if (is_template (&settings, note->path))
        om_import_report_add (report, FALSE, note->path, _("It is a template and was left out."));
      else if (!om_note_reading_read (&reading, note, error))
        return FALSE;
    }
  remark_trash (&job, file, vault);
  return om_note_reading_finish (&reading, error);
}

static void
om_obsidian_reader_interface_init (OmReaderInterface *iface)
{
  iface->get_name = om_obsidian_reader_get_name;
  iface->get_title = om_obsidian_reader_get_title;
  iface->probe = om_obsidian_reader_probe;
  iface->read = om_obsidian_reader_read;
}

static void
om_obsidian_reader_class_init (OmObsidianReaderClass *klass)
{
}

static void
om_obsidian_reader_init (OmObsidianReader *self)
{
}

/**
 * om_obsidian_reader_new:
 *
 * Returns: (transfer full): a reader
 */
OmReader *
om_obsidian_reader_new (void)
{
  return g_object_new (OM_TYPE_OBSIDIAN_READER, NULL);
}
