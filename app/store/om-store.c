/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStore: one connection: transactions, revisions, waiting, cancelling. How it is opened:
 * om-store-open.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store.h"

#include <glib/gi18n.h>

#include "store/om-store-blocks.h"
#include "store/om-store-error.h"
#include "store/om-store-held.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-tallies.h"
#include "store/om-store-tokenizer.h"
#include "store/om-store-words.h"

/* Steps of SQLite's machine between two looks at the cancellable: some tens of microseconds. */
#define PROGRESS_STEPS 2000

#define CACHE_KIB 2048
#define LOG_LIMIT_BYTES (16 * 1024 * 1024)

/* Pages of 4 KiB in the log from which om_store_tidy() gives it back, and from which a commit does so
 * itself because nobody else has. */
#define LOG_TIDY_PAGES 1000
#define LOG_MAX_PAGES 4000

/* What om_store_tidy() writes of the full text at once, in pages of it: about as much as ten entries have
 * caused, so that it keeps up with whoever writes one at a time. */
#define TIDY_MERGE_PAGES 32

static int
progress_cb (gpointer data)
{
  OmStore *self = data;

  return g_cancellable_is_cancelled (self->cancellable);
}

/* Waits as SQLite's own handler does, but hears a cancellable. */
static int
busy_cb (gpointer data,
         int      n_tries)
{
  static const guint8 delays_ms[] = { 1, 2, 5, 10, 15, 20, 25 };
  OmStore *self = data;
  guint delay = delays_ms[MIN ((gsize) n_tries, G_N_ELEMENTS (delays_ms) - 1)];
  gint64 now = g_get_monotonic_time ();

  if (n_tries == 0)
    self->busy_since = now;
  if (g_cancellable_is_cancelled (self->cancellable) ||
      now - self->busy_since + delay * 1000 > (gint64) self->busy_ms * 1000)
    return 0;
  sqlite3_sleep ((int) delay);
  return 1;
}

/* What the system said. SQLite remembers only what it said last, which is often about a file that it went
 * on to close; the file that could not be written remembers its own. */
