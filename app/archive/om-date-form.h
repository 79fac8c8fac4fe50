/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written dates: forms like those of strftime, read strictly, and the forms journals use. Pure. */
#pragma once

#include <glib.h>

#include "memory/om-moment.h"

G_BEGIN_DECLS

/**
 * OmDateFit: how well a text fits a form.
 * @OM_DATE_NONE: it has not that form
 * @OM_DATE_OUT_OF_RANGE: digits where the form wants them, but no calendar has such a field (13th
 *   month)
 * @OM_DATE_IMPOSSIBLE: every field can be, the day cannot (30 February)
 * @OM_DATE_VALID: a date
 */
typedef enum
{
  OM_DATE_NONE,
  OM_DATE_OUT_OF_RANGE,
  OM_DATE_IMPOSSIBLE,
  OM_DATE_VALID,
} OmDateFit;

/** OmWrittenDate: a date as it was written, without a zone. */
typedef struct
{
  int      year;
  int      month;
  int      day;
  gboolean has_time;
  int      hour;
  int      minute;
  double   second;
} OmWrittenDate;

gboolean            om_date_form_check       (const char          *form,
                                              GError             **error);
gboolean            om_date_form_has_day     (const char          *form);
OmDateFit           om_date_form_match       (const char          *form,
                                              const char          *text,
                                              gsize                length,
                                              gsize               *matched,
                                              OmWrittenDate       *date);
const char         *om_date_form_detect      (const char          *text,
                                              gsize                length,
                                              gboolean             time_alone);
char               *om_date_form_from_moment (const char          *pattern);

gboolean            om_written_date_resolve  (const OmWrittenDate *date,
                                              GTimeZone           *zone,
                                              OmMoment            *moment);
char               *om_written_date_format   (const OmWrittenDate *date);

G_END_DECLS
