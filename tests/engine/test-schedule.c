/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fades must not depend on how often a job ran, when, or who ran it: random journals lived through
 * under many schedules come out the same to the bit (engine.md, "Two promises"; case S12). */
#include "config.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "engine/om-reinforcement.h"
#include "test-engine.h"

#define DAY OM_MS_PER_DAY

/* What was written and done ---------------------------------------------------------------------- */

typedef enum
{
  REMEMBER,
  RECALL,
  RECALL_ONE,
  EDIT,
  MARK,
  REST,
  WAKE,
  BIN,
  RESTORE,
  LINK,
  UNDO,
  N_DEEDS
} Deed;

/** Step: something a person does; those that are done to a memory name it by its number. */
typedef struct
{
  gint64 at;
  Deed   deed;
  char  *text; /* (owned) (nullable) */
  guint  one;
  guint  other;
  guint  flags;
  int    days_ago; /* when it was lived, if it was not just now */
  int    importance;
  double valence;
  double arousal;
} Step;

static const char *const words[] = {
  "heron", "canal", "lock", "bread", "onion", "ferry", "winter", "piano", "tax", "letter", "garden", "garlic", "bicycle",
  "chain", "lamp", "stairs", "choir", "novel", "fog", "tile", "sister", "feel", "happy", "sad", "yesterday", "how", "to",
  "step", "lesson", "learned", "mill", "river", "boat", "rope", "kite", "walnut",
};

static void
step_clear (gpointer data)
{
  g_free (((Step *) data)->text);
}

static char *
random_text (GRand *rand,
             guint  n_words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            words[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (words))]);
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

/* Half of what is written resembles what was written before, to the word or nearly. */
static char *
written_text (GRand  *rand,
              GArray *steps)
{
  for (guint tries = 0; tries < 3 && steps->len > 0 && g_rand_boolean (rand); tries++)
    {
      const Step *earlier = &g_array_index (steps, Step, g_rand_int_range (rand, 0, (gint32) steps->len));

      if (earlier->deed == REMEMBER)
        return g_rand_boolean (rand) ? g_strdup (earlier->text)
                                     : g_strdup_printf ("%s %s", earlier->text, words[g_rand_int_range (rand, 0, 20)]);
    }
  return random_text (rand, (guint) g_rand_int_range (rand, 2, 12));
}

/* A life of @n_steps: about a year. @deeds: bits of what may be done besides writing; with @clock_errors
 * the clock goes back now and then. */
static GArray *
live (guint32  seed,
      guint    n_steps,
      guint    deeds,
      gboolean clock_errors)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));
  gint64 now = TEST_NOW;
  guint n_memories = 0;

  g_array_set_clear_func (steps, step_clear);
  for (guint i = 0; i < n_steps; i++)
    {
      static const guint flags[] = { 0, OM_FLAG_KEPT, OM_FLAG_RESOLVED, OM_FLAG_PRIVATE, OM_FLAG_HIDDEN, OM_FLAG_PINNED };
      Step step = { .deed = (Deed) g_rand_int_range (rand, 0, N_DEEDS) };

      if (n_memories < 5 || g_rand_int_range (rand, 0, 3) == 0 || (deeds & (1u << step.deed)) == 0)
        step.deed = REMEMBER;
      now += g_rand_int_range (rand, 0, 20) == 0 && clock_errors ? -(gint64) (g_rand_double_range (rand, 0, 40) * DAY)
                                                 : (gint64) (g_rand_double_range (rand, 0, 7) * DAY);
      step.at = now;
      step.one = (guint) g_rand_int_range (rand, 0, (gint32) MAX (n_memories, 1));
      step.other = (guint) g_rand_int_range (rand, 0, (gint32) MAX (n_memories, 1));
      step.flags = flags[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (flags))];
      step.days_ago = g_rand_int_range (rand, 0, 4) == 0 ? g_rand_int_range (rand, 1, 60) : 0;
      step.importance = g_rand_int_range (rand, 1, 11);
      step.valence = g_rand_boolean (rand) ? NAN : g_rand_double_range (rand, -1, 1);
      step.arousal = isnan (step.valence) ? NAN : g_rand_double (rand);
      if (step.deed == REMEMBER)
        {
          step.text = written_text (rand, steps);
          n_memories++;
        }
      else if (step.deed == EDIT)
        step.text = random_text (rand, 6);
      else if (step.deed == RECALL)
        step.text = random_text (rand, (guint) g_rand_int_range (rand, 1, 5));
      g_array_append_val (steps, step);
    }
  return steps;
}

