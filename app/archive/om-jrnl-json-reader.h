/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `jrnl --format json` writes: `{"tags": {...}, "entries": [...]}`, or one entry alone. */
#pragma once

#include "archive/om-read-job.h"

G_BEGIN_DECLS

gboolean om_jrnl_json_read  (OmReadJob   *job,
                             const char  *text,
                             gsize        length,
                             const char  *name,
                             GError     **error);
gboolean om_jrnl_json_probe (const char  *head);

G_END_DECLS
