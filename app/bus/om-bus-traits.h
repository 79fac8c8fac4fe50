/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits as other programs get them. Workers. For bus/ alone. */
#pragma once

#include "bus/om-bus-call.h"
#include "engine/om-traits.h"

G_BEGIN_DECLS

gboolean om_bus_may_give_trait (OmBusCall           *call,
                                const OmTraitDetail *detail,
                                GCancellable        *cancellable);

G_END_DECLS
