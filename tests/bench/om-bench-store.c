/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds stores, hands out copies that may be changed, and takes them away again. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "bench/om-bench-journal.h"
#include "engine/om-intake.h"

/* What is built at once. */
#define BATCH 10000

static const char *const endings[] = { "", ".words", "-wal", "-shm" };

/**
 * om_bench_clock:
 *
 * Returns: the day after the journal ends: the present of all benchmarks
 */
gint64
om_bench_clock (gpointer data)
{
  return OM_BENCH_LAST_MS + 12 * 3600 * 1000;
}

static char *
cache_folder (GError **error)
{
  const char *named = g_getenv ("OPENMEMORY_BENCH_DIR");
  g_autofree char *folder = named != NULL ? g_strdup (named)
                                          : g_build_filename (g_get_user_cache_dir (), "openmemory-bench", NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s cannot be made: %s", folder, g_strerror (errno));
      return NULL;
    }
  return g_steal_pointer (&folder);
}

/**
 * om_bench_store_fill:
 * @engine: an open engine
 * @n_memories: how many entries
 * @batch: how many an import
 *
 * Imports the made-up journal, with the time of its entries, and draws the links if the engine is
 * loaded.
 */
gboolean
om_bench_store_fill (OmEngine *engine,
                     guint     n_memories,
                     guint     batch,
                     GError  **error)
{
  g_autoptr (OmBenchJournal) journal = om_bench_journal_new (OM_BENCH_SEED);

  for (guint n = 0; n < n_memories; n += batch)
    {
      g_autoptr (OmIntake) intake = om_intake_new (engine, TRUE, error);
      OmIntakeOutcome outcome;

      if (intake == NULL)
        return FALSE;
      for (guint i = n; i < MIN (n + batch, n_memories); i++)
        {
          g_autoptr (OmDraft) draft = om_bench_journal_next (journal, (double) i / n_memories);

          draft->origin = OM_ORIGIN_IMPORT;
          draft->source = g_strdup ("bench");
          draft->source_key = g_strdup_printf ("%u", i);
          if (!om_intake_add (intake, draft, &outcome, NULL, error))
            return FALSE;
        }
      if (!om_intake_commit (intake, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
build (const char *path,
       guint       n_memories,
       GError    **error)
{
  g_autoptr (OmEngine) engine = om_engine_new ();
  gboolean built;

  om_engine_set_clock (engine, om_bench_clock, NULL);
  built = om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, error) && om_engine_load (engine, NULL, error) &&
          om_bench_store_fill (engine, n_memories, BATCH, error);
  /* Closing writes the side file of the words and leaves no log. */
  om_engine_close (engine);
  return built;
}

/* Stores are made anew when what they are made of changes: the schema counts too, for until the first
 * release it changes without a migration. */
static char *
store_name (guint n_memories)
{
  g_autoptr (GBytes) schema = g_resources_lookup_data ("/org/openmemory/Desktop/data/schema/001-store.sql",
                                                       G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (schema != NULL);
  return g_strdup_printf ("journal-%d-%08x-%u.db", OM_BENCH_JOURNAL_VERSION, g_bytes_hash (schema), n_memories);
}

/**
 * om_bench_store_ensure:
 * @n_memories: how many
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a store of as many memories, built now if it is not there. It
 *   is not to be changed: om_bench_store_copy() gives one for that
 */
char *
om_bench_store_ensure (guint    n_memories,
                       GError **error)
{
  g_autofree char *folder = cache_folder (error);
  g_autofree char *name = store_name (n_memories);
  g_autofree char *path = NULL;
  g_autofree char *unfinished = NULL;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, name, NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);

  g_printerr ("Building a store of %u memories in %s\n", n_memories, folder);
  unfinished = g_strconcat (path, ".part", NULL);
  om_bench_store_remove (unfinished);
  if (!build (unfinished, n_memories, error))
    {
      om_bench_store_remove (unfinished);
      return NULL;
    }
  /* The store itself last: where it is, it is whole. */
  for (gsize i = G_N_ELEMENTS (endings); i > 0; i--)
    {
      g_autofree char *from = g_strconcat (unfinished, endings[i - 1], NULL);
      g_autofree char *to = g_strconcat (path, endings[i - 1], NULL);

      if (g_file_test (from, G_FILE_TEST_EXISTS) && g_rename (from, to) != 0)
        {
          g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s cannot be renamed: %s", from,
                       g_strerror (errno));
          return NULL;
        }
    }
  return g_steal_pointer (&path);
}

/**
 * om_bench_store_prepare:
 * @n_memories: how many
 * @error: return location
 *
 * Builds the store if it is not there. One of an earlier build may have a side file that this one does
 * not take: it is written anew.
 */
gboolean
om_bench_store_prepare (guint    n_memories,
                        GError **error)
{
  g_autofree char *path = om_bench_store_ensure (n_memories, error);
  g_autoptr (OmEngine) engine = om_engine_new ();
  gboolean loaded;

  if (path == NULL)
    return FALSE;
  om_engine_set_clock (engine, om_bench_clock, NULL);
  loaded = om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, error) && om_engine_load (engine, NULL, error);
  om_engine_close (engine);
  return loaded;
}

/**
 * om_bench_store_new_path:
 *
 * Returns: (transfer full) (nullable): where a store of this process alone may be made
 */
char *
om_bench_store_new_path (GError **error)
{
  g_autofree char *folder = cache_folder (error);
  g_autofree char *name = g_strdup_printf ("work-%d.db", (int) getpid ());
  char *path;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, name, NULL);
  om_bench_store_remove (path);
  return path;
}

/* What was copied must not be written out while the next commit is timed. */
static void
sync_file (const char *path)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC, 0);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

/**
 * om_bench_store_copy:
 * @path: a store
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a copy to be changed, with its side file; take it away with
 *   om_bench_store_remove()
 */
char *
om_bench_store_copy (const char *path,
                     GError    **error)
{
  g_autofree char *copy = om_bench_store_new_path (error);

  if (copy == NULL)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from_path = g_strconcat (path, endings[i], NULL);
      g_autofree char *to_path = g_strconcat (copy, endings[i], NULL);
      g_autoptr (GFile) from = g_file_new_for_path (from_path);
      g_autoptr (GFile) to = g_file_new_for_path (to_path);

      if (!g_file_query_exists (from, NULL))
        continue;
      if (!g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error))
        return NULL;
      sync_file (to_path);
    }
  return g_steal_pointer (&copy);
}

/**
 * om_bench_store_remove:
 * @path: a store that is closed, or none
 */
void
om_bench_store_remove (const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *file = g_strconcat (path, endings[i], NULL);

      g_unlink (file);
    }
}
