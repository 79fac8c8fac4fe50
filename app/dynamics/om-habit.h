/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When days of doing something are a habit, and when its absence speaks against it (design/traits.md 5.1, F2
 * and 5.7). Days are journal days in ascending order, each once. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Days the window goes back, its own day among them. */
#define OM_HABIT_WINDOW_DAYS 30
#define OM_HABIT_LEAST_DAYS 3
#define OM_HABIT_LEAST_SHARE 0.15

/* Silence: entry-days without it, and how often it was to be expected in them (Poisson: e^-5 = .7 %). */
#define OM_HABIT_SILENT_DAYS 10
#define OM_HABIT_SILENT_EXPECTED 5.0

/**
 * OmHabitCount:
 * @n_days: days on which it was done
 * @of_days: days on which something was written
 * @first_day: first of @n_days
 * @last_day: last of them
 */
typedef struct
{
  guint  n_days;
  guint  of_days;
  gint32 first_day;
  gint32 last_day;
} OmHabitCount;

gboolean om_habit_holds     (const gint32  *days,
                             guint          n_days,
                             const gint32  *entry_days,
                             guint          n_entry_days,
                             gint32         day,
                             OmHabitCount  *count);
gboolean om_habit_is_silent (guint          n_before,
                             guint          of_before,
                             guint          n_window,
                             guint          of_window,
                             double        *expected);
gboolean om_habit_fell_silent (const gint32  *days,
                               guint          n_days,
                               const gint32  *entry_days,
                               guint          n_entry_days,
                               gint32         day,
                               double        *expected);

G_END_DECLS
