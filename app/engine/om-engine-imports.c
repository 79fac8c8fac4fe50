/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine about imports of the past. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-engine-private.h"
#include "store/om-store-imports.h"

static gpointer
list_imports (OmEngine     *self,
              OmStore      *store,
              gpointer      args,
              GCancellable *cancellable,
              GError      **error)
{
  return om_store_imports_list (store, *(const gint64 *) args, error);
}

/**
 * om_engine_list_imports:
 * @id: number of an import, or 0 for the newest hundred
 *
 * Returns: (transfer full) (element-type OmPastImport) (nullable): imports with their reports, the
 *   newest first; none if there is no import of that number
 */
GPtrArray *
om_engine_list_imports (OmEngine     *self,
                        gint64        id,
                        GCancellable *cancellable,
                        GError      **error)
{
  return om_engine_read (self, list_imports, &id, cancellable, error);
}

/** om_engine_list_imports_async: the same without blocking. */
void
om_engine_list_imports_async (OmEngine            *self,
                              gint64               id,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_read_async (self, list_imports, g_memdup2 (&id, sizeof id), g_free,
                        (GDestroyNotify) g_ptr_array_unref, om_engine_list_imports_async, cancellable,
                        callback, data);
}

/** om_engine_list_imports_finish: (transfer full) (element-type OmPastImport) (nullable) */
GPtrArray *
om_engine_list_imports_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_list_imports_async, error);
}
