/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several engines over one store: each sees what the others write, and nothing is overwritten unseen.
 * Other processes are in test-processes.c. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine/om-doctor.h"
#include "engine/om-intake.h"
#include "store/om-store-memories.h"
#include "test-engine.h"

#define N_EACH 200

static char *
remember (OmEngine   *engine,
          const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember (engine, draft, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (remembered->deduplicated);
  return g_strdup (remembered->id);
}

static guint
count_hits (OmEngine   *engine,
            const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 1000);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (engine, search, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  g_assert_false (answer->incomplete);
  for (guint i = 0; i < answer->hits->len; i++)
    n += (((OmHit *) g_ptr_array_index (answer->hits, i))->reasons & OM_HIT_WORDS) != 0;
  return n;
}

static guint
count_list (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (engine, NULL, OM_SORT_NEWEST, NULL, &error);

  g_assert_no_error (error);
  return items->len;
}

static void
assert_sound (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = om_engine_doctor (engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (report->findings, i));
}

/* One picture --------------------------------------------------------------------------------- */

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
describe_tags (const OmStateTable *states,
               guint32             doc)
{
  guint n;
  const guint32 *tags = om_state_table_get_tags (states, doc, &n);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (keys, (gpointer) om_state_table_get_tag_key (states, tags[i]));
  g_ptr_array_sort (keys, compare_keys);
  g_ptr_array_add (keys, NULL);
  return g_strjoinv (",", (char **) keys->pdata);
}

static void
assert_same_states (const OmStateTable *a,
                    const OmStateTable *b)
{
  g_assert_cmpuint (om_state_table_count (a), ==, om_state_table_count (b));
  for (guint32 doc = om_state_table_next (a, 0); doc != 0; doc = om_state_table_next (a, doc))
    {
      OmDocState x = *om_state_table_get (a, doc);
      OmDocState y;
      g_autofree char *x_tags = describe_tags (a, doc);
      g_autofree char *y_tags = NULL;

      g_assert_nonnull (om_state_table_get (b, doc));
      y = *om_state_table_get (b, doc);
      y_tags = describe_tags (b, doc);
      x.tags = y.tags = 0;
      g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
      g_assert_cmpstr (x_tags, ==, y_tags);
    }
}

static void
assert_same_sets (const OmDocSet *a,
                  const OmDocSet *b)
{
  g_assert_cmpuint (om_doc_set_count (a), ==, om_doc_set_count (b));
  for (guint32 doc = 0; om_doc_set_next (a, &doc); doc++)
    g_assert_true (om_doc_set_has (b, doc));
}

static void
assert_same_words (const OmWordIndex  *a,
                   const OmWordIndex  *b,
                   const OmStateTable *states)
{
  static const char *const terms[] = { "heron", "lock", "canal", "soup", "from", "letter", "walnut", "crocus", "tulip", "wall", "quincunx" };

  g_assert_cmpuint (om_word_index_count (a), ==, om_word_index_count (b));
  for (gsize i = 0; i < G_N_ELEMENTS (terms); i++)
    {
      for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
        {
          g_assert_cmpint (om_word_index_has (a, doc), ==, om_word_index_has (b, doc));
          g_assert_cmpuint (om_word_index_get_tf (a, terms[i], doc), ==, om_word_index_get_tf (b, terms[i], doc));
        }
    }
}

static void
assert_same_vectors (const OmVectorIndex *a,
                     const OmVectorIndex *b,
                     const OmStateTable  *states)
{
  guint dimension = om_vector_index_get_dimension (a);
  g_autofree float *x = g_new0 (float, dimension);
  g_autofree float *y = g_new0 (float, dimension);

  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      for (int sector = 0; sector <= OM_SECTOR_MEAN; sector++)
        {
          gboolean has = om_vector_index_get (a, doc, sector, x);

          g_assert_cmpint (om_vector_index_get (b, doc, sector, y), ==, has);
          if (has)
            g_assert_cmpmem (x, dimension * sizeof *x, y, dimension * sizeof *y);
        }
    }
}

