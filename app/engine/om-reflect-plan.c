/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of looking: rows in the order they came, days in between as they ended. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reflect-plan.h"

#include "dynamics/om-reflection.h"
#include "store/om-store-memories.h"

/* Rows whose dates are read at once. */
#define CHUNK 256

/* Entries of one import are worked out one after the other; a longer pause parts two imports. */
#define IMPORT_PAUSE_MS 60000

/** Place: one memory in the order of days. */
typedef struct
{
  gint64  happened_ms;
  gint32  day;
  guint32 row;
} Place;

/** Arrival: a new row, and when it was written down. */
typedef struct
{
  guint32  row;
  gint32   day;
  gint32   recorded_day;
  gint64   recorded_at;
  gboolean imported;
} Arrival;

/**
 * om_reflect_plan_free:
 * @self: (transfer full) (nullable): a plan
 */
void
om_reflect_plan_free (OmReflectPlan *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->places);
  g_array_unref (self->moments);
  g_free (self);
}

/* Derived text is never reflected on again; private text nowhere; what lies in the bin is away. */
static gboolean
takes_part (const OmDocState *state)
{
  return !state->trashed && state->origin != OM_ORIGIN_DERIVED && state->type != OM_MEMORY_TYPE_SECTION &&
         state->precision != OM_PRECISION_UNKNOWN && (state->flags & OM_FLAG_PRIVATE) == 0;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *x = a;
  const Place *y = b;

  if (x->day != y->day)
    return x->day < y->day ? -1 : 1;
  if (x->happened_ms != y->happened_ms)
    return x->happened_ms < y->happened_ms ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/* @new_rows: those beyond @after_row, ascending; @pending: days that are not done though all their rows are
 * known. */
static void
collect_places (OmReflectPlan *self,
                OmMirror      *mirror,
                gint32         after_day,
                guint32        after_row,
                GArray        *new_rows,
                GHashTable    *pending)
{
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      Place place = { state->happened_ms, state->journal_day, doc };
      gint64 row = doc;

      if (!takes_part (state))
        continue;
      g_array_append_val (self->places, place);
      if (doc > after_row)
        g_array_append_val (new_rows, row);
      else if (place.day > after_day)
        g_hash_table_add (pending, GINT_TO_POINTER (place.day));
    }
  om_mirror_unlock (mirror);
  g_array_sort (self->places, compare_places);
}

static GArray *
read_arrivals (const OmWriteContext *context,
               const GArray         *new_rows,
               GError              **error)
{
  g_autoptr (GArray) arrivals = g_array_new (FALSE, FALSE, sizeof (Arrival));

  for (guint start = 0; start < new_rows->len; start += CHUNK)
    {
      guint n = MIN (CHUNK, new_rows->len - start);
      g_autoptr (GPtrArray) memories = om_store_memories_get (context->store, &g_array_index (new_rows, gint64, start), n, error);

      if (memories == NULL)
        return NULL;
      for (guint i = 0; i < memories->len; i++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, i);
          OmMoment recorded = om_moment_at (memory->recorded_at, context->zone);
          Arrival arrival = { (guint32) memory->row, om_moment_journal_day (&memory->happened), om_moment_journal_day (&recorded),
                              memory->recorded_at, memory->origin == OM_ORIGIN_IMPORT };

          g_array_append_val (arrivals, arrival);
        }
    }
  return g_steal_pointer (&arrivals);
}

static int
compare_days (gconstpointer a,
              gconstpointer b)
{
  gint32 x = *(const gint32 *) a;
  gint32 y = *(const gint32 *) b;

  return (x > y) - (x < y);
}

/* Looks at the days that are over by @until, in order, with the rows up to @last_row. */
static void
end_days (OmReflectPlan *self,
          GHashTable    *pending,
          gint32         until,
          guint32        last_row,
          gboolean       keep)
{
  g_autoptr (GArray) days = g_array_new (FALSE, FALSE, sizeof (gint32));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, pending);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      gint32 day = GPOINTER_TO_INT (key);

      if (day > until)
        continue;
      g_array_append_val (days, day);
      g_hash_table_iter_remove (&iter);
    }
  g_array_sort (days, compare_days);
  for (guint i = 0; i < days->len; i++)
    {
      OmReflectMoment moment = { .day = g_array_index (days, gint32, i), .last_row = last_row, .done_day = G_MININT32 };

      if (keep)
        {
          moment.done_day = moment.day;
          moment.done_row = last_row;
        }
      g_array_append_val (self->moments, moment);
    }
}

/* What came in one piece is looked at as a whole: an import, day by day. */
static guint
end_of_piece (const GArray *arrivals,
              guint         first)
{
  guint end = first + 1;

  for (; end < arrivals->len; end++)
    {
      const Arrival *before = &g_array_index (arrivals, Arrival, end - 1);
      const Arrival *arrival = &g_array_index (arrivals, Arrival, end);

      if (!before->imported || !arrival->imported || ABS (arrival->recorded_at - before->recorded_at) > IMPORT_PAUSE_MS)
        break;
    }
  return end;
}

