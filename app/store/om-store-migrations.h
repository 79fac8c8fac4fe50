/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema, step by step: numbered SQL files inside the program, each run once in one
 * transaction, after a verified copy of what was there. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmMigration:
 * @version: the schema's number once it has run
 * @sql: (owned): statements
 */
typedef struct
{
  int   version;
  char *sql;
} OmMigration;

GPtrArray *om_migrations_load       (GError       **error);
void       om_migrations_add        (GPtrArray     *migrations,
                                     int            version,
                                     const char    *sql);
int        om_migrations_get_latest (GPtrArray     *migrations);
gboolean   om_migrations_run        (OmStore       *store,
                                     GPtrArray     *migrations,
                                     GCancellable  *cancellable,
                                     GError       **error);

G_END_DECLS
