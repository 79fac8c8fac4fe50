/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who a process is: its sandbox's word for it, or its file. Blocks a little (reads of /proc). */
#pragma once

#include "memory/om-program.h"

G_BEGIN_DECLS

OmProgram *om_bus_identify (const char *proc,
                            gint64      pid,
                            int         pidfd);

G_END_DECLS
