/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes backups, thins them, and puts one in the store's place. A name says when it was made and how much
 * it holds: `memories-20240531T070500Z-2314.db`. The files of their memories lie in `memories-files`. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-backup.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "engine/om-backup-plan.h"
#include "engine/om-engine-private.h"
#include "store/om-store-backup.h"
#include "store/om-store-copies.h"
#include "store/om-store-files.h"
#include "store/om-store-open.h"

/* A copy that was being made so long ago is made no more. */
#define LEFTOVER_SECONDS (24 * 60 * 60)

/** om_backup_free: @self: (transfer full) (nullable) */
void
om_backup_free (OmBackup *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->path);
  g_free (self);
}

/** om_backup_copy: (transfer full): @self again */
OmBackup *
om_backup_copy (const OmBackup *self)
{
  OmBackup *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->path = g_strdup (self->path);
  return copy;
}

/** om_backup_facts_free: @self: (transfer full) (nullable) */
void
om_backup_facts_free (OmBackupFacts *self)
{
  if (self == NULL)
    return;

  g_free (self->problem);
  g_free (self);
}

/** om_backup_report_free: @self: (transfer full) (nullable) */
void
om_backup_report_free (OmBackupReport *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self);
}

/* By whatever name the store goes, it is one journal with one set of backups. */
static char *
dup_real_path (const char *store_path)
{
  char *real = om_store_dup_real_path (store_path, NULL);

  return real != NULL ? real : g_strdup (store_path);
}

/** om_backups_dup_folder: (transfer full): where the backups of a store lie */
char *
om_backups_dup_folder (const char *store_path)
{
  g_autofree char *real = dup_real_path (store_path);
  g_autofree char *folder = g_path_get_dirname (real);

  return g_build_filename (folder, "backups", NULL);
}

/* `memories` of memories.db: several stores may lie in one folder. */
static char *
dup_stem (const char *store_path)
{
  g_autofree char *real = dup_real_path (store_path);
  char *base = g_path_get_basename (real);

  if (g_str_has_suffix (base, ".db"))
    base[strlen (base) - 3] = '\0';
  return base;
}

/* Files of memories, shared by all backups of a store and with the store itself: they take no room of their
 * own while the store has them. */
static char *
dup_files_folder (const char *folder,
                  const char *store_path)
{
  g_autofree char *stem = dup_stem (store_path);
  g_autofree char *name = g_strconcat (stem, "-files", NULL);

  return g_build_filename (folder, name, NULL);
}

static char *
format_stamp (gint64 ms)
{
  gint64 day = ms / OM_MS_PER_DAY;
  gint64 rest = ms % OM_MS_PER_DAY / 1000;
  int year;
  int month;
  int mday;

  om_date_from_day_number ((gint32) day, &year, &month, &mday);
  return g_strdup_printf ("%04d%02d%02dT%02d%02d%02dZ", year, month, mday, (int) (rest / 3600), (int) (rest / 60 % 60),
                          (int) (rest % 60));
}

static OmBackup *
parse_name (const char *folder,
            const char *stem,
            const char *name)
{
  const char *p = name + strlen (stem);
  int year;
  int month;
  int day;
  int hour;
  int minute;
  int second;
  guint entries;
  int end = 0;
  GStatBuf status;
  OmBackup *self;

  if (!g_str_has_prefix (name, stem) ||
      sscanf (p, "-%4d%2d%2dT%2d%2d%2dZ-%u.db%n", &year, &month, &day, &hour, &minute, &second, &entries, &end) != 7 ||
      end == 0 || p[end] != '\0' || !om_date_is_valid (year, month, day))
    return NULL;
  self = g_new0 (OmBackup, 1);
  self->name = g_strdup (name);
  self->path = g_build_filename (folder, name, NULL);
  self->made_at = om_date_to_day_number (year, month, day) * OM_MS_PER_DAY + ((hour * 60 + minute) * 60 + second) * 1000;
  self->entries = entries;
  if (g_stat (self->path, &status) == 0)
    self->bytes = (guint64) status.st_size;
  return self;
}

