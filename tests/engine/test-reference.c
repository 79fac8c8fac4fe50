/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole runs with the reference parameters equal the golden files (design/reference.md). */
#include "config.h"

#include "support/om-test-golden.h"
#include "test-engine.h"

#include "embed/om-hash-embedder.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-waypoints.h"
#include "text/om-simhash.h"

#define DIMENSION 1536
#define TOLERANCE 2e-6

/* Opens the fixture's engine anew as the reference has it. */
static void
become_reference (Fixture *fixture)
{
  OmRecallParams params = om_recall_params_reference ();
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new_reference (DIMENSION);
  g_autoptr (GError) error = NULL;

  om_engine_close (fixture->engine);
  om_engine_set_embedder (fixture->engine, embedder, OM_VECTOR_FORMAT_F32);
  om_engine_set_params (fixture->engine, &params);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
}

static char **
read_tags (JsonObject *entry)
{
  JsonArray *array = json_object_get_array_member (entry, "tags");
  char **tags = g_new0 (char *, json_array_get_length (array) + 1);

  for (guint i = 0; i < json_array_get_length (array); i++)
    tags[i] = g_strdup (json_array_get_string_element (array, i));
  return tags;
}

/* Adds the corpus; fills @ids (golden id -> ours) and @names (the other way). */
static void
add_corpus (Fixture    *fixture,
            JsonArray  *corpus,
            GHashTable *ids,
            GHashTable *names)
{
  for (guint i = 0; i < json_array_get_length (corpus); i++)
    {
      JsonObject *entry = json_array_get_object_element (corpus, i);
      const char *name = json_object_get_string_member (entry, "id");
      g_autoptr (OmDraft) draft = om_draft_new (json_object_get_string_member (entry, "text"));
      g_autoptr (OmRemembered) remembered = NULL;
      g_autoptr (GError) error = NULL;

      draft->tags = read_tags (entry);
      draft->dedup = OM_DEDUP_OFF;
      fixture->now = json_object_get_int_member (entry, "at_ms");
      remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
      om_engine_settle (fixture->engine);
      g_assert_no_error (error);
      g_hash_table_insert (ids, g_strdup (name), g_strdup (remembered->id));
      g_hash_table_insert (names, g_strdup (remembered->id), g_strdup (name));
    }
}

static void
load (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
}

static void
check_link (Fixture    *fixture,
            const char *id,
            JsonObject *link,
            const char *name,
            GHashTable *ids)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = om_engine_get (fixture->engine, id, NULL, &error);
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, id, NULL, &error);
  const char *target = json_object_get_string_member (link, "dst");
  gboolean found = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);
      g_autoptr (OmMemory) other = NULL;

      if (waypoint->source != memory->row)
        continue;
      other = om_engine_get (fixture->engine, g_hash_table_lookup (ids, target), NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (waypoint->target, ==, other->row);
      om_assert_near (waypoint->weight, json_object_get_double_member (link, "weight"), TOLERANCE);
      found = TRUE;
    }
  /* Where the source draws a loop to itself there is no link here. */
  g_assert_true (found != g_str_equal (target, name));
}

