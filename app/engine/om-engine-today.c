/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verb of OmEngine that tells Today's cards. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-activity.h"

#include <glib/gi18n.h>
#include "engine/om-aside.h"
#include "engine/om-engine-private.h"
#include "engine/om-fade-report.h"
#include "engine/om-hiding-private.h"
#include "engine/om-surfacing.h"
#include "engine/om-today.h"
#include "engine/om-trait-news.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

/* Of more than these the morning is not asked for; a person does not use that many in a day. */
#define MAX_USED 1000

/**
 * om_today_free:
 * @self: (transfer full) (nullable): a day
 */
void
om_today_free (OmToday *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->cards);
  g_clear_pointer (&self->traits, g_ptr_array_unref);
  g_strfreev (self->rested_ids);
  g_array_unref (self->rested_rows);
  g_free (self);
}

static void
card_free (gpointer data)
{
  OmCard *card = data;

  om_memory_unref (card->memory);
  g_free (card);
}

/** Look: what is read for one day. */
typedef struct
{
  OmToday    *today;
  GHashTable *aside;  /* (owned): id -> flags */
  GHashTable *docs;   /* (owned): document -> flags, the same */
  GHashTable *former; /* (owned): document -> OmDocState */
  GArray     *used;   /* (owned) (element-type OmDocState) */
  GArray     *used_docs; /* (owned) (element-type guint32) */
  GArray     *surfaced;  /* (owned) (nullable) (element-type OmSurfaced) */
  OmDocSet   *hidden;    /* (owned) (nullable): as a whole, before the day began */
} Look;

static void
look_clear (Look *look)
{
  g_clear_pointer (&look->today, om_today_free);
  g_clear_pointer (&look->aside, g_hash_table_unref);
  g_clear_pointer (&look->docs, g_hash_table_unref);
  g_clear_pointer (&look->former, g_hash_table_unref);
  g_clear_pointer (&look->used, g_array_unref);
  g_clear_pointer (&look->used_docs, g_array_unref);
  g_clear_pointer (&look->surfaced, g_array_unref);
  g_clear_pointer (&look->hidden, om_doc_set_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Look, look_clear)

/* What was wiped meanwhile has no row. */
static void
find_aside (Look    *look,
            OmStore *store)
{
  GHashTableIter iter;
  gpointer id;
  gpointer flags;

  look->aside = om_aside_read (store, look->today->journal_day);
  look->docs = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, look->aside);
  while (g_hash_table_iter_next (&iter, &id, &flags))
    {
      gint64 row = om_store_memory_find_row (store, id, NULL);

      if (row > 0)
        g_hash_table_insert (look->docs, GUINT_TO_POINTER ((guint32) row), flags);
    }
}

/* What is hidden as a whole. What was hidden only today is put aside like a card of which that was chosen: no
 * other takes its place, so that Today is the same all day. */
static gboolean
find_hidden (Look     *look,
             OmMirror *mirror,
             OmStore  *store,
             GError  **error)
{
  g_autoptr (GPtrArray) hidings = om_hidings_read (store, NULL, error);
  g_autoptr (GPtrArray) today = g_ptr_array_new ();
  g_autoptr (OmDocSet) docs = NULL;

  if (hidings == NULL)
    return FALSE;
  if (hidings->len == 0)
    return TRUE;
  for (guint i = hidings->len; i > 0; i--)
    {
      if (((OmHiding *) g_ptr_array_index (hidings, i - 1))->since >= look->today->day_start)
        g_ptr_array_add (today, g_ptr_array_steal_index (hidings, i - 1));
    }
  g_ptr_array_set_free_func (today, (GDestroyNotify) om_hiding_free);
  look->hidden = om_hidings_find (hidings, mirror, store, error);
  docs = look->hidden != NULL ? om_hidings_find (today, mirror, store, error) : NULL;
  if (docs == NULL)
    return FALSE;
  for (guint32 doc = 0; om_doc_set_next (docs, &doc); doc++)
    {
      if (!om_doc_set_has (look->hidden, doc) && !g_hash_table_contains (look->docs, GUINT_TO_POINTER (doc)))
        g_hash_table_insert (look->docs, GUINT_TO_POINTER (doc), NULL);
    }
  return TRUE;
}

static void
find_used (Look               *look,
           const OmStateTable *states)
{
  look->used_docs = om_surfacing_find_used (states, look->today->day_start, MAX_USED);
  for (guint i = 0; i < look->used_docs->len; i++)
    g_array_append_vals (look->used, om_state_table_get (states, g_array_index (look->used_docs, guint32, i)), 1);
}

/* The morning of a memory that was used since, of its history: the first event of the day holds it. */
static gboolean
read_former (Look       *look,
             guint       place,
             OmStore    *store,
             GError    **error)
{
  OmDocState *state = &g_array_index (look->used, OmDocState, place);
  guint32 doc = g_array_index (look->used_docs, guint32, place);
  g_autoptr (GArray) events = om_store_events_list (store, doc, NULL, error);

  if (events == NULL)
    return FALSE;
  for (guint i = 0; i < events->len; i++)
    {
      const OmEvent *event = &g_array_index (events, OmEvent, i);

      if (event->at < look->today->day_start)
        continue;
      state->salience = event->before.salience;
      state->salience_at = event->before.salience_at;
      state->last_seen_at = event->before.last_seen_at;
      state->last_active_at = event->before.last_active_at;
      state->coactivations = event->before.coactivations;
      state->activation_count = event->before.activation_count;
      break;
    }
  g_hash_table_insert (look->former, GUINT_TO_POINTER (doc), state);
  return TRUE;
}