static int
compare_backups (gconstpointer a,
                 gconstpointer b)
{
  const OmBackup *x = *(OmBackup *const *) a;
  const OmBackup *y = *(OmBackup *const *) b;

  if (x->made_at != y->made_at)
    return x->made_at > y->made_at ? -1 : 1;
  return strcmp (y->name, x->name);
}

/**
 * om_backups_list:
 * @store_path: a store, which need not be there
 *
 * By their names and sizes alone; blocks for as long as reading a folder takes.
 *
 * Returns: (transfer full) (element-type OmBackup): the newest first
 */
GPtrArray *
om_backups_list (const char *store_path)
{
  g_autofree char *folder = om_backups_dup_folder (store_path);
  g_autofree char *stem = dup_stem (store_path);
  GPtrArray *backups = g_ptr_array_new_with_free_func ((GDestroyNotify) om_backup_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      OmBackup *backup = parse_name (folder, stem, name);

      if (backup != NULL)
        g_ptr_array_add (backups, backup);
    }
  g_ptr_array_sort (backups, compare_backups);
  return backups;
}

/**
 * om_backup_look:
 * @path: a backup
 * @error: return location, for what is no file or was cancelled
 *
 * Reads it from beginning to end; blocks.
 *
 * Returns: (transfer full) (nullable): what it holds, and whether it is in order
 */
OmBackupFacts *
om_backup_look (const char   *path,
                GCancellable *cancellable,
                GError      **error)
{
  g_autoptr (OmBackupFacts) facts = g_new0 (OmBackupFacts, 1);
  g_autoptr (GError) local = NULL;
  OmStoreCopy copy;

  facts->whole = om_store_copy_look (path, TRUE, &copy, cancellable, &local);
  if (!facts->whole && (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
                        g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND)))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  facts->entries = copy.entries;
  facts->binned = copy.binned;
  facts->last_recorded = copy.last_recorded;
  facts->bytes = copy.bytes;
  facts->problem = local != NULL ? g_strdup (local->message) : NULL;
  return g_steal_pointer (&facts);
}

