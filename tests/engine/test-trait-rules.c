/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of design/traits.md one by one, over journals of a few days: what is said and done is one trait, tiers
 * and groups, a split, rhythms that turn, silence, moods; and that acts and texts may come in any order. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-trait-support.h"

#include "dynamics/om-trait.h"
#include "engine/om-act.h"
#include "engine/om-caretaker-private.h"
#include "store/om-store-trait-acts.h"

#define DAY OM_MS_PER_DAY
#define AT_WORK "The boss and the client and the deadline at the office. "
#define WITH_FRIENDS "My friends and I had a party with friends. "

/* (transfer full) (nullable): the trait of a kind and key. */
static OmTrait *
find_trait (Fixture    *fixture,
            const char *kind,
            const char *key)
{
  g_autofree OmTraitReport *report = traits_find (fixture);
  g_autoptr (GPtrArray) traits = traits_list (fixture);

  for (guint i = 0; i < traits->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (traits, i);

      if (g_str_equal (trait->kind, kind) && (key == NULL || g_str_equal (trait->key, key)))
        return om_trait_ref (trait);
    }
  return NULL;
}

static guint
count_kind (Fixture    *fixture,
            const char *kind)
{
  g_autoptr (GPtrArray) traits = traits_list (fixture);
  guint n = 0;

  for (guint i = 0; i < traits->len; i++)
    n += g_str_equal (((OmTrait *) g_ptr_array_index (traits, i))->kind, kind);
  return n;
}

static guint
count_signal (Fixture      *fixture,
              const char   *id,
              OmTraitSignal signal)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmTraitDetail) detail = om_engine_get_trait (fixture->engine, id, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < detail->evidence->len; i++)
    n += ((OmTraitEvidence *) g_ptr_array_index (detail->evidence, i))->signal == signal;
  return n;
}

/* Said and done ------------------------------------------------------------------------------------- */

/* In either order, and in two languages: one trait with the evidence of both; its days are those of both. */
static void
test_said_and_done (void)
{
  static const char *const texts[][3] = {
    { "I often paint.", "Painted the old lock,", "I never paint." },
    { "我经常画画。", "今天我画画了，", "我从来不画画。" },
    { "I often paint.", "今天我画画了，", "I stopped painting." },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (texts); i++)
    {
      const char *const *text = texts[i / 2];
      gboolean said_first = i % 2 == 0;
      g_autoptr (OmTrait) trait = NULL;
      Fixture fixture;

      fixture_set_up (&fixture, NULL);
      for (int day = 0; day < 16; day += 4)
        {
          g_autofree char *done = g_strdup_printf ("%s %d.", text[1], day);
          gboolean say = said_first == (day < 8);

          traits_write_on (&fixture, day, say ? text[0] : done);
          traits_write_on (&fixture, day + 2, say ? text[0] : done);
        }
      traits_write_on (&fixture, 18, "Rain on the roof.");
      trait = find_trait (&fixture, "activity", "paint");
      g_assert_nonnull (trait);
      g_assert_cmpuint (count_kind (&fixture, "activity"), ==, 1);
      g_assert_cmpuint (count_kind (&fixture, "habit"), ==, 0);
      g_assert_cmpuint (count_signal (&fixture, trait->id, OM_TRAIT_SIGNAL_SAID), ==, 4);
      g_assert_cmpuint (count_signal (&fixture, trait->id, OM_TRAIT_SIGNAL_DONE), >=, 2);
      g_assert_cmpuint (trait->n_days, ==, 8);
      g_assert_cmpuint (trait->n_of_days, ==, 9);
      g_assert_cmpint (trait->family, ==, OM_TRAIT_FAMILY_ACTIVITY);
      g_clear_pointer (&trait, om_trait_unref);

      /* What is denied or over speaks against the one trait. */
      traits_write_on (&fixture, 20, text[2]);
      trait = find_trait (&fixture, "activity", "paint");
      g_assert_cmpuint (trait->n_against, ==, 1);
      fixture_tear_down (&fixture, NULL);
    }
}

