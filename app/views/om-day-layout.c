/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A day stands in the column of its weekday and in the row of its week; all months have room for six weeks, so
 * nothing jumps when one walks on. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-day-layout.h"

#include <math.h>

#include "memory/om-moment.h"

#define WEEK 7
#define WEEKS 6
#define MONTHS 12
#define LAST_YEAR 9999

/* A day of one month has its number and its mark one below the other, and is large enough for a finger. */
#define LEAST_CELL_HEIGHT 40
#define CELL_LINES 2.1
/* A day of a year is a mark alone. */
#define LEAST_MARK_CELL 13
#define MONTH_GAP 14

/* 1 (Monday) to 7; the first of January 1970 was a Thursday. */
static guint
weekday_of (gint32 day)
{
  return (guint) (((day % WEEK) + WEEK + 3) % WEEK) + 1;
}

static int
column_of (const OmDayLayout *self,
           gint32             day)
{
  return (int) (weekday_of (day) + WEEK - self->first_weekday) % WEEK;
}

/**
 * om_day_month_range:
 * @first: (out): day number of its first day
 * @last: (out): of its last day
 */
void
om_day_month_range (int     year,
                    int     month,
                    gint32 *first,
                    gint32 *last)
{
  *first = om_date_to_day_number (year, month, 1);
  if (month < MONTHS)
    *last = om_date_to_day_number (year, month + 1, 1) - 1;
  else
    *last = om_date_to_day_number (year, MONTHS, 31);
}

/**
 * om_day_add_months:
 * @day: a day number
 * @months: how many on, or back
 *
 * Returns: the same day of another month, or its last one; never outside the years 1 to 9999
 */
gint32
om_day_add_months (gint32 day,
                   int    months)
{
  int year;
  int month;
  int of_month;
  int count;
  gint32 first;
  gint32 last;

  om_date_from_day_number (day, &year, &month, &of_month);
  count = year * MONTHS + month - 1 + months;
  count = CLAMP (count, MONTHS, LAST_YEAR * MONTHS + MONTHS - 1);
  om_day_month_range (count / MONTHS, count % MONTHS + 1, &first, &last);
  return MIN (first + of_month - 1, last);
}

/**
 * om_day_layout_init:
 * @whole_year: see the struct
 * @day: a day of the month or year that is shown
 */
void
om_day_layout_init (OmDayLayout *self,
                    gboolean     whole_year,
                    gint32       day,
                    guint        first_weekday,
                    gboolean     mirrored,
                    double       width,
                    double       line)
{
  static const int columns[] = { 6, 4, 3, 2, 1 };
  int of_month;

  *self = (OmDayLayout){ .whole_year = whole_year, .first_weekday = first_weekday, .mirrored = mirrored, .width = width, .line = line };
  om_date_from_day_number (day, &self->year, &self->month, &of_month);
  if (!whole_year)
    {
      self->n_columns = 1;
      self->cell_width = width / WEEK;
      self->cell_height = MAX (LEAST_CELL_HEIGHT, ceil (CELL_LINES * line));
      self->top = ceil (line * 1.4);
      return;
    }
  self->gap = MONTH_GAP;
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      self->n_columns = columns[i];
      self->cell_width = floor ((width - (columns[i] - 1) * self->gap) / columns[i] / WEEK);
      /* The name of the month stands above seven days, and four lines high are wide enough for it. */
      if (self->cell_width >= MAX (LEAST_MARK_CELL, line * 3.4 / WEEK))
        break;
    }
  self->cell_width = MAX (1, self->cell_width);
  self->cell_height = self->cell_width;
  self->top = ceil (line * 1.2);
}

static double
month_width (const OmDayLayout *self)
{
  return self->cell_width * WEEK;
}

static double
month_height (const OmDayLayout *self)
{
  return self->top + self->cell_height * WEEKS;
}

/** om_day_layout_get_height: Returns: px */
double
om_day_layout_get_height (const OmDayLayout *self)
{
  int n_rows = self->whole_year ? MONTHS / self->n_columns : 1;

  return n_rows * month_height (self) + (n_rows - 1) * self->gap;
}

/**
 * om_day_layout_get_range:
 * @first: (out): the first day that is in view
 * @last: (out): the last one
 */
