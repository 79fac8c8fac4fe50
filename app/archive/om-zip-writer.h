/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ZIP file written member by member, each with its checksum. The same members give the same bytes,
 * wherever and whenever they are written: no times, no owners. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OmZipWriter OmZipWriter;

OmZipWriter *om_zip_writer_new    (const char   *path,
                                   GError      **error);
gboolean     om_zip_writer_begin  (OmZipWriter  *self,
                                   const char   *name,
                                   GError      **error);
gboolean     om_zip_writer_write  (OmZipWriter  *self,
                                   const void   *data,
                                   gsize         size,
                                   GError      **error);
gboolean     om_zip_writer_end    (OmZipWriter  *self,
                                   char        **sha256,
                                   guint64      *size,
                                   GError      **error);
gboolean     om_zip_writer_finish (OmZipWriter  *self,
                                   GError      **error);
void         om_zip_writer_free   (OmZipWriter  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmZipWriter, om_zip_writer_free)

G_END_DECLS
