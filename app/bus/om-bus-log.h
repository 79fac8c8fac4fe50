/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs asked, gathered for a moment and then written down. Thread: main. For bus/ alone. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-program.h"

G_BEGIN_DECLS

typedef struct _OmBusLog OmBusLog;

OmBusLog *om_bus_log_new        (void);
void      om_bus_log_free       (OmBusLog        *self);
void      om_bus_log_set_engine (OmBusLog        *self,
                                 OmEngine        *engine);
void      om_bus_log_add        (OmBusLog        *self,
                                 const OmProgram *program,
                                 const char      *what,
                                 OmAccessOutcome  outcome,
                                 guint            given,
                                 gint64           now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBusLog, om_bus_log_free)

G_END_DECLS
