/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the newest pass of fading found gone to rest, kept in the store so that every process and the next
 * start can tell it. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

#define OM_FADE_JOB "fade"

char    *om_fade_report_dup_kept  (const OmWriteContext *context,
                                   char                **ids,
                                   GError              **error);
gboolean om_fade_report_read_kept (OmStore              *store,
                                   gint64                from,
                                   gint64                until,
                                   char               ***ids,
                                   GError              **error);

G_END_DECLS
