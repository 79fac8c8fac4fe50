/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the five sectors mean to salience and to one another. Their weights as patterns have them
 * are om_sector_weight() of text/om-classify.h. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

double om_sector_lambda    (OmSector sector);
double om_sector_resonance (OmSector memory_sector,
                            OmSector query_sector,
                            double   similarity);
double om_sector_penalty   (OmSector query_sector,
                            OmSector memory_sector);
double om_initial_salience (guint    n_extra_sectors);

G_END_DECLS
