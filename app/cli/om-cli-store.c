/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store a command works on, and the memory that a typed id stands for. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "cli/om-cli.h"

/* The shortest beginning of an id that is taken: 4 hex digits name one of 65,536. */
#define MIN_PREFIX 4
#define ID_LENGTH 36

static gint64
fixed_clock (gpointer data)
{
  const OmCli *self = data;

  return self->now;
}

/**
 * om_cli_now:
 *
 * Returns: the present instant, or that of --now, ms UTC
 */
gint64
om_cli_now (const OmCli *self)
{
  return self->now_text != NULL ? self->now : om_clock_wall (NULL);
}

/**
 * om_cli_dup_store_path:
 *
 * Returns: (transfer full): --store, or where the window keeps its journal
 */
char *
om_cli_dup_store_path (const OmCli *self)
{
  return self->store != NULL ? g_strdup (self->store) : om_engine_dup_default_path ();
}

/**
 * om_cli_open:
 * @flags: how to open
 * @error: return location
 *
 * Opens the store that --store names, with the clock of --now, for the rest of the run.
 *
 * Returns: %TRUE if it is open
 */
gboolean
om_cli_open (OmCli       *self,
             OmOpenFlags  flags,
             GError     **error)
{
  g_autofree char *path = om_cli_dup_store_path (self);
  g_autoptr (GError) local = NULL;

  if (*path == '\0')
    {
      om_cli_set_usage_error (error, _("--store needs the name of a file."));
      return FALSE;
    }

  self->engine = om_engine_new ();
  if (self->now_text != NULL)
    om_engine_set_clock (self->engine, fixed_clock, self);
  if (om_engine_open (self->engine, path, flags, self->cancellable, &local))
    return TRUE;

  self->store_failed = TRUE;
  g_clear_object (&self->engine);
  if (g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND))
    g_set_error (
      error, OM_ERROR, OM_ERROR_NOT_FOUND,
      _("There is no journal at “%s” yet. “openmemory add” makes one; --store names another."),
      path);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/** om_cli_close: closes the store if it is open. */
void
om_cli_close (OmCli *self)
{
  if (self->engine != NULL)
    om_engine_close (self->engine);
  g_clear_object (&self->engine);
}

/* Checks what was typed for an id and brings it to the form it is stored in. */
static char *
fold_id (const char  *typed,
         GError     **error)
{
  g_autofree char *folded = g_ascii_strdown (typed, -1);
  gsize digits = 0;
  gsize length = strlen (folded);

  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isxdigit (folded[i]))
        digits++;
      else if (folded[i] != '-' || i == 0)
        digits = length + 1;
    }
  if (length > ID_LENGTH || digits > length)
    {
      om_cli_set_input_error (
        error, _("“%s” is not an id. An id looks like 3f2a91c0-…; “openmemory list” shows them."),
        typed);
      return NULL;
    }
  if (digits < MIN_PREFIX)
    {
      om_cli_set_input_error (
        error, _("“%s” is too short for an id: give at least %d of its letters and digits."),
        typed, MIN_PREFIX);
      return NULL;
    }
  return g_steal_pointer (&folded);
}

/**
 * om_cli_find:
 * @id: an id, or a beginning of it that no other id shares, as typed
 * @error: return location, %OM_ERROR_NOT_FOUND, or %OM_ERROR_INVALID if it is ambiguous
 *
 * Looks in the journal and in its bin.
 *
 * Returns: (transfer full) (nullable): the memory
 */
OmMemory *
om_cli_find (OmCli       *self,
             const char  *id,
             GError     **error)
{
  g_autofree char *folded = fold_id (id, error);
  g_autofree char *whole = NULL;

  if (folded == NULL)
    return NULL;
  whole = strlen (folded) == ID_LENGTH
            ? g_strdup (folded)
            : om_engine_find_id (self->engine, folded, self->cancellable, error);
  return whole != NULL ? om_engine_get (self->engine, whole, self->cancellable, error) : NULL;
}

/**
 * om_cli_find_all:
 * @ids: (nullable): ids or beginnings of ids, as typed
 *
 * All or none: one that cannot be found is an error.
 *
 * Returns: (transfer full) (nullable): the whole ids, each once
 */
GStrv
om_cli_find_all (OmCli       *self,
                 char       **ids,
                 GError     **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (char **p = ids; p != NULL && *p != NULL; p++)
    {
      g_autoptr (OmMemory) memory = om_cli_find (self, *p, error);

      if (memory == NULL)
        return NULL;
      if (g_hash_table_add (seen, g_strdup (memory->id)))
        g_strv_builder_add (builder, memory->id);
    }
  return g_strv_builder_end (builder);
}

/**
 * om_cli_open_one:
 * @args: (nullable): what was typed after the command: one id
 * @command: the command, for the sentence that says what is missing
 *
 * Opens the store for reading alone.
 *
 * Returns: (transfer full) (nullable): the memory
 */
OmMemory *
om_cli_open_one (OmCli       *self,
                 char       **args,
                 const char  *command,
                 GError     **error)
{
  if (args == NULL || g_strv_length (args) != 1)
    {
      om_cli_set_usage_error (
        error, _("Say which memory: openmemory %s ID. “openmemory list” shows the ids."), command);
      return NULL;
    }
  return om_cli_open (self, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error)
           ? om_cli_find (self, args[0], error)
           : NULL;
}

/**
 * om_cli_open_several:
 * @args: (nullable): what was typed after the command: one or more ids
 * @command: the command, for the sentence that says what is missing
 *
 * Opens the store for writing.
 *
 * Returns: (transfer full) (nullable): the whole ids, each once
 */
GStrv
om_cli_open_several (OmCli       *self,
                     char       **args,
                     const char  *command,
                     GError     **error)
{
  if (args == NULL || args[0] == NULL)
    {
      om_cli_set_usage_error (
        error, _("Say which memories: openmemory %s ID…. “openmemory list” shows the ids."),
        command);
      return NULL;
    }
  return om_cli_open (self, OM_OPEN_MUST_EXIST, error) ? om_cli_find_all (self, args, error) : NULL;
}

/**
 * om_cli_get_all:
 * @ids: whole ids
 *
 * Returns: (transfer full) (nullable) (element-type OmMemory): the records, without what somebody
 *   wiped meanwhile
 */
GPtrArray *
om_cli_get_all (OmCli             *self,
                const char *const *ids,
                GError           **error)
{
  g_autoptr (GPtrArray) memories = g_ptr_array_new_with_free_func (
    (GDestroyNotify) om_memory_unref);

  for (const char *const *id = ids; id != NULL && *id != NULL; id++)
    {
      g_autoptr (GError) failed = NULL;
      OmMemory *memory = om_engine_get (self->engine, *id, self->cancellable, &failed);

      if (memory != NULL)
        g_ptr_array_add (memories, memory);
      else if (!g_error_matches (failed, OM_ERROR, OM_ERROR_NOT_FOUND))
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return NULL;
        }
    }
  return g_steal_pointer (&memories);
}
