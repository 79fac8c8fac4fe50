/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes up by itself: who may, how it is drawn, within which bounds. */
#include "config.h"

#include <math.h>

#include "test-engine.h"

#include "dynamics/om-activity.h"
#include "engine/om-surfacing.h"

#define DAY OM_MS_PER_DAY
#define HOUR G_GINT64_CONSTANT (3600000)

/* The table --------------------------------------------------------------------------------------- */

/* 2025-06-15 in UTC. */
#define TODAY 20254
#define DAY_START (TODAY * DAY + 4 * HOUR)

static OmDocState
state_new (guint  doc,
           double days)
{
  OmDocState state = { 0 };

  state.uuid[0] = (guint8) doc;
  state.uuid[1] = (guint8) (doc >> 8);
  state.uuid[2] = (guint8) (doc >> 16);
  state.uuid[9] = 7;
  state.salience = 0.4;
  state.happened_ms = state.salience_at = state.last_seen_at = state.last_active_at = DAY_START - (gint64) (days * (double) DAY);
  state.journal_day = state.civil_day = TODAY - (gint32) ceil (days);
  state.activation_count = 1;
  state.valence = NAN;
  state.arousal = NAN;
  state.importance = OM_IMPORTANCE_DEFAULT;
  state.type = OM_MEMORY_TYPE_EPISODE;
  state.origin = OM_ORIGIN_USER;
  state.sector = OM_SECTOR_EPISODIC;
  return state;
}

static void
put (OmStateTable *states,
     guint32       doc,
     OmDocState    state)
{
  om_state_table_set (states, doc, &state, NULL, 0);
}

static GArray *
choose (OmStateTable *states,
        gint32        day,
        GHashTable   *aside,
        guint        *n_reflections)
{
  OmModelConstants constants;
  OmSurfacing surfacing = { .journal_day = day, .day_start = DAY_START + (gint64) (day - TODAY) * DAY, .aside = aside,
                            .constants = &constants };
  guint n;
  GArray *cards;

  constants = om_model_constants_default ();
  cards = om_surfacing_choose (states, &surfacing, &n);
  if (n_reflections != NULL)
    *n_reflections = n;
  return cards;
}

static guint
count_kind (const GArray *cards,
            OmCardKind    kind)
{
  guint n = 0;

  for (guint i = 0; i < cards->len; i++)
    n += g_array_index (cards, OmSurfaced, i).kind == kind;
  return n;
}

static const OmSurfaced *
find_doc (const GArray *cards,
          guint32       doc)
{
  for (guint i = 0; i < cards->len; i++)
    {
      if (g_array_index (cards, OmSurfaced, i).doc == doc)
        return &g_array_index (cards, OmSurfaced, i);
    }
  return NULL;
}

/* Only episodes that are neither resolved, hidden, private nor resting are on the mind. */
static void
test_eligible (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) cards = NULL;
  OmDocState state;

  for (guint32 doc = 1; doc <= 9; doc++)
    {
      state = state_new (doc, 2);
      state.importance = 9;
      switch (doc)
        {
        case 1: state.flags = OM_FLAG_RESOLVED; break;
        case 2: state.flags = OM_FLAG_HIDDEN; break;
        case 3: state.flags = OM_FLAG_PRIVATE; break;
        case 4: state.archived_at = DAY_START - DAY; break;
        case 5: state.type = OM_MEMORY_TYPE_FACT; break;
        case 6: state.trashed = TRUE; break;
        case 7: state.journal_day = TODAY; break;
        case 8: state.valence = -0.5; state.arousal = 0.9; break;
        case 9: state.importance = 5; break;
        }
      put (states, doc, state);
    }
  state = state_new (10, 90);
  put (states, 10, state); /* rests by its score */
  cards = choose (states, TODAY, NULL, NULL);
  g_assert_cmpuint (cards->len, ==, 1);
  g_assert_cmpuint (g_array_index (cards, OmSurfaced, 0).doc, ==, 9);
  g_assert_cmpint (g_array_index (cards, OmSurfaced, 0).reason, ==, OM_CARD_FOREMOST);
}

