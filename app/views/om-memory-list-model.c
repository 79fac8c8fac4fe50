/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryListModel: the one list model behind every list of memories. It holds the sorted rows as
 * plain numbers; an item is made when a view asks for it and lives as long as a view holds it. What
 * an item shows is read in the background, all requests of one frame together.
 *
 * Thread: main. Listing, comparing and reading run in workers; nothing here is done for all rows on
 * the main thread. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-list-model.h"

#include <string.h>

#include "views/om-list-difference.h"

/* The most rows one request reads: about what a tall window builds at once. */
#define MAX_BATCH 256
/* After a frame is drawn, so that first the frame's items are all there to be asked for. */
#define FETCH_PRIORITY (G_PRIORITY_HIGH_IDLE + 30)

/* Before anything is laid out or drawn. */
#define COMING_PRIORITY G_PRIORITY_HIGH_IDLE

struct _OmMemoryListModel
{
  GObject parent_instance;

  OmEngine     *engine;      /* (owned) */
  OmFilter     *filter;      /* (owned) (nullable) */
  OmSort        sort;
  GArray       *rows;        /* (owned) (element-type OmListItem): replaced whole, never changed */
  GHashTable   *items;       /* (owned): gint64 row -> OmMemoryItem, not owned, gone when the item goes */
  GHashTable   *wanted;      /* (owned): gint64 rows whose text is to be read */
  GCancellable *cancellable; /* (owned): all the work of this model */
  GCancellable *listing;     /* (owned) (nullable): the listing under way */
  guint         fetch_id;
  gboolean      fetching;
  GTask        *coming;      /* (owned) (nullable): of it the old rows have gone, the new ones come in a moment */
  guint         coming_id;
  guint         n_come;      /* of the new ones, those that are there */
  gboolean      loaded;
  gboolean      anew;        /* another question was asked and is not answered yet */
};

enum
{
  SIGNAL_LOADED,
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmMemoryListModel, om_memory_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* Rows as hash keys: the table owns a copy. */
static gpointer
key_new (gint64 row)
{
  gint64 *key = g_new (gint64, 1);

  *key = row;
  return key;
}

static const OmListItem *
row_at (OmMemoryListModel *self,
        guint              position)
{
  return &g_array_index (self->rows, OmListItem, position);
}

static gboolean
starts_day (OmMemoryListModel *self,
            guint              position)
{
  const OmListItem *here = row_at (self, position);
  const OmListItem *before;

  if (position == 0)
    return TRUE;
  before = row_at (self, position - 1);
  if ((before->happened.precision == OM_PRECISION_UNKNOWN) != (here->happened.precision == OM_PRECISION_UNKNOWN))
    return TRUE;
  return om_moment_civil_day (&before->happened) != om_moment_civil_day (&here->happened);
}

static void schedule_fetch (OmMemoryListModel *self);

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) memories = om_engine_get_rows_finish (OM_ENGINE (source), result, &error);
  g_autoptr (OmMemoryListModel) self = OM_MEMORY_LIST_MODEL (data);

  self->fetching = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (memories == NULL)
    {
      g_signal_emit (self, signals[SIGNAL_FAILED], 0, error);
      return;
    }

  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);
      OmMemoryItem *item = memory != NULL ? g_hash_table_lookup (self->items, &memory->row) : NULL;

      if (item != NULL)
        {
          int percent;
          OmVividness vividness = om_engine_get_vividness (self->engine, memory, &percent);

          om_memory_item_set_vividness (item, vividness, percent);
          om_memory_item_set_memory (item, memory);
        }
    }
  if (g_hash_table_size (self->wanted) > 0)
    schedule_fetch (self);
}

static gboolean
fetch_cb (gpointer data)
{
  OmMemoryListModel *self = data;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer key;

  self->fetch_id = 0;
  g_hash_table_iter_init (&iter, self->wanted);
  while (rows->len < MAX_BATCH && g_hash_table_iter_next (&iter, &key, NULL))
    {
      /* Rows that were scrolled past meanwhile need no text any more. */
      if (g_hash_table_contains (self->items, key))
        g_array_append_vals (rows, key, 1);
      g_hash_table_iter_remove (&iter);
    }
  if (rows->len > 0)
    {
      self->fetching = TRUE;
      om_engine_get_rows_async (self->engine, (const gint64 *) (gpointer) rows->data, rows->len, self->cancellable,
                                fetched_cb, g_object_ref (self));
    }
  return G_SOURCE_REMOVE;
}

