/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When two statements are about the same: keys, their likeness, their opposites (design/traits.md 5.4 and
 * 5.7). A key is text: language, kind and the lemmas of the object, sorted ("en habit:coffe drink").
 * Words, not meaning; no key of one language is like one of another. Pure. */
#pragma once

#include "text/om-statement.h"

G_BEGIN_DECLS

/* From this likeness on two statements of a kind are one trait. */
#define OM_STATEMENT_SAME 0.60

char    *om_statement_key         (OmLanguage       language,
                                   OmStatementKind  kind,
                                   const char      *object,
                                   const char      *other,
                                   const char      *condition);
double   om_statement_likeness    (const char      *key_a,
                                   const char      *key_b);
int     *om_statement_sides       (const char      *key);
gboolean om_statement_is_opposite (const char      *key_a,
                                   const char      *key_b);

G_END_DECLS
