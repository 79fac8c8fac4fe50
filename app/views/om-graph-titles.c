/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphTitles: what is wanted is gathered and asked for at once. What was read stays until it has been read again,
 * so that nothing flickers when the journal changes. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-titles.h"

#include <string.h>

/* So many are asked for at once; the others the next time. */
#define MOST_AT_ONCE 200
/* A title on a map is short. */
#define MOST_LETTERS 80

/** Title: of one memory. */
typedef struct
{
  char    *title; /* (owned) (nullable): not read yet */
  char    *id;    /* (owned) (nullable) */
  gboolean stale; /* to be read again when it is wanted */
  gboolean asked; /* it is being read */
} Title;

struct _OmGraphTitles
{
  GObject parent_instance;

  OmEngine     *engine;      /* (owned) */
  GHashTable   *titles;      /* (owned): row -> (owned) Title */
  GArray       *wanted;      /* (owned) (element-type gint64) */
  GCancellable *cancellable; /* (owned) */
  guint         ask_id;
  gboolean      asking;
};

enum
{
  SIGNAL_READ,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphTitles, om_graph_titles, G_TYPE_OBJECT)

static void queue_asking (OmGraphTitles *self);

static void
title_free (gpointer data)
{
  Title *title = data;

  g_free (title->title);
  g_free (title->id);
  g_free (title);
}

static void
take_memory (OmGraphTitles  *self,
             const OmMemory *memory)
{
  Title *title = g_hash_table_lookup (self->titles, &memory->row);
  g_autofree char *whole = om_memory_dup_title (memory);

  if (title == NULL)
    return;
  g_free (title->title);
  g_free (title->id);
  title->title = g_utf8_strlen (whole, -1) > MOST_LETTERS ? g_utf8_substring (whole, 0, MOST_LETTERS)
                                                          : g_steal_pointer (&whole);
  title->id = g_strdup (memory->id);
  title->stale = FALSE;
}

static void
rows_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmGraphTitles) self = OM_GRAPH_TITLES (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) memories = om_engine_get_rows_finish (OM_ENGINE (source), result, &error);
  GHashTableIter iter;
  gpointer value;

  self->asking = FALSE;
  g_hash_table_iter_init (&iter, self->titles);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Title *) value)->asked = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  for (guint i = 0; memories != NULL && i < memories->len; i++)
    {
      if (g_ptr_array_index (memories, i) != NULL)
        take_memory (self, g_ptr_array_index (memories, i));
    }
  if (memories != NULL)
    g_signal_emit (self, signals[SIGNAL_READ], 0);
  queue_asking (self);
}

static gboolean
ask_cb (gpointer data)
{
  OmGraphTitles *self = data;
  guint n = MIN (self->wanted->len, MOST_AT_ONCE);

  self->ask_id = 0;
  self->asking = TRUE;
  om_engine_get_rows_async (self->engine, (const gint64 *) (gpointer) self->wanted->data, n, self->cancellable, rows_cb,
                            g_object_ref (self));
  g_array_remove_range (self->wanted, 0, n);
  return G_SOURCE_REMOVE;
}

static void
queue_asking (OmGraphTitles *self)
{
  if (self->wanted->len == 0 || self->ask_id != 0 || self->asking || g_cancellable_is_cancelled (self->cancellable))
    return;
  self->ask_id = g_idle_add (ask_cb, self);
  g_source_set_name_by_id (self->ask_id, "[openmemory] titles on the map");
}

static Title *
want (OmGraphTitles *self,
      gint64         row)
{
  Title *title = g_hash_table_lookup (self->titles, &row);

  if (title == NULL)
    {
      title = g_new0 (Title, 1);
      title->stale = TRUE;
      g_hash_table_insert (self->titles, g_memdup2 (&row, sizeof row), title);
    }
  if (title->stale && !title->asked)
    {
      title->asked = TRUE;
      g_array_append_val (self->wanted, row);
      queue_asking (self);
    }
  return title;
}

static void
om_graph_titles_dispose (GObject *object)
{
  OmGraphTitles *self = OM_GRAPH_TITLES (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->ask_id, g_source_remove);

  G_OBJECT_CLASS (om_graph_titles_parent_class)->dispose (object);
}

static void
om_graph_titles_finalize (GObject *object)
{
  OmGraphTitles *self = OM_GRAPH_TITLES (object);

  g_clear_object (&self->engine);
  g_clear_object (&self->cancellable);
  g_hash_table_unref (self->titles);
  g_array_unref (self->wanted);

  G_OBJECT_CLASS (om_graph_titles_parent_class)->finalize (object);
}

static void
om_graph_titles_class_init (OmGraphTitlesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_graph_titles_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_graph_titles_finalize;

  /**
   * OmGraphTitles::read:
   *
   * Titles that were wanted are there.
   */
  signals[SIGNAL_READ] = g_signal_new ("read", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
}

static void
om_graph_titles_init (OmGraphTitles *self)
{
  self->titles = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, title_free);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->cancellable = g_cancellable_new ();
}

/** om_graph_titles_new: Returns: (transfer full): titles of what an engine holds */
OmGraphTitles *
om_graph_titles_new (OmEngine *engine)
{
  OmGraphTitles *self = g_object_new (OM_TYPE_GRAPH_TITLES, NULL);

  self->engine = g_object_ref (engine);
  return self;
}

/** om_graph_titles_get: Returns: (transfer none) (nullable): the title; %NULL until "read" tells that it is there */
const char *
om_graph_titles_get (OmGraphTitles *self,
                     gint64         row)
{
  g_return_val_if_fail (OM_IS_GRAPH_TITLES (self), NULL);

  return want (self, row)->title;
}

/** om_graph_titles_get_id: Returns: (transfer none) (nullable): the memory's id; %NULL until it was read */
const char *
om_graph_titles_get_id (OmGraphTitles *self,
                        gint64         row)
{
  g_return_val_if_fail (OM_IS_GRAPH_TITLES (self), NULL);

  return want (self, row)->id;
}

/** om_graph_titles_refresh: what is wanted from now on is read again: texts may have changed */
void
om_graph_titles_refresh (OmGraphTitles *self)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (OM_IS_GRAPH_TITLES (self));

  g_hash_table_iter_init (&iter, self->titles);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Title *) value)->stale = TRUE;
}