static void
schedule_fetch (OmMemoryListModel *self)
{
  if (self->fetch_id != 0 || self->fetching)
    return;
  self->fetch_id = g_idle_add_full (FETCH_PRIORITY, fetch_cb, self, NULL);
  g_source_set_name_by_id (self->fetch_id, "[openmemory] fetch rows");
}

static void
want (OmMemoryListModel *self,
      gint64             row)
{
  g_hash_table_add (self->wanted, key_new (row));
  schedule_fetch (self);
}

/* The table of items, shared with the weak notifies of the items: it may outlive the model. */
typedef struct
{
  GHashTable *items; /* (owned) */
  gint64      row;
} ItemNote;

static void
item_gone_cb (gpointer data,
              GObject *where)
{
  ItemNote *note = data;

  /* The row may have left the list and come back as another item meanwhile. */
  if (g_hash_table_lookup (note->items, &note->row) == (gpointer) where)
    g_hash_table_remove (note->items, &note->row);
  g_hash_table_unref (note->items);
  g_free (note);
}

static GType
list_model_get_item_type (GListModel *model)
{
  return OM_TYPE_MEMORY_ITEM;
}

static guint
list_model_get_n_items (GListModel *model)
{
  return OM_MEMORY_LIST_MODEL (model)->rows->len;
}

static gpointer
list_model_get_item (GListModel *model,
                     guint       position)
{
  OmMemoryListModel *self = OM_MEMORY_LIST_MODEL (model);
  const OmListItem *row;
  OmMemoryItem *item;
  ItemNote *note;

  if (position >= self->rows->len)
    return NULL;

  row = row_at (self, position);
  item = g_hash_table_lookup (self->items, &row->row);
  if (item != NULL)
    return g_object_ref (item);

  item = om_memory_item_new (row);
  om_memory_item_set_starts_day (item, starts_day (self, position));
  om_memory_item_set_position (item, position);
  g_hash_table_insert (self->items, key_new (row->row), item);
  note = g_new (ItemNote, 1);
  note->items = g_hash_table_ref (self->items);
  note->row = row->row;
  g_object_weak_ref (G_OBJECT (item), item_gone_cb, note);
  want (self, row->row);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = list_model_get_item_type;
  iface->get_n_items = list_model_get_n_items;
  iface->get_item = list_model_get_item;
}

static void
om_memory_list_model_dispose (GObject *object)
{
  OmMemoryListModel *self = OM_MEMORY_LIST_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  g_clear_handle_id (&self->fetch_id, g_source_remove);
  g_clear_handle_id (&self->coming_id, g_source_remove);
  g_clear_object (&self->coming);

  G_OBJECT_CLASS (om_memory_list_model_parent_class)->dispose (object);
}

static void
om_memory_list_model_finalize (GObject *object)
{
  OmMemoryListModel *self = OM_MEMORY_LIST_MODEL (object);

  g_clear_object (&self->engine);
  om_filter_free (self->filter);
  g_array_unref (self->rows);
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->wanted);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (om_memory_list_model_parent_class)->finalize (object);
}

