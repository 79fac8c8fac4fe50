/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lazy list: items on demand, texts in the background, and only what differs announced. */
#include "config.h"

#include "test-views.h"
#include "views/om-list-difference.h"
#include "views/om-memory-list-model.h"

#define ENTRIES 400
#define A_DAY 3

static void
fill (Fixture *fixture)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (int i = 0; i < ENTRIES; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %d", i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (OmRemembered) remembered = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (om_moment_from_local (utc, 2020, 1 + i / A_DAY / 28, 1 + i / A_DAY % 28, 8 + i % A_DAY, 0, 0,
                                           &draft->happened));
      draft->has_happened = TRUE;
      remembered = om_engine_remember (engine, draft, NULL, &error);
      g_assert_no_error (error);
    }
}

typedef struct
{
  guint times;
  guint position;
  guint removed;
  guint added;
  guint all_added;
} Change;

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            Change     *change)
{
  change->times++;
  change->position = position;
  change->removed = removed;
  change->added = added;
  change->all_added += added;
}

static void
loaded_cb (OmMemoryListModel *model,
           guint             *times)
{
  (*times)++;
}

static void
reload (OmMemoryListModel *model)
{
  guint times = 0;
  gulong id = g_signal_connect (model, "loaded", G_CALLBACK (loaded_cb), &times);

  om_memory_list_model_reload (model);
  wait_until (times == 1);
  g_signal_handler_disconnect (model, id);
}

static OmMemoryItem *
item_at (OmMemoryListModel *model,
         guint              position)
{
  OmMemoryItem *item = g_list_model_get_item (G_LIST_MODEL (model), position);

  wait_until (om_memory_item_is_loaded (item));
  return item;
}

static void
assert_text (OmMemoryItem *item,
             const char   *text)
{
  g_assert_cmpstr (om_memory_item_get_snippet (item)->text, ==, text);
}

static void
test_lazy (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmMemoryListModel) model = NULL;
  g_autoptr (OmMemoryItem) first = NULL;
  g_autoptr (OmMemoryItem) again = NULL;
  g_autoptr (OmMemoryItem) last = NULL;
  OmMemoryItem *dropped;
  Change change = { 0 };
  guint times;

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (om_session_get_engine (fixture->session), NULL, OM_SORT_NEWEST);
  g_signal_connect (model, "items-changed", G_CALLBACK (changed_cb), &change);
  g_assert_false (om_memory_list_model_is_loaded (model));
  reload (model);
  g_assert_true (om_memory_list_model_is_loaded (model));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, ENTRIES);
  /* In as many pieces as the frame has time for. */
  g_assert_cmpuint (change.times, >=, 1);
  g_assert_cmpuint (change.all_added, ==, ENTRIES);
  times = change.times;
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), ENTRIES));

  first = item_at (model, 0);
  last = item_at (model, ENTRIES - 1);
  again = g_list_model_get_item (G_LIST_MODEL (model), 0);
  g_assert_true (first == again);
  assert_text (first, "Entry 399");
  assert_text (last, "Entry 0");

  /* An item lives as long as somebody shows it. */
  dropped = g_list_model_get_item (G_LIST_MODEL (model), 200);
  g_object_add_weak_pointer (G_OBJECT (dropped), (gpointer *) &dropped);
  g_object_unref (dropped);
  g_assert_null (dropped);

  /* Nothing changed, nothing is announced. */
  reload (model);
  g_assert_cmpuint (change.times, ==, times);
}

static void
test_days (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmMemoryListModel) model = NULL;

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (om_session_get_engine (fixture->session), NULL, OM_SORT_NEWEST);
  reload (model);
  /* 400 entries, three a day: the newest day has one. */
  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (OmMemoryItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);

      g_assert_cmpint (om_memory_item_get_starts_day (item), ==, i == 0 || (i - 1) % A_DAY == 0);
    }
}

static void
test_difference (Fixture      *fixture,
                 gconstpointer data)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  g_autoptr (OmMemoryListModel) model = NULL;
  g_autoptr (OmMemoryItem) before = NULL;
  g_autoptr (OmMemoryItem) gone = NULL;
  g_autoptr (OmMemoryItem) after = NULL;
  g_autoptr (OmMemoryItem) restored = NULL;
  g_autofree char *id = NULL;
  const char *ids[2] = { NULL, NULL };
  Change change = { 0 };
  g_autoptr (GError) error = NULL;
  guint position;

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (engine, NULL, OM_SORT_NEWEST);
  reload (model);
  g_signal_connect (model, "items-changed", G_CALLBACK (changed_cb), &change);
  before = item_at (model, 99);
  gone = item_at (model, 100);
  after = item_at (model, 101);
  g_assert_true (om_memory_item_get_starts_day (gone));
  g_assert_false (om_memory_item_get_starts_day (after));
  id = g_strdup (om_memory_item_get_id (gone));
  ids[0] = id;

  g_assert_true (om_engine_bin (engine, ids, NULL, &error));
  g_assert_no_error (error);
  reload (model);
  g_assert_cmpuint (change.times, ==, 1);
  g_assert_cmpuint (change.position, ==, 100);
  g_assert_cmpuint (change.removed, ==, 1);
  g_assert_cmpuint (change.added, ==, 0);
  g_assert_cmpuint (om_memory_item_get_position (before), ==, 99);
  g_assert_cmpuint (om_memory_item_get_position (after), ==, 100);
  /* The next one of that day shows the date now. */
  g_assert_true (om_memory_item_get_starts_day (after));
  g_assert_false (om_memory_list_model_find (model, om_memory_item_get_row (gone), &position));

  g_assert_true (om_engine_restore (engine, ids, NULL, &error));
  g_assert_no_error (error);
  reload (model);
  g_assert_cmpuint (change.times, ==, 2);
  g_assert_cmpuint (change.added, ==, 1);
  restored = item_at (model, 100);
  g_assert_cmpstr (om_memory_item_get_id (restored), ==, id);
  g_assert_false (om_memory_item_get_starts_day (after));
  g_assert_true (om_memory_list_model_find (model, om_memory_item_get_row (restored), &position));
  g_assert_cmpuint (position, ==, 100);
}

