/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many entries at once: all or none, each known again, and the person may write meanwhile. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/om-doctor.h"
#include "engine/om-intake.h"
#include "store/om-store-private.h"
#include "test-engine.h"

static OmDraft *
draft_new (const char *key,
           const char *text)
{
  OmDraft *draft = om_draft_new (text);

  draft->origin = OM_ORIGIN_IMPORT;
  draft->source = g_strdup ("test");
  draft->source_key = g_strdup (key);
  draft->happened = om_moment_on_day (2021, 3, 4);
  draft->has_happened = TRUE;
  return draft;
}

static OmIntake *
intake_new (OmEngine *engine,
            gboolean  as_if_lived)
{
  g_autoptr (GError) error = NULL;
  OmIntake *intake = om_intake_new (engine, as_if_lived, &error);

  g_assert_no_error (error);
  return intake;
}

static OmIntakeOutcome
add_draft (OmIntake *intake,
           OmDraft  *draft)
{
  g_autoptr (GError) error = NULL;
  OmIntakeOutcome outcome = (OmIntakeOutcome) -1;

  om_intake_add (intake, draft, &outcome, NULL, &error);
  g_assert_no_error (error);
  om_draft_free (draft);
  return outcome;
}

static OmIntakeOutcome
add_entry (OmIntake   *intake,
           const char *key,
           const char *text)
{
  return add_draft (intake, draft_new (key, text));
}

static void
commit (OmIntake *intake)
{
  g_autoptr (GError) error = NULL;

  om_intake_commit (intake, NULL, &error);
  g_assert_no_error (error);
}

static guint
count_list (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, OM_SORT_NEWEST, NULL, &error);

  g_assert_no_error (error);
  return items->len;
}

/* The id of the one memory whose text holds these words. */
static char *
find_id (Fixture    *fixture,
         const char *words)
{
  g_autofree char *query = g_strdup_printf ("\"%s\"", words);
  g_autoptr (OmAnswer) answer = fixture_search (fixture, query);

  g_assert_cmpuint (answer->hits->len, ==, 1);
  return g_strdup (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory->id);
}

static void
assert_sound (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (report->findings, i));
}

/* What came in ---------------------------------------------------------------------------------- */

static void
test_plain (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  OmDraft *draft = draft_new ("b", "I felt glad when the swallows came back.");
  g_autofree char *id = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GArray) events = NULL;

  draft->title = g_strdup ("Swallows");
  draft->tags = g_strsplit ("birds,Spring", ",", -1);
  draft->source_data = g_strdup ("{\"weather\":\"fine\"}");
  g_assert_cmpint (add_entry (intake, "a", "The first entry of the old diary."), ==, OM_INTAKE_ADDED);
  g_assert_cmpint (add_draft (intake, draft), ==, OM_INTAKE_ADDED);
  /* Nothing is in the store before the commit. */
  g_assert_cmpuint (count_list (fixture), ==, 0);
  commit (intake);
  g_assert_cmpuint (count_list (fixture), ==, 2);
  id = find_id (fixture, "swallows came back");
  memory = fixture_get (fixture, id);
  g_assert_cmpstr (memory->title, ==, "Swallows");
  g_assert_cmpuint (g_strv_length (memory->tags), ==, 2);
  g_assert_cmpint (memory->origin, ==, OM_ORIGIN_IMPORT);
  g_assert_cmpint (memory->happened.precision, ==, OM_PRECISION_DAY);
  g_assert_cmpstr (memory->source_key, ==, "b");
  g_assert_cmpstr (memory->source_data, ==, "{\"weather\":\"fine\"}");
  events = fixture_events (fixture, id);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpint (g_array_index (events, OmEvent, 0).cause, ==, OM_EVENT_IMPORTED);
  assert_sound (fixture);
}

