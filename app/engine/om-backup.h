/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backups: whole copies of the store in a folder beside it, read back before they count. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/* Since the last one, for the next to be made by itself. */
#define OM_BACKUP_EVERY_MS ((gint64) 20 * 60 * 60 * 1000)

/**
 * OmBackup:
 * @name: (owned): of the file, by which it is named
 * @path: (owned): whole
 * @made_at: ms UTC
 * @entries: as its name says
 * @bytes: of the file
 */
typedef struct
{
  char   *name;
  char   *path;
  gint64  made_at;
  guint   entries;
  guint64 bytes;
} OmBackup;

/**
 * OmBackupFacts:
 * @entries: memories, without the bin
 * @binned: in the bin
 * @last_recorded: when the last entry was written down, ms UTC, 0 if there is none
 * @bytes: of the file
 * @whole: it was read from beginning to end, and is in order
 * @problem: (owned) (nullable): what is wrong with it
 */
typedef struct
{
  guint    entries;
  guint    binned;
  gint64   last_recorded;
  guint64  bytes;
  gboolean whole;
  char    *problem;
} OmBackupFacts;

/**
 * OmBackupReport:
 * @skipped: nothing was due
 * @path: (owned) (nullable): the new one
 * @entries: in it
 * @n_removed: older ones that went
 * @shrunk: it holds less than half of an earlier one: none went
 */
typedef struct
{
  gboolean skipped;
  char    *path;
  guint    entries;
  guint    n_removed;
  gboolean shrunk;
} OmBackupReport;

char           *om_backups_dup_folder    (const char           *store_path);
GPtrArray      *om_backups_list          (const char           *store_path);
OmBackup       *om_backups_find_good     (const char           *store_path,
                                          GCancellable         *cancellable);
OmBackup       *om_backup_copy           (const OmBackup       *self);
OmBackupFacts  *om_backup_look           (const char           *path,
                                          GCancellable         *cancellable,
                                          GError              **error);
gboolean        om_backup_restore        (const char           *path,
                                          const char           *store_path,
                                          gint64                now,
                                          char                **aside,
                                          GCancellable         *cancellable,
                                          GError              **error);
OmBackupReport *om_engine_back_up        (OmEngine             *self,
                                          gboolean              if_due,
                                          GCancellable         *cancellable,
                                          GError              **error);
void            om_engine_back_up_async  (OmEngine             *self,
                                          gboolean              if_due,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              data);
OmBackupReport *om_engine_back_up_finish (OmEngine             *self,
                                          GAsyncResult         *result,
                                          GError              **error);
void            om_backup_free           (OmBackup             *self);
void            om_backup_facts_free     (OmBackupFacts        *self);
void            om_backup_report_free    (OmBackupReport       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBackup, om_backup_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBackupFacts, om_backup_facts_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBackupReport, om_backup_report_free)

G_END_DECLS