/* "I never paint", and paints: it speaks against it. */
static void
test_denied_and_done (Fixture      *fixture,
                      gconstpointer data)
{
  g_autoptr (OmTrait) trait = NULL;

  for (int day = 0; day < 12; day += 4)
    traits_write_on (fixture, day, "I never paint.");
  for (int day = 12; day < 24; day += 4)
    traits_write_on (fixture, day, "Painted the old lock.");
  trait = find_trait (fixture, "activity", "paint");
  g_assert_cmpint (trait->polarity, ==, -1);
  g_assert_cmpuint (trait->n_against, ==, 1);
  g_assert_cmpuint (count_signal (fixture, trait->id, OM_TRAIT_SIGNAL_OPPOSITE), ==, 1);
}

/* Tiers --------------------------------------------------------------------------------------------- */

static void
say_often (Fixture    *fixture,
           const char *text,
           int         first,
           int         n)
{
  for (int i = 0; i < n; i++)
    traits_write_on (fixture, first + 4 * i, text);
}

/* Two habits of one theme are a preference, a third makes it surer; two preferences of one family a core value. */
static void
test_tiers (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmTrait) preference = NULL;
  g_autoptr (OmTrait) surer = NULL;
  g_autoptr (OmTrait) none = NULL;
  g_autoptr (OmTrait) core = NULL;
  g_autoptr (OmTraitDetail) detail = NULL;

  say_often (fixture, "I often knit.", 0, 5);
  say_often (fixture, "I often sew.", 1, 5);
  say_often (fixture, "I often bake.", 2, 5);
  say_often (fixture, "I often cook.", 3, 5);
  fixture->now = TEST_NOW + 27 * DAY;
  preference = find_trait (fixture, "theme", "making");
  g_assert_nonnull (preference);
  g_assert_cmpint (preference->tier, ==, OM_TRAIT_TIER_PREFERENCE);
  g_assert_cmpint (preference->stage, ==, OM_TRAIT_STAGE_EMERGING);
  detail = om_engine_get_trait (fixture->engine, preference->id, NULL, NULL);
  g_assert_cmpuint (detail->children->len, ==, 2);
  g_assert_cmpfloat (g_array_index (detail->events, OmTraitEvent, 0).confidence_after, ==, .59);
  g_assert_cmpint (g_array_index (detail->events, OmTraitEvent, 0).cause, ==, OM_TRAIT_CAUSE_FORMED);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (OmTraitDetail) child = om_engine_get_trait (fixture->engine, ((OmTrait *) g_ptr_array_index (detail->children, i))->id, NULL, NULL);

      g_assert_cmpuint (child->parents->len, ==, 1);
    }

  say_often (fixture, "I often draw.", 28, 5);
  fixture->now = TEST_NOW + 55 * DAY;
  surer = find_trait (fixture, "theme", "making");
  g_assert_cmpfloat (surer->held, >, .6);
  g_assert_cmpuint (surer->n_reinforcements, ==, 1);
  none = find_trait (fixture, "value", NULL);
  g_assert_null (none);
  say_often (fixture, "I often make jam.", 29, 5);
  fixture->now = TEST_NOW + 55 * DAY;
  core = find_trait (fixture, "value", "creating");
  g_assert_nonnull (core);
  g_assert_cmpint (core->tier, ==, OM_TRAIT_TIER_CORE);
}

/* What goes together without a theme is asked about; the person's word becomes the trait, and can be taken back. */
static void
test_naming (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (OmTrait) named = NULL;
  g_autoptr (OmTrait) gone = NULL;
  const OmTraitGroup *group;
  gint64 act;

  say_often (fixture, "I always count lamp posts.", 0, 5);
  say_often (fixture, "I often greet lamp posts.", 1, 5);
  say_often (fixture, "I always hum to the kettle.", 2, 5);
  fixture->now = TEST_NOW + 26 * DAY;
  g_free (traits_find (fixture));
  groups = om_engine_get_trait_groups (fixture->engine, NULL, NULL);
  g_assert_cmpuint (groups->len, ==, 1);
  group = g_ptr_array_index (groups, 0);
  g_assert_cmpuint (group->traits->len, ==, 2);

  act = traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_NAME_GROUP, .id = group->id, .text = (char *) "Counting lights" });
  named = find_trait (fixture, "named", NULL);
  g_assert_nonnull (named);
  g_assert_cmpstr (named->text, ==, "Counting lights");
  g_assert_cmpint (named->tier, ==, OM_TRAIT_TIER_PREFERENCE);
  none = om_engine_get_trait_groups (fixture->engine, NULL, NULL);
  g_assert_cmpuint (none->len, ==, 0);

  g_assert_true (om_engine_undo_trait_act (fixture->engine, act, NULL, NULL));
  gone = find_trait (fixture, "named", NULL);
  g_assert_null (gone);
  again = om_engine_get_trait_groups (fixture->engine, NULL, NULL);
  g_assert_cmpuint (again->len, ==, 1);
}