static void
test_clocks (Fixture      *fixture,
             gconstpointer data)
{
  const OmMoment lived = om_moment_on_day (2021, 3, 4);

  for (guint as_if_lived = 0; as_if_lived < 2; as_if_lived++)
    {
      g_autoptr (OmIntake) intake = intake_new (fixture->engine, as_if_lived);
      g_autofree char *key = g_strdup_printf ("%u", as_if_lived);
      g_autofree char *undated_key = g_strdup_printf ("u%u", as_if_lived);
      g_autofree char *text = g_strdup_printf ("Clocks, the %uth.", as_if_lived);
      g_autofree char *undated_text = g_strdup_printf ("Undated, the %uth.", as_if_lived);
      OmDraft *draft = draft_new (undated_key, undated_text);
      g_autofree char *id = NULL;
      g_autofree char *undated_id = NULL;
      g_autoptr (OmMemory) memory = NULL;
      g_autoptr (OmMemory) undated = NULL;
      gint64 expected = as_if_lived ? lived.ms : fixture->now;

      draft->happened = om_moment_unknown (fixture->now);
      add_entry (intake, key, text);
      add_draft (intake, draft);
      commit (intake);
      id = find_id (fixture, text);
      memory = fixture_get (fixture, id);
      g_assert_cmpint (memory->happened.ms, ==, lived.ms);
      g_assert_cmpint (memory->recorded_at, ==, fixture->now);
      g_assert_cmpint (memory->salience_at, ==, expected);
      g_assert_cmpint (memory->last_seen_at, ==, expected);
      g_assert_cmpint (memory->last_active_at, ==, expected);
      /* Years ago is nearly forgotten, today is not. */
      if (as_if_lived)
        g_assert_cmpfloat (om_engine_present_salience (fixture->engine, memory), <, 0.1);
      else
        g_assert_cmpfloat (om_engine_present_salience (fixture->engine, memory), ==, memory->salience);

      /* An entry of no date has been lived at no time that could be believed. */
      undated_id = find_id (fixture, undated_text);
      undated = fixture_get (fixture, undated_id);
      g_assert_cmpint (undated->happened.precision, ==, OM_PRECISION_UNKNOWN);
      g_assert_cmpint (undated->salience_at, ==, fixture->now);
      g_assert_cmpint (undated->last_active_at, ==, fixture->now);
    }
}

static void
test_document (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, TRUE);
  GString *text = g_string_new (NULL);
  OmStats stats;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
  g_assert_cmpint (add_entry (intake, "long", text->str), ==, OM_INTAKE_ADDED);
  commit (intake);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 1);
  g_assert_cmpuint (stats.sections, >, 10);
  g_clear_pointer (&intake, om_intake_free);
  intake = intake_new (fixture->engine, TRUE);
  g_assert_cmpint (add_entry (intake, "long", text->str), ==, OM_INTAKE_KNOWN);
  assert_sound (fixture);
  g_string_free (text, TRUE);
}

/* Known again ----------------------------------------------------------------------------------- */

