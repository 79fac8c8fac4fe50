/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitQuestion: a card that asks the person about a trait. */
#pragma once

#include "views/om-session-traits.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_QUESTION (om_trait_question_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitQuestion, om_trait_question, OM, TRAIT_QUESTION, GtkWidget)

OmTraitQuestion *om_trait_question_new_review (OmSession          *session,
                                               OmTrait            *trait);
OmTraitQuestion *om_trait_question_new_group  (OmSession          *session,
                                               const OmTraitGroup *group);

G_END_DECLS
