/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of somebody else's as clean text: UTF-8, LF line ends, nothing lost in silence. */
#pragma once

#include <gio/gio.h>

#include "archive/om-import-report.h"

G_BEGIN_DECLS

/* Above this a file is asked about first (samples/README.md rule 7). */
#define OM_SOURCE_TEXT_MAX_BYTES (G_GINT64_CONSTANT (200) * 1024 * 1024)

/**
 * OmSourceText:
 * @text: (owned): UTF-8 without a byte order mark and without NUL, lines end in LF
 * @length: bytes of @text
 * @n_replaced: NULs and lone surrogates that became U+FFFD
 * @guessed: %TRUE: the bytes were not UTF-8 and were read as Windows-1252
 * @modified_ms: when the file was last changed, ms UTC; 0 if unknown
 */
typedef struct
{
  char    *text;
  gsize    length;
  guint    n_replaced;
  gboolean guessed;
  gint64   modified_ms;
} OmSourceText;

OmSourceText *om_source_text_load     (GFile         *file,
                                       gboolean       guess_encoding,
                                       gboolean       allow_large,
                                       GCancellable  *cancellable,
                                       GError       **error);
OmSourceText *om_source_text_decode   (const guint8  *bytes,
                                       gsize          n_bytes,
                                       gboolean       guess_encoding,
                                       const char    *name,
                                       GError       **error);
OmSourceText *om_source_text_take     (GByteArray    *bytes,
                                       gboolean       guess_encoding,
                                       const char    *name,
                                       GError       **error);
void          om_source_text_free     (OmSourceText  *self);
void          om_source_text_remark   (const OmSourceText *self,
                                       OmImportReport *report,
                                       const char    *place);
char         *om_source_dup_name      (GFile         *file);
GFileInfo    *om_source_query_info    (GFile         *file,
                                       gboolean       allow_large,
                                       GCancellable  *cancellable,
                                       GError       **error);
gint64        om_source_modified_ms   (GFileInfo     *info);
char         *om_source_text_head_of  (GByteArray    *bytes,
                                       gsize          max_bytes);
char         *om_source_text_head     (GFile         *file,
                                       gsize          max_bytes,
                                       GCancellable  *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmSourceText, om_source_text_free)

G_END_DECLS
