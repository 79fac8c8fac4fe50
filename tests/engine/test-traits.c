/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine tells of traits: brought forward to now, filtered, with curves; and acts that cannot be. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-engine.h"

#include "engine/om-today.h"
#include "engine/om-traits.h"
#include "store/om-store-traits.h"

#define DAY OM_MS_PER_DAY

/** Draft: a trait written by the test itself. */
typedef struct
{
  const char  *id;
  const char  *text;
  OmTraitTier  tier;
  OmTraitStage stage;
  double       confidence;
  gint64       anchor;
  gboolean     asks;
} Draft;

static const Draft drafts[] = {
  { "00000000-0000-4000-8000-000000000001", "You often paint", OM_TRAIT_TIER_BEHAVIOR, OM_TRAIT_STAGE_ESTABLISHED, .65, TEST_NOW },
  { "00000000-0000-4000-8000-000000000002", "You prefer tea", OM_TRAIT_TIER_PREFERENCE, OM_TRAIT_STAGE_EMERGING, .4, TEST_NOW },
  { "00000000-0000-4000-8000-000000000003", "You hum", OM_TRAIT_TIER_BEHAVIOR, OM_TRAIT_STAGE_TREND, NAN, TEST_NOW },
};

static const Draft asked = {
  "00000000-0000-4000-8000-000000000004", "You sing", OM_TRAIT_TIER_BEHAVIOR, OM_TRAIT_STAGE_CANDIDATE, .3, TEST_NOW, TRUE,
};

static gpointer
put (const OmWriteContext *context,
     gpointer              data,
     GCancellable         *cancellable,
     GError              **error)
{
  const Draft *draft = data;
  g_autoptr (OmTraitStory) story = om_trait_story_new ();
  OmTrait *trait = story->trait;
  OmTraitEvent created = { TEST_NOW, OM_TRAIT_CAUSE_CREATED, NAN, NAN, OM_TRAIT_STAGE_TREND, OM_TRAIT_STAGE_TREND, 0 };
  OmTraitEvent event = { TEST_NOW,         OM_TRAIT_CAUSE_REINFORCED, .3,           draft->confidence,
                         OM_TRAIT_STAGE_TREND, draft->stage,              0 };
  OmTraitEvidence *piece = om_trait_evidence_new ();

  trait->id = g_strdup (draft->id);
  trait->family = OM_TRAIT_FAMILY_STATEMENT;
  trait->kind = g_strdup ("habit");
  trait->key = g_strdup (draft->text);
  trait->text = g_strdup (draft->text);
  trait->found_text = g_strdup (draft->text);
  trait->tier = draft->tier;
  trait->stage = trait->shown_stage = draft->stage;
  trait->held = draft->confidence;
  trait->anchor = draft->anchor;
  trait->window_end = draft->anchor + 30 * DAY;
  trait->needs_review = draft->asks;
  trait->review_since = draft->asks ? draft->anchor : 0;
  piece->at = draft->anchor;
  piece->quote = g_strdup ("I often paint");
  g_ptr_array_add (story->evidence, piece);
  g_array_append_val (story->events, created);
  if (draft->stage != OM_TRAIT_STAGE_TREND)
    g_array_append_val (story->events, event);
  return om_store_trait_put (context->store, story, error) ? OM_ENGINE_DONE : NULL;
}

static void
put_all (Fixture *fixture)
{
  for (guint i = 0; i < G_N_ELEMENTS (drafts); i++)
    fixture_write (fixture, put, (gpointer) &drafts[i]);
}

static GPtrArray *
list (Fixture      *fixture,
      OmTraitFilter filter)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *traits = om_engine_list_traits (fixture->engine, &filter, NULL, &error);

  g_assert_no_error (error);
  return traits;
}

static void
test_list (Fixture      *fixture,
           gconstpointer data)
{
  OmTraitFilter filter = OM_TRAIT_FILTER_INIT;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) preferences = NULL;
  g_autoptr (GPtrArray) later = NULL;
  const OmTrait *trait;

  put_all (fixture);
  all = list (fixture, filter);
  g_assert_cmpuint (all->len, ==, 3);
  trait = g_ptr_array_index (all, 0);
  g_assert_cmpstr (trait->text, ==, "You often paint");
  g_assert_cmpfloat (trait->confidence, ==, .65);

  filter.tier = OM_TRAIT_TIER_PREFERENCE;
  filter.text = (char *) "TÉA";
  preferences = list (fixture, filter);
  g_assert_cmpuint (preferences->len, ==, 1);

  /* 20 days: .65 e^-.1 = .588: no longer established, but shown as such until .57. */
  fixture->now = TEST_NOW + 20 * DAY;
  filter = (OmTraitFilter) OM_TRAIT_FILTER_INIT;
  later = list (fixture, filter);
  trait = g_ptr_array_index (later, 0);
  g_assert_cmpfloat_with_epsilon (trait->confidence, .65 * exp (-.1), 1e-12);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_EMERGING);
  g_assert_cmpint (trait->shown_stage, ==, OM_TRAIT_STAGE_ESTABLISHED);

  /* After its window a trend was nothing; what faded away is told only if asked for. */
  g_clear_pointer (&later, g_ptr_array_unref);
  fixture->now = TEST_NOW + 1000 * DAY;
  later = list (fixture, filter);
  g_assert_cmpuint (later->len, ==, 0);
  g_clear_pointer (&later, g_ptr_array_unref);
  filter.stages = 1u << OM_TRAIT_STAGE_DISSOLVED;
  later = list (fixture, filter);
  g_assert_cmpuint (later->len, ==, 2);
}

