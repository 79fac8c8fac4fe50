/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Added, Changed, Removed: what changed among the memories that may be given, told at most twice a second.
 * Thread: main; the comparing is done in a worker. For bus/ alone. */
#pragma once

#include <gio/gio.h>

#include "engine/om-engine.h"

G_BEGIN_DECLS

/* More changes than these are told as "list again". */
#define OM_BUS_SIGNAL_IDS 1000

typedef struct _OmBusSignals OmBusSignals;

/** OmBusReadyFunc: what is written from now on is told. */
typedef void (*OmBusReadyFunc) (gpointer data);

OmBusSignals *om_bus_signals_new            (OmBusReadyFunc   ready,
                                             gpointer         data);
void          om_bus_signals_free           (OmBusSignals    *self);
void          om_bus_signals_set_connection (OmBusSignals    *self,
                                             GDBusConnection *connection);
void          om_bus_signals_set_engine     (OmBusSignals    *self,
                                             OmEngine        *engine);
void          om_bus_signals_set_on         (OmBusSignals    *self,
                                             gboolean         on);
gboolean      om_bus_signals_is_ready       (OmBusSignals    *self);

G_END_DECLS
