/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which backups stay: seven days, four weeks, twelve months. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_BACKUP_DAYS 7
#define OM_BACKUP_WEEKS 4
#define OM_BACKUP_MONTHS 12

/** OmBackupMark: when a backup was made, and how many entries it holds. */
typedef struct
{
  gint64 made_at; /* ms UTC */
  guint  entries;
} OmBackupMark;

void     om_backup_plan_thin    (const OmBackupMark *marks,
                                 gsize               n_marks,
                                 gboolean           *keep);
gboolean om_backup_plan_shrunk  (const OmBackupMark *marks,
                                 gsize               n_marks);

G_END_DECLS
