/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hidden as a whole: nothing of it comes up by itself, everything is found. */
#include "config.h"

#include "test-engine.h"

#include "engine/om-doctor.h"
#include "engine/om-hiding.h"
#include "engine/om-outlook.h"
#include "engine/om-reflect.h"
#include "engine/om-surfacing.h"
#include "engine/om-today.h"
#include "store/om-store-meta.h"

#define DAY OM_MS_PER_DAY
#define HOUR G_GINT64_CONSTANT (3600000)
#define N_DAYS 60

/* What the entries of the journal are about, in turn. */
static const struct
{
  const char *text;
  const char *tag; /* (nullable) */
} subjects[] = {
  { "Sat with Anna by the water, day", NULL },
  { "The office again, report number", "Work" },
  { "Walked alone along the canal, lock", NULL },
  { "Marked the paper with pencil", "canal" },
  { "Planted beans, row", NULL },
};

static void
write_journal (Fixture *fixture)
{
  for (int i = N_DAYS; i > 0; i--)
    {
      guint which = (guint) i % G_N_ELEMENTS (subjects);
      g_autofree char *text = g_strdup_printf ("%s %d.", subjects[which].text, i);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      fixture->now = TEST_NOW - i * DAY;
      draft->valence = i % 2 == 0 ? .5 : -.1;
      draft->arousal = .4;
      if (subjects[which].tag != NULL)
        draft->tags = g_strsplit (subjects[which].tag, " ", -1);
      om_remembered_free (om_engine_remember (fixture->engine, draft, NULL, NULL));
    }
  fixture->now = om_surfacing_day_start (TEST_NOW, fixture->engine->zone, &(gint32){ 0 }) + HOUR;
}

/* Whether a card of one of @n_days days, from now on, has such a text. */
static gboolean
comes_up (Fixture    *fixture,
          const char *part,
          int         n_days)
{
  gint64 begun = fixture->now;
  gboolean found = FALSE;

  for (int i = 0; i < n_days; i++, fixture->now += DAY)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmToday) today = om_engine_get_today (fixture->engine, NULL, &error);

      g_assert_no_error (error);
      for (guint j = 0; j < today->cards->len; j++)
        found = found || strstr (((OmCard *) g_ptr_array_index (today->cards, j))->memory->content, part) != NULL;
    }
  fixture->now = begun;
  return found;
}

static gboolean
change (Fixture  *fixture,
        OmHiding *hiding, /* (transfer full) */
        gboolean  hide)
{
  g_autoptr (OmHiding) owned = hiding;
  g_autoptr (GError) error = NULL;
  gboolean changed = FALSE;

  g_assert_nonnull (hiding);
  om_engine_change_hiding (fixture->engine, hiding, hide, &changed, NULL, &error);
  g_assert_no_error (error);
  return changed;
}

/* How many pass a filter for what comes up by itself. */
static guint
count_by_itself (Fixture *fixture)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GArray) items = NULL;

  filter->by_itself = TRUE;
  items = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, NULL);
  return items->len;
}

static gboolean
is_among_soonest (Fixture    *fixture,
                  const char *part)
{
  g_autoptr (OmOutlook) outlook = om_engine_get_outlook (fixture->engine, 0, 0, 100, NULL, NULL);

  for (guint i = 0; i < outlook->soonest->len; i++)
    {
      if (strstr (((OmSoon *) g_ptr_array_index (outlook->soonest, i))->memory->content, part) != NULL)
        return TRUE;
    }
  return FALSE;
}

static guint
count_moods (Fixture *fixture)
{
  g_autoptr (GArray) moods = om_engine_get_moods (fixture->engine, NULL, NULL);

  return moods->len;
}

/* All of the store but the facts about itself: its revision, and what is hidden. */
static char *
dup_memories (Fixture *fixture)
{
  g_autofree char *dump = fixture_dump (fixture);
  g_auto (GStrv) lines = g_strsplit (dump, "\n", -1);
  g_autoptr (GString) memories = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      if (!g_str_has_prefix (*line, "meta|"))
        g_string_append_printf (memories, "%s\n", *line);
    }
  return g_string_free (g_steal_pointer (&memories), FALSE);
}

