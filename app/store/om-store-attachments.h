/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files belong to which memory. */
#pragma once

#include "memory/om-attachment.h"
#include "store/om-store-files.h"
#include "store/om-store.h"

G_BEGIN_DECLS

GPtrArray  *om_store_attachments_list    (OmStore       *self,
                                          gint64         row,
                                          gboolean       with_removed,
                                          GError       **error);
gboolean    om_store_attachment_add      (OmStore       *self,
                                          gint64         row,
                                          OmStoreFile   *file,
                                          GError       **error);
gboolean    om_store_attachment_mark     (OmStore       *self,
                                          gint64         row,
                                          guint          position,
                                          gint64         removed_at,
                                          GError       **error);
gboolean    om_store_attachments_count   (OmStore       *self,
                                          const gint64  *rows,
                                          gsize          n_rows,
                                          guint         *n,
                                          GError       **error);
GHashTable *om_store_attachments_needed  (OmStore       *self,
                                          GError       **error);
gboolean    om_store_attachments_forget  (OmStore       *self,
                                          gint64         before,
                                          guint         *n_forgotten,
                                          GError       **error);
gboolean    om_store_attachments_sweep   (OmStore       *self,
                                          guint         *n_removed,
                                          GError       **error);
gboolean    om_store_attachments_check   (OmStore       *self,
                                          GPtrArray     *findings,
                                          guint         *n_missing,
                                          GError       **error);

G_END_DECLS
