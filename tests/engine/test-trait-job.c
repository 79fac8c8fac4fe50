/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits worked out: their life by dates, what the person says of them, and that they depend on the final
 * texts alone. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-trait-support.h"

#include "dynamics/om-trait.h"
#include "engine/om-act.h"
#include "engine/om-doctor.h"
#include "engine/om-settings.h"
#include "store/om-store-jobs.h"
#include "store/om-store-private.h"

#define DAY OM_MS_PER_DAY

/* A life --------------------------------------------------------------------------------------------- */

static void
test_life (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmTrait) trait = NULL;
  double confidence;

  traits_write_on (fixture, 0, "I prefer tea to coffee.");
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_TREND);
  g_assert_cmpstr (trait->text, ==, "You prefer tea to coffee");
  g_assert_true (isnan (trait->confidence));
  g_clear_pointer (&trait, om_trait_unref);

  /* The same day says nothing new; two more days make a trait of it. */
  traits_write_on (fixture, 0, "As ever, I prefer tea to coffee!");
  traits_write_on (fixture, 4, "Once more, I prefer tea to coffee.");
  traits_write_on (fixture, 8, "Guests came. I prefer tea to coffee.");
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
  g_assert_cmpfloat (trait->confidence, ==, OM_TRAIT_CONFIDENCE_NEW);
  g_assert_cmpuint (trait->n_days, ==, 3);
  g_clear_pointer (&trait, om_trait_unref);

  /* Two days later is massed and counts as D, four days later as B. */
  traits_write_on (fixture, 10, "I prefer tea to coffee, still.");
  trait = traits_only (fixture);
  confidence = om_trait_reinforce (om_trait_decay (.3, OM_TRAIT_TIER_BEHAVIOR, 2, 0, 2 * DAY), OM_TRAIT_GRADE_D);
  g_assert_cmpfloat_with_epsilon (trait->confidence, confidence, 1e-12);
  g_clear_pointer (&trait, om_trait_unref);
  traits_write_on (fixture, 14, "Sunday. I prefer tea to coffee.");
  trait = traits_only (fixture);
  confidence = om_trait_reinforce (om_trait_decay (confidence, OM_TRAIT_TIER_BEHAVIOR, 3, 0, 4 * DAY), OM_TRAIT_GRADE_B);
  g_assert_cmpfloat_with_epsilon (trait->confidence, confidence, 1e-12);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_EMERGING);
  g_clear_pointer (&trait, om_trait_unref);

  /* Closing the app for two years. */
  fixture->now = TEST_NOW + 750 * DAY;
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_DISSOLVED);
}

/* It is found after years, a trend came to nothing: another one begins, and a trait that faded is followed. */
static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GPtrArray) traits = NULL;
  g_autoptr (OmTrait) trait = NULL;
  g_autofree char *id = NULL;

  traits_write_on (fixture, 0, "I always walk to the market.");
  trait = traits_only (fixture);
  id = g_strdup (trait->id);
  g_clear_pointer (&trait, om_trait_unref);
  for (int day = 100; day <= 108; day += 4)
    traits_write_on (fixture, day, "I always walk to the market.");
  trait = traits_only (fixture);
  g_assert_cmpstr (trait->id, ==, id);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
  g_clear_pointer (&trait, om_trait_unref);

  traits_write_on (fixture, 1000, "I always walk to the market.");
  traits = traits_list_said (fixture);
  g_assert_cmpuint (traits->len, ==, 2);
  trait = om_trait_ref (g_ptr_array_index (traits, 0));
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_TREND);
  g_assert_cmpstr (trait->predecessor, ==, id);
}

static void
test_contradiction (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (OmTraitDetail) detail = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gint64 group;

  for (int day = 0; day <= 12; day += 4)
    traits_write_on (fixture, day, "I like crowds.");
  traits_write_on (fixture, 20, "I don't like crowds.");
  trait = traits_only (fixture);
  g_assert_cmpuint (trait->n_against, ==, 1);
  g_assert_false (trait->needs_review);
  g_clear_pointer (&trait, om_trait_unref);

  traits_write_on (fixture, 24, "I no longer like crowds.");
  trait = traits_only (fixture);
  g_assert_cmpuint (trait->n_against, ==, 2);
  g_assert_true (trait->needs_review);
  g_assert_true (trait->said_changed);

  /* The person's answer, and back. */
  before = traits_tell (fixture);
  group = traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_REVIEW, .id = trait->id, .answer = OM_TRAIT_ANSWER_TRUE });
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_false (trait->needs_review);
  g_assert_cmpuint (trait->n_against, ==, 0);
  g_assert_true (om_engine_undo_trait_act (fixture->engine, group, NULL, NULL));
  after = traits_tell (fixture);
  g_assert_cmpstr (after, ==, before);

  /* Nobody answers: a retraction and ten days of writing about other things let it go. */
  for (int day = 25; day < 37; day++)
    {
      g_autofree char *text = g_strdup_printf ("Rain on the roof, number %d.", day);

      traits_write_on (fixture, day, text);
    }
  fixture->now = TEST_NOW + 24 * DAY + 15 * DAY;
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_DISSOLVED);
  detail = om_engine_get_trait (fixture->engine, trait->id, NULL, NULL);
  g_assert_cmpint (g_array_index (detail->events, OmTraitEvent, detail->events->len - 1).cause, ==, OM_TRAIT_CAUSE_REVIEWED);
}

