/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is the store as it should be, and if not, what can be made anew. Texts are never touched. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmDoctorReport:
 * @sound: nothing is wrong, or everything that was has been repaired
 * @findings: (element-type utf8) (owned): one sentence each
 * @n_repaired: memories whose vectors were made anew
 */
typedef struct
{
  gboolean   sound;
  GPtrArray *findings;
  guint      n_repaired;
} OmDoctorReport;

OmDoctorReport *om_engine_doctor      (OmEngine        *self,
                                       gboolean         repair,
                                       GCancellable    *cancellable,
                                       GError         **error);
void            om_doctor_report_free (OmDoctorReport  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmDoctorReport, om_doctor_report_free)

G_END_DECLS
