/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of states: ids, tags, the order of time. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "index/om-state-table.h"
#include "test-index.h"

#define MAX_DOC 3000

typedef struct
{
  gboolean present;
  gint64   ms;
  gint32   day;
  gboolean undated;
  guint8   uuid[OM_UUID_BYTES];
  guint    n_tags;
  guint32  tags[4];
} Plain;

static void
random_uuid (GRand  *random,
             guint8 *uuid)
{
  for (int i = 0; i < OM_UUID_BYTES; i++)
    uuid[i] = g_rand_int_range (random, 0, 256);
}

static int
compare_docs (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Plain *plain = data;
  guint32 doc_a = *(const guint32 *) a;
  guint32 doc_b = *(const guint32 *) b;

  if (plain[doc_a].day != plain[doc_b].day)
    return plain[doc_a].day < plain[doc_b].day ? -1 : 1;
  if (plain[doc_a].ms != plain[doc_b].ms)
    return plain[doc_a].ms < plain[doc_b].ms ? -1 : 1;
  return doc_a < doc_b ? -1 : 1;
}

static GArray *
sorted_docs (const Plain *plain)
{
  GArray *docs = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 doc = 1; doc < MAX_DOC; doc++)
    if (plain[doc].present)
      g_array_append_val (docs, doc);
  g_array_sort_with_data (docs, compare_docs, (gpointer) plain);
  return docs;
}

static guint32
beside (const Plain *plain,
        GArray      *docs,
        int          place,
        int          step)
{
  const Plain *own = &plain[g_array_index (docs, guint32, place)];

  for (int i = place + step; i >= 0 && i < (int) docs->len && !own->undated; i += step)
    {
      guint32 doc = g_array_index (docs, guint32, i);

      if (plain[doc].day != own->day)
        return 0;
      if (!plain[doc].undated)
        return doc;
    }
  return 0;
}

static void
compare_table (const Plain        *plain,
               const OmStateTable *table)
{
  g_autoptr (GArray) docs = sorted_docs (plain);
  guint place = 0;
  guint32 next = 0;

  g_assert_cmpuint (om_state_table_count (table), ==, docs->len);
  for (guint run = 0; run < om_state_table_count_runs (table); run++)
    {
      gsize n;
      const OmTimeEntry *entries = om_state_table_get_run (table, run, &n);

      g_assert_cmpuint (n, >, 0);
      for (gsize i = 0; i < n; i++)
        {
          guint32 doc = g_array_index (docs, guint32, place);

          g_assert_cmpuint (entries[i].doc, ==, doc);
          g_assert_cmpint (entries[i].journal_day, ==, plain[doc].day);
          g_assert_cmpint (entries[i].undated, ==, plain[doc].undated);
          place++;
        }
    }
  g_assert_cmpuint (place, ==, docs->len);

  for (guint i = 0; i < docs->len; i++)
    {
      guint32 before, after;
      guint32 doc = g_array_index (docs, guint32, i);

      om_state_table_neighbours (table, doc, &before, &after);
      g_assert_cmpuint (before, ==, beside (plain, docs, i, -1));
      g_assert_cmpuint (after, ==, beside (plain, docs, i, 1));
    }
  for (guint32 doc = 1; doc < MAX_DOC; doc++)
    {
      const OmDocState *state = om_state_table_get (table, doc);
      const guint32 *tags;
      guint n_tags;

      g_assert_cmpint (state != NULL, ==, plain[doc].present);
      tags = om_state_table_get_tags (table, doc, &n_tags);
      if (!plain[doc].present)
        {
          g_assert_cmpuint (n_tags, ==, 0);
          continue;
        }
      g_assert_cmpuint (om_state_table_lookup (table, plain[doc].uuid), ==, doc);
      g_assert_cmpmem (tags, n_tags * sizeof (guint32), plain[doc].tags,
                       plain[doc].n_tags * sizeof (guint32));
      next = om_state_table_next (table, next);
      g_assert_cmpuint (next, ==, doc);
    }
  g_assert_cmpuint (om_state_table_next (table, next), ==, 0);
}

