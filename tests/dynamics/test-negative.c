/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hundred entries of which nothing must come: no statement, and no activity, rhythm or mood link over all of
 * them together. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "dynamics/om-habit.h"
#include "dynamics/om-mood-link.h"
#include "dynamics/om-rhythm.h"
#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"
#include "text/om-deed.h"
#include "text/om-mood.h"
#include "text/om-sentences.h"
#include "text/om-statement.h"

#define N_DAYS 30
#define FIRST_DAY 20089 /* 2025-01-01 */

typedef struct
{
  JsonArray  *entries;
  GHashTable *days;      /* (element-type utf8 GArray): of each activity taken, by day */
  guint       n_taken, n_refused, n_statements;
} Set;

static const char *
text_of (const Set *set,
         guint      i)
{
  return json_object_get_string_member (json_array_get_object_element (set->entries, i), "text");
}

static gint32
day_of (const Set *set,
        guint      i)
{
  return (gint32) json_object_get_int_member (json_array_get_object_element (set->entries, i), "day");
}

static void
read_statements (Set        *set,
                 const char *text)
{
  g_autoptr (GArray) sentences = om_sentences_split (text);
  double valence = 0, arousal = 0;
  OmStatementEntry entry = { 0 };

  if (om_mood_estimate (text, &valence, &arousal))
    {
      entry.valence = valence;
      entry.arousal = arousal;
    }
  for (guint i = 0; i < sentences->len; i++)
    {
      const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);
      g_autofree char *part = om_sentence_dup (text, sentence);
      g_auto (OmStatement) statement = { 0 };

      om_statement_read (part, sentence->quoted, &entry, &statement);
      if (statement.refusal != OM_STATEMENT_TAKEN)
        continue;
      g_test_message ("statement: %s", part);
      set->n_statements++;
    }
}

static void
read_deeds (Set        *set,
            const char *text,
            gint32      day)
{
  g_autoptr (GArray) deeds = om_deeds_find (text, 0);

  for (guint i = 0; i < deeds->len; i++)
    {
      const OmDeed *deed = &g_array_index (deeds, OmDeed, i);
      GArray *days;

      if (deed->refusal != OM_DEED_TAKEN)
        {
          set->n_refused++;
          continue;
        }
      set->n_taken++;
      g_test_message ("activity %s: %s", deed->key, text);
      days = g_hash_table_lookup (set->days, deed->key);
      if (days == NULL)
        {
          days = g_array_new (FALSE, FALSE, sizeof (gint32));
          g_hash_table_insert (set->days, (gpointer) deed->key, days);
        }
      if (days->len == 0 || g_array_index (days, gint32, days->len - 1) != day)
        g_array_append_val (days, day);
    }
}

static void
check_activities (const Set *set)
{
  gint32 entry_days[N_DAYS];
  GHashTableIter iter;
  gpointer key, days;

  for (guint i = 0; i < N_DAYS; i++)
    entry_days[i] = FIRST_DAY + (gint32) i;
  g_hash_table_iter_init (&iter, set->days);
  while (g_hash_table_iter_next (&iter, &key, &days))
    for (guint i = 0; i < N_DAYS; i++)
      g_assert_false (om_habit_holds ((gint32 *) ((GArray *) days)->data, ((GArray *) days)->len, entry_days, N_DAYS,
                                      entry_days[i], NULL));
}

static void
check_rhythms (const Set *set)
{
  guint n = json_array_get_length (set->entries);
  g_autofree OmRhythmEntry *entries = g_new0 (OmRhythmEntry, n);

  for (guint i = 0; i < n; i++)
    {
      gint64 minute = json_object_get_int_member (json_array_get_object_element (set->entries, i), "minute");

      /* How long they are is not what they are about: all are short. */
      entries[i] = (OmRhythmEntry) { day_of (set, i), (gint32) minute, 100 };
    }
  for (guint r = 0; r < OM_N_RHYTHMS; r++)
    g_assert_false (om_rhythm_holds ((OmRhythm) r, entries, n, NULL));
}

/* Weekdays, and every activity that is only named: what a journal would ask of. */
static void
check_moods (const Set *set)
{
  enum { N_WEEKDAYS = 7, N_TOPICS = 60 };
  double sums[N_DAYS] = { 0 }, valence[N_DAYS];
  guint counts[N_DAYS] = { 0 }, n_topics = N_WEEKDAYS;
  guint8 with[N_TOPICS][N_DAYS] = { { 0 } };
  const guint8 *topics[N_TOPICS];
  OmMoodLink links[N_TOPICS];
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < json_array_get_length (set->entries); i++)
    {
      gint32 day = day_of (set, i) - FIRST_DAY;
      g_autoptr (GArray) deeds = om_deeds_find (text_of (set, i), 0);
      double v, a;

      for (guint d = 0; d < deeds->len; d++)
        {
          const char *key = g_array_index (deeds, OmDeed, d).key;
          guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, key));

          if (number == 0)
            {
              g_assert_cmpuint (n_topics, <, N_TOPICS);
              number = n_topics++;
              g_hash_table_insert (numbers, (gpointer) key, GUINT_TO_POINTER (number));
            }
          with[number][day] = 1;
        }
      if (!om_mood_estimate (text_of (set, i), &v, &a))
        continue;
      sums[day] += v;
      counts[day]++;
    }
  for (guint i = 0; i < N_DAYS; i++)
    {
      valence[i] = counts[i] > 0 ? sums[i] / counts[i] : NAN;
      with[i % N_WEEKDAYS][i] = 1;
    }
  for (guint i = 0; i < n_topics; i++)
    topics[i] = with[i];
  om_mood_links (valence, N_DAYS, topics, n_topics, links);
  for (guint i = 0; i < n_topics; i++)
    g_assert_false (links[i].holds);
}

static void
test_negative (void)
{
  g_autofree char *path = om_test_data_path ("traits-negative.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  Set set = { 0 };

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  set.entries = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "entries");
  set.days = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  g_assert_cmpuint (json_array_get_length (set.entries), >=, 100);

  for (guint i = 0; i < json_array_get_length (set.entries); i++)
    {
      read_statements (&set, text_of (&set, i));
      read_deeds (&set, text_of (&set, i), day_of (&set, i));
    }
  g_test_message ("%u entries: %u statements, %u activities taken, %u refused", json_array_get_length (set.entries),
                  set.n_statements, set.n_taken, set.n_refused);
  g_assert_cmpuint (set.n_statements, ==, 0);
  g_assert_cmpuint (set.n_taken, ==, 0);
  g_assert_cmpuint (set.n_refused, >, 10);
  check_activities (&set);
  check_rhythms (&set);
  check_moods (&set);
  g_hash_table_unref (set.days);
}

void
test_negative_add (void)
{
  g_test_add_func ("/dynamics/negative", test_negative);
}