/* Split --------------------------------------------------------------------------------------------- */

/* (transfer full): what follows the trait, %NULL if nothing does. */
static OmTrait *
find_successor (Fixture       *fixture,
                const OmTrait *trait)
{
  g_autoptr (OmTraitDetail) detail = om_engine_get_trait (fixture->engine, trait->id, NULL, NULL);

  return detail->successors->len > 0 ? om_trait_ref (g_ptr_array_index (detail->successors, 0)) : NULL;
}

/* At work and among friends, so for all of life; then denied among friends alone. */
static void
write_two_lives (Fixture *fixture)
{
  for (int day = 0; day < 16; day += 8)
    {
      traits_write_on (fixture, day, AT_WORK "I always carry an umbrella.");
      traits_write_on (fixture, day + 4, WITH_FRIENDS "I always carry an umbrella.");
    }
  traits_write_on (fixture, 16, WITH_FRIENDS "I never carry an umbrella.");
  traits_write_on (fixture, 21, WITH_FRIENDS "I never carry an umbrella.");
}

static void
test_split_by_rule (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (OmTrait) before = NULL;
  g_autoptr (OmTrait) after = NULL;
  g_autoptr (OmTrait) other = NULL;

  write_two_lives (fixture);
  before = find_trait (fixture, "habit", NULL);
  g_assert_cmpint (before->context, ==, OM_CONTEXT_GENERAL);
  g_assert_true (before->needs_review);
  for (int day = 23; day < 35; day += 3)
    traits_write_on (fixture, day, AT_WORK "I always carry an umbrella.");

  /* Nobody answers for fourteen days. */
  fixture->now = TEST_NOW + 40 * DAY;
  g_free (traits_find (fixture));
  {
    g_autoptr (OmTraitDetail) detail = om_engine_get_trait (fixture->engine, before->id, NULL, NULL);

    after = om_trait_ref (detail->trait);
  }
  g_assert_false (after->needs_review);
  g_assert_cmpint (after->context, ==, OM_CONTEXT_WORK);
  g_assert_cmpint (after->polarity, ==, 1);
  other = find_successor (fixture, after);
  g_assert_nonnull (other);
  g_assert_cmpint (other->context, ==, OM_CONTEXT_SOCIAL);
  g_assert_cmpint (other->polarity, ==, -1);
  g_assert_cmpint (other->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
}

static void
test_split_by_person (Fixture      *fixture,
                      gconstpointer data)
{
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (OmTrait) other = NULL;

  write_two_lives (fixture);
  trait = find_trait (fixture, "habit", NULL);
  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_REVIEW, .id = trait->id, .answer = OM_TRAIT_ANSWER_SPLIT,
                                        .context = OM_CONTEXT_SOCIAL });
  other = find_successor (fixture, trait);
  g_assert_nonnull (other);
  g_assert_cmpint (other->context, ==, OM_CONTEXT_SOCIAL);
  g_assert_cmpfloat (other->held, ==, OM_TRAIT_CONFIDENCE_NEW);
}

/* Rhythm, silence, mood ----------------------------------------------------------------------------- */

/* An entry at an hour of a day, and of a mood. */
static void
write_at (Fixture    *fixture,
          int         day,
          int         hour,
          double      valence,
          const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;
  gint64 midnight = TEST_NOW - TEST_NOW % DAY;

  draft->happened = (OmMoment){ midnight + day * DAY + hour * (DAY / 24), 0, OM_PRECISION_INSTANT };
  draft->has_happened = TRUE;
  draft->dedup = OM_DEDUP_OFF;
  draft->valence = valence;
  draft->arousal = .3;
  fixture->now = MAX (fixture->now, draft->happened.ms + 60000);
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
}

