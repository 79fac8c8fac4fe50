/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times as other programs' data bases write them: numbers since 1970, or text with a zone. Pure. */
#pragma once

#include "memory/om-moment.h"

G_BEGIN_DECLS

gboolean om_foreign_time_from_number (double      value,
                                      GTimeZone  *zone,
                                      OmMoment   *moment);
gboolean om_foreign_time_from_text   (const char *text,
                                      GTimeZone  *zone,
                                      OmMoment   *moment);

G_END_DECLS