static void
test_edited (Fixture      *fixture,
             gconstpointer data)
{
  OmEngine *engine = om_session_get_engine (fixture->session);
  g_autoptr (OmMemoryListModel) model = NULL;
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (OmMemoryItem) item = NULL;
  g_autoptr (GError) error = NULL;
  Change change = { 0 };

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (engine, NULL, OM_SORT_NEWEST);
  reload (model);
  item = item_at (model, 5);
  g_signal_connect (model, "items-changed", G_CALLBACK (changed_cb), &change);
  values->content = g_strdup ("Other words");
  g_assert_true (om_engine_edit (engine, om_memory_item_get_id (item), OM_CHANGE_CONTENT, values, 1, NULL, &error));
  g_assert_no_error (error);
  om_memory_list_model_reload (model);
  wait_until (g_str_equal (om_memory_item_get_snippet (item)->text, "Other words"));
  g_assert_cmpuint (change.times, ==, 0);
}

/* The latest of several calls wins, and a model may go while it is listing. */
static void
test_reload_often (Fixture      *fixture,
                   gconstpointer data)
{
  OmMemoryListModel *model;
  guint times = 0;

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (om_session_get_engine (fixture->session), NULL, OM_SORT_NEWEST);
  g_signal_connect (model, "loaded", G_CALLBACK (loaded_cb), &times);
  for (int i = 0; i < 20; i++)
    om_memory_list_model_reload (model);
  wait_until (times > 0);
  g_assert_cmpuint (times, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, ENTRIES);

  om_memory_list_model_reload (model);
  g_object_run_dispose (G_OBJECT (model));
  g_object_add_weak_pointer (G_OBJECT (model), (gpointer *) &model);
  g_object_unref (model);
  wait_until (model == NULL);
}

/* What a view that follows every change would know of the length. */
typedef struct
{
  guint length;
  guint times;
  guint n_pieces; /* of what came: told apart, and no more than a part of what a view shows */
} Follower;

static void
follow_cb (GListModel *model,
           guint       position,
           guint       removed,
           guint       added,
           Follower   *follower)
{
  follower->times++;
  follower->length = follower->length - removed + added;
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, follower->length);
  /* Never both: GTK would make an item of every row that comes. */
  g_assert_true (removed == 0 || added == 0);
  if (added == OM_LIST_DIFFERENCE_PIECE)
    follower->n_pieces++;
  g_assert_true (position + added <= follower->length);
}

/* Another question: what goes is told before what comes, and at each moment the model is what was told. */
static void
test_anew (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmMemoryListModel) model = NULL;
  g_autoptr (OmMemoryItem) item = NULL;
  Follower follower = { 0 };
  guint loaded = 0;

  fixture_open (fixture);
  fill (fixture);
  model = om_memory_list_model_new (om_session_get_engine (fixture->session), NULL, OM_SORT_NEWEST);
  g_signal_connect (model, "items-changed", G_CALLBACK (follow_cb), &follower);
  reload (model);
  item = item_at (model, 0);
  assert_text (item, "Entry 399");
  g_signal_connect (model, "loaded", G_CALLBACK (loaded_cb), &loaded);
  om_memory_list_model_set_query (model, NULL, OM_SORT_OLDEST);
  wait_until (loaded == 1);
  /* All at once when there was nothing; then what goes, what comes first, and the rest. */
  g_assert_cmpuint (follower.times, ==, 1 + 1 + OM_LIST_DIFFERENCE_PIECES + 1);
  g_assert_cmpuint (follower.n_pieces, ==, OM_LIST_DIFFERENCE_PIECES);
  g_assert_cmpuint (follower.length, ==, ENTRIES);
  g_clear_object (&item);
  item = item_at (model, 0);
  assert_text (item, "Entry 0");

  /* One question after the other, before the first is answered. */
  om_memory_list_model_set_query (model, NULL, OM_SORT_NEWEST);
  om_memory_list_model_set_query (model, NULL, OM_SORT_OLDEST);
  om_memory_list_model_set_query (model, NULL, OM_SORT_NEWEST);
  wait_until (loaded == 2);
  g_clear_object (&item);
  item = item_at (model, 0);
  assert_text (item, "Entry 399");
  g_assert_cmpuint (follower.length, ==, ENTRIES);
}

#define add(name, func) g_test_add ("/views/list-model/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_list_model_add (void)
{
  add ("lazy", test_lazy);
  add ("days", test_days);
  add ("difference", test_difference);
  add ("anew", test_anew);
  add ("edited", test_edited);
  add ("reload-often", test_reload_often);
}
