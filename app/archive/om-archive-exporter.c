/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive `.openmemory`, written: everything there is, in lines that another program can read
 * (ARCHIVE.md). Nothing large is held in memory; the same store gives the same bytes but for the time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-exporter.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "archive/om-archive-manifest.h"
#include "archive/om-archive-record.h"
#include "archive/om-export-files.h"
#include "archive/om-zip-writer.h"
#include "engine/om-links.h"
#include "index/om-uuid.h"
#include "memory/om-error.h"
#include "store/om-store-archive.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-waypoints.h"

/* Of a file, copied at once. */
#define PIECE_BYTES (256 * 1024)

static const char readme[] =
    "This is a journal of OpenMemory Desktop, as it was exported.\n"
    "\n"
    "To have it back, open OpenMemory Desktop and import this file, or run\n"
    "\n"
    "    openmemory import FILE.openmemory\n"
    "\n"
    "It is a plain ZIP file, so that you can read it without the program, now and in many years:\n"
    "\n"
    "    manifest.json    what is in here, how much of it, and the SHA-256 checksum of each file\n"
    "    memories.jsonl   your entries, one a line: date, title, text, tags and what you set by hand\n"
    "    versions.jsonl   former texts of entries that were edited\n"
    "    waypoints.jsonl  links between entries\n"
    "    salience.jsonl   how present each entry is, and what happened to it\n"
    "    traits.jsonl     what you said of the traits that were found; they are worked out again\n"
    "    keys.jsonl       which entries came from which other program, so that none comes twice\n"
    "    attachments/     pictures and other files; memories.jsonl says what they are called\n"
    "\n"
    "Each line of a .jsonl file is one object of JSON in UTF-8. Times are milliseconds since\n"
    "1 January 1970, UTC. Every field is described in ARCHIVE.md of the program's sources.\n"
    "\n"
    "The file is not encrypted: whoever has it can read all of it.\n";

/** Writing: an archive in the making. */
typedef struct
{
  OmExportJob *job;
  OmZipWriter *zip;      /* (owned) */
  OmManifest  *manifest; /* (owned) */
  GString     *line;     /* (owned): the next one */
  guint        n_lines;  /* of the open member */
  guint8     (*uuids)[OM_UUID_BYTES]; /* (owned): of job->rows */
  GArray      *acts;     /* (owned) (element-type gint64): ascending */
  GArray      *walks;    /* (owned) (element-type OmWalk) */
  GHashTable  *noted;    /* (owned) (nullable) */
  OmExportFiles *files;  /* (owned) */
} Writing;

static void
writing_clear (Writing *self)
{
  g_clear_pointer (&self->zip, om_zip_writer_free);
  g_clear_pointer (&self->manifest, om_manifest_free);
  g_string_free (self->line, TRUE);
  g_free (self->uuids);
  g_clear_pointer (&self->acts, g_array_unref);
  g_clear_pointer (&self->walks, g_array_unref);
  g_clear_pointer (&self->noted, g_hash_table_unref);
  g_clear_pointer (&self->files, om_export_files_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writing, writing_clear)

/* Members --------------------------------------------------------------------------------------- */

static gboolean
begin (Writing    *self,
       const char *name,
       GError    **error)
{
  self->n_lines = 0;
  return om_zip_writer_begin (self->zip, name, error);
}

static gboolean
put_line (Writing *self,
          GError **error)
{
  gboolean written = om_zip_writer_write (self->zip, self->line->str, self->line->len, error);

  g_string_truncate (self->line, 0);
  self->n_lines++;
  return written;
}

static gboolean
end (Writing    *self,
     const char *name,
     GError    **error)
{
  g_autofree char *sha256 = NULL;
  guint64 size;

  if (!om_zip_writer_end (self->zip, &sha256, &size, error))
    return FALSE;
  if (!g_str_equal (name, OM_ARCHIVE_MANIFEST))
    om_manifest_add (self->manifest, name, sha256, size, self->n_lines);
  return TRUE;
}

static gboolean
put_text (Writing    *self,
          const char *name,
          const char *text,
          GError    **error)
{
  return begin (self, name, error) && om_zip_writer_write (self->zip, text, strlen (text), error) && end (self, name, error);
}

/* Rows and numbers ------------------------------------------------------------------------------ */

static gboolean
find (const gint64 *numbers,
      gsize         n,
      gint64        number,
      gsize        *index)
{
  gsize low = 0;
  gsize high = n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (numbers[middle] < number)
        low = middle + 1;
      else
        high = middle;
    }
  *index = low;
  return low < n && numbers[low] == number;
}