/* Case S11. */
static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmIntake) first = intake_new (fixture->engine, FALSE);
  g_autoptr (OmIntake) second = NULL;
  g_autoptr (OmIntake) third = NULL;
  g_autofree char *edited = NULL;
  g_autofree char *deleted = NULL;
  g_autofree char *wiped = NULL;
  g_autofree char *tagged = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmMemory) edited_after = NULL;
  g_autoptr (OmMemory) tagged_after = NULL;
  g_autoptr (GError) error = NULL;
  OmMemory *values = om_memory_new ();

  g_assert_cmpint (add_entry (first, "1", "One: the ferry."), ==, OM_INTAKE_ADDED);
  g_assert_cmpint (add_entry (first, "2", "Two: the lock."), ==, OM_INTAKE_ADDED);
  g_assert_cmpint (add_entry (first, "3", "Three: the mill."), ==, OM_INTAKE_ADDED);
  g_assert_cmpint (add_entry (first, "4", "Four: the weir."), ==, OM_INTAKE_ADDED);
  commit (first);

  edited = find_id (fixture, "One: the ferry.");
  deleted = find_id (fixture, "Two: the lock.");
  tagged = find_id (fixture, "Three: the mill.");
  wiped = find_id (fixture, "Four: the weir.");
  values->content = g_strdup ("One: the ferry, as I remember it now.");
  om_memory_unref (fixture_edit (fixture, edited, OM_CHANGE_CONTENT, values));
  values = om_memory_new ();
  g_strfreev (values->tags);
  values->tags = g_strsplit ("mills", ",", -1);
  om_memory_unref (fixture_edit (fixture, tagged, OM_CHANGE_TAGS, values));
  fixture_bin (fixture, wiped);
  om_engine_empty_bin (fixture->engine, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture_bin (fixture, deleted);

  second = intake_new (fixture->engine, FALSE);
  g_assert_cmpint (add_entry (second, "1", "One: the ferry."), ==, OM_INTAKE_KNOWN);
  g_assert_cmpint (add_entry (second, "2", "Two: the lock."), ==, OM_INTAKE_KNOWN_DELETED);
  g_assert_cmpint (add_entry (second, "3", "Three: the mill."), ==, OM_INTAKE_KNOWN);
  g_assert_cmpint (add_entry (second, "4", "Four: the weir."), ==, OM_INTAKE_KNOWN_DELETED);
  g_assert_cmpint (add_entry (second, "5", "Five: the bridge."), ==, OM_INTAKE_ADDED);
  commit (second);
  g_assert_cmpuint (count_list (fixture), ==, 3);
  edited_after = fixture_get (fixture, edited);
  tagged_after = fixture_get (fixture, tagged);
  g_assert_cmpstr (edited_after->content, ==, "One: the ferry, as I remember it now.");
  g_assert_cmpstr (tagged_after->tags[0], ==, "mills");

  before = fixture_dump (fixture);
  third = intake_new (fixture->engine, FALSE);
  for (guint i = 1; i <= 5; i++)
    {
      static const char *const texts[] = { "One: the ferry.", "Two: the lock.", "Three: the mill.", "Four: the weir.", "Five: the bridge." };
      g_autofree char *key = g_strdup_printf ("%u", i);

      g_assert_cmpint (add_entry (third, key, texts[i - 1]), !=, OM_INTAKE_ADDED);
    }
  commit (third);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

static void
test_changed_at_source (Fixture      *fixture,
                        gconstpointer data)
{
  g_autoptr (OmIntake) first = intake_new (fixture->engine, FALSE);
  g_autoptr (OmIntake) second = NULL;
  g_autoptr (OmIntake) third = NULL;

  g_assert_cmpint (add_entry (first, "1", "The ferry was late."), ==, OM_INTAKE_ADDED);
  commit (first);
  second = intake_new (fixture->engine, FALSE);
  g_assert_cmpint (add_entry (second, "1", "The ferry was very late."), ==, OM_INTAKE_CHANGED_AT_SOURCE);
  commit (second);
  g_assert_cmpuint (count_list (fixture), ==, 2);
  /* Both are known now, in either wording. */
  third = intake_new (fixture->engine, FALSE);
  g_assert_cmpint (add_entry (third, "1", "The ferry was very late."), ==, OM_INTAKE_KNOWN);
  g_assert_cmpint (add_entry (third, "1", "The ferry was late."), ==, OM_INTAKE_KNOWN);
  commit (third);
  g_assert_cmpuint (count_list (fixture), ==, 2);
}

static void
test_same_text (Fixture      *fixture,
                gconstpointer data)
{
  G_GNUC_UNUSED g_autofree char *mine = fixture_remember (fixture, "Went for a run.");
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  OmDraft *without_key = draft_new (NULL, "Went for a run.");

  g_assert_cmpint (add_entry (intake, "1", "Went for a run."), ==, OM_INTAKE_ADDED_SAME_TEXT);
  g_assert_cmpint (add_entry (intake, "2", "Fed the cat."), ==, OM_INTAKE_ADDED);
  g_assert_cmpint (add_entry (intake, "3", "Fed  the CAT."), ==, OM_INTAKE_ADDED_SAME_TEXT);
  g_assert_cmpint (add_draft (intake, without_key), ==, OM_INTAKE_ADDED_SAME_TEXT);
  /* The very entry twice in one source is one; with another text, or under another key, it is another. */
  g_assert_cmpint (add_entry (intake, "2", "Fed the cat."), ==, OM_INTAKE_KNOWN);
  g_assert_cmpint (add_entry (intake, "2", "Fed the dog."), ==, OM_INTAKE_CHANGED_AT_SOURCE);
  g_assert_cmpint (add_entry (intake, "2", "Fed the cat."), ==, OM_INTAKE_KNOWN);
  commit (intake);
  g_assert_cmpuint (count_list (fixture), ==, 6);
}

/* Entries that cannot be taken are left out and said so; the rest comes in. */
static void
test_bad_entries (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  static const struct
  {
    const char *key;
    const char *good;
    const char *text;
    int         code;
  } bad[] = {
    { "x", "Ex.", "", OM_ERROR_INVALID },
    { "y", "Why.", " \n ", OM_ERROR_INVALID },
    { "z", "Zed.", "Caf\xe9", OM_ERROR_ENCODING },
  };
  OmIntakeOutcome outcome;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDraft) far_off = draft_new ("far", "Out of all time.");

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (OmDraft) draft = draft_new ("bad", bad[i].text);

      add_entry (intake, bad[i].key, bad[i].good);
      g_assert_false (om_intake_add (intake, draft, &outcome, NULL, &error));
      g_assert_error (error, OM_ERROR, bad[i].code);
      g_clear_error (&error);
    }
  far_off->happened.ms = G_MAXINT64;
  far_off->happened.precision = OM_PRECISION_INSTANT;
  g_assert_false (om_intake_add (intake, far_off, &outcome, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  commit (intake);
  g_assert_cmpuint (count_list (fixture), ==, 3);
  assert_sound (fixture);
}

/* Links ----------------------------------------------------------------------------------------- */

static guint
count_hand_links (Fixture    *fixture,
                  const char *from,
                  const char *to)
{
  g_autofree char *from_id = find_id (fixture, from);
  g_autofree char *to_id = find_id (fixture, to);
  g_autoptr (OmMemory) source = fixture_get (fixture, from_id);
  g_autoptr (OmMemory) target = fixture_get (fixture, to_id);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, from_id, NULL, &error);
  guint n = 0;

  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind == OM_WAYPOINT_HAND && waypoint->source == source->row && waypoint->target == target->row)
        {
          g_assert_cmpfloat (waypoint->weight, ==, 1);
          n++;
        }
    }
  return n;
}