static void
test_ingest (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("hsg_ingest_e2e");
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonArray *cases = json_object_get_array_member (file, "cases");

  become_reference (fixture);
  load (fixture);
  add_corpus (fixture, json_object_get_array_member (file, "corpus"), ids, names);

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *golden_case = json_array_get_object_element (cases, i);
      JsonObject *out = json_object_get_object_member (golden_case, "out");
      const char *name = json_object_get_string_member (json_object_get_object_member (golden_case, "in"), "id");
      const char *id = g_hash_table_lookup (ids, name);
      JsonArray *sectors = json_object_get_array_member (out, "sectors");
      g_autoptr (GError) error = NULL;
      g_autoptr (OmMemory) memory = om_engine_get (fixture->engine, id, NULL, &error);
      g_autofree char *hash = NULL;
      guint bits;

      g_assert_no_error (error);
      hash = om_simhash_to_hex (memory->simhash);
      bits = 1u << memory->sector | memory->extra_sectors;
      g_assert_cmpstr (om_sector_to_nick (memory->sector), ==, json_object_get_string_member (out, "primary_sector"));
      g_assert_cmpuint (json_array_get_length (sectors), ==, (guint) __builtin_popcount (bits));
      for (guint j = 0; j < json_array_get_length (sectors); j++)
        g_assert_true ((bits & 1u << om_sector_from_nick (json_array_get_string_element (sectors, j))) != 0);
      om_assert_near (memory->salience, json_object_get_double_member (out, "salience"), 1e-12);
      if (!om_test_has_other_letters (memory->content))
        g_assert_cmpstr (hash, ==, json_object_get_string_member (out, "simhash"));
      check_link (fixture, id, json_object_get_object_member (out, "link"), name, ids);
    }
  g_test_message ("hsg_ingest_e2e: %u cases checked", json_array_get_length (cases));
}

/* Two results whose scores differ by less than the tolerance may change places. */
static void
check_results (Fixture    *fixture,
               OmAnswer   *answer,
               JsonArray  *results,
               GHashTable *names,
               GHashTable *ids)
{
  g_assert_cmpuint (answer->hits->len, ==, json_array_get_length (results));
  for (guint i = 0; i < answer->hits->len; i++)
    {
      JsonObject *expected = json_array_get_object_element (results, i);
      JsonObject *parts = json_object_get_object_member (expected, "parts");
      JsonArray *path = json_object_get_array_member (expected, "path");
      const char *id = g_hash_table_lookup (ids, json_object_get_string_member (expected, "id"));
      const OmHit *hit = NULL;

      for (guint j = 0; j < answer->hits->len && hit == NULL; j++)
        {
          const OmHit *other = g_ptr_array_index (answer->hits, j);

          if (g_str_equal (other->memory->id, id))
            hit = other;
        }
      if (hit == NULL)
        g_error ("%s is missing", json_object_get_string_member (expected, "id"));
      om_assert_near (((OmHit *) g_ptr_array_index (answer->hits, i))->score, json_object_get_double_member (expected, "score"),
                      TOLERANCE);
      om_assert_near (hit->score, json_object_get_double_member (expected, "score"), TOLERANCE);
      om_assert_near (hit->salience, json_object_get_double_member (expected, "salience"), TOLERANCE);
      om_assert_near (hit->parts.similarity, json_object_get_double_member (parts, "similarity"), TOLERANCE);
      om_assert_near (hit->parts.token_overlap, json_object_get_double_member (parts, "token_overlap"), 1e-9);
      om_assert_near (hit->parts.recency, json_object_get_double_member (parts, "recency"), 1e-9);
      om_assert_near (hit->parts.waypoint, json_object_get_double_member (parts, "waypoint"), TOLERANCE);
      om_assert_near (hit->parts.tag_match, json_object_get_double_member (parts, "tag_match"), 1e-9);
      om_assert_near (hit->parts.sector_penalty, json_object_get_double_member (parts, "penalty"), 1e-12);
      g_assert_cmpstr (om_sector_to_nick (hit->memory->sector), ==, json_object_get_string_member (expected, "primary_sector"));
      g_assert_cmpuint (g_strv_length (hit->path), ==, json_array_get_length (path));
      for (guint j = 0; hit->path[j] != NULL; j++)
        g_assert_cmpstr (g_hash_table_lookup (names, hit->path[j]), ==, json_array_get_string_element (path, j));
    }
}

