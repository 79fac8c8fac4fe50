/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one error domain of the library. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-error.h"

G_DEFINE_QUARK (om-error-quark, om_error)
