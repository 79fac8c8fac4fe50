/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Added, Changed, Removed. Which rows may be given is kept in a set: who is in it and may not be given any
 * more is Removed, and what was never in it is never spoken of. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-signals.h"

#include "bus/om-bus-memory.h"
#include "bus/om-bus-service.h"
#include "bus/om-bus-traits.h"
#include "engine/om-following.h"

#define PAUSE_MS 500

#define INTERFACE "org.openmemory.Memories1"
#define TRAITS_INTERFACE "org.openmemory.Traits1"

struct _OmBusSignals
{
  GDBusConnection *connection; /* (owned) (nullable) */
  OmEngine        *engine;     /* (owned) (nullable) */
  GCancellable    *cancellable; /* (owned) (nullable): of what is looked at in this engine */
  GHashTable      *shown;      /* (owned) (nullable) (element-type row): NULL: not read yet, or being compared */
  gint64           revision;   /* up to which it has been compared, -1: not yet */
  gboolean         hiding;     /* something was hidden as a whole when it was */
  GHashTable      *stages;     /* (owned) (nullable): id of a trait -> OmTraitStage */
  gulong           changed_id;
  guint            pause_id;
  gboolean         looking;
  gboolean         again;      /* something changed while it was looked at */
  gboolean         on;
  gboolean         ready;      /* what was there has been read */
  OmBusReadyFunc   ready_func;
  gpointer         data;       /* not owned */
};

/**
 * Look:
 * One comparing, in a worker. It owns the set while it runs.
 */
typedef struct
{
  GHashTable *shown;
  GHashTable *allowed; /* (nullable): see om_bus_read_allowed() */
  gboolean    was_hiding;
  gint64      since;
  gint64      revision;
  GPtrArray  *added;
  GPtrArray  *changed;
  GPtrArray  *active;
  GPtrArray  *removed;
  GHashTable *stages;  /* (nullable): id of a trait -> OmTraitStage; NULL: not read yet */
  GPtrArray  *turns;   /* (element-type GVariant): of StageChanged */
  gboolean    more;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_clear_pointer (&look->shown, g_hash_table_unref);
  g_clear_pointer (&look->allowed, g_hash_table_unref);
  g_ptr_array_unref (look->added);
  g_ptr_array_unref (look->changed);
  g_ptr_array_unref (look->active);
  g_ptr_array_unref (look->removed);
  g_clear_pointer (&look->stages, g_hash_table_unref);
  g_ptr_array_unref (look->turns);
  g_free (look);
}

static Look *
look_new (GHashTable *shown,
          gboolean    was_hiding,
          gint64      since,
          GHashTable *stages)
{
  Look *look = g_new0 (Look, 1);

  look->shown = shown;
  look->was_hiding = was_hiding;
  look->since = since;
  look->stages = stages;
  look->turns = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  look->added = g_ptr_array_new_with_free_func (g_free);
  look->changed = g_ptr_array_new_with_free_func (g_free);
  look->active = g_ptr_array_new_with_free_func (g_free);
  look->removed = g_ptr_array_new_with_free_func (g_free);
  return look;
}

/* Which rows may be given now. */
static GHashTable *
read_shown (OmEngine     *engine,
            GCancellable *cancellable,
            GError      **error)
{
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  g_autoptr (GArray) items = om_engine_list (engine, filter, OM_SORT_NEWEST, cancellable, error);
  GHashTable *shown;

  if (items == NULL)
    return NULL;
  shown = g_hash_table_new_full (NULL, NULL, NULL, NULL);
  for (guint i = 0; i < items->len; i++)
    g_hash_table_add (shown, om_bus_row_key (g_array_index (items, OmListItem, i).row));
  return shown;
}