/* Living through it ------------------------------------------------------------------------------ */

/** Life: a journal while it is lived. */
typedef struct
{
  Fixture    fixture;
  OmEngine  *second; /* (nullable): another process, as good as */
  GPtrArray *ids;    /* (owned): of what was written, by its number; one that was known is there twice */
  gint64     recalled; /* number of the last recall */
} Life;

/** Schedule: what the jobs do before step @i; the clock stands where the step is. */
typedef void (*Schedule) (Life *life,
                          guint i);

static void
pass (Life     *life,
      OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = om_engine_fade (engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (report->skipped);
}

static gpointer
recall_one (const OmWriteContext *context,
            gpointer              id,
            GCancellable         *cancellable,
            GError              **error)
{
  gint64 group;

  return om_reinforce_memory (context, id, &group, error) ? OM_ENGINE_DONE : NULL;
}

/* Nobody pulls the plug here: thousands of acts need not wait for the disk. */
static gpointer
do_not_wait (const OmWriteContext *context,
             gpointer              unused,
             GCancellable         *cancellable,
             GError              **error)
{
  return om_store_set_sync (context->store, OM_STORE_SYNC_NORMAL, error) ? OM_ENGINE_DONE : NULL;
}

static void
open_second (Life *life)
{
  if (life->second != NULL)
    return;
  life->second = engine_open (&life->fixture, OM_OPEN_DEFAULT);
  g_assert_nonnull (om_engine_write (life->second, do_not_wait, NULL, NULL, NULL));
}

static void
remember (Life       *life,
          const Step *step)
{
  g_autoptr (OmDraft) draft = om_draft_new (step->text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  draft->importance = step->importance;
  draft->valence = step->valence;
  draft->arousal = step->arousal;
  if ((step->flags & (OM_FLAG_KEPT | OM_FLAG_PRIVATE)) != 0)
    draft->flags = step->flags;
  if (step->days_ago > 0)
    {
      draft->has_happened = TRUE;
      draft->happened = om_moment_at (step->at - step->days_ago * DAY, life->fixture.engine->zone);
    }
  remembered = om_engine_remember (life->fixture.engine, draft, NULL, &error);
  g_assert_no_error (error);
  g_ptr_array_add (life->ids, g_strdup (remembered->id));
}

static void
edit (Life       *life,
      const Step *step,
      const char *id)
{
  g_autoptr (OmMemory) values = om_memory_new ();

  values->content = g_strdup (step->text);
  values->flags = step->flags;
  /* Some of it is refused, the 21st pin for one; the same under every schedule. */
  om_engine_edit (life->fixture.engine, id, step->deed == EDIT ? OM_CHANGE_CONTENT : OM_CHANGE_FLAGS, values, 0, NULL, NULL);
}

static void
act (Life       *life,
     const Step *step)
{
  OmEngine *engine = life->fixture.engine;
  const char *id = life->ids->len > 0 ? g_ptr_array_index (life->ids, step->one % life->ids->len) : NULL;
  const char *other = life->ids->len > 0 ? g_ptr_array_index (life->ids, step->other % life->ids->len) : NULL;
  const char *ids[] = { id, NULL };
  g_autoptr (OmSearch) search = NULL;
  g_autoptr (OmAnswer) answer = NULL;

  fixture_write (&life->fixture, do_not_wait, NULL);
  switch (step->deed)
    {
    case REMEMBER:
      remember (life, step);
      break;
    case RECALL:
      search = om_search_new (step->text, 1 + step->one % 8);
      answer = om_engine_recall (engine, search, NULL, NULL);
      g_assert_nonnull (answer);
      life->recalled = answer->group;
      break;
    case RECALL_ONE:
      fixture_write (&life->fixture, recall_one, (gpointer) id);
      break;
    case EDIT:
    case MARK:
      edit (life, step, id);
      break;
    case REST:
    case WAKE:
      g_assert_true (om_engine_rest (engine, ids, step->deed == REST, NULL, NULL));
      break;
    case BIN:
      g_assert_true (om_engine_bin (engine, ids, NULL, NULL));
      break;
    case RESTORE:
      om_engine_restore (engine, ids, NULL, NULL);
      break;
    case LINK:
      om_engine_link (engine, id, other, NULL, NULL);
      break;
    case UNDO:
      if (life->recalled > 0)
        g_assert_true (om_engine_undo (engine, life->recalled, NULL, NULL, NULL));
      break;
    default:
      g_assert_not_reached ();
    }
}

/* What is left of it ----------------------------------------------------------------------------- */

/* What people see of a memory at an instant, to the bit. */
static void
tell_memory (Life    *life,
             guint    number,
             GString *out)
{
  OmEngine *engine = life->fixture.engine;
  const OmModelConstants *constants = &om_engine_get_params (engine)->constants;
  gint64 now = life->fixture.now;
  g_autoptr (OmMemory) memory = fixture_get (&life->fixture, g_ptr_array_index (life->ids, number));
  OmSalienceState salience = om_salience_state_from_memory (memory);
  OmActivity activity = om_activity_from_memory (memory, now);
  int percent;
  OmVividness vividness = om_engine_get_vividness (engine, memory, &percent);

  g_string_append_printf (out, "%u salience %a tier %d score %a vividness %d %d rests %d: %s\n", number,
                          om_engine_present_salience (engine, memory), om_tier_present (&salience, now),
                          om_activity_score (&activity, constants), vividness, percent,
                          om_memory_rests (memory, now, constants), memory->content);
}

static void
tell_counts (Life    *life,
             GString *out)
{
  OmStats stats;
  g_autoptr (GError) error = NULL;

  om_engine_get_stats (life->fixture.engine, &stats, NULL, &error);
  g_assert_no_error (error);
  g_string_append_printf (out, "memories %u binned %u tags %u versions %u tiers %u %u %u vividness %u %u %u %u\n", stats.memories,
                          stats.binned, stats.tags, stats.versions, stats.by_tier[0], stats.by_tier[1], stats.by_tier[2],
                          stats.by_vividness[0], stats.by_vividness[1], stats.by_vividness[2], stats.by_vividness[3]);
  for (int i = 0; i < OM_N_SECTORS; i++)
    g_string_append_printf (out, "%s %u\n", om_sector_to_nick (i), stats.by_sector[i]);
  for (int i = 0; i < OM_N_MEMORY_TYPES; i++)
    g_string_append_printf (out, "%s %u\n", om_memory_type_to_nick (i), stats.by_type[i]);
}

static void
tell_history (Life    *life,
              guint    number,
              GString *out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmHistory) history = om_engine_get_history (life->fixture.engine, g_ptr_array_index (life->ids, number), NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < history->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i);

      g_string_append_printf (out, "%u at %" G_GINT64_FORMAT " %s %a -> %a\n", number, event->at,
                              om_event_cause_to_nick (event->cause), event->before, event->after);
    }
  g_string_append_printf (out, "%u fades at %" G_GINT64_FORMAT ", rests at %" G_GINT64_FORMAT "\n", number,
                          history->forecast.fading_at, history->forecast.resting_at);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The texts of the sources of a reflection, in the order of the alphabet. */
static char *
dup_sources (Life       *life,
             const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) related = om_engine_get_related (life->fixture.engine, id, NULL, &error);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  g_assert_no_error (error);
  for (guint i = 0; i < related->len; i++)
    {
      const OmRelated *end = g_ptr_array_index (related, i);

      if (end->waypoint.kind == OM_WAYPOINT_REFLECTION)
        g_ptr_array_add (texts, end->memory->content);
    }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv (" | ", (char **) texts->pdata);
}

