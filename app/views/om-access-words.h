/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other programs asked, in words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *om_access_words_what (const char *method);

G_END_DECLS
