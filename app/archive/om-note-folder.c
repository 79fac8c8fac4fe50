/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks through a folder. Links are named and never followed: nothing outside of it is read. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-note-folder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-source-text.h"

/* Nobody keeps notes deeper; a mount that holds itself would go on for ever. */
#define MAX_DEPTH 64

#define ATTRIBUTES                                                                               \
  G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE ","                          \
  G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK ","                    \
  G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC

static const char *const text_endings[] = { ".md", ".markdown", ".mdown", ".mkd", ".txt", ".text" };

static void
file_free (gpointer data)
{
  OmNoteFile *self = data;

  g_free (self->path);
  g_object_unref (self->file);
  g_free (self);
}

/**
 * om_note_folder_free:
 * @self: (transfer full) (nullable): a folder
 */
void
om_note_folder_free (OmNoteFolder *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->others);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->unread);
  g_ptr_array_unref (self->copies);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->by_alias, g_hash_table_unref);
  g_free (self);
}

/**
 * om_note_stem_length:
 * @name: a file's name or path
 *
 * Returns: its bytes without the ending of a text file; all of them if it has none
 */
gsize
om_note_stem_length (const char *name)
{
  gsize length = strlen (name);

  for (guint i = 0; i < G_N_ELEMENTS (text_endings); i++)
    {
      gsize n = strlen (text_endings[i]);

      if (length > n && g_ascii_strcasecmp (name + length - n, text_endings[i]) == 0)
        return length - n;
    }
  return length;
}

/** om_note_name_is_text: whether a file of this name is a note. */
gboolean
om_note_name_is_text (const char *name)
{
  return om_note_stem_length (name) < strlen (name);
}

static gboolean
is_editor_copy (const char *name)
{
  gsize length = strlen (name);

  return name[length - 1] == '~' || name[0] == '#' || g_str_has_suffix (name, ".bak") ||
         g_str_has_suffix (name, ".swp") || g_str_has_suffix (name, ".tmp");
}

/* Where Joplin, and our own export, put the files that belong to the notes. */
static gboolean
belongs_to_notes (const char *path)
{
  return g_str_has_prefix (path, OM_NOTE_FOLDER_FILES "/") || strstr (path, "/" OM_NOTE_FOLDER_FILES "/") != NULL;
}

/**
 * om_note_path_is_note:
 * @path: relative to the folder
 *
 * Returns: whether a file of this path is a note: text, and not where the files lie that belong to notes
 */
gboolean
om_note_path_is_note (const char *path)
{
  return om_note_name_is_text (path) && !belongs_to_notes (path);
}

static char *
join_path (const char *folder,
           const char *name)
{
  /* Names in UTF-8 are kept letter by letter; the display name of others is. */
  gboolean valid = g_utf8_validate (name, -1, NULL);
  g_autofree char *utf8 = valid ? g_strdup (name) : g_filename_display_name (name);
  g_autofree char *composed = g_utf8_normalize (utf8, -1, G_NORMALIZE_NFC);
  const char *clean = composed != NULL ? composed : utf8;

  return *folder == '\0' ? g_strdup (clean) : g_strconcat (folder, "/", clean, NULL);
}