/* What is told of one kind of hiding: @hiding hides the twelve of sixty that hold @part. */
static void
check_hiding (Fixture    *fixture,
              OmHiding   *hiding, /* (transfer full) */
              const char *part)
{
  g_autoptr (OmHiding) owned = hiding;
  g_autofree char *before = dup_memories (fixture);
  g_autofree char *after = NULL;
  g_autoptr (GPtrArray) listed = NULL;
  guint n_found = fixture_count_hits (fixture, part, part);

  g_assert_cmpuint (n_found, >, 0);
  g_assert_true (comes_up (fixture, part, 20));
  g_assert_true (is_among_soonest (fixture, part));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS);
  g_assert_cmpuint (count_moods (fixture), ==, N_DAYS);

  g_assert_true (change (fixture, om_hiding_copy (hiding), TRUE));
  g_assert_false (change (fixture, om_hiding_copy (hiding), TRUE));
  g_assert_false (comes_up (fixture, part, 20));
  g_assert_false (is_among_soonest (fixture, part));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS - 12);
  g_assert_cmpuint (count_moods (fixture), ==, N_DAYS - 12);
  /* Lists and searches have all of it, and no memory was touched. */
  g_assert_cmpuint (fixture_count_hits (fixture, part, part), ==, n_found);
  listed = om_engine_list_hidings (fixture->engine, NULL, NULL);
  g_assert_cmpuint (listed->len, ==, 1);
  g_assert_cmpint (((OmHiding *) g_ptr_array_index (listed, 0))->kind, ==, hiding->kind);
  g_assert_cmpstr (((OmHiding *) g_ptr_array_index (listed, 0))->name, ==, hiding->name);
  g_assert_cmpuint (((OmHiding *) g_ptr_array_index (listed, 0))->n_memories, ==, 12);

  /* It holds in every process on the store. */
  fixture_reopen (fixture);
  g_assert_false (comes_up (fixture, part, 20));

  g_assert_true (change (fixture, om_hiding_copy (hiding), FALSE));
  g_assert_false (change (fixture, om_hiding_copy (hiding), FALSE));
  g_assert_true (comes_up (fixture, part, 20));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS);
  after = dup_memories (fixture);
  g_assert_true (g_str_equal (after, before));
}

/* The spelling does not count. */
static void
test_tag (Fixture      *fixture,
          gconstpointer data)
{
  write_journal (fixture);
  g_assert_true (change (fixture, om_hiding_new_tag ("#WORK", NULL), TRUE));
  g_assert_true (change (fixture, om_hiding_new_tag ("work", NULL), FALSE));
  check_hiding (fixture, om_hiding_new_tag ("Work", NULL), "office");
}

/* As it stands, and as a whole word: neither "Annabel" nor what only has the same stem. */
static void
test_name (Fixture      *fixture,
           gconstpointer data)
{
  write_journal (fixture);
  check_hiding (fixture, om_hiding_new_name (" anna ", NULL), "Anna");
  g_assert_true (change (fixture, om_hiding_new_name ("Mark", NULL), TRUE));
  g_assert_true (comes_up (fixture, "Marked", 20));
  /* A tag is a word of it, too. */
  g_assert_true (change (fixture, om_hiding_new_name ("CANAL", NULL), TRUE));
  g_assert_false (comes_up (fixture, "Marked", 20));
  g_assert_false (comes_up (fixture, "canal", 20));
}

static void
test_name_without_spaces (Fixture      *fixture,
                          gconstpointer data)
{
  write_journal (fixture);
  fixture->now = TEST_NOW - 3 * DAY;
  g_free (fixture_remember (fixture, "今天和小明一起去公园散步。"));
  g_free (fixture_remember (fixture, "今天和小红一起做饭。"));
  fixture->now = TEST_NOW;
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS + 2);
  g_assert_true (change (fixture, om_hiding_new_name ("小明", NULL), TRUE));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS + 1);
}

/* Sixty days back from 14 June are 16 April to 14 June 2025. */
static void
test_period (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmHiding) month = om_hiding_new_period ("2025-05", NULL);
  g_autoptr (OmHiding) days = om_hiding_new_period ("2025-05-01 – 2025-05-31", NULL);
  g_autoptr (OmHiding) one = om_hiding_new_period ("2025-05-20", NULL);

  write_journal (fixture);
  g_assert_cmpint (month->first_day, ==, days->first_day);
  g_assert_cmpint (month->last_day, ==, days->last_day);
  g_assert_cmpint (one->first_day, ==, one->last_day);
  g_assert_true (change (fixture, om_hiding_copy (month), TRUE));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS - 31);
  g_assert_true (change (fixture, om_hiding_copy (one), TRUE));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS - 31);
  g_assert_true (change (fixture, om_hiding_copy (days), FALSE));
  g_assert_cmpuint (count_by_itself (fixture), ==, N_DAYS - 1);
}

/* The same day of former years. */
static void
test_on_this_day (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;

  fixture->now = TEST_NOW - 365 * DAY;
  g_free (fixture_remember (fixture, "A year ago, with Anna."));
  g_free (fixture_remember (fixture, "A year ago, alone."));
  fixture->now = TEST_NOW;
  filter->by_itself = TRUE;
  filter->month = 6;
  filter->month_day = 15;
  before = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, NULL);
  g_assert_cmpuint (before->len, ==, 2);
  g_assert_true (change (fixture, om_hiding_new_name ("Anna", NULL), TRUE));
  after = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, NULL);
  g_assert_cmpuint (after->len, ==, 1);
}