static OmIntakeOutcome
add_linked (OmIntake   *intake,
            const char *key,
            const char *text,
            const char *links)
{
  OmDraft *draft = draft_new (key, text);

  draft->links = g_strsplit (links, ",", -1);
  return add_draft (intake, draft);
}

static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (OmIntake) first = intake_new (fixture->engine, FALSE);
  g_autoptr (OmIntake) second = NULL;
  g_autoptr (OmIntake) third = NULL;
  g_autofree char *deleted = NULL;

  /* Forwards, backwards, to itself, to nobody. */
  add_linked (first, "a", "Alpha entry.", "c,nobody,a");
  add_linked (first, "b", "Beta entry.", "a");
  add_entry (first, "c", "Gamma entry.");
  commit (first);
  g_assert_cmpuint (om_intake_get_n_links (first), ==, 2);
  g_assert_cmpuint (count_hand_links (fixture, "Alpha entry", "Gamma entry"), ==, 1);
  g_assert_cmpuint (count_hand_links (fixture, "Beta entry", "Alpha entry"), ==, 1);
  g_assert_cmpuint (count_hand_links (fixture, "Gamma entry", "Alpha entry"), ==, 0);

  /* To what came before, but not to what was deleted since. */
  deleted = find_id (fixture, "Beta entry");
  fixture_bin (fixture, deleted);
  second = intake_new (fixture->engine, FALSE);
  add_linked (second, "d", "Delta entry.", "c,b");
  commit (second);
  g_assert_cmpuint (om_intake_get_n_links (second), ==, 1);
  g_assert_cmpuint (count_hand_links (fixture, "Delta entry", "Gamma entry"), ==, 1);

  /* An entry of no source has no keys to look for. */
  third = intake_new (fixture->engine, FALSE);
  {
    OmDraft *draft = om_draft_new ("Of no source.");

    draft->links = g_strsplit ("a", ",", -1);
    add_draft (third, draft);
  }
  commit (third);
  g_assert_cmpuint (om_intake_get_n_links (third), ==, 0);
}