/* Written late for two weeks and then in the morning: the last ten entries speak against it, once a month. */
static void
test_reversal (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmTrait) before = NULL;
  g_autoptr (OmTrait) after = NULL;
  g_autofree char *id = NULL;

  for (int day = 0; day < 16; day++)
    {
      g_autofree char *text = g_strdup_printf ("The heron, number %d.", day);

      write_at (fixture, day, 23, 0, text);
    }
  before = find_trait (fixture, "rhythm", "night");
  g_assert_nonnull (before);
  g_assert_cmpuint (before->n_against, ==, 0);
  id = g_strdup (before->id);
  for (int day = 17; day < 40; day++)
    {
      g_autofree char *text = g_strdup_printf ("The lock, number %d.", day);

      write_at (fixture, day, 7, 0, text);
    }
  after = find_trait (fixture, "rhythm", "night");
  g_assert_cmpuint (count_signal (fixture, id, OM_TRAIT_SIGNAL_REVERSED), ==, 1);
  g_assert_cmpfloat (after->held, <, before->held);
}

/* Painted every other day and then, while writing goes on, never; not writing says nothing. */
static void
test_silence (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmTrait) before = NULL;
  g_autofree char *id = NULL;

  for (int day = 0; day < 24; day++)
    {
      g_autofree char *text = g_strdup_printf (day % 2 == 0 ? "Painted the lock, %d." : "Rain, %d.", day);

      traits_write_on (fixture, day, text);
    }
  before = find_trait (fixture, "activity", "paint");
  id = g_strdup (before->id);
  fixture->now = TEST_NOW + 60 * DAY;
  g_free (traits_find (fixture));
  g_assert_cmpuint (count_signal (fixture, id, OM_TRAIT_SIGNAL_SILENT), ==, 0);
  for (int day = 60; day < 80; day++)
    {
      g_autofree char *text = g_strdup_printf ("Rain on the roof, %d.", day);

      traits_write_on (fixture, day, text);
    }
  g_free (traits_find (fixture));
  g_assert_cmpuint (count_signal (fixture, id, OM_TRAIT_SIGNAL_SILENT), ==, 1);
}

/* Days with running read brighter; it is told with its numbers and is never more than emerging. */
static void
test_mood (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (OmTrait) none = NULL;

  for (int day = 0; day < 180; day++)
    {
      gboolean ran = day % 3 == 0;
      g_autofree char *text = g_strdup_printf (ran ? "Went running along the canal, %d." : "Sat and watched, %d.", day);

      write_at (fixture, day, 12, (ran ? .6 : -.1) + (day % 5) * .02, text);
      if (day == 3)
        {
          none = find_trait (fixture, "mood", NULL);
          g_assert_null (none);
        }
    }
  trait = find_trait (fixture, "mood", "activity:run");
  g_assert_nonnull (trait);
  g_assert_cmpint (trait->stage, <=, OM_TRAIT_STAGE_EMERGING);
  g_assert_cmpint (trait->stage, >=, OM_TRAIT_STAGE_CANDIDATE);
  g_assert_cmpfloat_with_epsilon (trait->effect, .7, .05);
  g_assert_cmpuint (trait->n_days, >=, 6);
  g_assert_nonnull (strstr (trait->text, "read brighter"));
  g_assert_null (strstr (trait->text, "because"));
}

/* What is gone -------------------------------------------------------------------------------------- */

/* Runs the main loop until the only trait rests on @n_days. */
static void
wait_for_days (Fixture *fixture,
               guint    n_days)
{
  gint64 limit = g_get_monotonic_time () + 50 * G_USEC_PER_SEC;

  for (gboolean met = FALSE; !met;)
    {
      g_autoptr (GPtrArray) traits = NULL;

      if (g_get_monotonic_time () > limit)
        g_error ("It never rested on %u days.", n_days);
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      traits = traits_list (fixture);
      met = traits->len == 1 && ((OmTrait *) g_ptr_array_index (traits, 0))->n_days == n_days;
    }
}

