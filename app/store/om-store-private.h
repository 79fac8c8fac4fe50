/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of this folder share about a connection; nobody outside includes it. */
#pragma once

#include <sqlite3.h>

#include "memory/om-enums.h"
#include "store/om-store.h"

G_BEGIN_DECLS

#define OM_STORE_N_ARENAS (OM_SECTOR_MEAN + 1)

/** OmStoreBlob: a vector block that is open for reading and writing in place. */
typedef struct
{
  sqlite3_blob *blob; /* (owned) (nullable) */
  gint64        block;
} OmStoreBlob;

struct _OmStore
{
  sqlite3      *db;          /* (owned) (nullable): NULL only while opening */
  char         *path;        /* (owned) */
  OmStoreMode   mode;
  guint         held;        /* number by which this process knows that it is open, 0 if it has no locks */
  GHashTable   *statements;  /* (owned) (element-type sql CachedStatement): prepared once */
  GCancellable *cancellable; /* (owned) (nullable) */
  guint         busy_ms;
  gint64        busy_since;  /* monotonic time of the first try of the present wait */
  guint         depth;       /* of begin/commit */
  gboolean      reading;     /* the open transaction only reads, also on a writer */
  gint64        revision;    /* of the open transaction, 0 while it has changed nothing */
  guint         log_pages;   /* in the log after the last commit, 0 after a checkpoint */
  GError       *spoilt;      /* (owned) (nullable): why the open transaction cannot be committed */
  OmStoreBlob   blobs[OM_STORE_N_ARENAS]; /* (owned): the one used last, by sector */
  guint         languages_seen;     /* bits of languages indexed through this connection */
  gboolean      words_scattered;    /* the full text has been written to since its pieces were last all merged */
  guint         languages_searched; /* bits of those a query word is stemmed in */
};

gboolean om_store_fail            (OmStore     *self,
                                   int          rc,
                                   GError     **error);
void     om_store_spoil           (OmStore     *self,
                                   const GError *why);
gboolean om_store_change_begin    (OmStore     *self,
                                   GError     **error);
gboolean om_store_change_end      (OmStore     *self,
                                   gboolean     ok,
                                   GError     **error);
gboolean om_store_exec            (OmStore     *self,
                                   const char  *sql,
                                   GError     **error);
gboolean om_store_get_int64       (OmStore     *self,
                                   const char  *sql,
                                   gint64      *value,
                                   GError     **error);

/* Of single files, for the others. */
gboolean om_store_stamp           (OmStore     *self,
                                   gint64       row,
                                   GError     **error);
gboolean om_store_tags_write      (OmStore     *self,
                                   gint64       row,
                                   char       **tags,
                                   GError     **error);
gboolean om_store_tags_drop_unused (OmStore    *self,
                                   GError     **error);
gboolean om_store_check_text      (const char  *text,
                                   const char  *what,
                                   GError     **error);
gboolean om_store_check_row       (OmStore     *self,
                                   gint64       row,
                                   GError     **error);

/* One connection without any schema: om-store-open.c and om-store-backup.c build on it. */
OmStore *om_store_connect         (const char  *path,
                                   OmStoreMode  mode,
                                   gboolean     immutable,
                                   guint        busy_ms,
                                   GCancellable *cancellable,
                                   GError     **error);

/* Takes no note of the file on closing: after a failed opening not a byte changes. */
void     om_store_abandon         (OmStore     *self);
gboolean om_store_has_moved       (OmStore     *self);
void     om_store_sync_folder     (const char  *folder);

G_END_DECLS
