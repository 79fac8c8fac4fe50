/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "When will this fade?" in words. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

char *om_forecast_words (const OmMemory   *memory,
                         OmVividness       vividness,
                         const OmForecast *forecast,
                         GTimeZone        *zone);

G_END_DECLS
