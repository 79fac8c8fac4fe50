/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the full text in step with the texts. For the files of this folder: whoever changes a
 * title, a text or the tags of a memory takes its words out before and puts them in after, in one
 * transaction. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

gboolean om_store_words_stamp   (OmStore  *self,
                                 gint64    row,
                                 GError  **error);
gboolean om_store_words_add     (OmStore  *self,
                                 gint64    row,
                                 GError  **error);
gboolean om_store_words_remove  (OmStore  *self,
                                 gint64    row,
                                 GError  **error);
gboolean om_store_words_rebuild (OmStore  *self,
                                 GError  **error);
gboolean om_store_words_merge   (OmStore  *self,
                                 int       pages,
                                 gboolean *more,
                                 GError  **error);
gboolean om_store_words_refresh (OmStore  *self,
                                 GError  **error);
gboolean om_store_words_prepare (OmStore  *self,
                                 GError  **error);

G_END_DECLS