static void
test_detail (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmTraitDetail) detail = NULL;
  g_autoptr (GArray) curve = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;
  double last = 2;

  put_all (fixture);
  detail = om_engine_get_trait (fixture->engine, drafts[0].id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (detail->evidence->len, ==, 1);
  g_assert_cmpuint (detail->events->len, ==, 2);
  curve = om_trait_detail_dup_curve (detail, TEST_NOW + 400 * DAY);
  g_assert_cmpuint (curve->len, >, 100);
  for (guint i = 3; i < curve->len; i++)
    {
      const OmTraitPoint *point = &g_array_index (curve, OmTraitPoint, i);

      g_assert_cmpint (point->at, >=, g_array_index (curve, OmTraitPoint, i - 1).at);
      g_assert_cmpfloat (point->confidence, <=, last);
      last = point->confidence;
    }

  g_assert_null (om_engine_get_trait (fixture->engine, "00000000-0000-4000-8000-00000000000f", NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (om_engine_find_trait_id (fixture->engine, "00000000", NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  id = om_engine_find_trait_id (fixture->engine, "00000000-0000-4000-8000-000000000002", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (id, ==, drafts[1].id);
}

static void
test_refused_acts (Fixture      *fixture,
                   gconstpointer data)
{
  static const struct
  {
    OmTraitAct act;
    OmError    code;
  } wrong[] = {
    { { OM_TRAIT_VERB_CONFIRM, "no-such-id" }, OM_ERROR_NOT_FOUND },
    { { OM_TRAIT_VERB_RESTORE, "00000000-0000-4000-8000-000000000001" }, OM_ERROR_INVALID },
    { { OM_TRAIT_VERB_UNBLOCK, "00000000-0000-4000-8000-000000000001" }, OM_ERROR_INVALID },
    { { OM_TRAIT_VERB_RENAME, "00000000-0000-4000-8000-000000000001", " \n" }, OM_ERROR_INVALID },
    { { OM_TRAIT_VERB_REVIEW, "00000000-0000-4000-8000-000000000001" }, OM_ERROR_INVALID },
    { { OM_TRAIT_VERB_NAME_GROUP, "nothing", "Making things" }, OM_ERROR_NOT_FOUND },
    { { .verb = OM_TRAIT_VERB_MERGE,
        .id = "00000000-0000-4000-8000-000000000001",
        .other_id = "00000000-0000-4000-8000-000000000001" },
      OM_ERROR_INVALID },
  };

  put_all (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 group = 1;

      g_assert_false (om_engine_act_on_trait (fixture->engine, &wrong[i].act, &group, NULL, &error));
      g_assert_true (g_error_matches (error, OM_ERROR, wrong[i].code));
      g_assert_cmpint (group, ==, 0);
    }
}

/* "Text stage asks" of each, in their order. */
static char *
dup_news (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmToday) today = om_engine_get_today (fixture->engine, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < today->traits->len; i++)
    {
      const OmTraitNews *news = g_ptr_array_index (today->traits, i);

      g_string_append_printf (text, "%s %d %d\n", news->trait->text, news->stage, news->asks);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_news (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *news = dup_news (fixture);

  g_assert_cmpstr (news, ==, expected);
}

/* What rose is told for a week, what is to be asked until it is answered; Not Now is for the day, and asking
 * changes nothing. */
static void
test_news (Fixture      *fixture,
           gconstpointer data)
{
  const char *ids[] = { drafts[0].id, NULL };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  gint64 group;

  put_all (fixture);
  fixture_write (fixture, put, (gpointer) &asked);
  before = fixture_dump (fixture);
  assert_news (fixture, "You sing 5 1\nYou often paint 3 0\nYou prefer tea 2 0\n");
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);

  g_assert_true (om_engine_act_on_card (fixture->engine, OM_CARD_NOT_NOW, ids, &group, NULL, &error));
  g_assert_no_error (error);
  assert_news (fixture, "You sing 5 1\nYou prefer tea 2 0\n");
  g_assert_true (om_engine_undo_card (fixture->engine, ids, group, NULL, &error));
  assert_news (fixture, "You sing 5 1\nYou often paint 3 0\nYou prefer tea 2 0\n");
  g_assert_true (om_engine_act_on_card (fixture->engine, OM_CARD_NOT_NOW, ids, NULL, NULL, &error));
  fixture->now += DAY;
  assert_news (fixture, "You sing 5 1\nYou often paint 3 0\nYou prefer tea 2 0\n");
  fixture->now += 8 * DAY;
  assert_news (fixture, "You sing 5 1\n");
}

#define ADD(name, func) g_test_add ("/engine/traits/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_traits_add (void)
{
  ADD ("list", test_list);
  ADD ("detail", test_detail);
  ADD ("refused-acts", test_refused_acts);
  ADD ("news", test_news);
}
