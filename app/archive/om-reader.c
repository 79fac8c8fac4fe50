/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of the import formats, and the list of those there are. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-reader.h"

#include <glib/gi18n.h>

#include "archive/om-archive-reader.h"
#include "archive/om-container.h"
#include "archive/om-date-form.h"
#include "archive/om-format.h"
#include "archive/om-jrnl-reader.h"
#include "archive/om-markdown-reader.h"
#include "archive/om-obsidian-reader.h"
#include "memory/om-error.h"

/* In the order in which people see them, behind those that read text of any kind. */
static const OmFormat *const formats[] = {
  &om_day_one_format,
  &om_openmemory_format,
  &om_red_notebook_format,
  &om_joplin_format,
  &om_logseq_format,
  &om_chatgpt_format,
  &om_claude_format,
  &om_csv_format,
  &om_keep_format,
  &om_standard_notes_format,
  &om_journey_format,
  &om_diarium_format,
  &om_memos_format,
  &om_mini_diary_format,
  &om_lifeograph_format,
  &om_gnote_format,
  &om_zim_format,
};

G_DEFINE_INTERFACE (OmReader, om_reader, G_TYPE_OBJECT)

/** Between a reader and who takes its drafts: remembers whether that one had enough. */
typedef struct
{
  OmDraftFunc func;
  gpointer    data;
  gboolean    stopped;
} Tap;

static void
om_reader_default_init (OmReaderInterface *iface)
{
}

/**
 * om_reader_get_name:
 *
 * Returns: (transfer none): the stored name of the format
 */
const char *
om_reader_get_name (OmReader *self)
{
  g_return_val_if_fail (OM_IS_READER (self), NULL);

  return OM_READER_GET_IFACE (self)->get_name (self);
}

/**
 * om_reader_get_title:
 *
 * Returns: (transfer none): the name people see
 */
const char *
om_reader_get_title (OmReader *self)
{
  g_return_val_if_fail (OM_IS_READER (self), NULL);

  return OM_READER_GET_IFACE (self)->get_title (self);
}

/**
 * om_reader_probe:
 * @file: a file or folder
 *
 * Returns: 0 not of this format .. 100 surely of it
 */
int
om_reader_probe (OmReader     *self,
                 GFile        *file,
                 GCancellable *cancellable)
{
  g_return_val_if_fail (OM_IS_READER (self), 0);

  return OM_READER_GET_IFACE (self)->probe (self, file, cancellable);
}

static gboolean
tap_cb (OmDraft  *draft,
        gpointer  data,
        GError  **error)
{
  Tap *tap = data;

  tap->stopped = !tap->func (draft, tap->data, error);
  return !tap->stopped;
}

/**
 * om_reader_read:
 * @file: a file or folder; it is only read
 * @options: what the person chose; its zone must be set
 * @report: where remarks go; the counts are the caller's
 * @func: takes the entries in the order of the source
 * @error: return location: %OM_ERROR_ENCODING, %OM_ERROR_TOO_LARGE, %OM_ERROR_INVALID,
 *   %G_IO_ERROR_CANCELLED, or what @func or the file system has to say
 *
 * Blocks; never to be called on the main thread.
 *
 * Returns: %TRUE if the source was read to its end, or as far as @func wanted
 */
