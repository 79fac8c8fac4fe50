/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine by which the person deals with a card of Today, and takes that back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-aside.h"
#include "engine/om-document.h"
#include "engine/om-engine-private.h"
#include "engine/om-marks.h"
#include "engine/om-today.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

typedef struct
{
  OmCardAct act;
  gboolean  undo;
  char    **ids;   /* (owned) */
  gint64    group; /* made by the act, or to be undone */
} Act;

static Act *
act_new (OmCardAct          act,
         gboolean           undo,
         const char *const *ids,
         gint64             group)
{
  Act *self = g_new (Act, 1);

  *self = (Act){ act, undo, g_strdupv ((char **) ids), group };
  return self;
}

static void
act_free (gpointer data)
{
  Act *self = data;

  g_strfreev (self->ids);
  g_free (self);
}

static guint
flag_of (OmCardAct act)
{
  switch (act)
    {
    case OM_CARD_LET_REST:
      return OM_FLAG_RESOLVED;
    case OM_CARD_HIDE:
      return OM_FLAG_HIDDEN;
    case OM_CARD_KEEP:
      return OM_FLAG_KEPT;
    case OM_CARD_NOT_NOW:
    case OM_CARD_WAKE:
    default:
      return 0;
    }
}

/* Marks the memory and puts it aside for the day. */
static gboolean
put_aside (const OmWriteContext *context,
           Act                  *act,
           GError              **error)
{
  gint32 today = om_write_today (context);
  g_autoptr (GHashTable) aside = om_aside_read (context->store, today);

  for (guint i = 0; act->ids[i] != NULL; i++)
    {
      guint flag = flag_of (act->act);
      guint changed = 0;

      if (flag != 0 && !om_marks_set (context, act->ids[i], flag, &changed, &act->group, error))
        return FALSE;
      g_hash_table_insert (aside, g_strdup (act->ids[i]), GUINT_TO_POINTER (changed));
    }
  return om_aside_write (context->store, today, aside, error);
}

static gboolean
undo_card (const OmWriteContext *context,
           const Act            *act,
           GError              **error)
{
  gint32 today = om_write_today (context);
  g_autoptr (GHashTable) aside = om_aside_read (context->store, today);
  guint n_restored;

  if (act->group > 0 && !om_store_events_undo (context->store, act->group, context->now, &n_restored, error))
    return FALSE;
  for (guint i = 0; act->ids[i] != NULL; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, act->ids[i], NULL);

      g_hash_table_remove (aside, act->ids[i]);
      /* Sections are shown or hidden with their document. */
      if (memory != NULL && !om_document_follow (context, memory, error))
        return FALSE;
    }
  return om_aside_write (context->store, today, aside, error);
}

static gpointer
run_act (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  Act *act = data;
  gboolean done;

  if (act->act == OM_CARD_WAKE && !act->undo)
    done = om_marks_rest (context, (const char *const *) act->ids, FALSE, &act->group, error);
  else if (!om_store_begin (context->store, error))
    return NULL;
  else
    {
      done = act->undo ? undo_card (context, act, error) : put_aside (context, act, error);
      if (done)
        done = om_store_commit (context->store, error);
      else
        om_store_rollback (context->store);
    }
  return done ? g_memdup2 (&act->group, sizeof act->group) : NULL;
}

static gboolean
take_group (gint64 *made,
            gint64 *group)
{
  if (group != NULL)
    *group = made != NULL ? *made : 0;
  if (made == NULL)
    return FALSE;
  g_free (made);
  return TRUE;
}

/**
 * om_engine_act_on_card:
 * @act: what
 * @ids: (array zero-terminated=1): memories, or %OM_CARD_RESTED to put that line aside
 * @group: (out) (optional): for om_engine_undo_card()
 * @error: return location
 *
 * Does it in one transaction. But for waking, the card leaves Today and no other takes its place.
 */
gboolean
om_engine_act_on_card (OmEngine          *self,
                       OmCardAct          act,
                       const char *const *ids,
                       gint64            *group,
                       GCancellable      *cancellable,
                       GError           **error)
{
  Act args = { act, FALSE, (char **) ids, 0 };

  return take_group (om_engine_write (self, run_act, &args, cancellable, error), group);
}

/** om_engine_act_on_card_async: the same without blocking. */
void
om_engine_act_on_card_async (OmEngine            *self,
                             OmCardAct            act,
                             const char *const   *ids,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  om_engine_write_async (self, run_act, act_new (act, FALSE, ids, 0), act_free, g_free, om_engine_act_on_card_async,
                         cancellable, callback, data);
}

/** om_engine_act_on_card_finish: */
gboolean
om_engine_act_on_card_finish (OmEngine     *self,
                              GAsyncResult *result,
                              gint64       *group,
                              GError      **error)
{
  return take_group (om_engine_finish (self, result, om_engine_act_on_card_async, error), group);
}

/**
 * om_engine_undo_card:
 * @ids: (array zero-terminated=1): what was acted on
 * @group: what the act gave
 * @error: return location
 *
 * Takes an act on cards back: the memories are as they were, and the cards are on Today again.
 */
gboolean
om_engine_undo_card (OmEngine          *self,
                     const char *const *ids,
                     gint64             group,
                     GCancellable      *cancellable,
                     GError           **error)
{
  Act args = { OM_CARD_NOT_NOW, TRUE, (char **) ids, group };

  return take_group (om_engine_write (self, run_act, &args, cancellable, error), NULL);
}

/** om_engine_undo_card_async: the same without blocking. */
void
om_engine_undo_card_async (OmEngine            *self,
                           const char *const   *ids,
                           gint64               group,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  om_engine_write_async (self, run_act, act_new (OM_CARD_NOT_NOW, TRUE, ids, group), act_free, g_free,
                         om_engine_undo_card_async, cancellable, callback, data);
}

/** om_engine_undo_card_finish: */
gboolean
om_engine_undo_card_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return take_group (om_engine_finish (self, result, om_engine_undo_card_async, error), NULL);
}
