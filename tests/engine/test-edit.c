/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Editing: former texts, what follows from a text, what the person set by hand. Documents are in
 * test-document.c, what is private in test-private.c. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "store/om-store-memories.h"
#include "test-engine.h"

static OmMemory *
values_with_text (const char *content)
{
  OmMemory *values = om_memory_new ();

  values->content = g_strdup (content);
  return values;
}

static OmMemory *
edit_text (Fixture    *fixture,
           const char *id,
           const char *content)
{
  return fixture_edit (fixture, id, OM_CHANGE_CONTENT, values_with_text (content));
}

static void
assert_refused (Fixture    *fixture,
                const char *id,
                OmChange    fields,
                OmMemory   *values,
                int         code)
{
  g_autofree char *before = fixture_dump (fixture);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (om_engine_edit (fixture->engine, id, fields, values, 0, NULL, &error));
  g_assert_error (error, OM_ERROR, code);
  g_assert_cmpuint (strlen (error->message), >, 10);
  om_memory_unref (values);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

static GPtrArray *
get_versions (Fixture    *fixture,
              const char *id)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *versions = om_engine_get_versions (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return versions;
}

static void
assert_version (GPtrArray  *versions,
                guint       i,
                guint       number,
                const char *content,
                gboolean    conflict)
{
  const OmMemory *version = g_ptr_array_index (versions, i);

  g_assert_cmpuint (version->version, ==, number);
  g_assert_cmpstr (version->content, ==, content);
  g_assert_cmpint ((version->flags & OM_FLAG_CONFLICT) != 0, ==, conflict);
}

/* Texts ----------------------------------------------------------------------------------------- */

static void
test_versions (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "First wording.");
  g_autoptr (OmMemory) second = NULL;
  g_autoptr (OmMemory) third = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fixture->now += 1000;
  second = edit_text (fixture, id, "Second wording.");
  g_assert_cmpuint (second->version, ==, 2);
  g_assert_cmpint (second->changed_at, ==, TEST_NOW + 1000);
  g_assert_cmpint (second->last_active_at, ==, TEST_NOW + 1000);
  g_assert_cmpint (second->recorded_at, ==, TEST_NOW);
  g_assert_cmpint (second->happened.ms, ==, TEST_NOW);
  fixture->now += 1000;
  third = edit_text (fixture, id, "  Third wording,\nas it was typed. ");
  g_assert_cmpstr (third->content, ==, "  Third wording,\nas it was typed. ");

  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 2);
  assert_version (versions, 0, 2, "Second wording.", FALSE);
  assert_version (versions, 1, 1, "First wording.", FALSE);
  g_assert_cmpint (((OmMemory *) g_ptr_array_index (versions, 1))->changed_at, ==, TEST_NOW);

  /* The same text again is no edit. */
  before = fixture_dump (fixture);
  fixture->now += 1000;
  om_memory_unref (edit_text (fixture, id, "  Third wording,\nas it was typed. "));
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* What the same writing has saved a moment ago is no former text, unless somebody else wrote in between. */
static void
test_goes_on (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The tap");
  g_autoptr (OmMemory) second = values_with_text ("The tap drips");
  g_autoptr (OmMemory) third = values_with_text ("The tap drips again.");
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT | OM_CHANGE_GOES_ON, second, 1, NULL, &error));
  g_assert_no_error (error);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 0);

  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT | OM_CHANGE_GOES_ON, third, 1, NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&versions, g_ptr_array_unref);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 1);
  assert_version (versions, 0, 2, "The tap drips", TRUE);
}

