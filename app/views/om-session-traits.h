/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts on traits in a session. */
#pragma once

#include "engine/om-traits.h"
#include "views/om-session.h"

G_BEGIN_DECLS

void om_session_act_on_trait   (OmSession        *self,
                                const OmTraitAct *act);
void om_session_undo_trait_act (OmSession        *self,
                                gint64            group);

G_END_DECLS