void
om_day_layout_get_range (const OmDayLayout *self,
                         gint32            *first,
                         gint32            *last)
{
  gint32 other;

  om_day_month_range (self->year, self->whole_year ? 1 : self->month, first, last);
  if (self->whole_year)
    om_day_month_range (self->year, MONTHS, &other, last);
}

/* Where a month begins; columns of months are spread over the whole width. */
static void
find_month (const OmDayLayout *self,
            int                month,
            double            *x,
            double            *y)
{
  int index = self->whole_year ? month - 1 : 0;
  double spare = self->n_columns > 1
                   ? (self->width - self->n_columns * month_width (self)) / (self->n_columns - 1)
                   : 0;

  *x = (index % self->n_columns) * (month_width (self) + spare);
  *y = (index / self->n_columns) * (month_height (self) + self->gap);
  if (self->n_columns == 1)
    *x = (self->width - month_width (self)) / 2;
}

static void
mirror (const OmDayLayout *self,
        OmDayPlace        *place)
{
  if (self->mirrored)
    place->x = self->width - place->x - place->width;
}

/**
 * om_day_layout_find:
 * @place: (out): where the day stands
 *
 * Returns: %FALSE if it is not in view
 */
gboolean
om_day_layout_find (const OmDayLayout *self,
                    gint32             day,
                    OmDayPlace        *place)
{
  gint32 first;
  gint32 last;
  int year;
  int month;
  int of_month;
  int row;
  double x;
  double y;

  om_day_layout_get_range (self, &first, &last);
  if (day < first || day > last)
    return FALSE;
  om_date_from_day_number (day, &year, &month, &of_month);
  find_month (self, month, &x, &y);
  row = (of_month - 1 + column_of (self, day - of_month + 1)) / WEEK;
  *place = (OmDayPlace){ x + column_of (self, day) * self->cell_width, y + self->top + row * self->cell_height,
                         self->cell_width, self->cell_height };
  mirror (self, place);
  return TRUE;
}

/**
 * om_day_layout_find_title:
 * @month: of a year, 1..12
 * @place: (out): where its name stands
 */
void
om_day_layout_find_title (const OmDayLayout *self,
                          int                month,
                          OmDayPlace        *place)
{
  double x;
  double y;

  find_month (self, month, &x, &y);
  *place = (OmDayPlace){ x, y, month_width (self), self->line };
  mirror (self, place);
}

/**
 * om_day_layout_find_weekday:
 * @column: of one month, 0..6
 * @weekday: (out): 1 (Monday) to 7
 * @place: (out): where its name stands
 */
void
om_day_layout_find_weekday (const OmDayLayout *self,
                            int                column,
                            guint             *weekday,
                            OmDayPlace        *place)
{
  *weekday = (self->first_weekday - 1 + (guint) column) % WEEK + 1;
  *place = (OmDayPlace){ column * self->cell_width, 0, self->cell_width, self->line };
  mirror (self, place);
}

/**
 * om_day_layout_day_at:
 * @x: px
 * @y: px
 *
 * Returns: the day that stands there, %OM_DAY_NONE if there is none
 */
gint32
om_day_layout_day_at (const OmDayLayout *self,
                      double             x,
                      double             y)
{
  gint32 first;
  gint32 last;

  om_day_layout_get_range (self, &first, &last);
  for (gint32 day = first; day <= last; day++)
    {
      OmDayPlace place;

      if (om_day_layout_find (self, day, &place) && x >= place.x && x < place.x + place.width && y >= place.y &&
          y < place.y + place.height)
        return day;
    }
  return OM_DAY_NONE;
}

/**
 * om_day_level:
 * @count: memories of a day
 * @most: of the fullest day
 *
 * By doubling, for one day on which thousands were imported must not make all others alike. Where no day has more
 * than four every count has a step of its own.
 *
 * Returns: 0 for none, else 1..4
 */
guint
om_day_level (guint count,
              guint most)
{
  const guint steps = OM_DAY_LEVELS - 1;

  if (count == 0)
    return 0;
  if (most <= steps)
    return MIN (count, steps);
  if (count >= most)
    return steps;
  return MIN (steps, 1 + (guint) floor (log2 (count) / log2 (most) * steps));
}
