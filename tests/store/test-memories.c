/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: what goes in comes out, field by field. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "store-fixture.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-states.h"
#include "text/om-simhash.h"

/* No field has its default, none the value of another. */
static OmMemory *
make_full (const char *id)
{
  OmMemory *m = om_memory_new ();

  m->id = g_strdup (id);
  m->type = OM_MEMORY_TYPE_FACT;
  m->content = g_strdup ("Nadia’s birthday is on 3 May.\n\n它在春天。");
  m->title = g_strdup ("Birthday");
  m->happened = (OmMoment){ -5000000000123, -12600, OM_PRECISION_INSTANT };
  m->recorded_at = 11;
  m->changed_at = 12;
  m->sector = OM_SECTOR_EMOTIONAL;
  m->extra_sectors = 1 << OM_SECTOR_EPISODIC | 1 << OM_SECTOR_REFLECTIVE;
  m->sector_confidence = .625;
  g_strfreev (m->tags);
  m->tags = g_strsplit ("Zeta,alpha,Łódź", ",", -1);
  m->importance = 9;
  m->valence = -.5;
  m->arousal = .25;
  m->context = OM_CONTEXT_LEARNING;
  m->flags = OM_FLAG_KEPT | OM_FLAG_CONFLICT;
  m->origin = OM_ORIGIN_IMPORT;
  m->language = "zh";
  m->salience = .875;
  m->salience_at = 13;
  m->last_seen_at = 14;
  m->coactivations = 15;
  m->last_active_at = 16;
  m->activation_count = 17;
  m->archived_at = 18;
  m->trashed_at = 19;
  m->stage = OM_VECTOR_STAGE_COMPRESSED;
  m->simhash = 0xfedcba9876543210;
  m->same_hash = 0xffffffffffffffff;
  m->subject = g_strdup ("Nadia");
  m->predicate = g_strdup ("birthday");
  m->valid_from = 20;
  m->valid_until = 21;
  m->superseded_by = g_strdup ("0b96b2cc-96bb-4ea2-91ef-5fdc9b6d5c57");
  m->section_index = 22;
  m->section_count = 23;
  m->version = 24;
  m->source = g_strdup ("dayone");
  m->source_key = g_strdup ("A0-01");
  m->source_data = g_strdup ("{\"weather\":\"rain\"}");
  return m;
}

static void
assert_equal (const OmMemory *a,
              const OmMemory *b)
{
  g_assert_cmpint (a->row, ==, b->row);
  g_assert_cmpstr (a->id, ==, b->id);
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_cmpstr (a->content, ==, b->content);
  g_assert_cmpstr (a->title, ==, b->title);
  g_assert_cmpint (a->happened.ms, ==, b->happened.ms);
  g_assert_cmpint (a->happened.offset_s, ==, b->happened.offset_s);
  g_assert_cmpint (a->happened.precision, ==, b->happened.precision);
  g_assert_cmpint (a->recorded_at, ==, b->recorded_at);
  g_assert_cmpint (a->changed_at, ==, b->changed_at);
  g_assert_cmpint (a->sector, ==, b->sector);
  g_assert_cmpuint (a->extra_sectors, ==, b->extra_sectors);
  g_assert_cmpfloat (a->sector_confidence, ==, b->sector_confidence);
  g_assert_cmpstrv (a->tags, b->tags);
  g_assert_cmpint (a->importance, ==, b->importance);
  g_assert_true (a->valence == b->valence || (isnan (a->valence) && isnan (b->valence)));
  g_assert_true (a->arousal == b->arousal || (isnan (a->arousal) && isnan (b->arousal)));
  g_assert_cmpint (a->context, ==, b->context);
  g_assert_cmpuint (a->flags, ==, b->flags);
  g_assert_cmpint (a->origin, ==, b->origin);
  g_assert_cmpstr (a->language, ==, b->language);
  g_assert_cmpfloat (a->salience, ==, b->salience);
  g_assert_cmpint (a->salience_at, ==, b->salience_at);
  g_assert_cmpint (a->last_seen_at, ==, b->last_seen_at);
  g_assert_cmpuint (a->coactivations, ==, b->coactivations);
  g_assert_cmpint (a->last_active_at, ==, b->last_active_at);
  g_assert_cmpuint (a->activation_count, ==, b->activation_count);
  g_assert_cmpint (a->archived_at, ==, b->archived_at);
  g_assert_cmpint (a->trashed_at, ==, b->trashed_at);
  g_assert_cmpint (a->stage, ==, b->stage);
  g_assert_cmphex (a->simhash, ==, b->simhash);
  g_assert_cmphex (a->same_hash, ==, b->same_hash);
  g_assert_cmpstr (a->subject, ==, b->subject);
  g_assert_cmpstr (a->predicate, ==, b->predicate);
  g_assert_cmpint (a->valid_from, ==, b->valid_from);
  g_assert_cmpint (a->valid_until, ==, b->valid_until);
  g_assert_cmpstr (a->superseded_by, ==, b->superseded_by);
  g_assert_cmpint (a->parent_row, ==, b->parent_row);
  g_assert_cmpuint (a->section_index, ==, b->section_index);
  g_assert_cmpuint (a->section_count, ==, b->section_count);
  g_assert_cmpuint (a->version, ==, b->version);
  g_assert_cmpint (a->revision, ==, b->revision);
  g_assert_cmpstr (a->source, ==, b->source);
  g_assert_cmpstr (a->source_key, ==, b->source_key);
  g_assert_cmpstr (a->source_data, ==, b->source_data);
}

