/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recall benchmark: are the right memories among the first ten? Reads files of the form
 * memory-retrieval-eval/1, loads each into a fresh store with the clock at each memory's time, asks
 * every question without and with write-back, and sets the app's ranking beside others.
 *
 *   bench-recall [--half tune|held] [--results DIR] [--set NAME=VALUE]... [--brief] FILE... */
#include "config.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "embed/om-hash-embedder.h"
#include "engine/om-engine-private.h"
#include "text/om-language.h"
#include "text/om-terms.h"

#define K 10
#define REFERENCE_DIMENSION 1536

/* The questions of one half choose the default parameters, those of the other judge them. */
typedef enum
{
  HALF_ALL,
  HALF_TUNE,
  HALF_HELD,
} Half;

typedef struct
{
  char      *id;
  char      *text;
  OmMoment   moment;
} Entry;

typedef struct
{
  guint      index;
  char      *text;
  char      *category;
  GPtrArray *relevant; /* ids */
} Question;

typedef struct
{
  char      *name;
  GPtrArray *entries;
  GPtrArray *questions;
} Set;

typedef struct
{
  guint  n;
  double recall5;
  double recall10;
  double any10;
  double all10;
  double mrr;
} Score;

static char *half_name;
static char *results_folder;
static char **settings;
static gboolean brief;
static char **files;

static const GOptionEntry options[] = {
  { "half", 0, 0, G_OPTION_ARG_STRING, &half_name, "Ask every second question only: tune or held", "HALF" },
  { "results", 0, 0, G_OPTION_ARG_FILENAME, &results_folder, "Write one JSON line a question into this folder", "DIR" },
  { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings, "Another value of a default parameter, as keyword=2", "NAME=VALUE" },
  { "brief", 0, 0, G_OPTION_ARG_NONE, &brief, "The app's ranking alone, on one line", NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, "FILE…" },
  { NULL }
};

/* Reading the set ------------------------------------------------------------------------------- */

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->id);
  g_free (entry->text);
  g_free (entry);
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_free (question->text);
  g_free (question->category);
  g_ptr_array_unref (question->relevant);
  g_free (question);
}

static void
set_free (Set *set)
{
  g_free (set->name);
  g_ptr_array_unref (set->entries);
  g_ptr_array_unref (set->questions);
  g_free (set);
}

/* What was said, by whom, and what the picture beside it shows. */
static char *
entry_text (JsonObject *object)
{
  GString *text = g_string_new (NULL);

  if (json_object_has_member (object, "who") && !json_object_get_null_member (object, "who"))
    g_string_append_printf (text, "%s: ", json_object_get_string_member (object, "who"));
  g_string_append (text, json_object_get_string_member (object, "text"));
  if (json_object_has_member (object, "caption") && !json_object_get_null_member (object, "caption"))
    g_string_append_printf (text, "\n%s", json_object_get_string_member (object, "caption"));
  return g_string_free (text, FALSE);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = *(const Entry *const *) a;
  const Entry *y = *(const Entry *const *) b;

  return (x->moment.ms > y->moment.ms) - (x->moment.ms < y->moment.ms);
}

static void
read_entries (Set        *set,
              JsonArray  *memories,
              GTimeZone  *utc)
{
  for (guint i = 0; i < json_array_get_length (memories); i++)
    {
      JsonObject *object = json_array_get_object_element (memories, i);
      Entry *entry = g_new0 (Entry, 1);
      g_autoptr (GError) error = NULL;

      entry->id = g_strdup (json_object_get_string_member (object, "id"));
      entry->text = entry_text (object);
      if (!om_moment_parse (json_object_get_string_member (object, "time"), utc, &entry->moment, &error))
        g_error ("%s: %s", entry->id, error->message);
      g_ptr_array_add (set->entries, entry);
    }
  /* Stable, so that entries of one instant keep the file's order. */
  g_ptr_array_sort (set->entries, compare_entries);
}

