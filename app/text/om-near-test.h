/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When one text counts as a near duplicate of another. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Least Jaccard of canonical token sets of a near duplicate (design/engine.md section 2). */
#define OM_NEAR_DUPLICATE_JACCARD 0.9

/** OmNearTest: a text that many others are compared with. */
typedef struct _OmNearTest OmNearTest;

OmNearTest *om_near_test_new     (const char *text);
gboolean    om_near_test_matches (OmNearTest *self,
                                  const char *other);
void        om_near_test_free    (OmNearTest *self);
gboolean    om_is_near_duplicate (const char *a,
                                  const char *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmNearTest, om_near_test_free)

G_END_DECLS
