/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bin, and the only place where a text is ever removed. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

#define OM_STORE_BIN_DAYS 30

/* A document takes its sections with it, both ways. Rows that are there already are left alone. */
gboolean om_store_bin_put     (OmStore       *self,
                               const gint64  *rows,
                               gsize          n_rows,
                               gint64         now,
                               GError       **error);
gboolean om_store_bin_restore (OmStore       *self,
                               const gint64  *rows,
                               gsize          n_rows,
                               GError       **error);
/* GArray of gint64 rows in the bin since before @before (%G_MAXINT64 for all), oldest first. */
GArray  *om_store_bin_list    (OmStore       *self,
                               gint64         before,
                               GError       **error);

/* For good: record, text, versions, full text, vectors and their slots, waypoints, events,
 * evidence; a tombstone and the import key stay. Only rows in the bin. Joins the open transaction.
 * om_store_bin_scrub() must follow outside of it: it rewrites the full text and empties the log, so
 * that the words are gone from the bytes of the files. It takes seconds at 100,000 memories. */
gboolean om_store_bin_wipe    (OmStore       *self,
                               const gint64  *rows,
                               gsize          n_rows,
                               guint         *n_wiped,
                               GError       **error);
gboolean om_store_bin_scrub   (OmStore       *self,
                               GError       **error);

G_END_DECLS