static void
put (OmStateTable *table,
     const Plain  *plain,
     guint32       doc)
{
  OmDocState state = { 0 };

  memcpy (state.uuid, plain->uuid, OM_UUID_BYTES);
  state.happened_ms = plain->ms;
  state.journal_day = plain->day;
  state.precision = plain->undated ? OM_PRECISION_UNKNOWN : OM_PRECISION_INSTANT;
  om_state_table_set (table, doc, &state, plain->tags, plain->n_tags);
}

static void
test_random_changes (void)
{
  g_autoptr (OmStateTable) table = om_state_table_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  g_autofree Plain *plain = g_new0 (Plain, MAX_DOC);

  compare_table (plain, table);
  for (int i = 0; i < 20000; i++)
    {
      guint32 doc = g_rand_int_range (random, 1, MAX_DOC);

      if (g_rand_int_range (random, 0, 3) == 0)
        {
          g_assert_cmpint (om_state_table_remove (table, doc), ==, plain[doc].present);
          g_assert_cmpuint (om_state_table_lookup (table, plain[doc].uuid), ==, 0);
          memset (&plain[doc], 0, sizeof (Plain));
        }
      else
        {
          if (!plain[doc].present || g_rand_int_range (random, 0, 5) == 0)
            random_uuid (random, plain[doc].uuid);
          plain[doc].present = TRUE;
          plain[doc].ms = g_rand_int_range (random, 0, 5000) * 1000;
          /* Time zones: days and instants need not go together. */
          plain[doc].day = (gint32) (plain[doc].ms / 20000) + g_rand_int_range (random, 0, 2);
          plain[doc].undated = g_rand_int_range (random, 0, 8) == 0;
          plain[doc].n_tags = g_rand_int_range (random, 0, 5);
          for (guint t = 0; t < plain[doc].n_tags; t++)
            plain[doc].tags[t] = g_rand_int_range (random, 1, 50);
          put (table, &plain[doc], doc);
          if (plain[doc].n_tags == 0)
            {
              /* An empty list, unlike none, takes the tags away. */
              OmDocState state = *om_state_table_get (table, doc);
              const guint32 nothing = 0;

              om_state_table_set (table, doc, &state, &nothing, 0);
            }
        }
      if (i % 2500 == 0)
        compare_table (plain, table);
    }
  compare_table (plain, table);
  for (guint32 doc = 1; doc < MAX_DOC; doc++)
    {
      om_state_table_remove (table, doc);
      plain[doc].present = FALSE;
    }
  compare_table (plain, table);
}

