/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStore: one connection to the file that holds everything. All SQL of the program is in this
 * folder.
 *
 * Thread: a store belongs to whoever uses it at the moment; it may move between threads but is
 * never used by two at once. One WRITER a process (on the writer thread), a READER for each worker.
 *
 * Changes come in transactions. Every function that changes something joins the transaction that is
 * open, or makes one of its own. A function that fails before it has written (not found, invalid)
 * leaves the transaction usable; one that fails while writing (disk full, cancelled) spoils it:
 * om_store_commit() then fails and everything since om_store_begin() is undone. */
#pragma once

#include <gio/gio.h>

#include "memory/om-error.h"

G_BEGIN_DECLS

/* "OMem": tells our files from other people's SQLite databases. */
#define OM_STORE_APPLICATION_ID 0x4f4d656d

/** OmStoreMode: what a connection may do. */
typedef enum
{
  OM_STORE_READER, /* never writes; the file may lie on a read-only disk; it must exist */
  OM_STORE_WRITER,
} OmStoreMode;

/** OmStoreFlags: how it is opened. */
typedef enum
{
  OM_STORE_FLAGS_NONE = 0,
  OM_STORE_MUST_EXIST = 1 << 0, /* a missing file is %OM_ERROR_NOT_FOUND and nothing is created */
} OmStoreFlags;

/** OmStoreSync: what a commit waits for. */
typedef enum
{
  OM_STORE_SYNC_FULL, /* on the disk once it is committed (default): what a person writes */
  OM_STORE_SYNC_NORMAL, /* safe against a crash of the program; for reinforcement and bulk work */
} OmStoreSync;

typedef struct _OmStore OmStore;

OmStore    *om_store_open             (const char    *path,
                                       OmStoreMode    mode,
                                       OmStoreFlags   flags,
                                       GCancellable  *cancellable,
                                       GError       **error);
void        om_store_close            (OmStore       *self);
const char *om_store_get_path         (OmStore       *self);
gboolean    om_store_is_writer        (OmStore       *self);

/* Cancelling: while a cancellable is set every statement polls it; %NULL to take it away. */
void        om_store_set_cancellable  (OmStore       *self,
                                       GCancellable  *cancellable);
void        om_store_set_busy_timeout (OmStore       *self,
                                       guint          ms);
gboolean    om_store_set_sync         (OmStore       *self,
                                       OmStoreSync    sync,
                                       GError       **error);

/* Transactions. begin/commit nest: only the outermost pair reaches the file. On a READER a
 * transaction is a snapshot: everything read in it is of one moment. */
gboolean    om_store_begin            (OmStore       *self,
                                       GError       **error);
gboolean    om_store_begin_reading    (OmStore       *self,
                                       GError       **error);
gboolean    om_store_commit           (OmStore       *self,
                                       GError       **error);
void        om_store_rollback         (OmStore       *self);
gboolean    om_store_in_transaction   (OmStore       *self);

/* Revisions. Each writing transaction has one number, one higher than the last committed; every row
 * it changes carries it. om_store_next_revision() gives the number of the open transaction, -1 on
 * error. data_version changes when another connection has committed (cheap to ask). */
gint64      om_store_next_revision    (OmStore       *self,
                                       GError       **error);
gint64      om_store_get_revision     (OmStore       *self,
                                       GError       **error);
gint64      om_store_get_data_version (OmStore       *self);

/* Gives the write-ahead log back to the file; not inside a transaction. @truncate: leave it
 * empty. */
gboolean    om_store_checkpoint       (OmStore       *self,
                                       gboolean       truncate,
                                       GError       **error);
gboolean    om_store_tidy             (OmStore       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStore, om_store_close)

G_END_DECLS
