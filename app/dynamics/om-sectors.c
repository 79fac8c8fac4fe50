/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over sectors (golden resonance, sector_penalty). */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-sectors.h"

#include "dynamics/om-constants.h"

static const double lambdas[OM_N_SECTORS] = OM_SECTOR_LAMBDAS;
static const double resonances[OM_N_SECTORS][OM_N_SECTORS] = OM_SECTOR_RESONANCES;
static const double penalties[OM_N_SECTORS][OM_N_SECTORS] = OM_SECTOR_PENALTIES;

static gboolean
is_sector (OmSector sector)
{
  return sector >= 0 && sector < OM_N_SECTORS;
}

/**
 * om_sector_lambda:
 *
 * Returns: how fast salience fades in @sector, a day; 0 for an unknown one
 */
double
om_sector_lambda (OmSector sector)
{
  return is_sector (sector) ? lambdas[sector] : 0.0;
}

/**
 * om_sector_resonance:
 * @memory_sector: the memory's primary sector; unknown counts as semantic
 * @query_sector: the query's sector; unknown counts as semantic
 * @similarity: a similarity, any number
 *
 * Returns: @similarity by how much the two sectors speak to one another (golden resonance)
 */
double
om_sector_resonance (OmSector memory_sector,
                     OmSector query_sector,
                     double   similarity)
{
  OmSector memory = is_sector (memory_sector) ? memory_sector : OM_SECTOR_SEMANTIC;
  OmSector query = is_sector (query_sector) ? query_sector : OM_SECTOR_SEMANTIC;

  return similarity * resonances[memory][query];
}

/**
 * om_sector_penalty:
 * @query_sector: the query's sector
 * @memory_sector: the memory's primary sector
 *
 * Returns: the factor on the similarity: 1 if they are the same, .3 if one of them is unknown, else
 *   that of the table (golden sector_penalty)
 */
double
om_sector_penalty (OmSector query_sector,
                   OmSector memory_sector)
{
  if (query_sector == memory_sector)
    return 1.0;
  if (!is_sector (query_sector) || !is_sector (memory_sector))
    return OM_SECTOR_PENALTY_UNKNOWN;

  return penalties[query_sector][memory_sector];
}

/**
 * om_initial_salience:
 * @n_extra_sectors: number of sectors besides the primary one
 *
 * Returns: the salience of a new memory (engine.md section 3)
 */
double
om_initial_salience (guint n_extra_sectors)
{
  return MIN (1.0, OM_SALIENCE_INITIAL + OM_SALIENCE_PER_EXTRA_SECTOR * n_extra_sectors);
}