static gboolean
read_cards (Look    *look,
            OmStore *store,
            GError **error)
{
  for (guint i = 0; i < look->surfaced->len; i++)
    {
      const OmSurfaced *surfaced = &g_array_index (look->surfaced, OmSurfaced, i);
      OmMemory *memory = om_store_memory_get (store, surfaced->doc, error);
      OmCard *card;

      if (memory == NULL)
        return FALSE;
      card = g_new (OmCard, 1);
      *card = (OmCard){ surfaced->kind, surfaced->reason, memory, surfaced->at };
      g_ptr_array_add (look->today->cards, card);
    }
  return TRUE;
}

/* (transfer full): rows of ids; 0 for what was wiped. */
static GArray *
find_rows (OmStore *store,
           char   **ids)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      gint64 row = MAX (0, om_store_memory_find_row (store, ids[i], NULL));

      g_array_append_val (rows, row);
    }
  return rows;
}

/* As a whole, whenever that was chosen. Whoever is among those put aside today may be so for another reason,
 * which is as good. */
static gboolean
is_hidden (const Look *look,
           guint32     doc)
{
  return (look->hidden != NULL && om_doc_set_has (look->hidden, doc)) ||
         g_hash_table_contains (look->docs, GUINT_TO_POINTER (doc));
}

/* What of the newest report still rests. Private and hidden ones do not come up by themselves. */
static void
find_rested (Look                   *look,
             char                  **ids,
             const GArray           *rows,
             const OmStateTable     *states,
             const OmModelConstants *constants,
             gint64                  now)
{
  g_autoptr (GStrvBuilder) resting = g_strv_builder_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);
      const OmDocState *state = row > 0 ? om_state_table_get (states, (guint32) row) : NULL;
      OmMemory memory;

      if (state == NULL || state->trashed || (state->flags & (OM_FLAG_PRIVATE | OM_FLAG_HIDDEN)) != 0 ||
          is_hidden (look, (guint32) row))
        continue;
      om_doc_state_to_memory (state, &memory);
      if (!om_memory_rests (&memory, now, constants))
        continue;
      g_strv_builder_add (resting, ids[i]);
      g_array_append_val (look->today->rested_rows, row);
    }
  look->today->rested_ids = g_strv_builder_end (resting);
}

static OmToday *
today_new (OmEngine *self)
{
  OmToday *today = g_new0 (OmToday, 1);

  today->day_start = om_surfacing_day_start (om_engine_now (self), self->zone, &today->journal_day);
  today->cards = g_ptr_array_new_with_free_func (card_free);
  today->rested_rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  return today;
}

static gpointer
get_today (OmEngine     *self,
           OmStore      *store,
           gpointer      args,
           GCancellable *cancellable,
           GError      **error)
{
  OmMirror *mirror = om_engine_get_mirror (self);
  g_auto (Look) look = { .today = today_new (self) };
  OmSurfacing surfacing = { .journal_day = look.today->journal_day,
                            .day_start = look.today->day_start,
                            .heavy = om_engine_get_setting (self, OM_SETTING_HEAVY_MEMORIES) != 0,
                            .constants = &om_engine_get_params (self)->constants };
  g_auto (GStrv) rested = NULL;
  g_autoptr (GArray) rested_rows = NULL;

  if (!om_mirror_has_states (mirror))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("The memories are not read in yet."));
      return NULL;
    }
  find_aside (&look, store);
  if (!find_hidden (&look, mirror, store, error))
    return NULL;
  look.former = g_hash_table_new (NULL, NULL);
  look.used = g_array_new (FALSE, FALSE, sizeof (OmDocState));
  if (!g_hash_table_contains (look.aside, OM_CARD_RESTED) &&
      !om_fade_report_read_kept (store, look.today->day_start - OM_MS_PER_DAY, om_engine_now (self), &rested, error))
    return NULL;
  rested_rows = find_rows (store, rested);
  surfacing.aside = look.docs;
  surfacing.former = look.former;
  surfacing.hidden = look.hidden;

  om_mirror_lock (mirror);
  find_used (&look, om_mirror_get_states (mirror));
  find_rested (&look, rested, rested_rows, om_mirror_get_states (mirror), surfacing.constants, om_engine_now (self));
  om_mirror_unlock (mirror);
  for (guint i = 0; i < look.used->len; i++)
    {
      if (!read_former (&look, i, store, error))
        return NULL;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  om_mirror_lock (mirror);
  look.surfaced = om_surfacing_choose (om_mirror_get_states (mirror), &surfacing, &look.today->n_reflections);
  om_mirror_unlock (mirror);
  look.today->traits = om_trait_news_read (store, look.today->day_start, om_engine_now (self), look.aside, error);
  return look.today->traits != NULL && read_cards (&look, store, error) ? g_steal_pointer (&look.today) : NULL;
}

/**
 * om_engine_get_today:
 * @self: an engine whose lists are read in
 * @error: return location
 *
 * What comes up by itself today (engine.md section 10, last paragraph), painful memories only if that was
 * chosen (%OM_SETTING_HEAVY_MEMORIES). Chosen as of the beginning of the
 * journal day, so that it is the same at every hour of it, and by the day and the ids alone, so that it is
 * the same wherever it is asked; nothing is written.
 *
 * Returns: (transfer full) (nullable): the cards
 */
OmToday *
om_engine_get_today (OmEngine     *self,
                     GCancellable *cancellable,
                     GError      **error)
{
  return om_engine_read (self, get_today, NULL, cancellable, error);
}

/** om_engine_get_today_async: the same without blocking. */
void
om_engine_get_today_async (OmEngine            *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  om_engine_read_async (self, get_today, NULL, NULL, (GDestroyNotify) om_today_free,
                        om_engine_get_today_async, cancellable, callback, data);
}

/** om_engine_get_today_finish: (transfer full) (nullable) */
OmToday *
om_engine_get_today_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_today_async, error);
}
