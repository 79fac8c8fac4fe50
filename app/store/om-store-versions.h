/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Former texts. Every edit leaves one; only wiping a memory removes them. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmVersion:
 * @version: number it had as the current text; 0 for a wording that never was (a merged duplicate)
 * @content: (owned): the text
 * @title: (owned) (nullable): its title
 * @changed_at: when it had been written, ms UTC
 * @replaced_at: when it became a former text, ms UTC
 * @conflict: it was replaced by somebody who had not seen it
 */
typedef struct
{
  guint    version;
  char    *content;
  char    *title;
  gint64   changed_at;
  gint64   replaced_at;
  gboolean conflict;
} OmVersion;

void       om_version_free         (OmVersion   *self);

/* GPtrArray of OmVersion, newest first, without the current text. */
GPtrArray *om_store_versions_list  (OmStore     *self,
                                    gint64       row,
                                    GError     **error);
/* For a text that was saved in the middle of being written. */
gboolean   om_store_version_drop   (OmStore     *self,
                                    gint64       row,
                                    guint        version,
                                    GError     **error);
/* Keeps the other wording of a merged duplicate. */
gboolean   om_store_version_add    (OmStore     *self,
                                    gint64       row,
                                    const char  *content,
                                    const char  *title,
                                    gint64       changed_at,
                                    gint64       now,
                                    GError     **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmVersion, om_version_free)

G_END_DECLS
