/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories a list or a search looks at. Applied before the cut to k. */
#pragma once

#include <glib.h>

#include "memory/om-memory.h"

G_BEGIN_DECLS

/** OmSort: the order of a list. */
typedef enum
{
  OM_SORT_NEWEST,
  OM_SORT_OLDEST,
  OM_SORT_RECORDED,
  OM_SORT_VIVIDNESS,
  OM_SORT_FADING_SOONEST,
  OM_SORT_MOST_RECALLED,
} OmSort;

/**
 * OmFilter:
 * @sectors: bit per primary sector wanted (1 << OmSector), 0 for all
 * @types: bit per type, 0 for all (sections are then left out of lists, for their document stands for them)
 * @contexts: bit per context, 0 for all
 * @vividness: bit per #OmVividness, 0 for all
 * @tags: (owned) (nullable): NULL-terminated; all of them must be there
 * @first_day: civil day number, %G_MININT32 for no bound
 * @last_day: civil day number, inclusive, %G_MAXINT32 for no bound
 * @min_salience: least present salience, 0 for no bound
 * @flags_set: #OmMemoryFlags that must be set
 * @flags_unset: #OmMemoryFlags that must not be set
 * @month: 1..12 with @month_day: only that day of any year, 0 for no bound
 * @month_day: 1..31
 * @leap_day: 29 February counts as the 28th there
 * @binned: %TRUE: the bin alone; %FALSE: all but the bin
 * @undated: %TRUE: only memories without a date
 * @by_itself: %TRUE: only what may come up by itself: nothing that is private, not to be shown by itself, or
 *   hidden as a whole (om-hiding.h); lists alone know of the last
 * @awake: %TRUE: without those that were put to rest by hand
 */
typedef struct
{
  guint    sectors;
  guint    types;
  guint    contexts;
  guint    vividness;
  char   **tags;
  gint32   first_day;
  gint32   last_day;
  double   min_salience;
  guint    flags_set;
  guint    flags_unset;
  guint    month;
  guint    month_day;
  gboolean leap_day;
  gboolean binned;
  gboolean undated;
  gboolean by_itself;
  gboolean awake;
} OmFilter;

OmFilter *om_filter_new   (void);
OmFilter *om_filter_copy  (const OmFilter *self);
void      om_filter_free  (OmFilter *self);
gboolean  om_filter_equal (const OmFilter *a,
                           const OmFilter *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFilter, om_filter_free)

G_END_DECLS