/* What is made private is evidence no more, without waiting for the next reflection. */
static void
test_recount (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmCaretaker) caretaker = om_caretaker_new (fixture->engine);
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;

  say_often (fixture, "I prefer tea to coffee.", 0, 3);
  id = fixture_remember_at (fixture, TEST_NOW + 12 * DAY, "Guests came. I prefer tea to coffee.");
  om_caretaker_start (caretaker);
  wait_for_days (fixture, 4);
  /* What is done at the start is over: the next reflection is minutes away. */
  for (int i = 0; i < 50; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_MAKE_PRIVATE, (const char *[]){ id, NULL }, NULL, NULL, &error));
  g_assert_no_error (error);
  wait_for_days (fixture, 3);
  om_caretaker_stop (caretaker);
  while (G_OBJECT (caretaker)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
file_holds (Fixture    *fixture,
            const char *word)
{
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  const char *paths[] = { fixture->path, log };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *bytes = NULL;
      gsize length;

      if (g_file_get_contents (paths[i], &bytes, &length, NULL))
        found = found || memmem (bytes, length, word, strlen (word)) != NULL;
    }
  return found;
}

static void
wipe (Fixture    *fixture,
      const char *id)
{
  g_autoptr (GError) error = NULL;

  fixture_bin (fixture, id);
  g_assert_true (om_engine_empty_bin (fixture->engine, (const char *[]){ id, NULL }, NULL, &error));
  g_assert_no_error (error);
}

/* "Not me" holds after the words were wiped, and no word of them is left. What is left in other words keeps it. */
static void
test_acts_of_wiped (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *first = fixture_remember_at (fixture, TEST_NOW, "I love zyzzyva sauce.");
  g_autofree char *second = fixture_remember_at (fixture, TEST_NOW + DAY, "I love long green canal boats.");
  g_autofree char *third = fixture_remember_at (fixture, TEST_NOW + 2 * DAY, "I love long green canal boats, quuxly.");
  g_autoptr (GPtrArray) traits = traits_list_said (fixture);
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) again = NULL;

  g_assert_cmpuint (traits->len, ==, 2);
  for (guint i = 0; i < traits->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (traits, i);

      traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_RENAME, .id = trait->id, .text = (char *) "Named wibbly" });
      traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_REJECT, .id = trait->id });
    }
  wipe (fixture, first);
  wipe (fixture, second);
  g_assert_false (file_holds (fixture, "zyzzyva"));
  left = traits_list_said (fixture);
  for (guint i = 0; i < left->len; i++)
    g_assert_cmpint (((OmTrait *) g_ptr_array_index (left, i))->stage, ==, OM_TRAIT_STAGE_DISSOLVED);

  for (int day = 10; day <= 18; day += 4)
    {
      traits_write_on (fixture, day, "I love zyzzyva sauce.");
      traits_write_on (fixture, day + 1, "I love long green canal boats.");
    }
  again = traits_list_said (fixture);
  for (guint i = 0; i < again->len; i++)
    g_assert_cmpint (((OmTrait *) g_ptr_array_index (again, i))->stage, ==, OM_TRAIT_STAGE_DISSOLVED);
}

/* Any order ----------------------------------------------------------------------------------------- */

static const char *const said[] = {
  "I prefer tea to coffee.", "I don't like coffee.", "I'm an introvert.", "I'm an extrovert.", "I love old maps.",
  "I often paint.",          "Painted all morning.", "I never paint.",    "I usually write late.", "我喜欢喝茶。",
};

/** Said: a text of a day, or an act on a trait that a text speaks of. */
typedef struct
{
  int             day;
  const char     *text;
  OmStoreTraitAct act;
} Event;

static gpointer
add_act (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  OmStoreTraitAct act = *(const OmStoreTraitAct *) data;

  return om_store_trait_act_add (context->store, &act, error) ? OM_ENGINE_DONE : NULL;
}

static GPtrArray *
list_of (const Event *texts,
         guint        n)
{
  Fixture fixture;
  GPtrArray *traits;

  fixture_set_up (&fixture, NULL);
  for (guint i = 0; i < n; i++)
    g_free (fixture_remember_at (&fixture, TEST_NOW + texts[i].day * DAY, texts[i].text));
  fixture.now = TEST_NOW + 100 * DAY;
  g_free (traits_find (&fixture));
  traits = traits_list (&fixture);
  fixture_tear_down (&fixture, NULL);
  return traits;
}