/* They are there before a row speaks of them. Of what is no backup the restoring itself says so. */
static gboolean
bring_files_back (const char   *path,
                  const char   *store_path,
                  GCancellable *cancellable,
                  GError      **error)
{
  g_autoptr (GHashTable) files = om_store_copy_list_files (path, cancellable, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *of_backups = dup_files_folder (folder, store_path);
  g_autofree char *of_itself = om_store_files_dup_folder (path);
  g_autofree char *to = om_store_files_dup_folder (store_path);

  /* A store that was put aside has its own. */
  if (files == NULL)
    return TRUE;
  return om_store_files_share (of_backups, to, files, cancellable, error) &&
         om_store_files_share (of_itself, to, files, cancellable, error);
}

/* What lies aside can be opened as well, with its files. If they cannot be shared they are still where they
 * were, until the restored journal's bin is emptied. */
static void
leave_files_aside (const char *store_path,
                   const char *aside)
{
  g_autoptr (GHashTable) files = om_store_copy_list_files (aside, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *from = om_store_files_dup_folder (store_path);
  g_autofree char *to = om_store_files_dup_folder (aside);

  if (!om_store_files_share (from, to, files, NULL, &error))
    g_message ("The files of %s lie in %s: %s", aside, from, error->message);
}

/**
 * om_backups_find_good:
 * @store_path: a store, which may be damaged
 *
 * Reads backups from beginning to end, the newest first, until one is in order; blocks.
 *
 * Returns: (transfer full) (nullable): the newest one that is
 */
OmBackup *
om_backups_find_good (const char   *store_path,
                      GCancellable *cancellable)
{
  g_autoptr (GPtrArray) backups = om_backups_list (store_path);

  for (guint i = 0; i < backups->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const OmBackup *backup = g_ptr_array_index (backups, i);
      g_autoptr (OmBackupFacts) facts = om_backup_look (backup->path, cancellable, NULL);

      if (facts != NULL && facts->whole)
        return om_backup_copy (backup);
    }
  return NULL;
}

/**
 * om_backup_restore:
 * @path: a backup
 * @store_path: the store, or a link to it, which is followed; no engine of this process has it open
 * @aside: (out) (transfer full) (nullable): where the present store lies from now on
 * @error: return location; %OM_ERROR_LOCKED if another program has it open
 *
 * Pictures and files come back as well. Blocks.
 *
 * Returns: %FALSE if the store is as it was
 */
gboolean
om_backup_restore (const char   *path,
                   const char   *store_path,
                   gint64        now,
                   char        **aside,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autofree char *real = om_store_dup_real_path (store_path, error);
  g_autofree char *base = real != NULL ? g_path_get_basename (real) : NULL;
  g_autofree char *stamp = format_stamp (now);
  g_autofree char *name = g_strdup_printf ("%s.before-restore-%s", base, stamp);

  *aside = NULL;
  if (real == NULL || !bring_files_back (path, real, cancellable, error) ||
      !om_store_copy_restore (path, real, name, aside, cancellable, error))
    return FALSE;
  if (*aside != NULL)
    leave_files_aside (real, *aside);
  return TRUE;
}

/* Making ---------------------------------------------------------------------------------------- */

/* What a process left that was killed while it made one. */
static void
remove_leftovers (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (g_str_has_suffix (name, ".part") && g_stat (path, &status) == 0 && now - status.st_mtime > LEFTOVER_SECONDS)
        g_unlink (path);
    }
}

/* What no backup has any more goes, unless one cannot be read. */
static void
thin_files (const char *store_path)
{
  g_autoptr (GPtrArray) backups = om_backups_list (store_path);
  g_autofree char *folder = om_backups_dup_folder (store_path);
  g_autofree char *files = dup_files_folder (folder, store_path);
  g_autoptr (GHashTable) needed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < backups->len; i++)
    {
      g_autoptr (GHashTable) some = om_store_copy_list_files (((OmBackup *) g_ptr_array_index (backups, i))->path, NULL, NULL);
      GHashTableIter iter;
      gpointer hash;

      if (some == NULL)
        return;
      g_hash_table_iter_init (&iter, some);
      while (g_hash_table_iter_next (&iter, &hash, NULL))
        g_hash_table_add (needed, g_strdup (hash));
    }
  om_store_files_sweep (files, needed);
}

/* Only names of ours are ever removed. */
static guint
thin (const char *store_path,
      gboolean   *shrunk)
{
  g_autoptr (GPtrArray) backups = om_backups_list (store_path);
  g_autofree OmBackupMark *marks = g_new0 (OmBackupMark, backups->len + 1);
  g_autofree gboolean *keep = g_new0 (gboolean, backups->len + 1);
  guint n_removed = 0;

  for (guint i = 0; i < backups->len; i++)
    {
      const OmBackup *backup = g_ptr_array_index (backups, i);

      marks[i] = (OmBackupMark){ backup->made_at, backup->entries };
    }
  *shrunk = om_backup_plan_shrunk (marks, backups->len);
  om_backup_plan_thin (marks, backups->len, keep);
  for (guint i = 0; i < backups->len; i++)
    n_removed += !keep[i] && g_unlink (((OmBackup *) g_ptr_array_index (backups, i))->path) == 0;
  if (n_removed > 0)
    thin_files (store_path);
  return n_removed;
}

/* A day has passed, and something was written since. */
static gboolean
is_due (const char *store_path,
        OmStore    *store,
        gint64      now,
        GError    **error)
{
  g_autoptr (GPtrArray) backups = om_backups_list (store_path);
  const OmBackup *newest = backups->len > 0 ? g_ptr_array_index (backups, 0) : NULL;
  gint64 revision = om_store_get_revision (store, error);
  OmStoreCopy copy;

  if (revision <= 0)
    return FALSE;
  if (newest == NULL || now < newest->made_at)
    return TRUE;
  if (now - newest->made_at < OM_BACKUP_EVERY_MS)
    return FALSE;
  return !om_store_copy_look (newest->path, FALSE, &copy, NULL, NULL) || copy.revision != revision;
}

