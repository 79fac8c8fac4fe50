/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinning by days, weeks and months of UTC, the newest of each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-backup-plan.h"

#include "memory/om-moment.h"

/* Fewer entries say nothing when they become less. */
#define FEW 20

static gint64
day_of (gint64 ms)
{
  return ms >= 0 ? ms / OM_MS_PER_DAY : -((OM_MS_PER_DAY - 1 - ms) / OM_MS_PER_DAY);
}

/* Number of the day, the week (from Monday) or the month. */
static gint64
period_of (gint64 ms,
           int    kind)
{
  gint64 day = day_of (ms);
  int year;
  int month;
  int mday;

  if (kind == 0)
    return day;
  if (kind == 1)
    return (day + 3 + 7 * 200000) / 7;
  om_date_from_day_number ((gint32) day, &year, &month, &mday);
  return year * 12 + month;
}

/**
 * om_backup_plan_thin:
 * @marks: (array length=n_marks): the newest first
 * @keep: (out caller-allocates) (array length=n_marks): which of them stay
 *
 * The newest of each of the last seven days, four weeks and twelve months that have one. The one with the
 * most entries always stays; and while the newest has less than half of that, all stay: something may be
 * wrong with it, and it must not push out what is good.
 */
void
om_backup_plan_thin (const OmBackupMark *marks,
                     gsize               n_marks,
                     gboolean           *keep)
{
  static const guint wanted[] = { OM_BACKUP_DAYS, OM_BACKUP_WEEKS, OM_BACKUP_MONTHS };
  gboolean shrunk = om_backup_plan_shrunk (marks, n_marks);
  gsize largest = 0;

  for (gsize i = 0; i < n_marks; i++)
    {
      keep[i] = shrunk || i == 0;
      if (marks[i].entries > marks[largest].entries)
        largest = i;
    }
  for (int kind = 0; kind < (int) G_N_ELEMENTS (wanted); kind++)
    {
      gint64 last = G_MAXINT64;
      guint n = 0;

      for (gsize i = 0; i < n_marks && n < wanted[kind]; i++)
        {
          gint64 period = period_of (marks[i].made_at, kind);

          if (period == last)
            continue;
          last = period;
          keep[i] = TRUE;
          n++;
        }
    }
  if (n_marks > 0)
    keep[largest] = TRUE;
}

/**
 * om_backup_plan_shrunk:
 * @marks: (array length=n_marks): the newest first
 *
 * Returns: whether the newest holds less than half of what another does
 */
gboolean
om_backup_plan_shrunk (const OmBackupMark *marks,
                       gsize               n_marks)
{
  for (gsize i = 1; i < n_marks; i++)
    {
      if (marks[i].entries >= FEW && marks[0].entries < marks[i].entries / 2)
        return TRUE;
    }
  return FALSE;
}
