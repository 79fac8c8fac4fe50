/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sector a text belongs to (design/engine.md section 3), and which words spoke for it. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/**
 * OmClassification:
 * @primary: the sector
 * @extra: bit per further sector (1 << OmSector)
 * @extras: the further sectors by falling score, @n_extras of them
 * @n_extras: 0..4
 * @scores: matches x weight of each sector; 0 if the sector was given
 * @confidence: 0..1, 1 if the sector was given, .2 if nothing matched
 */
typedef struct
{
  OmSector primary;
  guint    extra;
  OmSector extras[OM_N_SECTORS];
  guint    n_extras;
  double   scores[OM_N_SECTORS];
  double   confidence;
} OmClassification;

OmClassification om_classify           (const char *text,
                                        OmSector    explicit_sector);
OmClassification om_classify_reference (const char *text,
                                        OmSector    explicit_sector);
char           **om_classify_explain   (const char *text,
                                        OmSector    sector);
double           om_sector_weight      (OmSector    sector);

G_END_DECLS
