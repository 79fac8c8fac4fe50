/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents in the order of time, as a list of short sorted runs: putting one in anywhere moves no
 * more than a run. Private to the index. */
#pragma once

#include "index/om-state-table.h"

G_BEGIN_DECLS

#define OM_TIME_RUN_MAX 512

/** OmTimeRun: entries that follow one another, at least one. */
typedef struct
{
  guint       n;
  OmTimeEntry entries[OM_TIME_RUN_MAX];
} OmTimeRun;

/**
 * OmTimeOrder:
 * @runs: (owned) (element-type OmTimeRun): ascending
 */
typedef struct
{
  GPtrArray *runs;
} OmTimeOrder;

void               om_time_order_init    (OmTimeOrder       *self);
void               om_time_order_clear   (OmTimeOrder       *self);
void               om_time_order_add     (OmTimeOrder       *self,
                                          const OmTimeEntry *entry);
gboolean           om_time_order_remove  (OmTimeOrder       *self,
                                          const OmTimeEntry *entry);
gboolean           om_time_order_find    (const OmTimeOrder *self,
                                          const OmTimeEntry *entry,
                                          guint             *run,
                                          guint             *place);
const OmTimeEntry *om_time_order_step    (const OmTimeOrder *self,
                                          guint             *run,
                                          guint             *place,
                                          int                direction);

G_END_DECLS