static void
compare (Look           *look,
         gint64          row,
         const OmMemory *memory,
         gboolean        active)
{
  gboolean was = g_hash_table_contains (look->shown, om_bus_row_key (row));
  gboolean is = memory != NULL && om_memory_may_leave (memory) &&
                (look->allowed == NULL || g_hash_table_contains (look->allowed, om_bus_row_key (row)));

  if (is && !was)
    {
      g_hash_table_add (look->shown, om_bus_row_key (row));
      g_ptr_array_add (look->added, g_strdup (memory->id));
    }
  else if (is)
    g_ptr_array_add (active ? look->active : look->changed, g_strdup (memory->id));
  else if (was)
    {
      g_hash_table_remove (look->shown, om_bus_row_key (row));
      if (memory != NULL)
        g_ptr_array_add (look->removed, g_strdup (memory->id));
      else
        look->more = TRUE;
    }
}

static gboolean
compare_rows (OmEngine     *engine,
              Look         *look,
              GArray       *rows,
              gboolean      active,
              GCancellable *cancellable,
              GError      **error)
{
  g_autoptr (GPtrArray) memories = NULL;

  if (rows->len == 0)
    return TRUE;
  memories = om_engine_get_rows (engine, (const gint64 *) rows->data, rows->len, cancellable, error);
  if (memories == NULL)
    return FALSE;
  for (guint i = 0; i < memories->len; i++)
    compare (look, g_array_index (rows, gint64, i), g_ptr_array_index (memories, i), active);
  return TRUE;
}

/* What was hidden as a whole, or is no more, has not changed itself. */
static gboolean
compare_hidings (OmEngine     *engine,
                 Look         *look,
                 GCancellable *cancellable,
                 GError      **error)
{
  g_autoptr (GHashTable) now = NULL;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  GHashTableIter iter;
  gpointer key;

  if (look->allowed == NULL && !look->was_hiding)
    return TRUE;
  now = look->allowed != NULL ? g_hash_table_ref (look->allowed) : read_shown (engine, cancellable, error);
  if (now == NULL)
    return FALSE;
  for (int pass = 0; pass < 2; pass++)
    {
      GHashTable *these = pass == 0 ? now : look->shown;
      GHashTable *others = pass == 0 ? look->shown : now;

      g_hash_table_iter_init (&iter, these);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          gint64 row = (gint64) GPOINTER_TO_SIZE (key);

          if (!g_hash_table_contains (others, key))
            g_array_append_val (rows, row);
        }
    }
  if (rows->len > OM_BUS_SIGNAL_IDS)
    {
      look->more = TRUE;
      g_hash_table_unref (look->shown);
      look->shown = g_steal_pointer (&now);
      return TRUE;
    }
  return compare_rows (engine, look, rows, FALSE, cancellable, error);
}

/* Which traits are at another stage than the last time; of those that may be given. What cannot be read now is
 * told the next time. */