static void
test_elsewhere (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GPtrArray) traits = NULL;
  OmContext contexts[2];

  /* Careful at work and easy at home are two truths. */
  for (int day = 0; day <= 12; day += 4)
    traits_write_on (fixture, day, "The boss and the client and the deadline at the office. I always plan my weeks.");
  for (int day = 14; day <= 22; day += 4)
    traits_write_on (fixture, day, "My friends and I had a party with friends. I never plan my weeks.");
  traits = traits_list_said (fixture);
  g_assert_cmpuint (traits->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const OmTrait *trait = g_ptr_array_index (traits, i);

      g_assert_cmpuint (trait->n_against, ==, 0);
      contexts[i] = trait->context;
    }
  g_assert_cmpint (contexts[0], ==, OM_CONTEXT_WORK);
  g_assert_cmpint (contexts[1], ==, OM_CONTEXT_SOCIAL);
}

static void
test_antonym (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GPtrArray) traits = NULL;
  guint n_against = 0;

  for (int day = 0; day <= 8; day += 4)
    traits_write_on (fixture, day, "I'm an introvert.");
  traits_write_on (fixture, 12, "I'm an extrovert.");
  traits = traits_list_said (fixture);
  g_assert_cmpuint (traits->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    n_against += ((OmTrait *) g_ptr_array_index (traits, i))->n_against;
  g_assert_cmpuint (n_against, ==, 1);
}

/* The person ---------------------------------------------------------------------------------------- */

static void
test_person (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmTrait) trait = NULL;
  gint64 group;

  traits_write_on (fixture, 0, "I love long trains.");
  trait = traits_only (fixture);
  before = traits_tell (fixture);

  group = traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_CONFIRM, .id = trait->id });
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpfloat (trait->confidence, ==, om_trait_reinforce (.3, OM_TRAIT_GRADE_A));
  g_assert_cmpint (trait->mark, ==, OM_TRAIT_MARK_CONFIRMED);
  g_assert_true (om_engine_undo_trait_act (fixture->engine, group, NULL, NULL));
  g_assert_false (om_engine_undo_trait_act (fixture->engine, group, NULL, NULL));
  after = traits_tell (fixture);
  g_assert_cmpstr (after, ==, before);

  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_RENAME, .id = trait->id, .text = (char *) " Trains,\nthe longer the better " });
  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_SET_CONTEXT, .id = trait->id, .context = OM_CONTEXT_PERSONAL });
  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_REJECT, .id = trait->id });
  for (int day = 4; day <= 16; day += 4)
    traits_write_on (fixture, day, "I love long trains.");
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpstr (trait->text, ==, "Trains, the longer the better");
  g_assert_cmpint (trait->context, ==, OM_CONTEXT_PERSONAL);
  g_assert_true (trait->context_by_hand);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_DISSOLVED);
  g_assert_true (trait->blocked);
  g_assert_cmpuint (trait->n_days, ==, 1);

  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_RESTORE, .id = trait->id });
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
  g_assert_false (trait->blocked);
}

static void
test_merge (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GPtrArray) traits = NULL;
  g_autoptr (OmTrait) trait = NULL;
  const OmTrait *swimming;
  const OmTrait *water;

  traits_write_on (fixture, 0, "I love deep water.");
  traits_write_on (fixture, 0, "I love swimming.");
  traits_write_on (fixture, 4, "I love swimming.");
  traits_write_on (fixture, 8, "I love swimming.");
  traits = traits_list_said (fixture);
  g_assert_cmpuint (traits->len, ==, 2);
  swimming = g_ptr_array_index (traits, 0);
  water = g_ptr_array_index (traits, 1);
  g_assert_cmpint (swimming->stage, ==, OM_TRAIT_STAGE_CANDIDATE);

  /* Both are one from the beginning: four pieces on three days. */
  traits_act_on (fixture, (OmTraitAct){ .verb = OM_TRAIT_VERB_MERGE, .id = water->id, .other_id = swimming->id });
  trait = traits_only (fixture);
  g_assert_cmpstr (trait->id, ==, water->id);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
  g_assert_cmpuint (trait->n_days, ==, 3);
}

