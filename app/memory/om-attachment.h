/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture or another file that belongs to a memory. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* SHA-256 in hexadecimal. */
#define OM_ATTACHMENT_HASH_CHARS 64

/**
 * OmAttachment:
 * @position: by which it is known among those of its memory
 * @name: (owned): what the file is called, without folders; "" once it was removed for good
 * @type: (owned): its media type
 * @hash: (owned): SHA-256 of what it holds, in hexadecimal: the name of its file beside the store
 * @size: in bytes
 * @missing: its file is not where it should be; only om_engine_get_attachments() looks
 * @removed_at: when it was taken off the memory, ms UTC, 0 while it is there
 */
typedef struct
{
  guint    position;
  char    *name;
  char    *type;
  char    *hash;
  gint64   size;
  gboolean missing;
  gint64   removed_at;
} OmAttachment;

OmAttachment *om_attachment_copy       (const OmAttachment *self);
void          om_attachment_free       (OmAttachment       *self);
gboolean      om_attachment_is_picture (const OmAttachment *self);
gboolean      om_attachment_is_hash    (const char         *text);
char         *om_attachment_clean_name (const char         *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAttachment, om_attachment_free)

G_END_DECLS