static void
test_conflict (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The tap drips.");
  g_autoptr (OmMemory) here = values_with_text ("The tap drips; called the plumber.");
  g_autoptr (OmMemory) there = values_with_text ("The tap drips no more.");
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmMemory) settled = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT, here, 1, NULL, &error));
  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT, there, 1, NULL, &error));
  g_assert_no_error (error);
  memory = fixture_get (fixture, id);
  g_assert_cmpstr (memory->content, ==, "The tap drips no more.");
  g_assert_true ((memory->flags & OM_FLAG_CONFLICT) != 0);
  g_assert_cmpuint (memory->version, ==, 3);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 2);
  assert_version (versions, 0, 2, "The tap drips; called the plumber.", TRUE);
  assert_version (versions, 1, 1, "The tap drips.", FALSE);

  /* Two that wrote the same agree. */
  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT, there, 2, NULL, &error));
  g_clear_pointer (&versions, g_ptr_array_unref);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 2);

  /* The person has looked at it. */
  settled = fixture_edit (fixture, id, OM_CHANGE_FLAGS, om_memory_new ());
  g_assert_cmpuint (settled->flags & OM_FLAG_CONFLICT, ==, 0);
  /* An edit of what is there, whatever it is, is none. */
  om_memory_unref (edit_text (fixture, id, "The tap drips again."));
  g_clear_pointer (&memory, om_memory_unref);
  memory = fixture_get (fixture, id);
  g_assert_cmpuint (memory->flags & OM_FLAG_CONFLICT, ==, 0);
}

static void
test_title (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Boil the milk, let it cool, stir in the culture.");
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) titled = NULL;
  g_autoptr (OmMemory) untitled = NULL;
  g_autoptr (GPtrArray) versions = NULL;

  values->title = g_strdup ("Yoghurt at home");
  /* Not named among the fields, and so left alone. */
  values->content = g_strdup ("nothing of the kind");
  values->importance = 9;
  titled = fixture_edit (fixture, id, OM_CHANGE_TITLE, values);
  g_assert_cmpstr (titled->title, ==, "Yoghurt at home");
  g_assert_cmpstr (titled->content, ==, "Boil the milk, let it cool, stir in the culture.");
  g_assert_cmpint (titled->importance, ==, 5);
  g_assert_cmpuint (titled->version, ==, 2);
  g_assert_cmpuint (fixture_count_hits (fixture, "yoghurt", "Boil the milk"), ==, 1);

  values = om_memory_new ();
  values->title = g_strdup ("");
  untitled = fixture_edit (fixture, id, OM_CHANGE_TITLE, values);
  g_assert_null (untitled->title);
  g_assert_cmpuint (fixture_count_hits (fixture, "yoghurt", NULL), ==, 0);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 2);
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (versions, 0))->title, ==, "Yoghurt at home");
  g_assert_null (((OmMemory *) g_ptr_array_index (versions, 1))->title);
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  static const char *const blank[] = { "", " \n\t", "\xe2\x80\x8b" };
  g_autofree char *id = fixture_remember (fixture, "The old text stays.");
  OmMemory *values;

  for (gsize i = 0; i < G_N_ELEMENTS (blank); i++)
    assert_refused (fixture, id, OM_CHANGE_CONTENT, values_with_text (blank[i]), OM_ERROR_INVALID);
  assert_refused (fixture, id, OM_CHANGE_CONTENT, om_memory_new (), OM_ERROR_INVALID);
  assert_refused (fixture, id, OM_CHANGE_CONTENT, values_with_text ("Caf\xe9"), OM_ERROR_ENCODING);
  values = om_memory_new ();
  values->title = g_strdup ("Caf\xe9");
  assert_refused (fixture, id, OM_CHANGE_TITLE, values, OM_ERROR_ENCODING);
  values = om_memory_new ();
  values->tags[0] = NULL;
  g_strfreev (values->tags);
  values->tags = g_strsplit ("good,b\xe4 d", ",", -1);
  assert_refused (fixture, id, OM_CHANGE_TAGS | OM_CHANGE_IMPORTANCE, values, OM_ERROR_ENCODING);
  values = om_memory_new ();
  values->importance = 11;
  assert_refused (fixture, id, OM_CHANGE_IMPORTANCE, values, OM_ERROR_INVALID);
  values = om_memory_new ();
  values->valence = 0.5;
  values->arousal = 1.5;
  assert_refused (fixture, id, OM_CHANGE_MOOD, values, OM_ERROR_INVALID);
  values = om_memory_new ();
  values->sector = (OmSector) 7;
  assert_refused (fixture, id, OM_CHANGE_SECTOR, values, OM_ERROR_INVALID);
  values = om_memory_new ();
  values->type = OM_MEMORY_TYPE_SECTION;
  assert_refused (fixture, id, OM_CHANGE_TYPE, values, OM_ERROR_INVALID);
  values = om_memory_new ();
  values->type = OM_MEMORY_TYPE_UNKNOWN;
  assert_refused (fixture, id, OM_CHANGE_TYPE, values, OM_ERROR_INVALID);
  values = om_memory_new ();
  values->context = (OmContext) 9;
  assert_refused (fixture, id, OM_CHANGE_CONTEXT, values, OM_ERROR_INVALID);
  /* One that cannot be taken takes the others with it. */
  values = values_with_text ("A new text.");
  values->context = (OmContext) 9;
  assert_refused (fixture, id, OM_CHANGE_CONTENT | OM_CHANGE_CONTEXT, values, OM_ERROR_INVALID);
  assert_refused (fixture, "00000000-0000-4000-8000-000000000000", OM_CHANGE_CONTENT, values_with_text ("Nobody."),
                  OM_ERROR_NOT_FOUND);
  assert_refused (fixture, "no id at all", OM_CHANGE_CONTENT, values_with_text ("Nobody."), OM_ERROR_NOT_FOUND);
  g_assert_cmpuint (fixture_count_hits (fixture, "old text", "The old text stays."), ==, 1);
}

