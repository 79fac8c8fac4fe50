/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wall clock. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-clock.h"

/**
 * om_clock_wall:
 * @data: not used
 *
 * Returns: the wall clock, ms since 1970 UTC
 */
gint64
om_clock_wall (gpointer data)
{
  return g_get_real_time () / 1000;
}