static Event
draw_act (GPtrArray *traits,
          GRand     *random,
          int        day)
{
  static const OmTraitVerb verbs[] = { OM_TRAIT_VERB_CONFIRM, OM_TRAIT_VERB_REJECT, OM_TRAIT_VERB_RESTORE, OM_TRAIT_VERB_RENAME,
                                       OM_TRAIT_VERB_SET_CONTEXT, OM_TRAIT_VERB_REVIEW, OM_TRAIT_VERB_UNBLOCK };
  const OmTrait *trait = g_ptr_array_index (traits, (guint) g_rand_int_range (random, 0, (gint32) traits->len));
  Event event = { .day = day };

  event.act = (OmStoreTraitAct){
    .at = TEST_NOW + day * DAY + 5 * (DAY / 24),
    .day = (gint32) (TEST_NOW / DAY) + day,
    .verb = verbs[g_rand_int_range (random, 0, G_N_ELEMENTS (verbs))],
    .trait = trait->id,
    .kind = trait->kind,
    .key = trait->key,
    .slot = -1,
    .text = (char *) "My own words",
    .context = OM_CONTEXT_PERSONAL,
    .answer = g_rand_int_range (random, 0, OM_N_TRAIT_ANSWERS),
  };
  return event;
}

/* What the person says keeps its order; texts come in any order before, between and after. */
static char *
tell_in_order (const Event *texts,
               guint        n_texts,
               Event       *acts,
               guint        n_acts,
               GRand       *random)
{
  g_autofree guint *order = g_new (guint, n_texts);
  Fixture fixture;
  guint text = 0;
  guint act = 0;
  char *told;

  for (guint i = 0; i < n_texts; i++)
    {
      guint j = (guint) g_rand_int_range (random, 0, (gint32) i + 1);

      order[i] = order[j];
      order[j] = i;
    }
  fixture_set_up (&fixture, NULL);
  while (text < n_texts || act < n_acts)
    {
      if (act < n_acts && (text == n_texts || g_rand_int_range (random, 0, 4) == 0))
        fixture_write (&fixture, add_act, &acts[act++].act);
      else
        {
          g_free (fixture_remember_at (&fixture, TEST_NOW + texts[order[text]].day * DAY, texts[order[text]].text));
          text++;
        }
      if (g_rand_int_range (random, 0, 12) == 0)
        {
          fixture.now = TEST_NOW + 100 * DAY;
          g_free (traits_find (&fixture));
        }
    }
  fixture.now = TEST_NOW + 100 * DAY;
  g_free (traits_find (&fixture));
  told = traits_tell (&fixture);
  fixture_tear_down (&fixture, NULL);
  return told;
}

static void
test_any_order (void)
{
  for (guint32 seed = 1; seed <= 4; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GPtrArray) traits = NULL;
      g_autofree char *told = NULL;
      g_autofree char *other = NULL;
      Event texts[40] = { 0 };
      Event acts[8];

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        texts[i] = (Event){ .day = (int) (2 * i), .text = said[g_rand_int_range (random, 0, G_N_ELEMENTS (said))] };
      traits = list_of (texts, G_N_ELEMENTS (texts));
      g_assert_cmpuint (traits->len, >, 3);
      for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
        acts[i] = draw_act (traits, random, 10 + 10 * (int) i);
      told = tell_in_order (texts, G_N_ELEMENTS (texts), acts, G_N_ELEMENTS (acts), random);
      other = tell_in_order (texts, G_N_ELEMENTS (texts), acts, G_N_ELEMENTS (acts), random);
      g_assert_cmpstr (told, ==, other);
    }
}

#define ADD(name, func) g_test_add ("/engine/trait-rules/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_trait_rules_add (void)
{
  g_test_add_func ("/engine/trait-rules/said-and-done", test_said_and_done);
  ADD ("denied-and-done", test_denied_and_done);
  ADD ("tiers", test_tiers);
  ADD ("naming", test_naming);
  ADD ("split-by-rule", test_split_by_rule);
  ADD ("split-by-person", test_split_by_person);
  ADD ("reversal", test_reversal);
  ADD ("silence", test_silence);
  ADD ("mood", test_mood);
  ADD ("recount", test_recount);
  ADD ("acts-of-wiped", test_acts_of_wiped);
  g_test_add_func ("/engine/trait-rules/any-order", test_any_order);
}
