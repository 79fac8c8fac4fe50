/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries as one JSON document, for other programs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>

#include "archive/om-archive-record.h"
#include "archive/om-json-scanner.h"
#include "archive/om-json-write.h"
#include "archive/om-plain-entry.h"
#include "archive/om-plain-file.h"
#include "memory/om-error.h"
#include "store/om-store-memories.h"

static gboolean
put_entry (OmExportJob *job,
           gsize        index,
           OmMemory    *memory,
           gpointer     data,
           GError     **error)
{
  OmPlainFile *file = data;
  GString *json = file->text;
  g_autoptr (GArray) links = om_plain_entry_links (job, memory->row, error);
  g_autofree char *when = om_plain_entry_date (memory);

  OmStoreReminder reminder;

  if (links == NULL || !om_store_reminder_get (job->store, memory->row, &reminder, error))
    return FALSE;
  g_string_append (json, job->report->entries == 0 ? "\n" : ",\n");
  om_plain_entry_count (job->report, memory);
  /* The fields of the archive, and what people ask for besides. */
  om_archive_write_memory (json, memory, NULL, FALSE, &reminder, NULL);
  g_string_truncate (json, json->len - 2);
  om_json_write_string (json, "when", when);
  if (links->len > 0)
    {
      om_json_write_name (json, "links");
      g_string_append_c (json, '[');
      for (guint i = 0; i < links->len; i++)
        {
          g_autofree char *id = om_store_memory_dup_id (job->store, g_array_index (links, gint64, i), error);

          if (id == NULL)
            return FALSE;
          if (i > 0)
            g_string_append_c (json, ',');
          om_json_append_string (json, id);
        }
      g_string_append_c (json, ']');
    }
  g_string_append_c (json, '}');
  if (job->tell != NULL)
    job->tell (job->report->entries, (guint) job->n_rows, job->tell_data);
  return om_plain_file_put (file, error);
}

static gboolean
write_json (OmExportJob *job,
            GError     **error)
{
  g_autoptr (OmPlainFile) file = om_plain_file_new (job->path, error);

  if (file == NULL)
    return FALSE;
  g_string_append (file->text, "{\"format\":\"openmemory-entries\",\"version\":1");
  om_json_write_int (file->text, "exported_at", job->now);
  g_string_append (file->text, ",\"entries\":[");
  if (!om_export_job_each (job, put_entry, file, error))
    return FALSE;
  g_string_append (file->text, "\n]}\n");
  job->written = om_plain_file_finish (file, TRUE, error);
  job->free_written = (GDestroyNotify) om_plain_sum_free;
  return job->written != NULL;
}

/* Objects of the list: the third level, counted from the document. */
static gboolean
count_entries (GBytes  *bytes,
               guint   *n,
               GError **error)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (text, size);
  guint depth = 0;
  OmJsonToken token;

  *n = 0;
  while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_OBJECT_START && depth == 2)
        *n += 1;
      if (token == OM_JSON_OBJECT_START || token == OM_JSON_ARRAY_START)
        depth++;
      else if (token == OM_JSON_OBJECT_END || token == OM_JSON_ARRAY_END)
        depth--;
    }
  return TRUE;
}

static gboolean
read_back (OmExportJob *job,
           GError     **error)
{
  g_autoptr (GBytes) bytes = om_plain_sum_read_back (job->written, error);

  if (bytes == NULL || !count_entries (bytes, &job->report->read_back, error))
    return FALSE;
  job->report->bytes = g_bytes_get_size (bytes);
  if (job->report->read_back == job->report->entries)
    return TRUE;
  g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("Another number of entries stands in it."));
  return FALSE;
}

const OmExporter om_json_exporter = {
  .name = "json",
  .title = N_("JSON"),
  .ending = ".json",
  .write = write_json,
  .read_back = read_back,
};
