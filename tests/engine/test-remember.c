/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembering: what is stored, what is known already, what is refused. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "test-engine.h"

static OmMemory *
get (Fixture    *fixture,
     const char *id)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory = om_engine_get (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

static void
test_plain (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Yesterday we went to the harbour and saw a seal.");
  g_autoptr (OmMemory) memory = get (fixture, id);

  g_assert_cmpstr (memory->content, ==, "Yesterday we went to the harbour and saw a seal.");
  g_assert_cmpint (memory->sector, ==, OM_SECTOR_EPISODIC);
  g_assert_cmpint (memory->type, ==, OM_MEMORY_TYPE_EPISODE);
  g_assert_cmpint (memory->happened.ms, ==, TEST_NOW);
  g_assert_cmpint (memory->recorded_at, ==, TEST_NOW);
  g_assert_cmpint (memory->salience_at, ==, TEST_NOW);
  g_assert_cmpfloat (memory->salience, >=, 0.4);
  g_assert_cmpstr (memory->language, ==, "en");
}

static void
test_fields (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("The key is under the blue pot.");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmMemory) memory = NULL;
  char *tags[] = { (char *) "Home", (char *) "home", (char *) "keys", NULL };

  draft->tags = g_strdupv (tags);
  draft->sector = OM_SECTOR_PROCEDURAL;
  draft->type = OM_MEMORY_TYPE_FACT;
  draft->importance = 9;
  draft->valence = -0.5;
  draft->arousal = 0.75;
  draft->context = OM_CONTEXT_PERSONAL;
  draft->flags = OM_FLAG_PINNED;
  draft->happened = om_moment_on_day (1999, 12, 31);
  draft->has_happened = TRUE;
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  memory = get (fixture, remembered->id);
  g_assert_cmpuint (g_strv_length (memory->tags), ==, 2);
  g_assert_cmpstr (memory->tags[0], ==, "Home");
  g_assert_cmpint (memory->sector, ==, OM_SECTOR_PROCEDURAL);
  g_assert_cmpfloat (memory->sector_confidence, ==, 1);
  g_assert_cmpint (memory->type, ==, OM_MEMORY_TYPE_FACT);
  g_assert_cmpint (memory->importance, ==, 9);
  g_assert_cmpfloat (memory->valence, ==, -0.5);
  g_assert_cmpfloat (memory->arousal, ==, 0.75);
  g_assert_cmpint (memory->context, ==, OM_CONTEXT_PERSONAL);
  g_assert_true ((memory->flags & OM_FLAG_KEPT) != 0);
  g_assert_cmpint (memory->happened.precision, ==, OM_PRECISION_DAY);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  static const char *const blank[] = { "", " \n\t", "\xc2\xa0\xe2\x80\x8b", "\xe3\x80\x80" };
  OmStats before, after;
  g_autoptr (GError) error = NULL;

  om_engine_get_stats (fixture->engine, &before, NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (blank); i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new (blank[i]);

      g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
      g_clear_error (&error);
    }
  {
    g_autoptr (OmDraft) draft = om_draft_new ("Caf\xe9");

    g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
    g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
    g_assert_nonnull (strstr (error->message, "3"));
    g_clear_error (&error);
  }
  {
    g_autoptr (OmDraft) draft = om_draft_new ("Too important");

    draft->importance = 11;
    g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
    g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    g_clear_error (&error);
    draft->importance = 0;
    draft->valence = 2;
    draft->arousal = 0.5;
    g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
    g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    g_clear_error (&error);
  }
  om_engine_get_stats (fixture->engine, &after, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (after.memories, ==, before.memories);
  g_assert_cmpint (after.revision, ==, before.revision);
}

static OmRemembered *
remember (Fixture    *fixture,
          const char *text,
          OmDedup     dedup)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  OmRemembered *remembered;

  draft->dedup = dedup;
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  return remembered;
}

