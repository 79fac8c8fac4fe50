/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is hidden as a whole, in words. Pure. */
#pragma once

#include "engine/om-hiding.h"

G_BEGIN_DECLS

char *om_hiding_words_title (const OmHiding *hiding);
char *om_hiding_words_count (const OmHiding *hiding);
char *om_hiding_words_done  (const OmHiding *hiding,
                             gboolean        hidden,
                             gboolean        changed);

G_END_DECLS
