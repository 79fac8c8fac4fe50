/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTokenSets: many sets of words that are compared with one another again and again. Each word has a number,
 * each set its numbers in order, so that two sets are compared by walking along both. Thread: plain. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OmTokenSets OmTokenSets;

OmTokenSets *om_token_sets_new        (void);
void         om_token_sets_free       (OmTokenSets       *self);
guint        om_token_sets_add_tokens (OmTokenSets       *self,
                                       const GPtrArray   *tokens);
guint        om_token_sets_add_text   (OmTokenSets       *self,
                                       const char        *text);
double       om_token_sets_jaccard    (const OmTokenSets *self,
                                       guint              a,
                                       guint              b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTokenSets, om_token_sets_free)

G_END_DECLS
