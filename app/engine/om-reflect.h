/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reflection: what repeats itself or keeps coming back becomes a memory of its own, derived, with links
 * to its sources (engine.md section 8). */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmReflectReport:
 * @skipped: another process was at it, or there is too little to reflect on
 * @too_few: it is for there being too little
 * @days: journal days looked at
 * @created: (owned): NULL-terminated ids of new reflections
 * @n_extended: reflections of before that got new members, each once
 * @n_links: associations that were missing and are drawn
 */
typedef struct
{
  gboolean skipped;
  gboolean too_few;
  guint    days;
  char   **created;
  guint    n_extended;
  guint    n_links;
} OmReflectReport;

OmReflectReport *om_engine_reflect        (OmEngine             *self,
                                           gboolean              today_too,
                                           GCancellable         *cancellable,
                                           GError              **error);
void             om_engine_reflect_async  (OmEngine             *self,
                                           gboolean              today_too,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              data);
OmReflectReport *om_engine_reflect_finish (OmEngine             *self,
                                           GAsyncResult         *result,
                                           GError              **error);
void             om_reflect_report_free   (OmReflectReport      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmReflectReport, om_reflect_report_free)

G_END_DECLS
