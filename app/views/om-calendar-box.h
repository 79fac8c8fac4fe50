/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCalendarBox: a calendar of what was lived, by month or by year; a day or a period of it is chosen. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_CALENDAR_BOX (om_calendar_box_get_type ())
G_DECLARE_FINAL_TYPE (OmCalendarBox, om_calendar_box, OM, CALENDAR_BOX, GtkWidget)

void     om_calendar_box_set_session (OmCalendarBox  *self,
                                      OmSession      *session);
void     om_calendar_box_set_filter  (OmCalendarBox  *self,
                                      const OmFilter *filter);
gboolean om_calendar_box_is_counted  (OmCalendarBox  *self);
gboolean om_calendar_box_take_focus  (OmCalendarBox  *self);

G_END_DECLS