static void
test_same (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Went for a run.");
  g_autoptr (OmMemory) before = get (fixture, id);
  g_autoptr (OmRemembered) again = NULL;
  g_autoptr (OmRemembered) off = NULL;
  g_autoptr (OmRemembered) next_day = NULL;
  g_autoptr (OmMemory) after = NULL;

  fixture->now += 60000;
  again = remember (fixture, " went  for a\nRUN. ", OM_DEDUP_EXACT);
  g_assert_true (again->deduplicated);
  g_assert_cmpstr (again->id, ==, id);
  after = get (fixture, id);
  g_assert_cmpstr (after->content, ==, "Went for a run.");
  g_assert_cmpfloat (after->salience, >, before->salience + 0.1);
  g_assert_cmpint (after->last_seen_at, ==, fixture->now);

  off = remember (fixture, "Went for a run.", OM_DEDUP_OFF);
  g_assert_false (off->deduplicated);

  /* Another day's run is another run. */
  fixture->now += OM_MS_PER_DAY;
  next_day = remember (fixture, "Went for a run.", OM_DEDUP_EXACT);
  g_assert_false (next_day->deduplicated);
  g_assert_cmpstr (next_day->id, !=, id);
}

/* What was said besides the text is kept where the text itself is there. */
static void
test_same_details (Fixture      *fixture,
                   gconstpointer data)
{
  static const char *const tags[] = { "RUN", "park", NULL };
  static const char *const first_tags[] = { "run", NULL };
  g_autoptr (OmDraft) first = om_draft_new ("Ran twice round the park.");
  g_autoptr (OmDraft) second = om_draft_new ("Ran twice round the park.");
  g_autoptr (OmDraft) third = om_draft_new ("Ran twice round the park.");
  g_autoptr (OmRemembered) one = NULL;
  g_autoptr (OmRemembered) two = NULL;
  g_autoptr (OmRemembered) three = NULL;
  g_autoptr (OmMemory) after = NULL;
  g_autoptr (GError) error = NULL;

  first->tags = g_strdupv ((char **) first_tags);
  one = om_engine_remember (fixture->engine, first, NULL, &error);
  g_assert_no_error (error);
  second->tags = g_strdupv ((char **) tags);
  second->importance = 8;
  two = om_engine_remember (fixture->engine, second, NULL, &error);
  g_assert_no_error (error);
  third->importance = 3;
  three = om_engine_remember (fixture->engine, third, NULL, &error);
  g_assert_no_error (error);

  g_assert_true (two->deduplicated && three->deduplicated);
  after = get (fixture, one->id);
  g_assert_cmpuint (g_strv_length (after->tags), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) after->tags, "run"));
  g_assert_true (g_strv_contains ((const char *const *) after->tags, "park"));
  g_assert_cmpint (after->importance, ==, 8);
}

static void
test_near (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const text = "Took the slow train along the coast to Vranje and read the whole of the second notebook there";
  static const char *const near_text = "Took the slow train along the coast to Vranje, and read the whole of the second notebook there!";
  g_autofree char *id = fixture_remember (fixture, text);
  g_autoptr (OmRemembered) near = NULL;
  g_autoptr (OmRemembered) merged = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GArray) waypoints = NULL;
  g_autoptr (GError) error = NULL;

  near = remember (fixture, near_text, OM_DEDUP_EXACT);
  g_assert_false (near->deduplicated);
  g_assert_cmpstr (near->near_duplicate, ==, id);
  waypoints = om_engine_get_waypoints (fixture->engine, near->id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (waypoints->len, >=, 1);
  {
    gboolean has_duplicate = FALSE;

    for (guint i = 0; i < waypoints->len; i++)
      has_duplicate |= g_array_index (waypoints, OmWaypoint, i).kind == OM_WAYPOINT_DUPLICATE;
    g_assert_true (has_duplicate);
  }

  /* Merged at once the other wording is kept as a version. */
  merged = remember (fixture, "Took the slow train along the coast to Vranje — and read the whole of the second notebook there",
                     OM_DEDUP_NEAR);
  g_assert_true (merged->deduplicated);
  versions = om_engine_get_versions (fixture->engine, merged->id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 1);
}