/* What is found is the text as it is, in the index, in the full text, and after a restart. */
static void
test_found_by_new_words (Fixture      *fixture,
                         gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Planted crocuses along the wall.");
  G_GNUC_UNUSED g_autofree char *other = fixture_remember (fixture, "Nothing grows by the wall.");

  om_memory_unref (edit_text (fixture, id, "Planted 鬱金香 and tulips along the wall."));
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (fixture_count_hits (fixture, "tulips", "tulips"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "\"and tulips along\"", "tulips"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "金香", "tulips"), ==, 1);
      g_assert_cmpuint (fixture_count_hits (fixture, "crocuses", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "\"planted crocuses\"", NULL), ==, 0);
      g_assert_cmpuint (fixture_count_hits (fixture, "wall", "wall"), ==, 2);
      if (i == 0)
        fixture_reopen (fixture);
      else if (i == 1)
        {
          g_autoptr (GError) error = NULL;

          /* Not loaded: the full text answers. */
          om_engine_close (fixture->engine);
          om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
          g_assert_no_error (error);
        }
    }
}

/* Fields ---------------------------------------------------------------------------------------- */

static guint
count_list (Fixture        *fixture,
            const OmFilter *filter)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, &error);

  g_assert_no_error (error);
  return items->len;
}

static void
test_tags (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Cut back the roses.");
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (OmMemory) tagged = NULL;
  g_autoptr (OmMemory) fewer = NULL;
  OmMemory *values = om_memory_new ();

  filter->tags = g_strsplit ("GARDEN", ",", -1);
  g_assert_cmpuint (count_list (fixture, filter), ==, 0);
  g_strfreev (values->tags);
  values->tags = g_strsplit ("Garden,garden,Café,cafe\xcc\x81, March ", ",", -1);
  tagged = fixture_edit (fixture, id, OM_CHANGE_TAGS, values);
  g_assert_cmpuint (g_strv_length (tagged->tags), ==, 3);
  g_assert_cmpuint (tagged->version, ==, 1);
  g_assert_true (g_strv_contains ((const char *const *) tagged->tags, "Garden"));
  g_assert_true (g_strv_contains ((const char *const *) tagged->tags, "March"));
  g_assert_cmpuint (count_list (fixture, filter), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "tag:café", "roses"), ==, 1);

  values = om_memory_new ();
  g_strfreev (values->tags);
  values->tags = g_strsplit ("march", ",", -1);
  fewer = fixture_edit (fixture, id, OM_CHANGE_TAGS, values);
  g_assert_cmpuint (g_strv_length (fewer->tags), ==, 1);
  g_assert_cmpuint (count_list (fixture, filter), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "tag:café", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "garden", NULL), ==, 0);
}

