/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving the word index to a side file and opening it from there. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "index/om-word-private.h"
#include "index/om-word-snapshot-format.h"
#include "memory/om-error.h"
#include "text/om-terms.h"

#define BUFFER_BYTES (256 * 1024)

/* A file being written. */
typedef struct
{
  int              fd;
  guint8          *buffer; /* (owned) */
  gsize            used;
  guint64          written; /* bytes in the file and the buffer */
  int              failure; /* errno of the first write that failed, 0 if none */
  OmChecksum       sum;
  OmSnapshotHeader header;
} Writer;

static void
write_all (Writer       *writer,
           const guint8 *data,
           gsize         len)
{
  while (len > 0 && writer->failure == 0)
    {
      gssize n = write (writer->fd, data, len);

      if (n < 0 && errno != EINTR)
        writer->failure = errno;
      if (n > 0)
        {
          data += n;
          len -= n;
        }
    }
}

/* The buffer is a whole number of blocks of the checksum, and so is the file. */
static void
flush (Writer *writer)
{
  om_checksum_update (&writer->sum, writer->buffer, writer->used);
  write_all (writer, writer->buffer, writer->used);
  writer->used = 0;
}

static void
put (Writer        *writer,
     gconstpointer  data,
     gsize          len)
{
  const guint8 *p = data;

  writer->written += len;
  while (len > 0)
    {
      gsize n = MIN (len, BUFFER_BYTES - writer->used);

      memcpy (writer->buffer + writer->used, p, n);
      writer->used += n;
      p += n;
      len -= n;
      if (writer->used == BUFFER_BYTES)
        flush (writer);
    }
}

static void
begin_section (Writer            *writer,
               OmSnapshotSection  section)
{
  writer->header.sections[section].at = writer->written;
}

static void
end_section (Writer            *writer,
             OmSnapshotSection  section)
{
  static const guint8 padding[OM_SNAPSHOT_ALIGNMENT] = { 0 };

  writer->header.sections[section].len = writer->written - writer->header.sections[section].at;
  put (writer, padding, -writer->written & (OM_SNAPSHOT_ALIGNMENT - 1));
}

static void
put_array (Writer            *writer,
           OmSnapshotSection  section,
           const GArray      *array)
{
  begin_section (writer, section);
  put (writer, array->data, (gsize) array->len * g_array_get_element_size ((GArray *) array));
  end_section (writer, section);
}

/* The strings of the former snapshot first, then the others, so that numbers stay. */
static void
put_vocabulary (Writer             *writer,
                OmSnapshotSection   chars,
                const OmVocabulary *vocabulary)
{
  gsize n_slots;
  g_autofree guint64 *slots = om_vocabulary_merge_slots (vocabulary, &n_slots);

  begin_section (writer, chars);
  put (writer, vocabulary->base.chars, vocabulary->base.n_chars);
  put (writer, vocabulary->chars->data, vocabulary->chars->len);
  end_section (writer, chars);

  begin_section (writer, chars + 1);
  put (writer, vocabulary->base.offsets, vocabulary->base.n_strings * sizeof (guint32));
  for (guint i = 0; i < vocabulary->offsets->len; i++)
    {
      guint32 offset = vocabulary->base.n_chars + g_array_index (vocabulary->offsets, guint32, i);

      put (writer, &offset, sizeof (offset));
    }
  end_section (writer, chars + 1);

  begin_section (writer, chars + 2);
  put (writer, slots, n_slots * sizeof (guint64));
  end_section (writer, chars + 2);
}