/* What was pinned stands first and only there, also what was written today, but nothing that is out of sight. */
static void
test_pinned (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) cards = NULL;
  OmDocState state;

  for (guint32 doc = 1; doc <= 6; doc++)
    {
      state = state_new (doc, 2);
      state.flags = OM_FLAG_PINNED | OM_FLAG_KEPT;
      state.happened_ms += doc;
      switch (doc)
        {
        case 1: state.flags |= OM_FLAG_HIDDEN; break;
        case 2: state.flags |= OM_FLAG_PRIVATE; break;
        case 3: state.trashed = TRUE; break;
        case 4: state.journal_day = TODAY; break;
        case 6: state.flags = 0; break;
        default: break;
        }
      put (states, doc, state);
    }
  cards = choose (states, TODAY, NULL, NULL);
  g_assert_cmpuint (cards->len, ==, 3);
  g_assert_cmpuint (g_array_index (cards, OmSurfaced, 0).doc, ==, 5);
  g_assert_cmpint (g_array_index (cards, OmSurfaced, 0).reason, ==, OM_CARD_BY_HAND);
  g_assert_cmpuint (g_array_index (cards, OmSurfaced, 1).doc, ==, 4);
  g_assert_cmpuint (count_kind (cards, OM_CARD_PINNED), ==, 2);
  g_assert_cmpint (find_doc (cards, 6)->kind, ==, OM_CARD_ON_MIND);
}

/* What hurts comes up only if that was turned on. */
static void
test_heavy (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) cards = NULL;
  OmDocState state = state_new (1, 2);
  OmModelConstants constants;
  OmSurfacing surfacing = { .journal_day = TODAY, .day_start = DAY_START, .heavy = TRUE, .constants = &constants };
  guint n;

  constants = om_model_constants_default ();
  state.valence = -0.5;
  state.arousal = 0.9;
  put (states, 1, state);
  cards = om_surfacing_choose (states, &surfacing, &n);
  g_assert_cmpuint (cards->len, ==, 1);
}

/* The first is the first by score on every day; the others come from the ranks 2 to 20, each in its turn,
 * and the better the more often. */
static void
test_on_mind (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  guint drawn[41] = { 0 };

  for (guint32 doc = 1; doc <= 40; doc++)
    {
      OmDocState state = state_new (doc, 10);

      state.activation_count = 101 - 2 * doc;
      put (states, doc, state);
    }
  for (gint32 day = TODAY; day < TODAY + 400; day++)
    {
      OmModelConstants constants;
      OmSurfacing surfacing = { .journal_day = day, .day_start = DAY_START, .constants = &constants };
      g_autoptr (GArray) cards = NULL;
      guint n;

      constants = om_model_constants_default ();
      cards = om_surfacing_choose (states, &surfacing, &n);
      g_assert_cmpuint (count_kind (cards, OM_CARD_ON_MIND), ==, OM_ON_MIND_CARDS);
      g_assert_cmpuint (g_array_index (cards, OmSurfaced, 0).doc, ==, 1);
      for (guint i = 1; i < OM_ON_MIND_CARDS; i++)
        {
          g_assert_cmpint (g_array_index (cards, OmSurfaced, i).reason, ==, OM_CARD_DRAWN);
          drawn[g_array_index (cards, OmSurfaced, i).doc]++;
        }
    }
  for (guint32 doc = 2; doc <= 20; doc++)
    g_assert_cmpuint (drawn[doc], >, 10);
  for (guint32 doc = 21; doc <= 40; doc++)
    g_assert_cmpuint (drawn[doc], ==, 0);
  /* The weights of the ranks 2 to 4 are about 1.3 times those of 18 to 20. */
  g_assert_cmpuint (drawn[2] + drawn[3] + drawn[4], >, drawn[18] + drawn[19] + drawn[20]);
}

/* What is put aside leaves its place empty, also under a lower heading. */
static void
test_aside (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GHashTable) aside = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;
  OmDocState state;
  guint32 gone;

  for (guint32 doc = 1; doc <= 30; doc++)
    put (states, doc, state_new (doc, 5 + doc));
  before = choose (states, TODAY, NULL, NULL);
  g_assert_cmpuint (before->len, >=, 6);
  gone = g_array_index (before, OmSurfaced, 1).doc;
  state = *om_state_table_get (states, gone);
  state.flags |= OM_FLAG_RESOLVED;
  put (states, gone, state);
  g_hash_table_insert (aside, GUINT_TO_POINTER (gone), GUINT_TO_POINTER (OM_FLAG_RESOLVED));
  after = choose (states, TODAY, aside, NULL);
  g_assert_cmpuint (after->len, ==, before->len - 1);
  g_assert_null (find_doc (after, gone));
  for (guint i = 0; i < after->len; i++)
    g_assert_nonnull (find_doc (before, g_array_index (after, OmSurfaced, i).doc));
}

