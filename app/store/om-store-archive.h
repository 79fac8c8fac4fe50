/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an archive takes out of a store beyond its records, and puts into one as it was elsewhere. */
#pragma once

#include "store/om-store-events.h"
#include "store/om-store-versions.h"

G_BEGIN_DECLS

/**
 * OmStoreKeyFunc:
 * @source: name of a format
 * @source_key: an entry's id there
 * @text_hash: of its text there
 * @row: the memory it became, 0 if that was wiped
 * @id: that memory's UUID
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmStoreKeyFunc) (const char *source,
                                    const char *source_key,
                                    guint64     text_hash,
                                    gint64      row,
                                    const char *id,
                                    gpointer    data);

/* Reading */
GArray  *om_store_rows_all          (OmStore         *self,
                                     GError         **error);
GArray  *om_store_acts_list         (OmStore         *self,
                                     GError         **error);
gboolean om_store_import_keys_foreach (OmStore       *self,
                                     OmStoreKeyFunc   func,
                                     gpointer         data,
                                     GError         **error);
gboolean om_store_is_wiped          (OmStore         *self,
                                     const char      *id,
                                     gboolean        *wiped,
                                     GError         **error);
gboolean om_store_has_rows          (OmStore         *self,
                                     gboolean        *has,
                                     GError         **error);

/* Writing, as it was elsewhere */
gint64   om_store_revisions_reserve (OmStore         *self,
                                     guint            n,
                                     GError         **error);
gboolean om_store_version_put       (OmStore         *self,
                                     gint64           row,
                                     const OmVersion *version,
                                     GError         **error);
gboolean om_store_events_put        (OmStore         *self,
                                     gint64           row,
                                     const GArray    *events,
                                     const GArray    *curve,
                                     GError         **error);
gboolean om_store_import_key_put    (OmStore         *self,
                                     const char      *source,
                                     const char      *source_key,
                                     guint64          text_hash,
                                     gint64           row,
                                     const char      *id,
                                     GError         **error);

G_END_DECLS
