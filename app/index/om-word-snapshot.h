/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word index in a side file, so that it need not be made anew at every start. It is derived: a
 * file that is wrong in any way is refused, and the index made from the store instead. */
#pragma once

#include "index/om-word-index.h"

G_BEGIN_DECLS

#define OM_STORE_ID_BYTES 16

/* save: whole or not at all (temporary name, synced, renamed), mode 0600; holds nothing of removed
 * documents. open: NULL if there is no such file, or it is short, damaged, of another version of
 * the format or of another store. @revision: the store's revision the index stands for; whoever
 * opens it catches up from there. */
gboolean     om_word_snapshot_save (const OmWordIndex *index,
                                    const char        *path,
                                    const guint8      *store_id,
                                    gint64             revision,
                                    GError           **error);
OmWordIndex *om_word_snapshot_open (const char        *path,
                                    const guint8      *store_id,
                                    gint64            *revision);

G_END_DECLS