/* %FALSE for a memory that is not in the archive. */
static gboolean
id_of (Writing *self,
       gint64   row,
       char     id[OM_UUID_CHARS])
{
  gsize index;

  if (row <= 0 || !find (self->job->rows, self->job->n_rows, row, &index))
    return FALSE;
  om_uuid_format (self->uuids[index], id);
  return TRUE;
}

/* Acts are numbered anew, from 1, in their order: what they were called here says nothing elsewhere. */
static gint64
act_of (Writing *self,
        gint64   group)
{
  gsize index;

  if (group == 0 || !find ((const gint64 *) (gpointer) self->acts->data, self->acts->len, group, &index))
    return 0;
  return (gint64) index + 1;
}

/* What stands in them --------------------------------------------------------------------------- */

static void
count (OmExportReport *report,
       const OmMemory *memory)
{
  if (memory->type == OM_MEMORY_TYPE_SECTION)
    return;
  report->entries++;
  report->binned += memory->trashed_at != 0;
  report->private_memories += (memory->flags & OM_FLAG_PRIVATE) != 0;
}

static gboolean
put_memory (OmExportJob *job,
            gsize        index,
            OmMemory    *memory,
            gpointer     data,
            GError     **error)
{
  Writing *self = data;
  g_autoptr (GPtrArray) files = om_export_files_of (self->files, memory, error);
  char parent[OM_UUID_CHARS];
  OmStoreReminder reminder;
  gboolean drawn;

  if (files == NULL)
    return FALSE;
  if (!om_uuid_parse (memory->id, self->uuids[index]))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("The memory “%s” has an id that is none. “openmemory doctor” tells more."),
                   memory->id);
      return FALSE;
    }
  if (!om_links_are_drawn (job->store, memory->row, &self->noted, &drawn, error) ||
      !om_store_reminder_get (job->store, memory->row, &reminder, error))
    return FALSE;
  count (job->report, memory);
  om_archive_write_memory (self->line, memory, id_of (self, memory->parent_row, parent) ? parent : NULL, !drawn, &reminder, files);
  if (job->tell != NULL)
    job->tell (job->report->entries, (guint) job->n_rows, job->tell_data);
  return put_line (self, error);
}

static gboolean
put_versions (Writing *self,
              gint64   row,
              GError **error)
{
  g_autoptr (GPtrArray) versions = om_store_versions_list (self->job->store, row, error);
  char id[OM_UUID_CHARS];

  if (versions == NULL || !id_of (self, row, id))
    return versions != NULL;
  for (guint i = versions->len; i > 0; i--)
    {
      om_archive_write_version (self->line, id, g_ptr_array_index (versions, i - 1));
      if (!put_line (self, error))
        return FALSE;
    }
  return TRUE;
}

/* The walks of one link, with the numbers of the archive. */
static GArray *
walks_of (Writing          *self,
          const OmWaypoint *link)
{
  GArray *walks = g_array_new (FALSE, FALSE, sizeof (OmWalk));

  for (guint i = 0; i < self->walks->len; i++)
    {
      OmWalk walk = g_array_index (self->walks, OmWalk, i);

      if (walk.before.source != link->source || walk.before.target != link->target || walk.before.kind != link->kind)
        continue;
      walk.group = act_of (self, walk.group);
      g_array_append_val (walks, walk);
    }
  return walks;
}

static int
compare_links (gconstpointer a,
               gconstpointer b)
{
  const OmWaypoint *x = a;
  const OmWaypoint *y = b;

  if (x->target != y->target)
    return x->target < y->target ? -1 : 1;
  return (int) x->kind - (int) y->kind;
}