static gboolean
put_postings (Writer            *writer,
              const OmWordIndex *index)
{
  guint32 n_terms = om_vocabulary_count (&index->terms);
  guint64 at = 0;

  begin_section (writer, OM_SNAPSHOT_POSTING_HEADS);
  for (guint32 i = 0; i < n_terms; i++)
    {
      const OmPostingsHead *base = om_word_index_base_head (index, i);
      const OmPostings *own = om_word_index_own_postings (index, i);
      OmPostingsHead head = { 0 };

      if (base != NULL)
        head = *base;
      head.at = (guint32) at;
      if (own != NULL)
        {
          head.n += own->n;
          head.next = own->next;
          head.len += own->len;
        }
      put (writer, &head, sizeof (head));
      at += head.len;
    }
  end_section (writer, OM_SNAPSHOT_POSTING_HEADS);

  begin_section (writer, OM_SNAPSHOT_POSTINGS);
  for (guint32 i = 0; i < n_terms; i++)
    {
      const OmPostingsHead *base = om_word_index_base_head (index, i);
      const OmPostings *own = om_word_index_own_postings (index, i);

      if (base != NULL)
        put (writer, index->base_postings + base->at, base->len);
      if (own != NULL)
        put (writer, om_postings_bytes (own), own->len);
    }
  end_section (writer, OM_SNAPSHOT_POSTINGS);
  return at <= G_MAXUINT32;
}

static gboolean
write_index (Writer            *writer,
             const OmWordIndex *index,
             const guint8      *store_id,
             gint64             revision)
{
  OmSnapshotHeader *header = &writer->header;
  gboolean fits;

  om_checksum_init (&writer->sum);
  write_all (writer, (const guint8 *) header, sizeof (*header));
  writer->written = sizeof (*header);
  put_array (writer, OM_SNAPSHOT_ENTRIES, index->entries);
  put_vocabulary (writer, OM_SNAPSHOT_TERM_CHARS, &index->terms);
  fits = put_postings (writer, index);
  put_vocabulary (writer, OM_SNAPSHOT_SURFACE_CHARS, &index->surfaces);
  put_array (writer, OM_SNAPSHOT_SURFACES, index->surface_info);
  put_array (writer, OM_SNAPSHOT_MORE_SURFACES, index->more_surfaces);
  put_array (writer, OM_SNAPSHOT_LETTERS, index->letters);
  flush (writer);

  memcpy (header->magic, OM_SNAPSHOT_MAGIC, sizeof (header->magic));
  header->version = OM_SNAPSHOT_VERSION;
  header->terms = om_terms_fingerprint ();
  header->languages = om_snapshot_sum_languages ();
  memcpy (header->store_id, store_id, OM_STORE_ID_BYTES);
  header->revision = revision;
  header->size = writer->written;
  header->body = om_checksum_end (&writer->sum);
  header->self = om_snapshot_sum_header (header);
  if (writer->failure == 0 && lseek (writer->fd, 0, SEEK_SET) != 0)
    writer->failure = errno;
  write_all (writer, (const guint8 *) header, sizeof (*header));
  if (writer->failure == 0 && fsync (writer->fd) != 0)
    writer->failure = errno;
  return fits;
}

static void
set_error (GError     **error,
           const char  *path,
           int          failure)
{
  OmError code = OM_ERROR_FAILED;

  if (failure == ENOSPC || failure == EDQUOT)
    code = OM_ERROR_NO_SPACE;
  else if (failure == EROFS || failure == EACCES || failure == EPERM)
    code = OM_ERROR_READ_ONLY;
  g_set_error (error, OM_ERROR, code, _("The search index could not be saved as %s: %s. "
               "Nothing is lost: it is made anew at the next start."), path, g_strerror (failure));
}

/* The new name is only certain to stay once the folder is on the disk as well. */
static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/**
 * om_word_snapshot_save:
 * @index: an index
 * @path: the file, replaced if it is there
 * @store_id: (array fixed-size=16): whose words these are
 * @revision: the store's revision the index stands for
 *
 * Writes the words of the live documents, and no others. The file appears whole or not at all.
 *
 * Returns: %FALSE with an error of %OM_ERROR if it could not be written; the former file stays
 */
gboolean
om_word_snapshot_save (const OmWordIndex  *index,
                       const char         *path,
                       const guint8       *store_id,
                       gint64              revision,
                       GError            **error)
{
  g_autofree char *temporary = g_strconcat (path, ".XXXXXX", NULL);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  g_autoptr (OmWordIndex) copy = index->n_dead > 0 ? om_word_index_copy_live (index) : NULL;
  Writer writer = { .buffer = buffer };

  writer.fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, 0600);
  if (writer.fd < 0)
    {
      set_error (error, path, errno);
      return FALSE;
    }
  if (!write_index (&writer, copy != NULL ? copy : index, store_id, revision) &&
      writer.failure == 0)
    writer.failure = EFBIG;
  if (close (writer.fd) != 0 && writer.failure == 0)
    writer.failure = errno;
  if (writer.failure == 0 && g_rename (temporary, path) != 0)
    writer.failure = errno;
  if (writer.failure != 0)
    {
      g_unlink (temporary);
      set_error (error, path, writer.failure);
      return FALSE;
    }
  sync_folder (path);
  return TRUE;
}

