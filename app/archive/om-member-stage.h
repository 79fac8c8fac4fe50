/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of an archive laid out in a folder of this program's own while an import runs: whoever stores
 * them reads them when their entry is taken, in whatever order the entries come. */
#pragma once

#include <gio/gio.h>

#include "archive/om-container-archive.h"

G_BEGIN_DECLS

typedef struct _OmMemberStage OmMemberStage;

OmMemberStage *om_member_stage_new      (OmContainerArchive  *archive,
                                         GArray              *indexes,
                                         GCancellable        *cancellable,
                                         GError             **error);
void           om_member_stage_free     (OmMemberStage       *self);
const char    *om_member_stage_get_path (OmMemberStage       *self,
                                         guint                index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMemberStage, om_member_stage_free)

G_END_DECLS
