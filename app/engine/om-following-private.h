/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a job was done: for the jobs of engine/, in the piece that ends them. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

gboolean om_job_time_note (const OmWriteContext *context,
                           const char           *job,
                           GError              **error);

G_END_DECLS
