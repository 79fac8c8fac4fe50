/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a card of Today is there, in words. */
#pragma once

#include "engine/om-today.h"

G_BEGIN_DECLS

char *om_card_words_why    (const OmCard *card,
                            gint64        day_start,
                            gint64        now,
                            GTimeZone    *zone);
char *om_card_words_done   (OmCardAct     act,
                            guint         n);
char *om_card_words_rested (guint         n);

G_END_DECLS
