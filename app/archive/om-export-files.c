/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of entries, each read before it counts: what is missing or damaged is named, and keeps nobody from
 * having the rest. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-export-files.h"

#include <glib/gi18n.h>

#include "archive/om-line-sink.h"
#include "store/om-store-attachments.h"

struct _OmExportFiles
{
  OmExportJob *job;   /* (not owned) */
  GHashTable  *whole; /* (owned) (element-type utf8 boolean): by hash, those that were looked at */
};

/** om_export_files_new: (transfer full): @job: must outlive it */
OmExportFiles *
om_export_files_new (OmExportJob *job)
{
  OmExportFiles *self = g_new0 (OmExportFiles, 1);

  self->job = job;
  self->whole = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** om_export_files_free: @self: (transfer full) (nullable) */
void
om_export_files_free (OmExportFiles *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->whole);
  g_free (self);
}

/** om_export_files_dup_path: (transfer full): where the file of a hash lies */
char *
om_export_files_dup_path (OmExportFiles *self,
                          const char    *hash)
{
  return om_store_files_dup_path (om_store_get_path (self->job->store), hash);
}

/** om_export_file_holds: reads a file from beginning to end: does it hold what has this hash? */
gboolean
om_export_file_holds (const char   *path,
                      const char   *hash,
                      GCancellable *cancellable)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) input = G_INPUT_STREAM (g_file_read (file, cancellable, NULL));
  g_autoptr (OmLineSink) sink = om_line_sink_new (NULL, NULL);

  return input != NULL &&
         g_output_stream_splice (G_OUTPUT_STREAM (sink), input, G_OUTPUT_STREAM_SPLICE_NONE, cancellable, NULL) >= 0 &&
         g_str_equal (om_line_sink_get_sha256 (sink), hash);
}

static gboolean
is_whole (OmExportFiles *self,
          const char    *hash)
{
  gpointer whole;

  if (!g_hash_table_lookup_extended (self->whole, hash, NULL, &whole))
    {
      g_autofree char *path = om_export_files_dup_path (self, hash);

      whole = GINT_TO_POINTER (om_export_file_holds (path, hash, self->job->cancellable));
      g_hash_table_insert (self->whole, g_strdup (hash), whole);
    }
  return GPOINTER_TO_INT (whole);
}

/**
 * om_export_files_of:
 *
 * Counts them in the report of the job, and names in it what is not there.
 *
 * Returns: (transfer full) (nullable) (element-type OmAttachment): the files of an entry that are whole
 */
GPtrArray *
om_export_files_of (OmExportFiles  *self,
                    const OmMemory *memory,
                    GError        **error)
{
  g_autoptr (GPtrArray) list = om_store_attachments_list (self->job->store, memory->row, FALSE, error);
  guint n = 0;

  while (list != NULL && n < list->len)
    {
      const OmAttachment *attachment = g_ptr_array_index (list, n);

      if (g_cancellable_set_error_if_cancelled (self->job->cancellable, error))
        return NULL;
      if (is_whole (self, attachment->hash))
        {
          n++;
          continue;
        }
      g_ptr_array_add (self->job->report->problems,
                       g_strdup_printf (_("The file “%s” of the memory %s is missing or damaged, and did not come along."),
                                        attachment->name, memory->id));
      g_ptr_array_remove_index (list, n);
    }
  self->job->report->attachments += n;
  return g_steal_pointer (&list);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/** om_export_files_dup_hashes: (transfer full) (element-type utf8): of the whole files seen so far, each once, in order */
GPtrArray *
om_export_files_dup_hashes (OmExportFiles *self)
{
  GPtrArray *hashes = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer hash;
  gpointer whole;

  g_hash_table_iter_init (&iter, self->whole);
  while (g_hash_table_iter_next (&iter, &hash, &whole))
    {
      if (GPOINTER_TO_INT (whole))
        g_ptr_array_add (hashes, g_strdup (hash));
    }
  g_ptr_array_sort (hashes, compare_names);
  return hashes;
}
