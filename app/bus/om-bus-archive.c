/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Archive1: many memories at once, through a descriptor of the caller's. The archive itself is made
 * and read in a file of our own: it is read back before it is given, and a caller that is slow or leaves
 * holds up nobody but itself. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <fcntl.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "archive/om-export.h"
#include "archive/om-import.h"
#include "bus/om-bus-error.h"
#include "bus/om-bus-memory.h"
#include "bus/om-bus-options.h"

#define INTERFACE "org.openmemory.Archive1"
#define CHUNK 500
#define JOB_BYTES 200
#define PROBLEMS_MAX 200
#define PROBLEM_BYTES 500

/* What is taken in at once; more is for the command. */
#define IMPORT_BYTES (G_GINT64_CONSTANT (1) << 30)

/* One job at a time in this process. */
static gint at_work;

static gboolean
begin_work (GError **error)
{
  if (g_atomic_int_compare_and_exchange (&at_work, FALSE, TRUE))
    return TRUE;
  g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_BUSY, "Another archive is being written or read. Ask again later.");
  return FALSE;
}

static void
end_work (void)
{
  g_atomic_int_set (&at_work, FALSE);
}

/* A folder of our own --------------------------------------------------------------------------- */

typedef struct
{
  char *folder; /* (owned) (nullable) */
  char *file;   /* (owned) (nullable) */
} Place;

static void
place_clear (Place *place)
{
  if (place->file != NULL)
    g_unlink (place->file);
  if (place->folder != NULL)
    g_rmdir (place->folder);
  g_free (place->file);
  g_free (place->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static gboolean
place_make (Place      *place,
            const char *name,
            GError    **error)
{
  g_autofree char *parent = g_build_filename (g_get_user_cache_dir (), "openmemory", NULL);

  g_mkdir_with_parents (parent, 0700);
  place->folder = g_build_filename (parent, "archive-XXXXXX", NULL);
  if (g_mkdtemp_full (place->folder, 0700) == NULL)
    {
      g_clear_pointer (&place->folder, g_free);
      g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_UNAVAILABLE, "There is no room for the archive.");
      return FALSE;
    }
  place->file = g_build_filename (place->folder, name, NULL);
  return TRUE;
}

/* The caller's descriptor ----------------------------------------------------------------------- */

static int
take_descriptor (OmBusCall *call,
                 gint32     handle,
                 int        access,
                 GError   **error)
{
  int fd = call->fds != NULL && handle >= 0 && handle < g_unix_fd_list_get_length (call->fds)
             ? g_unix_fd_list_get (call->fds, handle, NULL)
             : -1;
  int flags = fd >= 0 ? fcntl (fd, F_GETFL) : -1;

  if (flags >= 0 && ((flags & O_ACCMODE) == O_RDWR || (flags & O_ACCMODE) == access))
    return fd;
  if (fd >= 0)
    close (fd);
  g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT,
                       access == O_RDONLY ? "There is no descriptor to read from." : "There is no descriptor to write to.");
  return -1;
}

static gboolean
copy (GInputStream  *from,
      GOutputStream *to,
      goffset        most,
      goffset       *n_copied,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autofree char *buffer = g_malloc (65536);
  gssize n;

  *n_copied = 0;
  while ((n = g_input_stream_read (from, buffer, 65536, cancellable, error)) > 0)
    {
      *n_copied += n;
      if (*n_copied > most)
        {
          g_set_error_literal (error, OM_ERROR, OM_ERROR_TOO_LARGE, "It is too large.");
          return FALSE;
        }
      if (!g_output_stream_write_all (to, buffer, (gsize) n, NULL, cancellable, error))
        return FALSE;
    }
  return n == 0;
}

/* Progress -------------------------------------------------------------------------------------- */

typedef struct
{
  OmBusCall  *call;
  const char *job;
} Progress;

static void
tell_progress (guint    done,
               guint    total,
               gpointer data)
{
  const Progress *progress = data;

  if (progress->job != NULL)
    om_bus_caller_emit (progress->call->caller, OM_BUS_PATH, INTERFACE, "Progress",
                        g_variant_new ("(suu)", progress->job, done, total));
}

/* Export ---------------------------------------------------------------------------------------- */

/* By their ids, for a list alone knows what is hidden as a whole. */
static char **
choose (OmBusCall         *call,
        const OmBusChoice *choice,
        GCancellable      *cancellable,
        GError           **error)
{
  g_autoptr (GArray) items = om_engine_list (call->engine, choice->filter, OM_SORT_NEWEST, cancellable, error);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint start = 0; items != NULL && start < items->len; start += CHUNK)
    {
      gint64 rows[CHUNK];
      guint n = MIN (CHUNK, items->len - start);
      g_autoptr (GPtrArray) memories = NULL;

      for (guint i = 0; i < n; i++)
        rows[i] = g_array_index (items, OmListItem, start + i).row;
      memories = om_engine_get_rows (call->engine, rows, n, cancellable, error);
      if (memories == NULL)
        return NULL;
      for (guint i = 0; i < memories->len; i++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, i);

          if (memory != NULL && om_bus_may_give (call, memory, cancellable) && om_bus_choice_holds (choice, &memory->happened))
            g_ptr_array_add (ids, g_strdup (memory->id));
        }
    }
  if (items == NULL)
    return NULL;
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_steal (ids, NULL);
}

