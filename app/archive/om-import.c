/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a source into the store, wholly or not at all. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-import.h"

#include <glib/gi18n.h>

#include "engine/om-intake.h"

/** An import while it runs. */
typedef struct
{
  OmIntake       *intake; /* (owned) (nullable): NULL counts only what the reader finds */
  OmImportReport *report; /* (owned) (nullable) */
  OmProgressTap   progress;
  gboolean        dry_run;
  GCancellable   *cancellable;
} Job;

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->intake, om_intake_free);
  g_clear_pointer (&job->report, om_import_report_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

/* The report as it will stand once everything has been written. */
static char *
record_cb (guint    n_links,
           guint    n_files,
           gpointer data)
{
  OmImportReport *report = data;

  report->links = n_links;
  report->files = n_files;
  om_import_report_settle (report);
  return om_import_report_to_json (report);
}

static void
count (Job             *job,
       const OmDraft   *draft,
       OmIntakeOutcome  outcome)
{
  OmImportReport *report = job->report;

  switch (outcome)
    {
    case OM_INTAKE_KNOWN_DELETED:
      report->known_deleted++;
      om_import_report_add (report, FALSE, draft->source_key,
                            _("It was imported before and deleted since; it was not brought back."));
      G_GNUC_FALLTHROUGH;
    case OM_INTAKE_KNOWN:
      report->known++;
      return;

    case OM_INTAKE_CHANGED_AT_SOURCE:
      report->changed_at_source++;
      om_import_report_add (report, FALSE, draft->source_key,
                            _("Its text is another than at the last import; it is a second memory."));
      break;

    case OM_INTAKE_ADDED_SAME_TEXT:
      report->same_text++;
      om_import_report_add (report, FALSE, draft->source_key,
                            _("Its very text is there already; it came in all the same."));
      break;

    case OM_INTAKE_ADDED:
    default:
      break;
    }

  report->added++;
  if (draft->happened.precision == OM_PRECISION_UNKNOWN)
    report->undated++;
}

static gboolean
take_cb (OmDraft  *draft,
         gpointer  data,
         GError  **error)
{
  Job *job = data;
  g_autoptr (OmDraft) owned = draft;
  g_autoptr (GError) local = NULL;
  OmIntakeOutcome outcome = OM_INTAKE_ADDED;
  guint n_files = owned->attachments != NULL ? owned->attachments->len : 0;

  /* A look copies nothing. */
  if (job->dry_run)
    g_clear_pointer (&owned->attachments, g_ptr_array_unref);
  if (job->intake != NULL &&
      !om_intake_add (job->intake, owned, &outcome, job->cancellable, &local))
    {
      /* One entry that cannot be taken is named; anything else is the end of the import. */
      if (!g_error_matches (local, OM_ERROR, OM_ERROR_INVALID) &&
          !g_error_matches (local, OM_ERROR, OM_ERROR_ENCODING))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      om_import_report_add (job->report, TRUE, owned->source_key, "%s", local->message);
      return TRUE;
    }

  job->report->read++;
  count (job, owned, outcome);
  if (job->dry_run && outcome != OM_INTAKE_KNOWN && outcome != OM_INTAKE_KNOWN_DELETED)
    job->report->files += n_files;
  om_progress_tap_tell (job->report->read, 0, &job->progress);
  return TRUE;
}

/**
 * om_import:
 * @engine: (nullable): the store to import into; may be %NULL for a dry run, which then counts
 *   every entry as new
 * @reader: the format
 * @file: a file or folder; it is only read
 * @options: what the person chose
 * @progress: (nullable) (scope call): told at most ten times a second, and once when all is read
 * @error: return location: what the reader says (%OM_ERROR_ENCODING, %OM_ERROR_TOO_LARGE,
 *   %OM_ERROR_INVALID), what the store says, or %G_IO_ERROR_CANCELLED
 *
 * One transaction: on failure and on Cancel the store is as it was. Blocks; for workers, the
 * command and tests.
 *
 * Returns: (transfer full) (nullable): what came in; %NULL with @error if the source was refused,
 *   see om_import_report_new_refused()
 */
OmImportReport *
om_import (OmEngine              *engine,
           OmReader              *reader,
           GFile                 *file,
           const OmImportOptions *options,
           OmProgressFunc         progress,
           gpointer               progress_data,
           GCancellable          *cancellable,
           GError               **error)
{
  g_auto (Job) job = { .progress = { progress, progress_data, 0 }, .dry_run = options->dry_run, .cancellable = cancellable };
  g_autoptr (GTimeZone) local_zone = NULL;
  OmReadOptions read;

  g_return_val_if_fail (engine == NULL || OM_IS_ENGINE (engine), NULL);
  g_return_val_if_fail (OM_IS_READER (reader), NULL);
  g_return_val_if_fail (engine != NULL || options->dry_run, NULL);

  read = options->read;
  if (read.zone == NULL)
    read.zone = local_zone = g_time_zone_new_local ();
  if (read.now == 0 && engine != NULL)
    read.now = om_engine_now (engine);

  job.report = om_import_report_new ();
  if (engine != NULL && om_reader_takes_all (reader))
    {
      if (!om_reader_take (reader, engine, file, &read, options->dry_run, job.report, &job.progress, cancellable, error))
        return NULL;
      if (progress != NULL)
        progress (job.report->read, job.report->read, progress_data);
      om_import_report_settle (job.report);
      return g_steal_pointer (&job.report);
    }
  if (engine != NULL)
    {
      job.intake = om_intake_new (engine, options->as_if_lived, error);
      if (job.intake == NULL)
        return NULL;
    }
  if (!om_reader_read (reader, file, &read, job.report, take_cb, &job, cancellable, error))
    return NULL;

  if (progress != NULL)
    progress (job.report->read, job.report->read, progress_data);
  if (job.intake != NULL)
    om_import_report_add_names (job.report, FALSE, om_intake_get_unread (job.intake),
                                ngettext ("attached file could not be read",
                                          "attached files could not be read", om_intake_get_unread (job.intake)->len));
  if (job.intake != NULL && !options->dry_run && (job.report->added > 0 || om_intake_has_files (job.intake)))
    {
      g_autofree char *name = g_file_get_parse_name (file);

      om_intake_set_record (job.intake, om_reader_get_name (reader), name, record_cb, job.report);
      if (!om_intake_commit (job.intake, cancellable, error))
        return NULL;
      job.report->links = om_intake_get_n_links (job.intake);
      job.report->files = om_intake_get_n_files (job.intake);
    }
  om_import_report_settle (job.report);
  return g_steal_pointer (&job.report);
}

/* In the background */

/** Background: what an import in a worker needs. */
typedef struct
{
  OmReader        *reader;  /* (owned) */
  GFile           *file;    /* (owned) */
  OmImportOptions  options; /* zone, date_format and columns (owned) */
  OmProgressRelay *relay;   /* (owned) (nullable) */
} Background;

static void
background_free (gpointer data)
{
  Background *self = data;

  g_object_unref (self->reader);
  g_object_unref (self->file);
  g_clear_pointer (&self->options.read.zone, g_time_zone_unref);
  g_free ((char *) self->options.read.date_format);
  g_free ((OmColumnMap *) self->options.read.columns);
  g_clear_pointer (&self->relay, om_progress_relay_unref);
  g_free (self);
}

static void
import_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Background *self = task_data;
  GError *error = NULL;
  OmProgressFunc progress = self->relay != NULL ? om_progress_relay_forward : NULL;
  OmImportReport *report = om_import (source, self->reader, self->file, &self->options, progress,
                                      self->relay, cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify) om_import_report_free);
  else
    g_task_return_error (task, error);
}

