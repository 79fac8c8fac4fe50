/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a trait's events a person would call a change. Pure. */
#pragma once

#include "memory/om-trait-record.h"

G_BEGIN_DECLS

GArray *om_trait_history (const GArray *events);

G_END_DECLS