static void
om_memory_list_model_class_init (OmMemoryListModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = om_memory_list_model_dispose;
  object_class->finalize = om_memory_list_model_finalize;

  /**
   * OmMemoryListModel::loaded:
   *
   * The rows are those of the store, as of the last om_memory_list_model_reload().
   */
  signals[SIGNAL_LOADED] = g_signal_new ("loaded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmMemoryListModel::failed:
   * @error: why
   *
   * Listing or reading failed; what was there stays.
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
om_memory_list_model_init (OmMemoryListModel *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (OmListItem));
  self->items = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->wanted = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
}

/**
 * om_memory_list_model_new:
 * @engine: an engine; it may still be opening
 * @filter: (nullable): which memories
 * @sort: in which order
 *
 * Empty until om_memory_list_model_reload().
 *
 * Returns: (transfer full): a model
 */
OmMemoryListModel *
om_memory_list_model_new (OmEngine       *engine,
                          const OmFilter *filter,
                          OmSort          sort)
{
  OmMemoryListModel *self;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  self = g_object_new (OM_TYPE_MEMORY_LIST_MODEL, NULL);
  self->engine = g_object_ref (engine);
  self->filter = filter != NULL ? om_filter_copy (filter) : NULL;
  self->sort = sort;
  return self;
}

static void
compare_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  om_list_difference_find (data);
  g_task_return_boolean (task, TRUE);
}

/* Tells the items that are alive (some hundred at most) where they stand now, and lets go of those
 * whose row left the list. */
static void
move_items (OmMemoryListModel *self,
            guint              position,
            guint              removed,
            guint              added)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      guint at = om_memory_item_get_position (item);

      if (at >= position + removed)
        om_memory_item_set_position (item, at - removed + added);
      else if (at >= position)
        g_hash_table_iter_remove (&iter);
    }
}

/* The row after the ones that changed may begin a day now, or no longer do so. */
static void
update_day_after (OmMemoryListModel *self,
                  guint              position)
{
  OmMemoryItem *item;

  if (position >= self->rows->len)
    return;
  item = g_hash_table_lookup (self->items, &row_at (self, position)->row);
  if (item != NULL)
    om_memory_item_set_starts_day (item, starts_day (self, position));
}

/* Those alive may show another text now; only what has another revision is shown anew. */
static void
want_alive (OmMemoryListModel *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    want (self, *(const gint64 *) key);
}

static void
change_rows (OmMemoryListModel *self,
             GArray            *rows,
             guint              position,
             guint              removed,
             guint              added)
{
  g_array_unref (self->rows);
  self->rows = g_array_ref (rows);
  if (removed == 0 && added == 0)
    return;
  move_items (self, position, removed, added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  update_day_after (self, position + added);
}

/* The end of a change: what comes is there. */
static void
take_rows (OmMemoryListModel *self,
           GArray            *rows,
           guint              position,
           guint              removed,
           guint              added)
{
  self->loaded = TRUE;
  self->anew = FALSE;
  change_rows (self, rows, position, removed, added);
  want_alive (self);
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
}

static void
finish_coming (OmMemoryListModel *self)
{
  g_autoptr (GTask) coming = g_steal_pointer (&self->coming);
  const OmListDifference *d;

  g_clear_handle_id (&self->coming_id, g_source_remove);
  if (coming == NULL)
    return;
  d = g_task_get_task_data (coming);
  take_rows (self, d->new, d->head + self->n_come, 0, d->new->len - d->head - self->n_come - d->tail);
}

static gboolean
coming_cb (gpointer data)
{
  OmMemoryListModel *self = data;
  const OmListDifference *d = g_task_get_task_data (self->coming);
  guint piece = self->n_come / OM_LIST_DIFFERENCE_PIECE;
  guint position = d->head + self->n_come;

  if (piece < d->pieces->len)
    {
      self->n_come += OM_LIST_DIFFERENCE_PIECE;
      change_rows (self, g_ptr_array_index (d->pieces, piece), position, 0, OM_LIST_DIFFERENCE_PIECE);
      return G_SOURCE_CONTINUE;
    }
  self->coming_id = 0;
  finish_coming (self);
  return G_SOURCE_REMOVE;
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  OmMemoryListModel *self = OM_MEMORY_LIST_MODEL (source);
  OmListDifference *d = g_task_get_task_data (G_TASK (result));
  guint removed = d->old->len - d->head - d->tail;
  guint added = d->new->len - d->head - d->tail;

  /* A later listing has taken over, or the model is gone. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;

  g_clear_object (&self->listing);
  if (d->common == NULL || added == 0 || (removed == 0 && d->pieces->len == 0))
    {
      take_rows (self, d->new, d->head, removed, added);
      return;
    }

  /* When rows in view go, GTK 4.8 looks for them among all that come, and makes an item of each: 120 ms
   * for 100,000. Told of the going first and of the coming after, it does not look. And it makes two
   * hundred widgets of what comes, 15 to 30 ms, if it comes at once. Each piece is a step of its own, all
   * before the next frame. */
  change_rows (self, d->common, d->head, removed, 0);
  self->n_come = 0;
  self->coming = g_object_ref (G_TASK (result));
  self->coming_id = g_idle_add_full (COMING_PRIORITY, coming_cb, self, NULL);
  g_source_set_name_by_id (self->coming_id, "[openmemory] take rows");
}

/* One listing; the latest takes over, so at most one is ever compared. */
typedef struct
{
  OmMemoryListModel *model;       /* (owned) */
  GCancellable      *cancellable; /* (owned) */
  gboolean           anew;
} Listing;

static void
listing_free (Listing *self)
{
  g_object_unref (self->model);
  g_object_unref (self->cancellable);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Listing, listing_free)

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) rows = om_engine_list_finish (OM_ENGINE (source), result, &error);
  g_autoptr (Listing) listing = data;
  g_autoptr (GTask) task = NULL;
  OmListDifference *d;

  if (g_cancellable_is_cancelled (listing->cancellable) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (rows == NULL)
    {
      g_signal_emit (listing->model, signals[SIGNAL_FAILED], 0, error);
      return;
    }

  finish_coming (listing->model);
  d = om_list_difference_new (listing->model->rows, rows, listing->anew);
  task = g_task_new (listing->model, listing->cancellable, compared_cb, NULL);
  g_task_set_source_tag (task, listed_cb);
  g_task_set_task_data (task, d, (GDestroyNotify) om_list_difference_free);
  g_task_run_in_thread (task, compare_thread);
}