static void
tell_reflections (Life    *life,
                  GString *out)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  filter->types = 1u << OM_MEMORY_TYPE_REFLECTION;
  items = om_engine_list (life->fixture.engine, filter, OM_SORT_OLDEST, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < items->len; i++)
    {
      g_autoptr (GPtrArray) rows = om_engine_get_rows (life->fixture.engine, &g_array_index (items, OmListItem, i).row, 1, NULL,
                                                       NULL);
      const OmMemory *memory = g_ptr_array_index (rows, 0);
      g_autofree char *sources = dup_sources (life, memory->id);

      g_ptr_array_add (lines, g_strdup_printf ("%d %s <- %s\n", om_moment_civil_day (&memory->happened), memory->content, sources));
    }
  g_ptr_array_sort (lines, compare_texts);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (out, g_ptr_array_index (lines, i));
}

static void
tell_found (Life    *life,
            GString *out)
{
  static const char *const queries[] = { "heron", "canal winter boat", "how did my sister feel on the ferry", "garlik" };

  for (gsize q = 0; q < G_N_ELEMENTS (queries); q++)
    {
      g_autoptr (OmAnswer) answer = fixture_search (&life->fixture, queries[q]);

      g_string_append_printf (out, "%s:", queries[q]);
      for (guint i = 0; i < answer->hits->len; i++)
        {
          const OmHit *hit = g_ptr_array_index (answer->hits, i);

          g_string_append_printf (out, " %s %a;", hit->memory->content, hit->score);
        }
      g_string_append_c (out, '\n');
    }
}

