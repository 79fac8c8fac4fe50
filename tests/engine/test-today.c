/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Today: the same all day, touching nothing, and the ways out of its cards. */
#include "config.h"

#include "test-engine.h"

#include "engine/om-fade.h"
#include "engine/om-surfacing.h"
#include "engine/om-today.h"

#define DAY OM_MS_PER_DAY
#define HOUR G_GINT64_CONSTANT (3600000)

static OmToday *
today (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmToday *day = om_engine_get_today (fixture->engine, NULL, &error);

  g_assert_no_error (error);
  return day;
}

/* The cards in words, to compare them. */
static char *
dup_cards (Fixture *fixture)
{
  g_autoptr (OmToday) day = today (fixture);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < day->cards->len; i++)
    {
      const OmCard *card = g_ptr_array_index (day->cards, i);

      g_string_append_printf (text, "%d %d %" G_GINT64_FORMAT " %s\n", card->kind, card->reason, card->at, card->memory->content);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Forty days, an entry each, up to the day before. */
static void
write_journal (Fixture *fixture)
{
  for (int i = 40; i > 0; i--)
    {
      g_autofree char *text = g_strdup_printf ("Entry of day %d, about nothing else than number %d.", i, i * 17);

      fixture->now = TEST_NOW - i * DAY;
      g_free (fixture_remember (fixture, text));
    }
  /* 2025-06-15, 05:00 here. */
  fixture->now = om_surfacing_day_start (TEST_NOW, fixture->engine->zone, &(gint32){ 0 }) + HOUR;
}

static void
test_same_all_day (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *morning = NULL;
  g_autofree char *evening = NULL;
  g_autofree char *night = NULL;
  g_autofree char *reopened = NULL;
  g_autofree char *tomorrow = NULL;

  write_journal (fixture);
  before = fixture_dump (fixture);
  morning = dup_cards (fixture);
  fixture->now += 18 * HOUR;
  evening = dup_cards (fixture);
  fixture->now += 4 * HOUR;
  night = dup_cards (fixture);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (evening, ==, morning);
  g_assert_cmpstr (night, ==, morning);
  fixture_reopen (fixture);
  reopened = dup_cards (fixture);
  g_assert_cmpstr (reopened, ==, morning);
  fixture->now += 2 * HOUR;
  tomorrow = dup_cards (fixture);
  g_assert_cmpstr (tomorrow, !=, morning);
}

/* Neither what is written today nor what is recalled today deals other cards. */
static void
test_use_holds (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *morning = NULL;
  g_autofree char *evening = NULL;
  g_autofree char *written = NULL;
  g_autofree char *searched = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (OmToday) day = NULL;
  g_autoptr (OmMemory) values = om_memory_new ();
  const OmCard *drawn;

  write_journal (fixture);
  morning = dup_cards (fixture);
  day = today (fixture);
  drawn = g_ptr_array_index (day->cards, 1);
  g_free (fixture_remember (fixture, "Written this morning."));
  written = dup_cards (fixture);
  g_assert_cmpstr (written, ==, morning);
  answer = fixture_recall (fixture, drawn->memory->content);
  g_assert_cmpuint (answer->hits->len, >, 0);
  searched = dup_cards (fixture);
  g_assert_cmpstr (searched, ==, morning);
  values->title = g_strdup ("A title");
  fixture->now += 5 * HOUR;
  om_memory_unref (fixture_edit (fixture, drawn->memory->id, OM_CHANGE_TITLE, g_steal_pointer (&values)));
  evening = dup_cards (fixture);
  g_assert_cmpstr (evening, ==, morning);
}

static OmCard *
first_of (OmToday   *day,
          OmCardKind kind)
{
  for (guint i = 0; i < day->cards->len; i++)
    {
      OmCard *card = g_ptr_array_index (day->cards, i);

      if (card->kind == kind)
        return card;
    }
  g_assert_not_reached ();
}

/* Every act takes the one card away for the day, and undoing it leaves everything as it was. */
static void
test_acts (Fixture      *fixture,
           gconstpointer data)
{
  static const struct
  {
    OmCardAct  act;
    OmCardKind kind;
    guint      flag;
  } acts[] = {
    { OM_CARD_NOT_NOW, OM_CARD_ON_MIND, 0 },
    { OM_CARD_LET_REST, OM_CARD_ON_MIND, OM_FLAG_RESOLVED },
    { OM_CARD_HIDE, OM_CARD_ON_MIND, OM_FLAG_HIDDEN },
    { OM_CARD_KEEP, OM_CARD_FADING, OM_FLAG_KEPT },
  };
  g_autofree char *morning = NULL;

  write_journal (fixture);
  morning = dup_cards (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      g_autoptr (OmToday) before = today (fixture);
      OmCard *card = first_of (before, acts[i].kind);
      const char *ids[] = { card->memory->id, NULL };
      g_autoptr (OmToday) after = NULL;
      g_autoptr (OmMemory) acted = NULL;
      g_autoptr (OmMemory) undone = NULL;
      g_autofree char *cards = NULL;
      g_autoptr (GError) error = NULL;
      gint64 group;

      fixture->now += 60000;
      g_assert_true (om_engine_act_on_card (fixture->engine, acts[i].act, ids, &group, NULL, &error));
      g_assert_no_error (error);
      acted = fixture_get (fixture, ids[0]);
      g_assert_cmpuint (acted->flags, ==, card->memory->flags | acts[i].flag);
      fixture_reopen (fixture);
      after = today (fixture);
      g_assert_cmpuint (after->cards->len, ==, before->cards->len - 1);
      for (guint j = 0; j < after->cards->len; j++)
        g_assert_cmpstr (((OmCard *) g_ptr_array_index (after->cards, j))->memory->id, !=, ids[0]);

      g_assert_true (om_engine_undo_card (fixture->engine, ids, group, NULL, &error));
      g_assert_no_error (error);
      cards = dup_cards (fixture);
      g_assert_cmpstr (cards, ==, morning);
      undone = fixture_get (fixture, ids[0]);
      g_assert_cmpuint (undone->flags, ==, card->memory->flags);
      g_assert_cmpint (undone->last_active_at, ==, card->memory->last_active_at);
      g_assert_cmpfloat (undone->salience, ==, card->memory->salience);
      g_assert_cmpint (undone->salience_at, ==, card->memory->salience_at);
    }
}

/* Not now is for the day. Let rest is for good. */
static void
test_next_day (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmToday) day = NULL;
  g_autoptr (OmToday) next = NULL;
  const char *ids[] = { NULL, NULL };
  gboolean there = FALSE;

  write_journal (fixture);
  day = today (fixture);
  ids[0] = first_of (day, OM_CARD_ON_MIND)->memory->id;
  g_assert_true (om_engine_act_on_card (fixture->engine, OM_CARD_NOT_NOW, ids, NULL, NULL, NULL));
  fixture->now += DAY;
  next = today (fixture);
  for (guint i = 0; i < next->cards->len; i++)
    there |= g_str_equal (((OmCard *) g_ptr_array_index (next->cards, i))->memory->id, ids[0]);
  g_assert_true (there);
}