/* In order, in reverse and at random: the same order comes of it, in runs that are not thin. */
static void
test_hundred_thousand (void)
{
  enum { N = 100000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (21);
  g_autofree guint32 *places = g_new (guint32, N);

  for (int way = 0; way < 3; way++)
    {
      g_autoptr (OmStateTable) table = om_state_table_new ();
      guint32 wanted = 0;

      for (guint32 i = 0; i < N; i++)
        places[i] = way == 1 ? N - 1 - i : i;
      for (guint32 i = N - 1; way == 2 && i > 0; i--)
        {
          guint32 k = g_rand_int_range (random, 0, i + 1);
          guint32 swapped = places[i];

          places[i] = places[k];
          places[k] = swapped;
        }
      for (guint32 i = 0; i < N; i++)
        {
          OmDocState state = { .happened_ms = places[i] * G_GINT64_CONSTANT (60000),
                               .journal_day = places[i] / 10 };

          memcpy (state.uuid, &places[i], sizeof (places[i]));
          om_state_table_set (table, places[i] + 1, &state, NULL, 0);
        }
      for (guint run = 0; run < om_state_table_count_runs (table); run++)
        {
          gsize n;
          const OmTimeEntry *entries = om_state_table_get_run (table, run, &n);

          for (gsize i = 0; i < n; i++)
            g_assert_cmpuint (entries[i].doc, ==, ++wanted);
        }
      g_assert_cmpuint (wanted, ==, N);
      g_assert_cmpuint (om_state_table_count_runs (table), <, N / 128);
      /* States, ids and order, before tags. */
      g_assert_cmpuint (om_state_table_get_bytes (table), <, N * 180);
    }
}

static void
test_kept_tags (void)
{
  g_autoptr (OmStateTable) table = om_state_table_new ();
  guint32 heron = om_state_table_intern_tag (table, "heron");
  guint32 canal = om_state_table_intern_tag (table, "canal");
  const guint32 both[] = { canal, heron };
  OmDocState state = { .salience = .5 };
  guint n;

  g_assert_cmpuint (heron, ==, 1);
  g_assert_cmpuint (canal, ==, 2);
  g_assert_cmpuint (om_state_table_intern_tag (table, "heron"), ==, heron);
  g_assert_cmpuint (om_state_table_lookup_tag (table, "canal"), ==, canal);
  g_assert_cmpuint (om_state_table_lookup_tag (table, "stork"), ==, 0);
  g_assert_cmpstr (om_state_table_get_tag_key (table, canal), ==, "canal");
  g_assert_null (om_state_table_get_tag_key (table, 0));
  g_assert_null (om_state_table_get_tag_key (table, 3));
  g_assert_cmpuint (om_state_table_count_tags (table), ==, 2);

  om_state_table_set (table, 4, &state, both, 2);
  state.salience = .75;
  om_state_table_set (table, 4, &state, NULL, 0);
  g_assert_true (om_state_table_get (table, 4)->salience == .75);
  g_assert_cmpmem (om_state_table_get_tags (table, 4, &n), 2 * sizeof (guint32), both,
                   sizeof (both));
  g_assert_cmpuint (n, ==, 2);
}

static void
test_memory (void)
{
  g_autoptr (OmStateTable) table = om_state_table_new ();
  g_autoptr (OmMemory) memory = om_memory_new ();
  const char *const keys[] = { "canal", "heron", NULL };
  const OmDocState *state;
  char id[OM_UUID_CHARS];
  guint n;

  memory->row = 17;
  memory->id = g_strdup ("01234567-89AB-cdef-0123-456789abcdef");
  memory->type = OM_MEMORY_TYPE_FACT;
  memory->happened = om_moment_on_day (2024, 1, 5);
  memory->sector = OM_SECTOR_REFLECTIVE;
  memory->extra_sectors = 1 << OM_SECTOR_EPISODIC | 1 << OM_SECTOR_EMOTIONAL;
  memory->importance = 10;
  memory->valence = -.3;
  memory->context = OM_CONTEXT_GENERAL;
  memory->flags = OM_FLAG_KEPT | OM_FLAG_CONFLICT;
  memory->origin = OM_ORIGIN_DERIVED;
  memory->language = "de";
  memory->salience = .4;
  memory->salience_at = 11;
  memory->last_seen_at = 12;
  memory->last_active_at = 13;
  memory->archived_at = 14;
  memory->trashed_at = 15;
  memory->coactivations = 70000;
  memory->activation_count = 3;
  memory->stage = OM_VECTOR_STAGE_FINGERPRINT;
  memory->valid_until = 16;
  memory->superseded_by = g_strdup ("x");
  memory->parent_row = 5;
  memory->section_index = 2;
  memory->section_count = 100000;
  om_state_table_set_memory (table, memory, keys);

  state = om_state_table_get (table, 17);
  g_assert_cmpuint (om_state_table_lookup_id (table, "01234567-89ab-cdef-0123-456789abcdef"), ==,
                    17);
  g_assert_cmpuint (om_state_table_lookup_id (table, "01234567-89ab-cdef-0123-456789abcdee"), ==,
                    0);
  om_uuid_format (state->uuid, id);
  g_assert_cmpstr (id, ==, "01234567-89ab-cdef-0123-456789abcdef");
  g_assert_cmpint (state->type, ==, OM_MEMORY_TYPE_FACT);
  g_assert_cmpint (state->civil_day, ==, om_date_to_day_number (2024, 1, 5));
  g_assert_cmpint (state->journal_day, ==, om_date_to_day_number (2024, 1, 5));
  g_assert_cmpint (state->precision, ==, OM_PRECISION_DAY);
  g_assert_cmpint (state->sector, ==, OM_SECTOR_REFLECTIVE);
  g_assert_cmpuint (state->extra_sectors, ==, memory->extra_sectors);
  g_assert_cmpuint (state->importance, ==, 10);
  g_assert_true (state->valence == -.3);
  g_assert_true (isnan (state->arousal));
  g_assert_cmpint (om_doc_state_context (state), ==, OM_CONTEXT_GENERAL);
  g_assert_cmpuint (state->flags, ==, memory->flags);
  g_assert_cmpint (state->origin, ==, OM_ORIGIN_DERIVED);
  g_assert_cmpmem (state->language, 2, "de", 2);
  g_assert_true (state->salience == .4);
  g_assert_cmpint (state->salience_at, ==, 11);
  g_assert_cmpint (state->last_seen_at, ==, 12);
  g_assert_cmpint (state->last_active_at, ==, 13);
  g_assert_cmpint (state->archived_at, ==, 14);
  g_assert_true (state->trashed);
  g_assert_true (state->superseded);
  g_assert_cmpuint (state->coactivations, ==, 70000);
  g_assert_cmpuint (state->activation_count, ==, 3);
  g_assert_cmpint (state->stage, ==, OM_VECTOR_STAGE_FINGERPRINT);
  g_assert_cmpint (state->valid_until, ==, 16);
  g_assert_cmpuint (state->parent, ==, 5);
  g_assert_cmpuint (state->section_index, ==, 2);
  g_assert_cmpuint (state->section_count, ==, G_MAXUINT16);
  g_assert_cmpstr (om_state_table_get_tag_key (table, om_state_table_get_tags (table, 17, &n)[1]),
                   ==, "heron");
  g_assert_cmpuint (n, ==, 2);

  /* The same memory without tags, and of no context. */
  memory->context = OM_CONTEXT_UNKNOWN;
  om_state_table_set_memory (table, memory, NULL);
  om_state_table_get_tags (table, 17, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (om_doc_state_context (om_state_table_get (table, 17)), ==, OM_CONTEXT_UNKNOWN);
  g_assert_cmpuint (om_state_table_count (table), ==, 1);
}

static void
test_days (void)
{
  g_autoptr (OmStateTable) table = om_state_table_new ();
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 wanted[] = { 8, 7, 6, 5, 4, 3 };

  for (guint32 doc = 1; doc < 10; doc++)
    {
      OmDocState state = { .journal_day = (10 - (gint32) doc) / 2, .happened_ms = 10 - doc };

      state.uuid[0] = doc;
      om_state_table_set (table, doc, &state, NULL, 0);
    }
  om_state_table_collect_days (table, 1, 3, docs);
  g_assert_cmpmem (docs->data, docs->len * sizeof (guint32), wanted, sizeof (wanted));
}

static void
test_uuid (void)
{
  static const char *const wrong[] = {
    "", "01234567", "01234567-89ab-cdef-0123-456789abcdeg", "0123456789abcdef0123456789abcdef0123",
    "01234567-89ab-cdef-0123-456789abcdef0", "01234567_89ab-cdef-0123-456789abcdef",
  };
  guint8 uuid[OM_UUID_BYTES];

  g_assert_false (om_uuid_parse (NULL, uuid));
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (om_uuid_parse (wrong[i], uuid));
  for (int i = 0; i < 100; i++)
    {
      g_autofree char *id = g_uuid_string_random ();
      char again[OM_UUID_CHARS];

      g_assert_true (om_uuid_parse (id, uuid));
      om_uuid_format (uuid, again);
      g_assert_cmpstr (again, ==, id);
    }
}

void
test_state_table_add (void)
{
  g_test_add_func ("/state-table/random-changes", test_random_changes);
  g_test_add_func ("/state-table/hundred-thousand", test_hundred_thousand);
  g_test_add_func ("/state-table/kept-tags", test_kept_tags);
  g_test_add_func ("/state-table/memory", test_memory);
  g_test_add_func ("/state-table/days", test_days);
  g_test_add_func ("/state-table/uuid", test_uuid);
}
