/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFinder: search as one types. A pause of 150 ms asks; a newer query cancels the older; results
 * stay in view until the next ones are there. Searching changes nothing; om_finder_recall() does.
 * Thread: main; the search runs in the engine's threads. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-finder.h"

#include <glib/gi18n.h>

#include "views/om-memory-item.h"

#define PAUSE_MS 150
#define RESULTS 50
/* What Enter recalls: what one looks through, not all that resembles. */
#define RECALLED 10

struct _OmFinder
{
  GObject parent_instance;

  OmSession    *session;     /* (owned) */
  char         *query;       /* (owned): without blanks at its ends */
  OmFilter     *filter;      /* (owned) (nullable): besides the operators of the query */
  GListStore   *results;     /* (owned) (element-type OmMemoryItem) */
  OmAnswer     *answer;      /* (owned) (nullable): the last one */
  GError       *error;       /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): the search under way */
  OmFinderState state;
  guint         pause_id;
  guint         recalled;
};

enum
{
  PROP_STATE = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OmFinder, om_finder, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (OmFinderState, om_finder_state,
                    G_DEFINE_ENUM_VALUE (OM_FINDER_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (OM_FINDER_SEARCHING, "searching"),
                    G_DEFINE_ENUM_VALUE (OM_FINDER_FOUND, "found"),
                    G_DEFINE_ENUM_VALUE (OM_FINDER_NOTHING, "nothing"),
                    G_DEFINE_ENUM_VALUE (OM_FINDER_FAILED, "failed"))

/* Takes the error. */
static void
set_state (OmFinder     *self,
           OmFinderState state,
           GError       *error)
{
  g_clear_error (&self->error);
  self->error = error;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static OmSearch *
search_new (OmFinder *self,
            guint     k)
{
  OmSearch *search = om_search_new (self->query, k);

  search->include_private = TRUE;
  search->filter = self->filter != NULL ? om_filter_copy (self->filter) : NULL;
  return search;
}

/* The results that are sections, waiting for their documents. */
typedef struct
{
  GPtrArray *items; /* (owned) (element-type OmMemoryItem) */
  GArray    *rows;  /* (owned) (element-type gint64): of the documents, one an item */
} Sections;

static void
sections_free (Sections *self)
{
  g_ptr_array_unref (self->items);
  g_array_unref (self->rows);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Sections, sections_free)

static void
documents_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (Sections) sections = data;
  g_autoptr (GPtrArray) documents = om_engine_get_rows_finish (OM_ENGINE (source), result, NULL);

  if (documents == NULL)
    return;
  for (guint i = 0; i < sections->items->len; i++)
    {
      for (guint j = 0; j < documents->len; j++)
        {
          const OmMemory *document = g_ptr_array_index (documents, j);

          if (document->row == g_array_index (sections->rows, gint64, i))
            om_memory_item_set_document (g_ptr_array_index (sections->items, i), document);
        }
    }
}

static void
find_documents (OmFinder  *self,
                OmAnswer  *answer,
                GPtrArray *items)
{
  g_autoptr (Sections) sections = g_new (Sections, 1);
  const gint64 *rows;
  guint n_rows;

  sections->items = g_ptr_array_new_with_free_func (g_object_unref);
  sections->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (hit->memory->type != OM_MEMORY_TYPE_SECTION || hit->memory->parent_row == 0)
        continue;
      g_ptr_array_add (sections->items, g_object_ref (g_ptr_array_index (items, i)));
      g_array_append_val (sections->rows, hit->memory->parent_row);
    }
  rows = (const gint64 *) (gpointer) sections->rows->data;
  n_rows = sections->rows->len;
  if (n_rows > 0)
    om_engine_get_rows_async (om_session_get_engine (self->session), rows, n_rows, NULL, documents_cb,
                              g_steal_pointer (&sections));
}

static OmMemoryItem *
hit_item_new (OmFinder    *self,
              const OmHit *hit)
{
  OmMemoryItem *item = om_memory_item_new_for_hit (hit);
  int percent;
  OmVividness vividness = om_engine_get_vividness (om_session_get_engine (self->session), hit->memory, &percent);

  om_memory_item_set_vividness (item, vividness, percent);
  return item;
}

static void
show_answer (OmFinder *self,
             OmAnswer *answer)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < answer->hits->len; i++)
    g_ptr_array_add (items, hit_item_new (self, g_ptr_array_index (answer->hits, i)));
  find_documents (self, answer, items);
  g_list_store_splice (self->results, 0, g_list_model_get_n_items (G_LIST_MODEL (self->results)),
                       items->pdata, items->len);
  g_clear_pointer (&self->answer, om_answer_unref);
  self->answer = om_answer_ref (answer);
}

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmFinder) self = OM_FINDER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  if (answer == NULL)
    {
      set_state (self, OM_FINDER_FAILED, g_steal_pointer (&error));
      return;
    }

  show_answer (self, answer);
  set_state (self, answer->hits->len > 0 ? OM_FINDER_FOUND : OM_FINDER_NOTHING, NULL);
}

