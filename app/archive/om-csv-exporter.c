/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries as a table (RFC 4180: commas, quotation marks, CR LF; UTF-8), for spreadsheets. A text that
 * a spreadsheet would take for a formula, or that begins with an apostrophe, gets an apostrophe before
 * it: take one away to have the text as it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-json-write.h"
#include "archive/om-plain-entry.h"
#include "archive/om-plain-file.h"
#include "memory/om-error.h"

static const char header[] = "id,date,precision,title,text,tags,sector,type,importance,valence,arousal,context,starred,pinned,"
                             "kept,resolved,private,recorded\r\n";

#define N_COLUMNS 18

static void
put_field (GString    *csv,
           const char *text)
{
  g_string_append_c (csv, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

/* What a person wrote must not become a formula in who opens the table. */
static void
put_text (GString    *csv,
          const char *text)
{
  g_autofree char *safe = NULL;

  if (text != NULL && *text != '\0' && strchr ("=+-@\t\r'", *text) != NULL)
    text = safe = g_strconcat ("'", text, NULL);
  put_field (csv, text != NULL ? text : "");
}

static void
put_number (GString *csv,
            double   number)
{
  if (!isnan (number))
    om_json_append_number (csv, number);
}

static void
put_flags (GString *csv,
           guint    flags)
{
  static const guint columns[] = { OM_FLAG_STARRED, OM_FLAG_PINNED, OM_FLAG_KEPT, OM_FLAG_RESOLVED, OM_FLAG_PRIVATE };

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    g_string_append (csv, (flags & columns[i]) != 0 ? ",1" : ",0");
}

static gboolean
put_entry (OmExportJob *job,
           gsize        index,
           OmMemory    *memory,
           gpointer     data,
           GError     **error)
{
  OmPlainFile *file = data;
  GString *csv = file->text;
  g_autofree char *when = om_plain_entry_date (memory);
  g_autofree char *tags = g_strjoinv ("; ", memory->tags);
  const OmMoment written = { .ms = memory->recorded_at, .precision = OM_PRECISION_INSTANT };
  g_autofree char *recorded = om_moment_format (&written);

  om_plain_entry_count (job->report, memory);
  g_string_append_printf (csv, "%s,%s,%s,", memory->id, when != NULL ? when : "", om_precision_to_nick (memory->happened.precision));
  put_text (csv, memory->title);
  g_string_append_c (csv, ',');
  put_text (csv, memory->content);
  g_string_append_c (csv, ',');
  put_text (csv, tags);
  g_string_append_printf (csv, ",%s,%s,%d,", om_sector_to_nick (memory->sector), om_memory_type_to_nick (memory->type),
                          memory->importance);
  put_number (csv, memory->valence);
  g_string_append_c (csv, ',');
  put_number (csv, memory->arousal);
  g_string_append_printf (csv, ",%s", memory->context != OM_CONTEXT_UNKNOWN ? om_context_to_nick (memory->context) : "");
  put_flags (csv, memory->flags);
  g_string_append_printf (csv, ",%s\r\n", recorded);
  if (job->tell != NULL)
    job->tell (job->report->entries, (guint) job->n_rows, job->tell_data);
  return om_plain_file_put (file, error);
}

static gboolean
write_csv (OmExportJob *job,
           GError     **error)
{
  g_autoptr (OmPlainFile) file = om_plain_file_new (job->path, error);

  if (file == NULL)
    return FALSE;
  g_string_append (file->text, header);
  if (!om_export_job_each (job, put_entry, file, error))
    return FALSE;
  job->written = om_plain_file_finish (file, TRUE, error);
  job->free_written = (GDestroyNotify) om_plain_sum_free;
  return job->written != NULL;
}

/* Records with the right number of fields, as any reader of RFC 4180 sees them. */
static gboolean
read_back (OmExportJob *job,
           GError     **error)
{
  g_autoptr (GBytes) bytes = om_plain_sum_read_back (job->written, error);
  gboolean quoted = FALSE;
  guint n_fields = 1;
  guint n_records = 0;
  gboolean even = TRUE;
  const char *text;
  gsize size;

  if (bytes == NULL)
    return FALSE;
  text = g_bytes_get_data (bytes, &size);
  for (gsize i = 0; i < size; i++)
    {
      if (text[i] == '"')
        quoted = !quoted;
      else if (!quoted && text[i] == ',')
        n_fields++;
      else if (!quoted && text[i] == '\n')
        {
          even = even && n_fields == N_COLUMNS;
          n_fields = 1;
          n_records++;
        }
    }
  job->report->read_back = n_records > 0 ? n_records - 1 : 0;
  job->report->bytes = size;
  if (even && !quoted && job->report->read_back == job->report->entries)
    return TRUE;
  g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("Another number of entries stands in it."));
  return FALSE;
}

const OmExporter om_csv_exporter = {
  .name = "csv",
  .title = N_("Table (CSV)"),
  .ending = ".csv",
  .write = write_csv,
  .read_back = read_back,
};
