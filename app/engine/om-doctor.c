/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the store, and makes anew what is derived: full text, vectors. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-doctor.h"

#include "engine/om-document.h"
#include "engine/om-engine-private.h"
#include "engine/om-hiding-private.h"
#include "engine/om-settings-private.h"
#include "engine/om-trait-job.h"
#include "store/om-store-attachments.h"
#include "store/om-store-health.h"
#include "store/om-store-memories.h"
#include "store/om-store-traits.h"
#include "store/om-store-vectors.h"

/* Memories embedded in one transaction. */
#define BATCH 200

static gboolean
embed_again (const OmWriteContext *context,
             gint64                row,
             GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get (context->store, row, error);
  g_autoptr (OmAnalysis) analysis = NULL;

  if (memory == NULL)
    return FALSE;
  analysis = om_document_vectors (&context->analyser, memory);
  return om_write_vectors (context, row, analysis, error);
}

static gboolean
embed_missing (const OmWriteContext *context,
               guint                *n_embedded,
               GCancellable         *cancellable,
               GError              **error)
{
  gint64 embedder = om_store_embedder_id (context->store, om_embedder_get_name (context->analyser.embedder),
                                          om_embedder_get_dimension (context->analyser.embedder), error);
  gint64 after = 0;

  if (embedder < 0)
    return FALSE;
  for (;;)
    {
      g_autoptr (GArray) rows = om_store_vectors_find_missing (context->store, embedder, after, BATCH, error);

      if (rows == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (rows->len == 0)
        return TRUE;
      if (!om_store_begin (context->store, error))
        return FALSE;
      for (guint i = 0; i < rows->len; i++)
        {
          after = g_array_index (rows, gint64, i);
          if (!embed_again (context, after, error))
            {
              om_store_rollback (context->store);
              return FALSE;
            }
        }
      if (!om_store_commit (context->store, error))
        return FALSE;
      *n_embedded += rows->len;
    }
}

static OmDoctorReport *
report_from_health (const OmStoreHealth *health)
{
  OmDoctorReport *report = g_new0 (OmDoctorReport, 1);

  report->sound = health->ok;
  report->findings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < health->problems->len; i++)
    g_ptr_array_add (report->findings, g_strdup (g_ptr_array_index (health->problems, i)));
  return report;
}

/* A setting that cannot be is not used, but should be known of. */
static gboolean
look_at_settings (OmDoctorReport *report,
                  OmStore        *store,
                  GError        **error)
{
  guint n = report->findings->len;
  OmSettings settings;
  g_autoptr (GPtrArray) hidings = NULL;

  if (!om_settings_read (store, &settings, report->findings, error))
    return FALSE;
  hidings = om_hidings_read (store, report->findings, error);
  if (hidings == NULL)
    return FALSE;
  report->sound = report->sound && report->findings->len == n;
  return TRUE;
}

/* Traits that cannot be are made anew from the entries. */
static gboolean
look_at_traits (OmDoctorReport *report,
                OmStore        *store,
                gboolean       *damaged,
                GError        **error)
{
  guint n = report->findings->len;

  if (!om_store_traits_check (store, report->findings, error))
    return FALSE;
  *damaged = report->findings->len > n;
  report->sound = report->sound && !*damaged;
  return TRUE;
}

/* A file that is missing cannot be made anew; one that nobody needs does no harm, and can go. */
static gboolean
look_at_files (OmDoctorReport *report,
               OmStore        *store,
               guint          *n_missing,
               GError        **error)
{
  if (!om_store_attachments_check (store, report->findings, n_missing, error))
    return FALSE;
  report->sound = report->sound && *n_missing == 0;
  return TRUE;
}

static gpointer
examine (OmEngine     *self,
         OmStore      *store,
         gpointer      args,
         GCancellable *cancellable,
         GError      **error)
{
  g_autoptr (OmStoreHealth) health = om_store_health_check (store, error);

  g_autoptr (OmDoctorReport) report = health != NULL ? report_from_health (health) : NULL;

  gboolean traits_damaged;
  guint n_missing;

  if (report == NULL || !look_at_settings (report, store, error))
    return NULL;
  if (!health->file_damaged && !(look_at_traits (report, store, &traits_damaged, error) &&
                                 look_at_files (report, store, &n_missing, error)))
    return NULL;
  return g_steal_pointer (&report);
}

static gpointer
repair_store (const OmWriteContext *context,
              gpointer              args,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autoptr (OmStoreHealth) before = om_store_health_check (context->store, error);
  g_autoptr (OmDoctorReport) report = NULL;
  g_autoptr (OmStoreHealth) after = NULL;
  gboolean traits_damaged;
  guint n_missing;

  if (before == NULL)
    return NULL;
  report = report_from_health (before);
  if (before->file_damaged)
    return g_steal_pointer (&report);
  if (!look_at_settings (report, context->store, error) || !om_settings_repair (context->store, error) ||
      !om_hidings_repair (context->store, error) || !look_at_traits (report, context->store, &traits_damaged, error) ||
      !look_at_files (report, context->store, &n_missing, error))
    return NULL;
  if (!before->ok && !om_store_repair (context->store, error))
    return NULL;
  if ((!before->ok || traits_damaged) && !om_trait_job_rebuild (context, cancellable, error))
    return NULL;
  if (!embed_missing (context, &report->n_repaired, cancellable, error))
    return NULL;
  if (!om_store_attachments_sweep (context->store, NULL, error))
    return NULL;
  after = om_store_health_check (context->store, error);
  if (after == NULL)
    return NULL;
  report->sound = after->ok && n_missing == 0;
  return g_steal_pointer (&report);
}

/**
 * om_engine_doctor:
 * @repair: make anew what is derived and wrong
 * @error: return location
 *
 * Reads the whole store: seconds at 100,000 memories.
 *
 * Returns: (transfer full) (nullable): what was found
 */
OmDoctorReport *
om_engine_doctor (OmEngine     *self,
                  gboolean      repair,
                  GCancellable *cancellable,
                  GError      **error)
{
  return repair ? om_engine_write (self, repair_store, NULL, cancellable, error)
                : om_engine_read (self, examine, NULL, cancellable, error);
}

/**
 * om_doctor_report_free:
 * @self: (transfer full) (nullable): a report
 */
void
om_doctor_report_free (OmDoctorReport *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->findings);
  g_free (self);
}
