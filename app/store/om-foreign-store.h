/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmForeignStore: the SQLite file of another program, only ever read. Nothing that its schema says is
 * run: no triggers, no views, no functions of its own. Thread: the one that opened it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A longer text or number of bytes in one field is refused. */
#define OM_FOREIGN_MAX_FIELD (32 * 1024 * 1024)

/**
 * OmForeignValue:
 * @text: (not owned) (nullable): the field as text, %NULL for null; good until the next row
 * @length: its bytes; it may hold what is no UTF-8
 */
typedef struct
{
  const char *text;
  gsize       length;
} OmForeignValue;

typedef struct _OmForeignStore OmForeignStore;

/**
 * OmForeignRowFunc:
 * @values: as many as there were columns asked for; %NULL text for a column that the table has not
 *
 * Returns: %FALSE to stop, with @error set if that is a failure
 */
typedef gboolean (*OmForeignRowFunc) (const OmForeignValue *values,
                                      gpointer              data,
                                      GError              **error);

gboolean        om_foreign_store_is_sqlite  (const char          *path);
OmForeignStore *om_foreign_store_open       (const char          *path,
                                             GCancellable        *cancellable,
                                             GError             **error);
void            om_foreign_store_free       (OmForeignStore      *self);
gboolean        om_foreign_store_has_column (OmForeignStore      *self,
                                             const char          *table,
                                             const char          *column);
gboolean        om_foreign_store_read       (OmForeignStore      *self,
                                             const char          *table,
                                             const char *const   *columns,
                                             const char          *where,
                                             const char          *value,
                                             OmForeignRowFunc     func,
                                             gpointer             data,
                                             GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmForeignStore, om_foreign_store_free)

G_END_DECLS
