/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How settings lie in the store, and what they do to the numbers of the models. For engine/ alone. */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-settings.h"
#include "store/om-store.h"

G_BEGIN_DECLS

void     om_settings_apply  (const OmSettings *self,
                             OmModelConstants *constants);
gboolean om_settings_read   (OmStore          *store,
                             OmSettings       *settings,
                             GPtrArray        *problems,
                             GError          **error);
gboolean om_settings_repair (OmStore          *store,
                             GError          **error);

G_END_DECLS