static void
sort_tags (OmMemory *m)
{
  g_strfreev (m->tags);
  m->tags = g_strsplit ("alpha,Zeta,Łódź", ",", -1);
}

static void
test_round_trip (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (OmMemory) m = make_full ("7d444840-9dc0-11d1-b245-5ffdce74fad2");
  g_autoptr (OmMemory) plain = make_memory ("");
  g_autoptr (OmMemory) by_row = NULL;
  g_autoptr (OmMemory) by_id = NULL;
  g_autoptr (OmMemory) plain_again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  g_assert_true (om_store_memory_insert (fixture->store, plain, &error));
  g_assert_no_error (error);
  g_assert_true (g_uuid_string_is_valid (plain->id));
  plain_again = om_store_memory_get (fixture->store, plain->row, NULL);
  assert_equal (plain_again, plain);

  m->parent_row = plain->row;
  g_assert_true (om_store_memory_insert (fixture->store, m, &error));
  g_assert_no_error (error);
  sort_tags (m);
  fixture_reopen (fixture);
  by_row = om_store_memory_get (fixture->store, m->row, NULL);
  by_id = om_store_memory_get_by_id (fixture->store, m->id, NULL);
  assert_equal (by_row, m);
  assert_equal (by_id, m);
  g_assert_cmpint (om_store_memory_find_row (fixture->store, m->id, NULL), ==, m->row);
  id = om_store_memory_dup_id (fixture->store, m->row, NULL);
  g_assert_cmpstr (id, ==, m->id);

  g_assert_null (om_store_memory_get (fixture->store, 77, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (om_store_memory_get_by_id (fixture->store, "nobody", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (om_store_memory_find_row (fixture->store, "nobody", &error), ==, 0);
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

/* One field at a time: it changes, nothing else does. */
static void
test_update (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmMemory) m = make_memory ("The same words all along.");
  g_autoptr (OmMemory) all = make_full (NULL);
  g_autoptr (GError) error = NULL;
  gint64 document = add_memory (fixture->store, "A document.");

  g_assert_true (om_store_memory_insert (fixture->store, m, NULL));
  all->row = m->row;
  all->parent_row = document;
  for (guint bit = 0; bit < 15; bit++)
    {
      OmStoreFields field = 1u << bit;
      g_autoptr (OmMemory) after = NULL;

      g_assert_true (om_store_memory_update (fixture->store, all, field, &error));
      g_assert_no_error (error);
      after = om_store_memory_get (fixture->store, m->row, NULL);
      g_assert_cmpint (after->revision, ==, om_store_get_revision (fixture->store, NULL));
      m->revision = after->revision;
      if (field == OM_STORE_HAPPENED)
        m->happened = all->happened;
      if (field == OM_STORE_TAGS)
        sort_tags (m);
      if (field == OM_STORE_SECTOR)
        m->sector = all->sector, m->extra_sectors = all->extra_sectors,
        m->sector_confidence = all->sector_confidence;
      if (field == OM_STORE_TYPE)
        m->type = all->type;
      if (field == OM_STORE_IMPORTANCE)
        m->importance = all->importance;
      if (field == OM_STORE_MOOD)
        m->valence = all->valence, m->arousal = all->arousal;
      if (field == OM_STORE_CONTEXT)
        m->context = all->context;
      if (field == OM_STORE_FLAGS)
        m->flags = all->flags;
      if (field == OM_STORE_LANGUAGE)
        m->language = all->language;
      if (field == OM_STORE_HASHES)
        m->simhash = all->simhash, m->same_hash = all->same_hash;
      if (field == OM_STORE_FACT)
        {
          m->subject = g_strdup (all->subject);
          m->predicate = g_strdup (all->predicate);
          m->superseded_by = g_strdup (all->superseded_by);
          m->valid_from = all->valid_from, m->valid_until = all->valid_until;
        }
      if (field == OM_STORE_ARCHIVED)
        m->archived_at = all->archived_at;
      if (field == OM_STORE_STAGE)
        m->stage = all->stage;
      if (field == OM_STORE_SECTION)
        m->parent_row = document, m->section_index = all->section_index,
        m->section_count = all->section_count;
      if (field == OM_STORE_SOURCE)
        {
          m->source = g_strdup (all->source);
          m->source_key = g_strdup (all->source_key);
          m->source_data = g_strdup (all->source_data);
        }
      assert_equal (after, m);
    }

  g_assert_true (om_store_memory_set_flags (fixture->store, m->row, OM_FLAG_PINNED | OM_FLAG_HIDDEN,
                                            OM_FLAG_KEPT, NULL));
  {
    g_autoptr (OmMemory) after = om_store_memory_get (fixture->store, m->row, NULL);
    g_assert_cmpuint (after->flags, ==, OM_FLAG_PINNED | OM_FLAG_HIDDEN | OM_FLAG_CONFLICT);
  }
}

static void
test_invalid (Fixture      *fixture,
              gconstpointer data)
{
  gint64 revision = om_store_get_revision (fixture->store, NULL);

  for (guint i = 0; i < 14; i++)
    {
      g_autoptr (OmMemory) m = make_memory ("Fine.");
      g_autoptr (GError) error = NULL;

      switch (i)
        {
        case 0:
          m->importance = 0;
          break;
        case 1:
          m->importance = 11;
          break;
        case 2:
          m->valence = 1.5;
          break;
        case 3:
          m->arousal = -.1;
          break;
        case 4:
          m->salience = NAN;
          break;
        case 5:
          m->sector = OM_SECTOR_UNKNOWN;
          break;
        case 6:
          m->type = OM_N_MEMORY_TYPES;
          break;
        case 7:
          m->id = g_strdup ("not a uuid");
          break;
        case 8:
          g_free (m->content);
          m->content = g_strdup ("caf\xe9 noir");
          break;
        case 9:
          m->title = g_strdup ("\xff");
          break;
        case 10:
          m->tags[0] = NULL;
          g_strfreev (m->tags);
          m->tags = g_strsplit ("fine,\xc3\x28", ",", -1);
          break;
        case 11:
          m->happened.offset_s = 100000;
          break;
        case 12:
          m->context = OM_N_CONTEXTS;
          break;
        default:
          m->activation_count = 0;
          break;
        }
      g_assert_false (om_store_memory_insert (fixture->store, m, &error));
      g_assert_cmpint (error->domain, ==, OM_ERROR);
      g_assert_cmpint (error->code, ==, i >= 8 && i <= 10 ? OM_ERROR_ENCODING : OM_ERROR_INVALID);
      g_assert_cmpint (m->row, ==, 0);
      if (i == 8)
        g_assert_nonnull (strstr (error->message, "byte 3"));
    }
  g_assert_cmpint (om_store_get_revision (fixture->store, NULL), ==, revision);
}

static void
test_many (Fixture      *fixture,
           gconstpointer data)
{
  gint64 rows[7];
  gint64 asked[5];
  g_autoptr (GPtrArray) memories = NULL;
  g_autoptr (GPtrArray) none = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("Number %u.", i);
      rows[i] = add_memory (fixture->store, text);
    }
  asked[0] = rows[5];
  asked[1] = 99;
  asked[2] = rows[0];
  asked[3] = rows[6];
  asked[4] = rows[1];
  memories = om_store_memories_get (fixture->store, asked, G_N_ELEMENTS (asked), NULL);
  g_assert_cmpuint (memories->len, ==, 4);
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (memories, 0))->content, ==, "Number 5.");
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (memories, 1))->content, ==, "Number 0.");
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (memories, 2))->content, ==, "Number 6.");
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (memories, 3))->content, ==, "Number 1.");
  none = om_store_memories_get (fixture->store, NULL, 0, NULL);
  g_assert_cmpuint (none->len, ==, 0);
}

