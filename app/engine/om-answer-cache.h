/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of the last minute, by question and by the store's revision: any write makes them stale. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

typedef struct _OmAnswerCache OmAnswerCache;

OmAnswerCache *om_answer_cache_new    (void);
OmAnswer      *om_answer_cache_lookup (OmAnswerCache  *self,
                                       const OmSearch *search,
                                       gint64          revision,
                                       gint64          now);
void           om_answer_cache_store  (OmAnswerCache  *self,
                                       const OmSearch *search,
                                       OmAnswer       *answer,
                                       gint64          now);
void           om_answer_cache_clear  (OmAnswerCache  *self);
void           om_answer_cache_free   (OmAnswerCache  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAnswerCache, om_answer_cache_free)

G_END_DECLS
