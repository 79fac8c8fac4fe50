/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the days of a month or of a year stand in a calendar, and how much of a mark each has. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is no day. */
#define OM_DAY_NONE G_MININT32

/* Steps of a mark: none, and four sizes. */
#define OM_DAY_LEVELS 5

/**
 * OmDayLayout:
 * @whole_year: twelve months side by side and below one another; %FALSE: one month
 * @year: 1..9999
 * @month: 1..12, of one month
 * @first_weekday: 1 (Monday) to 7 (Sunday)
 * @mirrored: from right to left
 * @width: px
 * @line: height of a line of text, px
 * @n_columns: months beside one another
 * @cell_width: of a day, px
 * @cell_height: of a day, px
 * @gap: between months, px
 * @top: of the first week below the top of its month, px
 */
typedef struct
{
  gboolean whole_year;
  int      year;
  int      month;
  guint    first_weekday;
  gboolean mirrored;
  double   width;
  double   line;
  int      n_columns;
  double   cell_width;
  double   cell_height;
  double   gap;
  double   top;
} OmDayLayout;

/** OmDayPlace: a place in px, from the upper left corner. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} OmDayPlace;

void     om_day_layout_init          (OmDayLayout       *self,
                                      gboolean           whole_year,
                                      gint32             day,
                                      guint              first_weekday,
                                      gboolean           mirrored,
                                      double             width,
                                      double             line);
double   om_day_layout_get_height    (const OmDayLayout *self);
void     om_day_layout_get_range     (const OmDayLayout *self,
                                      gint32            *first,
                                      gint32            *last);
gboolean om_day_layout_find          (const OmDayLayout *self,
                                      gint32             day,
                                      OmDayPlace        *place);
void     om_day_layout_find_title    (const OmDayLayout *self,
                                      int                month,
                                      OmDayPlace        *place);
void     om_day_layout_find_weekday  (const OmDayLayout *self,
                                      int                column,
                                      guint             *weekday,
                                      OmDayPlace        *place);
gint32   om_day_layout_day_at        (const OmDayLayout *self,
                                      double             x,
                                      double             y);
guint    om_day_level                (guint              count,
                                      guint              most);
gint32   om_day_add_months           (gint32             day,
                                      int                months);
void     om_day_month_range          (int                year,
                                      int                month,
                                      gint32            *first,
                                      gint32            *last);

G_END_DECLS