static void
run_query (Fixture    *fixture,
           JsonObject *in,
           JsonArray  *results,
           GHashTable *names,
           GHashTable *ids)
{
  g_autoptr (OmSearch) search = om_search_new (json_object_get_string_member (in, "query"),
                                               (guint) json_object_get_int_member (in, "k"));
  JsonObject *filters = json_object_has_member (in, "filters") ? json_object_get_object_member (in, "filters") : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;

  if (filters != NULL && json_object_has_member (filters, "minSalience"))
    {
      search->filter = om_filter_new ();
      search->filter->min_salience = json_object_get_double_member (filters, "minSalience");
    }
  if (filters != NULL && json_object_has_member (filters, "sectors"))
    {
      JsonArray *sectors = json_object_get_array_member (filters, "sectors");

      search->filter = search->filter != NULL ? search->filter : om_filter_new ();
      for (guint i = 0; i < json_array_get_length (sectors); i++)
        search->filter->sectors |= 1u << om_sector_from_nick (json_array_get_string_element (sectors, i));
    }
  answer = om_engine_search (fixture->engine, search, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("query “%s”", search->query);
  check_results (fixture, answer, results, names, ids);
}

static void
test_query (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("hsg_query_e2e_kwfix");
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  JsonArray *cases = json_object_get_array_member (file, "cases");

  become_reference (fixture);
  load (fixture);
  add_corpus (fixture, json_object_get_array_member (file, "corpus"), ids, names);
  fixture->now = json_object_get_int_member (file, "now_ms");

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *golden_case = json_array_get_object_element (cases, i);
      JsonObject *out = json_object_get_object_member (golden_case, "out");

      run_query (fixture, json_object_get_object_member (golden_case, "in"), json_object_get_array_member (out, "results"),
                 names, ids);
    }
  g_test_message ("hsg_query_e2e_kwfix: %u cases checked", json_array_get_length (cases));
}

typedef struct
{
  JsonArray  *edges;
  GHashTable *ids;
} EdgeArgs;

/* Links in place of those that the job would draw. */
static gpointer
put_edges (const OmWriteContext *context,
           gpointer              data,
           GCancellable         *cancellable,
           GError              **error)
{
  EdgeArgs *args = data;

  for (guint i = 0; i < json_array_get_length (args->edges); i++)
    {
      JsonObject *edge = json_array_get_object_element (args->edges, i);
      OmWaypoint waypoint = {
        .source = om_store_memory_find_row (context->store,
                                            g_hash_table_lookup (args->ids, json_object_get_string_member (edge, "src")), error),
        .target = om_store_memory_find_row (context->store,
                                            g_hash_table_lookup (args->ids, json_object_get_string_member (edge, "dst")), error),
        .weight = json_object_get_double_member (edge, "weight"),
        .kind = OM_WAYPOINT_HAND,
        .created_at = context->now,
        .walked_at = context->now,
      };

      if (!om_store_waypoint_put (context->store, &waypoint, error))
        return NULL;
    }
  return om_store_meta_set (context->store, "links-drawn-to", "1000000", error) ? OM_ENGINE_DONE : NULL;
}

static void
test_assoc (void)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("hsg_query_assoc");
  JsonArray *cases = json_object_get_array_member (file, "cases");

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *golden_case = json_array_get_object_element (cases, i);
      JsonObject *in = json_object_get_object_member (golden_case, "in");
      JsonObject *out = json_object_get_object_member (golden_case, "out_kwfix");
      g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      EdgeArgs args = { json_object_get_array_member (in, "edges"), ids };
      g_autoptr (GError) error = NULL;
      Fixture fixture = { 0 };

      fixture_set_up (&fixture, NULL);
      become_reference (&fixture);
      add_corpus (&fixture, json_object_get_array_member (in, "corpus"), ids, names);
      om_engine_write (fixture.engine, put_edges, &args, NULL, &error);
      g_assert_no_error (error);
      load (&fixture);
      fixture.now = json_object_get_int_member (in, "now_ms");
      run_query (&fixture, in, json_object_get_array_member (out, "results"), names, ids);
      fixture_tear_down (&fixture, NULL);
    }
  g_test_message ("hsg_query_assoc: %u cases checked", json_array_get_length (cases));
}

void
test_reference_add (void)
{
  g_test_add ("/reference/ingest", Fixture, NULL, fixture_set_up, test_ingest, fixture_tear_down);
  g_test_add ("/reference/query", Fixture, NULL, fixture_set_up, test_query, fixture_tear_down);
  g_test_add_func ("/reference/assoc", test_assoc);
}
