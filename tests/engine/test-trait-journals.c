/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits of whole journals: the sample one, each trait with how much speaks for it, as a person has read it;
 * and entries of which nothing must come. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "test-engine.h"

#include "engine/om-trait-job.h"
#include "engine/om-traits.h"

static GPtrArray *
find_all (Fixture *fixture)
{
  OmTraitFilter filter = OM_TRAIT_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  g_autofree OmTraitReport *report = om_engine_find_traits (fixture->engine, NULL, NULL, NULL, &error);
  GPtrArray *traits;

  g_assert_no_error (error);
  g_assert_nonnull (report);
  filter.stages = (1u << OM_N_TRAIT_STAGES) - 1;
  traits = om_engine_list_traits (fixture->engine, &filter, NULL, &error);
  g_assert_no_error (error);
  return traits;
}

static JsonNode *
read_json (const char *path)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_parser_steal_root (parser);
}

static void
remember (Fixture    *fixture,
          const char *text,
          OmMoment    happened,
          JsonObject *entry)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;

  draft->happened = happened;
  draft->has_happened = TRUE;
  if (json_object_has_member (entry, "context"))
    draft->context = om_context_from_nick (json_object_get_string_member (entry, "context"));
  if (json_object_has_member (entry, "type"))
    draft->type = om_memory_type_from_nick (json_object_get_string_member (entry, "type"));
  if (json_object_has_member (entry, "mood"))
    {
      JsonArray *mood = json_object_get_array_member (entry, "mood");

      draft->valence = json_array_get_double_element (mood, 0);
      draft->arousal = json_array_get_double_element (mood, 1);
    }
  if (json_object_has_member (entry, "private") && json_object_get_boolean_member (entry, "private"))
    draft->flags |= OM_FLAG_PRIVATE;
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
}

/* One line a trait; tests/data/traits-sample.txt has been read as a person would. */
static void
test_sample (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "data", "sample-journal.json", NULL);
  g_autofree char *expected_path = g_test_build_filename (G_TEST_DIST, "data", "traits-sample.txt", NULL);
  g_autoptr (JsonNode) root = read_json (path);
  JsonArray *entries = json_object_get_array_member (json_node_get_object (root), "entries");
  g_autoptr (GPtrArray) traits = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *expected = NULL;

  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);
      g_autoptr (GDateTime) time = NULL;
      const char *text = json_object_get_string_member (entry, "time");
      OmMoment moment;

      if (text == NULL)
        continue;
      time = g_date_time_new_from_iso8601 (text, NULL);
      if (time == NULL)
        continue;
      moment = (OmMoment){ g_date_time_to_unix (time) * 1000, (gint32) (g_date_time_get_utc_offset (time) / G_USEC_PER_SEC),
                           OM_PRECISION_INSTANT };
      fixture->now = MAX (fixture->now, moment.ms + 3600000);
      remember (fixture, json_object_get_string_member (entry, "text"), moment, entry);
    }
  traits = find_all (fixture);
  for (guint i = 0; i < traits->len; i++)
    {
      const OmTrait *trait = g_ptr_array_index (traits, i);

      g_string_append_printf (out, "%s | %s %s | %u for, %u against | %u of %u days\n", trait->text, om_trait_tier_to_nick (trait->tier),
                              om_trait_stage_to_nick (trait->shown_stage), trait->n_for, trait->n_against, trait->n_days,
                              trait->n_of_days);
    }
  if (g_getenv ("OPENMEMORY_UPDATE_SNAPSHOTS") != NULL)
    g_assert_true (g_file_set_contents (expected_path, out->str, -1, NULL));
  g_assert_true (g_file_get_contents (expected_path, &expected, NULL, NULL));
  g_assert_cmpstr (out->str, ==, expected);
}

/* Songs, quotations, other people, wishes, one bad week, sarcasm: nothing of it is the writer. How long the
 * entries are is told all the same, for it is true. */
static void
test_negative (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "traits-negative.json", NULL);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) traits = NULL;
  JsonArray *entries;
  guint n;

  root = read_json (path);
  entries = json_object_get_array_member (json_node_get_object (root), "entries");
  n = json_array_get_length (entries);
  g_assert_cmpuint (n, >=, 100);
  for (guint i = 0; i < n; i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);
      gint64 at = json_object_get_int_member (entry, "day") * OM_MS_PER_DAY + json_object_get_int_member (entry, "minute") * 60000;

      fixture->now = MAX (fixture->now, at + 60000);
      remember (fixture, json_object_get_string_member (entry, "text"), (OmMoment){ at, 0, OM_PRECISION_INSTANT }, entry);
    }
  traits = find_all (fixture);
  for (guint i = 0; i < traits->len; i++)
    {
      const OmTrait *trait = g_ptr_array_index (traits, i);

      if (g_strcmp0 (trait->kind, "rhythm") != 0 || g_strcmp0 (trait->key, "short") != 0)
        g_error ("A trait of nothing: %s (%s %s)", trait->text, trait->kind, trait->key);
    }
}

#define ADD(name, func) g_test_add ("/engine/trait-journals/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_trait_journals_add (void)
{
  ADD ("sample", test_sample);
  ADD ("negative", test_negative);
}
