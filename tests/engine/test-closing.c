/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking without waiting, and closing while much is under way: every question is answered once, what was
 * given to be written is written. */
#include "config.h"

#include <string.h>

#include "engine/om-doctor.h"
#include "test-engine.h"

#define N_EACH 20

/* Answers to what was asked. */
typedef struct
{
  guint n_saved;
  guint n_found;
  guint n_cancelled;
  guint n_refused;
} Answers;

static void
count_error (Answers      *answers,
             const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    answers->n_cancelled++;
  else if (g_error_matches (error, OM_ERROR, OM_ERROR_FAILED))
    answers->n_refused++;
  else
    g_error ("%s", error->message);
}

static guint
count_answers (const Answers *answers)
{
  return answers->n_saved + answers->n_found + answers->n_cancelled + answers->n_refused;
}

static void
remembered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember_finish (OM_ENGINE (source), result, &error);

  if (remembered != NULL)
    ((Answers *) data)->n_saved++;
  else
    count_error (data, error);
}

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search_finish (OM_ENGINE (source), result, &error);

  if (answer != NULL)
    ((Answers *) data)->n_found++;
  else
    count_error (data, error);
}

static void
recalled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_recall_finish (OM_ENGINE (source), result, &error);

  if (answer != NULL)
    ((Answers *) data)->n_found++;
  else
    count_error (data, error);
}

static void
ask (OmEngine *engine,
     guint     round,
     Answers  *answers)
{
  for (guint i = 0; i < N_EACH; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u of round %u about the heron.", i, round);
      g_autofree char *query = g_strdup_printf ("heron %u", i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (OmSearch) search = om_search_new (query, 10);

      om_engine_remember_async (engine, draft, NULL, remembered_cb, answers);
      om_engine_search_async (engine, search, NULL, searched_cb, answers);
      om_engine_recall_async (engine, search, NULL, recalled_cb, answers);
    }
}

static void
wait_for_answers (const Answers *answers,
                  guint          n)
{
  while (count_answers (answers) < n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (count_answers (answers), ==, n);
}

static void
assert_saved (Fixture *fixture,
              guint    n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, OM_SORT_NEWEST, NULL, &error);
  g_autoptr (OmDoctorReport) report = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, n);
  report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (report->sound);
}

/* Nobody is closing: all of it is answered. */
static void
test_all_answered (Fixture      *fixture,
                   gconstpointer data)
{
  Answers answers = { 0 };

  ask (fixture->engine, 0, &answers);
  wait_for_answers (&answers, 3 * N_EACH);
  g_assert_cmpuint (answers.n_saved, ==, N_EACH);
  g_assert_cmpuint (answers.n_found, ==, 2 * N_EACH);
  assert_saved (fixture, N_EACH);
}

static void
test_close (Fixture      *fixture,
            gconstpointer data)
{
  for (guint round = 0; round < 5; round++)
    {
      Answers answers = { 0 };

      ask (fixture->engine, round, &answers);
      om_engine_close (fixture->engine);
      wait_for_answers (&answers, 3 * N_EACH);
      g_assert_cmpuint (answers.n_saved, ==, N_EACH);
      g_assert_cmpuint (answers.n_refused, ==, 0);
      fixture_reopen (fixture);
      assert_saved (fixture, (round + 1) * N_EACH);
    }
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  om_engine_close_finish (OM_ENGINE (source), result);
  ++*(guint *) data;
}

/* Closing twice at once, and once more; what is asked meanwhile or afterwards is refused, never lost. */
static void
test_close_async (Fixture      *fixture,
                  gconstpointer data)
{
  guint n_saved = 0;

  for (guint round = 0; round < 5; round++)
    {
      Answers answers = { 0 };
      Answers late = { 0 };
      guint n_closed = 0;

      ask (fixture->engine, 2 * round, &answers);
      om_engine_close_async (fixture->engine, closed_cb, &n_closed);
      ask (fixture->engine, 2 * round + 1, &late);
      om_engine_is_loaded (fixture->engine);
      om_engine_close_async (fixture->engine, closed_cb, &n_closed);
      if (round % 2 == 0)
        om_engine_close (fixture->engine);
      while (n_closed < 2)
        {
          om_engine_is_loaded (fixture->engine);
          g_main_context_iteration (NULL, TRUE);
        }
      wait_for_answers (&answers, 3 * N_EACH);
      wait_for_answers (&late, 3 * N_EACH);
      g_assert_cmpuint (answers.n_saved, ==, N_EACH);
      n_saved += answers.n_saved + late.n_saved;
      fixture_reopen (fixture);
      assert_saved (fixture, n_saved);
    }
}

