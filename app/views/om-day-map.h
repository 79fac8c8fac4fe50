/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDayMap: the days of a month or of a year, with a mark for what was lived on each. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-day-layout.h"

G_BEGIN_DECLS

#define OM_TYPE_DAY_MAP (om_day_map_get_type ())
G_DECLARE_FINAL_TYPE (OmDayMap, om_day_map, OM, DAY_MAP, GtkWidget)

void   om_day_map_set_days       (OmDayMap *self,
                                  GArray   *days);
void   om_day_map_set_today      (OmDayMap *self,
                                  gint32    today);
void   om_day_map_set_whole_year (OmDayMap *self,
                                  gboolean  whole_year);
void   om_day_map_set_cursor     (OmDayMap *self,
                                  gint32    day);
gint32 om_day_map_get_cursor     (OmDayMap *self);
void   om_day_map_get_range      (OmDayMap *self,
                                  gint32   *first,
                                  gint32   *last);
char  *om_day_map_dup_words      (OmDayMap *self,
                                  gint32    day);
void   om_day_map_turn           (OmDayMap *self,
                                  int       pages);

G_END_DECLS
