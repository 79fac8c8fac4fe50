/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a sentence is no evidence of a trait (design/traits.md 5.3). Of om-statement.c alone. */
#pragma once

#include "text/om-statement-words.h"

G_BEGIN_DECLS

OmStatementRefusal om_statement_refusal (const OmStatementWords *words,
                                         const char             *sentence,
                                         gboolean                quoted,
                                         const OmStatementEntry *entry,
                                         const OmStatement      *found,
                                         guint                  *sensitive);

G_END_DECLS