/* A section as an array of items of @size. */
static gconstpointer
get_section (const OmSnapshotHeader *header,
             OmSnapshotSection       section,
             gsize                   size,
             gsize                  *n)
{
  *n = header->sections[section].len / size;
  return (const guint8 *) header + header->sections[section].at;
}

static gboolean
sections_are_sound (const OmSnapshotHeader *header)
{
  static const gsize sizes[OM_N_SNAPSHOT_SECTIONS] = {
    sizeof (OmEntry), 1, sizeof (guint32), sizeof (guint64), sizeof (OmPostingsHead), 1,
    1, sizeof (guint32), sizeof (guint64), sizeof (OmSurface), sizeof (OmSurface),
    sizeof (gunichar),
  };

  for (int i = 0; i < OM_N_SNAPSHOT_SECTIONS; i++)
    {
      guint64 at = header->sections[i].at;
      guint64 len = header->sections[i].len;

      if (at < sizeof (*header) || at % OM_SNAPSHOT_ALIGNMENT != 0 || at > header->size ||
          len > header->size - at || len % sizes[i] != 0 || len / sizes[i] > G_MAXINT32)
        return FALSE;
    }
  return TRUE;
}

static const OmSnapshotHeader *
check_file (GMappedFile  *map,
            const guint8 *store_id)
{
  const OmSnapshotHeader *header = (gconstpointer) g_mapped_file_get_contents (map);
  gsize size = g_mapped_file_get_length (map);
  OmChecksum sum;

  if (size < sizeof (*header) || size % OM_SNAPSHOT_ALIGNMENT != 0 ||
      memcmp (header->magic, OM_SNAPSHOT_MAGIC, sizeof (header->magic)) != 0 ||
      header->version != OM_SNAPSHOT_VERSION || header->size != size ||
      header->self != om_snapshot_sum_header (header) ||
      memcmp (header->store_id, store_id, OM_STORE_ID_BYTES) != 0 ||
      header->terms != om_terms_fingerprint () ||
      header->languages != om_snapshot_sum_languages () || !sections_are_sound (header))
    return NULL;

  om_checksum_init (&sum);
  om_checksum_update (&sum, header + 1, size - sizeof (*header));
  return header->body == om_checksum_end (&sum) ? header : NULL;
}

static gboolean
read_entries (OmWordIndex            *index,
              const OmSnapshotHeader *header)
{
  gsize n;
  const OmEntry *entries = get_section (header, OM_SNAPSHOT_ENTRIES, sizeof (OmEntry), &n);
  guint32 max_doc = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (entries[i].doc == 0 || entries[i].doc > G_MAXINT32 || !entries[i].live ||
          entries[i].language >= OM_N_LANGUAGES)
        return FALSE;
      max_doc = MAX (max_doc, entries[i].doc);
    }
  g_array_append_vals (index->entries, entries, n);
  g_array_set_size (index->entry_of_doc, max_doc + 1);
  for (gsize i = 0; i < n; i++)
    {
      g_array_index (index->entry_of_doc, guint32, entries[i].doc) = i + 1;
      index->total_length += entries[i].length;
      index->by_language[entries[i].language]++;
    }
  index->n_live = n;
  return TRUE;
}

static gboolean
read_vocabulary (OmVocabulary           *vocabulary,
                 const OmSnapshotHeader *header,
                 OmSnapshotSection       section)
{
  OmStringTable table;

  table.chars = get_section (header, section, 1, &table.n_chars);
  table.offsets = get_section (header, section + 1, sizeof (guint32), &table.n_strings);
  table.slots = get_section (header, section + 2, sizeof (guint64), &table.n_slots);
  return om_vocabulary_map (vocabulary, &table);
}