/**
 * om_memory_list_model_reload:
 *
 * Lists again, and reads again what is in view. The views keep what stays the same. The latest call
 * wins.
 */
void
om_memory_list_model_reload (OmMemoryListModel *self)
{
  Listing *listing;

  g_return_if_fail (OM_IS_MEMORY_LIST_MODEL (self));

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  listing = g_new (Listing, 1);
  listing->model = g_object_ref (self);
  listing->cancellable = g_object_ref (self->listing);
  listing->anew = self->anew;
  om_engine_list_async (self->engine, self->filter, self->sort, self->listing, listed_cb, listing);
}

/**
 * om_memory_list_model_set_query:
 * @filter: (nullable): which memories are in it, %NULL for all but the bin
 * @sort: in which order
 *
 * Lists anew by another question.
 */
void
om_memory_list_model_set_query (OmMemoryListModel *self,
                                const OmFilter    *filter,
                                OmSort             sort)
{
  g_return_if_fail (OM_IS_MEMORY_LIST_MODEL (self));

  g_clear_pointer (&self->filter, om_filter_free);
  self->filter = filter != NULL ? om_filter_copy (filter) : NULL;
  self->sort = sort;
  /* Until it is answered: a reload may take over from this listing. */
  self->anew = TRUE;
  om_memory_list_model_reload (self);
}

/**
 * om_memory_list_model_is_loaded:
 *
 * Returns: %TRUE once the store has been listed
 */
gboolean
om_memory_list_model_is_loaded (OmMemoryListModel *self)
{
  return self->loaded;
}

/**
 * om_memory_list_model_find:
 * @row: a memory
 * @position: (out): where it stands
 *
 * Walks the rows (0.1 ms for 100,000): for one act of a person, not for a loop.
 *
 * Returns: %TRUE if it is in the list
 */
gboolean
om_memory_list_model_find (OmMemoryListModel *self,
                           gint64             row,
                           guint             *position)
{
  g_return_val_if_fail (OM_IS_MEMORY_LIST_MODEL (self), FALSE);

  for (guint i = 0; i < self->rows->len; i++)
    {
      if (row_at (self, i)->row == row)
        {
          *position = i;
          return TRUE;
        }
    }

  return FALSE;
}