static char *
dup_cards (Fixture    *fixture,
           const char *without)
{
  g_autoptr (OmToday) today = om_engine_get_today (fixture->engine, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < today->cards->len; i++)
    {
      const OmCard *card = g_ptr_array_index (today->cards, i);

      if (without == NULL || strstr (card->memory->content, without) == NULL)
        g_string_append_printf (text, "%d %d %s\n", card->kind, card->reason, card->memory->content);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Today is the same all day: what is hidden leaves, and nothing takes its place. Taken back it is as it was. */
static void
test_same_day (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *morning = NULL;
  g_autofree char *others = NULL;
  g_autofree char *noon = NULL;
  g_autofree char *evening = NULL;
  const char *part = NULL;

  write_journal (fixture);
  /* One of which something is on Today. */
  morning = dup_cards (fixture, NULL);
  for (guint i = 0; part == NULL && i < 2; i++)
    part = strstr (morning, i == 0 ? "Anna" : "office") != NULL ? (i == 0 ? "Anna" : "office") : NULL;
  g_assert_nonnull (part);
  others = dup_cards (fixture, part);
  g_assert_cmpstr (others, !=, morning);
  fixture->now += 2 * HOUR;
  g_assert_true (change (fixture, om_hiding_new_name (part, NULL), TRUE));
  noon = dup_cards (fixture, NULL);
  g_assert_cmpstr (noon, ==, others);
  fixture->now += 2 * HOUR;
  g_assert_true (change (fixture, om_hiding_new_name (part, NULL), FALSE));
  evening = dup_cards (fixture, NULL);
  g_assert_cmpstr (evening, ==, morning);
}

/* A thought tells of what it came from. */
static void
test_thoughts (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmReflectReport) report = NULL;

  write_journal (fixture);
  for (int i = 6; i > 3; i--)
    {
      g_autoptr (OmDraft) draft = om_draft_new ("Went up to the tower with the old telescope to see the rings of Saturn.");

      fixture->now = TEST_NOW - i * DAY;
      draft->tags = g_strsplit (i == 4 ? "stars" : "night", " ", -1);
      om_remembered_free (om_engine_remember (fixture->engine, draft, NULL, NULL));
    }
  fixture->now = TEST_NOW;
  report = om_engine_reflect (fixture->engine, FALSE, NULL, NULL);
  g_assert_cmpuint (g_strv_length (report->created), >, 0);
  fixture->now += DAY;
  g_assert_true (comes_up (fixture, ": Went up to the tower", 2));
  g_assert_true (change (fixture, om_hiding_new_tag ("stars", NULL), TRUE));
  g_assert_false (comes_up (fixture, ": Went up to the tower", 2));
}

static void
test_refused (void)
{
  static const char *const bad_tags[] = { "", "  ", "#", "two\nlines" };
  static const char *const bad_names[] = { "", "  ", ":)", "\xff" };
  static const char *const bad_periods[] = { "", "spring", "2025-13", "2025-06 2025-05", "2025 2026 2027", "2025-02-30", "-" };

  for (guint i = 0; i < G_N_ELEMENTS (bad_tags); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (om_hiding_new_tag (bad_tags[i], &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad_names); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (om_hiding_new_name (bad_names[i], &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad_periods); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (om_hiding_new_period (bad_periods[i], &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

static gpointer
spoil (const OmWriteContext *context,
       gpointer              args,
       GCancellable         *cancellable,
       GError              **error)
{
  return om_store_meta_set (context->store, "hide.tag.work", "yes", error) &&
             om_store_meta_set (context->store, "hide.period.20/10", "1 ", error) &&
             om_store_meta_set (context->store, "hide.place.of-a-newer-version", "1 ", error)
           ? OM_ENGINE_DONE
           : NULL;
}

static void
test_doctor (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmDoctorReport) found = NULL;
  g_autoptr (OmDoctorReport) repaired = NULL;
  g_autoptr (OmDoctorReport) sound = NULL;

  write_journal (fixture);
  fixture_write (fixture, spoil, NULL);
  g_assert_true (comes_up (fixture, "office", 20));
  found = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_false (found->sound);
  g_assert_cmpuint (found->findings->len, ==, 2);
  repaired = om_engine_doctor (fixture->engine, TRUE, NULL, NULL);
  g_assert_true (repaired->sound);
  sound = om_engine_doctor (fixture->engine, FALSE, NULL, NULL);
  g_assert_true (sound->sound);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down)

void
test_hiding_add (void)
{
  ADD ("/hiding/tag", test_tag);
  ADD ("/hiding/name", test_name);
  ADD ("/hiding/name-without-spaces", test_name_without_spaces);
  ADD ("/hiding/period", test_period);
  ADD ("/hiding/on-this-day", test_on_this_day);
  ADD ("/hiding/same-day", test_same_day);
  ADD ("/hiding/thoughts", test_thoughts);
  g_test_add_func ("/hiding/refused", test_refused);
  ADD ("/hiding/doctor", test_doctor);
}
