/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPrivacyPage: the page Privacy of the preferences: which other programs may ask, and what they asked. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_PRIVACY_PAGE (om_privacy_page_get_type ())
G_DECLARE_FINAL_TYPE (OmPrivacyPage, om_privacy_page, OM, PRIVACY_PAGE, AdwPreferencesPage)

void om_privacy_page_set_session (OmPrivacyPage *self,
                                  OmSession     *session);

G_END_DECLS
