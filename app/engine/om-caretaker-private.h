/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests change of a caretaker. */
#pragma once

#include "engine/om-caretaker.h"

G_BEGIN_DECLS

/* Before it starts. @monotonic: ms of a clock that nobody sets. */
void om_caretaker_set_monotonic (OmCaretaker *self,
                                 OmClock      monotonic,
                                 gpointer     data);
/* What the timer does each minute. */
void om_caretaker_look          (OmCaretaker *self);

G_END_DECLS