/* What is no evidence ------------------------------------------------------------------------------- */

static void
test_evidence_gone (Fixture      *fixture,
                    gconstpointer data)
{
  static const char text[] = "I never eat breakfast.";
  g_autofree char *first = fixture_remember_at (fixture, TEST_NOW, text);
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  OmMemory *values = om_memory_new ();
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (GPtrArray) none = NULL;

  fixture->now = TEST_NOW + 8 * DAY;
  second = fixture_remember_at (fixture, TEST_NOW + 4 * DAY, text);
  third = fixture_remember_at (fixture, TEST_NOW + 8 * DAY, text);
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_CANDIDATE);

  fixture_bin (fixture, third);
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpuint (trait->n_days, ==, 2);
  fixture_restore (fixture, third);
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpuint (trait->n_days, ==, 3);

  g_assert_true (om_engine_act (fixture->engine, OM_ACT_MAKE_PRIVATE, (const char *[]){ third, NULL }, NULL, NULL, NULL));
  values->flags = OM_FLAG_NOT_ABOUT_ME;
  om_memory_unref (fixture_edit (fixture, second, OM_CHANGE_FLAGS, values));
  g_clear_pointer (&trait, om_trait_unref);
  trait = traits_only (fixture);
  g_assert_cmpuint (trait->n_days, ==, 1);

  values = om_memory_new ();
  values->content = g_strdup ("Breakfast again.");
  om_memory_unref (fixture_edit (fixture, first, OM_CHANGE_CONTENT, values));
  none = traits_list_said (fixture);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_sensitive (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree OmTraitReport *report = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (GError) error = NULL;
  OmSettingChange change = { OM_SETTING_TRAITS_RELIGION, FALSE, 1 };

  traits_write_on (fixture, 0, "I always pray.");
  report = traits_find (fixture);
  none = traits_list (fixture);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (om_engine_change_settings (fixture->engine, &change, 1, NULL, &error));
  trait = traits_only (fixture);
  g_assert_cmpint (trait->stage, ==, OM_TRAIT_STAGE_TREND);
}

