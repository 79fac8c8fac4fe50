/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person does with a memory that is there: edit, bin, restore, wipe, link. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

OmMemory *om_edit        (const OmWriteContext *context,
                          const char           *id,
                          OmChange              fields,
                          const OmMemory       *values,
                          guint                 base_version,
                          GError              **error);
gboolean  om_edit_bin    (const OmWriteContext *context,
                          const char *const    *ids,
                          GError              **error);
gboolean  om_edit_restore (const OmWriteContext *context,
                          const char *const    *ids,
                          GError              **error);
gboolean  om_edit_wipe   (const OmWriteContext *context,
                          const char *const    *ids,
                          GError              **error);
gboolean  om_edit_wipe_binned_before (const OmWriteContext *context,
                          gint64                before,
                          guint                *n_wiped,
                          GError              **error);
gboolean  om_edit_tags   (const OmWriteContext *context,
                          const char *const    *ids,
                          const char *const    *add,
                          const char *const    *remove,
                          GError              **error);
gboolean  om_edit_link   (const OmWriteContext *context,
                          const char           *source_id,
                          const char           *target_id,
                          gboolean              link,
                          GError              **error);

/* Steps of acts (om-act.h). */
gboolean  om_edit_flags  (const OmWriteContext *context,
                          const char           *id,
                          guint                 set,
                          guint                 clear,
                          gint64                group,
                          gboolean             *changed,
                          GError              **error);
gboolean  om_edit_follow_flags (const OmWriteContext *context,
                          const OmMemory       *memory,
                          guint                 former,
                          GError              **error);
void      om_edit_draw_links (const OmWriteContext *context);

G_END_DECLS
