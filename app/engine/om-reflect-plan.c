/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of looking: rows in the order they came, days in between as they ended. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reflect-plan.h"

#include "dynamics/om-reflection.h"
#include "store/om-store-memories.h"

/* Rows whose dates are read at once. */
#define CHUNK 256

/* The watermark is the last journal day done, kept above 0 so that 0 is none at all. */
#define DAY_OFFSET 1000000

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
  g_array_unref (self->least_before);
  g_array_unref (self->least_after);
  g_hash_table_unref (self->by_row);
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

/* So that who looks for old rows among many new ones knows where there is none any more. */
static void
index_places (OmReflectPlan *self)
{
  guint n = self->places->len;
  guint32 least = G_MAXUINT32;

  g_array_set_size (self->least_before, n);
  g_array_set_size (self->least_after, n);
  for (guint i = 0; i < n; i++)
    {
      guint32 row = g_array_index (self->places, Place, i).row;

      least = MIN (least, row);
      g_array_index (self->least_before, guint32, i) = least;
      g_hash_table_insert (self->by_row, GUINT_TO_POINTER (row), GUINT_TO_POINTER (i + 1));
    }
  least = G_MAXUINT32;
  for (guint i = n; i > 0; i--)
    {
      least = MIN (least, g_array_index (self->places, Place, i - 1).row);
      g_array_index (self->least_after, guint32, i - 1) = least;
    }
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

/* Rows about days that were over when they were written down. Of a piece that was under way, and has not grown
 * since, only the days that are left. */
static void
look_back (OmReflectPlan           *self,
           const OmReflectProgress *progress,
           const GArray            *arrivals,
           guint                    first,
           guint                    end,
           gint32                   over)
{
  guint32 first_row = g_array_index (arrivals, Arrival, first).row;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) days = g_array_new (FALSE, FALSE, sizeof (gint32));
  guint32 last_row = g_array_index (arrivals, Arrival, end - 1).row;
  gboolean under_way = progress->piece_first == first_row && progress->piece_last == last_row;

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
        .first_row = first_row,
        .last_row = last_row,
        .done_day = G_MININT32,
      };

      /* Only the whole piece is done with. */
      if (i + 1 == days->len)
        {
          moment.done_day = over;
          moment.done_row = last_row;
        }
      if (!under_way || moment.day > progress->piece_day)
        g_array_append_val (self->moments, moment);
    }
}

/**
 * om_reflect_plan_new:
 * @progress: how far the job has come
 * @today_too: also look at the running day, without being done with it
 * @error: return location
 *
 * Lives through what was written since: each day is looked at as it ends, with what was there by then;
 * what was written down about a day that was over by then is looked at in its own right.
 *
 * Returns: (transfer full) (nullable): what is to be looked at
 */
OmReflectPlan *
om_reflect_plan_new (const OmWriteContext    *context,
                     const OmReflectProgress *progress,
                     gboolean                 today_too,
                     GError                 **error)
{
  g_autoptr (OmReflectPlan) self = g_new0 (OmReflectPlan, 1);
  g_autoptr (GArray) new_rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GHashTable) pending = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) arrivals = NULL;
  gint32 today = om_write_today (context);
  guint32 last_row = progress->done_row;
  gint32 over = progress->done_day;

  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->least_before = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->least_after = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->by_row = g_hash_table_new (NULL, NULL);
  self->moments = g_array_new (FALSE, FALSE, sizeof (OmReflectMoment));
  collect_places (self, context->mirror, progress->done_day, progress->done_row, new_rows, pending);
  index_places (self);
  arrivals = read_arrivals (context, new_rows, error);
  if (arrivals == NULL)
    return NULL;

  for (guint i = 0; i < arrivals->len;)
    {
      const Arrival *arrival = &g_array_index (arrivals, Arrival, i);
      guint end = end_of_piece (arrivals, i);

      end_days (self, pending, arrival->recorded_day - 1, last_row, TRUE);
      over = MAX (over, arrival->recorded_day - 1);
      look_back (self, progress, arrivals, i, end, over);
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

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint x = *(const guint *) a;
  guint y = *(const guint *) b;

  return (x > y) - (x < y);
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

      for (guint i = end; i < self->places->len && after->len < OM_REFLECTION_WINDOW - 1 &&
                          g_array_index (self->least_after, guint32, i) < moment->first_row;
           i++)
        {
          if (g_array_index (self->places, Place, i).row < moment->first_row)
            g_array_append_val (after, i);
        }
      for (guint i = after->len; i > 0; i--)
        add_row (view, &g_array_index (self->places, Place, g_array_index (after, guint, i - 1)), moment);
    }
  for (guint i = end;
       i > 0 && n < OM_REFLECTION_WINDOW && g_array_index (self->least_before, guint32, i - 1) <= moment->last_row; i--)
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
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *found = g_array_new (FALSE, FALSE, sizeof (OmReflectRow));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_row, key));

      if (place != 0)
        g_array_append_val (places, place);
    }
  g_array_sort (places, compare_numbers);
  for (guint i = places->len; i > 0; i--)
    {
      OmReflectRow row = { g_array_index (self->places, Place, g_array_index (places, guint, i - 1) - 1).row, FALSE };

      g_array_append_val (found, row);
    }
  return found;
}

/* How far it has come --------------------------------------------------------------------------- */

/**
 * om_reflect_progress_parse:
 * @watermark: of the job
 * @state: (nullable): of the job: "DONE-ROW", or "DONE-ROW FIRST LAST DAY" within a piece
 *
 * Returns: how far it has come
 */
OmReflectProgress
om_reflect_progress_parse (gint64      watermark,
                           const char *state)
{
  g_auto (GStrv) words = g_strsplit (state != NULL ? state : "", " ", -1);
  guint n = g_strv_length (words);
  OmReflectProgress self = { watermark > 0 ? (gint32) (watermark - DAY_OFFSET) : G_MININT32 };

  if (n > 0)
    self.done_row = (guint32) g_ascii_strtoull (words[0], NULL, 10);
  if (n == 4)
    {
      self.piece_first = (guint32) g_ascii_strtoull (words[1], NULL, 10);
      self.piece_last = (guint32) g_ascii_strtoull (words[2], NULL, 10);
      self.piece_day = (gint32) g_ascii_strtoll (words[3], NULL, 10);
    }
  return self;
}

/**
 * om_reflect_progress_format:
 * @state: (out) (transfer full): state for the job
 *
 * Returns: the watermark for the job
 */
gint64
om_reflect_progress_format (const OmReflectProgress *self,
                            char                   **state)
{
  *state = self->piece_first > 0 ? g_strdup_printf ("%u %u %u %d", self->done_row, self->piece_first, self->piece_last,
                                                    self->piece_day)
                                 : g_strdup_printf ("%u", self->done_row);
  return self->done_day != G_MININT32 ? (gint64) self->done_day + DAY_OFFSET : 0;
}

/**
 * om_reflect_progress_pass:
 * @moment: has been looked at
 *
 * Comes so far; a look at the running day leads nowhere.
 */
void
om_reflect_progress_pass (OmReflectProgress     *self,
                          const OmReflectMoment *moment)
{
  if (moment->done_row != 0)
    {
      self->done_day = MAX (self->done_day, moment->done_day);
      self->done_row = moment->done_row;
      self->piece_first = self->piece_last = 0;
      self->piece_day = 0;
    }
  else if (moment->first_row != 0)
    {
      self->piece_first = moment->first_row;
      self->piece_last = moment->last_row;
      self->piece_day = moment->day;
    }
}