/* Three that cross a line within a fortnight, once there are ten entries. */
static void
test_fading (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  OmModelConstants constants;

  constants = om_model_constants_default ();
  /* By the formulas an entry of importance 5 fades after 35.5 days and rests after 60.6. */
  put (states, 1, state_new (1, 33));
  put (states, 2, state_new (2, 20));
  put (states, 3, state_new (3, 55));
  for (guint32 doc = 4; doc <= 8; doc++)
    put (states, doc, state_new (doc, 1));
  {
    OmDocState kept = state_new (9, 34);

    kept.flags = OM_FLAG_KEPT;
    put (states, 9, kept);
  }
  {
    g_autoptr (GArray) few = choose (states, TODAY, NULL, NULL);

    g_assert_cmpuint (count_kind (few, OM_CARD_FADING), ==, 0);
  }
  put (states, 10, state_new (10, 34));
  {
    g_autoptr (GArray) cards = choose (states, TODAY, NULL, NULL);

    g_assert_cmpuint (count_kind (cards, OM_CARD_FADING), ==, 3);
    g_assert_cmpint (find_doc (cards, 10)->reason, ==, OM_CARD_FADES);
    g_assert_cmpint (find_doc (cards, 1)->reason, ==, OM_CARD_FADES);
    g_assert_cmpint (find_doc (cards, 3)->reason, ==, OM_CARD_RESTS);
    for (guint i = 0; i < cards->len; i++)
      {
        const OmSurfaced *card = &g_array_index (cards, OmSurfaced, i);
        OmMemory memory;
        int vividness;

        if (card->kind != OM_CARD_FADING)
          continue;
        g_assert_cmpint (card->at, >, DAY_START);
        g_assert_cmpint (card->at, <, DAY_START + 15 * DAY);
        om_doc_state_to_memory (om_state_table_get (states, card->doc), &memory);
        om_memory_vividness (&memory, card->at, &constants, &vividness);
        if (card->reason == OM_CARD_FADES)
          g_assert_cmpint (vividness, <, OM_VIVIDNESS_CLEAR_FROM);
        else
          g_assert_true (om_memory_rests (&memory, card->at, &constants));
        g_assert_false (om_memory_rests (&memory, card->at - 1, &constants));
      }
  }
}

static void
test_drifting (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  OmDocState state = state_new (1, 60);

  state.importance = 8;
  put (states, 1, state);
  state = state_new (2, 200);
  state.type = OM_MEMORY_TYPE_DOCUMENT;
  put (states, 2, state);
  state = state_new (3, 60);
  state.type = OM_MEMORY_TYPE_DOCUMENT; /* faint, but neither important nor unseen for long */
  put (states, 3, state);
  {
    g_autoptr (GArray) cards = choose (states, TODAY, NULL, NULL);
    const OmSurfaced *card = &g_array_index (cards, OmSurfaced, cards->len - 1);

    /* The first is on the mind already, being the only episode. */
    g_assert_cmpuint (count_kind (cards, OM_CARD_DRIFTING), ==, 1);
    g_assert_cmpint (card->kind, ==, OM_CARD_DRIFTING);
    g_assert_cmpuint (card->doc, ==, 2);
    g_assert_cmpint (card->reason, ==, OM_CARD_UNSEEN);
    g_assert_cmpint (card->at, ==, DAY_START - 200 * DAY);
  }
  om_state_table_remove (states, 2);
  state = state_new (1, 60);
  state.importance = 8;
  state.type = OM_MEMORY_TYPE_DOCUMENT;
  put (states, 1, state);
  {
    g_autoptr (GArray) cards = choose (states, TODAY, NULL, NULL);

    g_assert_cmpuint (cards->len, ==, 1);
    g_assert_cmpint (g_array_index (cards, OmSurfaced, 0).reason, ==, OM_CARD_IMPORTANT);
  }
}

static void
test_reflections (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  guint n;

  for (guint32 doc = 1; doc <= 6; doc++)
    {
      OmDocState state = state_new (doc, doc == 6 ? 9 : doc);

      state.type = OM_MEMORY_TYPE_REFLECTION;
      state.origin = OM_ORIGIN_DERIVED;
      put (states, doc, state);
    }
  {
    g_autoptr (GArray) cards = choose (states, TODAY, NULL, &n);

    g_assert_cmpuint (n, ==, 5);
    g_assert_cmpuint (cards->len, ==, 3);
    g_assert_cmpuint (g_array_index (cards, OmSurfaced, 0).doc, ==, 1);
    g_assert_cmpuint (g_array_index (cards, OmSurfaced, 2).doc, ==, 3);
  }
}

