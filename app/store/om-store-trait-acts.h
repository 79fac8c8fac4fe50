/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person said of traits: kept for ever, in order, each can be taken back. */
#pragma once

#include "memory/om-enums.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreTraitAct:
 * @id: number of the act
 * @at: when, ms UTC
 * @day: its journal day where it was done
 * @verb: what is said, see engine/om-traits.h
 * @trait: (owned): id of the trait, or of the group
 * @kind: (owned): of the trait
 * @key: (owned): of the trait, by which it is known should its id be another
 * @slot: of the trait
 * @text: (owned) (nullable)
 * @context: %OM_CONTEXT_UNKNOWN for none
 * @answer: to a review
 * @other: (owned) (nullable): of a merge, kind and key of the other, parted by a line end
 * @undone: it was taken back
 */
typedef struct
{
  gint64    id;
  gint64    at;
  gint32    day;
  int       verb;
  char     *trait;
  char     *kind;
  char     *key;
  int       slot;
  char     *text;
  OmContext context;
  int       answer;
  char     *other;
  gboolean  undone;
} OmStoreTraitAct;

void       om_store_trait_act_free  (OmStoreTraitAct       *self);

/* (out) @act->id. */
gboolean   om_store_trait_act_add   (OmStore               *self,
                                     OmStoreTraitAct       *act,
                                     GError               **error);
gboolean   om_store_trait_act_undo  (OmStore               *self,
                                     gint64                 id,
                                     gboolean              *found,
                                     GError               **error);
/* Its key, text and other; of what was wiped nothing is left. */
gboolean   om_store_trait_act_reword (OmStore              *self,
                                     const OmStoreTraitAct *act,
                                     GError               **error);
/* GPtrArray of OmStoreTraitAct in order; those taken back only with @all. */
GPtrArray *om_store_trait_acts_list (OmStore               *self,
                                     gboolean               all,
                                     GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStoreTraitAct, om_store_trait_act_free)

G_END_DECLS