static void
assert_same_links (const OmWaypointGraph *a,
                   const OmWaypointGraph *b)
{
  gsize cursor = 0;
  OmLink x, y;

  g_assert_cmpuint (om_waypoint_graph_count (a), ==, om_waypoint_graph_count (b));
  while (om_waypoint_graph_next (a, &cursor, &x))
    {
      g_assert_true (om_waypoint_graph_get (b, x.source, x.target, x.kind, &y));
      g_assert_cmpfloat (x.weight, ==, y.weight);
      g_assert_cmpint (x.walked_at, ==, y.walked_at);
    }
}

/* Two engines at one revision have the same picture, whichever way they came to it. */
static void
assert_same_picture (OmEngine *one,
                     OmEngine *other)
{
  OmMirror *a = om_engine_get_mirror (one);
  OmMirror *b = om_engine_get_mirror (other);

  count_list (one);
  count_list (other);
  g_assert_cmpint (om_mirror_get_revision (a), ==, om_mirror_get_revision (b));
  om_mirror_lock (a);
  om_mirror_lock (b);
  assert_same_states (om_mirror_get_states (a), om_mirror_get_states (b));
  assert_same_sets (om_mirror_get_live (a), om_mirror_get_live (b));
  assert_same_sets (om_mirror_get_open (a), om_mirror_get_open (b));
  assert_same_sets (om_mirror_get_linkable (a), om_mirror_get_linkable (b));
  assert_same_words (om_mirror_get_words (a), om_mirror_get_words (b), om_mirror_get_states (a));
  assert_same_vectors (om_mirror_get_vectors (a), om_mirror_get_vectors (b), om_mirror_get_states (a));
  assert_same_links (om_mirror_get_graph (a), om_mirror_get_graph (b));
  om_mirror_unlock (b);
  om_mirror_unlock (a);
}

/* Writing at once ------------------------------------------------------------------------------- */

typedef struct
{
  OmEngine   *engine;
  const char *name;
} Author;

static gpointer
write_in_thread (gpointer data)
{
  const Author *author = data;

  for (guint i = 0; i < N_EACH; i++)
    {
      g_autofree char *text = g_strdup_printf ("Letter number %u from %s about the heron and the soup.", i, author->name);

      g_free (remember (author->engine, text));
    }
  return NULL;
}

static void
test_write_at_once (Fixture      *fixture,
                    gconstpointer data)
{
  OmEngine *other = engine_open (fixture, OM_OPEN_DEFAULT);
  OmEngine *fresh;
  Author authors[] = { { fixture->engine, "Aurelia" }, { other, "Bartholomew" } };
  GThread *threads[2];

  for (guint i = 0; i < 2; i++)
    threads[i] = g_thread_new (authors[i].name, write_in_thread, &authors[i]);
  for (guint i = 0; i < 2; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (count_list (authors[i].engine), ==, 2 * N_EACH);
      g_assert_cmpuint (count_hits (authors[i].engine, "Aurelia"), ==, N_EACH);
      g_assert_cmpuint (count_hits (authors[i].engine, "Bartholomew"), ==, N_EACH);
    }
  fresh = engine_open (fixture, OM_OPEN_READ_ONLY);
  assert_same_picture (fixture->engine, other);
  assert_same_picture (fixture->engine, fresh);
  assert_sound (fresh);
  engine_close (fresh);
  engine_close (other);
}

