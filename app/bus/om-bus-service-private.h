/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rooms of the service share: OmBusService itself and the steps of a call. */
#pragma once

#include "bus/om-bus-call.h"
#include "bus/om-bus-log.h"
#include "bus/om-bus-service.h"
#include "bus/om-bus-signals.h"
#include "engine/om-access.h"

G_BEGIN_DECLS

struct _OmBusService
{
  GObject parent_instance;

  GDBusConnection *connection; /* (owned) (nullable): while exported */
  GArray          *ids;        /* (owned) (element-type guint): of exported objects */
  OmEngine        *engine;     /* (owned) (nullable) */
  GCancellable    *opened;     /* (owned) (nullable): of reading the decisions of this engine */
  GHashTable      *leaves;     /* (owned) (nullable): key -> OmLeave, from the store; NULL: not read yet */
  GHashTable      *said;       /* (owned): key -> OmLeave: for this run only */
  GHashTable      *callers;    /* (owned): unique name -> OmBusCaller */
  GHashTable      *asked;      /* (owned): keys the person is asked about */
  GPtrArray       *calls;      /* (owned) (element-type OmBusCall): not answered yet */
  GQueue           queue;      /* (element-type OmBusCall), not owned */
  guint            n_running;
  OmBusLog        *log;        /* (owned) */
  OmBusSignals    *signals;    /* (owned) */
  char            *proc;       /* (owned) */
  char            *token;      /* (owned) (nullable): by which KRunner lets the next window come to the front */
  OmBusMode        mode;
  gboolean         search;
  gboolean         wanted;     /* the engine has been asked for */
  gboolean         was_busy;
};

/* om-bus-service.c */
gint64   om_bus_service_now                (OmBusService *self);
void     om_bus_service_tell_busy          (OmBusService *self);
gboolean om_bus_service_can_ask            (OmBusService *self);
void     om_bus_service_emit_ask           (OmBusService    *self,
                                            const OmProgram *program,
                                            gboolean         change);
void     om_bus_service_emit_engine_wanted (OmBusService *self);

/* om-bus-answers.c */
void om_bus_call_free            (gpointer data);
void om_bus_service_answer_value (OmBusService *self,
                                  OmBusCall    *call,
                                  GVariant     *value);
void om_bus_service_answer_error (OmBusService    *self,
                                  OmBusCall       *call,
                                  OmAccessOutcome  outcome,
                                  const GError    *error);
void om_bus_service_refuse       (OmBusService *self,
                                  OmBusCall    *call,
                                  const char   *why);
void om_bus_service_give_up      (OmBusService *self,
                                  OmBusCall    *call,
                                  const char   *empty);

/* om-bus-decisions.c */
OmLeave om_bus_service_find_leave    (OmBusService *self,
                                      OmBusCaller  *caller);
void    om_bus_service_ask           (OmBusService *self,
                                      OmBusCall    *call);
void    om_bus_service_read_programs (OmBusService *self);

/* om-bus-stages.c */
void om_bus_service_advance (OmBusService *self);

G_END_DECLS
