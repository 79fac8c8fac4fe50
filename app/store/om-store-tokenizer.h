/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tokenizer `om` of the full text: om_terms_foreach() behind the interface of FTS5, inside the
 * program, no extension file. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

gboolean om_store_tokenizer_register (OmStore  *self,
                                      GError  **error);

G_END_DECLS