static void
stop (OmFinder *self)
{
  g_clear_handle_id (&self->pause_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
search_now (OmFinder *self)
{
  g_autoptr (OmSearch) search = search_new (self, RESULTS);

  search->include_traits = TRUE;
  stop (self);
  self->cancellable = g_cancellable_new ();
  om_engine_search_async (om_session_get_engine (self->session), search, self->cancellable,
                          searched_cb, g_object_ref (self));
}

static gboolean
pause_cb (gpointer data)
{
  OmFinder *self = data;

  self->pause_id = 0;
  search_now (self);
  return G_SOURCE_REMOVE;
}

static void
recalled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmFinder) self = OM_FINDER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_recall_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer == NULL)
    {
      set_state (self, OM_FINDER_FAILED, g_steal_pointer (&error));
      return;
    }

  self->recalled = answer->hits->len;
  if (answer->group != 0)
    om_session_tell_acted (self->session, OM_ACT_REMEMBER, answer->hits->len, answer->group);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
om_finder_get_property (GObject    *object,
                        guint       id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  if (id == PROP_STATE)
    g_value_set_enum (value, OM_FINDER (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
om_finder_dispose (GObject *object)
{
  OmFinder *self = OM_FINDER (object);

  stop (self);

  G_OBJECT_CLASS (om_finder_parent_class)->dispose (object);
}

static void
om_finder_finalize (GObject *object)
{
  OmFinder *self = OM_FINDER (object);

  g_clear_object (&self->session);
  g_clear_object (&self->results);
  g_clear_pointer (&self->answer, om_answer_unref);
  g_clear_error (&self->error);
  g_free (self->query);
  om_filter_free (self->filter);

  G_OBJECT_CLASS (om_finder_parent_class)->finalize (object);
}

static void
om_finder_class_init (OmFinderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = om_finder_get_property;
  object_class->dispose = om_finder_dispose;
  object_class->finalize = om_finder_finalize;

  /**
   * OmFinder:state: (type OmFinderState)
   *
   * What the last query has come to. Also notified when a recall has ended.
   */
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, OM_TYPE_FINDER_STATE, OM_FINDER_IDLE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
om_finder_init (OmFinder *self)
{
  self->query = g_strdup ("");
  self->results = g_list_store_new (OM_TYPE_MEMORY_ITEM);
}

/**
 * om_finder_new:
 * @session: where it searches
 *
 * Returns: (transfer full): a finder that has been asked nothing
 */
OmFinder *
om_finder_new (OmSession *session)
{
  OmFinder *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_FINDER, NULL);
  self->session = g_object_ref (session);
  return self;
}

/**
 * om_finder_set_query:
 * @query: what was typed; nothing but blanks asks nothing
 *
 * Searches after a short pause, unless more is typed.
 */
void
om_finder_set_query (OmFinder   *self,
                     const char *query)
{
  g_autofree char *stripped = NULL;

  g_return_if_fail (OM_IS_FINDER (self));
  g_return_if_fail (query != NULL);

  stripped = g_strstrip (g_strdup (query));
  if (g_str_equal (stripped, self->query))
    return;

  g_free (self->query);
  self->query = g_steal_pointer (&stripped);
  self->recalled = 0;
  stop (self);
  if (*self->query == '\0')
    {
      g_list_store_remove_all (self->results);
      g_clear_pointer (&self->answer, om_answer_unref);
      set_state (self, OM_FINDER_IDLE, NULL);
      return;
    }

  self->pause_id = g_timeout_add (PAUSE_MS, pause_cb, self);
  g_source_set_name_by_id (self->pause_id, "[openmemory] search");
  set_state (self, OM_FINDER_SEARCHING, NULL);
}

/**
 * om_finder_set_filter:
 * @filter: (nullable): which memories are searched, besides the operators of the query
 *
 * Asks again at once, if anything is asked.
 */
void
om_finder_set_filter (OmFinder       *self,
                      const OmFilter *filter)
{
  g_return_if_fail (OM_IS_FINDER (self));

  g_clear_pointer (&self->filter, om_filter_free);
  self->filter = filter != NULL ? om_filter_copy (filter) : NULL;
  om_finder_repeat (self);
}

/**
 * om_finder_repeat:
 *
 * Asks the same again, at once: the store has changed, or is searchable in full only now.
 */
void
om_finder_repeat (OmFinder *self)
{
  g_return_if_fail (OM_IS_FINDER (self));

  if (*self->query != '\0' && self->pause_id == 0)
    search_now (self);
}

/**
 * om_finder_forget:
 * @id: a memory that is no longer where it was found
 *
 * Takes it out of the results; the others stay as they are.
 */
void
om_finder_forget (OmFinder   *self,
                  const char *id)
{
  GListModel *results;

  g_return_if_fail (OM_IS_FINDER (self));

  results = G_LIST_MODEL (self->results);
  for (guint i = g_list_model_get_n_items (results); i > 0; i--)
    {
      g_autoptr (OmMemoryItem) item = g_list_model_get_item (results, i - 1);

      if (g_strcmp0 (om_memory_item_get_id (item), id) == 0)
        g_list_store_remove (self->results, i - 1);
    }
  if (self->state == OM_FINDER_FOUND && g_list_model_get_n_items (results) == 0)
    set_state (self, OM_FINDER_NOTHING, NULL);
}

/**
 * om_finder_recall:
 *
 * Recalls what is asked: the first results come to mind more easily from now on.
 */
void
om_finder_recall (OmFinder *self)
{
  g_autoptr (OmSearch) search = NULL;

  g_return_if_fail (OM_IS_FINDER (self));

  if (*self->query == '\0')
    return;
  if (self->pause_id != 0)
    search_now (self);
  search = search_new (self, RECALLED);
  search->way = OM_RECALL_WAY_WINDOW;
  om_engine_recall_async (om_session_get_engine (self->session), search, NULL, recalled_cb, g_object_ref (self));
}

/**
 * om_finder_get_query:
 *
 * Returns: (transfer none): what is asked, empty for nothing
 */
const char *
om_finder_get_query (OmFinder *self)
{
  return self->query;
}

OmFinderState
om_finder_get_state (OmFinder *self)
{
  return self->state;
}

/**
 * om_finder_get_results:
 *
 * Returns: (transfer none) (element-type OmMemoryItem): the results, best first; the same model always
 */
GListModel *
om_finder_get_results (OmFinder *self)
{
  return G_LIST_MODEL (self->results);
}

/**
 * om_finder_get_error:
 *
 * Returns: (transfer none) (nullable): why it could not be searched
 */
const GError *
om_finder_get_error (OmFinder *self)
{
  return self->error;
}

/**
 * om_finder_get_recalled:
 *
 * Returns: how many memories om_finder_recall() has recalled for this query, 0 if it was not called
 */
guint
om_finder_get_recalled (OmFinder *self)
{
  return self->recalled;
}

/**
 * om_finder_get_traits:
 *
 * Returns: (transfer none) (nullable) (element-type OmTraitHit): traits that the query is about, the best first;
 *   %NULL while nothing is found
 */
GPtrArray *
om_finder_get_traits (OmFinder *self)
{
  g_return_val_if_fail (OM_IS_FINDER (self), NULL);

  return self->answer != NULL ? self->answer->traits : NULL;
}

/**
 * om_finder_is_incomplete:
 *
 * Returns: %TRUE if the answer came while the store was still being loaded: ask again then
 */
gboolean
om_finder_is_incomplete (OmFinder *self)
{
  return self->answer != NULL && self->answer->incomplete;
}

/**
 * om_finder_is_binned:
 *
 * Returns: %TRUE if what was found lies in the bin
 */
gboolean
om_finder_is_binned (OmFinder *self)
{
  return self->answer != NULL && self->answer->binned;
}

/**
 * om_finder_dup_corrections:
 *
 * Returns: (transfer full) (nullable): a sentence that says what was searched instead of what was typed
 */
char *
om_finder_dup_corrections (OmFinder *self)
{
  g_autoptr (GString) sentences = g_string_new (NULL);

  if (self->answer == NULL || self->answer->corrections == NULL)
    return NULL;
  for (char **pair = self->answer->corrections; pair[0] != NULL && pair[1] != NULL; pair += 2)
    {
      if (sentences->len > 0)
        g_string_append_c (sentences, ' ');
      /* Translators: the word that was searched, then the word that was typed */
      g_string_append_printf (sentences, _("Searched for “%s” instead of “%s”."), pair[1], pair[0]);
    }
  return sentences->len > 0 ? g_strdup (sentences->str) : NULL;
}