static GVariant *
write_archive (OmBusCall    *call,
               GVariant     *options,
               int           fd,
               GCancellable *cancellable,
               GError      **error)
{
  g_autoptr (GOutputStream) out = g_unix_output_stream_new (fd, TRUE);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileInputStream) in = NULL;
  g_autoptr (OmExportReport) report = NULL;
  g_auto (OmBusChoice) choice = { 0 };
  g_auto (Place) place = { NULL };
  g_auto (GStrv) ids = NULL;
  Progress progress = { call, NULL };
  OmExportOptions how = { { .private_memories = OM_PRIVATE_LEFT_OUT, .with_sections = TRUE }, FALSE };
  GVariantDict dict;
  goffset bytes;

  if (!om_bus_choice_read (&choice, options, 1, error) || !om_bus_option_string (options, "job", JOB_BYTES, &progress.job, error))
    return NULL;
  ids = choose (call, &choice, cancellable, error);
  if (ids == NULL || !place_make (&place, "memories.openmemory", error))
    return NULL;
  how.choice.ids = (const char *const *) ids;
  report = om_export (call->engine, &om_archive_exporter, place.file, &how, tell_progress, &progress, cancellable, error);
  if (report == NULL)
    return NULL;
  file = g_file_new_for_path (place.file);
  in = g_file_read (file, cancellable, error);
  if (in == NULL || !copy (G_INPUT_STREAM (in), out, G_MAXINT64, &bytes, cancellable, error) ||
      !g_output_stream_close (out, cancellable, error))
    return NULL;
  call->given = report->entries;
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "entries", "u", report->entries);
  g_variant_dict_insert (&dict, "bytes", "t", (guint64) bytes);
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

static GVariant *
export (OmBusCall    *call,
        GCancellable *cancellable,
        GError      **error)
{
  g_autoptr (GVariant) options = NULL;
  GVariant *reply = NULL;
  gint32 handle;
  int fd;

  g_variant_get (call->parameters, "(h@a{sv})", &handle, &options);
  fd = take_descriptor (call, handle, O_WRONLY, error);
  if (fd < 0)
    return NULL;
  if (!begin_work (error))
    {
      close (fd);
      return NULL;
    }
  reply = write_archive (call, options, fd, cancellable, error);
  end_work ();
  return reply;
}

/* Import ---------------------------------------------------------------------------------------- */

static GVariant *
describe_report (const OmImportReport *report)
{
  GVariantBuilder problems;
  GVariantDict dict;
  guint n = 0;

  g_variant_builder_init (&problems, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < report->problems->len && n < PROBLEMS_MAX; i++)
    {
      const OmProblem *problem = g_ptr_array_index (report->problems, i);
      g_autofree char *text = NULL;

      /* A remark about what came in may tell what was there before. */
      if (!problem->lost)
        continue;
      text = om_bus_dup_excerpt (problem->message, PROBLEM_BYTES);
      g_variant_builder_add (&problems, "s", text);
      n++;
    }
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "outcome", "s", om_import_outcome_to_nick (report->outcome));
  g_variant_dict_insert (&dict, "read", "u", report->read);
  g_variant_dict_insert (&dict, "added", "u", report->added);
  g_variant_dict_insert (&dict, "known", "u", report->known);
  g_variant_dict_insert_value (&dict, "problems", g_variant_builder_end (&problems));
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

static GVariant *
read_archive (OmBusCall    *call,
              GVariant     *options,
              int           fd,
              GCancellable *cancellable,
              GError      **error)
{
  g_autoptr (GInputStream) in = g_unix_input_stream_new (fd, TRUE);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFileOutputStream) out = NULL;
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (OmReader) reader = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_auto (Place) place = { NULL };
  Progress progress = { call, NULL };
  OmImportOptions how = { .read = { .zone = zone, .now = om_engine_now (call->engine) } };
  const char *format = NULL;
  goffset bytes;

  if (!om_bus_options_check (options, error) || !om_bus_option_string (options, "job", JOB_BYTES, &progress.job, error) ||
      !om_bus_option_string (options, "format", 64, &format, error) ||
      !om_bus_option_boolean (options, "dry-run", &how.dry_run, error) ||
      !om_bus_option_boolean (options, "as-if-lived", &how.as_if_lived, error) || !place_make (&place, "import", error))
    return NULL;
  file = g_file_new_for_path (place.file);
  out = g_file_create (file, G_FILE_CREATE_PRIVATE, cancellable, error);
  if (out == NULL || !copy (in, G_OUTPUT_STREAM (out), IMPORT_BYTES, &bytes, cancellable, error) ||
      !g_output_stream_close (G_OUTPUT_STREAM (out), cancellable, error))
    return NULL;
  reader = format != NULL ? om_readers_by_name (format) : om_readers_probe (file, cancellable, error);
  if (reader == NULL)
    {
      if (format != NULL)
        g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "There is no format of that name.");
      return NULL;
    }
  report = om_import (call->engine, reader, file, &how, tell_progress, &progress, cancellable, error);
  return report != NULL ? describe_report (report) : NULL;
}

static GVariant *
import (OmBusCall    *call,
        GCancellable *cancellable,
        GError      **error)
{
  g_autoptr (GVariant) options = NULL;
  GVariant *reply = NULL;
  gint32 handle;
  int fd;

  g_variant_get (call->parameters, "(h@a{sv})", &handle, &options);
  fd = take_descriptor (call, handle, O_RDONLY, error);
  if (fd < 0)
    return NULL;
  if (!begin_work (error))
    {
      close (fd);
      return NULL;
    }
  reply = read_archive (call, options, fd, cancellable, error);
  end_work ();
  return reply;
}

const OmBusMethod om_bus_archive_methods[] = {
  { "Export", OM_BUS_NEEDS_CHANGE, export },
  { "Import", OM_BUS_NEEDS_CHANGE, import },
  { NULL },
};
