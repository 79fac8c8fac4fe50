/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to the members of an export, whatever holds them. Names are checked once, here; budgets
 * are kept by what is read, not by what is claimed. Archives in archives are members like others
 * and are never opened. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-container.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-container-archive.h"
#include "archive/om-member-stage.h"
#include "archive/om-member-stream.h"
#include "archive/om-note-folder.h"
#include "memory/om-error.h"

#define BLOCK_BYTES (64 * 1024)

/* Where a tar has its mark. */
#define TAR_MARK_AT 257

struct _OmContainer
{
  GFile              *file; /* (owned) */
  OmContainerKind     kind;
  char               *name;    /* (owned) */
  GPtrArray          *members; /* (owned) (element-type OmMember) */
  GHashTable         *by_path; /* (owned) (nullable): path to the first OmMember of it */
  OmContainerArchive *archive; /* (owned) (nullable) */
  OmMemberStage      *stage;   /* (owned) (nullable): once a file of the archive was asked for */
  gint64              size;    /* of the file */
  OmNoteFolder       *folder;  /* (owned) (nullable) */
  GPtrArray          *unsafe;  /* (owned) (element-type utf8): names, and why */
  guint               n_hidden;
  gboolean            allow_large;
};

static void
member_free (gpointer data)
{
  OmMember *self = data;

  g_free (self->path);
  g_clear_object (&self->file);
  g_free (self);
}

/** om_container_free: */
void
om_container_free (OmContainer *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->file);
  g_free (self->name);
  g_ptr_array_unref (self->members);
  g_clear_pointer (&self->by_path, g_hash_table_unref);
  g_clear_pointer (&self->archive, om_container_archive_free);
  g_clear_pointer (&self->stage, om_member_stage_free);
  g_clear_pointer (&self->folder, om_note_folder_free);
  g_ptr_array_unref (self->unsafe);
  g_free (self);
}

static OmMember *
add_member (OmContainer *self,
            char        *path,
            gint64       size,
            gint64       modified_ms)
{
  OmMember *member = g_new0 (OmMember, 1);
  const char *slash = strrchr (path, '/');

  member->path = path;
  member->name = slash != NULL ? slash + 1 : path;
  member->size = size;
  member->modified_ms = modified_ms;
  g_ptr_array_add (self->members, member);
  return member;
}

/* Listing */

static gboolean
detect_kind (OmContainer   *self,
             GFileInfo     *info,
             GCancellable  *cancellable,
             GError       **error)
{
  char head[TAR_MARK_AT + 5];
  g_autoptr (GFileInputStream) stream = NULL;
  gsize n;

  self->kind = OM_CONTAINER_FOLDER;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    return TRUE;

  self->kind = OM_CONTAINER_FILE;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is not a plain file."), self->name);
      return FALSE;
    }
  stream = g_file_read (self->file, cancellable, error);
  if (stream == NULL ||
      !g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &n, cancellable, error))
    return FALSE;
  if (n >= 4 && (memcmp (head, "PK\3\4", 4) == 0 || memcmp (head, "PK\5\6", 4) == 0))
    self->kind = OM_CONTAINER_ZIP;
  else if (n == sizeof head && memcmp (head + TAR_MARK_AT, "ustar", 5) == 0)
    self->kind = OM_CONTAINER_TAR;
  return TRUE;
}

static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  return strcmp ((*(const OmMember *const *) a)->path, (*(const OmMember *const *) b)->path);
}

static gboolean
list_folder (OmContainer   *self,
             guint          max_members,
             GCancellable  *cancellable,
             GError       **error)
{
  self->folder = om_note_folder_scan (self->file, max_members, cancellable, error);
  if (self->folder == NULL)
    return FALSE;

  for (guint k = 0; k < 2; k++)
    {
      GPtrArray *files = k == 0 ? self->folder->notes : self->folder->others;

      for (guint i = 0; i < files->len; i++)
        {
          OmNoteFile *file = g_ptr_array_index (files, i);
          OmMember *member = add_member (self, g_strdup (file->path), file->size,
                                         file->modified_ms);

          member->file = g_object_ref (file->file);
        }
    }
  g_ptr_array_sort (self->members, compare_members);
  return TRUE;
}

/* The path without `./` and doubled slashes, in NFC. */
static char *
clean_path (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);
  g_autoptr (GString) path = g_string_new (NULL);
  char *composed;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (*parts[i] == '\0' || g_str_equal (parts[i], "."))
        continue;
      if (path->len > 0)
        g_string_append_c (path, '/');
      g_string_append (path, parts[i]);
    }
  composed = g_utf8_normalize (path->str, -1, G_NORMALIZE_NFC);
  return composed != NULL ? composed : g_strdup (path->str);
}

