/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a note was written: what its properties, its name, its folders or its heading say. Pure. */
#pragma once

#include "archive/om-date-form.h"

G_BEGIN_DECLS

OmDateFit om_note_date_in_value   (const char    *text,
                                   GTimeZone     *zone,
                                   const char    *own_form,
                                   OmMoment      *moment);
OmDateFit om_note_date_in_name    (const char    *name,
                                   const char    *own_form,
                                   OmWrittenDate *date,
                                   gsize         *start,
                                   gsize         *end);
OmDateFit om_note_date_in_path    (const char    *path,
                                   OmWrittenDate *date);
OmDateFit om_note_date_in_heading (const char    *text,
                                   gsize          length,
                                   const char    *own_form,
                                   OmWrittenDate *date,
                                   const char   **rest,
                                   gsize         *rest_length);
char     *om_note_title_from_name (const char    *name,
                                   gsize          start,
                                   gsize          end);

G_END_DECLS
