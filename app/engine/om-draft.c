/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be remembered, before the engine has analysed it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-draft.h"

#include <math.h>

static void
free_attachment (gpointer data)
{
  OmDraftAttachment *attachment = data;

  g_free (attachment->name);
  g_free (attachment->type);
  g_clear_pointer (&attachment->bytes, g_bytes_unref);
  g_free (attachment->path);
  g_free (attachment);
}

static gpointer
copy_attachment (gconstpointer source,
                 gpointer      data)
{
  const OmDraftAttachment *attachment = source;
  OmDraftAttachment *copy = g_new0 (OmDraftAttachment, 1);

  copy->name = g_strdup (attachment->name);
  copy->type = g_strdup (attachment->type);
  copy->bytes = attachment->bytes != NULL ? g_bytes_ref (attachment->bytes) : NULL;
  copy->path = g_strdup (attachment->path);
  return copy;
}

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
  self->salience = NAN;
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
  copy->attachments = self->attachments != NULL ? g_ptr_array_copy (self->attachments, copy_attachment, NULL) : NULL;
  if (copy->attachments != NULL)
    g_ptr_array_set_free_func (copy->attachments, free_attachment);
  if (self->link_weights != NULL)
    copy->link_weights = g_memdup2 (self->link_weights,
                                    g_strv_length (self->links) * sizeof *self->link_weights);
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
  g_clear_pointer (&self->attachments, g_ptr_array_unref);
  g_free (self->link_weights);
  g_free (self);
}

static OmDraftAttachment *
add (OmDraft    *self,
     const char *name,
     const char *type)
{
  OmDraftAttachment *attachment = g_new0 (OmDraftAttachment, 1);

  attachment->name = g_strdup (name);
  attachment->type = g_strdup (type);
  if (self->attachments == NULL)
    self->attachments = g_ptr_array_new_with_free_func (free_attachment);
  g_ptr_array_add (self->attachments, attachment);
  return attachment;
}

/**
 * om_draft_add_attachment:
 * @name: what the file is called; folders in it are left out
 * @type: (nullable): its media type, %NULL to have it found out
 * @bytes: what it holds
 *
 * For what is small or in memory already.
 */
void
om_draft_add_attachment (OmDraft    *self,
                         const char *name,
                         const char *type,
                         GBytes     *bytes)
{
  g_return_if_fail (self != NULL && name != NULL && bytes != NULL);

  add (self, name, type)->bytes = g_bytes_ref (bytes);
}

/**
 * om_draft_add_attachment_file:
 * @name: what the file is called; folders in it are left out
 * @type: (nullable): its media type, %NULL to have it found out
 * @path: a file that holds it; may be temporary, but must be there until the draft is taken
 */
void
om_draft_add_attachment_file (OmDraft    *self,
                              const char *name,
                              const char *type,
                              const char *path)
{
  g_return_if_fail (self != NULL && name != NULL && path != NULL);

  add (self, name, type)->path = g_strdup (path);
}
