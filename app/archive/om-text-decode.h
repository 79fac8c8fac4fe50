/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of the encodings that are read, as UTF-8, and what is no text at all. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmTextEncoding: what the mark at the beginning of a text says. */
typedef enum
{
  OM_TEXT_UTF8,
  OM_TEXT_UTF16_LE,
  OM_TEXT_UTF16_BE,
} OmTextEncoding;

gboolean  om_bytes_refuse_encrypted     (const guint8 *bytes,
                                         gsize         n_bytes,
                                         const char   *name,
                                         GError      **error);
gboolean  om_bytes_look_like_no_text    (const guint8 *bytes,
                                         gsize         n_bytes);
gboolean  om_bytes_sniff                (const guint8 *bytes,
                                         gsize         n_bytes,
                                         const char   *name,
                                         OmTextEncoding *encoding,
                                         gsize        *mark,
                                         GError      **error);
void      om_text_set_cut_error         (GError      **error,
                                         const char   *name,
                                         gsize         offset);
void      om_text_set_bytes_error       (GError      **error,
                                         const char   *name,
                                         const guint8 *bytes,
                                         gsize         n_bytes,
                                         gsize         offset);
gunichar  om_surrogate_at               (const guint8 *p,
                                         gsize         left);
GString  *om_decode_windows_1252        (const guint8 *bytes,
                                         gsize         n_bytes,
                                         guint        *n_replaced);
GString  *om_decode_utf8                (const guint8 *bytes,
                                         gsize         n_bytes,
                                         guint        *n_replaced,
                                         gsize        *bad_offset);
GString  *om_decode_mixed               (const guint8 *bytes,
                                         gsize         n_bytes,
                                         guint        *n_replaced);
GString  *om_decode_utf16               (const guint8 *bytes,
                                         gsize         n_bytes,
                                         gboolean      big_endian,
                                         guint        *n_replaced);

G_END_DECLS