static gboolean
collect_state_cb (const OmMemoryState *state,
                  gpointer             data)
{
  g_array_append_val (data, *state);
  return TRUE;
}

static void
test_states (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmMemory) m = make_full (NULL);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (OmMemoryState));
  g_autoptr (GArray) some = g_array_new (FALSE, FALSE, sizeof (OmMemoryState));
  gint64 first = add_memory (fixture->store, "Plain.");
  gint64 asked[2];
  OmRecallState activity = { .salience = .5,
                             .salience_at = 100,
                             .last_seen_at = 101,
                             .last_active_at = 102,
                             .coactivations = 3,
                             .activation_count = 4 };
  OmRecallState again;
  g_autoptr (GError) error = NULL;
  const OmMemoryState *state;

  g_assert_true (om_store_memory_insert (fixture->store, m, NULL));
  g_assert_true (om_store_states_load (fixture->store, collect_state_cb, all, NULL));
  g_assert_cmpuint (all->len, ==, 2);
  state = &g_array_index (all, OmMemoryState, 0);
  g_assert_cmpint (state->row, ==, first);
  g_assert_true (isnan (state->valence) && isnan (state->arousal));
  g_assert_cmpint (state->context, ==, OM_CONTEXT_UNKNOWN);
  g_assert_cmpstr (state->language, ==, "en");
  state = &g_array_index (all, OmMemoryState, 1);
  g_assert_cmpint (state->row, ==, m->row);
  g_assert_cmpint (state->happened.ms, ==, m->happened.ms);
  g_assert_cmpint (state->happened.offset_s, ==, m->happened.offset_s);
  g_assert_cmpint (state->civil_day, ==, om_moment_civil_day (&m->happened));
  g_assert_cmpint (state->journal_day, ==, om_moment_journal_day (&m->happened));
  g_assert_cmpint (state->archived_at, ==, 18);
  g_assert_cmpint (state->trashed_at, ==, 19);
  g_assert_cmpint (state->valid_until, ==, 21);
  g_assert_cmpfloat (state->valence, ==, -.5f);
  g_assert_cmpfloat (state->arousal, ==, .25f);
  g_assert_cmpuint (state->flags, ==, m->flags);
  g_assert_cmpuint (state->section_index, ==, 22);
  g_assert_cmpuint (state->section_count, ==, 23);
  g_assert_cmpint (state->type, ==, OM_MEMORY_TYPE_FACT);
  g_assert_cmpint (state->sector, ==, OM_SECTOR_EMOTIONAL);
  g_assert_cmpint (state->context, ==, OM_CONTEXT_LEARNING);
  g_assert_cmpint (state->origin, ==, OM_ORIGIN_IMPORT);
  g_assert_cmpint (state->stage, ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpuint (state->extra_sectors, ==, m->extra_sectors);
  g_assert_cmpuint (state->importance, ==, 9);
  g_assert_cmpuint (state->superseded, ==, 1);
  g_assert_cmpfloat (state->activity.salience, ==, .875);
  g_assert_cmpint (state->activity.salience_at, ==, 13);
  g_assert_cmpint (state->activity.last_seen_at, ==, 14);
  g_assert_cmpuint (state->activity.coactivations, ==, 15);
  g_assert_cmpint (state->activity.last_active_at, ==, 16);
  g_assert_cmpuint (state->activity.activation_count, ==, 17);

  g_assert_true (om_store_activity_set (fixture->store, first, &activity, NULL));
  g_assert_true (om_store_activity_get (fixture->store, first, &again, NULL));
  g_assert_cmpfloat (again.salience, ==, .5);
  g_assert_cmpint (again.last_active_at, ==, 102);
  asked[0] = m->row;
  asked[1] = first;
  g_assert_true (om_store_states_for_rows (fixture->store, asked, 2, collect_state_cb, some, NULL));
  g_assert_cmpuint (some->len, ==, 2);
  state = &g_array_index (some, OmMemoryState, 1);
  g_assert_cmpint (state->row, ==, first);
  g_assert_cmpint (state->activity.salience_at, ==, 100);
  g_assert_cmpint (state->activity.last_seen_at, ==, 101);
  g_assert_cmpuint (state->activity.coactivations, ==, 3);
  g_assert_cmpuint (state->activity.activation_count, ==, 4);

  activity.salience = 1.01;
  g_assert_false (om_store_activity_set (fixture->store, first, &activity, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_store_activity_get (fixture->store, 99, &again, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

static void
assert_rows (GArray      *rows,
             const gint64 *expected,
             guint         n)
{
  g_assert_nonnull (rows);
  g_assert_cmpuint (rows->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (g_array_index (rows, gint64, i), ==, expected[i]);
}

static void
test_lookups (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmMemory) a = make_memory ("Went for a run.");
  g_autoptr (OmMemory) b = make_memory ("went  for a RUN.");
  g_autoptr (OmMemory) fact = make_memory ("I live in Utrecht.");
  g_autoptr (OmMemory) section = make_memory ("Part two.");
  g_autoptr (GArray) same = NULL;
  g_autoptr (GArray) similar = NULL;
  g_autoptr (GArray) facts = NULL;
  g_autoptr (GArray) day = NULL;
  g_autoptr (GArray) next_day = NULL;
  g_autoptr (GArray) sections = NULL;
  guint32 halves[2];
  gint32 journal_day;

  g_assert_true (om_store_memory_insert (fixture->store, a, NULL));
  b->happened.ms += OM_MS_PER_DAY;
  b->simhash ^= 0x0000000100000001;
  g_assert_true (om_store_memory_insert (fixture->store, b, NULL));
  fact->subject = g_strdup ("I");
  fact->predicate = g_strdup ("live in");
  g_assert_true (om_store_memory_insert (fixture->store, fact, NULL));
  section->type = OM_MEMORY_TYPE_SECTION;
  section->parent_row = a->row;
  g_assert_true (om_store_memory_insert (fixture->store, section, NULL));

  same = om_store_find_same (fixture->store, a->same_hash, NULL);
  assert_rows (same, (gint64[]){ a->row, b->row }, 2);
  halves[0] = om_simhash_half (a->simhash);
  halves[1] = halves[0] ^ 1;
  similar = om_store_find_similar (fixture->store, halves, 2, NULL);
  g_assert_cmpuint (similar->len, ==, 2);
  g_assert_cmpint (g_array_index (similar, OmStoreSimilar, 1).row, ==, b->row);
  g_assert_cmphex (g_array_index (similar, OmStoreSimilar, 1).simhash, ==, b->simhash);
  facts = om_store_find_facts (fixture->store, "i", "Live  In", NULL);
  assert_rows (facts, &fact->row, 1);
  journal_day = om_moment_journal_day (&a->happened);
  day = om_store_find_journal_days (fixture->store, journal_day, journal_day, NULL);
  assert_rows (day, (gint64[]){ a->row, fact->row, section->row }, 3);
  next_day = om_store_find_journal_days (fixture->store, journal_day + 1, journal_day + 9, NULL);
  assert_rows (next_day, &b->row, 1);
  sections = om_store_find_sections (fixture->store, a->row, NULL);
  assert_rows (sections, &section->row, 1);
}

/* Pages put together are the whole list, in order, whatever their length; ties go by row. */
static void
test_list (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  OmStoreListRow last = { 0 };
  guint n = 0;

  g_assert_true (om_store_begin (fixture->store, NULL));
  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (OmMemory) m = make_memory ("Entry.");

      m->happened.ms = NOW + g_rand_int_range (random, 0, 40) * 1000;
      m->happened.offset_s = g_rand_int_range (random, -10, 10) * 3600;
      m->type = i % 20 == 0 ? OM_MEMORY_TYPE_SECTION : OM_MEMORY_TYPE_EPISODE;
      m->trashed_at = i % 20 == 1 ? NOW : 0;
      g_assert_true (om_store_memory_insert (fixture->store, m, NULL));
    }
  g_assert_true (om_store_commit (fixture->store, NULL));

  for (guint limit = 1; n < 180; limit = limit % 13 + 1)
    {
      g_autoptr (GArray) page = om_store_list (fixture->store, n == 0 ? NULL : &last, limit, NULL);

      g_assert_cmpuint (page->len, ==, MIN (limit, 180 - n));
      for (guint i = 0; i < page->len; i++)
        {
          OmStoreListRow one = g_array_index (page, OmStoreListRow, i);

          g_assert_true (n == 0 || one.happened.ms < last.happened.ms ||
                         (one.happened.ms == last.happened.ms && one.row < last.row));
          last = one;
          n++;
        }
    }
  {
    g_autoptr (GArray) end = om_store_list (fixture->store, &last, 10, NULL);
    g_assert_cmpuint (end->len, ==, 0);
  }
}

static gboolean
stop_after_two_cb (gint64      row,
                   const char *title,
                   const char *content,
                   const char *tags,
                   gpointer    data)
{
  GString *seen = data;

  g_string_append_printf (seen, "%" G_GINT64_FORMAT "[%s|%s|%s]", row, title, content, tags);
  return strchr (seen->str, ']') == seen->str + seen->len - 1;
}

static void
test_texts (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GString) some = g_string_new (NULL);
  g_autofree char *title = NULL;
  g_autofree char *content = NULL;
  g_autofree char *no_title = NULL;
  g_autofree char *other = NULL;
  gint64 rows[] = { 3, 1 };
  g_autoptr (GError) error = NULL;

  add_tagged (fixture->store, "one", "First", "b,a");
  add_tagged (fixture->store, "two", NULL, NULL);
  add_tagged (fixture->store, "three", NULL, NULL);
  g_assert_true (om_store_texts_foreach (fixture->store, 0, stop_after_two_cb, seen, NULL));
  g_assert_cmpstr (seen->str, ==, "1[First|one|a\nb]2[|two|]");
  g_assert_true (om_store_texts_for_rows (fixture->store, rows, 2, stop_after_two_cb, some, NULL));
  g_assert_cmpstr (some->str, ==, "3[|three|]1[First|one|a\nb]");
  g_string_truncate (seen, 0);
  g_assert_true (om_store_texts_foreach (fixture->store, 2, stop_after_two_cb, seen, NULL));
  g_assert_cmpstr (seen->str, ==, "3[|three|]");

  g_assert_true (om_store_text_get (fixture->store, 1, &title, &content, NULL));
  g_assert_cmpstr (title, ==, "First");
  g_assert_cmpstr (content, ==, "one");
  g_assert_true (om_store_text_get (fixture->store, 2, &no_title, &other, NULL));
  g_assert_null (no_title);
  g_assert_cmpstr (other, ==, "two");
  g_assert_false (om_store_text_get (fixture->store, 9, &title, &content, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

static void
test_ids (Fixture      *fixture,
          gconstpointer data)
{
  static const struct
  {
    const char *prefix;
    int         code; /* -1: found */
  } cases[] = {
    { "7d444840", -1 },
    { "7D44", -1 },
    { "7d444840-9dc0-11d1-b245-5ffdce74fad2", -1 },
    { "7d4", OM_ERROR_INVALID },
    { "aaaa0000", OM_ERROR_INVALID },
    { "aaaa00001", OM_ERROR_NOT_FOUND },
    { "%%%%", OM_ERROR_NOT_FOUND },
  };
  static const char *const ids[] = { "7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
                                     "aaaa0000-9dc0-11d1-b245-5ffdce74fad2",
                                     "aaaa0000-9dc0-11d1-b245-5ffdce74fad3" };
  g_autoptr (OmMemory) again = make_memory ("x");
  g_autoptr (OmMemory) found = NULL;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (OmMemory) m = make_memory ("x");

      m->id = g_strdup (ids[i]);
      g_assert_true (om_store_memory_insert (fixture->store, m, NULL));
    }
  found = om_store_memory_get_by_id (fixture->store, ids[0], NULL);
  g_assert_cmpstr (found->id, ==, "7d444840-9dc0-11d1-b245-5ffdce74fad2");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) local = NULL;
      g_autofree char *id = om_store_memory_find_prefix (fixture->store, cases[i].prefix, &local);

      if (cases[i].code < 0)
        g_assert_cmpstr (id, ==, found->id);
      else
        g_assert_error (local, OM_ERROR, cases[i].code);
    }

  /* The same id twice: refused, and nothing of the second is left. */
  again->id = g_strdup (ids[0]);
  g_assert_false (om_store_memory_insert (fixture->store, again, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_assert_cmpint (add_memory (fixture->store, "y"), ==, 4);
}

static void
test_meta (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *missing = NULL;
  g_autofree char *value = NULL;
  OmStoreStats stats;

  missing = om_store_meta_get (fixture->store, "revision", &error);
  g_assert_null (missing);
  g_assert_no_error (error);
  g_assert_true (om_store_meta_set (fixture->store, "language", "fr", NULL));
  g_assert_true (om_store_meta_set (fixture->store, "language", "de", NULL));
  value = om_store_meta_get (fixture->store, "language", NULL);
  g_assert_cmpstr (value, ==, "de");
  g_assert_true (om_store_meta_set (fixture->store, "language", NULL, NULL));
  missing = om_store_meta_get (fixture->store, "language", NULL);
  g_assert_null (missing);

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (OmMemory) m = make_memory ("Counted.");

      m->happened.ms = NOW + i;
      m->happened.offset_s = i == 0 ? 3600 : 0;
      m->type = i == 4 ? OM_MEMORY_TYPE_SECTION : OM_MEMORY_TYPE_EPISODE;
      m->happened.precision = i == 3 ? OM_PRECISION_UNKNOWN : OM_PRECISION_INSTANT;
      m->trashed_at = i == 5 ? NOW : 0;
      m->sector = i == 0 ? OM_SECTOR_REFLECTIVE : OM_SECTOR_EPISODIC;
      m->stage = i == 1 ? OM_VECTOR_STAGE_FINGERPRINT : OM_VECTOR_STAGE_FULL;
      m->tags = g_renew (char *, m->tags, 2);
      m->tags[0] = g_strdup_printf ("tag%u", i % 2);
      m->tags[1] = NULL;
      g_assert_true (om_store_memory_insert (fixture->store, m, NULL));
    }
  g_assert_true (om_store_get_stats (fixture->store, &stats, NULL));
  g_assert_cmpuint (stats.memories, ==, 4);
  g_assert_cmpuint (stats.binned, ==, 1);
  g_assert_cmpuint (stats.sections, ==, 1);
  g_assert_cmpuint (stats.tags, ==, 2);
  g_assert_cmpuint (stats.undated, ==, 1);
  g_assert_cmpuint (stats.by_sector[OM_SECTOR_REFLECTIVE], ==, 1);
  g_assert_cmpuint (stats.by_sector[OM_SECTOR_EPISODIC], ==, 3);
  g_assert_cmpuint (stats.by_type[OM_MEMORY_TYPE_SECTION], ==, 1);
  g_assert_cmpuint (stats.by_stage[OM_VECTOR_STAGE_FINGERPRINT], ==, 1);
  g_assert_cmpint (stats.first_happened.ms, ==, NOW);
  g_assert_cmpint (stats.last_happened.ms, ==, NOW + 2);
  g_assert_cmpint (stats.first_happened.offset_s, ==, 3600);
  g_assert_cmpint (stats.revision, ==, om_store_get_revision (fixture->store, NULL));
  g_assert_cmpint (stats.bytes, >, 4096);
}

void
add_memory_tests (void)
{
  test_store ("memories/round-trip", test_round_trip);
  test_store ("memories/update", test_update);
  test_store ("memories/invalid", test_invalid);
  test_store ("memories/many", test_many);
  test_store ("memories/states", test_states);
  test_store ("memories/lookups", test_lookups);
  test_store ("memories/list", test_list);
  test_store ("memories/texts", test_texts);
  test_store ("memories/ids", test_ids);
  test_store ("memories/meta", test_meta);
}
