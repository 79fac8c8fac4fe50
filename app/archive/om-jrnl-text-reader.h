/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jrnl's own file: `[DATE] Title`, and the text below up to the next such line. */
#pragma once

#include "archive/om-date-form.h"
#include "archive/om-read-job.h"

G_BEGIN_DECLS

gboolean om_jrnl_text_read          (OmReadJob           *job,
                                     const char          *text,
                                     gsize                length,
                                     const char          *name,
                                     const OmWrittenDate *file_day,
                                     GError             **error);
guint    om_jrnl_text_count_headers (const char          *text,
                                     gsize                length,
                                     const char          *date_form,
                                     gboolean             time_alone,
                                     gboolean            *at_start);

G_END_DECLS