/* Broken numbers, other days, an empty table: cards within bounds, each memory once. */
static void
test_bounds (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) none = choose (states, TODAY, NULL, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  g_assert_cmpuint (none->len, ==, 0);
  for (guint32 doc = 1; doc <= 2000; doc++)
    {
      OmDocState state = state_new (doc, g_rand_double_range (random, -50, 4000));

      state.importance = (guint) g_rand_int_range (random, 0, 16) & 15;
      state.type = (guint) g_rand_int_range (random, 0, OM_N_MEMORY_TYPES) & 7;
      state.arousal = doc % 7 == 0 ? INFINITY : doc % 5 == 0 ? NAN : g_rand_double_range (random, -2, 2);
      state.valence = doc % 11 == 0 ? -INFINITY : g_rand_double_range (random, -2, 2);
      state.salience = doc % 13 == 0 ? NAN : g_rand_double_range (random, -1, 3);
      state.activation_count = doc % 3 == 0 ? 0 : doc % 17 == 0 ? G_MAXUINT32 : 1;
      state.flags = (guint16) (g_rand_int (random) & 0x3ff);
      put (states, doc, state);
    }
  for (gint32 day = TODAY - 20000; day < TODAY + 40000; day += 997)
    {
      g_autoptr (GArray) cards = choose (states, day, NULL, NULL);
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      g_assert_cmpuint (count_kind (cards, OM_CARD_ON_MIND), <=, OM_ON_MIND_CARDS);
      g_assert_cmpuint (count_kind (cards, OM_CARD_FADING), <=, OM_FADING_CARDS);
      g_assert_cmpuint (count_kind (cards, OM_CARD_DRIFTING), <=, 1);
      g_assert_cmpuint (count_kind (cards, OM_CARD_REFLECTION), <=, OM_REFLECTION_CARDS);
      for (guint i = 0; i < cards->len; i++)
        g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (cards, OmSurfaced, i).doc)));
    }
}

/* A hundred thousand are looked over at once; how long that takes is told, not judged. */
static void
test_many (void)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) cards = NULL;
  gint64 begin;

  for (guint32 doc = 1; doc <= 100000; doc++)
    put (states, doc, state_new (doc, doc / 27.0));
  begin = g_get_monotonic_time ();
  cards = choose (states, TODAY, NULL, NULL);
  g_test_message ("choosing among 100,000 took %.1f ms", (double) (g_get_monotonic_time () - begin) / 1000);
  g_assert_cmpuint (count_kind (cards, OM_CARD_ON_MIND), ==, OM_ON_MIND_CARDS);
  g_assert_cmpuint (count_kind (cards, OM_CARD_FADING), ==, OM_FADING_CARDS);
}

/* A day is from 04:00 to 04:00 of the place, also where the clock is put forward. */
static void
test_day_start (void)
{
  g_autoptr (GTimeZone) berlin = g_time_zone_new_identifier ("Europe/Berlin");
  gint32 day;
  gint64 start;

  g_assert_nonnull (berlin);
  for (gint64 now = (TODAY - 100) * DAY; now < (TODAY + 300) * DAY; now += 3 * HOUR + 7)
    {
      OmMoment moment;

      start = om_surfacing_day_start (now, berlin, &day);
      moment = om_moment_at (start, berlin);
      g_assert_cmpint (start, <=, now);
      g_assert_cmpint (now - start, <, 25 * HOUR);
      g_assert_cmpint (om_moment_journal_day (&moment), ==, day);
      moment = om_moment_at (start - 1, berlin);
      g_assert_cmpint (om_moment_journal_day (&moment), ==, day - 1);
    }
}

void
test_surfacing_add (void)
{
  g_test_add_func ("/engine/surfacing/eligible", test_eligible);
  g_test_add_func ("/engine/surfacing/pinned", test_pinned);
  g_test_add_func ("/engine/surfacing/heavy", test_heavy);
  g_test_add_func ("/engine/surfacing/on-mind", test_on_mind);
  g_test_add_func ("/engine/surfacing/aside", test_aside);
  g_test_add_func ("/engine/surfacing/fading", test_fading);
  g_test_add_func ("/engine/surfacing/drifting", test_drifting);
  g_test_add_func ("/engine/surfacing/reflections", test_reflections);
  g_test_add_func ("/engine/surfacing/bounds", test_bounds);
  g_test_add_func ("/engine/surfacing/many", test_many);
  g_test_add_func ("/engine/surfacing/day-start", test_day_start);
}
