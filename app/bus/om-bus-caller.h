/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that is on the bus and has called: who it is, and how much it asks. Thread: main; what a worker
 * reads is set before it starts. For bus/ alone. */
#pragma once

#include <gio/gio.h>

#include "memory/om-program.h"

G_BEGIN_DECLS

/* So many calls at once, then so many a second. */
#define OM_BUS_BURST 400
#define OM_BUS_RATE 100

/* So many unanswered. */
#define OM_BUS_PENDING_MAX 64

typedef struct _OmBusCaller OmBusCaller;

/**
 * OmBusCallerFunc:
 * Something became known of a caller: who it is, or that it has left the bus.
 */
typedef void (*OmBusCallerFunc) (OmBusCaller *caller,
                                 gpointer     data);

/**
 * OmBusCaller:
 * @name: (owned): its unique name on the bus
 * @program: (owned) (nullable): who it is; %NULL if that cannot be told
 * @known: that has been found out
 * @gone: it has left the bus
 * @foreign: it belongs to another user
 * @follows: the service stays for it
 * @n_pending: calls that are not answered
 * @leave: what the person said about a program that cannot be told, as long as it is there
 */
struct _OmBusCaller
{
  gatomicrefcount  ref_count;
  char            *name;
  OmProgram       *program;
  gboolean         known;
  gboolean         gone;
  gboolean         foreign;
  gboolean         follows;
  guint            n_pending;
  OmLeave          leave;

  /*< private >*/
  GDBusConnection *connection; /* (owned) */
  char            *proc;       /* (owned) */
  guint            watch_id;
  double           tokens;
  gint64           tokens_at;  /* monotonic */
  OmBusCallerFunc  changed;
  gpointer         data;       /* not owned */
};

OmBusCaller *om_bus_caller_new     (GDBusConnection *connection,
                                    const char      *name,
                                    const char      *proc,
                                    OmBusCallerFunc  changed,
                                    gpointer         data);
OmBusCaller *om_bus_caller_ref     (OmBusCaller     *self);
void         om_bus_caller_unref   (OmBusCaller     *self);
void         om_bus_caller_forget  (OmBusCaller     *self);
gboolean     om_bus_caller_spend   (OmBusCaller     *self);
char        *om_bus_caller_dup_key (OmBusCaller     *self);
void         om_bus_caller_emit    (OmBusCaller     *self,
                                    const char      *path,
                                    const char      *interface,
                                    const char      *signal,
                                    GVariant        *parameters);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBusCaller, om_bus_caller_unref)

G_END_DECLS
