/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-habit.h"

/* How many of @days lie in @first..@last; @from is the place of the first of them. */
static guint
count_between (const gint32 *days,
               guint         n_days,
               gint32        first,
               gint32        last,
               guint        *from)
{
  guint begin = 0, end = n_days;

  while (begin < n_days && days[begin] < first)
    begin++;
  while (end > begin && days[end - 1] > last)
    end--;
  *from = begin;
  return end - begin;
}

/**
 * om_habit_holds:
 * @days: days on which it was done
 * @entry_days: days on which something was written, @days among them
 * @day: last day of the window
 * @count: (out) (optional): what was counted in the 30 days up to @day
 *
 * Returns: %TRUE if it was done on at least 3 of the 30 days, and on 15 % of those with entries
 */
gboolean
om_habit_holds (const gint32 *days,
                guint         n_days,
                const gint32 *entry_days,
                guint         n_entry_days,
                gint32        day,
                OmHabitCount *count)
{
  gint32 first = day - OM_HABIT_WINDOW_DAYS + 1;
  guint from, entries_from;
  guint n = count_between (days, n_days, first, day, &from);
  guint of = count_between (entry_days, n_entry_days, first, day, &entries_from);

  if (count != NULL)
    *count = (OmHabitCount) { n, of, n > 0 ? days[from] : day, n > 0 ? days[from + n - 1] : day };
  return n >= OM_HABIT_LEAST_DAYS && n >= OM_HABIT_LEAST_SHARE * of;
}

/**
 * om_habit_is_silent:
 * @n_before: days on which it was done, before the window
 * @of_before: entry-days before the window
 * @n_window: days on which it was done in the window
 * @of_window: entry-days in the window
 * @expected: (out) (optional): how often it was to be expected in the window
 *
 * Returns: %TRUE if its absence while writing speaks against it. No entries at all say nothing.
 */
gboolean
om_habit_is_silent (guint   n_before,
                    guint   of_before,
                    guint   n_window,
                    guint   of_window,
                    double *expected)
{
  double share = of_before > 0 ? MIN (1.0, (double) n_before / of_before) : 0;

  if (expected != NULL)
    *expected = share * of_window;
  return n_window == 0 && of_window >= OM_HABIT_SILENT_DAYS && share * of_window >= OM_HABIT_SILENT_EXPECTED;
}

/**
 * om_habit_fell_silent:
 * @days: days on which it was done
 * @entry_days: days on which something was written
 * @day: last day of the window
 * @expected: (out) (optional): see om_habit_is_silent()
 *
 * Asks om_habit_is_silent() for the window that begins after the last day on which it was done; what is
 * before begins with the first such day.
 */
gboolean
om_habit_fell_silent (const gint32 *days,
                      guint         n_days,
                      const gint32 *entry_days,
                      guint         n_entry_days,
                      gint32        day,
                      double       *expected)
{
  guint from, n, of_before, of_window;

  while (n_days > 0 && days[n_days - 1] > day)
    n_days--;
  if (expected != NULL)
    *expected = 0;
  if (n_days == 0)
    return FALSE;

  n = n_days;
  of_before = count_between (entry_days, n_entry_days, days[0], days[n_days - 1], &from);
  of_window = count_between (entry_days, n_entry_days, days[n_days - 1] + 1, day, &from);
  return om_habit_is_silent (n, of_before, 0, of_window, expected);
}
