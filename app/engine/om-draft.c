/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be remembered, before the engine has analysed it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-draft.h"

#include <math.h>

/**
 * om_draft_new:
 * @content: (nullable): the text
 *
 * Returns: (transfer full): a draft that leaves everything else to the engine
 */
OmDraft *
om_draft_new (const char *content)
{
  OmDraft *self = g_new0 (OmDraft, 1);

  self->content = g_strdup (content);
  self->type = OM_MEMORY_TYPE_UNKNOWN;
  self->sector = OM_SECTOR_UNKNOWN;
  self->valence = NAN;
  self->arousal = NAN;
  self->context = OM_CONTEXT_UNKNOWN;
  self->origin = OM_ORIGIN_USER;
  self->dedup = OM_DEDUP_EXACT;
  return self;
}

/**
 * om_draft_copy:
 *
 * Returns: (transfer full): a copy that shares nothing with @self but the zone
 */
OmDraft *
om_draft_copy (const OmDraft *self)
{
  OmDraft *copy = g_new (OmDraft, 1);

  *copy = *self;
  copy->content = g_strdup (self->content);
  copy->title = g_strdup (self->title);
  copy->zone = self->zone != NULL ? g_time_zone_ref (self->zone) : NULL;
  copy->tags = g_strdupv (self->tags);
  copy->subject = g_strdup (self->subject);
  copy->predicate = g_strdup (self->predicate);
  copy->source = g_strdup (self->source);
  copy->source_key = g_strdup (self->source_key);
  copy->source_data = g_strdup (self->source_data);
  copy->links = g_strdupv (self->links);
  return copy;
}

/**
 * om_draft_free:
 * @self: (transfer full) (nullable): a draft
 */
void
om_draft_free (OmDraft *self)
{
  if (self == NULL)
    return;

  g_free (self->content);
  g_free (self->title);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_strfreev (self->tags);
  g_free (self->subject);
  g_free (self->predicate);
  g_free (self->source);
  g_free (self->source_key);
  g_free (self->source_data);
  g_strfreev (self->links);
  g_free (self);
}