/* Whatever one does, the other sees at its next look, and a third that loads everything sees the same. */
static void
test_sees_everything (Fixture      *fixture,
                      gconstpointer data)
{
  OmEngine *other = engine_open (fixture, OM_OPEN_DEFAULT);
  OmEngine *fresh;
  GString *text = g_string_new (NULL);
  g_autofree char *heron = NULL;
  g_autofree char *lock = NULL;
  g_autofree char *soup = NULL;
  g_autofree char *document = NULL;
  g_autoptr (OmMemory) seen = NULL;
  g_autoptr (GError) error = NULL;
  OmMemory *values;
  OmIntake *intake;

  heron = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_assert_cmpuint (count_hits (other, "heron"), ==, 1);
  lock = remember (other, "A heron at the canal lock again.");
  g_assert_cmpuint (count_hits (fixture->engine, "heron"), ==, 2);
  soup = fixture_remember (fixture, "Soup with crocuses.");

  values = om_memory_new ();
  values->content = g_strdup ("Soup with tulips.");
  values->flags = OM_FLAG_PINNED;
  g_strfreev (values->tags);
  values->tags = g_strsplit ("Kitchen,wall", ",", -1);
  om_memory_unref (fixture_edit (fixture, soup, OM_CHANGE_CONTENT | OM_CHANGE_FLAGS | OM_CHANGE_TAGS, values));
  g_assert_cmpuint (count_hits (other, "crocuses"), ==, 0);
  g_assert_cmpuint (count_hits (other, "tulips"), ==, 1);
  seen = om_engine_get (other, soup, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seen->version, ==, 2);
  g_assert_true ((seen->flags & OM_FLAG_PINNED) != 0);
  assert_same_picture (fixture->engine, other);

  fixture->now += 20 * OM_MS_PER_DAY;
  om_answer_unref (fixture_recall (fixture, "heron"));
  assert_same_picture (fixture->engine, other);
  g_assert_true (om_engine_link (other, soup, heron, NULL, &error));
  g_assert_no_error (error);
  assert_same_picture (fixture->engine, other);
  g_assert_true (om_engine_unlink (fixture->engine, soup, heron, NULL, &error));
  assert_same_picture (fixture->engine, other);

  values = om_memory_new ();
  values->flags = OM_FLAG_PRIVATE;
  om_memory_unref (fixture_edit (fixture, heron, OM_CHANGE_FLAGS, values));
  g_assert_cmpuint (count_hits (other, "heron"), ==, 1);
  assert_same_picture (fixture->engine, other);

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "Paragraph %u of the family chronicle tells of mills and ferries and the winter at the lock.\n\n", i);
  document = fixture_remember (fixture, text->str);
  assert_same_picture (fixture->engine, other);
  fixture_bin (fixture, lock);
  fixture_bin (fixture, document);
  g_assert_cmpuint (count_hits (other, "lock"), ==, 0);
  assert_same_picture (fixture->engine, other);
  fixture_restore (fixture, lock);
  g_assert_cmpuint (count_hits (other, "lock"), ==, 1);
  g_assert_true (om_engine_empty_bin (other, NULL, NULL, &error));
  g_assert_no_error (error);
  assert_same_picture (fixture->engine, other);

  intake = om_intake_new (other, TRUE, &error);
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *words = g_strdup_printf ("Letter %u about the walnut tree.", i);
      g_autoptr (OmDraft) draft = om_draft_new (words);
      OmIntakeOutcome outcome;

      g_assert_true (om_intake_add (intake, draft, &outcome, NULL, &error));
    }
  g_assert_true (om_intake_commit (intake, NULL, &error));
  om_intake_free (intake);
  g_assert_cmpuint (count_hits (fixture->engine, "walnut"), ==, 30);
  assert_same_picture (fixture->engine, other);

  fresh = engine_open (fixture, OM_OPEN_READ_ONLY);
  assert_same_picture (fixture->engine, fresh);
  assert_sound (fresh);
  engine_close (fresh);
  engine_close (other);
  g_string_free (text, TRUE);
}

/* Case S1: an edit in both, each from the text it had shown. */
static void
test_edited_in_both (Fixture      *fixture,
                     gconstpointer data)
{
  OmEngine *other = engine_open (fixture, OM_OPEN_DEFAULT);
  g_autofree char *id = fixture_remember (fixture, "The tap drips.");
  g_autoptr (OmMemory) here = om_engine_get (fixture->engine, id, NULL, NULL);
  g_autoptr (OmMemory) there = om_engine_get (other, id, NULL, NULL);
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GError) error = NULL;

  g_free (here->content);
  here->content = g_strdup ("The tap drips; called the plumber.");
  g_free (there->content);
  there->content = g_strdup ("The tap drips no more.");
  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT, here, here->version, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (om_engine_edit (other, id, OM_CHANGE_CONTENT, there, there->version, NULL, &error));
  g_assert_no_error (error);
  memory = fixture_get (fixture, id);
  g_assert_cmpstr (memory->content, ==, "The tap drips no more.");
  g_assert_true ((memory->flags & OM_FLAG_CONFLICT) != 0);
  versions = om_engine_get_versions (fixture->engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 2);
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (versions, 0))->content, ==, "The tap drips; called the plumber.");
  g_assert_true ((((OmMemory *) g_ptr_array_index (versions, 0))->flags & OM_FLAG_CONFLICT) != 0);
  g_assert_cmpstr (((OmMemory *) g_ptr_array_index (versions, 1))->content, ==, "The tap drips.");
  engine_close (other);
}