static void
read_questions (Set       *set,
                JsonArray *queries,
                Half       half)
{
  for (guint i = 0; i < json_array_get_length (queries); i++)
    {
      JsonObject *object = json_array_get_object_element (queries, i);
      JsonArray *relevant = json_object_get_array_member (object, "rel");
      Question *question;

      if ((half == HALF_TUNE && i % 2 == 1) || (half == HALF_HELD && i % 2 == 0) || json_array_get_length (relevant) == 0)
        continue;
      question = g_new0 (Question, 1);
      question->index = i;
      question->text = g_strdup (json_object_get_string_member (object, "q"));
      if (json_node_get_value_type (json_object_get_member (object, "cat")) == G_TYPE_STRING)
        question->category = g_strdup (json_object_get_string_member (object, "cat"));
      else
        question->category = g_strdup_printf ("%" G_GINT64_FORMAT, json_object_get_int_member (object, "cat"));
      question->relevant = g_ptr_array_new_with_free_func (g_free);
      for (guint j = 0; j < json_array_get_length (relevant); j++)
        g_ptr_array_add (question->relevant, g_strdup (json_array_get_string_element (relevant, j)));
      g_ptr_array_add (set->questions, question);
    }
}

static Set *
read_set (const char *path,
          Half        half)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GError) error = NULL;
  JsonObject *root;
  Set *set = g_new0 (Set, 1);

  if (!json_parser_load_from_file (parser, path, &error))
    g_error ("%s", error->message);
  root = json_node_get_object (json_parser_get_root (parser));
  set->name = g_path_get_basename (path);
  set->entries = g_ptr_array_new_with_free_func (entry_free);
  set->questions = g_ptr_array_new_with_free_func (question_free);
  read_entries (set, json_object_get_array_member (root, "memories"), utc);
  read_questions (set, json_object_get_array_member (root, "queries"), half);
  return set;
}

/* Scores ---------------------------------------------------------------------------------------- */

static guint
count_found (const Question *question,
             GPtrArray      *ids,
             guint           k)
{
  guint n = 0;

  for (guint i = 0; i < question->relevant->len; i++)
    {
      guint place;

      if (g_ptr_array_find_with_equal_func (ids, g_ptr_array_index (question->relevant, i), g_str_equal, &place) && place < k)
        n++;
    }
  return n;
}

static void
score_add (Score          *score,
           const Question *question,
           GPtrArray      *ids)
{
  guint n10 = count_found (question, ids, 10);
  guint best = G_MAXUINT;

  for (guint i = 0; i < question->relevant->len; i++)
    {
      guint place;

      if (g_ptr_array_find_with_equal_func (ids, g_ptr_array_index (question->relevant, i), g_str_equal, &place))
        best = MIN (best, place);
    }
  score->n++;
  score->recall5 += (double) count_found (question, ids, 5) / question->relevant->len;
  score->recall10 += (double) n10 / question->relevant->len;
  score->any10 += n10 > 0;
  score->all10 += n10 == question->relevant->len;
  score->mrr += best == G_MAXUINT ? 0 : 1.0 / (best + 1);
}

static void
score_print (const char  *name,
             const Score *score)
{
  double n = MAX (score->n, 1);

  g_print ("  %-34s %5u   %.3f     %.3f      %.3f   %.3f   %.3f\n", name, score->n, score->recall5 / n, score->recall10 / n,
           score->any10 / n, score->all10 / n, score->mrr / n);
}

static void
print_head (const char *title)
{
  g_print ("\n%s\n  %-34s %5s   %s  %s  %s  %s  %s\n", title, "", "n", "recall@5", "recall@10", "any@10", "all@10", "MRR");
}

/* Rankers --------------------------------------------------------------------------------------- */

typedef struct
{
  char       *folder;
  OmEngine   *engine;
  gint64      now;
  GHashTable *names; /* id of the store -> id of the set */
  gboolean    write_back;
} App;

static gint64
app_clock (gpointer data)
{
  return ((App *) data)->now;
}

