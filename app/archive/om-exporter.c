/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of export formats, and what they share. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-exporter.h"

#include <glib/gi18n.h>

#include "store/om-store-memories.h"

/* Memories read at once: enough to be quick, few enough to hold. */
#define BATCH 200

static const OmExporter *const exporters[] = {
  &om_archive_exporter,
  &om_markdown_exporter,
  &om_json_exporter,
  &om_csv_exporter,
  NULL,
};

/** om_exporters_all: (transfer none) (array zero-terminated=1): the first is the one that holds everything */
const OmExporter *const *
om_exporters_all (void)
{
  return exporters;
}

/** om_exporters_by_name: (transfer none) (nullable): the format of a stored name */
const OmExporter *
om_exporters_by_name (const char *name)
{
  for (gsize i = 0; exporters[i] != NULL; i++)
    {
      if (g_str_equal (exporters[i]->name, name))
        return exporters[i];
    }
  return NULL;
}

/** om_exporters_by_path: (transfer none) (nullable): the format that the ending of a name means */
const OmExporter *
om_exporters_by_path (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (gsize i = 0; exporters[i] != NULL; i++)
    {
      if (*exporters[i]->ending != '\0' && g_str_has_suffix (lower, exporters[i]->ending))
        return exporters[i];
    }
  return NULL;
}

/**
 * om_export_job_each:
 * @func: (scope call): what to do with each memory
 *
 * Reads them a few at a time.
 */
gboolean
om_export_job_each (OmExportJob      *job,
                    OmExportEntryFunc func,
                    gpointer          data,
                    GError          **error)
{
  for (gsize at = 0; at < job->n_rows; at += BATCH)
    {
      g_autoptr (GPtrArray) memories = om_store_memories_get (job->store, job->rows + at, MIN (BATCH, job->n_rows - at), error);

      if (memories == NULL || g_cancellable_set_error_if_cancelled (job->cancellable, error))
        return FALSE;
      for (guint i = 0; i < memories->len; i++)
        {
          if (!func (job, at + i, g_ptr_array_index (memories, i), data, error))
            return FALSE;
        }
    }
  return TRUE;
}

/** om_export_report_new: (transfer full): one that counts nothing yet. */
OmExportReport *
om_export_report_new (void)
{
  OmExportReport *self = g_new0 (OmExportReport, 1);

  self->problems = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * om_export_report_to_text:
 *
 * Returns: (transfer full): the report in plain words, a line each, ending in a line end
 */
char *
om_export_report_to_text (const OmExportReport *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *entries = g_strdup_printf (ngettext ("%'u entry", "%'u entries", self->entries), self->entries);
  g_autofree char *problems =
      g_strdup_printf (ngettext ("%u problem", "%u problems", self->problems->len), self->problems->len);

  /* Translators: how an export went: "2,314 entries, 0 problems, read back". */
  g_string_append_printf (text, _("%s, %s, read back"), entries, problems);
  g_string_append_c (text, '\n');
  if (self->binned > 0)
    g_string_append_printf (text,
                            ngettext ("%u of these lies in the bin.\n", "%u of these lie in the bin.\n",
                                         self->binned),
                            self->binned);
  if (self->private_memories > 0)
    g_string_append_printf (text,
                            ngettext ("%u of these is private: keep the file where nobody else reads it.\n",
                                         "%u of these are private: keep the file where nobody else reads it.\n",
                                         self->private_memories),
                            self->private_memories);
  if (self->left_out > 0)
    g_string_append_printf (text,
                            ngettext ("%u private entry was left out.\n", "%u private entries were left out.\n",
                                         self->left_out),
                            self->left_out);
  if (self->attachments > 0)
    g_string_append_printf (text,
                            ngettext ("%u attachment came along.\n", "%u attachments came along.\n",
                                         self->attachments),
                            self->attachments);
  for (guint i = 0; i < self->problems->len; i++)
    g_string_append_printf (text, "%s\n", (char *) g_ptr_array_index (self->problems, i));
  return g_string_free (text, FALSE);
}

/** om_export_report_free: @self: (transfer full) (nullable) */
void
om_export_report_free (OmExportReport *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->problems);
  g_free (self);
}