static void
test_date (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Landed at Chatham.");
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("Pacific/Chatham");
  g_autoptr (OmFilter) filter = om_filter_new ();
  OmMemory *values = om_memory_new ();
  OmMoment moment;
  g_autoptr (OmMemory) instant = NULL;
  g_autoptr (OmMemory) day = NULL;
  g_autoptr (OmMemory) undated = NULL;

  g_assert_true (om_moment_from_local (zone, 2024, 3, 1, 0, 30, 0, &moment));
  values->happened = moment;
  instant = fixture_edit (fixture, id, OM_CHANGE_HAPPENED, values);
  g_assert_cmpint (instant->happened.ms, ==, moment.ms);
  g_assert_cmpint (instant->happened.offset_s, ==, moment.offset_s);
  g_assert_cmpint (instant->happened.offset_s, ==, 13 * 3600 + 45 * 60);
  g_assert_cmpint (instant->happened.precision, ==, OM_PRECISION_INSTANT);
  filter->first_day = filter->last_day = om_date_to_day_number (2024, 3, 1);
  g_assert_cmpuint (count_list (fixture, filter), ==, 1);
  g_assert_cmpint (instant->recorded_at, ==, TEST_NOW);
  g_assert_cmpint (instant->changed_at, ==, TEST_NOW);

  values = om_memory_new ();
  values->happened = om_moment_on_day (1899, 12, 31);
  day = fixture_edit (fixture, id, OM_CHANGE_HAPPENED, values);
  g_assert_cmpint (day->happened.precision, ==, OM_PRECISION_DAY);
  g_assert_cmpint (om_moment_civil_day (&day->happened), ==, om_date_to_day_number (1899, 12, 31));
  g_assert_cmpuint (count_list (fixture, filter), ==, 0);
  filter->first_day = filter->last_day = om_date_to_day_number (1899, 12, 31);
  g_assert_cmpuint (count_list (fixture, filter), ==, 1);

  values = om_memory_new ();
  values->happened = om_moment_unknown (TEST_NOW);
  undated = fixture_edit (fixture, id, OM_CHANGE_HAPPENED, values);
  g_assert_cmpint (undated->happened.precision, ==, OM_PRECISION_UNKNOWN);
  g_assert_cmpuint (count_list (fixture, filter), ==, 0);
  filter->first_day = G_MININT32;
  filter->last_day = G_MAXINT32;
  filter->undated = TRUE;
  g_assert_cmpuint (count_list (fixture, filter), ==, 1);
}

/* A date nobody can have lived on, and offsets of no place. */
static void
test_date_out_of_range (Fixture      *fixture,
                        gconstpointer data)
{
  static const OmMoment moments[] = {
    { G_MAXINT64, 0, OM_PRECISION_INSTANT },     { G_MININT64, 0, OM_PRECISION_DAY },
    { G_MAXINT64, 3600, OM_PRECISION_INSTANT },  { G_MININT64, -3600, OM_PRECISION_INSTANT },
    { G_MAXINT64 / 2, 0, OM_PRECISION_INSTANT }, { TEST_NOW, 200000, OM_PRECISION_INSTANT },
    { TEST_NOW, 0, (OmPrecision) 3 },
  };
  g_autofree char *id = fixture_remember (fixture, "When was that?");

  for (gsize i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      OmMemory *values = om_memory_new ();
      g_autoptr (OmDraft) draft = om_draft_new ("Out of all time.");
      g_autoptr (GError) error = NULL;

      values->happened = moments[i];
      assert_refused (fixture, id, OM_CHANGE_HAPPENED, values, OM_ERROR_INVALID);
      draft->happened = moments[i];
      draft->has_happened = TRUE;
      g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
  g_assert_cmpuint (count_list (fixture, NULL), ==, 1);
}

static void
test_sector_by_hand (Fixture      *fixture,
                     gconstpointer data)
{
  static const char *const steps = "How to descale the kettle: step one, fill it; step two, add vinegar; then boil.";
  g_autofree char *id = fixture_remember (fixture, steps);
  g_autoptr (OmMemory) first = fixture_get (fixture, id);
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) corrected = NULL;
  g_autoptr (OmMemory) edited = NULL;
  g_autoptr (OmMemory) back = NULL;
  g_autoptr (OmMemory) feeling = NULL;

  g_assert_cmpint (first->sector, ==, OM_SECTOR_PROCEDURAL);
  values->sector = OM_SECTOR_REFLECTIVE;
  corrected = fixture_edit (fixture, id, OM_CHANGE_SECTOR, values);
  g_assert_cmpint (corrected->sector, ==, OM_SECTOR_REFLECTIVE);
  g_assert_true ((corrected->flags & OM_FLAG_SECTOR_BY_HAND) != 0);
  g_assert_cmpfloat (corrected->sector_confidence, ==, 1);
  g_assert_cmpuint (corrected->version, ==, 1);

  edited = edit_text (fixture, id, "I felt so happy and proud and grateful today, what joy.");
  g_assert_cmpint (edited->sector, ==, OM_SECTOR_REFLECTIVE);
  /* And is found in it by meaning: the vectors are those of the new sectors. */
  fixture_reopen (fixture);
  g_assert_cmpuint (fixture_count_hits (fixture, "sector:reflective", "proud"), ==, 1);

  values = om_memory_new ();
  values->sector = OM_SECTOR_UNKNOWN;
  back = fixture_edit (fixture, id, OM_CHANGE_SECTOR, values);
  g_assert_cmpint (back->sector, ==, OM_SECTOR_EMOTIONAL);
  g_assert_cmpuint (back->flags & OM_FLAG_SECTOR_BY_HAND, ==, 0);
  feeling = edit_text (fixture, id, steps);
  g_assert_cmpint (feeling->sector, ==, OM_SECTOR_PROCEDURAL);
}

