/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two lists of memories. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmListDifference:
 * Everything between an equal beginning and an equal end. A view that is told of no more than that keeps
 * its place, its selection and the widgets of the rest.
 *
 * @old: (owned) (element-type OmListItem)
 * @new: (owned) (element-type OmListItem)
 * @common: (owned) (nullable) (element-type OmListItem): beginning and end alone, if @anew
 * @head: how many are equal at the beginning
 * @tail: how many are equal at the end
 * @anew: another question was asked: no place is to be kept in what changes
 */
typedef struct
{
  GArray  *old;
  GArray  *new;
  GArray  *common;
  guint    head;
  guint    tail;
  gboolean anew;
} OmListDifference;

OmListDifference *om_list_difference_new  (GArray           *old_rows,
                                           GArray           *new_rows,
                                           gboolean          anew);
void              om_list_difference_find (OmListDifference *self);
void              om_list_difference_free (OmListDifference *self);

G_END_DECLS
