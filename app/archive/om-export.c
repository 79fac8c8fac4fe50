/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written under a temporary name, on the disk, read back, counted, and only then named. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-export.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "archive/om-new-file.h"
#include "archive/om-progress.h"
#include "memory/om-error.h"
#include "store/om-store-attachments.h"

/** Writing: what the snapshot's function needs. */
typedef struct
{
  const OmExporter *exporter;
  OmExportJob      *job;
  gboolean          all; /* nothing was chosen: an empty journal has an empty export */
} Writing;

/* What a format cannot hold is said. */
static gboolean
mind_files (const OmExporter *exporter,
            OmExportJob      *job,
            GError          **error)
{
  guint n;

  if (exporter->files)
    return TRUE;
  if (!om_store_attachments_count (job->store, job->rows, job->n_rows, &n, error))
    return FALSE;
  if (n > 0)
    g_ptr_array_add (job->report->problems,
                     g_strdup_printf (ngettext ("%u picture or file of an entry did not come along: an archive or a folder "
                                                "of Markdown files takes it.",
                                                "%u pictures and files of entries did not come along: an archive or a folder "
                                                "of Markdown files takes them.",
                                                n),
                                      n));
  return TRUE;
}

static gboolean
write_cb (OmStore      *store,
          const gint64 *rows,
          gsize         n_rows,
          guint         n_left_out,
          gpointer      data,
          GCancellable *cancellable,
          GError      **error)
{
  Writing *writing = data;
  OmExportJob *job = writing->job;
  gboolean written;

  job->store = store;
  job->rows = rows;
  job->n_rows = n_rows;
  job->whole = job->whole && n_left_out == 0;
  job->report->left_out = n_left_out;
  if (n_rows == 0 && !writing->all)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("No entry fits, so there is nothing to export."));
      return FALSE;
    }
  written = writing->exporter->write (job, error) && mind_files (writing->exporter, job, error);
  job->store = NULL;
  job->rows = NULL;
  return written;
}

static gboolean
write_and_read_back (OmEngine              *engine,
                     const OmExporter      *exporter,
                     OmExportJob           *job,
                     const OmExportOptions *options,
                     GError               **error)
{
  Writing writing = { exporter, job, options->choice.whole };
  OmChoice choice = options->choice;

  choice.whole = choice.whole && exporter->complete;
  choice.with_sections = exporter->complete;
  job->whole = choice.whole;
  if (exporter->folder && g_mkdir (job->path, 0700) != 0)
    return om_new_file_fail (job->path, errno, error);
  if (!om_engine_extract (engine, &choice, write_cb, &writing, job->cancellable, error))
    return FALSE;
  if (!exporter->read_back (job, error))
    {
      g_prefix_error (error, _("What was written could not be read back as it should be, and was taken away. "));
      return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

static gboolean
check_target (const OmExporter      *exporter,
              const char            *path,
              const OmExportOptions *options,
              GError               **error)
{
  g_autoptr (GDir) dir = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  dir = g_dir_open (path, 0, NULL);
  if (exporter->folder ? dir != NULL && g_dir_read_name (dir) == NULL : dir == NULL && options->replace)
    return TRUE;
  if (exporter->folder && dir != NULL)
    g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The folder “%s” is not empty. Choose a new one; nothing was written."), path);
  else
    om_new_file_fail (path, EEXIST, error);
  return FALSE;
}

/**
 * om_export:
 * @engine: an open engine
 * @exporter: the format
 * @path: the file or folder to be made; the folder it stands in must be there
 * @progress: (nullable) (scope call): told at most ten times a second, and once when all is written
 * @error: return location: %OM_ERROR_NO_SPACE, %OM_ERROR_READ_ONLY, %OM_ERROR_INVALID if the name is
 *   taken, what the store says, or %G_IO_ERROR_CANCELLED
 *
 * On failure and on Cancel there is nothing of that name that was not there before. Blocks; for workers,
 * the command and tests.
 *
 * Returns: (transfer full) (nullable): what was written and found again
 */
OmExportReport *
om_export (OmEngine              *engine,
           const OmExporter      *exporter,
           const char            *path,
           const OmExportOptions *options,
           OmProgressFunc         progress,
           gpointer               progress_data,
           GCancellable          *cancellable,
           GError               **error)
{
  g_autoptr (OmExportReport) report = om_export_report_new ();
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *temporary = om_new_file_temporary (full);
  OmProgressTap tap = { progress, progress_data, 0 };
  OmExportJob job = {
    .path = temporary,
    .now = om_engine_now (engine),
    .report = report,
    .tell = om_progress_tap_tell,
    .tell_data = &tap,
    .cancellable = cancellable,
  };
  gboolean done;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  if (!check_target (exporter, full, options, error))
    return NULL;
  done = write_and_read_back (engine, exporter, &job, options, error);
  if (job.written != NULL)
    job.free_written (job.written);
  if (!done || !om_new_file_place (temporary, full, options->replace, error))
    {
      om_new_file_remove (temporary);
      return NULL;
    }
  if (progress != NULL)
    progress (report->entries, report->entries, progress_data);
  return g_steal_pointer (&report);
}

/* In the background ----------------------------------------------------------------------------- */

/** Background: an export in a worker. */
typedef struct
{
  const OmExporter *exporter;
  char             *path;   /* (owned) */
  OmExportOptions   options;
  OmFilter         *filter; /* (owned) (nullable) */
  char            **ids;    /* (owned) (nullable) */
  OmProgressRelay  *relay;  /* (owned) (nullable) */
} Background;

static void
background_free (gpointer data)
{
  Background *self = data;

  g_free (self->path);
  om_filter_free (self->filter);
  g_strfreev (self->ids);
  g_clear_pointer (&self->relay, om_progress_relay_unref);
  g_free (self);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Background *self = task_data;
  GError *error = NULL;
  OmExportReport *report = om_export (source, self->exporter, self->path, &self->options,
                                      self->relay != NULL ? om_progress_relay_forward : NULL, self->relay, cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) om_export_report_free);
  else
    g_task_return_error (task, error);
}

/**
 * om_export_async:
 *
 * As om_export(), in a worker. What @options refers to is copied. @progress is called on the caller's main
 * context, and not after @callback.
 */
void
om_export_async (OmEngine              *engine,
                 const OmExporter      *exporter,
                 const char            *path,
                 const OmExportOptions *options,
                 OmProgressFunc         progress,
                 gpointer               progress_data,
                 GCancellable          *cancellable,
                 GAsyncReadyCallback    callback,
                 gpointer               data)
{
  g_autoptr (GTask) task = g_task_new (engine, cancellable, callback, data);
  Background *self = g_new0 (Background, 1);

  self->exporter = exporter;
  self->path = g_strdup (path);
  self->options = *options;
  if (options->choice.filter != NULL)
    self->options.choice.filter = self->filter = om_filter_copy (options->choice.filter);
  if (options->choice.ids != NULL)
    {
      self->ids = g_strdupv ((char **) options->choice.ids);
      self->options.choice.ids = (const char *const *) self->ids;
    }
  if (progress != NULL)
    self->relay = om_progress_relay_new (progress, progress_data, g_task_get_context (task), g_task_get_priority (task));

  g_task_set_source_tag (task, om_export_async);
  /* Once it has its name it is there, whatever is cancelled afterwards. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, background_free);
  g_task_run_in_thread (task, export_thread);
}

/**
 * om_export_finish:
 *
 * Returns: (transfer full) (nullable): as om_export()
 */
OmExportReport *
om_export_finish (GAsyncResult *result,
                  GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, om_export_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
