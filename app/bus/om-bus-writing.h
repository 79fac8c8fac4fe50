/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What org.openmemory.Memories1 changes. Workers. For bus/ alone. */
#pragma once

#include "bus/om-bus-call.h"

G_BEGIN_DECLS

GVariant *om_bus_remember    (OmBusCall *call, GCancellable *cancellable, GError **error);
GVariant *om_bus_update      (OmBusCall *call, GCancellable *cancellable, GError **error);
GVariant *om_bus_move_to_bin (OmBusCall *call, GCancellable *cancellable, GError **error);
GVariant *om_bus_restore     (OmBusCall *call, GCancellable *cancellable, GError **error);

G_END_DECLS