static gboolean
put_links (Writing *self,
           gint64   row,
           GError **error)
{
  g_autoptr (GArray) links = om_store_waypoints_from_rows (self->job->store, &row, 1, error);
  char from[OM_UUID_CHARS];
  char to[OM_UUID_CHARS];

  if (links == NULL || !id_of (self, row, from))
    return links != NULL;
  g_array_sort (links, compare_links);
  for (guint i = 0; i < links->len; i++)
    {
      const OmWaypoint *link = &g_array_index (links, OmWaypoint, i);
      g_autoptr (GArray) walks = NULL;

      if (!id_of (self, link->target, to))
        continue;
      walks = walks_of (self, link);
      om_archive_write_link (self->line, from, to, link, walks);
      if (!put_line (self, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_past (OmExportJob *job,
          gsize        index,
          OmMemory    *memory,
          gpointer     data,
          GError     **error)
{
  Writing *self = data;
  g_autoptr (GArray) curve = NULL;
  g_autoptr (GArray) events = om_store_events_list (job->store, memory->row, &curve, error);
  g_auto (GStrv) related = NULL;

  if (events == NULL)
    return FALSE;
  /* Ids that are not in the archive leave a gap, so it is no list that ends at the first one. */
  related = g_new0 (char *, events->len + 1);
  for (guint i = 0; i < events->len; i++)
    {
      OmEvent *event = &g_array_index (events, OmEvent, i);
      char id[OM_UUID_CHARS];

      event->group = act_of (self, event->group);
      related[i] = id_of (self, event->related, id) ? g_strdup (id) : NULL;
    }
  om_archive_write_past (self->line, memory, events, related, curve);
  for (guint i = 0; i < events->len; i++)
    g_clear_pointer (&related[i], g_free);
  return put_line (self, error);
}

/** Keys: what writing them needs. */
typedef struct
{
  Writing *writing;
  GError **error;
  gboolean failed;
} Keys;

static gboolean
key_cb (const char *source,
        const char *source_key,
        guint64     text_hash,
        gint64      row,
        const char *id,
        gpointer    data)
{
  Keys *keys = data;
  Writing *self = keys->writing;
  gsize index;

  /* Of what was wiped only the whole journal knows. */
  if (row == 0 ? !self->job->whole : !find (self->job->rows, self->job->n_rows, row, &index))
    return TRUE;
  om_archive_write_key (self->line, source, source_key, text_hash, id);
  keys->failed = !put_line (self, keys->error);
  return !keys->failed;
}

static gboolean
put_rows (Writing    *self,
          const char *name,
          gboolean (*put) (Writing *self, gint64 row, GError **error),
          GError    **error)
{
  if (!begin (self, name, error))
    return FALSE;
  for (gsize i = 0; i < self->job->n_rows; i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->job->cancellable, error) || !put (self, self->job->rows[i], error))
        return FALSE;
    }
  return end (self, name, error);
}

static gboolean
put_memories (Writing          *self,
              const char       *name,
              OmExportEntryFunc put,
              GError          **error)
{
  return begin (self, name, error) && om_export_job_each (self->job, put, self, error) && end (self, name, error);
}

/* Traits themselves are worked out from entries and from this. */
static gboolean
put_trait_acts (Writing *self,
                GError **error)
{
  g_autoptr (GPtrArray) acts = om_store_trait_acts_list (self->job->store, FALSE, error);

  if (acts == NULL || !begin (self, "traits.jsonl", error))
    return FALSE;
  for (guint i = 0; i < acts->len && self->job->whole; i++)
    {
      om_archive_write_trait_act (self->line, g_ptr_array_index (acts, i));
      if (!put_line (self, error))
        return FALSE;
    }
  return end (self, "traits.jsonl", error);
}

static gboolean
put_keys (Writing *self,
          GError **error)
{
  Keys keys = { self, error, FALSE };

  return begin (self, "keys.jsonl", error) && om_store_import_keys_foreach (self->job->store, key_cb, &keys, error) &&
         !keys.failed && end (self, "keys.jsonl", error);
}

static gboolean
put_file (Writing    *self,
          const char *hash,
          GError    **error)
{
  g_autofree char *path = om_export_files_dup_path (self->files, hash);
  g_autofree char *name = g_strconcat (OM_ARCHIVE_FILES, hash, NULL);
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) input = G_INPUT_STREAM (g_file_read (file, self->job->cancellable, error));
  gsize n;

  if (input == NULL || !begin (self, name, error))
    return FALSE;
  do
    {
      if (!g_input_stream_read_all (input, piece, PIECE_BYTES, &n, self->job->cancellable, error) ||
          !om_zip_writer_write (self->zip, piece, n, error))
        return FALSE;
    }
  while (n == PIECE_BYTES);
  return end (self, name, error);
}

static gboolean
put_files (Writing *self,
           GError **error)
{
  g_autoptr (GPtrArray) hashes = om_export_files_dup_hashes (self->files);

  for (guint i = 0; i < hashes->len; i++)
    {
      if (!put_file (self, g_ptr_array_index (hashes, i), error))
        return FALSE;
    }
  return TRUE;
}

/* What was chosen for the whole journal, and is kept with it. */
static gboolean
add_settings (Writing *self,
              GError **error)
{
  static const char *const prefixes[] = { "setting.", "hide." };

  for (gsize p = 0; p < G_N_ELEMENTS (prefixes); p++)
    {
      g_autoptr (GPtrArray) pairs = om_store_meta_list (self->job->store, prefixes[p], error);

      if (pairs == NULL)
        return FALSE;
      for (guint i = 0; i + 1 < pairs->len; i += 2)
        {
          g_ptr_array_add (self->manifest->settings, g_strconcat (prefixes[p], g_ptr_array_index (pairs, i), NULL));
          g_ptr_array_add (self->manifest->settings, g_strdup (g_ptr_array_index (pairs, i + 1)));
        }
    }
  return TRUE;
}

static gboolean
put_manifest (Writing *self,
              GError **error)
{
  g_autofree char *text = NULL;

  if (self->job->whole && !add_settings (self, error))
    return FALSE;
  self->manifest->exported_at = self->job->now;
  self->manifest->whole = self->job->whole;
  self->manifest->entries = self->job->report->entries;
  self->manifest->binned = self->job->report->binned;
  self->manifest->private_memories = self->job->report->private_memories;
  self->manifest->acts = self->acts->len;
  text = om_manifest_write (self->manifest);
  return put_text (self, OM_ARCHIVE_MANIFEST, text, error);
}

static gboolean
write_archive (OmExportJob *job,
               GError     **error)
{
  g_auto (Writing) self = { .job = job, .line = g_string_new (NULL) };

  self.uuids = g_malloc0_n (job->n_rows + 1, OM_UUID_BYTES);
  self.manifest = om_manifest_new ();
  self.files = om_export_files_new (job);
  self.acts = om_store_acts_list (job->store, error);
  self.walks = self.acts != NULL ? om_store_walks_list (job->store, error) : NULL;
  self.zip = self.walks != NULL ? om_zip_writer_new (job->path, error) : NULL;
  if (self.zip == NULL || !put_text (&self, "README.txt", readme, error) ||
      !put_memories (&self, "memories.jsonl", put_memory, error) ||
      !put_rows (&self, "versions.jsonl", put_versions, error) || !put_rows (&self, "waypoints.jsonl", put_links, error) ||
      !put_memories (&self, "salience.jsonl", put_past, error) || !put_trait_acts (&self, error) || !put_keys (&self, error) ||
      !put_files (&self, error) || !put_manifest (&self, error) ||
      !om_zip_writer_finish (self.zip, error))
    return FALSE;
  job->written = g_steal_pointer (&self.manifest);
  job->free_written = (GDestroyNotify) om_manifest_free;
  return TRUE;
}

/* Reading back ---------------------------------------------------------------------------------- */

static gboolean
is_as_written (OmManifest       *found,
               const OmManifest *written)
{
  gboolean same = found->members->len == written->members->len && found->entries == written->entries &&
                  found->acts == written->acts && found->exported_at == written->exported_at;

  for (guint i = 0; same && i < written->members->len; i++)
    {
      const OmArchiveMember *member = g_ptr_array_index (written->members, i);
      const OmArchiveMember *other = om_manifest_find (found, member->name);

      same = other != NULL && other->size == member->size && g_str_equal (other->sha256, member->sha256);
    }
  return same;
}

static gboolean
read_back (OmExportJob *job,
           GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (job->path);
  g_autoptr (OmContainer) container = om_container_open (file, TRUE, job->cancellable, error);
  g_autoptr (OmManifest) found = container != NULL ? om_manifest_check (container, job->cancellable, error) : NULL;
  GStatBuf status;

  if (found == NULL)
    return FALSE;
  if (!is_as_written (found, job->written))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("Another list of contents stands in it."));
      return FALSE;
    }
  job->report->read_back = found->entries;
  job->report->bytes = g_stat (job->path, &status) == 0 ? (guint64) status.st_size : 0;
  return TRUE;
}

const OmExporter om_archive_exporter = {
  .name = "archive",
  .title = N_("OpenMemory archive"),
  .ending = ".openmemory",
  .folder = FALSE,
  .files = TRUE,
  .complete = TRUE,
  .write = write_archive,
  .read_back = read_back,
};