/* What the Mac and others leave behind, as a folder's scan leaves it out. */
static gboolean
is_hidden (const char *path)
{
  return *path == '.' || strstr (path, "/.") != NULL || g_str_has_prefix (path, "__MACOSX/");
}

static void
add_unsafe (OmContainer           *self,
            const OmArchiveHeader *header)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *p = header->name; *p != '\0' && text->len < 80; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_string_append_unichar (text, g_unichar_iscntrl (c) ? 0xFFFD : c);
    }
  if (text->len >= 80)
    g_string_append (text, "…");
  g_string_append_printf (text, " (%s)", header->unsafe);
  g_ptr_array_add (self->unsafe, g_strdup (text->str));
}

static gboolean
list_archive (OmContainer   *self,
              gint64         file_size,
              guint          max_members,
              gboolean       allow_large,
              GCancellable  *cancellable,
              GError       **error)
{
  gint64 total = 0;

  self->archive = om_container_archive_new (self->file, self->name,
                                            self->kind == OM_CONTAINER_TAR, file_size);
  for (guint i = 0; max_members == 0 || i < max_members; i++)
    {
      OmArchiveHeader header;
      OmMember *member;
      char *path;
      gboolean at_end;

      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !om_container_archive_next (self->archive, &header, &at_end, cancellable, error))
        return FALSE;
      if (at_end)
        break;
      if (i == OM_CONTAINER_MAX_MEMBERS)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE,
                       _("“%s” has more than %d members, which no journal has. Nothing was taken "
                         "from it."),
                       self->name, OM_CONTAINER_MAX_MEMBERS);
          return FALSE;
        }
      if (header.unsafe != NULL)
        {
          add_unsafe (self, &header);
          continue;
        }
      if (header.folder)
        continue;

      total = header.size > G_MAXINT64 - total ? G_MAXINT64 : total + header.size;
      path = clean_path (header.name);
      if (is_hidden (path) || *path == '\0')
        {
          self->n_hidden++;
          g_free (path);
          continue;
        }
      member = add_member (self, path, header.size, header.modified_ms);
      member->index = i;
    }

  if (allow_large || max_members > 0 ||
      (total <= OM_SOURCE_TEXT_MAX_BYTES && total / OM_CONTAINER_MAX_RATIO <= file_size))
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE,
               _("“%s” unpacks to %lld MiB from %lld KiB, which is much for a journal. Nothing was taken from it; if it is "
                 "one, import it with large files allowed."),
               self->name, (long long) total / 1024 / 1024, (long long) file_size / 1024);
  return FALSE;
}