static void
look_at_traits (OmEngine     *engine,
                Look         *look,
                GCancellable *cancellable)
{
  OmTraitFilter filter = { (1u << OM_N_TRAIT_STAGES) - 1, OM_TRAIT_TIER_UNKNOWN, OM_CONTEXT_UNKNOWN, FALSE, NULL };
  g_autoptr (GPtrArray) traits = om_engine_list_traits (engine, &filter, cancellable, NULL);
  OmBusCall call = { .engine = engine, .looked = TRUE, .allowed = look->allowed };
  gboolean first = look->stages == NULL;

  if (traits == NULL)
    return;
  if (first)
    look->stages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < traits->len; i++)
    {
      const OmTrait *trait = g_ptr_array_index (traits, i);
      gpointer before = GINT_TO_POINTER (OM_TRAIT_STAGE_UNKNOWN);
      gboolean known = g_hash_table_lookup_extended (look->stages, trait->id, NULL, &before);
      g_autoptr (OmTraitDetail) detail = NULL;

      if (known && GPOINTER_TO_INT (before) == (int) trait->shown_stage)
        continue;
      g_hash_table_insert (look->stages, g_strdup (trait->id), GINT_TO_POINTER (trait->shown_stage));
      detail = first ? NULL : om_engine_get_trait (engine, trait->id, cancellable, NULL);
      if (detail == NULL || !om_bus_may_give_trait (&call, detail, cancellable))
        continue;
      g_ptr_array_add (look->turns,
                       g_variant_ref_sink (g_variant_new ("(sss@a{sv})", trait->id,
                                                          known ? om_trait_stage_to_nick (GPOINTER_TO_INT (before)) : "",
                                                          om_trait_stage_to_nick (trait->shown_stage),
                                                          g_variant_new_parsed ("@a{sv} {}"))));
    }
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  OmEngine *engine = source;
  Look *look = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFollowing) following = om_engine_get_following (engine, look->since >= 0 ? look->since : G_MAXINT64,
                                                                  cancellable, &error);
  gboolean ok = following != NULL;

  if (ok)
    {
      look->revision = following->revision;
      look->more = (look->since >= 0 && look->shown == NULL) ||
                   following->changed->len + following->active->len + following->wiped->len > OM_BUS_SIGNAL_IDS;
    }
  if (ok && (look->shown == NULL || look->more))
    {
      g_clear_pointer (&look->shown, g_hash_table_unref);
      look->shown = read_shown (engine, cancellable, &error);
      ok = look->shown != NULL && om_bus_read_allowed (engine, &look->allowed, cancellable, &error);
    }
  else if (ok)
    {
      ok = om_bus_read_allowed (engine, &look->allowed, cancellable, &error) &&
           compare_hidings (engine, look, cancellable, &error);
      for (guint i = 0; ok && i < following->wiped->len; i++)
        compare (look, g_array_index (following->wiped, gint64, i), NULL, FALSE);
      ok = ok && compare_rows (engine, look, following->changed, FALSE, cancellable, &error) &&
           compare_rows (engine, look, following->active, TRUE, cancellable, &error);
    }
  if (ok)
    look_at_traits (engine, look, cancellable);
  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
send (OmBusSignals *self,
      const char   *signal,
      GPtrArray    *ids,
      const char   *mark)
{
  GVariantBuilder names;
  GVariantDict about;

  if (self->connection == NULL || !self->on || (ids->len == 0 && g_strcmp0 (mark, "more") != 0))
    return;
  g_variant_builder_init (&names, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < ids->len; i++)
    g_variant_builder_add (&names, "s", g_ptr_array_index (ids, i));
  g_variant_dict_init (&about, NULL);
  if (mark != NULL)
    g_variant_dict_insert (&about, mark, "b", TRUE);
  g_dbus_connection_emit_signal (self->connection, NULL, OM_BUS_PATH, INTERFACE, signal,
                                 g_variant_new ("(as@a{sv})", &names, g_variant_dict_end (&about)), NULL);
}

static void look (OmBusSignals *self);

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  GTask *task = G_TASK (result);
  Look *look_at = g_task_get_task_data (task);
  OmBusSignals *self = data;
  g_autoptr (GError) error = NULL;
  gboolean first = look_at->since < 0;

  if (!g_task_propagate_boolean (task, &error) && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if ((gpointer) self->engine != (gpointer) source)
    return;
  self->looking = FALSE;
  self->ready = TRUE;
  if (error == NULL)
    {
      self->revision = look_at->revision;
      self->shown = g_steal_pointer (&look_at->shown);
      self->hiding = look_at->allowed != NULL;
      self->stages = g_steal_pointer (&look_at->stages);
      for (guint i = 0; self->connection != NULL && self->on && i < look_at->turns->len; i++)
        g_dbus_connection_emit_signal (self->connection, NULL, OM_BUS_PATH, TRAITS_INTERFACE, "StageChanged",
                                       g_ptr_array_index (look_at->turns, i), NULL);
      if (look_at->more && !first)
        {
          look_at->more = FALSE;
          send (self, "Changed", look_at->changed, "more");
        }
      else
        {
          send (self, "Removed", look_at->removed, NULL);
          send (self, "Added", look_at->added, NULL);
          send (self, "Changed", look_at->changed, NULL);
          send (self, "Changed", look_at->active, "activity");
        }
    }
  else
    g_debug ("What changed cannot be told: %s", error->message);
  if (self->again)
    look (self);
  if (self->ready_func != NULL)
    self->ready_func (self->data);
}

