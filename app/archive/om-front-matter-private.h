/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the parser fills in properties; for om-front-matter*.c alone. */
#pragma once

#include "archive/om-front-matter.h"

G_BEGIN_DECLS

OmFrontMatter *om_front_matter_new       (void);
OmFrontField  *om_front_matter_add_field (OmFrontMatter *self);

G_END_DECLS