static OmContainer *
container_open (GFile         *file,
                gboolean       allow_large,
                guint          max_members,
                GCancellable  *cancellable,
                GError       **error)
{
  g_autoptr (OmContainer) self = g_new0 (OmContainer, 1);
  g_autofree char *base = g_file_get_basename (file);
  g_autoptr (GFileInfo) info = NULL;
  gboolean ok = TRUE;

  self->file = g_object_ref (file);
  self->allow_large = allow_large;
  self->name = g_filename_display_name (base != NULL ? base : "");
  self->members = g_ptr_array_new_with_free_func (member_free);
  self->unsafe = g_ptr_array_new_with_free_func (g_free);
  info = g_file_query_info (file,
                            G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                            G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                            G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL || !detect_kind (self, info, cancellable, error))
    return NULL;

  switch (self->kind)
    {
    case OM_CONTAINER_FOLDER:
      ok = list_folder (self, max_members, cancellable, error);
      break;
    case OM_CONTAINER_ZIP:
    case OM_CONTAINER_TAR:
      ok = list_archive (self, g_file_info_get_size (info), max_members, allow_large, cancellable,
                         error);
      break;
    case OM_CONTAINER_FILE:
    default:
      {
        char *composed = g_utf8_normalize (self->name, -1, G_NORMALIZE_NFC);
        OmMember *member = add_member (self, composed != NULL ? composed : g_strdup (self->name),
                                       g_file_info_get_size (info), om_source_modified_ms (info));

        member->file = g_object_ref (file);
      }
      break;
    }

  self->size = g_file_info_get_size (info);
  /* Of what is only looked at, what was seen before the damage will do. */
  if (!ok && max_members == 0)
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * om_container_open:
 * @file: a file or folder; it is only read
 * @allow_large: %FALSE: an archive that unpacks to over 200 MiB or over a hundred times its size
 *   is %OM_ERROR_TOO_LARGE, to be asked about
 * @error: return location, %OM_ERROR_INVALID for an archive that is damaged, cut off or encrypted,
 *   %OM_ERROR_TOO_LARGE
 *
 * Lists the members: those of a folder sorted by path, those of an archive as they lie in it, which
 * is the order in which reading them is cheap.
 *
 * Returns: (transfer full): the container
 */
OmContainer *
om_container_open (GFile         *file,
                   gboolean       allow_large,
                   GCancellable  *cancellable,
                   GError       **error)
{
  return container_open (file, allow_large, 0, cancellable, error);
}

/**
 * om_container_look:
 *
 * For probing: the first %OM_CONTAINER_LOOK members, without a word about what is wrong.
 *
 * Returns: (transfer full) (nullable): the container
 */
OmContainer *
om_container_look (GFile        *file,
                   GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  return container_open (file, FALSE, OM_CONTAINER_LOOK, cancellable, &error);
}

OmContainerKind
om_container_get_kind (OmContainer *self)
{
  return self->kind;
}

/**
 * om_container_get_name:
 *
 * Returns: (transfer none): the name of the file or folder, for messages
 */
const char *
om_container_get_name (OmContainer *self)
{
  return self->name;
}

/**
 * om_container_get_members:
 *
 * Returns: (transfer none) (element-type OmMember): what may be read
 */
GPtrArray *
om_container_get_members (OmContainer *self)
{
  return self->members;
}

/**
 * om_container_find:
 * @path: a whole path, as a member has it
 *
 * Returns: (transfer none) (nullable): the first member of that path
 */
OmMember *
om_container_find (OmContainer *self,
                   const char  *path)
{
  if (self->by_path == NULL)
    {
      self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
      for (guint i = self->members->len; i > 0; i--)
        {
          OmMember *member = g_ptr_array_index (self->members, i - 1);

          g_hash_table_replace (self->by_path, member->path, member);
        }
    }
  return g_hash_table_lookup (self->by_path, path);
}

/**
 * om_container_is_broken:
 *
 * Returns: %TRUE once the archive itself turned out to be damaged or could not be read: nothing
 *   more can be had of it, while a single file that cannot be read leaves the others readable
 */
gboolean
om_container_is_broken (OmContainer *self)
{
  return self->archive != NULL && om_container_archive_is_broken (self->archive);
}

/* Reading */

/**
 * om_container_read:
 *
 * Returns: (transfer full) (nullable): the bytes of a member, however many; good until another
 *   member is read and no longer than the container. Only who reads to the end knows that they are
 *   whole.
 */
GInputStream *
om_container_read (OmContainer   *self,
                   OmMember      *member,
                   GCancellable  *cancellable,
                   GError       **error)
{
  member->used = TRUE;
  if (member->file != NULL)
    return G_INPUT_STREAM (g_file_read (member->file, cancellable, error));
  if (!om_container_archive_select (self->archive, member->index, cancellable, error))
    return NULL;
  return om_member_stream_new (self->archive, member->index);
}

/**
 * om_container_read_text:
 * @guess_encoding: as in om_text_stream_new()
 *
 * Returns: (transfer full) (nullable): the member's text in pieces, as om_container_read()
 */
OmTextStream *
om_container_read_text (OmContainer   *self,
                        OmMember      *member,
                        gboolean       guess_encoding,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr (GInputStream) bytes = NULL;

  if (self->kind == OM_CONTAINER_FILE)
    {
      member->used = TRUE;
      return om_text_stream_open (member->file, guess_encoding, self->allow_large, cancellable,
                                  error);
    }
  bytes = om_container_read (self, member, cancellable, error);
  return bytes != NULL ? om_text_stream_new (bytes, member->path, guess_encoding, cancellable)
                       : NULL;
}

/* At most @max_bytes of the member: all of it, or its beginning. */
static GByteArray *
read_bytes (OmContainer   *self,
            OmMember      *member,
            gsize          max_bytes,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GInputStream) input = om_container_read (self, member, cancellable, error);
  gsize wanted = (gsize) MIN ((guint64) member->size, max_bytes);
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new ((guint) wanted + 1);
  guint8 behind;
  gsize n;

  if (input == NULL)
    return NULL;
  while (bytes->len < wanted)
    {
      guint at = bytes->len;

      g_byte_array_set_size (bytes, (guint) MIN (at + BLOCK_BYTES, wanted));
      if (!g_input_stream_read_all (input, bytes->data + at, bytes->len - at, &n, cancellable,
                                    error))
        return NULL;
      g_byte_array_set_size (bytes, at + (guint) n);
      if (n == 0)
        break;
    }
  /* Only behind the last byte the checksum is compared. */
  if (wanted == (gsize) member->size &&
      !g_input_stream_read_all (input, &behind, 1, &n, cancellable, error))
    return NULL;
  return g_steal_pointer (&bytes);
}