gboolean
om_reader_read (OmReader             *self,
                GFile                *file,
                const OmReadOptions  *options,
                OmImportReport       *report,
                OmDraftFunc           func,
                gpointer              data,
                GCancellable         *cancellable,
                GError              **error)
{
  Tap tap = { .func = func, .data = data };
  g_autoptr (GError) local = NULL;

  g_return_val_if_fail (OM_IS_READER (self), FALSE);
  g_return_val_if_fail (options->zone != NULL, FALSE);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (options->date_format != NULL && !om_date_form_check (options->date_format, error))
    return FALSE;
  if (OM_READER_GET_IFACE (self)->read (self, file, options, report, tap_cb, &tap, cancellable,
                                        &local))
    return TRUE;
  if (local == NULL && tap.stopped)
    return TRUE;

  g_assert (local != NULL);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/** om_reader_takes_all: whether the format holds more than entries. */
gboolean
om_reader_takes_all (OmReader *self)
{
  g_return_val_if_fail (OM_IS_READER (self), FALSE);

  return OM_READER_GET_IFACE (self)->take != NULL;
}

/**
 * om_reader_take:
 * @dry_run: look and count, write nothing
 * @error: return location, as om_reader_read() and om_engine_open()
 *
 * Of a format that holds more than entries. One transaction; blocks.
 *
 * Returns: %FALSE if nothing came in
 */
gboolean
om_reader_take (OmReader             *self,
                OmEngine             *engine,
                GFile                *file,
                const OmReadOptions  *options,
                gboolean              dry_run,
                OmImportReport       *report,
                OmProgressTap        *progress,
                GCancellable         *cancellable,
                GError              **error)
{
  g_return_val_if_fail (om_reader_takes_all (self), FALSE);

  return OM_READER_GET_IFACE (self)->take (self, engine, file, options, dry_run, report, progress,
                                           cancellable, error);
}

/**
 * om_readers_all:
 *
 * Returns: (transfer full) (element-type OmReader): a reader of each format
 */
GPtrArray *
om_readers_all (void)
{
  GPtrArray *readers = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (readers, om_archive_reader_new ());
  g_ptr_array_add (readers, om_jrnl_reader_new ());
  g_ptr_array_add (readers, om_markdown_reader_new ());
  g_ptr_array_add (readers, om_obsidian_reader_new ());
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_ptr_array_add (readers, om_format_reader_new (formats[i]));
  return readers;
}

/**
 * om_readers_probe:
 * @file: a file or folder
 * @error: return location, %OM_ERROR_UNRECOGNISED, %OM_ERROR_INVALID if it cannot be read, or
 *   %G_IO_ERROR_NOT_FOUND if there is no such file
 *
 * Returns: (transfer full): the reader whose format fits best
 */
OmReader *
om_readers_probe (GFile         *file,
                  GCancellable  *cancellable,
                  GError       **error)
{
  g_autoptr (GPtrArray) readers = om_readers_all ();
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (OmContainer) container = NULL;
  g_autoptr (GError) local = NULL;
  g_autoptr (GString) titles = NULL;
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;
  OmReader *best = NULL;
  int best_score = 0;

  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                            cancellable, error);
  if (info == NULL)
    return NULL;
  for (guint i = 0; i < readers->len; i++)
    {
      OmReader *reader = g_ptr_array_index (readers, i);
      int score = om_reader_probe (reader, file, cancellable);

      if (score > best_score)
        {
          best = reader;
          best_score = score;
        }
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (best != NULL)
    return g_object_ref (best);

  base = g_file_get_basename (file);
  name = g_filename_display_name (base != NULL ? base : "");
  /* A damaged or locked archive hides what it is, and what may not be read as well: that is what to say about it. */
  container = om_container_open (file, TRUE, cancellable, &local);
  if (container == NULL && g_error_matches (local, OM_ERROR, OM_ERROR_INVALID))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (container == NULL && local->domain == G_IO_ERROR)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” cannot be read: %s"), name, local->message);
      return NULL;
    }

  titles = g_string_new (NULL);
  for (guint i = 0; i < readers->len; i++)
    g_string_append_printf (titles, "%s%s", i > 0 ? "; " : "",
                            om_reader_get_title (g_ptr_array_index (readers, i)));
  g_set_error (error, OM_ERROR, OM_ERROR_UNRECOGNISED,
               _("“%s” is nothing this program can import. It reads: %s."), name, titles->str);
  return NULL;
}

/**
 * om_readers_by_name:
 * @name: a stored name
 *
 * Returns: (transfer full) (nullable): the reader of that format
 */
OmReader *
om_readers_by_name (const char *name)
{
  g_autoptr (GPtrArray) readers = om_readers_all ();

  for (guint i = 0; i < readers->len; i++)
    {
      OmReader *reader = g_ptr_array_index (readers, i);

      if (g_str_equal (om_reader_get_name (reader), name))
        return g_object_ref (reader);
    }
  return NULL;
}
