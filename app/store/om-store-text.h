/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Full text: phrases, prefixes, a ranked fall-back and a scan for signs. What is typed is always
 * quoted, so that no input is a syntax error. Rows in the bin are left out unless asked for. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/** OmTextFlags: where and how to look. None of the first three: everywhere. */
typedef enum
{
  OM_TEXT_TITLE = 1 << 0,
  OM_TEXT_CONTENT = 1 << 1,
  OM_TEXT_TAGS = 1 << 2,
  OM_TEXT_BINNED = 1 << 3, /* the bin too */
} OmTextFlags;

/** OmTextHit: a memory and how well it fits, greater is better. */
typedef struct
{
  gint64 row;
  double score;
} OmTextHit;

/* All words in a row, the way the full text sees them: stems, no accents, CJK character by
 * character. A text without words finds nothing. GArray of gint64, newest row first. */
GArray *om_store_text_find_phrase    (OmStore     *self,
                                      const char  *phrase,
                                      OmTextFlags  flags,
                                      guint        limit,
                                      GError     **error);
/* The words in a row, the last of them only begun. */
GArray *om_store_text_find_prefix    (OmStore     *self,
                                      const char  *text,
                                      OmTextFlags  flags,
                                      guint        limit,
                                      GError     **error);
/* Any of the words, BM25 over the rarest ones: GArray of OmTextHit, best first. For the time until
 * the index in memory is loaded. */
GArray *om_store_text_find_ranked    (OmStore     *self,
                                      const char  *text,
                                      OmTextFlags  flags,
                                      guint        limit,
                                      GError     **error);
/* The string just as it stands but for case, accents and forms of one letter, also inside words and
 * of signs alone. Reads every text: for a worker, with a cancellable. GArray of gint64, newest row
 * first. */
GArray *om_store_text_find_substring (OmStore     *self,
                                      const char  *needle,
                                      OmTextFlags  flags,
                                      guint        limit,
                                      GError     **error);
/* @among (nullable) (element-type gint64): the rows to read, newest first; NULL for all. */
GArray *om_store_text_find_substring_among (OmStore *self,
                                      const char  *needle,
                                      const GArray *among,
                                      OmTextFlags  flags,
                                      guint        limit,
                                      GError     **error);

G_END_DECLS
