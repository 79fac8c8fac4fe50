/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since is read in slices on the writer, and told by a reader. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-facts.h"

#include <string.h>

#include "engine/om-engine-private.h"
#include "store/om-store-facts.h"
#include "store/om-store-memories.h"
#include "text/om-fact.h"

/* Entries read in one transaction: tens of milliseconds. */
#define SLICE 64

/* What a person or a program called a fact is one, whatever its words; else the words say. */
static GPtrArray *
read_facts (const OmMemory *memory)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_fact_record_free);
  g_autoptr (GArray) found = NULL;

  if (memory->subject != NULL && memory->predicate != NULL)
    {
      OmFactRecord *fact = g_new0 (OmFactRecord, 1);

      fact->subject = g_strdup (memory->subject);
      fact->predicate = g_strdup (memory->predicate);
      fact->value = g_strdup (memory->content);
      fact->length = (guint) g_utf8_strlen (memory->content, -1);
      g_ptr_array_add (facts, fact);
      return facts;
    }

  found = om_facts_find (memory->content);
  for (guint i = 0; i < found->len; i++)
    {
      const OmFact *one = &g_array_index (found, OmFact, i);
      OmFactRecord *fact = g_new0 (OmFactRecord, 1);

      fact->subject = g_strdup (one->subject);
      fact->predicate = g_strdup (one->predicate);
      fact->value = g_strdup (one->value);
      fact->start = one->start;
      fact->length = one->end - one->start;
      g_ptr_array_add (facts, fact);
    }
  return facts;
}

static gboolean
read_slice (OmStore      *store,
            const GArray *rows,
            GError      **error)
{
  for (guint i = 0; i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);
      g_autoptr (OmMemory) memory = om_store_memory_get (store, row, error);
      g_autoptr (GPtrArray) facts = memory != NULL ? read_facts (memory) : NULL;

      if (facts == NULL || !om_store_facts_put (store, row, OM_FACT_READER_VERSION, facts, error))
        return FALSE;
    }
  return TRUE;
}

/* @data: (out) (type gboolean): whether there is more */
static gpointer
catch_up (const OmWriteContext *context,
          gpointer              data,
          GCancellable         *cancellable,
          GError              **error)
{
  g_autoptr (GArray) rows = om_store_facts_missing (context->store, OM_FACT_READER_VERSION, SLICE, error);
  gboolean *more = data;

  if (rows == NULL)
    return NULL;
  *more = rows->len == SLICE;
  if (rows->len == 0)
    return OM_ENGINE_DONE;
  if (!om_store_begin (context->store, error))
    return NULL;
  if (!read_slice (context->store, rows, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_facts_supersede:
 * @facts: (element-type OmFactRecord): by subject and predicate, then in the order in which they were lived
 *
 * Of the same value said again only the first is left; a value holds until another one is said.
 *
 * Returns: (transfer full) (element-type OmFactRecord): those of @facts that are left
 */
GPtrArray *
om_facts_supersede (GPtrArray *facts)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify) om_fact_record_free);
  OmFactRecord *last = NULL;

  while (facts->len > 0)
    {
      g_autoptr (OmFactRecord) fact = g_ptr_array_steal_index (facts, 0);

      if (last != NULL && strcmp (last->key, fact->key) == 0)
        {
          if (strcmp (last->value_key, fact->value_key) == 0)
            continue;
          last->until = fact->since;
          last->superseded_by = g_strdup (fact->memory_id);
        }
      last = g_steal_pointer (&fact);
      g_ptr_array_add (left, last);
    }

  return left;
}

typedef struct
{
  gint64 as_of;
  char  *memory_id;
} ListArgs;

static void
list_args_free (gpointer data)
{
  ListArgs *args = data;

  g_free (args->memory_id);
  g_free (args);
}

static gboolean
holds (const OmFactRecord *fact,
       gint64              as_of)
{
  return as_of == OM_FACTS_EVER || (fact->since <= as_of && (fact->until == 0 || fact->until > as_of));
}

static gpointer
list (OmEngine     *self,
      OmStore      *store,
      gpointer      data,
      GCancellable *cancellable,
      GError      **error)
{
  const ListArgs *args = data;
  g_autoptr (GPtrArray) stored = om_store_facts_list (store, error);
  GPtrArray *facts;

  if (stored == NULL)
    return NULL;
  facts = om_facts_supersede (stored);
  for (guint i = facts->len; i > 0; i--)
    {
      const OmFactRecord *fact = g_ptr_array_index (facts, i - 1);

      if (!holds (fact, args->as_of) ||
          (args->memory_id != NULL && strcmp (fact->memory_id, args->memory_id) != 0))
        g_ptr_array_remove_index (facts, i - 1);
    }
  return facts;
}

/**
 * om_engine_list_facts:
 * @self: a loaded engine
 * @as_of: the facts that held then, ms UTC; %OM_FACTS_EVER for every one there was
 * @memory_id: (nullable): only those that this memory stated first
 *
 * Reads what is new or changed first. Blocks; for a worker or a command.
 *
 * Returns: (transfer full) (nullable) (element-type OmFactRecord): by subject and predicate
 */
GPtrArray *
om_engine_list_facts (OmEngine     *self,
                      gint64        as_of,
                      const char   *memory_id,
                      GCancellable *cancellable,
                      GError      **error)
{
  ListArgs args = { as_of, (char *) memory_id };
  gboolean more = TRUE;

  while (more)
    if (om_engine_write (self, catch_up, &more, cancellable, error) == NULL)
      return NULL;
  return om_engine_read (self, list, &args, cancellable, error);
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const ListArgs *args = task_data;
  g_autoptr (GError) error = NULL;
  GPtrArray *facts = om_engine_list_facts (OM_ENGINE (source), args->as_of, args->memory_id, cancellable, &error);

  if (facts != NULL)
    g_task_return_pointer (task, facts, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_list_facts_async: the same without blocking. */
void
om_engine_list_facts_async (OmEngine            *self,
                            gint64               as_of,
                            const char          *memory_id,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  ListArgs *args = g_new0 (ListArgs, 1);

  args->as_of = as_of;
  args->memory_id = g_strdup (memory_id);
  g_task_set_source_tag (task, om_engine_list_facts_async);
  g_task_set_task_data (task, args, list_args_free);
  g_task_run_in_thread (task, list_thread);
}

/** om_engine_list_facts_finish: (transfer full) (nullable) (element-type OmFactRecord) */
GPtrArray *
om_engine_list_facts_finish (OmEngine     *self,
                             GAsyncResult *result,
                             GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