static gboolean
pause_cb (gpointer data)
{
  OmBusSignals *self = data;
  g_autoptr (GTask) task = NULL;

  self->pause_id = 0;
  self->looking = TRUE;
  self->again = FALSE;
  task = g_task_new (self->engine, self->cancellable, looked_cb, self);
  g_task_set_source_tag (task, pause_cb);
  g_task_set_task_data (task, look_new (g_steal_pointer (&self->shown), self->hiding, self->revision,
                                        g_steal_pointer (&self->stages)), look_free);
  g_task_run_in_thread (task, look_thread);
  return G_SOURCE_REMOVE;
}

static void
look (OmBusSignals *self)
{
  if (self->looking)
    {
      self->again = TRUE;
      return;
    }
  if (self->pause_id != 0 || self->engine == NULL)
    return;
  self->pause_id = g_timeout_add (PAUSE_MS, pause_cb, self);
  g_source_set_name_by_id (self->pause_id, "[openmemory] signals of the bus");
}

static void
changed_cb (OmEngine     *engine,
            gint64        revision,
            OmBusSignals *self)
{
  look (self);
}

/** om_bus_signals_new: (transfer full): @ready: (nullable): see om_bus_signals_is_ready() */
OmBusSignals *
om_bus_signals_new (OmBusReadyFunc ready,
                    gpointer       data)
{
  OmBusSignals *self = g_new0 (OmBusSignals, 1);

  self->on = TRUE;
  self->revision = -1;
  self->ready_func = ready;
  self->data = data;
  return self;
}

/** om_bus_signals_free: */
void
om_bus_signals_free (OmBusSignals *self)
{
  om_bus_signals_set_engine (self, NULL);
  g_clear_object (&self->connection);
  g_free (self);
}

/** om_bus_signals_set_connection: @connection: (nullable): where it is told */
void
om_bus_signals_set_connection (OmBusSignals    *self,
                               GDBusConnection *connection)
{
  g_set_object (&self->connection, connection);
}

/** om_bus_signals_set_on: whether it is told at all. */
void
om_bus_signals_set_on (OmBusSignals *self,
                       gboolean      on)
{
  self->on = on;
}

/** om_bus_signals_set_engine: @engine: (nullable): the open store; what is in it now is no news */
void
om_bus_signals_set_engine (OmBusSignals *self,
                           OmEngine     *engine)
{
  if (engine == self->engine)
    return;
  g_clear_handle_id (&self->pause_id, g_source_remove);
  if (self->engine != NULL)
    {
      g_clear_signal_handler (&self->changed_id, self->engine);
      g_cancellable_cancel (self->cancellable);
      g_clear_object (&self->cancellable);
    }
  g_clear_pointer (&self->shown, g_hash_table_unref);
  self->revision = -1;
  g_clear_pointer (&self->stages, g_hash_table_unref);
  self->looking = FALSE;
  self->again = FALSE;
  self->ready = FALSE;
  g_set_object (&self->engine, engine);
  if (engine == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  self->changed_id = g_signal_connect (engine, "changed", G_CALLBACK (changed_cb), self);
  /* At once: whatever comes later is news. */
  pause_cb (self);
}

/** om_bus_signals_is_ready: whether what comes now is told; what is written earlier might not be. */
gboolean
om_bus_signals_is_ready (OmBusSignals *self)
{
  return self->ready;
}
