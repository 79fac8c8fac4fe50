/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One call of another program, and the tables of what can be called. For bus/ alone. */
#pragma once

#include <gio/gunixfdlist.h>

#include "bus/om-bus-caller.h"
#include "bus/om-bus-service.h"

G_BEGIN_DECLS

/* A reply stays below a million bytes. */
#define OM_BUS_REPLY_MAX 900000

typedef struct _OmBusCall OmBusCall;
typedef struct _OmBusMethod OmBusMethod;

/**
 * OmBusFunc:
 * The work of a method, on a worker.
 *
 * Returns: (transfer floating) (nullable): the reply, a tuple
 */
typedef GVariant *(*OmBusFunc) (OmBusCall     *call,
                                GCancellable  *cancellable,
                                GError       **error);

/**
 * OmBusMethod:
 * @name: as in the XML
 * @needs: what leave it needs
 * @func: (nullable): the work; %NULL: @empty is all there is to say
 * @done: (nullable): what follows on the main thread
 * @empty: (nullable): of a search provider's: the reply while searching is off, and to a call that a newer
 *   one of the same caller takes the place of
 * @replaces: it takes the place of its caller's earlier ones
 */
struct _OmBusMethod
{
  const char *name;
  OmBusNeeds  needs;
  OmBusFunc   func;
  void      (*done) (OmBusCall *call);
  const char *empty;
  gboolean    replaces;
};

/** OmBusStage: how far a call is. */
typedef enum
{
  OM_BUS_STAGE_WAITING, /* for who it is, for the store, for the person */
  OM_BUS_STAGE_QUEUED,
  OM_BUS_STAGE_RUNNING,
  OM_BUS_STAGE_ANSWERED,
} OmBusStage;

/**
 * OmBusCall:
 * @invocation: (owned) (nullable): until it is answered
 * @parameters: (owned): a tuple
 * @fds: (owned) (nullable): descriptors that came along
 * @engine: (owned) (nullable): while it runs
 * @caller: (owned): who asks
 * @given: how many memories are in the reply
 * @looked: @allowed has been read
 * @allowed: (owned) (nullable) (element-type row): what may be given, if something is hidden as a whole
 * @may: bit per #OmBusNeeds that is open to the caller
 */
struct _OmBusCall
{
  OmBusService          *service;     /* not owned: keeps its calls */
  const OmBusMethod     *method;
  GDBusMethodInvocation *invocation;
  GVariant              *parameters;
  GUnixFDList           *fds;
  OmBusCaller           *caller;
  OmEngine              *engine;
  GCancellable          *cancellable; /* (owned) */
  OmBusStage             stage;
  guint                  patience_id; /* while the person is asked */
  guint                  given;
  guint                  may;
  gboolean               looked;
  GHashTable            *allowed;
};

/**
 * OmBusInterface:
 * @path: of the object
 * @info: from the XML
 * @methods: ended by one without name
 */
typedef struct
{
  const char               *path;
  const GDBusInterfaceInfo *info;
  const OmBusMethod        *methods;
} OmBusInterface;

extern const OmBusMethod om_bus_memories_methods[];
extern const OmBusMethod om_bus_waypoints_methods[];
extern const OmBusMethod om_bus_salience_methods[];
extern const OmBusMethod om_bus_status_methods[];
extern const OmBusMethod om_bus_traits_methods[];
extern const OmBusMethod om_bus_archive_methods[];
extern const OmBusMethod om_bus_shell_methods[];
extern const OmBusMethod om_bus_runner_methods[];

/* On the main thread. */
void om_bus_service_set_activation_token (OmBusService *self,
                                          const char   *token);
void om_bus_service_open_memory (OmBusService *self,
                                 const char   *id,
                                 guint         time);
void om_bus_service_open_search (OmBusService *self,
                                 const char   *terms,
                                 guint         time);

G_END_DECLS
