/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of memories in words, by the locale. */
#pragma once

#include "memory/om-moment.h"

G_BEGIN_DECLS

char *om_date_words_full       (const OmMoment *moment,
                                GTimeZone      *here);
char *om_date_words_day        (const OmMoment *moment);
char *om_date_words_years_ago  (const OmMoment *moment,
                                gint32          today);
char *om_date_words_day_number (const OmMoment *moment);
char *om_date_words_month      (const OmMoment *moment);
char *om_date_words_time       (const OmMoment *moment);

G_END_DECLS