static gboolean
scan (OmNoteFolder  *self,
      GFile         *folder,
      const char    *path,
      guint          depth,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr (GFileEnumerator) files = NULL;
  g_autoptr (GError) local = NULL;

  if (depth < MAX_DEPTH)
    files = g_file_enumerate_children (folder, ATTRIBUTES, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                                       cancellable, &local);
  if (files == NULL)
    {
      if (depth == 0 || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      g_ptr_array_add (self->unread, g_strdup (path));
      return TRUE;
    }

  for (;;)
    {
      GFileInfo *info;
      GFile *child;
      g_autofree char *child_path = NULL;
      const char *name;
      OmNoteFile *note;

      if (!g_file_enumerator_iterate (files, &info, &child, cancellable, error))
        return FALSE;
      if (info == NULL || self->n_left == 0)
        return TRUE;

      if (self->n_left != G_MAXUINT)
        self->n_left--;
      name = g_file_info_get_name (info);
      child_path = join_path (path, name);
      if (name[0] == '.')
        self->n_hidden++;
      else if (g_file_info_get_is_symlink (info) ||
               g_file_info_get_file_type (info) == G_FILE_TYPE_SPECIAL)
        g_ptr_array_add (self->links, g_steal_pointer (&child_path));
      else if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        {
          if (!scan (self, child, child_path, depth + 1, cancellable, error))
            return FALSE;
        }
      else if (is_editor_copy (name) && !belongs_to_notes (child_path))
        g_ptr_array_add (self->copies, g_steal_pointer (&child_path));
      else
        {
          note = g_new0 (OmNoteFile, 1);
          note->path = g_steal_pointer (&child_path);
          note->file = g_object_ref (child);
          note->size = g_file_info_get_size (info);
          note->modified_ms = om_source_modified_ms (info);
          g_ptr_array_add (om_note_path_is_note (note->path) ? self->notes : self->others, note);
        }
    }
}

static int
compare_files (gconstpointer a,
               gconstpointer b)
{
  const OmNoteFile *const *left = a;
  const OmNoteFile *const *right = b;

  return strcmp ((*left)->path, (*right)->path);
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_note_folder_scan:
 * @root: the folder the person picked
 * @max_files: files and folders to look at, 0 for all
 *
 * Returns: (transfer full): what is in it
 */
OmNoteFolder *
om_note_folder_scan (GFile         *root,
                     guint          max_files,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_autoptr (OmNoteFolder) self = g_new0 (OmNoteFolder, 1);

  self->notes = g_ptr_array_new_with_free_func (file_free);
  self->others = g_ptr_array_new_with_free_func (file_free);
  self->links = g_ptr_array_new_with_free_func (g_free);
  self->unread = g_ptr_array_new_with_free_func (g_free);
  self->copies = g_ptr_array_new_with_free_func (g_free);
  self->n_left = max_files > 0 ? max_files : G_MAXUINT;
  if (!scan (self, root, "", 0, cancellable, error))
    return NULL;

  g_ptr_array_sort (self->notes, compare_files);
  g_ptr_array_sort (self->others, compare_files);
  g_ptr_array_sort (self->links, compare_paths);
  g_ptr_array_sort (self->unread, compare_paths);
  g_ptr_array_sort (self->copies, compare_paths);
  return g_steal_pointer (&self);
}

/* What names are compared by: without the ending of a note, NFC, case folded. */
static char *
name_key (const char *path)
{
  g_autofree char *stem = g_strndup (path, om_note_stem_length (path));
  g_autofree char *composed = g_utf8_normalize (stem, -1, G_NORMALIZE_NFC);

  return g_utf8_casefold (composed != NULL ? composed : stem, -1);
}

/* The whole path, and every end of it that begins with a name: a link may give as much as it likes.
 * The first file by path keeps a name that several have; a whole path always wins. */
static void
add_names (OmNoteFolder *self,
           GPtrArray    *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      OmNoteFile *file = g_ptr_array_index (files, i);
      g_autofree char *key = name_key (file->path);

      for (const char *p = key; p != NULL; p = strchr (p, '/'))
        {
          p += *p == '/';
          if (p != key && g_hash_table_contains (self->by_name, p))
            continue;
          g_hash_table_replace (self->by_name, g_strdup (p), file);
        }
    }
}

static void
ensure_names (OmNoteFolder *self)
{
  if (self->by_name != NULL)
    return;

  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  add_names (self, self->others);
  add_names (self, self->notes);
}

/* @target as seen from the folder of @from, its dots resolved; NULL if it leads out of the root. */
static char *
resolve_path (const char *from,
              const char *target)
{
  g_auto (GStrv) parts = g_strsplit (target, "/", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (*target != '/')
    {
      g_auto (GStrv) folders = g_strsplit (from, "/", -1);

      for (guint i = 0; folders[i] != NULL && folders[i + 1] != NULL; i++)
        g_ptr_array_add (names, g_strdup (folders[i]));
    }
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (g_str_equal (parts[i], "..") && names->len == 0)
        return NULL;
      if (g_str_equal (parts[i], ".."))
        g_ptr_array_remove_index (names, names->len - 1);
      else if (*parts[i] != '\0' && !g_str_equal (parts[i], "."))
        g_ptr_array_add (names, g_strdup (parts[i]));
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv ("/", (char **) names->pdata);
}

/**
 * om_note_folder_resolve:
 * @from: path of the note that holds the link
 * @target: what the link says
 * @wiki: %TRUE: the name of a note or the end of its path; %FALSE: a path seen from @from
 *
 * Returns: (transfer none) (nullable): the file meant, always one that the scan found
 */
OmNoteFile *
om_note_folder_resolve (OmNoteFolder *self,
                        const char   *from,
                        const char   *target,
                        gboolean      wiki)
{
  g_autofree char *path = NULL;
  g_autofree char *key = NULL;
  OmNoteFile *file;

  ensure_names (self);
  if (wiki && !g_str_has_prefix (target, "./") && !g_str_has_prefix (target, "../"))
    {
      key = name_key (target + (*target == '/'));
      file = g_hash_table_lookup (self->by_name, key);
      if (file == NULL && self->by_alias != NULL)
        file = g_hash_table_lookup (self->by_alias, key);
      return file;
    }

  path = resolve_path (from, target);
  if (path == NULL)
    return NULL;
  key = name_key (path);
  file = g_hash_table_lookup (self->by_name, key);
  if (file == NULL)
    return NULL;
  /* By path it must be the whole path. */
  {
    g_autofree char *whole = name_key (file->path);

    return g_str_equal (whole, key) ? file : NULL;
  }
}

/**
 * om_note_folder_add_alias:
 * @alias: another name by which a wiki link may mean @note
 */
void
om_note_folder_add_alias (OmNoteFolder *self,
                          OmNoteFile   *note,
                          const char   *alias)
{
  char *key = name_key (alias);

  if (self->by_alias == NULL)
    self->by_alias = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_contains (self->by_alias, key))
    g_free (key);
  else
    g_hash_table_insert (self->by_alias, key, note);
}

/**
 * om_note_folder_remark:
 *
 * Says in the report what the scan left out: copies, links, folders it could not read, what is
 * hidden.
 */
void
om_note_folder_remark (OmNoteFolder   *self,
                       OmImportReport *report)
{
  om_import_report_add_names (report, FALSE, self->copies,
                              ngettext ("copy of an editor was left out",
                                        "copies of an editor were left out", self->copies->len));
  om_import_report_add_names (report, FALSE, self->links,
                              ngettext ("link was not followed, as it may lead out of the folder",
                                        "links were not followed, as they may lead out of the folder", self->links->len));
  om_import_report_add_names (report, TRUE, self->unread,
                              ngettext ("folder could not be read",
                                        "folders could not be read", self->unread->len));
  if (self->n_hidden > 0)
    om_import_report_add (report, FALSE, NULL,
                          ngettext ("%u hidden file or folder was left out.", "%u hidden files or folders were left out.",
                                    self->n_hidden),
                          self->n_hidden);
}
