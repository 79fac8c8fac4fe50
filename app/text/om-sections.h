/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long texts: when a text is a document, and where it is cut into sections. Lengths are code
 * points, offsets bytes. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Above this many estimated tokens (ingest) a text is a document with sections. */
#define OM_SECTIONS_DOCUMENT_TOKENS 8000
#define OM_SECTIONS_SIZE 3000
#define OM_SECTIONS_SUMMARY 500

/**
 * OmSection:
 * @start: first byte
 * @end: byte after the last
 */
typedef struct
{
  gsize start;
  gsize end;
} OmSection;

gsize      om_sections_estimate_tokens (const char *text);
gsize      om_sections_estimate_chunk  (const char *text);
gboolean   om_sections_is_document     (const char *text);
GPtrArray *om_sections_split_text      (const char *text,
                                        gsize       size);
GArray    *om_sections_cut             (const char *text);
char      *om_sections_summary         (const char *text);

G_END_DECLS
