/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemberStream: one member of an archive as a stream. Thread: the one that reads the archive. */
#pragma once

#include <gio/gio.h>

#include "archive/om-container-archive.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMBER_STREAM (om_member_stream_get_type ())
G_DECLARE_FINAL_TYPE (OmMemberStream, om_member_stream, OM, MEMBER_STREAM, GInputStream)

GInputStream *om_member_stream_new (OmContainerArchive *archive,
                                    guint               index);

G_END_DECLS
