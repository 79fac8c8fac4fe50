/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-fact-record.h"

/** om_fact_record_free: (transfer full) (nullable) */
void
om_fact_record_free (OmFactRecord *self)
{
  if (self == NULL)
    return;

  g_free (self->subject);
  g_free (self->predicate);
  g_free (self->value);
  g_free (self->memory_id);
  g_free (self->superseded_by);
  g_free (self->key);
  g_free (self->value_key);
  g_free (self);
}