static App *
app_new (const Set            *set,
         OmEmbedder           *embedder,
         OmVectorFormat        format,
         const OmRecallParams *params)
{
  App *app = g_new0 (App, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  app->folder = g_dir_make_tmp ("om-bench-recall-XXXXXX", NULL);
  path = g_build_filename (app->folder, "memories.db", NULL);
  app->engine = om_engine_new ();
  app->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  om_engine_set_clock (app->engine, app_clock, app);
  om_engine_set_embedder (app->engine, embedder, format);
  om_engine_set_params (app->engine, params);
  if (!om_engine_open (app->engine, path, OM_OPEN_DEFAULT, NULL, &error) || !om_engine_load (app->engine, NULL, &error))
    g_error ("%s", error->message);

  for (guint i = 0; i < set->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (set->entries, i);
      g_autoptr (OmDraft) draft = om_draft_new (entry->text);
      g_autoptr (OmRemembered) remembered = NULL;

      app->now = entry->moment.ms;
      draft->happened = entry->moment;
      draft->has_happened = TRUE;
      draft->dedup = OM_DEDUP_OFF;
      remembered = om_engine_remember (app->engine, draft, NULL, &error);
      if (remembered == NULL)
        g_error ("%s: %s", entry->id, error->message);
      g_hash_table_insert (app->names, g_strdup (remembered->id), g_strdup (entry->id));
    }
  app->now += OM_MS_PER_DAY;
  return app;
}

static void
app_free (App *app)
{
  g_autofree char *path = g_build_filename (app->folder, "memories.db", NULL);
  static const char *const endings[] = { "", "-wal", "-shm", ".words" };

  om_engine_close (app->engine);
  g_object_unref (app->engine);
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *file = g_strconcat (path, endings[i], NULL);

      g_remove (file);
    }
  g_rmdir (app->folder);
  g_hash_table_unref (app->names);
  g_free (app->folder);
  g_free (app);
}

static GPtrArray *
ask_app (gpointer    data,
         const char *question)
{
  App *app = data;
  g_autoptr (OmSearch) search = om_search_new (question, K);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  GPtrArray *ids = g_ptr_array_new ();

  app->now += 60000;
  answer = app->write_back ? om_engine_recall (app->engine, search, NULL, &error)
                           : om_engine_search (app->engine, search, NULL, &error);
  if (answer == NULL)
    g_error ("%s: %s", question, error->message);
  for (guint i = 0; i < answer->hits->len; i++)
    g_ptr_array_add (ids, g_hash_table_lookup (app->names, ((OmHit *) g_ptr_array_index (answer->hits, i))->memory->id));
  return ids;
}

/* SQLite's own ranking: OR of the words, stop words left out where @porter. */
typedef struct
{
  sqlite3   *db;
  const Set *set;
  gboolean   porter;
} Fts;

