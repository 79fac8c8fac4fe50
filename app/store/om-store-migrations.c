/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema, step by step. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-migrations.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "store/om-store-backup.h"
#include "store/om-store-private.h"

#define SCHEMA_FOLDER "/org/openmemory/Desktop/data/schema/"

static void
migration_free (OmMigration *self)
{
  g_free (self->sql);
  g_free (self);
}

static int
compare_versions (gconstpointer a,
                  gconstpointer b)
{
  const OmMigration *x = *(OmMigration *const *) a;
  const OmMigration *y = *(OmMigration *const *) b;

  return x->version < y->version ? -1 : x->version > y->version;
}

/**
 * om_migrations_add:
 * @migrations: (element-type OmMigration): steps
 * @version: the schema's number once it has run
 * @sql: statements
 *
 * Adds a step and keeps them in order.
 */
void
om_migrations_add (GPtrArray  *migrations,
                   int         version,
                   const char *sql)
{
  OmMigration *migration = g_new0 (OmMigration, 1);

  migration->version = version;
  migration->sql = g_strdup (sql);
  g_ptr_array_add (migrations, migration);
  g_ptr_array_sort (migrations, compare_versions);
}

/**
 * om_migrations_load:
 * @error: return location
 *
 * Returns: (transfer full) (element-type OmMigration) (nullable): the program's own steps, in order
 */
GPtrArray *
om_migrations_load (GError **error)
{
  g_autoptr (GPtrArray) migrations =
      g_ptr_array_new_with_free_func ((GDestroyNotify) migration_free);
  g_auto (GStrv) names =
      g_resources_enumerate_children (SCHEMA_FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, error);

  if (names == NULL)
    return NULL;
  for (gsize i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (SCHEMA_FOLDER, names[i], NULL);
      g_autoptr (GBytes) sql = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
      g_autofree char *text = NULL;

      if (sql == NULL)
        return NULL;
      text = g_strndup (g_bytes_get_data (sql, NULL), g_bytes_get_size (sql));
      om_migrations_add (migrations, atoi (names[i]), text);
    }
  return g_steal_pointer (&migrations);
}

/** om_migrations_get_latest: the schema the steps lead to, 0 if there are none. */
int
om_migrations_get_latest (GPtrArray *migrations)
{
  return migrations->len == 0
             ? 0
             : ((OmMigration *) g_ptr_array_index (migrations, migrations->len - 1))->version;
}

static gboolean
read_version (OmStore *store,
              gint64  *version,
              GError **error)
{
  return om_store_get_int64 (store, "PRAGMA user_version", version, error);
}

/* One step, if no other process has made it in the meantime. The number is part of the
 * transaction. */
static gboolean
run_step (OmStore           *store,
          const OmMigration *migration,
          GError           **error)
{
  g_autofree char *mark = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d;",
                                           OM_STORE_APPLICATION_ID, migration->version);
  gint64 version;

  if (!om_store_begin (store, error))
    return FALSE;
  if (read_version (store, &version, error) &&
      (version >= migration->version ||
       (om_store_exec (store, migration->sql, error) && om_store_exec (store, mark, error))))
    return om_store_commit (store, error);
  om_store_rollback (store);
  return FALSE;
}

/* A name that is free: `memories.db.schema-1`, then `-2`, ... */
static char *
choose_backup_path (OmStore *store,
                    gint64   version)
{
  char *path = g_strdup_printf ("%s.schema-%" G_GINT64_FORMAT, om_store_get_path (store), version);

  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_free (path);
      path = g_strdup_printf ("%s.schema-%" G_GINT64_FORMAT "-%u", om_store_get_path (store),
                              version, i);
    }
  return path;
}

/**
 * om_migrations_run:
 * @store: a writer
 * @migrations: (element-type OmMigration): steps in order
 * @cancellable: (nullable): cancels between and inside steps
 * @error: return location
 *
 * Brings the schema up to date. A store that holds something is copied first, beside itself; the
 * copy stays once the steps have succeeded, and goes if one of them fails, for the store is then as
 * it was.
 *
 * Returns: %FALSE on error
 */
gboolean
om_migrations_run (OmStore      *store,
                   GPtrArray    *migrations,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autofree char *backup = NULL;
  gboolean has_run = FALSE;
  gint64 version;

  if (!read_version (store, &version, error))
    return FALSE;
  if (version >= om_migrations_get_latest (migrations))
    return TRUE;

  if (version > 0)
    {
      backup = choose_backup_path (store, version);
      if (!om_store_backup (store, backup, NULL, NULL, cancellable, error))
        {
          g_prefix_error (error, _("Before a change of its format the store is copied, and that"
                                 " failed. "));
          return FALSE;
        }
    }
  for (guint i = 0; i < migrations->len; i++)
    {
      const OmMigration *migration = g_ptr_array_index (migrations, i);

      if (migration->version <= version)
        continue;
      if (!run_step (store, migration, error))
        {
          if (backup != NULL && !has_run)
            g_unlink (backup);
          g_prefix_error (error,
                          _("Step %d of the store's format did not succeed, and the store"
                          " was left as it was. "),
                          migration->version);
          return FALSE;
        }
      has_run = TRUE;
    }
  return TRUE;
}