static const OmWaypoint *
find_waypoint (GArray        *waypoints,
               OmWaypointKind kind)
{
  for (guint i = 0; i < waypoints->len; i++)
    {
      if (g_array_index (waypoints, OmWaypoint, i).kind == kind)
        return &g_array_index (waypoints, OmWaypoint, i);
    }
  return NULL;
}

/* Associations of the source keep their weight, and a reflection leads to what it was made of. */
static void
test_links_of_other_kinds (Fixture      *fixture,
                           gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  OmDraft *drawn = draft_new ("a", "Alpha entry.");
  OmDraft *reflection = draft_new ("r", "Rho entry.");
  const double weights[] = { 0.3 };
  g_autofree char *drawn_id = NULL;
  g_autofree char *reflection_id = NULL;
  g_autoptr (GArray) of_drawn = NULL;
  g_autoptr (GArray) of_reflection = NULL;
  g_autoptr (GError) error = NULL;

  drawn->links = g_strsplit ("b", ",", -1);
  drawn->link_weights = g_memdup2 (weights, sizeof weights);
  reflection->type = OM_MEMORY_TYPE_REFLECTION;
  reflection->links = g_strsplit ("b", ",", -1);
  add_draft (intake, drawn);
  add_draft (intake, reflection);
  add_entry (intake, "b", "Beta entry.");
  commit (intake);

  drawn_id = find_id (fixture, "Alpha entry");
  reflection_id = find_id (fixture, "Rho entry");
  of_drawn = om_engine_get_waypoints (fixture->engine, drawn_id, NULL, &error);
  of_reflection = om_engine_get_waypoints (fixture->engine, reflection_id, NULL, &error);
  g_assert_cmpfloat (find_waypoint (of_drawn, OM_WAYPOINT_ASSOCIATION)->weight, ==, 0.3);
  g_assert_nonnull (find_waypoint (of_reflection, OM_WAYPOINT_REFLECTION));
  g_assert_null (find_waypoint (of_reflection, OM_WAYPOINT_HAND));
}

/* All or none ----------------------------------------------------------------------------------- */

/* Cancels when the engine has asked for the time so often: at another point of the work each time. */
typedef struct
{
  GCancellable *cancellable; /* not owned */
  guint         left;
} Fuse;

