/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a step of the main loop is the toolkit laying out and drawing. */
#pragma once

#include <gtk/gtk.h>

#include "support/om-test-pulse.h"

G_BEGIN_DECLS

void om_bench_frames_begin (void);
void om_bench_frames_watch (GtkWidget   *window);
void om_bench_frames_reset (void);
void om_bench_frames_next  (void);

G_END_DECLS
