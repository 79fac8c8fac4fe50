/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening with everything that can be chosen: for om_store_open() and for tests. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

#define OM_STORE_BUSY_MS 10000

/**
 * OmStoreOptions:
 * @mode: reader or writer
 * @flags: how
 * @busy_ms: how long to wait for other processes, ms
 * @migrations: (nullable) (not owned) (element-type OmMigration): steps of the schema, the
 *   program's own if %NULL
 */
typedef struct
{
  OmStoreMode  mode;
  OmStoreFlags flags;
  guint        busy_ms;
  GPtrArray   *migrations;
} OmStoreOptions;

char    *om_store_dup_real_path (const char           *path,
                                GError              **error);
OmStore *om_store_open_full (const char            *path,
                             const OmStoreOptions  *options,
                             GCancellable          *cancellable,
                             GError               **error);

G_END_DECLS