/* Emptying the bin takes the words out of the traits, too, and out of the bytes of the file. */
static void
test_wiped (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember_at (fixture, TEST_NOW, "I love zyzzyva sauce.");
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  g_autoptr (OmTrait) trait = traits_only (fixture);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;
  const char *paths[] = { fixture->path, log };

  g_assert_nonnull (strstr (trait->text, "zyzzyva"));
  fixture_bin (fixture, id);
  g_assert_true (om_engine_empty_bin (fixture->engine, (const char *[]){ id, NULL }, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *bytes = NULL;
      gsize length;

      if (g_file_get_contents (paths[i], &bytes, &length, NULL))
        g_assert_null (memmem (bytes, length, "zyzzyva", strlen ("zyzzyva")));
    }
  none = traits_list (fixture);
  g_assert_cmpuint (none->len, ==, 0);
}

static gpointer
damage (const OmWriteContext *context,
        gpointer              data,
        GCancellable         *cancellable,
        GError              **error)
{
  return om_store_exec (context->store, "UPDATE traits SET confidence = NULL, stage = 3; DELETE FROM trait_history", error)
           ? OM_ENGINE_DONE
           : NULL;
}

static void
test_doctor (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmDoctorReport) ill = NULL;
  g_autoptr (OmDoctorReport) repaired = NULL;
  g_autoptr (OmDoctorReport) well = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  for (int day = 0; day <= 12; day += 4)
    traits_write_on (fixture, day, "I love old maps.");
  g_free (traits_find (fixture));
  before = traits_tell (fixture);
  fixture_write (fixture, damage, NULL);
  ill = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_false (ill->sound);
  g_assert_cmpuint (ill->findings->len, ==, 1);
  repaired = om_engine_doctor (fixture->engine, TRUE, NULL, NULL);
  g_assert_nonnull (repaired);
  well = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_true (well->sound);
  after = traits_tell (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* Searching ----------------------------------------------------------------------------------------- */

static OmAnswer *
ask (Fixture    *fixture,
     const char *query,
     gboolean    with_traits)
{
  g_autoptr (OmSearch) search = om_search_new (query, 10);
  g_autoptr (GError) error = NULL;
  OmAnswer *answer;

  search->include_traits = with_traits;
  answer = om_engine_search (fixture->engine, search, NULL, &error);
  g_assert_no_error (error);
  return answer;
}

/* Only what has emerged comes up; memories stand where they stood. */
static void
test_search (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmAnswer) early = NULL;
  g_autoptr (OmAnswer) without = NULL;
  g_autoptr (OmAnswer) with = NULL;
  g_autoptr (OmAnswer) tagged = NULL;
  g_autoptr (OmTrait) before = NULL;
  g_autoptr (OmTrait) after = NULL;
  const OmTraitHit *hit;

  for (int day = 0; day <= 8; day += 4)
    traits_write_on (fixture, day, "I love old maps.");
  before = traits_only (fixture);
  g_assert_cmpint (before->stage, ==, OM_TRAIT_STAGE_CANDIDATE);
  early = ask (fixture, "old maps", TRUE);
  g_assert_cmpuint (early->traits->len, ==, 0);
  g_clear_pointer (&before, om_trait_unref);

  traits_write_on (fixture, 12, "I love old maps.");
  before = traits_only (fixture);
  g_assert_cmpint (before->stage, ==, OM_TRAIT_STAGE_EMERGING);
  without = ask (fixture, "which maps", FALSE);
  g_assert_cmpuint (without->traits->len, ==, 0);
  with = ask (fixture, "which maps", TRUE);
  g_assert_cmpuint (with->traits->len, ==, 1);
  hit = g_ptr_array_index (with->traits, 0);
  g_assert_cmpstr (hit->trait->id, ==, before->id);
  g_assert_cmpuint (hit->place, <=, with->hits->len);
  g_assert_cmpuint (with->hits->len, ==, without->hits->len);
  for (guint i = 0; i < with->hits->len; i++)
    g_assert_cmpstr (((OmHit *) g_ptr_array_index (with->hits, i))->memory->id, ==,
                     ((OmHit *) g_ptr_array_index (without->hits, i))->memory->id);
  tagged = ask (fixture, "maps tag:none", TRUE);
  g_assert_cmpuint (tagged->traits->len, ==, 0);

  /* Looking strengthens nothing. */
  after = traits_only (fixture);
  g_assert_cmpfloat (after->confidence, ==, before->confidence);
}

/* The final texts alone ----------------------------------------------------------------------------- */

static const char *const sentences[] = {
  "I prefer tea to coffee.",       "I don't like coffee.",      "I always walk to work with my boss and my client.",
  "I never walk to work.",         "I'm an introvert.",         "I'm an extrovert.",
  "I love old maps.",              "I no longer love old maps.", "I usually write late.",
  "I rarely write late, friends.", "Rain, and a heron.",        "我喜欢喝茶。",
  "我不喜欢喝茶。",                 "Whenever it rains, I bake bread.", "I hate loud rooms. I love old maps.",
  "I painted all morning, a joy.", "I went running along the canal.", "We painted and I baked bread. Wonderful.",
};

typedef struct
{
  const char *text;
  gint64      at;
  gboolean    stays;
} Page;

static GArray *
draw_pages (GRand *random)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (Page));

  for (guint i = 0; i < 90; i++)
    {
      Page page = {
        sentences[g_rand_int_range (random, 0, G_N_ELEMENTS (sentences))],
        TEST_NOW + g_rand_int_range (random, 0, 90) * DAY + g_rand_int_range (random, 0, 12) * 3600000,
        g_rand_int_range (random, 0, 5) > 0,
      };
      gboolean twice = FALSE;

      /* The same text twice on a day would be one entry. */
      for (guint j = 0; j < pages->len; j++)
        {
          const Page *other = &g_array_index (pages, Page, j);

          twice = twice || (other->text == page.text && ABS (other->at - page.at) < 2 * DAY);
        }
      if (!twice)
        g_array_append_val (pages, page);
    }
  return pages;
}

static void
shuffle (GArray *pages,
         GRand  *random)
{
  for (guint i = pages->len; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (random, 0, (gint32) i);
      Page page = g_array_index (pages, Page, i - 1);

      g_array_index (pages, Page, i - 1) = g_array_index (pages, Page, j);
      g_array_index (pages, Page, j) = page;
    }
}

