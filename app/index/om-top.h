/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best k of a stream of scored documents: a heap with the worst of them on top. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmTopEntry: a document, its score, and what else the caller wants to know of it. */
typedef struct
{
  double  score;
  guint32 doc;
  guint32 note;
} OmTopEntry;

/**
 * OmTop:
 * @entries: (owned): room for @k
 * @k: how many are wanted
 * @n: how many are there
 * @floor: what scores below this cannot enter: the worst score once there are @k
 */
typedef struct
{
  OmTopEntry *entries;
  guint       k;
  guint       n;
  double      floor;
} OmTop;

void om_top_init  (OmTop   *self,
                   guint    k);
void om_top_clear (OmTop   *self);
void om_top_enter (OmTop   *self,
                   double   score,
                   guint32  doc,
                   guint32  note);
void om_top_sort  (OmTop   *self);

/**
 * om_top_push:
 * @score: greater is better
 * @doc: of equal scores the smaller document is better
 * @note: kept with it
 */
static inline void
om_top_push (OmTop   *self,
             double   score,
             guint32  doc,
             guint32  note)
{
  if (G_UNLIKELY (score >= self->floor))
    om_top_enter (self, score, doc, note);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmTop, om_top_clear)

G_END_DECLS
