/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams memories from OpenMemory's own SQLite file. */
#pragma once

#include "archive/om-foreign-memory.h"

G_BEGIN_DECLS

gboolean om_openmemory_db_probe (const char       *path);
gboolean om_openmemory_db_read  (OmReadJob        *job,
                                 OmForeignReading *memories,
                                 const char       *path,
                                 const char       *name,
                                 GError          **error);

G_END_DECLS
