/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was said of a trait, in words, with the way back. */
#pragma once

#include <adwaita.h>

#include "views/om-session-traits.h"

G_BEGIN_DECLS

AdwToast *om_trait_act_toast_new (OmSession  *session,
                                  OmTraitVerb verb,
                                  gint64      group);

G_END_DECLS