static gint64
fuse_clock (gpointer data)
{
  Fuse *fuse = data;

  if (fuse->left > 0 && --fuse->left == 0)
    g_cancellable_cancel (fuse->cancellable);
  return TEST_NOW;
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  static Fuse fuse;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  G_GNUC_UNUSED g_autofree char *mine = fixture_remember (fixture, "Mine, and here to stay.");

  for (guint round = 0; round < 12; round++)
    {
      g_autofree char *before = fixture_dump (fixture);
      g_autofree char *after = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      OmIntake *intake = intake_new (fixture->engine, FALSE);
      gboolean added = TRUE;

      fuse = (Fuse){ cancellable, (guint) g_rand_int_range (random, 1, 60) };
      om_engine_set_clock (fixture->engine, fuse_clock, &fuse);
      for (guint i = 0; i < 50 && added; i++)
        {
          g_autofree char *key = g_strdup_printf ("%u", i);
          g_autofree char *text = g_strdup_printf ("Entry %u of round %u about nothing in particular.", i, round);
          g_autoptr (OmDraft) draft = draft_new (key, text);
          OmIntakeOutcome outcome;

          added = om_intake_add (intake, draft, &outcome, cancellable, &error);
        }
      if (added)
        {
          /* The next time the clock is asked, at the latest, it is while the commit runs. */
          fuse.left = MIN (fuse.left, 1);
          g_assert_false (om_intake_commit (intake, cancellable, &error));
        }
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      om_intake_free (intake);
      fuse = (Fuse){ 0 };
      after = fixture_dump (fixture);
      g_assert_cmpstr (after, ==, before);
    }
}

/* While it is being written: cancelled by another thread once the store is locked for writing. */
typedef struct
{
  GCancellable *cancellable;
  guint         n;
} Cutter;

static gpointer
cut (gpointer data)
{
  Cutter *cutter = data;

  for (guint i = 0; i < cutter->n; i++)
    g_thread_yield ();
  g_cancellable_cancel (cutter->cancellable);
  return NULL;
}

static void
test_cancelled_while_writing (Fixture      *fixture,
                              gconstpointer data)
{
  guint n_whole = 0;
  guint n_none = 0;

  for (guint round = 0; round < 10; round++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Cutter cutter = { cancellable, round * 4000 };
      g_autoptr (GError) error = NULL;
      OmIntake *intake = intake_new (fixture->engine, FALSE);
      guint before = count_list (fixture);
      GThread *thread;
      gboolean committed;

      for (guint i = 0; i < 300; i++)
        {
          g_autofree char *key = g_strdup_printf ("%u-%u", round, i);
          g_autofree char *text = g_strdup_printf ("Entry %u of round %u about nothing in particular.", i, round);

          add_entry (intake, key, text);
        }
      thread = g_thread_new ("cut", cut, &cutter);
      committed = om_intake_commit (intake, cancellable, &error);
      g_thread_join (thread);
      om_intake_free (intake);
      if (committed)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (count_list (fixture), ==, before + 300);
          n_whole++;
        }
      else
        {
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_assert_cmpuint (count_list (fixture), ==, before);
          n_none++;
        }
    }
  g_test_message ("%u wholly in, %u wholly out", n_whole, n_none);
  assert_sound (fixture);
}