static void
test_mood_by_hand (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "I was happy and delighted, a wonderful day.");
  g_autoptr (OmMemory) first = fixture_get (fixture, id);
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) corrected = NULL;
  g_autoptr (OmMemory) edited = NULL;
  g_autoptr (OmMemory) back = NULL;

  g_assert_cmpfloat (first->valence, >, 0);
  g_assert_cmpuint (first->flags & OM_FLAG_MOOD_BY_HAND, ==, 0);
  values->valence = -0.25;
  values->arousal = 0.5;
  corrected = fixture_edit (fixture, id, OM_CHANGE_MOOD, values);
  g_assert_cmpfloat (corrected->valence, ==, -0.25);
  g_assert_cmpfloat (corrected->arousal, ==, 0.5);
  edited = edit_text (fixture, id, "I was happy and delighted, a wonderful evening.");
  g_assert_cmpfloat (edited->valence, ==, -0.25);
  g_assert_cmpfloat (edited->arousal, ==, 0.5);

  values = om_memory_new ();
  values->valence = values->arousal = NAN;
  back = fixture_edit (fixture, id, OM_CHANGE_MOOD, values);
  g_assert_cmpfloat (back->valence, ==, first->valence);
  g_assert_cmpfloat (back->arousal, ==, first->arousal);
  g_assert_cmpuint (back->flags & OM_FLAG_MOOD_BY_HAND, ==, 0);
}

/* Flags ----------------------------------------------------------------------------------------- */

static OmMemory *
set_flags (Fixture    *fixture,
           const char *id,
           guint       flags)
{
  OmMemory *values = om_memory_new ();

  values->flags = flags;
  return fixture_edit (fixture, id, OM_CHANGE_FLAGS, values);
}

static void
test_flags (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The lease runs to May.");
  g_autoptr (OmMemory) pinned = set_flags (fixture, id, OM_FLAG_PINNED | OM_FLAG_STARRED);
  g_autoptr (OmMemory) unpinned = NULL;
  g_autoptr (OmMemory) let_go = NULL;

  g_assert_cmpuint (pinned->flags, ==, OM_FLAG_PINNED | OM_FLAG_KEPT | OM_FLAG_STARRED);
  /* The pin goes, what it implied stays until it is taken away itself. */
  unpinned = set_flags (fixture, id, pinned->flags & ~(guint) OM_FLAG_PINNED);
  g_assert_cmpuint (unpinned->flags, ==, OM_FLAG_KEPT | OM_FLAG_STARRED);
  let_go = set_flags (fixture, id, OM_FLAG_HIDDEN | OM_FLAG_RESOLVED);
  g_assert_cmpuint (let_go->flags, ==, OM_FLAG_HIDDEN | OM_FLAG_RESOLVED);
  g_assert_cmpuint (let_go->version, ==, 1);
}

