/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensitive subjects: what is looked at only after the person has opted in (design/traits.md 5.3). Pure. */
#pragma once

#include "text/om-statement.h"

G_BEGIN_DECLS

guint om_sensitive_find (const char *sentence);

G_END_DECLS