/* golden/hamming.json: these have one hash, and are two entries. */
static void
test_numbers_differ (Fixture      *fixture,
                     gconstpointer data)
{
  G_GNUC_UNUSED g_autofree char *one = fixture_remember (fixture, "took 1 tablet");
  g_autoptr (OmRemembered) two = remember (fixture, "took 2 tablets", OM_DEDUP_NEAR);

  g_assert_false (two->deduplicated);
  g_assert_null (two->near_duplicate);
}

static void
test_document (Fixture      *fixture,
               gconstpointer data)
{
  GString *text = g_string_new (NULL);
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  OmStats stats;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
  g_string_append (text, "At the very end stands the word quincunx.\n");
  remembered = remember (fixture, text->str, OM_DEDUP_EXACT);
  g_assert_cmpuint (remembered->sections, >, 10);
  memory = get (fixture, remembered->id);
  g_assert_cmpint (memory->type, ==, OM_MEMORY_TYPE_DOCUMENT);
  g_assert_cmpstr (memory->content, ==, text->str);
  g_assert_cmpfloat (memory->salience, ==, 1);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 1);
  g_assert_cmpuint (stats.sections, ==, remembered->sections);

  answer = fixture_search (fixture, "quincunx");
  g_assert_cmpuint (answer->hits->len, >=, 1);
  g_assert_cmpint (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory->parent_row, ==, memory->row);
  g_string_free (text, TRUE);
}

/* A text without words has no vector, matches nothing by similarity and is found by substring. */
static void
test_no_words (Fixture      *fixture,
               gconstpointer data)
{
  G_GNUC_UNUSED g_autofree char *id = fixture_remember (fixture, "👍🏽👍🏽");
  G_GNUC_UNUSED g_autofree char *other = fixture_remember (fixture, "An ordinary evening with soup.");

  g_assert_cmpuint (fixture_count_hits (fixture, "👍🏽", "👍🏽"), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "soup", NULL), ==, 1);
}