static gpointer
put_to_rest (const OmWriteContext *context,
             gpointer              id,
             GCancellable         *cancellable,
             GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, error);

  memory->archived_at = context->now;
  return om_store_memory_update (context->store, memory, OM_STORE_ARCHIVED, error) ? OM_ENGINE_DONE : NULL;
}

/* Letting it rest and hiding it are no use: it stays as vivid, and at rest; reopening is (engine.md 10). */
static void
test_marks_and_use (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The lease runs to May.");
  const guint quiet[] = { OM_FLAG_RESOLVED, OM_FLAG_RESOLVED | OM_FLAG_HIDDEN,
                          OM_FLAG_RESOLVED | OM_FLAG_PRIVATE | OM_FLAG_STARRED };
  g_autoptr (OmMemory) reopened = NULL;
  g_autoptr (GArray) events = NULL;

  fixture_write (fixture, put_to_rest, id);
  for (gsize i = 0; i < G_N_ELEMENTS (quiet); i++)
    {
      g_autoptr (OmMemory) marked = NULL;

      fixture->now += OM_MS_PER_DAY;
      marked = set_flags (fixture, id, quiet[i]);
      g_assert_cmpuint (marked->flags, ==, quiet[i]);
      g_assert_cmpint (marked->last_active_at, ==, TEST_NOW);
      g_assert_cmpint (marked->archived_at, ==, TEST_NOW);
    }
  fixture->now += OM_MS_PER_DAY;
  reopened = set_flags (fixture, id, OM_FLAG_PRIVATE | OM_FLAG_STARRED);
  g_assert_cmpint (reopened->last_active_at, ==, fixture->now);
  g_assert_cmpint (reopened->archived_at, ==, 0);
  events = fixture_events (fixture, id);
  g_assert_cmpuint (events->len, ==, 5);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpint (g_array_index (events, OmEvent, i).cause, ==, OM_EVENT_CHANGED_BY_HAND);
  g_assert_cmpint (g_array_index (events, OmEvent, 4).cause, ==, OM_EVENT_REOPENED);
}

static void
test_pins (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *late = fixture_remember (fixture, "The lease runs to May.");
  g_autofree char *first = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (OmDraft) draft = NULL;

  for (guint i = 0; i < OM_MAX_PINNED; i++)
    {
      g_autofree char *text = g_strdup_printf ("Number %u of the things on the door.", i);
      g_autofree char *id = fixture_remember (fixture, text);

      om_memory_unref (set_flags (fixture, id, OM_FLAG_PINNED));
      if (first == NULL)
        first = g_steal_pointer (&id);
    }
  values->flags = OM_FLAG_PINNED;
  g_assert_false (om_engine_edit (fixture->engine, late, OM_CHANGE_FLAGS, values, 0, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  draft = om_draft_new ("Pinned as it was written.");
  draft->flags = OM_FLAG_PINNED;
  g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);

  /* One that is pinned can be changed, and one that goes makes room. */
  om_memory_unref (set_flags (fixture, first, OM_FLAG_PINNED | OM_FLAG_STARRED));
  om_memory_unref (set_flags (fixture, first, 0));
  om_memory_unref (set_flags (fixture, late, OM_FLAG_PINNED));
}

/* What is the program's own is not set by hand. */
static void
test_flags_of_the_program (Fixture      *fixture,
                           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The lease runs to May.");
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) memory = set_flags (fixture, id, OM_FLAG_CONSOLIDATED | OM_FLAG_SECTOR_BY_HAND | 1u << 15);
  g_autoptr (OmMemory) corrected = NULL;
  g_autoptr (OmMemory) kept = NULL;

  g_assert_cmpuint (memory->flags, ==, 0);
  values->sector = OM_SECTOR_SEMANTIC;
  corrected = fixture_edit (fixture, id, OM_CHANGE_SECTOR, values);
  kept = set_flags (fixture, id, OM_FLAG_KEPT);
  g_assert_cmpuint (kept->flags, ==, OM_FLAG_KEPT | OM_FLAG_SECTOR_BY_HAND);
}