static gboolean
share_files (const char   *store_path,
             const char   *copy,
             GCancellable *cancellable,
             GError      **error)
{
  g_autoptr (GHashTable) files = om_store_copy_list_files (copy, cancellable, error);
  g_autofree char *folder = om_backups_dup_folder (store_path);
  g_autofree char *from = om_store_files_dup_folder (store_path);
  g_autofree char *to = dup_files_folder (folder, store_path);

  return files != NULL && om_store_files_share (from, to, files, cancellable, error);
}

static OmBackupReport *
make (const char   *store_path,
      OmStore      *store,
      gint64        now,
      GCancellable *cancellable,
      GError      **error)
{
  g_autoptr (OmBackupReport) report = g_new0 (OmBackupReport, 1);
  g_autofree char *folder = om_backups_dup_folder (store_path);
  g_autofree char *stem = dup_stem (store_path);
  g_autofree char *stamp = format_stamp (now);
  g_autofree char *first_name = g_strdup_printf (".%s-%s.%08x.copy.part", stem, stamp, g_random_int ());
  g_autofree char *first = g_build_filename (folder, first_name, NULL);
  g_autofree char *name = NULL;
  OmStoreCopy copy;

  remove_leftovers (folder);
  /* How much it holds is asked of the copy itself, and then stands in its name. */
  if (!om_store_backup (store, first, NULL, NULL, cancellable, error))
    return NULL;
  if (!om_store_copy_look (first, FALSE, &copy, cancellable, error) || !share_files (store_path, first, cancellable, error))
    {
      g_unlink (first);
      return NULL;
    }
  name = g_strdup_printf ("%s-%s-%u.db", stem, stamp, copy.entries);
  report->path = g_build_filename (folder, name, NULL);
  report->entries = copy.entries;
  if (g_rename (first, report->path) != 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("The backup cannot be named %s."), report->path);
      g_unlink (first);
      return NULL;
    }
  report->n_removed = thin (store_path, &report->shrunk);
  return g_steal_pointer (&report);
}

static gpointer
back_up (OmEngine     *self,
         OmStore      *store,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  gboolean if_due = *(gboolean *) data;
  g_autoptr (GError) local = NULL;
  OmBackupReport *report;

  if (if_due && !is_due (self->path, store, om_engine_now (self), &local))
    {
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
      report = g_new0 (OmBackupReport, 1);
      report->skipped = TRUE;
      return report;
    }
  return make (self->path, store, om_engine_now (self), cancellable, error);
}

/**
 * om_engine_back_up:
 * @if_due: only if the last one is a day old and something was written since
 * @error: return location
 *
 * Copies the store as it is at this moment, reads the copy from beginning to end, gives it its name and
 * removes what is too many. A store that is damaged gives no copy, and then nothing is removed either.
 *
 * Returns: (transfer full) (nullable): what was done
 */
OmBackupReport *
om_engine_back_up (OmEngine     *self,
                   gboolean      if_due,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, back_up, &if_due, cancellable, error);
}

/** om_engine_back_up_async: the same without blocking. */
void
om_engine_back_up_async (OmEngine           *self,
                         gboolean            if_due,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            data)
{
  om_engine_read_async (self, back_up, g_memdup2 (&if_due, sizeof if_due), g_free, (GDestroyNotify) om_backup_report_free,
                        om_engine_back_up_async, cancellable, callback, data);
}

/** om_engine_back_up_finish: (transfer full) (nullable) */
OmBackupReport *
om_engine_back_up_finish (OmEngine     *self,
                          GAsyncResult *result,
                          GError      **error)
{
  return om_engine_finish (self, result, om_engine_back_up_async, error);
}