static Fts *
fts_new (const Set *set,
         gboolean   porter)
{
  Fts *fts = g_new0 (Fts, 1);
  sqlite3_stmt *insert = NULL;

  fts->set = set;
  fts->porter = porter;
  sqlite3_open (":memory:", &fts->db);
  sqlite3_exec (fts->db,
                porter ? "CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'porter unicode61 remove_diacritics 2')"
                       : "CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'unicode61 remove_diacritics 2')",
                NULL, NULL, NULL);
  sqlite3_prepare_v2 (fts->db, "INSERT INTO t (rowid, x) VALUES (?, ?)", -1, &insert, NULL);
  for (guint i = 0; i < set->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (set->entries, i);

      sqlite3_bind_int64 (insert, 1, i + 1);
      sqlite3_bind_text (insert, 2, entry->text, -1, SQLITE_STATIC);
      sqlite3_step (insert);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
  return fts;
}

static void
fts_free (Fts *fts)
{
  sqlite3_close (fts->db);
  g_free (fts);
}

static gboolean
append_word (const OmTerm *term,
             gpointer      data)
{
  GString *match = data;

  if (term->kind == OM_TERM_BIGRAM)
    return TRUE;
  g_string_append_printf (match, "%s\"%.*s\"", match->len > 0 ? " OR " : "", (int) term->surface_len, term->surface);
  return TRUE;
}

static GPtrArray *
ask_fts (gpointer    data,
         const char *question)
{
  Fts *fts = data;
  GPtrArray *ids = g_ptr_array_new ();
  g_autoptr (GString) match = g_string_new (NULL);
  sqlite3_stmt *select = NULL;

  om_terms_foreach (question, -1, om_language_detect (question), fts->porter ? OM_TERMS_SKIP_STOPWORDS : OM_TERMS_DEFAULT,
                    append_word, match);
  if (match->len == 0)
    return ids;
  sqlite3_prepare_v2 (fts->db, "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 10", -1, &select, NULL);
  sqlite3_bind_text (select, 1, match->str, -1, SQLITE_STATIC);
  while (sqlite3_step (select) == SQLITE_ROW)
    g_ptr_array_add (ids, ((Entry *) g_ptr_array_index (fts->set->entries, sqlite3_column_int64 (select, 0) - 1))->id);
  sqlite3_finalize (select);
  return ids;
}

/* Running --------------------------------------------------------------------------------------- */

typedef GPtrArray *(*Ask) (gpointer data, const char *question);

/* Asks every question; adds to @total and @categories, writes to @results. */
static void
run (const Set  *set,
     Ask         ask,
     gpointer    data,
     Score      *total,
     GHashTable *categories,
     FILE       *results)
{
  for (guint i = 0; i < set->questions->len; i++)
    {
      const Question *question = g_ptr_array_index (set->questions, i);
      g_autoptr (GPtrArray) ids = ask (data, question->text);

      score_add (total, question, ids);
      if (categories != NULL)
        {
          Score *score = g_hash_table_lookup (categories, question->category);

          if (score == NULL)
            {
              score = g_new0 (Score, 1);
              g_hash_table_insert (categories, g_strdup (question->category), score);
            }
          score_add (score, question, ids);
        }
      if (results != NULL)
        {
          g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
          g_autoptr (JsonNode) root = NULL;
          g_autofree char *line = NULL;

          json_builder_begin_object (builder);
          json_builder_set_member_name (builder, "q");
          json_builder_add_int_value (builder, question->index);
          json_builder_set_member_name (builder, "ids");
          json_builder_begin_array (builder);
          for (guint j = 0; j < ids->len; j++)
            json_builder_add_string_value (builder, g_ptr_array_index (ids, j));
          json_builder_end_array (builder);
          json_builder_end_object (builder);
          root = json_builder_get_root (builder);
          line = json_to_string (root, FALSE);
          fprintf (results, "%s\n", line);
        }
    }
}

static FILE *
open_results (const Set  *set,
              const char *kind)
{
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  FILE *file;

  if (results_folder == NULL)
    return NULL;
  g_mkdir_with_parents (results_folder, 0755);
  name = g_strdup_printf ("%s.%s.jsonl", set->name, kind);
  path = g_build_filename (results_folder, name, NULL);
  file = g_fopen (path, "w");
  if (file == NULL)
    g_error ("%s cannot be written", path);
  return file;
}

static void
close_results (FILE *file)
{
  if (file != NULL)
    fclose (file);
}

static void
apply_setting (OmRecallParams *params,
               const char     *setting)
{
  g_auto (GStrv) parts = g_strsplit (setting, "=", 2);
  const struct
  {
    const char *name;
    double     *value;
  } known[] = {
    { "similarity", &params->weights.similarity }, { "overlap", &params->weights.overlap },
    { "waypoint", &params->weights.waypoint },     { "recency", &params->weights.recency },
    { "tag", &params->weights.tag },               { "keyword", &params->weights.keyword },
    { "k1", &params->words.k1 },                   { "b", &params->words.b },
    { "name", &params->words.name_lift },          { "day", &params->words.day_lift },
    { "neighbour", &params->words.neighbour_lift }, { "part", &params->words.part_lift },
    { "min-similarity", &params->min_similarity },
  };

  if (g_str_equal (setting, "personal=0"))
    {
      params->personal = FALSE;
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (known) && parts[0] != NULL && parts[1] != NULL; i++)
    {
      if (g_str_equal (parts[0], known[i].name))
        {
          *known[i].value = g_ascii_strtod (parts[1], NULL);
          return;
        }
    }
  g_error ("There is no parameter “%s”", setting);
}

/* Totals over all sets, ranker by ranker. */
typedef enum
{
  FTS_PLAIN,
  FTS_PORTER,
  VECTORS,
  REFERENCE,
  DEFAULT,
  WRITE_BACK,
  N_RANKERS,
} Ranker;

static const char *const ranker_names[N_RANKERS] = {
  "FTS5 unicode61", "FTS5 porter, stop words", "hashed vectors alone (256)", "reference parameters (1,536)",
  "the app", "the app, with write-back",
};

static void
run_app (const Set            *set,
         const OmRecallParams *params,
         Score                *totals,
         GHashTable           *categories)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (OM_HASH_EMBEDDER_DIMENSION);
  App *app = app_new (set, embedder, OM_VECTOR_FORMAT_U8, params);
  FILE *results = open_results (set, "search");

  run (set, ask_app, app, &totals[DEFAULT], categories, results);
  close_results (results);
  if (!brief)
    {
      OmRecallParams vectors = *params;

      vectors.use_words = FALSE;
      vectors.weights = (OmScoreWeights){ .similarity = 1 };
      vectors.personal = FALSE;
      vectors.min_similarity = vectors.min_similarity_short = -2;
      om_engine_set_params (app->engine, &vectors);
      run (set, ask_app, app, &totals[VECTORS], NULL, NULL);
      om_engine_set_params (app->engine, params);
    }
  app->write_back = TRUE;
  results = open_results (set, "recall");
  run (set, ask_app, app, &totals[WRITE_BACK], NULL, results);
  close_results (results);
  app_free (app);
}

