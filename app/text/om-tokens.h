/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical tokens, the model's (design/engine.md section 2, golden/tokens.json and stem.json): for
 * simhash, near duplicates, the built-in embedder, keywords and overlap. The search index has terms
 * of its own (om-terms.h). Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GPtrArray *om_tokens_tokenize     (const char *text);
GPtrArray *om_tokens_canonical    (const char *text);
char      *om_tokens_stem         (const char *token);
char      *om_tokens_canonicalize (const char *token);
GPtrArray *om_tokens_synonyms     (const char *token);

G_END_DECLS
