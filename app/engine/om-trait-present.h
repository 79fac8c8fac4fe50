/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stored trait is at another time: nothing is scheduled, everything is computed. For engine/. */
#pragma once

#include "memory/om-trait-record.h"
#include "store/om-store.h"

G_BEGIN_DECLS

void     om_trait_bring_forward    (OmTrait       *trait,
                                    gint64         now);
gboolean om_trait_is_worth_telling (const OmTrait *trait);
OmTrait *om_trait_present_get      (OmStore       *store,
                                    const char    *id,
                                    gint64         now,
                                    GError       **error);

G_END_DECLS