static void
run_others (const Set *set,
            Score     *totals)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new_reference (REFERENCE_DIMENSION);
  OmRecallParams params = om_recall_params_reference ();
  App *reference = app_new (set, embedder, OM_VECTOR_FORMAT_F32, &params);

  run (set, ask_app, reference, &totals[REFERENCE], NULL, NULL);
  app_free (reference);
  for (int porter = 0; porter <= 1; porter++)
    {
      Fts *fts = fts_new (set, porter);

      run (set, ask_fts, fts, &totals[porter ? FTS_PORTER : FTS_PLAIN], NULL, NULL);
      fts_free (fts);
    }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (a, b);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) categories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GList) names = NULL;
  OmRecallParams params = om_recall_params_default ();
  Score totals[N_RANKERS] = { 0 };
  Half half = HALF_ALL;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || files == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "Name at least one file of the form memory-retrieval-eval/1.");
      return 2;
    }
  if (half_name != NULL)
    half = g_str_equal (half_name, "tune") ? HALF_TUNE : HALF_HELD;
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    apply_setting (&params, settings[i]);

  for (guint i = 0; files[i] != NULL; i++)
    {
      Set *set = read_set (files[i], half);

      if (!brief)
        g_print ("%s: %u memories, %u questions\n", set->name, set->entries->len, set->questions->len);
      run_app (set, &params, totals, categories);
      if (!brief)
        run_others (set, totals);
      set_free (set);
    }

  if (brief)
    {
      g_print ("%.4f %.4f %.4f\n", totals[DEFAULT].recall10 / totals[DEFAULT].n, totals[DEFAULT].mrr / totals[DEFAULT].n,
               totals[WRITE_BACK].recall10 / totals[WRITE_BACK].n);
      return 0;
    }
  print_head ("Rankers side by side");
  for (int i = 0; i < N_RANKERS; i++)
    score_print (ranker_names[i], &totals[i]);
  print_head ("The app, by category");
  names = g_list_sort (g_hash_table_get_keys (categories), compare_names);
  for (GList *l = names; l != NULL; l = l->next)
    score_print (l->data, g_hash_table_lookup (categories, l->data));
  g_strfreev (files);
  g_strfreev (settings);
  return 0;
}