/* Another program holds the store: nothing is written, and the same intake may be tried again. */
static void
test_tried_again (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) other = om_store_open (fixture->path, OM_STORE_WRITER, 0, NULL, &error);

  g_assert_no_error (error);
  add_linked (intake, "a", "Alpha entry.", "b");
  add_linked (intake, "b", "Beta entry.", "a");
  om_store_set_busy_timeout (fixture->engine->store, 1);
  g_assert_true (om_store_begin (other, &error));
  g_assert_false (om_intake_commit (intake, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_cmpuint (count_list (fixture), ==, 0);
  om_store_rollback (other);
  commit (intake);
  g_assert_cmpuint (count_list (fixture), ==, 2);
  g_assert_cmpuint (om_intake_get_n_links (intake), ==, 2);
  assert_sound (fixture);
}

static gpointer
set_room (const OmWriteContext *context,
          gpointer              pages,
          GCancellable         *cancellable,
          GError              **error)
{
  g_autofree char *sql = NULL;
  gint64 now;

  if (!om_store_get_int64 (context->store, "PRAGMA page_count", &now, error))
    return NULL;
  sql = g_strdup_printf ("PRAGMA max_page_count = %" G_GINT64_FORMAT, now + GPOINTER_TO_INT (pages));
  return om_store_exec (context->store, sql, error) ? OM_ENGINE_DONE : NULL;
}

/* The disk is full in the middle of the writing; once there is room the same intake is tried again. */
static void
test_fails_in_the_middle (Fixture      *fixture,
                          gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autofree char *text = g_strdup_printf ("Entry %u about nothing in particular, in so many words.", i);

      add_entry (intake, key, text);
    }
  before = fixture_dump (fixture);
  fixture_write (fixture, set_room, GINT_TO_POINTER (20));
  g_assert_false (om_intake_commit (intake, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NO_SPACE);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (count_list (fixture), ==, 0);

  fixture_write (fixture, set_room, GINT_TO_POINTER (1 << 20));
  commit (intake);
  g_assert_cmpuint (count_list (fixture), ==, 200);
  assert_sound (fixture);
}

/* Two programs that bring in the same source at the same time: each entry is there once. */
static void
test_two_at_once (Fixture      *fixture,
                  gconstpointer data)
{
  OmEngine *other = engine_open (fixture, OM_OPEN_DEFAULT);
  OmIntake *mine = intake_new (fixture->engine, FALSE);
  OmIntake *theirs = intake_new (other, FALSE);

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autofree char *next = g_strdup_printf ("%u", (i + 1) % 20);
      g_autofree char *text = g_strdup_printf ("Entry %u about nothing in particular.", i);

      g_assert_cmpint (add_linked (mine, key, text, next), ==, OM_INTAKE_ADDED);
      g_assert_cmpint (add_linked (theirs, key, text, next), ==, OM_INTAKE_ADDED);
    }
  add_linked (theirs, "more", "Something of their own.", "3");
  commit (mine);
  commit (theirs);
  g_assert_cmpuint (count_list (fixture), ==, 21);
  g_assert_cmpuint (count_hand_links (fixture, "Entry 3 about", "Entry 4 about"), ==, 1);
  g_assert_cmpuint (count_hand_links (fixture, "Something of their own", "Entry 3 about"), ==, 1);
  om_intake_free (mine);
  om_intake_free (theirs);
  engine_close (other);
  assert_sound (fixture);
}

/* Meanwhile ------------------------------------------------------------------------------------- */

typedef struct
{
  OmEngine *engine;
  GMutex    mutex;
  GCond     cond;
  guint     n_added;  /* (mutex) */
  gboolean  go_on;    /* (mutex) */
  gboolean  finished; /* (mutex) */
} Import;

static gpointer
import_thread (gpointer data)
{
  Import *import = data;
  g_autoptr (OmIntake) intake = intake_new (import->engine, FALSE);

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);
      g_autofree char *text = g_strdup_printf ("Entry %u about nothing in particular.", i);

      add_entry (intake, key, text);
      g_mutex_lock (&import->mutex);
      import->n_added++;
      g_cond_broadcast (&import->cond);
      while (i == 99 && !import->go_on)
        g_cond_wait (&import->cond, &import->mutex);
      g_mutex_unlock (&import->mutex);
    }
  commit (intake);
  g_mutex_lock (&import->mutex);
  import->finished = TRUE;
  g_mutex_unlock (&import->mutex);
  return NULL;
}

/* What the person writes while an import runs is saved before the import ends: it waits for nothing
 * that the import holds. */
