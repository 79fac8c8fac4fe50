/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerTags: a button that says the tags of a text and adds or takes them. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_COMPOSER_TAGS (om_composer_tags_get_type ())
G_DECLARE_FINAL_TYPE (OmComposerTags, om_composer_tags, OM, COMPOSER_TAGS, GtkWidget)

void om_composer_tags_set_session (OmComposerTags *self,
                                   OmSession      *session);
void om_composer_tags_set_sheet   (OmComposerTags *self,
                                   OmSheet        *sheet);

G_END_DECLS
