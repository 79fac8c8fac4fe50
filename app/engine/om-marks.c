/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person marks on a memory: its flags, and rest by hand. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-marks.h"

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-document.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

static gboolean
is_kept (guint flags)
{
  return (flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0;
}

static gboolean
is_reopened (guint former,
             guint flags)
{
  return (former & OM_FLAG_RESOLVED) != 0 && (flags & OM_FLAG_RESOLVED) == 0;
}

/* Marks that say nothing of the memory being used: letting it rest, hiding it (engine.md section 10). */
static gboolean
is_use (OmChange fields,
        guint    former,
        guint    flags)
{
  const guint no_use = OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_PRIVATE | OM_FLAG_STARRED | OM_FLAG_CONFLICT |
                       OM_FLAG_NOT_ABOUT_ME;

  return fields != OM_CHANGE_FLAGS || ((former ^ flags) & ~no_use) != 0 || is_reopened (former, flags);
}

/**
 * om_marks_write:
 * @memory: as it is now, its flags stored; archived_at is cleared if this was use
 * @fields: what was changed
 * @former: what its flags were
 * @cause: why; letting go of letting rest is told as reopening
 * @group: number of the act, 0 if it cannot be undone
 *
 * Writes the event of a change by hand. Editing is use: the memory is awake and active again (engine.md
 * section 10). Keeping stops its fading where it is, and letting go lets it go on from there.
 */
gboolean
om_marks_write (const OmWriteContext *context,
                OmMemory             *memory,
                OmChange              fields,
                guint                 former,
                OmEventCause          cause,
                gint64                group,
                GError              **error)
{
  OmMemory found = *memory;
  gboolean used = is_use (fields, former, memory->flags);
  OmRecallState before;
  OmRecallState after;

  found.flags = former;
  if (cause == OM_EVENT_CHANGED_BY_HAND && is_reopened (former, memory->flags))
    cause = OM_EVENT_REOPENED;
  om_write_recall_state (memory, &before);
  after = before;
  if (used)
    after.last_active_at = MAX (after.last_active_at, context->now);
  if (is_kept (former) != is_kept (memory->flags))
    {
      OmSalienceState salience = om_salience_state_from_memory (&found);

      after.salience = om_salience_present (&salience, context->now, context->constants);
      after.salience_at = context->now;
    }
  if (!om_write_act (context, &found, cause, 0, group, former ^ memory->flags, &before, &after, error))
    return FALSE;
  if (memory->archived_at == 0 || !used)
    return TRUE;
  memory->archived_at = 0;
  return om_store_memory_update (context->store, memory, OM_STORE_ARCHIVED, error);
}

/* Putting to rest touches nothing but the rest itself; waking is use (engine.md section 10). It counts as one
 * where there was none, and takes nothing away of the uses before. What is awake is left as it is. */
static gboolean
change_rest (const OmWriteContext *context,
             OmMemory             *memory,
             gboolean              rest,
             gint64                group,
             gboolean             *changed,
             GError              **error)
{
  OmRecallState before;
  OmRecallState after;

  if (!rest && !om_memory_rests (memory, context->now, context->constants))
    return TRUE;
  *changed = TRUE;
  om_write_recall_state (memory, &before);
  after = before;
  if (!rest)
    {
      after.last_active_at = MAX (after.last_active_at, context->now);
      after.activation_count = MAX (after.activation_count, 1);
    }
  if (!om_write_act (context, memory, rest ? OM_EVENT_CHANGED_BY_HAND : OM_EVENT_WOKEN, 0, group,
                     rest ? memory->flags & OM_FLAG_PINNED : 0, &before, &after, error))
    return FALSE;
  memory->archived_at = rest ? context->now : 0;
  if (rest)
    memory->flags &= ~(guint) OM_FLAG_PINNED;
  else if (!om_document_restore_vectors (context, memory, error))
    return FALSE;
  return om_store_memory_update (context->store, memory, OM_STORE_ARCHIVED | OM_STORE_FLAGS, error);
}

/**
 * om_marks_rest:
 * @ids: (array zero-terminated=1): memories
 * @rest: put them to rest, or wake them
 * @group: (out) (optional): number by which it can be taken back, 0 if nothing changed
 * @error: return location
 *
 * All or none.
 */
gboolean
om_marks_rest (const OmWriteContext *context,
               const char *const    *ids,
               gboolean              rest,
               gint64               *group,
               GError              **error)
{
  gboolean changed = FALSE;
  gboolean done;
  gint64 made;

  if (group != NULL)
    *group = 0;
  if (!om_store_begin (context->store, error))
    return FALSE;
  made = om_store_next_revision (context->store, error);
  done = made > 0;
  for (guint i = 0; ids[i] != NULL && done; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, ids[i], error);

      done = memory != NULL && change_rest (context, memory, rest, made, &changed, error);
    }
  if (!done || !changed)
    {
      om_store_rollback (context->store);
      return done;
    }
  if (!om_store_commit (context->store, error))
    return FALSE;
  if (group != NULL)
    *group = made;
  return TRUE;
}