/* Keeping stops the fading where it is, letting go lets it go on from there: nothing leaps. */
static void
test_keeping_is_seamless (Fixture      *fixture,
                          gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "A quiet afternoon at the lock.");
  g_autoptr (OmMemory) fresh = fixture_get (fixture, id);
  g_autoptr (OmMemory) kept = NULL;
  g_autoptr (OmMemory) let_go = NULL;
  g_autoptr (GArray) events = NULL;
  double faded;

  fixture->now += 20 * OM_MS_PER_DAY;
  faded = om_engine_present_salience (fixture->engine, fresh);
  g_assert_cmpfloat (faded, <, fresh->salience);
  kept = set_flags (fixture, id, OM_FLAG_KEPT);
  g_assert_cmpfloat (om_engine_present_salience (fixture->engine, kept), ==, faded);
  fixture->now += 2000 * OM_MS_PER_DAY;
  g_assert_cmpfloat (om_engine_present_salience (fixture->engine, kept), ==, faded);
  let_go = set_flags (fixture, id, 0);
  g_assert_cmpfloat_with_epsilon (om_engine_present_salience (fixture->engine, let_go), faded, 1e-12);
  fixture->now += 20 * OM_MS_PER_DAY;
  g_assert_cmpfloat (om_engine_present_salience (fixture->engine, let_go), <, faded);

  /* The history says what was before. */
  events = fixture_events (fixture, id);
  g_assert_cmpuint (events->len, ==, 3);
  g_assert_cmpint (g_array_index (events, OmEvent, 1).cause, ==, OM_EVENT_CHANGED_BY_HAND);
  g_assert_cmpuint (g_array_index (events, OmEvent, 1).flags_before, ==, 0);
  g_assert_cmpfloat (g_array_index (events, OmEvent, 1).before.salience, ==, fresh->salience);
  g_assert_cmpuint (g_array_index (events, OmEvent, 2).flags_before, ==, OM_FLAG_KEPT);
}

static void
test_editing_wakes (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Lent the ladder to Mr Brandt.");
  g_autoptr (OmMemory) awake = NULL;
  g_autoptr (GArray) events = NULL;

  fixture_write (fixture, put_to_rest, id);
  fixture->now += 100 * OM_MS_PER_DAY;
  awake = edit_text (fixture, id, "Lent the ladder to Mr Brandt; it is back.");
  g_assert_cmpint (awake->archived_at, ==, 0);
  g_assert_cmpint (awake->last_active_at, ==, fixture->now);
  g_assert_cmpuint (awake->activation_count, ==, 1);
  g_assert_cmpint (awake->salience_at, ==, TEST_NOW);
  events = fixture_events (fixture, id);
  g_assert_cmpint (g_array_index (events, OmEvent, events->len - 1).cause, ==, OM_EVENT_EDITED);
  g_assert_cmpint (g_array_index (events, OmEvent, events->len - 1).archived_before, ==, TEST_NOW);
}

/* Types ----------------------------------------------------------------------------------------- */

static void
test_type (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The spare key hangs in the shed.");
  OmMemory *values = om_memory_new ();
  g_autoptr (OmMemory) fact = NULL;
  g_autoptr (OmMemory) edited = NULL;
  g_autoptr (OmFilter) filter = om_filter_new ();

  filter->types = 1u << OM_MEMORY_TYPE_FACT;
  values->type = OM_MEMORY_TYPE_FACT;
  fact = fixture_edit (fixture, id, OM_CHANGE_TYPE, values);
  g_assert_cmpint (fact->type, ==, OM_MEMORY_TYPE_FACT);
  g_assert_cmpuint (count_list (fixture, filter), ==, 1);
  edited = edit_text (fixture, id, "The spare key hangs in the porch.");
  g_assert_cmpint (edited->type, ==, OM_MEMORY_TYPE_FACT);
}

/* In the bin ------------------------------------------------------------------------------------ */

