/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs asked, gathered for a moment and then written down: calls of one kind, one program and one
 * end make one row a minute. Which words were asked for is nobody's business. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-log.h"

#include "engine/om-access.h"

#define WAIT_MS 1000
#define MINUTE_MS 60000

/* While no store is open they wait; more than these are not worth it. */
#define WAITING_MAX 500

struct _OmBusLog
{
  OmEngine  *engine;  /* (owned) (nullable) */
  GPtrArray *entries; /* (owned) (element-type OmAccess): not written yet */
  guint      wait_id;
};

static GPtrArray *
entries_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) om_access_free);
}

/** om_bus_log_new: (transfer full) */
OmBusLog *
om_bus_log_new (void)
{
  OmBusLog *self = g_new0 (OmBusLog, 1);

  self->entries = entries_new ();
  return self;
}

static void
logged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (GError) error = NULL;

  if (!om_engine_log_access_finish (OM_ENGINE (source), result, &error))
    g_debug ("What programs asked was not written down: %s", error->message);
}

static void
write_down (OmBusLog *self)
{
  g_clear_handle_id (&self->wait_id, g_source_remove);
  if (self->engine == NULL || self->entries->len == 0)
    return;
  om_engine_log_access_async (self->engine, self->entries, logged_cb, NULL);
  g_ptr_array_unref (self->entries);
  self->entries = entries_new ();
}

static gboolean
wait_cb (gpointer data)
{
  OmBusLog *self = data;

  self->wait_id = 0;
  write_down (self);
  return G_SOURCE_REMOVE;
}

static void
wait (OmBusLog *self)
{
  if (self->wait_id != 0 || self->engine == NULL || self->entries->len == 0)
    return;
  self->wait_id = g_timeout_add (WAIT_MS, wait_cb, self);
  g_source_set_name_by_id (self->wait_id, "[openmemory] log of programs");
}

/** om_bus_log_free: what is not written yet is written if a store is open. */
void
om_bus_log_free (OmBusLog *self)
{
  write_down (self);
  g_clear_handle_id (&self->wait_id, g_source_remove);
  g_clear_object (&self->engine);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/** om_bus_log_set_engine: @engine: (nullable): where it is written */
void
om_bus_log_set_engine (OmBusLog *self,
                       OmEngine *engine)
{
  if (engine != self->engine)
    write_down (self);
  g_set_object (&self->engine, engine);
  wait (self);
}

/**
 * om_bus_log_add:
 * @program: (nullable): who asked, %NULL if that could not be told
 * @what: the method
 * @given: how many memories it was given
 * @now: ms UTC
 */
void
om_bus_log_add (OmBusLog        *self,
                const OmProgram *program,
                const char      *what,
                OmAccessOutcome  outcome,
                guint            given,
                gint64           now)
{
  const char *key = program != NULL ? program->key : "";
  OmAccess *entry;

  for (guint i = 0; i < self->entries->len; i++)
    {
      entry = g_ptr_array_index (self->entries, i);
      if (entry->outcome == outcome && ABS (now - entry->at) < MINUTE_MS && g_str_equal (entry->what, what) &&
          g_str_equal (entry->program, key))
        {
          entry->calls++;
          entry->given += given;
          return;
        }
    }
  if (self->entries->len >= WAITING_MAX)
    return;
  entry = om_access_new ();
  entry->at = now;
  entry->program = g_strdup (key);
  entry->name = g_strdup (program != NULL ? program->name : "");
  entry->kind = program != NULL ? program->kind : OM_PROGRAM_HOST;
  entry->what = g_strdup (what);
  entry->outcome = outcome;
  entry->given = given;
  g_ptr_array_add (self->entries, entry);
  wait (self);
}