/* Everything that must be the same, at the end of the life, and seen from later. */
static char *
tell (Life *life)
{
  static const int later[] = { 0, 30, 730, 7300 };
  GString *out = g_string_new (NULL);
  gint64 end = life->fixture.now;

  for (guint number = 0; number < life->ids->len; number++)
    tell_history (life, number, out);
  for (gsize i = 0; i < G_N_ELEMENTS (later); i++)
    {
      life->fixture.now = end + later[i] * DAY;
      g_string_append_printf (out, "after %d days\n", later[i]);
      for (guint number = 0; number < life->ids->len; number++)
        tell_memory (life, number, out);
      tell_counts (life, out);
      tell_found (life, out);
    }
  tell_reflections (life, out);
  return g_string_free (out, FALSE);
}

/* Fading ----------------------------------------------------------------------------------------- */

static void
begin (Life *life)
{
  *life = (Life){ .ids = g_ptr_array_new_with_free_func (g_free) };
  fixture_set_up (&life->fixture, NULL);
}

static void
end (Life *life)
{
  g_clear_pointer (&life->second, engine_close);
  g_ptr_array_unref (life->ids);
  fixture_tear_down (&life->fixture, NULL);
}

static void
reflect (Life     *life,
         OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) report = om_engine_reflect (engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (!report->skipped || report->too_few);
}

static void
never (Life *life,
       guint i)
{
}

/* The only pass comes years after the end, and then the clock is right again. */
static void
once_in_future (Life *life,
                guint i)
{
  if (i != G_MAXUINT)
    return;
  life->fixture.now += 7300 * DAY;
  pass (life, life->fixture.engine);
  life->fixture.now -= 7300 * DAY;
}

static void
often (Life *life,
       guint i)
{
  pass (life, life->fixture.engine);
}

/* Two processes take turns, and now and then one comes right after the other. */
static void
by_two (Life *life,
        guint i)
{
  open_second (life);
  pass (life, i % 2 == 0 ? life->second : life->fixture.engine);
  if (i % 7 == 0)
    pass (life, life->second);
}

/* The clock runs ahead or behind while the job is at work. */
static void
with_wrong_clock (Life *life,
                  guint i)
{
  static const int ahead[] = { 7300, -400, 60, 0, 3650, -20000 };
  gint64 now = life->fixture.now;

  life->fixture.now += ahead[i % G_N_ELEMENTS (ahead)] * DAY;
  pass (life, life->fixture.engine);
  life->fixture.now = now;
}

/* The program is closed and opened again, and tidies up at each start. */
static void
at_each_start (Life *life,
               guint i)
{
  if (i % 10 != 3)
    return;
  fixture_reopen (&life->fixture);
  pass (life, life->fixture.engine);
}

static char *
live_through (GArray   *steps,
              Schedule  schedule)
{
  Life life;
  char *told;

  begin (&life);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      life.fixture.now = step->at;
      schedule (&life, i);
      life.fixture.now = step->at;
      act (&life, step);
      /* Reflection adds to salience when it comes, so that it comes at the same time in all of them. */
      if (i % 25 == 24)
        reflect (&life, life.fixture.engine);
    }
  schedule (&life, G_MAXUINT);
  told = tell (&life);
  end (&life);
  return told;
}