/* Written crookedly: other texts first, private for a while, taken away again, looked at in between. */
static void
write_crookedly (Fixture *fixture,
                 GArray  *pages,
                 GRand   *random)
{
  for (guint i = 0; i < pages->len; i++)
    {
      const Page *page = &g_array_index (pages, Page, i);
      gboolean detour = g_rand_boolean (random);
      g_autofree char *other = g_strdup_printf ("I love draft number %u.", i);
      g_autofree char *id = fixture_remember_at (fixture, page->at, detour ? other : page->text);

      if (g_rand_int_range (random, 0, 8) == 0)
        g_free (traits_find (fixture));
      if (detour)
        {
          OmMemory *values = om_memory_new ();

          values->content = g_strdup (page->text);
          om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_CONTENT, values));
        }
      if (!page->stays && g_rand_boolean (random))
        fixture_bin (fixture, id);
      else if (!page->stays)
        om_engine_act (fixture->engine, OM_ACT_MAKE_PRIVATE, (const char *[]){ id, NULL }, NULL, NULL, NULL);
    }
}

static void
write_straight (Fixture *fixture,
                GArray  *pages)
{
  for (guint i = 0; i < pages->len; i++)
    {
      const Page *page = &g_array_index (pages, Page, i);

      if (page->stays)
        g_free (fixture_remember_at (fixture, page->at, page->text));
    }
}

static void
test_final_texts (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GArray) pages = draw_pages (random);
      g_autofree char *crooked = NULL;
      g_autofree char *straight = NULL;
      Fixture one;
      Fixture two;

      fixture_set_up (&one, NULL);
      fixture_set_up (&two, NULL);
      one.now = two.now = TEST_NOW + 91 * DAY;
      write_crookedly (&one, pages, random);
      shuffle (pages, random);
      write_straight (&two, pages);
      one.now = two.now = TEST_NOW + 120 * DAY;
      g_free (traits_find (&one));
      g_free (traits_find (&one));
      g_free (traits_find (&two));
      crooked = traits_tell (&one);
      straight = traits_tell (&two);
      g_assert_cmpstr (crooked, ==, straight);
      g_assert_cmpuint (strlen (straight), >, 500);
      fixture_tear_down (&one, NULL);
      fixture_tear_down (&two, NULL);
    }
}

static void
test_nothing_to_do (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree OmTraitReport *first = NULL;
  g_autofree OmTraitReport *second = NULL;
  gint64 revision;

  traits_write_on (fixture, 0, "I love old maps.");
  first = traits_find (fixture);
  g_assert_cmpuint (first->n_read, ==, 1);
  g_assert_cmpuint (first->n_changed, ==, 1);
  revision = om_store_get_revision (fixture->engine->store, NULL);
  second = traits_find (fixture);
  g_assert_cmpuint (second->n_read, ==, 0);
  g_assert_cmpuint (second->n_changed, ==, 0);
  g_assert_cmpint (om_store_get_revision (fixture->engine->store, NULL), ==, revision);
}

static gpointer
take_lease (const OmWriteContext *context,
            gpointer              data,
            GCancellable         *cancellable,
            GError              **error)
{
  gboolean taken;

  return om_store_job_take (context->store, "traits", "somebody else", context->now, context->now + 60000, &taken, error) && taken
           ? OM_ENGINE_DONE
           : NULL;
}

/* Two processes never run it at once; a lease that is left behind runs out. */
static void
test_lease (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree OmTraitReport *skipped = NULL;
  g_autofree OmTraitReport *done = NULL;
  g_autoptr (GError) error = NULL;
  OmEngine *second;

  g_free (fixture_remember_at (fixture, TEST_NOW, "I love old maps."));
  fixture_write (fixture, take_lease, NULL);
  skipped = om_engine_find_traits (fixture->engine, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (skipped->skipped);
  fixture->now += 3600000;
  second = engine_open (fixture, OM_OPEN_DEFAULT);
  done = om_engine_find_traits (second, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (done->skipped);
  g_assert_cmpuint (done->n_read, ==, 1);
  engine_close (second);
  om_trait_unref (traits_only (fixture));
}

#define ADD(name, func) g_test_add ("/engine/trait-job/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_trait_job_add (void)
{
  ADD ("life", test_life);
  ADD ("again", test_again);
  ADD ("contradiction", test_contradiction);
  ADD ("elsewhere", test_elsewhere);
  ADD ("antonym", test_antonym);
  ADD ("person", test_person);
  ADD ("merge", test_merge);
  ADD ("evidence-gone", test_evidence_gone);
  ADD ("wiped", test_wiped);
  ADD ("doctor", test_doctor);
  ADD ("search", test_search);
  ADD ("lease", test_lease);
  ADD ("sensitive", test_sensitive);
  ADD ("nothing-to-do", test_nothing_to_do);
  g_test_add_func ("/engine/trait-job/final-texts", test_final_texts);
}
