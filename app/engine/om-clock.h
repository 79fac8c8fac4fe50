/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the engine takes the time from: the wall clock, or what a test or --now says. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmClock:
 * @data: what was given with the function
 *
 * May be called from any thread.
 *
 * Returns: the present instant, ms since 1970 UTC
 */
typedef gint64 (*OmClock) (gpointer data);

gint64 om_clock_wall (gpointer data);

G_END_DECLS