static void
remembered_last_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      data)
{
  OmEngine **engine = data;
  g_autoptr (GError) error = NULL;
  G_GNUC_UNUSED g_autoptr (OmRemembered) remembered = om_engine_remember_finish (OM_ENGINE (source), result, &error);

  g_assert_no_error (error);
  /* The last hold but that of the task itself. */
  g_clear_object (engine);
}

/* The engine is let go while it still writes: it ends once the last task does, and not before. */
static void
test_let_go (Fixture      *fixture,
             gconstpointer data)
{
  for (guint round = 0; round < 20; round++)
    {
      OmEngine *engine = engine_open (fixture, OM_OPEN_DEFAULT);
      gpointer watched = engine;
      g_autofree char *text = g_strdup_printf ("Entry of round %u.", round);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      g_object_add_weak_pointer (G_OBJECT (engine), &watched);
      om_engine_remember_async (engine, draft, NULL, remembered_last_cb, &engine);
      while (watched != NULL)
        g_main_context_iteration (NULL, TRUE);
      g_assert_null (engine);
    }
  assert_saved (fixture, 20);
}

/* Cancelling ------------------------------------------------------------------------------------ */

static void
take_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* A job that is cancelled when it has just written. */
static gpointer
write_then_cancel (const OmWriteContext *context,
                   gpointer              args,
                   GCancellable         *cancellable,
                   GError              **error)
{
  g_cancellable_cancel (cancellable);
  return OM_ENGINE_DONE;
}

static void
test_cancelled_too_late (Fixture      *fixture,
                         gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  om_engine_write_async (fixture->engine, write_then_cancel, NULL, NULL, NULL, write_then_cancel, cancellable, take_result_cb,
                         &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_finish (fixture->engine, result, write_then_cancel, &error) == OM_ENGINE_DONE);
  g_assert_no_error (error);
}

static void
test_cancelled_in_time (Fixture      *fixture,
                        gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmDraft) draft = om_draft_new ("Never to be written.");
  g_autoptr (OmSearch) search = om_search_new ("heron", 10);
  Answers answers = { 0 };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  om_engine_remember_async (fixture->engine, draft, cancellable, remembered_cb, &answers);
  om_engine_search_async (fixture->engine, search, cancellable, searched_cb, &answers);
  om_engine_recall_async (fixture->engine, search, cancellable, recalled_cb, &answers);
  wait_for_answers (&answers, 3);
  g_assert_cmpuint (answers.n_cancelled, ==, 3);
  g_assert_null (om_engine_remember (fixture->engine, draft, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_saved (fixture, 0);
}

/* Loading --------------------------------------------------------------------------------------- */

typedef struct
{
  GMutex   mutex;
  GCond    cond;
  gboolean go_on; /* (mutex) */
} Gate;

static gpointer
wait_at_gate (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  Gate *gate = data;

  g_mutex_lock (&gate->mutex);
  while (!gate->go_on)
    g_cond_wait (&gate->cond, &gate->mutex);
  g_mutex_unlock (&gate->mutex);
  return OM_ENGINE_DONE;
}

/* Whoever waits for the indexes does not wait for the links that are drawn after them. */
static void
test_loaded_before_links (Fixture      *fixture,
                          gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (GAsyncResult) loaded = NULL;
  g_autoptr (GAsyncResult) written = NULL;
  g_autoptr (GArray) waypoints = NULL;
  g_autoptr (GError) error = NULL;
  Gate gate = { 0 };

  g_mutex_init (&gate.mutex);
  g_cond_init (&gate.cond);
  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  first = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  second = fixture_remember (fixture, "Saw the heron at the canal lock once more.");

  /* The writer is busy until it is told to go on, so that no link can be drawn. */
  om_engine_write_async (fixture->engine, wait_at_gate, &gate, NULL, NULL, wait_at_gate, NULL, take_result_cb, &written);
  om_engine_load_async (fixture->engine, NULL, take_result_cb, &loaded);
  while (loaded == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_load_finish (fixture->engine, loaded, &error));
  g_assert_no_error (error);
  g_assert_true (om_engine_is_loaded (fixture->engine));
  g_assert_null (written);

  g_mutex_lock (&gate.mutex);
  gate.go_on = TRUE;
  g_cond_broadcast (&gate.cond);
  g_mutex_unlock (&gate.mutex);
  while (written == NULL)
    g_main_context_iteration (NULL, TRUE);
  /* Drawn by whoever comes after the load, or by the next one; closing waits for the first. */
  fixture_reopen (fixture);
  waypoints = om_engine_get_waypoints (fixture->engine, second, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (waypoints->len, ==, 1);
  g_mutex_clear (&gate.mutex);
  g_cond_clear (&gate.cond);
}

/* Closed while it loads. */
static void
test_close_while_loading (Fixture      *fixture,
                          gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u about the heron.", i);

      g_free (fixture_remember (fixture, text));
    }
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GAsyncResult) result = NULL;

      om_engine_close (fixture->engine);
      om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
      g_assert_no_error (error);
      om_engine_load_async (fixture->engine, NULL, take_result_cb, &result);
      for (guint i = 0; i < round * 100; i++)
        g_thread_yield ();
      om_engine_close (fixture->engine);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      if (!om_engine_load_finish (fixture->engine, result, &error))
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
    }
  fixture_reopen (fixture);
  assert_saved (fixture, 300);
}

