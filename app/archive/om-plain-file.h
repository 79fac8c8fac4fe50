/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of text in the making: written in blocks, with the checksum by which it is read back. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmPlainFile:
 * @text: (owned): what comes next; whoever writes appends to it
 */
typedef struct
{
  GString   *text;

  /*< private >*/
  char      *path;
  int        fd;
  GChecksum *checksum;
  guint64    size;
} OmPlainFile;

/** OmPlainSum: what was written, to be found again. */
typedef struct
{
  char   *path; /* (owned) */
  char   *sha256; /* (owned) */
  guint64 size;
} OmPlainSum;

OmPlainFile *om_plain_file_new       (const char         *path,
                                      GError            **error);
gboolean     om_plain_file_put       (OmPlainFile        *self,
                                      GError            **error);
OmPlainSum  *om_plain_file_finish    (OmPlainFile        *self,
                                      gboolean            sync,
                                      GError            **error);
void         om_plain_file_free      (OmPlainFile        *self);
GBytes      *om_plain_sum_read_back  (const OmPlainSum   *self,
                                      GError            **error);
void         om_plain_sum_free       (OmPlainSum         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmPlainFile, om_plain_file_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmPlainSum, om_plain_sum_free)

G_END_DECLS