/* The text is kept where it lies: nothing that was typed is lost, and nothing comes back by itself. */
static void
test_in_the_bin (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "A note for the bin.");
  g_autoptr (OmMemory) binned = NULL;
  g_autoptr (OmMemory) edited = NULL;
  g_autoptr (OmMemory) restored = NULL;
  g_autoptr (GPtrArray) versions = NULL;

  fixture_bin (fixture, id);
  binned = fixture_get (fixture, id);
  fixture->now += 1000;
  edited = edit_text (fixture, id, "A note that was still being typed.");
  g_assert_cmpint (edited->trashed_at, ==, binned->trashed_at);
  g_assert_cmpuint (fixture_count_hits (fixture, "typed", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "is:binned typed", "typed"), ==, 1);
  g_assert_cmpuint (count_list (fixture, NULL), ==, 0);
  versions = get_versions (fixture, id);
  g_assert_cmpuint (versions->len, ==, 1);

  fixture_restore (fixture, id);
  restored = fixture_get (fixture, id);
  g_assert_cmpstr (restored->content, ==, "A note that was still being typed.");
  g_assert_cmpuint (fixture_count_hits (fixture, "typed", "typed"), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "bin", NULL), ==, 0);
}

/* Links ----------------------------------------------------------------------------------------- */

static guint
count_links (Fixture       *fixture,
             const char    *id,
             const char    *target,
             OmWaypointKind kind)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);
  g_autoptr (OmMemory) other = target != NULL ? fixture_get (fixture, target) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, id, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->source == memory->row && waypoint->kind == kind && (other == NULL || waypoint->target == other->row))
        n++;
    }
  return n;
}

/* The association follows the text, also when the text is changed by a program that has no index in
 * memory; what was linked by hand stays. */
static void
test_link_follows (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *herons = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_autofree char *bread = fixture_remember (fixture, "Baked rye bread with caraway, the oven too hot again.");
  g_autofree char *id = fixture_remember (fixture, "A heron at the canal lock again, the second this week.");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (count_links (fixture, id, herons, OM_WAYPOINT_ASSOCIATION), ==, 1);
  g_assert_true (om_engine_link (fixture->engine, id, herons, NULL, &error));
  om_memory_unref (edit_text (fixture, id, "Rye bread with caraway from a cooler oven."));
  g_assert_cmpuint (count_links (fixture, id, bread, OM_WAYPOINT_ASSOCIATION), ==, 1);
  g_assert_cmpuint (count_links (fixture, id, NULL, OM_WAYPOINT_ASSOCIATION), ==, 1);
  g_assert_cmpuint (count_links (fixture, id, herons, OM_WAYPOINT_HAND), ==, 1);

  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_memory_unref (edit_text (fixture, id, "The heron left the second lock of the canal."));
  g_assert_cmpuint (count_links (fixture, id, bread, OM_WAYPOINT_ASSOCIATION), ==, 0);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_links (fixture, id, herons, OM_WAYPOINT_ASSOCIATION), ==, 1);
  g_assert_cmpuint (count_links (fixture, id, NULL, OM_WAYPOINT_ASSOCIATION), ==, 1);
}

#define add(name, function) g_test_add ("/edit/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_edit_add (void)
{
  add ("versions", test_versions);
  add ("goes-on", test_goes_on);
  add ("conflict", test_conflict);
  add ("title", test_title);
  add ("refused", test_refused);
  add ("found-by-new-words", test_found_by_new_words);
  add ("tags", test_tags);
  add ("date", test_date);
  add ("date-out-of-range", test_date_out_of_range);
  add ("sector-by-hand", test_sector_by_hand);
  add ("mood-by-hand", test_mood_by_hand);
  add ("flags", test_flags);
  add ("marks-and-use", test_marks_and_use);
  add ("pins", test_pins);
  add ("flags-of-the-program", test_flags_of_the_program);
  add ("keeping-is-seamless", test_keeping_is_seamless);
  add ("editing-wakes", test_editing_wakes);
  add ("type", test_type);
  add ("in-the-bin", test_in_the_bin);
  add ("link-follows", test_link_follows);
}
