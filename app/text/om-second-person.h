/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person says of themselves, told to them: "I prefer tea" becomes "You prefer tea". No word is added
 * that was not written. Pure. */
#pragma once

#include "text/om-language.h"

G_BEGIN_DECLS

char *om_second_person (OmLanguage  language,
                        const char *sentence,
                        const char *object,
                        gboolean    whole);

G_END_DECLS
