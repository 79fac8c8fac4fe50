/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the program took to start, for ./dev bench. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void om_start_trace_begin (void);
void om_start_trace       (const char *mark);

G_END_DECLS
