/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A zip or a tar through libarchive, for om-container.c alone. Nothing is ever unpacked to the
 * disk: members are read where they lie, one after the other. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OmContainerArchive OmContainerArchive;

/**
 * OmArchiveHeader:
 * @name: (not owned): as the archive has it, made UTF-8
 * @unsafe: (not owned) (nullable): why it is not to be read: its name, or what it is
 * @folder: it is a folder, which is nothing by itself
 * @size: bytes, as stated
 * @modified_ms: ms UTC, 0 if unknown
 */
typedef struct
{
  const char *name;
  const char *unsafe;
  gboolean    folder;
  gint64      size;
  gint64      modified_ms;
} OmArchiveHeader;

OmContainerArchive *om_container_archive_new    (GFile               *file,
                                                 const char          *name,
                                                 gboolean             tar,
                                                 gint64               size);
void                om_container_archive_free   (OmContainerArchive  *self);
gboolean            om_container_archive_next   (OmContainerArchive  *self,
                                                 OmArchiveHeader     *header,
                                                 gboolean            *at_end,
                                                 GCancellable        *cancellable,
                                                 GError             **error);
gboolean            om_container_archive_select (OmContainerArchive  *self,
                                                 guint                index,
                                                 GCancellable        *cancellable,
                                                 GError             **error);
guint               om_container_archive_get_selected (OmContainerArchive *self);
gboolean            om_container_archive_is_broken    (OmContainerArchive *self);
gssize              om_container_archive_read   (OmContainerArchive  *self,
                                                 guint8              *buffer,
                                                 gsize                length,
                                                 GCancellable        *cancellable,
                                                 GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmContainerArchive, om_container_archive_free)

G_END_DECLS
