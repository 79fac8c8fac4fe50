/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done again and again: activities (F2), rhythms of writing (F3), and whether days with them read
 * otherwise (F4). For the replay. */
#pragma once

#include "dynamics/om-trait-replay-private.h"

G_BEGIN_DECLS

OmTraitPractices *om_trait_practices_new    (void);
void              om_trait_practices_free   (OmTraitPractices      *self);
void              om_trait_practices_see    (OmTraitReplay         *replay,
                                             const OmTraitSighting *sighting,
                                             const OmTraitEntry    *entry);
void              om_trait_practices_end_day (OmTraitReplay        *replay,
                                             guint                  first,
                                             guint                  last,
                                             gint32                 day);
void              om_trait_practices_tick   (OmTraitReplay         *replay,
                                             gint64                 at,
                                             gint32                 day);
void              om_trait_practices_tell   (OmTraitReplay         *replay,
                                             OmTraitGrowth         *growth);

G_END_DECLS
