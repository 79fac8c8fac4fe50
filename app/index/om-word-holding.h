/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories can hold a piece of text, signs and all, by the words in it: what has not these words need not be
 * read to know that it is not there. */
#pragma once

#include "index/om-doc-set.h"
#include "index/om-word-index.h"

G_BEGIN_DECLS

OmDocSet *om_word_index_find_holding (const OmWordIndex *self,
                                      const char        *piece,
                                      GCancellable      *cancellable);

G_END_DECLS