/* Without the index in memory a text is saved all the same, and linked by whoever loads it. */
static void
test_links_follow (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;

  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  first = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  second = fixture_remember (fixture, "Saw the heron at the canal lock once more.");
  before = om_engine_get_waypoints (fixture->engine, second, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (before->len, ==, 0);

  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  after = om_engine_get_waypoints (fixture->engine, second, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (after->len, ==, 1);
  g_assert_cmpint (g_array_index (after, OmWaypoint, 0).kind, ==, OM_WAYPOINT_ASSOCIATION);
}

/* A draft that is given to another thread brings its files along. */
static void
test_draft_attachments (void)
{
  g_autoptr (OmDraft) draft = om_draft_new ("The heron.");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("abc", 3);
  g_autoptr (OmDraft) copy = NULL;
  const OmDraftAttachment *attachment;

  om_draft_add_attachment (draft, "heron.txt", "text/plain", bytes);
  om_draft_add_attachment_file (draft, "heron.png", NULL, "/tmp/heron.png");
  copy = om_draft_copy (draft);
  g_clear_pointer (&draft, om_draft_free);

  g_assert_cmpuint (copy->attachments->len, ==, 2);
  attachment = g_ptr_array_index (copy->attachments, 0);
  g_assert_cmpstr (attachment->name, ==, "heron.txt");
  g_assert_cmpstr (attachment->type, ==, "text/plain");
  g_assert_true (g_bytes_equal (attachment->bytes, bytes));
  g_assert_null (attachment->path);
  attachment = g_ptr_array_index (copy->attachments, 1);
  g_assert_cmpstr (attachment->name, ==, "heron.png");
  g_assert_null (attachment->type);
  g_assert_null (attachment->bytes);
  g_assert_cmpstr (attachment->path, ==, "/tmp/heron.png");
}

/* A gate that the test holds shut. */
typedef struct
{
  GMutex   mutex;
  GCond    cond;
  gboolean open;  /* (mutex) */
  guint    n_done; /* (mutex): how often what follows has been done */
} Gate;

static Gate gate;

static gpointer
write_nothing (const OmWriteContext *context,
               gpointer              args,
               GCancellable         *cancellable,
               GError              **error)
{
  return OM_ENGINE_DONE;
}

static void
pass_gate (const OmWriteContext *context)
{
  g_mutex_lock (&gate.mutex);
  while (!gate.open)
    g_cond_wait (&gate.cond, &gate.mutex);
  gate.n_done++;
  g_mutex_unlock (&gate.mutex);
}

/* What follows a job keeps no caller waiting, and is done before the next job and before the store is
 * closed. */
static void
test_answered_first (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  gate.open = FALSE;
  g_assert_nonnull (om_engine_write_followed (fixture->engine, write_nothing, pass_gate, NULL, NULL, &error));
  g_assert_no_error (error);
  g_mutex_lock (&gate.mutex);
  g_assert_cmpuint (gate.n_done, ==, 0);
  gate.open = TRUE;
  g_cond_signal (&gate.cond);
  g_mutex_unlock (&gate.mutex);
  om_engine_settle (fixture->engine);
  g_assert_cmpuint (gate.n_done, ==, 1);

  for (guint i = 0; i < 10; i++)
    g_assert_nonnull (om_engine_write_followed (fixture->engine, write_nothing, pass_gate, NULL, NULL, NULL));
  om_engine_close (fixture->engine);
  g_assert_cmpuint (gate.n_done, ==, 11);
}

/* Nobody waits, and the link is there all the same once the store is closed. */
static void
test_linked_at_the_end (Fixture      *fixture,
                        gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("Saw the heron at the canal lock once more.");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GArray) waypoints = NULL;

  g_free (fixture_remember (fixture, "The heron stood at the second lock of the canal."));
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  om_engine_close (fixture->engine);

  om_engine_open (fixture->engine, fixture->path, OM_OPEN_READ_ONLY, NULL, &error);
  g_assert_no_error (error);
  waypoints = om_engine_get_waypoints (fixture->engine, remembered->id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (waypoints->len, ==, 1);
}

void
test_remember_add (void)
{
  g_test_add_func ("/remember/draft-attachments", test_draft_attachments);
  g_test_add ("/remember/plain", Fixture, NULL, fixture_set_up, test_plain, fixture_tear_down);
  g_test_add ("/remember/fields", Fixture, NULL, fixture_set_up, test_fields, fixture_tear_down);
  g_test_add ("/remember/refused", Fixture, NULL, fixture_set_up, test_refused, fixture_tear_down);
  g_test_add ("/remember/same", Fixture, NULL, fixture_set_up, test_same, fixture_tear_down);
  g_test_add ("/remember/same-details", Fixture, NULL, fixture_set_up, test_same_details, fixture_tear_down);
  g_test_add ("/remember/near", Fixture, NULL, fixture_set_up, test_near, fixture_tear_down);
  g_test_add ("/remember/numbers-differ", Fixture, NULL, fixture_set_up, test_numbers_differ, fixture_tear_down);
  g_test_add ("/remember/document", Fixture, NULL, fixture_set_up, test_document, fixture_tear_down);
  g_test_add ("/remember/no-words", Fixture, NULL, fixture_set_up, test_no_words, fixture_tear_down);
  g_test_add ("/remember/links-follow", Fixture, NULL, fixture_set_up, test_links_follow, fixture_tear_down);
  g_test_add ("/remember/answered-first", Fixture, NULL, fixture_set_up, test_answered_first, fixture_tear_down);
  g_test_add ("/remember/linked-at-the-end", Fixture, NULL, fixture_set_up, test_linked_at_the_end, fixture_tear_down);
}
