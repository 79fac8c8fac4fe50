/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the time zones this machine knows. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char **om_zones_dup_names (void);

G_END_DECLS