static gboolean
read_postings (OmWordIndex            *index,
               const OmSnapshotHeader *header)
{
  gsize n_heads, n_bytes;
  const OmPostingsHead *heads = get_section (header, OM_SNAPSHOT_POSTING_HEADS,
                                             sizeof (OmPostingsHead), &n_heads);

  index->base_heads = heads;
  index->base_postings = get_section (header, OM_SNAPSHOT_POSTINGS, 1, &n_bytes);
  if (n_heads != om_vocabulary_count (&index->terms))
    return FALSE;

  for (gsize i = 0; i < n_heads; i++)
    if (heads[i].at > n_bytes || heads[i].len > n_bytes - heads[i].at ||
        heads[i].next > index->entries->len || heads[i].n > heads[i].next)
      return FALSE;
  return TRUE;
}

static gboolean
surfaces_are_sound (const OmWordIndex *index,
                    const OmSurface   *surfaces,
                    gsize              n,
                    gsize              n_more,
                    gsize              first_more)
{
  for (gsize i = 0; i < n; i++)
    {
      /* Further terms come later in their array, so that no chain can run in a circle. */
      if (surfaces[i].term >= om_vocabulary_count (&index->terms) || surfaces[i].more > n_more ||
          (first_more > 0 && surfaces[i].more != 0 && surfaces[i].more <= i + first_more))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_surfaces (OmWordIndex            *index,
               const OmSnapshotHeader *header)
{
  gsize n, n_more, n_letters;
  const OmSurface *surfaces = get_section (header, OM_SNAPSHOT_SURFACES, sizeof (OmSurface), &n);
  const OmSurface *more = get_section (header, OM_SNAPSHOT_MORE_SURFACES, sizeof (OmSurface),
                                       &n_more);
  const gunichar *letters = get_section (header, OM_SNAPSHOT_LETTERS, sizeof (gunichar),
                                         &n_letters);

  if (n != om_vocabulary_count (&index->surfaces) ||
      !surfaces_are_sound (index, surfaces, n, n_more, 0) ||
      !surfaces_are_sound (index, more, n_more, n_more, 1))
    return FALSE;
  for (gsize i = 0; i < n_letters; i++)
    if (!g_unichar_validate (letters[i]))
      return FALSE;

  g_array_append_vals (index->surface_info, surfaces, n);
  g_array_append_vals (index->more_surfaces, more, n_more);
  g_array_append_vals (index->letters, letters, n_letters);
  return TRUE;
}

/**
 * om_word_snapshot_open:
 * @path: a file
 * @store_id: (array fixed-size=16): whose words are wanted
 * @revision: (out): the store's revision the index stands for
 *
 * Opens an index. Strings and postings stay in the file, which is mapped; what is added comes on
 * top of them in memory, until the next snapshot takes both.
 *
 * Returns: (transfer full) (nullable): the index; %NULL if there is no such file, or if it is
 *   short, damaged, of another format, made by other rules, or of another store
 */
OmWordIndex *
om_word_snapshot_open (const char   *path,
                       const guint8 *store_id,
                       gint64       *revision)
{
  g_autoptr (GMappedFile) map = NULL;
  g_autoptr (OmWordIndex) index = NULL;
  const OmSnapshotHeader *header;

  /* Opening a pipe would wait for somebody to write into it. */
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    map = g_mapped_file_new (path, FALSE, NULL);
  if (map == NULL)
    return NULL;
  header = check_file (map, store_id);
  if (header == NULL)
    return NULL;

  index = om_word_index_new ();
  index->map = g_mapped_file_ref (map);
  if (!read_entries (index, header) ||
      !read_vocabulary (&index->terms, header, OM_SNAPSHOT_TERM_CHARS) ||
      !read_postings (index, header) ||
      !read_vocabulary (&index->surfaces, header, OM_SNAPSHOT_SURFACE_CHARS) ||
      !read_surfaces (index, header))
    return NULL;

  *revision = header->revision;
  /* Checking has read all of it; from here on only what is searched for need be in memory. */
  om_word_index_let_go (index);
  return g_steal_pointer (&index);
}