/* Rows about days that were over when they were written down. */
static void
look_back (OmReflectPlan *self,
           const GArray  *arrivals,
           guint          first,
           guint          end,
           gint32         over)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) days = g_array_new (FALSE, FALSE, sizeof (gint32));
  guint32 last_row = g_array_index (arrivals, Arrival, end - 1).row;

  for (guint i = first; i < end; i++)
    {
      gint32 day = g_array_index (arrivals, Arrival, i).day;

      if (day <= over && g_hash_table_add (seen, GINT_TO_POINTER (day)))
        g_array_append_val (days, day);
    }
  g_array_sort (days, compare_days);
  for (guint i = 0; i < days->len; i++)
    {
      OmReflectMoment moment = {
        .day = g_array_index (days, gint32, i),
        .first_row = g_array_index (arrivals, Arrival, first).row,
        .last_row = last_row,
        .done_day = G_MININT32,
      };

      /* Only the whole piece is done with. */
      if (i + 1 == days->len)
        {
          moment.done_day = over;
          moment.done_row = last_row;
        }
      g_array_append_val (self->moments, moment);
    }
}

/**
 * om_reflect_plan_new:
 * @after_day: the last day that is done, %G_MININT32 if none is
 * @after_row: the last row that is done, 0 if none is
 * @today_too: also look at the running day, without being done with it
 * @error: return location
 *
 * Lives through what was written since: each day is looked at as it ends, with what was there by then;
 * what was written down about a day that was over by then is looked at in its own right.
 *
 * Returns: (transfer full) (nullable): what is to be looked at
 */
OmReflectPlan *
om_reflect_plan_new (const OmWriteContext *context,
                     gint32                after_day,
                     guint32               after_row,
                     gboolean              today_too,
                     GError              **error)
{
  g_autoptr (OmReflectPlan) self = g_new0 (OmReflectPlan, 1);
  g_autoptr (GArray) new_rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) pending = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) arrivals = NULL;
  gint32 today = om_write_today (context);
  guint32 last_row = after_row;
  gint32 over = after_day;

  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->moments = g_array_new (FALSE, FALSE, sizeof (OmReflectMoment));
  collect_places (self, context->mirror, after_day, after_row, new_rows, pending);
  arrivals = read_arrivals (context, new_rows, error);
  if (arrivals == NULL)
    return NULL;

  for (guint i = 0; i < arrivals->len;)
    {
      const Arrival *arrival = &g_array_index (arrivals, Arrival, i);
      guint end = end_of_piece (arrivals, i);

      end_days (self, pending, arrival->recorded_day - 1, last_row, TRUE);
      over = MAX (over, arrival->recorded_day - 1);
      look_back (self, arrivals, i, end, over);
      for (; i < end; i++)
        {
          const Arrival *each = &g_array_index (arrivals, Arrival, i);

          last_row = each->row;
          if (each->day > over)
            g_hash_table_add (pending, GINT_TO_POINTER (each->day));
        }
    }
  end_days (self, pending, today - 1, last_row, TRUE);
  if (today_too)
    end_days (self, pending, today, last_row, FALSE);
  return g_steal_pointer (&self);
}

static void
add_row (GArray                *view,
         const Place           *place,
         const OmReflectMoment *moment)
{
  OmReflectRow row = { place->row, place->day == moment->day && place->row >= moment->first_row };

  g_array_append_val (view, row);
}

/* The first place behind all of a day. */
static guint
end_of_day (const GArray *places,
            gint32        day)
{
  guint low = 0;
  guint high = places->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (places, Place, middle).day <= day)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * om_reflect_plan_view:
 *
 * The newest 100 as of the end of the day. Who looks back also sees the hundred that come after and were
 * there already: each of them would have met what is new on a day of its own.
 *
 * Returns: (transfer full) (element-type OmReflectRow): the memories in view, newest first
 */
GArray *
om_reflect_plan_view (const OmReflectPlan   *self,
                      const OmReflectMoment *moment)
{
  GArray *view = g_array_new (FALSE, FALSE, sizeof (OmReflectRow));
  guint end = end_of_day (self->places, moment->day);
  guint n = 0;

  if (moment->first_row > 0)
    {
      g_autoptr (GArray) after = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = end; i < self->places->len && after->len < OM_REFLECTION_WINDOW - 1; i++)
        {
          if (g_array_index (self->places, Place, i).row < moment->first_row)
            g_array_append_val (after, i);
        }
      for (guint i = after->len; i > 0; i--)
        add_row (view, &g_array_index (self->places, Place, g_array_index (after, guint, i - 1)), moment);
    }
  for (guint i = end; i > 0 && n < OM_REFLECTION_WINDOW; i--)
    {
      const Place *place = &g_array_index (self->places, Place, i - 1);

      if (place->row > moment->last_row)
        continue;
      add_row (view, place, moment);
      n++;
    }
  return view;
}

/**
 * om_reflect_plan_find:
 * @rows: set of rows
 *
 * Returns: (transfer full) (element-type OmReflectRow): those of them that can be reflected on, newest
 *   first
 */
GArray *
om_reflect_plan_find (const OmReflectPlan *self,
                      GHashTable          *rows)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (OmReflectRow));

  for (guint i = self->places->len; i > 0; i--)
    {
      OmReflectRow row = { g_array_index (self->places, Place, i - 1).row, FALSE };

      if (g_hash_table_contains (rows, GSIZE_TO_POINTER ((gsize) row.row)))
        g_array_append_val (found, row);
    }
  return found;
}
