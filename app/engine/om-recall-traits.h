/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits that a question is about. */
#pragma once

#include "engine/om-recall.h"

G_BEGIN_DECLS

gboolean om_recall_add_traits (const OmRecallContext *context,
                               const OmSearch        *search,
                               OmAnswer              *answer,
                               GError               **error);

G_END_DECLS
