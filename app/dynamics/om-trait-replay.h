/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits worked out from their evidence, from the first day to the present one: the same journal gives the
 * same traits to the bit (design/traits.md sections 4 to 6). Pure. */
#pragma once

#include "dynamics/om-trait-journal.h"

G_BEGIN_DECLS

/**
 * OmTraitWork:
 * @stories: (element-type OmTraitStory) (owned): in the order in which they came about
 * @groups: (owned): id -> ids of traits that go together without a name, parted by spaces
 * @n_ambiguous: statements that could be of two traits and were taken for neither
 */
typedef struct
{
  GPtrArray  *stories;
  GHashTable *groups;
  guint       n_ambiguous;
} OmTraitWork;

OmTraitWork *om_trait_replay    (const OmTraitJournal *journal,
                                 gint64                now,
                                 gint32                today);
void         om_trait_work_free (OmTraitWork          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitWork, om_trait_work_free)

/* In place of a key whose words were wiped: nothing can be read off it. */
char        *om_trait_key_mark (const char           *kind,
                                const char           *key);

G_END_DECLS