/* Reading beside a writer ----------------------------------------------------------------------- */

typedef struct
{
  OmEngine *engine;
  int       stop; /* (atomic) */
  guint     n_reads;
} Reader;

static gpointer
read_in_thread (gpointer data)
{
  Reader *reader = data;
  guint last = 0;

  while (!g_atomic_int_get (&reader->stop) || last < N_EACH)
    {
      guint n = count_list (reader->engine);

      /* Never fewer than it has seen, never more words than entries. */
      g_assert_cmpuint (n, >=, last);
      g_assert_cmpuint (count_hits (reader->engine, "Aurelia"), >=, n);
      last = n;
      reader->n_reads++;
    }
  return NULL;
}

static void
test_reader_beside_writer (Fixture      *fixture,
                           gconstpointer data)
{
  Reader reader = { .engine = engine_open (fixture, OM_OPEN_READ_ONLY) };
  Author author = { fixture->engine, "Aurelia" };
  GThread *thread = g_thread_new ("reader", read_in_thread, &reader);
  g_autoptr (OmDraft) draft = om_draft_new ("A reader writes nothing.");
  g_autoptr (GError) error = NULL;

  write_in_thread (&author);
  g_atomic_int_set (&reader.stop, TRUE);
  g_thread_join (thread);
  g_assert_cmpuint (count_list (reader.engine), ==, N_EACH);
  assert_same_picture (fixture->engine, reader.engine);
  g_assert_null (om_engine_remember (reader.engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  engine_close (reader.engine);
}

/* The picture follows a write without asking for the write lock: another program that has taken it since
 * keeps nobody waiting. */
static gpointer
write_then_lose_the_lock (const OmWriteContext *context,
                          gpointer              other,
                          GCancellable         *cancellable,
                          GError              **error)
{
  g_autoptr (OmMemory) memory = om_memory_new ();

  memory->content = g_strdup ("Written in the last moment.");
  memory->sector = OM_SECTOR_SEMANTIC;
  memory->type = OM_MEMORY_TYPE_EPISODE;
  memory->origin = OM_ORIGIN_USER;
  if (!om_store_memory_insert (context->store, memory, error) || !om_store_begin (other, error))
    return NULL;
  return OM_ENGINE_DONE;
}

static void
test_saved_beside_a_writer (Fixture      *fixture,
                            gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) other = om_store_open (fixture->path, OM_STORE_WRITER, 0, NULL, &error);

  g_assert_no_error (error);
  fixture_write (fixture, write_then_lose_the_lock, other);
  /* It holds it still, and yet the entry is there. */
  g_assert_true (om_store_in_transaction (other));
  g_assert_cmpint (om_mirror_get_revision (om_engine_get_mirror (fixture->engine)), ==, 1);
  g_assert_cmpuint (count_hits (fixture->engine, "moment"), ==, 1);
  om_store_rollback (other);
}

/* The folder goes away -------------------------------------------------------------------------- */

static void
test_folder_moved (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autofree char *away = g_build_filename (fixture->folder, "elsewhere", NULL);
  g_autofree char *id = fixture_remember (fixture, "The first entry.");
  g_autoptr (OmDraft) draft = om_draft_new ("Written while the folder is away.");
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GError) error = NULL;

  values->content = g_strdup ("Edited while the folder is away.");
  g_assert_cmpint (g_rename (folder, away), ==, 0);
  g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_clear_error (&error);
  g_assert_false (om_engine_edit (fixture->engine, id, OM_CHANGE_CONTENT, values, 0, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  g_clear_error (&error);
  /* Nothing was made in its place. */
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));

  g_assert_cmpint (g_rename (away, folder), ==, 0);
  g_assert_cmpuint (count_list (fixture->engine), ==, 1);
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  fixture_reopen (fixture);
  g_assert_cmpuint (count_list (fixture->engine), ==, 2);
  g_assert_cmpuint (count_hits (fixture->engine, "first entry"), ==, 1);
  assert_sound (fixture->engine);
}