static int
find_system_errno (OmStore *self,
                   int      rc)
{
  sqlite3_file *log = NULL;
  int code = 0;

  if ((rc & 0xff) != SQLITE_IOERR)
    return sqlite3_system_errno (self->db);
  if (sqlite3_file_control (self->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log != NULL &&
      log->pMethods != NULL && log->pMethods->xFileControl (log, SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK && code != 0)
    return code;
  if (sqlite3_file_control (self->db, "main", SQLITE_FCNTL_LAST_ERRNO, &code) == SQLITE_OK && code != 0)
    return code;
  return sqlite3_system_errno (self->db);
}

/**
 * om_store_fail:
 * @rc: what SQLite answered, not %SQLITE_OK
 *
 * Sets the error. In a writing transaction it spoils the transaction, for a half-made change must
 * not be committed.
 *
 * Returns: %FALSE
 */
gboolean
om_store_fail (OmStore *self,
               int      rc,
               GError **error)
{
  g_autoptr (GError) local = NULL;

  if (((rc & 0xff) == SQLITE_BUSY || (rc & 0xff) == SQLITE_LOCKED) &&
      g_cancellable_is_cancelled (self->cancellable))
    rc = SQLITE_INTERRUPT;
  om_store_set_error (&local, rc, find_system_errno (self, rc), self->path, sqlite3_errmsg (self->db));
  om_store_spoil (self, local);
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/**
 * om_store_spoil:
 * @why: an error
 *
 * The open transaction, if it is a writing one, can no longer be committed.
 */
void
om_store_spoil (OmStore      *self,
                const GError *why)
{
  if (self->depth > 0 && self->mode == OM_STORE_WRITER && self->spoilt == NULL)
    self->spoilt = g_error_copy (why);
}

/**
 * om_store_exec:
 * @sql: statements without parameters or rows
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_exec (OmStore    *self,
               const char *sql,
               GError    **error)
{
  int rc = sqlite3_exec (self->db, sql, NULL, NULL, NULL);

  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}

/**
 * om_store_get_int64:
 * @sql: a statement, a literal, that gives one number
 * @value: (out): the number, 0 if there was no row
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_get_int64 (OmStore    *self,
                    const char *sql,
                    gint64     *value,
                    GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *value = 0;
  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    *value = sqlite3_column_int64 (s.stmt, 0);
  return step != OM_STEP_ERROR;
}

/**
 * om_store_has_moved:
 *
 * Returns: %TRUE if under the name of its file lies another one by now, or none
 */
gboolean
om_store_has_moved (OmStore *self)
{
  int moved = 0;

  return sqlite3_file_control (self->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved;
}

static void
give_log_back (OmStore *self)
{
  /* The log beside another file is that one's. */
  if (om_store_has_moved (self))
    return;
  /* Without waiting for anybody. Should it fail, the log stays, and the next time comes. */
  sqlite3_wal_checkpoint_v2 (self->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  self->log_pages = 0;
}

/* After each commit. SQLite's own hook would let every hundredth one wait for the whole log to be written
 * into the file and to the disk. */
static int
committed_cb (gpointer    data,
              sqlite3    *db,
              const char *name,
              int         n_pages)
{
  OmStore *self = data;

  self->log_pages = (guint) n_pages;
  if (self->log_pages >= LOG_MAX_PAGES)
    give_log_back (self);
  return SQLITE_OK;
}

static gboolean
configure (OmStore *self,
           GError **error)
{
  g_autofree char *sizes =
      g_strdup_printf ("PRAGMA cache_size = -%d; PRAGMA journal_size_limit = %d;", CACHE_KIB,
                       LOG_LIMIT_BYTES);

  sqlite3_extended_result_codes (self->db, 1);
  sqlite3_busy_handler (self->db, busy_cb, self);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_wal_hook (self->db, committed_cb, self);
  return om_store_tokenizer_register (self, error) && om_store_word_count_register (self, error) &&
         om_store_exec (self,
                        "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA"
                        " temp_store = MEMORY;"
                        "PRAGMA synchronous = FULL;",
                        error) &&
         om_store_exec (self, sizes, error);
}

/**
 * om_store_connect:
 * @path: the file, which must exist
 * @mode: reader or writer
 * @immutable: it lies where nobody can write: no locks, no log
 * @busy_ms: how long to wait for other processes
 * @cancellable: (nullable): polled while connecting
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a connection that has read nothing yet
 */
OmStore *
om_store_connect (const char   *path,
                  OmStoreMode   mode,
                  gboolean      immutable,
                  guint         busy_ms,
                  GCancellable *cancellable,
                  GError      **error)
{
  OmStore *self = g_new0 (OmStore, 1);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);
  g_autofree char *name = g_strconcat (uri, immutable ? "?immutable=1" : "", NULL);
  int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  int rc;

  self->path = g_strdup (path);
  self->mode = mode;
  self->busy_ms = busy_ms;
  self->statements = om_statements_new ();
  flags |= mode == OM_STORE_WRITER ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
  rc = sqlite3_open_v2 (name, &self->db, flags, NULL);
  om_store_set_cancellable (self, cancellable);
  if (rc != SQLITE_OK)
    om_store_fail (self, rc, error);
  else
    {
      self->held = immutable ? 0 : om_store_held_add (absolute);
      if (configure (self, error))
        return self;
    }

  om_store_abandon (self);
  return NULL;
}

/**
 * om_store_close:
 * @self: (transfer full) (nullable): a store
 *
 * An open transaction is undone.
 */
void
om_store_close (OmStore *self)
{
  if (self == NULL)
    return;

  while (self->depth > 0)
    om_store_rollback (self);
  om_store_set_cancellable (self, NULL);
  om_statements_free (self->statements);
  sqlite3_close (self->db);
  om_store_held_remove (self->held);
  g_clear_error (&self->spoilt);
  g_free (self->path);
  g_free (self);
}

/**
 * om_store_abandon:
 * @self: (transfer full): a store that could not be opened
 *
 * Closes it without giving the log back to the file, so that both stay as they were found.
 */
void
om_store_abandon (OmStore *self)
{
  if (self->db != NULL)
    sqlite3_db_config (self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  om_store_close (self);
}

/** om_store_get_path: the file, absolute and without links. */
const char *
om_store_get_path (OmStore *self)
{
  return self->path;
}

/** om_store_is_writer: whether it may change anything. */
gboolean
om_store_is_writer (OmStore *self)
{
  return self->mode == OM_STORE_WRITER;
}

/**
 * om_store_set_cancellable:
 * @cancellable: (nullable): polled by every statement from now on
 *
 * A statement that is cancelled fails with %G_IO_ERROR_CANCELLED; one that was changing something
 * undoes the whole transaction.
 */
void
om_store_set_cancellable (OmStore      *self,
                          GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
  if (self->db != NULL)
    sqlite3_progress_handler (self->db, PROGRESS_STEPS, cancellable != NULL ? progress_cb : NULL,
                              self);
}

/** om_store_set_busy_timeout: how long to wait for other processes before %OM_ERROR_LOCKED, ms. */
void
om_store_set_busy_timeout (OmStore *self,
                           guint    ms)
{
  self->busy_ms = ms;
}

/**
 * om_store_set_sync:
 * @sync: what the commits from now on wait for
 *
 * Not inside a transaction.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_set_sync (OmStore    *self,
                   OmStoreSync sync,
                   GError    **error)
{
  g_return_val_if_fail (self->depth == 0, FALSE);

  return om_store_exec (self,
                        sync == OM_STORE_SYNC_FULL ? "PRAGMA synchronous = FULL"
                                                   : "PRAGMA synchronous = NORMAL",
                        error);
}

static gboolean
read_revision (OmStore *self,
               gint64  *revision,
               GError **error)
{
  return om_store_get_int64 (self, "SELECT value FROM meta WHERE key = 'revision'", revision,
                             error);
}

/**
 * om_store_begin:
 *
 * A writer waits for other writers up to the busy time and then has the store to itself; a reader
 * sees the store from now on as it is at this moment.
 *
 * Returns: %FALSE on error; there is then nothing to commit or roll back
 */
gboolean
om_store_begin (OmStore *self,
                GError **error)
{
  if (self->depth == 0)
    {
      if (self->mode == OM_STORE_READER)
        return om_store_begin_reading (self, error);
      self->revision = 0;
      if (!om_store_exec (self, "BEGIN IMMEDIATE", error))
        return FALSE;
    }
  self->depth++;
  return TRUE;
}

/**
 * om_store_begin_reading:
 *
 * Begins a transaction that only reads, on a writer too, which then waits for no other writer. Everything
 * is of this moment until om_store_rollback(); nothing may be changed before it.
 *
 * Returns: %FALSE on error; there is then nothing to roll back
 */
gboolean
om_store_begin_reading (OmStore *self,
                        GError **error)
{
  gint64 revision;

  g_return_val_if_fail (self->depth == 0, FALSE);

  self->revision = 0;
  if (!om_store_exec (self, "BEGIN", error))
    return FALSE;
  /* A plain BEGIN does not look yet; the first read fixes the moment. */
  if (!read_revision (self, &revision, error))
    {
      om_store_exec (self, "ROLLBACK", NULL);
      return FALSE;
    }
  self->depth = 1;
  self->reading = TRUE;
  return TRUE;
}

/* Ends the outermost transaction in the file. SQLite may have undone it already. */
static void
undo (OmStore *self)
{
  om_store_blobs_close (self);
  self->reading = FALSE;
  if (!sqlite3_get_autocommit (self->db))
    {
      sqlite3_progress_handler (self->db, 0, NULL, NULL);
      sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);
      om_store_set_cancellable (self, self->cancellable);
    }
  self->revision = 0;
  /* What it noted of languages is undone, too: look again. */
  self->languages_searched = 0;
  g_clear_error (&self->spoilt);
}

/* With a log SQLite goes on writing into a file that somebody has deleted or moved away, and what
 * is written there is gone when it is closed. */
static gboolean
check_in_place (OmStore *self,
                GError **error)
{
  return self->mode != OM_STORE_WRITER || !om_store_has_moved (self) ||
         om_store_fail (self, SQLITE_READONLY_DBMOVED, error);
}

/**
 * om_store_commit:
 *
 * Returns: %FALSE if the transaction could not be written, now or earlier; it is then undone
 */
gboolean
om_store_commit (OmStore *self,
                 GError **error)
{
  g_return_val_if_fail (self->depth > 0, FALSE);

  if (self->depth > 1)
    {
      self->depth--;
      return TRUE;
    }

  om_store_blobs_close (self);
  if (self->spoilt == NULL && check_in_place (self, error) && om_store_exec (self, "COMMIT", error))
    {
      self->depth = 0;
      self->reading = FALSE;
      self->revision = 0;
      return TRUE;
    }
  if (self->spoilt != NULL && error != NULL && *error == NULL)
    *error = g_error_copy (self->spoilt);
  self->depth = 0;
  undo (self);
  return FALSE;
}

/**
 * om_store_rollback:
 *
 * Undoes everything since the outermost om_store_begin(); called inside, it makes the outer commit
 * fail.
 */
void
om_store_rollback (OmStore *self)
{
  g_return_if_fail (self->depth > 0);

  if (self->depth > 1)
    {
      g_autoptr (GError) why =
          g_error_new_literal (OM_ERROR, OM_ERROR_FAILED,
                                     _("The change was given up and nothing of it was kept."));

      om_store_spoil (self, why);
      self->depth--;
      return;
    }
  self->depth = 0;
  undo (self);
}

/** om_store_in_transaction: whether begin has been called more often than commit and rollback. */
gboolean
om_store_in_transaction (OmStore *self)
{
  return self->depth > 0;
}

/**
 * om_store_change_begin:
 *
 * What every function that changes something starts with.
 *
 * Returns: %FALSE if nothing can be changed
 */
gboolean
om_store_change_begin (OmStore *self,
                       GError **error)
{
  g_return_val_if_fail (self->mode != OM_STORE_WRITER || !self->reading, FALSE);

  if (self->mode != OM_STORE_WRITER)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_READ_ONLY,
                   _("%s is open for reading only. Open it for writing to change it."), self->path);
      return FALSE;
    }
  if (self->spoilt != NULL)
    {
      g_propagate_error (error, g_error_copy (self->spoilt));
      return FALSE;
    }
  return om_store_begin (self, error);
}

/**
 * om_store_change_end:
 * @ok: whether the change was made
 *
 * What it ends with. A change that failed before it wrote anything leaves the transaction around it
 * usable; one of its own is undone.
 *
 * Returns: %TRUE if the change was made and, if it was a transaction of its own, committed
 */
gboolean
om_store_change_end (OmStore *self,
                     gboolean ok,
                     GError **error)
{
  if (ok)
    return om_store_commit (self, error);
  if (self->depth > 1)
    self->depth--;
  else
    om_store_rollback (self);
  return FALSE;
}

/**
 * om_store_next_revision:
 *
 * Only inside a writing transaction. The first call of a transaction takes the number, the others
 * give the same.
 *
 * Returns: the number all changes of the open transaction carry, -1 on error
 */
gint64
om_store_next_revision (OmStore *self,
                        GError **error)
{
  gint64 revision;

  g_return_val_if_fail (self->depth > 0 && self->mode == OM_STORE_WRITER, -1);

  if (self->revision == 0)
    {
      g_auto (OmStatement) s = { 0 };

      if (!read_revision (self, &revision, error) ||
          !om_statement_open (&s, self, "UPDATE meta SET value = ? WHERE key = 'revision'", error))
        return -1;
      om_statement_add_int (&s, revision + 1);
      if (!om_statement_run (&s, error))
        return -1;
      self->revision = revision + 1;
    }
  return self->revision;
}

/**
 * om_store_get_revision:
 *
 * Returns: the number of the last transaction that changed something, -1 on error
 */
gint64
om_store_get_revision (OmStore *self,
                       GError **error)
{
  gint64 revision;

  return read_revision (self, &revision, error) ? revision : -1;
}

/**
 * om_store_get_data_version:
 *
 * Returns: a number that differs from the last answer if another connection has committed since
 */
gint64
om_store_get_data_version (OmStore *self)
{
  gint64 version;

  return om_store_get_int64 (self, "PRAGMA data_version", &version, NULL) ? version : -1;
}

/**
 * om_store_checkpoint:
 * @truncate: %TRUE: wait for the readers and leave the log empty
 *
 * Returns: %FALSE on error; %OM_ERROR_LOCKED if readers did not let go in time
 */
gboolean
om_store_checkpoint (OmStore *self,
                     gboolean truncate,
                     GError **error)
{
  int rc;

  g_return_val_if_fail (self->depth == 0, FALSE);

  /* The log beside another file is that one's. */
  if (om_store_has_moved (self))
    return om_store_fail (self, SQLITE_READONLY_DBMOVED, error);
  rc = sqlite3_wal_checkpoint_v2 (self->db, NULL,
                                  truncate ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
                                  NULL, NULL);
  if (rc == SQLITE_OK || (!truncate && (rc & 0xff) == SQLITE_BUSY))
    return TRUE;
  return om_store_fail (self, rc, error);
}

/* It is no loss if it fails: what is scattered is found all the same. No commit waits for the disk. */
static gboolean
gather_words (OmStore *self)
{
  gboolean more = FALSE;

  if (self->words_scattered && om_store_set_sync (self, OM_STORE_SYNC_NORMAL, NULL))
    {
      om_store_words_merge (self, TIDY_MERGE_PAGES, &more, NULL);
      om_store_set_sync (self, OM_STORE_SYNC_FULL, NULL);
    }
  self->words_scattered = more;
  return more;
}

/**
 * om_store_tidy:
 *
 * Does what each change leaves to be done, a step of some thousandths of a second: puts pieces of the full
 * text together, and gives the log back to the file if it has grown, which takes some hundredths. For a
 * moment at which nobody waits, outside a transaction, on a connection that writes in full.
 *
 * Returns: %TRUE if there is more to be done
 */
gboolean
om_store_tidy (OmStore *self)
{
  gboolean more;

  g_return_val_if_fail (self->depth == 0, FALSE);

  more = gather_words (self);
  if (self->log_pages >= LOG_TIDY_PAGES)
    give_log_back (self);
  return more;
}
