/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBusService: the memories on the session bus, for other programs (data/org.openmemory.*.xml). It takes
 * calls, finds out who asks, lets the person decide, has the work done in workers, and writes down who asked
 * what.
 *
 * Thread: main, in whose context its signals run.
 *
 * Signals:
 *   "engine-wanted" ()                     a call waits: om_bus_service_set_engine() or _set_failed() answers
 *   "ask" (const OmProgram *, gboolean)    the person is asked about a program, which wants to change what is
 *                                          there; om_bus_service_answer() answers
 *   "busy-changed" ()                      see om_bus_service_is_busy()
 *   "open-memory" (const char *, guint)    a found memory was chosen outside, at this time of the display
 *   "open-search" (const char *, guint)    all that was found is wanted */
#pragma once

#include "bus/om-bus-gate.h"
#include "engine/om-engine.h"

G_BEGIN_DECLS

#define OM_BUS_PATH "/org/openmemory/Desktop"
#define OM_BUS_SHELL_PATH "/org/openmemory/Desktop/SearchProvider"
#define OM_BUS_RUNNER_PATH "/org/openmemory/Desktop/Runner"

/* Grows by one when something is added to the interfaces. */
#define OM_BUS_API_VERSION 1

#define OM_TYPE_BUS_SERVICE (om_bus_service_get_type ())
G_DECLARE_FINAL_TYPE (OmBusService, om_bus_service, OM, BUS_SERVICE, GObject)

OmBusService *om_bus_service_new        (void);
gboolean      om_bus_service_export     (OmBusService    *self,
                                         GDBusConnection *connection,
                                         GError         **error);
void          om_bus_service_unexport   (OmBusService    *self);
void          om_bus_service_set_engine (OmBusService    *self,
                                         OmEngine        *engine);
void          om_bus_service_set_failed (OmBusService    *self,
                                         const GError    *error);
void          om_bus_service_set_mode   (OmBusService    *self,
                                         OmBusMode        mode);
void          om_bus_service_set_search (OmBusService    *self,
                                         gboolean         on);
void          om_bus_service_answer     (OmBusService    *self,
                                         const char      *key,
                                         OmLeave          leave,
                                         gboolean         remember);
gboolean      om_bus_service_is_busy    (OmBusService    *self);
char         *om_bus_service_take_activation_token (OmBusService *self);

/* For tests: another /proc. */
void          om_bus_service_set_proc   (OmBusService    *self,
                                         const char      *proc);

G_END_DECLS