static void
test_person_writes_meanwhile (Fixture      *fixture,
                              gconstpointer data)
{
  Import import = { .engine = fixture->engine };
  GThread *thread;
  g_autofree char *id = NULL;
  g_autoptr (OmMemory) edited = NULL;
  OmMemory *values = om_memory_new ();

  g_mutex_init (&import.mutex);
  g_cond_init (&import.cond);
  thread = g_thread_new ("import", import_thread, &import);
  g_mutex_lock (&import.mutex);
  while (import.n_added < 100)
    g_cond_wait (&import.cond, &import.mutex);
  g_assert_false (import.finished);
  g_mutex_unlock (&import.mutex);

  /* The import stands half way and goes on only when all this is done. */
  id = fixture_remember (fixture, "Written while the import runs.");
  values->content = g_strdup ("Written and edited while the import runs.");
  edited = fixture_edit (fixture, id, OM_CHANGE_CONTENT, values);
  g_assert_cmpuint (fixture_count_hits (fixture, "edited", "edited while"), ==, 1);
  g_assert_cmpuint (count_list (fixture), ==, 1);

  g_mutex_lock (&import.mutex);
  g_assert_false (import.finished);
  import.go_on = TRUE;
  g_cond_broadcast (&import.cond);
  g_mutex_unlock (&import.mutex);
  g_thread_join (thread);
  g_assert_true (import.finished);
  g_assert_cmpuint (count_list (fixture), ==, 201);
  g_mutex_clear (&import.mutex);
  g_cond_clear (&import.cond);
  assert_sound (fixture);
}

/* The store is closed half way: the import ends with an error, and nothing of it is there. */
static void
test_closed_meanwhile (Fixture      *fixture,
                       gconstpointer data)
{
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, FALSE);
  g_autoptr (OmDraft) draft = draft_new ("late", "Too late.");
  g_autoptr (GError) error = NULL;
  OmIntakeOutcome outcome;

  add_entry (intake, "a", "In time.");
  om_engine_close (fixture->engine);
  g_assert_false (om_intake_add (intake, draft, &outcome, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (om_intake_commit (intake, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (om_intake_new (fixture->engine, FALSE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  fixture_reopen (fixture);
  g_assert_cmpuint (count_list (fixture), ==, 0);
}

/* A large journal: case S15's 12,000 entries. How long it took is printed, not judged. */
static void
test_large (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const words[] = {
    "heron", "lock", "canal", "bread", "soup", "rain", "train", "letter", "garden", "walnut", "bicycle", "harbour", "fog", "choir",
    "kitchen", "ladder", "market", "ferry", "notebook", "orchard", "pumpkin", "quarrel", "river", "sister", "tailor", "umbrella",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (OmIntake) intake = intake_new (fixture->engine, TRUE);
  gint64 started = g_get_monotonic_time ();
  gint64 read, written;
  OmStats stats;

  for (guint i = 0; i < 12000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *key = g_strdup_printf ("%u", i);
      OmDraft *draft;

      for (guint j = 0; j < 60; j++)
        g_string_append_printf (text, "%s%s%u", j > 0 ? " " : "", words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))],
                                g_rand_int_range (random, 0, 4));
      draft = draft_new (key, text->str);
      draft->happened = om_moment_at (TEST_NOW - i * OM_MS_PER_DAY / 3, fixture->engine->zone);
      g_assert_cmpint (add_draft (intake, draft), ==, OM_INTAKE_ADDED);
    }
  read = g_get_monotonic_time ();
  commit (intake);
  written = g_get_monotonic_time ();
  g_test_message ("12,000 entries read and analysed in %.1f s, written and linked in %.1f s", (read - started) / 1e6,
                  (written - read) / 1e6);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 12000);
  g_assert_cmpuint (stats.waypoints, ==, 11999);
}

#define add(name, function) g_test_add ("/intake/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_intake_add (void)
{
  add ("plain", test_plain);
  add ("clocks", test_clocks);
  add ("document", test_document);
  add ("again", test_again);
  add ("changed-at-source", test_changed_at_source);
  add ("same-text", test_same_text);
  add ("bad-entries", test_bad_entries);
  add ("links", test_links);
  add ("links-of-other-kinds", test_links_of_other_kinds);
  add ("cancelled", test_cancelled);
  add ("cancelled-while-writing", test_cancelled_while_writing);
  add ("tried-again", test_tried_again);
  add ("fails-in-the-middle", test_fails_in_the_middle);
  add ("two-at-once", test_two_at_once);
  add ("person-writes-meanwhile", test_person_writes_meanwhile);
  add ("closed-meanwhile", test_closed_meanwhile);
  add ("large", test_large);
}