static void
assert_same_lines (const char *name,
                   guint32     seed,
                   const char *told,
                   const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (told, "\n", -1);
  g_auto (GStrv) expected_lines = g_strsplit (expected, "\n", -1);

  for (guint i = 0; lines[i] != NULL || expected_lines[i] != NULL; i++)
    {
      if (g_strcmp0 (lines[i], expected_lines[i]) != 0)
        g_error ("seed %u, %s: “%s”, not “%s”", seed, name, lines[i] != NULL ? lines[i] : "",
                 expected_lines[i] != NULL ? expected_lines[i] : "");
      if (lines[i] == NULL || expected_lines[i] == NULL)
        break;
    }
}

static void
test_fading (void)
{
  static const struct
  {
    const char *name;
    Schedule    schedule;
  } schedules[] = {
    { "once, in the future", once_in_future }, { "before each step", often },
    { "by two processes", by_two },            { "with a wrong clock", with_wrong_clock },
    { "at each start", at_each_start },
  };

  for (guint32 seed = 1; seed <= 2; seed++)
    {
      g_autoptr (GArray) steps = live (seed, 110, G_MAXUINT, TRUE);
      g_autofree char *expected = live_through (steps, never);

      for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
        {
          g_autofree char *told = live_through (steps, schedules[i].schedule);

          assert_same_lines (schedules[i].name, seed, told, expected);
        }
      g_test_message ("seed %u: %u lines of what was left are the same under %u schedules", seed,
                      (guint) (strlen (expected) / 80), (guint) G_N_ELEMENTS (schedules) + 1);
    }
}

/* Reflection ------------------------------------------------------------------------------------- */

static void
reflect_often (Life *life,
               guint i)
{
  reflect (life, life->fixture.engine);
}

static void
reflect_seldom (Life *life,
                guint i)
{
  if (i % 17 == 16)
    reflect (life, life->fixture.engine);
}

static void
reflect_by_two (Life *life,
                guint i)
{
  open_second (life);
  reflect (life, i % 2 == 0 ? life->second : life->fixture.engine);
}

static void
reflect_with_wrong_clock (Life *life,
                          guint i)
{
  static const int ahead[] = { 7300, -400, 60, 0, 3650, 1 };
  gint64 now = life->fixture.now;

  if (i % 5 != 0)
    return;
  life->fixture.now += ahead[i / 5 % G_N_ELEMENTS (ahead)] * DAY;
  reflect (life, life->fixture.engine);
  life->fixture.now = now;
}

static void
reflect_at_each_start (Life *life,
                       guint i)
{
  if (i % 10 != 3)
    return;
  fixture_reopen (&life->fixture);
  reflect (life, life->fixture.engine);
}

static char *
reflect_through (GArray   *steps,
                 Schedule  schedule)
{
  Life life;
  GString *told = g_string_new (NULL);

  begin (&life);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      life.fixture.now = step->at;
      schedule (&life, i);
      act (&life, step);
    }
  life.fixture.now += 2 * DAY;
  reflect (&life, life.fixture.engine);
  tell_reflections (&life, told);
  end (&life);
  return g_string_free (told, FALSE);
}

static void
test_reflecting (void)
{
  static const struct
  {
    const char *name;
    Schedule    schedule;
  } schedules[] = {
    { "before each step", reflect_often },         { "now and then", reflect_seldom },
    { "by two processes", reflect_by_two },        { "with a wrong clock", reflect_with_wrong_clock },
    { "at each start", reflect_at_each_start },
  };

  for (guint32 seed = 12; seed <= 13; seed++)
    {
      g_autoptr (GArray) steps = live (seed, 80, 1u << RECALL | 1u << RECALL_ONE | 1u << LINK, FALSE);
      g_autofree char *expected = reflect_through (steps, never);
      g_auto (GStrv) lines = g_strsplit (expected, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), >, 3);
      for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
        {
          g_autofree char *told = reflect_through (steps, schedules[i].schedule);

          assert_same_lines (schedules[i].name, seed, told, expected);
        }
      g_test_message ("seed %u: %u reflections are the same under %u schedules", seed, g_strv_length (lines) - 1,
                      (guint) G_N_ELEMENTS (schedules) + 1);
    }
}

void
test_schedule_add (void)
{
  g_test_add_func ("/schedule/fading", test_fading);
  g_test_add_func ("/schedule/reflecting", test_reflecting);
}
