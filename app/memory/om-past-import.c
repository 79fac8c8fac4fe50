/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of an import for later reading. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-past-import.h"

/**
 * om_past_import_free:
 * @self: (transfer full) (nullable): a record
 */
void
om_past_import_free (OmPastImport *self)
{
  if (self == NULL)
    return;

  g_free (self->format);
  g_free (self->file_name);
  g_free (self->report);
  g_free (self);
}
