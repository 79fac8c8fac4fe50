/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random journals: what is written and done in a year, living through it, and all that is left of it. */
#include "config.h"

#include "test-life.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-act.h"
#include "engine/om-reinforcement.h"

/* What was written and done ---------------------------------------------------------------------- */

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
GArray *
life_write (guint32  seed,
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

static gpointer
recall_one (const OmWriteContext *context,
            gpointer              id,
            GCancellable         *cancellable,
            GError              **error)
{
  gint64 group;

  return om_reinforce_memory (context, id, OM_RECALL_WAY_READ, &group, error) ? OM_ENGINE_DONE : NULL;
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

void
life_open_second (Life *life)
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
  om_engine_settle (life->fixture.engine);
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

void
life_act (Life       *life,
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
      g_assert_true (om_engine_act (engine, step->deed == REST ? OM_ACT_REST : OM_ACT_WAKE, ids, NULL, NULL, NULL));
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
                          om_engine_present_salience (engine, memory), om_tier_present (&salience, now, constants),
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

void
life_tell_reflections (Life    *life,
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
char *
life_tell (Life *life)
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
  life_tell_reflections (life, out);
  return g_string_free (out, FALSE);
}

void
life_begin (Life *life)
{
  *life = (Life){ .ids = g_ptr_array_new_with_free_func (g_free) };
  fixture_set_up (&life->fixture, NULL);
}

void
life_end (Life *life)
{
  g_clear_pointer (&life->second, engine_close);
  g_ptr_array_unref (life->ids);
  fixture_tear_down (&life->fixture, NULL);
}