/**
 * om_container_head:
 * @max_bytes: how much to read at most
 *
 * For probing: the beginning of a member.
 *
 * Returns: (transfer full) (nullable): text, or %NULL for what is no text or cannot be read
 */
char *
om_container_head (OmContainer  *self,
                   OmMember     *member,
                   gsize         max_bytes,
                   GCancellable *cancellable)
{
  g_autoptr (GByteArray) bytes = read_bytes (self, member, max_bytes, cancellable, NULL);

  return bytes != NULL ? om_source_text_head_of (g_steal_pointer (&bytes), max_bytes) : NULL;
}

/**
 * om_container_load_text:
 * @guess_encoding: as in om_source_text_decode()
 * @error: return location, see om_source_text_load(); om_container_is_broken() tells whether the
 *   others can still be read
 *
 * Returns: (transfer full): the member's text
 */
OmSourceText *
om_container_load_text (OmContainer   *self,
                        OmMember      *member,
                        gboolean       guess_encoding,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  OmSourceText *text;

  if (member->file != NULL)
    {
      member->used = TRUE;
      return om_source_text_load (member->file, guess_encoding, self->allow_large, cancellable,
                                  error);
    }
  if (member->size > G_MAXUINT - 2 * BLOCK_BYTES)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE, _("“%s” is larger than a text can be."),
                   member->path);
      return NULL;
    }
  bytes = read_bytes (self, member, G_MAXUINT, cancellable, error);
  if (bytes == NULL)
    return NULL;
  text = om_source_text_take (g_steal_pointer (&bytes), guess_encoding, member->path, error);
  if (text != NULL)
    text->modified_ms = member->modified_ms;
  return text;
}

/**
 * om_container_dup_path:
 *
 * A member as a file of its own, for who stores it. Those of an archive are laid out together when
 * the first is asked for, all that were not read as text by then; they go with the container.
 *
 * Returns: (transfer full) (nullable): a path
 */
char *
om_container_dup_path (OmContainer   *self,
                       OmMember      *member,
                       GCancellable  *cancellable,
                       GError       **error)
{
  char *path;

  if (member->file != NULL)
    {
      member->used = TRUE;
      path = g_file_get_path (member->file);
      if (path == NULL)
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” lies on no disk of this machine."),
                     member->path);
      return path;
    }
  if (self->stage == NULL)
    {
      g_autoptr (GArray) indexes = g_array_new (FALSE, FALSE, sizeof (guint));
      /* One of its own: the archive itself may stand in the middle of a text. */
      g_autoptr (OmContainerArchive) archive = NULL;

      for (guint i = 0; i < self->members->len; i++)
        {
          const OmMember *other = g_ptr_array_index (self->members, i);

          if (!other->used || other == member)
            g_array_append_val (indexes, other->index);
        }
      archive = om_container_archive_new (self->file, self->name, self->kind == OM_CONTAINER_TAR,
                                          self->size);
      self->stage = om_member_stage_new (archive, indexes, cancellable, error);
      if (self->stage == NULL)
        return NULL;
    }
  member->used = TRUE;
  path = g_strdup (om_member_stage_get_path (self->stage, member->index));
  if (path == NULL)
    g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” was read as a text already."),
                 member->path);
  return path;
}

/**
 * om_container_remark:
 *
 * Says in the report what is in the container and was left out: unsafe names, links, hidden files,
 * and members nobody used.
 */
void
om_container_remark (OmContainer    *self,
                     OmImportReport *report)
{
  g_autoptr (GPtrArray) unused = g_ptr_array_new ();

  for (guint i = 0; i < self->members->len; i++)
    {
      const OmMember *member = g_ptr_array_index (self->members, i);

      if (!member->used)
        g_ptr_array_add (unused, member->path);
    }

  om_import_report_add_names (report, TRUE, self->unsafe,
                              ngettext ("member with an unsafe name was left out",
                                        "members with an unsafe name were left out", self->unsafe->len));
  if (self->folder != NULL)
    om_note_folder_remark (self->folder, report);
  om_import_report_add_names (report, FALSE, unused,
                              ngettext ("file is no entry and was left out",
                                        "files are no entries and were left out", unused->len));
  if (self->n_hidden > 0)
    om_import_report_add (report, FALSE, NULL,
                          ngettext ("%u hidden file was left out.", "%u hidden files were left out.", self->n_hidden),
                          self->n_hidden);
}