static void
test_folder_removed (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autoptr (OmDraft) draft = om_draft_new ("Written after the folder is gone.");
  g_autoptr (GError) error = NULL;
  static const char *const endings[] = { "", "-wal", "-shm", ".words" };

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("Letter %u about the walnut tree.", i);

      g_free (fixture_remember (fixture, text));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = g_strconcat (fixture->path, endings[i], NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_assert_null (om_engine_remember (fixture->engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  g_clear_error (&error);
  om_engine_close (fixture->engine);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  /* There is no store to open any more, and that is said. */
  g_assert_false (om_engine_open (fixture->engine, fixture->path, OM_OPEN_MUST_EXIST, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

/* Telling --------------------------------------------------------------------------------------- */

static void
changed_cb (OmEngine *engine,
            gint64    revision,
            gpointer  data)
{
  *(gint64 *) data = revision;
}

static void
take_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
open_async (OmEngine   *engine,
            const char *path)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  om_engine_open_async (engine, path, OM_OPEN_DEFAULT, NULL, take_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_open_finish (engine, result, &error));
  g_assert_no_error (error);
  om_engine_load (engine, NULL, &error);
  g_assert_no_error (error);
}

/* Another's write is told, also when somebody has looked at the store before the watch did. */
static void
test_told_of_others (Fixture      *fixture,
                     gconstpointer data)
{
  OmEngine *other = om_engine_new ();
  gint64 revision = -1;

  open_async (other, fixture->path);
  /* The engine's own "loaded" and what it did on the way. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_signal_connect (other, "changed", G_CALLBACK (changed_cb), &revision);
  g_free (fixture_remember (fixture, "Written by another."));
  g_assert_cmpint (revision, ==, -1);
  while (revision < om_mirror_get_revision (om_engine_get_mirror (fixture->engine)))
    g_main_context_iteration (NULL, TRUE);

  revision = -1;
  g_free (fixture_remember (fixture, "Written by another, and found at once."));
  g_assert_cmpuint (count_hits (other, "once"), ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (revision, ==, om_mirror_get_revision (om_engine_get_mirror (fixture->engine)));
  engine_close (other);
}

/* The answers of one store are not those of the next, though it is asked the same at the same revision. */
static void
test_another_store (Fixture      *fixture,
                    gconstpointer data)
{
  Fixture next = { 0 };
  g_autoptr (GError) error = NULL;

  fixture_set_up (&next, NULL);
  g_free (fixture_remember (fixture, "The heron of the first store."));
  g_free (fixture_remember (&next, "Nothing of the kind."));
  g_assert_cmpuint (count_hits (fixture->engine, "heron"), ==, 1);
  om_engine_close (next.engine);
  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, next.path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_hits (fixture->engine, "heron"), ==, 0);
  om_engine_close (fixture->engine);
  fixture_tear_down (&next, NULL);
}

static gsize
get_mapped (OmEngine *engine)
{
  OmMirror *mirror = om_engine_get_mirror (engine);
  OmWordStats stats;

  om_mirror_lock (mirror);
  om_word_index_get_stats (om_mirror_get_words (mirror), &stats);
  om_mirror_unlock (mirror);
  return stats.mapped;
}

/* Words that had to be read from all texts lie in the side file as soon as it is written, not only from
 * the next start on; and what is written then is found with them. */
static void
test_side_file_in_use (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *words = g_strconcat (fixture->path, ".words", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("Letter %u about the walnut tree.", i);

      g_free (fixture_remember (fixture, text));
    }
  om_engine_close (fixture->engine);
  g_assert_cmpint (g_unlink (words), ==, 0);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load_async (fixture->engine, NULL, take_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_load_finish (fixture->engine, result, &error));
  while (get_mapped (fixture->engine) == 0)
    g_thread_yield ();

  g_free (fixture_remember (fixture, "The heron came to the walnut tree."));
  g_assert_cmpuint (count_hits (fixture->engine, "heron"), ==, 1);
  g_assert_cmpuint (count_hits (fixture->engine, "letter 217"), >, 0);
  assert_sound (fixture->engine);
}

#define add(name, function) g_test_add ("/several/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_several_add (void)
{
  add ("write-at-once", test_write_at_once);
  add ("sees-everything", test_sees_everything);
  add ("edited-in-both", test_edited_in_both);
  add ("reader-beside-writer", test_reader_beside_writer);
  add ("saved-beside-a-writer", test_saved_beside_a_writer);
  add ("folder-moved", test_folder_moved);
  add ("folder-removed", test_folder_removed);
  add ("told-of-others", test_told_of_others);
  add ("another-store", test_another_store);
  add ("side-file-in-use", test_side_file_in_use);
}
