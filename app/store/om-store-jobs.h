/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Background jobs: how far each has come, and a lease, so that two processes never run the same
 * one. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmJob:
 * @state: (owned) (nullable): what the job keeps, JSON
 * @watermark: how far it has come, in the job's own measure
 * @owner: (owned) (nullable): who holds the lease
 * @lease_until: until when, ms UTC
 */
typedef struct
{
  char  *state;
  gint64 watermark;
  char  *owner;
  gint64 lease_until;
} OmJob;

void     om_job_clear            (OmJob        *job);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmJob, om_job_clear)

/* A job that never ran is empty with watermark 0. */
gboolean om_store_job_get        (OmStore      *self,
                                  const char   *name,
                                  OmJob        *job,
                                  GError      **error);
/* Takes or prolongs the lease. @taken (out): %FALSE while another owner's lease holds. */
gboolean om_store_job_take       (OmStore      *self,
                                  const char   *name,
                                  const char   *owner,
                                  gint64        now,
                                  gint64        until,
                                  gboolean     *taken,
                                  GError      **error);
/* Prolongs it in the transaction of a piece of the work; %OM_ERROR_LOCKED if another owner has it. */
gboolean om_store_job_keep       (OmStore      *self,
                                  const char   *name,
                                  const char   *owner,
                                  gint64        now,
                                  gint64        until,
                                  GError      **error);
gboolean om_store_job_release    (OmStore      *self,
                                  const char   *name,
                                  const char   *owner,
                                  GError      **error);
/* Stores progress; with an owner who lost the lease %OM_ERROR_LOCKED. @state (nullable):
 * unchanged. */
gboolean om_store_job_advance    (OmStore      *self,
                                  const char   *name,
                                  const char   *owner,
                                  gint64        watermark,
                                  const char   *state,
                                  GError      **error);

G_END_DECLS
