/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFormatReader: an OmReader for a row of the table. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-format.h"

#include <glib/gi18n.h>

#define OM_TYPE_FORMAT_READER (om_format_reader_get_type ())
G_DECLARE_FINAL_TYPE (OmFormatReader, om_format_reader, OM, FORMAT_READER, GObject)

struct _OmFormatReader
{
  GObject         parent_instance;

  const OmFormat *format; /* (not owned): static */
};

static void om_format_reader_interface_init (OmReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmFormatReader, om_format_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_READER,
                                                      om_format_reader_interface_init))

static const char *
om_format_reader_get_name (OmReader *reader)
{
  return OM_FORMAT_READER (reader)->format->name;
}

static const char *
om_format_reader_get_title (OmReader *reader)
{
  return _(OM_FORMAT_READER (reader)->format->title);
}

static int
om_format_reader_probe (OmReader     *reader,
                        GFile        *file,
                        GCancellable *cancellable)
{
  g_autoptr (OmContainer) look = om_container_look (file, cancellable);

  return look != NULL ? OM_FORMAT_READER (reader)->format->probe (look, cancellable) : 0;
}

static gboolean
om_format_reader_read (OmReader             *reader,
                       GFile                *file,
                       const OmReadOptions  *options,
                       OmImportReport       *report,
                       OmDraftFunc           func,
                       gpointer              data,
                       GCancellable         *cancellable,
                       GError              **error)
{
  const OmFormat *format = OM_FORMAT_READER (reader)->format;
  g_auto (OmReadJob) job = { 0 };
  g_autoptr (OmContainer) container = om_container_open (file, options->allow_large, cancellable,
                                                         error);

  if (container == NULL)
    return FALSE;
  om_read_job_init (&job, format->name, options, report, func, data, cancellable);
  job.container = container;
  if (!format->read (&job, container, error))
    return FALSE;

  om_read_job_remark (&job);
  om_container_remark (container, report);
  if (job.n_entries == 0)
    om_import_report_add (report, FALSE, om_container_get_name (container),
                          _("There is no entry in it."));
  return TRUE;
}

static void
om_format_reader_interface_init (OmReaderInterface *iface)
{
  iface->get_name = om_format_reader_get_name;
  iface->get_title = om_format_reader_get_title;
  iface->probe = om_format_reader_probe;
  iface->read = om_format_reader_read;
}

static void
om_format_reader_class_init (OmFormatReaderClass *klass)
{
}

static void
om_format_reader_init (OmFormatReader *self)
{
}

/**
 * om_format_reader_new:
 * @format: a row of the table, which lasts
 *
 * Returns: (transfer full): a reader of it
 */
OmReader *
om_format_reader_new (const OmFormat *format)
{
  OmFormatReader *self = g_object_new (OM_TYPE_FORMAT_READER, NULL);

  self->format = format;
  return OM_READER (self);
}

/**
 * om_format_load_text:
 * @text: (out) (transfer full) (nullable): the member's text; %NULL if it could not be read, which
 *   the report says then
 *
 * A single file that cannot be read is named, and the others come in; a damaged archive is the end.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_format_load_text (OmReadJob     *job,
                     OmContainer   *container,
                     OmMember      *member,
                     OmSourceText **text,
                     GError       **error)
{
  g_autoptr (GError) local = NULL;

  *text = om_container_load_text (container, member, job->options->guess_encoding,
                                  job->cancellable, &local);
  if (*text != NULL)
    {
      om_source_text_remark (*text, job->report, member->path);
      return TRUE;
    }
  if (om_container_is_broken (container) || om_container_get_kind (container) == OM_CONTAINER_FILE ||
      g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  om_import_report_add (job->report, TRUE, member->path, "%s", local->message);
  return TRUE;
}

/**
 * om_format_remark_trash:
 * @n: entries in the trash of the other program
 *
 * What was thrown away stays there, and is counted.
 */
void
om_format_remark_trash (OmReadJob *job,
                        guint      n)
{
  if (n > 0)
    om_import_report_add (job->report, FALSE, NULL, 
                          ngettext ("%u in the trash was left out.", "%u in the trash were left out.", n), n);
}

/**
 * om_format_remark_archived:
 * @n: entries that the other program had put aside
 *
 * They came in; their source data says so.
 */
void
om_format_remark_archived (OmReadJob *job,
                           guint      n)
{
  if (n > 0)
    om_import_report_add (job->report, FALSE, NULL, 
                          ngettext ("%u archived entry came in; that is kept with it.",
                                    "%u archived entries came in; that is kept with them.", n),
                          n);
}
