/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts on memories in words: what they are called, and what was done. */
#pragma once

#include "views/om-session.h"

G_BEGIN_DECLS

const char *om_act_words_name (OmAct      act);
char       *om_act_words_done (OmAct      act,
                               guint      n);
char       *om_flag_words     (guint      flags);

G_END_DECLS