static void
open_to_load (Fixture *fixture)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  om_engine_open_async (fixture->engine, fixture->path, OM_OPEN_TO_LOAD, NULL, take_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_open_finish (fixture->engine, result, &error));
  g_assert_no_error (error);
}

static void
count_cb (OmEngine *engine,
          guint    *n)
{
  (*n)++;
}

/* Who opens a store to load it need not come back to have it loaded, and is told of it once he does. */
static void
test_loaded_early (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  guint n_loaded = 0;
  gulong handler;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u about the heron.", i);

      g_free (fixture_remember (fixture, text));
    }
  open_to_load (fixture);
  handler = g_signal_connect (fixture->engine, "loaded", G_CALLBACK (count_cb), &n_loaded);
  while (!om_engine_is_loaded (fixture->engine))
    g_thread_yield ();
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_loaded, ==, 0);
  om_engine_load_async (fixture->engine, NULL, take_result_cb, &result);
  while (result == NULL || n_loaded == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (om_engine_load_finish (fixture->engine, result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_loaded, ==, 1);
  g_signal_handler_disconnect (fixture->engine, handler);

  /* Closed while it does so, asked for or not. */
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GAsyncResult) asked = NULL;

      open_to_load (fixture);
      if (round % 2 == 0)
        om_engine_load_async (fixture->engine, NULL, take_result_cb, &asked);
      for (guint i = 0; i < round * 100; i++)
        g_thread_yield ();
      om_engine_close (fixture->engine);
      while (round % 2 == 0 && asked == NULL)
        g_main_context_iteration (NULL, TRUE);
    }
  fixture_reopen (fixture);
  assert_saved (fixture, 100);
}

/* What was asked of one store is not answered by the next. */
static void
test_next_store (Fixture      *fixture,
                 gconstpointer data)
{
  Fixture next = { 0 };
  g_autofree char *id = fixture_remember (fixture, "The heron of the first store.");
  g_autoptr (GError) error = NULL;

  fixture_set_up (&next, NULL);
  om_engine_close (next.engine);
  for (guint round = 0; round < 30; round++)
    {
      GAsyncResult *results[10] = { NULL };

      for (guint i = 0; i < G_N_ELEMENTS (results); i++)
        om_engine_get_async (fixture->engine, id, NULL, take_result_cb, &results[i]);
      om_engine_close (fixture->engine);
      om_engine_open (fixture->engine, next.path, OM_OPEN_DEFAULT, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < G_N_ELEMENTS (results); i++)
        {
          g_autoptr (OmMemory) memory = NULL;

          while (results[i] == NULL)
            g_main_context_iteration (NULL, TRUE);
          memory = om_engine_get_finish (fixture->engine, results[i], &error);
          if (memory == NULL)
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_clear_error (&error);
          g_clear_object (&results[i]);
        }
      fixture_reopen (fixture);
    }
  fixture_tear_down (&next, NULL);
}

#define add(name, function) g_test_add ("/closing/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_closing_add (void)
{
  add ("all-answered", test_all_answered);
  add ("close", test_close);
  add ("close-async", test_close_async);
  add ("let-go", test_let_go);
  add ("cancelled-too-late", test_cancelled_too_late);
  add ("cancelled-in-time", test_cancelled_in_time);
  add ("loaded-before-links", test_loaded_before_links);
  add ("close-while-loading", test_close_while_loading);
  add ("loaded-early", test_loaded_early);
  add ("next-store", test_next_store);
}