/**
 * om_import_async:
 *
 * As om_import(), in a worker. @progress is called on the caller's main context, and not after
 * @callback.
 */
void
om_import_async (OmEngine              *engine,
                 OmReader              *reader,
                 GFile                 *file,
                 const OmImportOptions *options,
                 OmProgressFunc         progress,
                 gpointer               progress_data,
                 GCancellable          *cancellable,
                 GAsyncReadyCallback    callback,
                 gpointer               data)
{
  g_autoptr (GTask) task = g_task_new (engine, cancellable, callback, data);
  Background *self = g_new0 (Background, 1);

  self->reader = g_object_ref (reader);
  self->file = g_object_ref (file);
  self->options = *options;
  if (options->read.zone != NULL)
    g_time_zone_ref (options->read.zone);
  self->options.read.date_format = g_strdup (options->read.date_format);
  if (options->read.columns != NULL)
    self->options.read.columns = g_memdup2 (options->read.columns, sizeof *options->read.columns);
  if (progress != NULL)
    self->relay = om_progress_relay_new (progress, progress_data, g_task_get_context (task),
                                         g_task_get_priority (task));

  g_task_set_source_tag (task, om_import_async);
  /* Once it is in the store it is in, whatever is cancelled afterwards. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, background_free);
  g_task_run_in_thread (task, import_thread);
}

/**
 * om_import_finish:
 *
 * Returns: (transfer full) (nullable): as om_import()
 */
OmImportReport *
om_import_finish (GAsyncResult *result,
                  GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, om_import_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
