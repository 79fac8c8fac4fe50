/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose file is it, and of which schema? Read from the bytes, log included, without SQLite, which
 * would make files beside it or move the log: what is not ours must stay as it is to the byte. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmStoreHeader:
 * @exists: there is something at the path
 * @is_empty: no bytes, or an SQLite file without a single table: as good as new
 * @is_sqlite: it is an SQLite file
 * @is_truncated: shorter than it says it is
 * @has_log: a write-ahead log lies beside it
 * @application_id: which program's
 * @schema_version: `user_version`
 */
typedef struct
{
  gboolean exists;
  gboolean is_empty;
  gboolean is_sqlite;
  gboolean is_truncated;
  gboolean has_log;
  guint32  application_id;
  gint32   schema_version;
} OmStoreHeader;

gboolean om_store_header_read (const char     *path,
                               OmStoreHeader  *header,
                               GError        **error);

G_END_DECLS
