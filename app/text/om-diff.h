/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two texts: lines, and within changed lines the words. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmDiffKind: whose a piece of text is. */
typedef enum
{
  OM_DIFF_SAME,    /* of both */
  OM_DIFF_REMOVED, /* of the first text alone */
  OM_DIFF_ADDED,   /* of the second text alone */
} OmDiffKind;

/**
 * OmDiffPiece:
 * @kind: whose it is
 * @start: first byte, in the first text if @kind is %OM_DIFF_REMOVED, else in the second
 * @length: bytes
 */
typedef struct
{
  OmDiffKind kind;
  gsize      start;
  gsize      length;
} OmDiffPiece;

GArray *om_diff_lines (const char *before,
                       const char *after);
GArray *om_diff_words (const char *before,
                       const char *after);

G_END_DECLS
