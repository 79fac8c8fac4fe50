/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question whether another program may read or change memories. */
#pragma once

#include <adwaita.h>

#include "memory/om-program.h"

G_BEGIN_DECLS

GtkWidget  *om_program_dialog_new       (GtkWindow       *parent,
                                         const OmProgram *program,
                                         gboolean         change);
OmLeave     om_program_dialog_get_leave (const char      *response,
                                         gboolean        *remember);
const char *om_program_get_words        (const OmProgram *program);

G_END_DECLS
