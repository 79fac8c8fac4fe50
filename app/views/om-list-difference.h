/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two lists of memories. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/* A list view makes widgets for two hundred rows at most. In thirds none of its steps is a long one. */
#define OM_LIST_DIFFERENCE_PIECE 64
#define OM_LIST_DIFFERENCE_PIECES 2

/**
 * OmListDifference:
 * Everything between an equal beginning and an equal end. A view that is told of no more than that keeps
 * its place, its selection and the widgets of the rest.
 *
 * @old: (owned) (element-type OmListItem)
 * @new: (owned) (element-type OmListItem)
 * @common: (owned) (nullable) (element-type OmListItem): beginning and end alone, if @anew
 * @pieces: (owned) (nullable) (element-type GArray): the same with the first
 *   %OM_LIST_DIFFERENCE_PIECE of what comes between them, with twice as many and so on, as long as a view
 *   that has nothing else would make a widget of each; if @anew
 * @head: how many are equal at the beginning
 * @tail: how many are equal at the end
 * @anew: another question was asked: no place is to be kept in what changes
 */
typedef struct
{
  GArray  *old;
  GArray  *new;
  GArray  *common;
  GPtrArray *pieces;
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
