/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Habits of one theme become a preference, preferences of one family a core value; what goes together without
 * a theme is shown and asked about (design/traits.md section 4, 8, and 5.6). For the replay. */
#pragma once

#include "dynamics/om-trait-replay-private.h"

G_BEGIN_DECLS

void om_trait_rise        (OmTraitReplay     *replay,
                           gint64             at,
                           gint32             day);
void om_trait_rise_groups (OmTraitReplay     *replay,
                           gint64             at,
                           GHashTable        *groups);
void om_trait_rise_name   (OmTraitReplay     *replay,
                           const OmTraitWord *word);

G_END_DECLS