/* What the pass reports is told until the end of the next day, and can be woken and put to rest again. */
static void
test_rested (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (OmToday) none = NULL;
  g_autoptr (OmToday) day = NULL;
  g_autoptr (OmToday) woken = NULL;
  g_autoptr (OmToday) again = NULL;
  g_autoptr (OmToday) aside = NULL;
  g_autoptr (OmToday) later = NULL;
  g_autoptr (GError) error = NULL;
  const char *line[] = { OM_CARD_RESTED, NULL };
  gint64 group;

  first = fixture_remember (fixture, "The heron stood at the second lock.");
  om_fade_report_free (om_engine_fade (fixture->engine, FALSE, NULL, NULL));
  none = today (fixture);
  g_assert_cmpuint (g_strv_length (none->rested_ids), ==, 0);
  fixture->now += 60 * DAY;
  second = fixture_remember (fixture, "Bought eleven blue tiles for the hall.");
  fixture->now += 2 * DAY;
  om_fade_report_free (om_engine_fade (fixture->engine, FALSE, NULL, NULL));
  om_fade_report_free (om_engine_fade (fixture->engine, FALSE, NULL, NULL)); /* without news */
  day = today (fixture);
  g_assert_cmpuint (g_strv_length (day->rested_ids), ==, 1);
  g_assert_cmpstr (day->rested_ids[0], ==, first);
  g_assert_cmpuint (day->rested_rows->len, ==, 1);

  g_assert_true (om_engine_act_on_card (fixture->engine, OM_CARD_WAKE, (const char *const *) day->rested_ids, &group, NULL,
                                        &error));
  g_assert_no_error (error);
  woken = today (fixture);
  g_assert_cmpuint (g_strv_length (woken->rested_ids), ==, 0);
  g_assert_true (om_engine_undo_card (fixture->engine, (const char *const *) day->rested_ids, group, NULL, &error));
  g_assert_no_error (error);
  again = today (fixture);
  g_assert_cmpuint (g_strv_length (again->rested_ids), ==, 1);

  g_assert_true (om_engine_act_on_card (fixture->engine, OM_CARD_NOT_NOW, line, NULL, NULL, &error));
  aside = today (fixture);
  g_assert_cmpuint (g_strv_length (aside->rested_ids), ==, 0);
  g_assert_true (om_engine_undo_card (fixture->engine, line, 0, NULL, &error));
  fixture->now += 2 * DAY;
  later = today (fixture);
  g_assert_cmpuint (g_strv_length (later->rested_ids), ==, 0);
}

/* The 29th of February on the 28th, if it was asked for. */
static void
test_leap_day (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (OmDraft) draft = om_draft_new ("A day that is not there every year.");
  g_autoptr (OmRemembered) remembered = NULL;

  draft->happened = om_moment_on_day (2024, 2, 29);
  draft->has_happened = TRUE;
  remembered = om_engine_remember (fixture->engine, draft, NULL, NULL);
  om_engine_settle (fixture->engine);
  g_assert_nonnull (remembered);
  filter->month = 2;
  filter->month_day = 28;
  for (int leap_day = 0; leap_day <= 1; leap_day++)
    {
      g_autoptr (GArray) rows = NULL;

      filter->leap_day = leap_day;
      rows = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, NULL);
      g_assert_cmpuint (rows->len, ==, (guint) leap_day);
    }
}

#define ADD(name, func) g_test_add ("/engine/today/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_today_add (void)
{
  ADD ("same-all-day", test_same_all_day);
  ADD ("use-holds", test_use_holds);
  ADD ("acts", test_acts);
  ADD ("next-day", test_next_day);
  ADD ("rested", test_rested);
  ADD ("leap-day", test_leap_day);
}
