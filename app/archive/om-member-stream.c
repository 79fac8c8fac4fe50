/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads on in the archive as long as nobody else has moved it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-member-stream.h"

#include <glib/gi18n.h>

struct _OmMemberStream
{
  GInputStream        parent_instance;

  OmContainerArchive *archive; /* (not owned): outlives the stream */
  guint               index;
};

G_DEFINE_FINAL_TYPE (OmMemberStream, om_member_stream, G_TYPE_INPUT_STREAM)

static gssize
om_member_stream_read (GInputStream  *stream,
                       void          *buffer,
                       gsize          count,
                       GCancellable  *cancellable,
                       GError       **error)
{
  OmMemberStream *self = OM_MEMBER_STREAM (stream);

  if (om_container_archive_get_selected (self->archive) != self->index)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, _("Another member is being read."));
      return -1;
    }
  return om_container_archive_read (self->archive, buffer, count, cancellable, error);
}

static void
om_member_stream_class_init (OmMemberStreamClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = om_member_stream_read;
}

static void
om_member_stream_init (OmMemberStream *self)
{
}

/**
 * om_member_stream_new:
 * @archive: where the member has just been selected
 * @index: the member
 *
 * Returns: (transfer full): its bytes; good until another member is selected
 */
GInputStream *
om_member_stream_new (OmContainerArchive *archive,
                      guint               index)
{
  OmMemberStream *self = g_object_new (OM_TYPE_MEMBER_STREAM, NULL);

  self->archive = archive;
  self->index = index;
  return G_INPUT_STREAM (self);
}
