/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine by which the person deals with a card of Today, and takes that back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-act-private.h"
#include "engine/om-aside.h"
#include "engine/om-edit.h"
#include "engine/om-engine-private.h"
#include "engine/om-today.h"

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

/* Marks the memories and puts them aside for the day, in the transaction that is open. */
static gboolean
put_aside (const OmWriteContext *context,
           Act                  *act,
           GError              **error)
{
  gint32 today = om_write_today (context);
  g_autoptr (GHashTable) aside = om_aside_read (context->store, today);
  guint flag = flag_of (act->act);
  gint64 group = om_store_next_revision (context->store, error);

  if (group < 0)
    return FALSE;
  for (guint i = 0; act->ids[i] != NULL; i++)
    {
      gboolean changed = FALSE;

      if (flag != 0 && !om_edit_flags (context, act->ids[i], flag, 0, group, &changed, error))
        return FALSE;
      if (changed)
        act->group = group;
      g_hash_table_insert (aside, g_strdup (act->ids[i]), GUINT_TO_POINTER (changed ? flag : 0));
    }
  return om_aside_write (context->store, today, aside, error);
}

static gboolean
act_on (const OmWriteContext *context,
        Act                  *act,
        GError              **error)
{
  if (act->act == OM_CARD_WAKE)
    return om_act (context, OM_ACT_WAKE, (const char *const *) act->ids, &act->group, error);
  if (!om_store_begin (context->store, error))
    return FALSE;
  if (put_aside (context, act, error))
    return om_store_commit (context->store, error);
  om_store_rollback (context->store);
  return FALSE;
}

/* Should the second step fail, the memory is as it was and its card is away until tomorrow. */
static gboolean
undo (const OmWriteContext *context,
      const Act            *act,
      GError              **error)
{
  gint32 today = om_write_today (context);
  g_autoptr (GHashTable) aside = om_aside_read (context->store, today);
  guint n_restored;

  if (act->group > 0 && !om_act_undo (context, act->group, &n_restored, error))
    return FALSE;
  for (guint i = 0; act->ids[i] != NULL; i++)
    g_hash_table_remove (aside, act->ids[i]);
  return om_aside_write (context->store, today, aside, error);
}

static gpointer
run_act (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  Act *act = data;
  gboolean done = act->undo ? undo (context, act, error) : act_on (context, act, error);

  return done ? g_memdup2 (&act->group, sizeof act->group) : NULL;
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

  return om_act_take_group (om_engine_write (self, run_act, &args, cancellable, error), group);
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
  return om_act_take_group (om_engine_finish (self, result, om_engine_act_on_card_async, error), group);
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

  return om_act_take_group (om_engine_write (self, run_act, &args, cancellable, error), NULL);
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
  return om_act_take_group (om_engine_finish (self, result, om_engine_undo_card_async, error), NULL);
}
